<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>About</source>
        <translation>À propos</translation>
    </message>
    <message>
        <source>Private Data Donor {version}. Free software under the Apache licence 2.0.</source>
        <translation>Private Data Donor {version}. Logiciel libre sous licence Apache 2.0.</translation>
    </message>
    <message>
        <source>It counts words in your searches, locks the counts, and sends them. They are added to other people&apos;s, and the server opens only the sum. How it works, who sees what, and what it does not protect against is written in its documentation.</source>
        <translation>Cette application compte des mots dans vos recherches, verrouille les décomptes et les envoie. Ils sont ajoutés à ceux d’autres personnes, et le serveur n’ouvre que la somme. Comment cela marche, qui voit quoi et contre quoi cela ne protège pas&#xa0;: c’est écrit dans la documentation.</translation>
    </message>
    <message>
        <source>At most once a day, an installed app asks your server for the newest version. It does not say who asks or which version you have. Like any website, the server sees your internet address. The app installs nothing by itself.</source>
        <translation>Une fois par jour au plus, une application installée demande à votre serveur la version la plus récente. Elle ne dit ni qui demande, ni quelle version vous avez. Comme tout site web, le serveur voit votre adresse internet. L’application n’installe rien d’elle-même.</translation>
    </message>
    <message>
        <source>Version {version} is there. Your server says you can get it here: {address}</source>
        <translation>La version {version} est là. Votre serveur dit que vous la trouvez ici&#xa0;: {address}</translation>
    </message>
</context>
<context>
    <name>AccountView</name>
    <message>
        <source>Your privacy account is being added up.</source>
        <translation>Votre compte de confidentialité est en cours de calcul.</translation>
    </message>
    <message>
        <source>Privacy cost of all days given, by month</source>
        <translation>Coût en confidentialité de tous les jours donnés, par mois</translation>
    </message>
    <message>
        <source>Privacy cost by campaign</source>
        <translation>Coût en confidentialité par campagne</translation>
    </message>
    <message>
        <source>Set as my li&amp;mit</source>
        <translation>En faire ma &amp;limite</translation>
    </message>
    <message>
        <source>&amp;Without a limit</source>
        <translation>Sa&amp;ns limite</translation>
    </message>
    <message>
        <source>Limit of all cam&amp;paigns together:</source>
        <translation>Limite pour &amp;toutes les campagnes ensemble&#xa0;:</translation>
    </message>
    <message>
        <source>Limit of all campaigns together</source>
        <translation>Limite pour toutes les campagnes ensemble</translation>
    </message>
    <message>
        <source>Privacy account</source>
        <translation>Compte de confidentialité</translation>
    </message>
    <message>
        <source>Nobody but you sees this account.</source>
        <translation>Personne d’autre que vous ne voit ce compte.</translation>
    </message>
    <message>
        <source>your limit</source>
        <translation>votre limite</translation>
    </message>
    <message>
        <source>privacy cost</source>
        <translation>coût en confidentialité</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Campagne</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Jours</translation>
    </message>
    <message>
        <source>Privacy cost</source>
        <translation>Coût en confidentialité</translation>
    </message>
    <message>
        <source>Limit you agreed to</source>
        <translation>Limite que vous avez acceptée</translation>
    </message>
</context>
<context>
    <name>AgreedDialog</name>
    <message>
        <source>What you agreed to</source>
        <translation>Ce que vous avez accepté</translation>
    </message>
    <message>
        <source>You agreed on {time}.</source>
        <translation>Vous avez accepté le {time}.</translation>
    </message>
    <message>
        <source>Your region: {region}</source>
        <translation>Votre région&#xa0;: {region}</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fermer</translation>
    </message>
</context>
<context>
    <name>AppSection</name>
    <message>
        <source>This app</source>
        <translation>Cette application</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>La&amp;ngue</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>C&amp;ouleurs</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>Démarrer à l’ouverture de &amp;session</translation>
    </message>
    <message>
        <source>Then no counts go out until the app starts again.</source>
        <translation>Alors aucun décompte ne part avant que l’application soit relancée.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Couleurs</translation>
    </message>
    <message>
        <source>&amp;Fetch what the campaigns publish</source>
        <translation>Récupérer ce que les campagnes publ&amp;ient</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Me le rappeler, au plus une fois par jour</translation>
    </message>
    <message>
        <source>&amp;Keep running when the window is closed</source>
        <translation>Rester active &amp;quand la fenêtre est fermée</translation>
    </message>
    <message>
        <source>To start this app when you log in, add it in your desktop&apos;s own settings.</source>
        <translation>Pour que cette application démarre à l’ouverture de session, ajoutez-la dans les réglages de votre bureau.</translation>
    </message>
    <message>
        <source>Light, more contrast</source>
        <translation>Clair, plus de contraste</translation>
    </message>
    <message>
        <source>Dark, more contrast</source>
        <translation>Sombre, plus de contraste</translation>
    </message>
</context>
<context>
    <name>BlockDialog</name>
    <message>
        <source>Block a word</source>
        <translation>Bloquer un mot</translation>
    </message>
    <message>
        <source>From now on, searches with the word you tick do not count.</source>
        <translation>Dès maintenant, les recherches qui contiennent le mot coché ne comptent pas.</translation>
    </message>
    <message>
        <source>Tick several to leave out only searches with all of them. Only you see this list.</source>
        <translation>Cochez-en plusieurs pour n’écarter que les recherches qui les contiennent tous. Vous seul voyez cette liste.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Bloquer</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Annuler</translation>
    </message>
</context>
<context>
    <name>BlockedSection</name>
    <message>
        <source>Blocked words</source>
        <translation>Mots bloqués</translation>
    </message>
    <message>
        <source>Searches with these words do not count. Only you see this list.</source>
        <translation>Les recherches qui contiennent ces mots ne comptent pas. Vous seul voyez cette liste.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Bloquer</translation>
    </message>
    <message>
        <source>&amp;Unblock</source>
        <translation>&amp;Débloquer</translation>
    </message>
    <message>
        <source>&amp;Word to block</source>
        <translation>&amp;Mot à bloquer</translation>
    </message>
    <message>
        <source>Word to block</source>
        <translation>Mot à bloquer</translation>
    </message>
    <message>
        <source>A word, or words that occur together</source>
        <translation>Un mot, ou plusieurs ensemble</translation>
    </message>
</context>
<context>
    <name>BrowserList</name>
    <message>
        <source>No browser was found here. Once there is one that keeps a history, it shows up. Until then you give nothing.</source>
        <translation>Aucun navigateur n’a été trouvé ici. Dès qu’il y en aura un qui tient un historique, il apparaîtra. D’ici là, vous ne donnez rien.</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%n profil</numerusform>
            <numerusform>%n profils</numerusform>
        </translation>
    </message>
    <message>
        <source>{browser}, {profiles}</source>
        <translation>{browser}, {profiles}</translation>
    </message>
    <message>
        <source>Count the searches of {browser}</source>
        <translation>Compter les recherches de {browser}</translation>
    </message>
    <message>
        <source>Count the searches of the profile {profile} of {browser}</source>
        <translation>Compter les recherches du profil {profile} de {browser}</translation>
    </message>
    <message numerus="yes">
        <source>%n of its profiles can&apos;t be read. Searches made there do not count.</source>
        <translation>
            <numerusform>%n de ses profils est illisible. Les recherches faites là ne comptent pas.</numerusform>
            <numerusform>%n de ses profils sont illisibles. Les recherches faites là ne comptent pas.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BrowsersSection</name>
    <message>
        <source>Browsers</source>
        <translation>Navigateurs</translation>
    </message>
    <message>
        <source>Browsers and profiles that you switch off are left out of all days not sent yet.</source>
        <translation>Les navigateurs et profils que vous désactivez sont exclus de tous les jours qui ne sont pas encore envoyés.</translation>
    </message>
</context>
<context>
    <name>BrowsersStep</name>
    <message>
        <source>Your browsers</source>
        <translation>Vos navigateurs</translation>
    </message>
    <message>
        <source>Which browsers may be counted? Their history is only read, on this computer.</source>
        <translation>Quels navigateurs peut-on compter&#xa0;? Leur historique est seulement lu, sur cet ordinateur.</translation>
    </message>
</context>
<context>
    <name>Calendar</name>
    <message>
        <source>E&amp;arlier</source>
        <translation>&amp;Précédent</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>&amp;Suivant</translation>
    </message>
    <message>
        <source>Earlier month</source>
        <translation>Mois précédent</translation>
    </message>
    <message>
        <source>Later month</source>
        <translation>Mois suivant</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{month} {year}</translation>
    </message>
</context>
<context>
    <name>CampaignDetails</name>
    <message>
        <source>All of what you agree to</source>
        <translation>Tout ce que vous acceptez</translation>
    </message>
    <message>
        <source>More about the campaign</source>
        <translation>En savoir plus sur la campagne</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) are counted</source>
        <translation>
            <numerusform>%n mot-clé est compté</numerusform>
            <numerusform>%n mots-clés sont comptés</numerusform>
        </translation>
    </message>
    <message>
        <source>Each becomes a number, and so does how many searches you made. The server also keeps your public keys, and on which of the last 60 days you were there.</source>
        <translation>Chacun devient un nombre, ainsi que le nombre de vos recherches. Le serveur garde aussi vos clés publiques, et à quels jours des 60 derniers vous étiez là.</translation>
    </message>
    <message>
        <source>The server is not told your region. It stays hidden in the locked numbers.</source>
        <translation>Le serveur n’est pas informé de votre région. Elle reste cachée dans les nombres verrouillés.</translation>
    </message>
    <message>
        <source>Your privacy</source>
        <translation>Votre vie privée</translation>
    </message>
    <message>
        <source>It runs from {start} to {end}. Only days from now on count.</source>
        <translation>Elle dure du {start} au {end}. Seuls comptent les jours à partir de maintenant.</translation>
    </message>
    <message>
        <source>Ethics: {ethics}</source>
        <translation>Éthique&#xa0;: {ethics}</translation>
    </message>
    <message>
        <source>Contact: {contact}</source>
        <translation>Contact&#xa0;: {contact}</translation>
    </message>
    <message>
        <source>Who is responsible</source>
        <translation>Qui est responsable</translation>
    </message>
    <message>
        <source>Licence of the results: {licence}</source>
        <translation>Licence des résultats&#xa0;: {licence}</translation>
    </message>
    <message>
        <source>How to stop</source>
        <translation>Comment arrêter</translation>
    </message>
    <message>
        <source>Pause, block a word, or leave a campaign whenever you like, without a reason. You can also erase everything, here and at the server. What is in a sum stays there.</source>
        <translation>Faites une pause, bloquez un mot ou quittez une campagne quand vous voulez, sans raison. Vous pouvez aussi tout effacer, ici et sur le serveur. Ce qui est dans une somme y reste.</translation>
    </message>
    <message>
        <source>Paid for by: {funding}</source>
        <translation>Financé par&#xa0;: {funding}</translation>
    </message>
    <message>
        <source>Data protection notice: {address}</source>
        <translation>Notice sur la protection des données&#xa0;: {address}</translation>
    </message>
</context>
<context>
    <name>CampaignView</name>
    <message>
        <source>Published totals of {campaign}</source>
        <translation>Totaux publiés de {campaign}</translation>
    </message>
    <message>
        <source>Show as a ta&amp;ble</source>
        <translation>Afficher en ta&amp;bleau</translation>
    </message>
    <message>
        <source>Published totals of {campaign}, as a table</source>
        <translation>Totaux publiés de {campaign}, en tableau</translation>
    </message>
    <message>
        <source>Nothing has been published yet.</source>
        <translation>Rien n’a encore été publié.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personnes</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Recherches</translation>
    </message>
</context>
<context>
    <name>CampaignsSection</name>
    <message>
        <source>Campaigns and server</source>
        <translation>Campagnes et serveur</translation>
    </message>
    <message>
        <source>&amp;Join another campaign</source>
        <translation>&amp;Participer à une autre campagne</translation>
    </message>
    <message>
        <source>{name}, {address}</source>
        <translation>{name}, {address}</translation>
    </message>
    <message>
        <source>You have joined no server.</source>
        <translation>Vous n’avez rejoint aucun serveur.</translation>
    </message>
    <message numerus="yes">
        <source>%n other campaign(s) can be joined.</source>
        <translation>
            <numerusform>Vous pouvez participer à %n autre campagne.</numerusform>
            <numerusform>Vous pouvez participer à %n autres campagnes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left on {day}. It gets nothing from you.</source>
        <translation>Quittée le {day}. Elle ne reçoit rien de vous.</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n mot-clé</numerusform>
            <numerusform>%n mots-clés</numerusform>
        </translation>
    </message>
    <message>
        <source>no region</source>
        <translation>aucune région</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; its last day was {end}.</source>
        <translation>Rejointe le {day}&#xa0;; {keywords}&#xa0;; {region}&#xa0;; son dernier jour était le {end}.</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; runs until {end}.</source>
        <translation>Rejointe le {day}&#xa0;; {keywords}&#xa0;; {region}&#xa0;; dure jusqu’au {end}.</translation>
    </message>
    <message numerus="yes">
        <source>Look at %n new keyword(s)</source>
        <translation>
            <numerusform>Voir %n nouveau mot-clé</numerusform>
            <numerusform>Voir %n nouveaux mots-clés</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at what has changed</source>
        <translation>Voir ce qui a changé</translation>
    </message>
    <message>
        <source>Leave this campaign</source>
        <translation>Quitter cette campagne</translation>
    </message>
    <message>
        <source>Leave {title}</source>
        <translation>Quitter {title}</translation>
    </message>
    <message>
        <source>Completion code: {code}</source>
        <translation>Code de participation&#xa0;: {code}</translation>
    </message>
    <message numerus="yes">
        <source>Completion code: you were there on {there} of %n day(s).</source>
        <translation>
            <numerusform>Code de participation&#xa0;: jours de présence, {there} sur %n.</numerusform>
            <numerusform>Code de participation&#xa0;: jours de présence, {there} sur %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everybody who is there on so many days is told the same code. It says nothing of your searches.</source>
        <translation>Toute personne présente autant de jours reçoit le même code. Il ne dit rien de vos recherches.</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Copier le code</translation>
    </message>
    <message>
        <source>The code is copied.</source>
        <translation>Le code est copié.</translation>
    </message>
    <message>
        <source>Leave {title}?</source>
        <translation>Quitter {title}&#xa0;?</translation>
    </message>
    <message>
        <source>It gets nothing from you from now on, and the server is not told. What was added to a sum stays in it. You can join again; days before that will not count.</source>
        <translation>Elle ne reçoit plus rien de vous, et le serveur n’en est pas informé. Ce qui a été ajouté à une somme y reste. Vous pourrez la rejoindre à nouveau&#xa0;; les jours d’avant ne compteront pas.</translation>
    </message>
    <message>
        <source>&amp;Leave</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>Read what you agreed to</source>
        <translation>Lire ce que vous avez accepté</translation>
    </message>
</context>
<context>
    <name>ChartBox</name>
    <message>
        <source>Point at the chart, or use its arrow keys, to read the numbers of a day.</source>
        <translation>Pointez sur le graphique, ou utilisez ses flèches, pour lire les nombres d’un jour.</translation>
    </message>
</context>
<context>
    <name>ChooseStep</name>
    <message>
        <source>What it offers</source>
        <translation>Ce qu’il propose</translation>
    </message>
    <message>
        <source>{server} has no campaign that you have not joined. Come back later.</source>
        <translation>{server} n’a aucune campagne à laquelle vous ne participez pas déjà. Revenez plus tard.</translation>
    </message>
    <message>
        <source>{server} asks for these. You will see each one in full first.</source>
        <translation>{server} propose celles-ci. Vous verrez d’abord chacune en entier.</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, jusqu’au {day}</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Show another keyword of {campaign}</source>
        <translation>Afficher un autre mot-clé de {campaign}</translation>
    </message>
    <message>
        <source>a keyword of this campaign</source>
        <translation>un de ses mots-clés</translation>
    </message>
    <message>
        <source>Show another &amp;keyword:</source>
        <translation>Afficher un autre &amp;mot-clé&#xa0;:</translation>
    </message>
    <message>
        <source>This campaign has no such keyword. Type a part of one to see some.</source>
        <translation>Cette campagne n’a pas ce mot-clé. Tapez-en une partie pour en voir.</translation>
    </message>
    <message>
        <source>Hide {keyword}</source>
        <translation>Masquer {keyword}</translation>
    </message>
</context>
<context>
    <name>ConsentStep</name>
    <message>
        <source>Your region</source>
        <translation>Votre région</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>I agree to {title}</source>
        <translation>J’accepte {title}</translation>
    </message>
    <message>
        <source>I &amp;agree</source>
        <translation>J’&amp;accepte</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Oui</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, jusqu’au {day}</translation>
    </message>
    <message>
        <source>Is that OK?</source>
        <translation>Cela vous convient-il&#xa0;?</translation>
    </message>
    <message>
        <source>Yes, this privacy cost is OK</source>
        <translation>Oui, ce coût en confidentialité me convient</translation>
    </message>
    <message>
        <source>Re&amp;gion</source>
        <translation>Ré&amp;gion</translation>
    </message>
</context>
<context>
    <name>DataSection</name>
    <message>
        <source>Your data</source>
        <translation>Vos données</translation>
    </message>
    <message>
        <source>E&amp;xport my data…</source>
        <translation>E&amp;xporter mes données…</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Tout e&amp;ffacer…</translation>
    </message>
    <message>
        <source>It is in {folder}: your choices and what was sent, and no search. Besides you, only this computer&apos;s administrators can read it.</source>
        <translation>Elles sont dans {folder}&#xa0;: vos choix et ce qui a été envoyé, et aucune recherche. À part vous, seuls les administrateurs de cet ordinateur peuvent les lire.</translation>
    </message>
    <message>
        <source>Your data is in {file}.</source>
        <translation>Vos données sont dans {file}.</translation>
    </message>
    <message>
        <source>Export my data</source>
        <translation>Exporter mes données</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>DayActions</name>
    <message>
        <source>Sen&amp;d these counts</source>
        <translation>En&amp;voyer ces décomptes</translation>
    </message>
    <message>
        <source>Send &amp;nothing for this day</source>
        <translation>&amp;Ne rien envoyer pour ce jour</translation>
    </message>
    <message>
        <source>&amp;How does this work?</source>
        <translation>&amp;Comment ça marche&#xa0;?</translation>
    </message>
    <message>
        <source>See what &amp;came of it</source>
        <translation>Voir &amp;ce que cela a donné</translation>
    </message>
    <message>
        <source>Appro&amp;ve these counts</source>
        <translation>Approu&amp;ver ces décomptes</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y from now on</source>
        <translation>Désormais, envoyer automati&amp;quement</translation>
    </message>
</context>
<context>
    <name>DayDetails</name>
    <message>
        <source>This day goes out with its week, which ends on {day}.</source>
        <translation>Ce jour part avec sa semaine, qui se termine le {day}.</translation>
    </message>
    <message>
        <source>You had not joined yet, or the day is still to come.</source>
        <translation>Vous ne participiez pas encore, ou ce jour est à venir.</translation>
    </message>
    <message>
        <source>What you gave to {campaign}</source>
        <translation>Ce que vous avez donné à {campaign}</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Mot-clé</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
    <message>
        <source>Everybody, as published</source>
        <translation>Total publié</translation>
    </message>
    <message>
        <source>The counts of the whole week from {first} to {last}.</source>
        <translation>Les décomptes de toute la semaine, du {first} au {last}.</translation>
    </message>
    <message>
        <source>All other keywords were sent as zeros.</source>
        <translation>Tous les autres mots-clés ont été envoyés comme des zéros.</translation>
    </message>
</context>
<context>
    <name>ErasedPage</name>
    <message>
        <source>Everything is erased</source>
        <translation>Tout est effacé</translation>
    </message>
    <message>
        <source>The server has forgotten you. Your keys, choices and log are gone from this computer.</source>
        <translation>Le serveur vous a oublié. Vos clés, vos choix et votre journal ne sont plus sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Your keys, choices and log are gone from this computer.</source>
        <translation>Vos clés, vos choix et votre journal ont disparu de cet ordinateur.</translation>
    </message>
    <message>
        <source>Locked counts that were added to a sum stay in it.</source>
        <translation>Les décomptes verrouillés qui ont été ajoutés à une somme y restent.</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>&amp;Recommencer</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>How does this work?</source>
        <translation>Comment ça marche&#xa0;?</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>Your computer counts how often you searched for each keyword. The searches stay here.</source>
        <translation>Votre ordinateur compte combien de fois vous avez cherché chaque mot-clé. Les recherches restent ici.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of all the people in your group are added up.</source>
        <translation>Les nombres sont verrouillés avant de partir&#xa0;: chacun a l’air tiré au hasard. Ils ne disent quelque chose qu’une fois additionnés à ceux de toutes les personnes de votre groupe.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s sum for each campaign and region. If you are the only one of your group there, that sum is your counts. Everybody sees the day&apos;s totals. The server adds random noise to them first.</source>
        <translation>Le serveur voit la somme de votre groupe pour chaque campagne et région. Si vous y êtes seul de votre groupe, cette somme n’est faite que de vos décomptes. Tout le monde voit les totaux du jour. Avant cela, le serveur y ajoute un bruit aléatoire.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of many people are added up.</source>
        <translation>Les nombres sont verrouillés avant de partir&#xa0;: chacun a l’air tiré au hasard. Ils ne disent quelque chose qu’une fois additionnés à ceux de beaucoup de personnes.</translation>
    </message>
    <message>
        <source>Every donor&apos;s computer adds a bit of random noise before it locks its numbers. So nobody sees a sum without noise, not even the server.</source>
        <translation>L’ordinateur de chaque participant ajoute un peu de bruit aléatoire avant de verrouiller ses nombres. Personne ne voit donc de somme sans bruit, pas même le serveur.</translation>
    </message>
    <message>
        <source>Each week some computers help to unlock the sums. Where few people take part, all of them do. They see nobody&apos;s counts.</source>
        <translation>Chaque semaine, quelques ordinateurs aident à déverrouiller les sommes. Si peu de personnes participent, tous aident. Ils ne voient les décomptes de personne.</translation>
    </message>
    <message>
        <source>Keywords that count nothing are sent as zeros in the same message, and so are campaigns that you have not joined. So the message does not show what you searched for, or what you take part in.</source>
        <translation>Les mots-clés qui ne comptent rien partent comme zéros dans le même message, de même que les campagnes auxquelles vous ne participez pas. Le message ne montre donc ni ce que vous avez cherché, ni à quoi vous participez.</translation>
    </message>
    <message>
        <source>Once locked numbers are added up, nobody can take them out again, not even you.</source>
        <translation>Une fois les nombres verrouillés additionnés, personne ne peut les retirer, pas même vous.</translation>
    </message>
    <message>
        <source>Do others use this computer? Their searches in a browser that is counted count as yours. Each person needs an account or a browser of their own.</source>
        <translation>D’autres utilisent cet ordinateur&#xa0;? Leurs recherches dans un navigateur compté comptent comme les vôtres. Chaque personne a besoin de son propre compte ou navigateur.</translation>
    </message>
</context>
<context>
    <name>ExtensionsSection</name>
    <message>
        <source>Browser extension</source>
        <translation>Extension du navigateur</translation>
    </message>
    <message>
        <source>Is the extension Private Data Donor in one of your browsers? Connected, it shows this app your searches when they are counted, and donates nothing itself: each search counts once. Switch it on here, and then in the extension&apos;s settings.</source>
        <translation>L’extension Private Data Donor est-elle dans un de vos navigateurs&#xa0;? Connectée, elle montre vos recherches à cette application quand elles sont comptées, et ne donne rien elle-même&#xa0;: chaque recherche compte une fois. Activez-la ici, puis dans les réglages de l’extension.</translation>
    </message>
    <message>
        <source>No browser was found here that can have it.</source>
        <translation>Aucun navigateur qui puisse l’avoir n’a été trouvé ici.</translation>
    </message>
    <message>
        <source>{browser}: connected now</source>
        <translation>{browser}&#xa0;: connectée en ce moment</translation>
    </message>
    <message>
        <source>{browser}: update the extension. Searches that only it sees do not count.</source>
        <translation>{browser}&#xa0;: mettez l’extension à jour. Les recherches qu’elle seule voit ne comptent pas.</translation>
    </message>
    <message>
        <source>{browser}: update this app. Searches that only the extension sees do not count.</source>
        <translation>{browser}&#xa0;: mettez cette application à jour. Les recherches que seule l’extension voit ne comptent pas.</translation>
    </message>
    <message>
        <source>&amp;Save ids</source>
        <translation>&amp;Enregistrer les identifiants</translation>
    </message>
    <message>
        <source>Ids of the extension from a store, or built by you</source>
        <translation>Identifiants de l’extension d’un magasin, ou faite par vous</translation>
    </message>
    <message>
        <source>Ids of the extension</source>
        <translation>Identifiants de l’extension</translation>
    </message>
    <message>
        <source>Only enter ids that you know. An extension with such an id can make the app count wrongly.</source>
        <translation>N’entrez que des identifiants que vous connaissez. Une extension avec l’un d’eux peut fausser le comptage de l’application.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Pages</source>
        <translation>Pages</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>Day</source>
        <translation>Jour</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>Re&amp;prendre</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
</context>
<context>
    <name>HoursSection</name>
    <message>
        <source>Hours left out</source>
        <translation>Heures exclues</translation>
    </message>
    <message>
        <source>Searches made in these hours do not count. Only you see this.</source>
        <translation>Les recherches faites à ces heures ne comptent pas. Vous seul voyez cela.</translation>
    </message>
    <message>
        <source>Leave out some hours of each day</source>
        <translation>Exclure certaines heures chaque jour</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>To</source>
        <translation>À</translation>
    </message>
    <message>
        <source>Choose two times that differ.</source>
        <translation>Choisissez deux heures différentes.</translation>
    </message>
    <message>
        <source>The clock of this computer decides.</source>
        <translation>C’est l’horloge de cet ordinateur qui compte.</translation>
    </message>
</context>
<context>
    <name>IntroStep</name>
    <message>
        <source>How it works</source>
        <translation>Comment ça marche</translation>
    </message>
    <message>
        <source>Researchers ask how often people search for words like “flu”. This app counts that. Your searches never leave this computer. Your counts are added to others&apos;. Only sums with random noise are published. Stop at any time.</source>
        <translation>Des chercheurs demandent combien de fois on cherche des mots comme «&#xa0;grippe&#xa0;». Cette application le compte. Vos recherches ne quittent jamais cet ordinateur. Vos décomptes sont ajoutés à ceux des autres. Seules des sommes avec un bruit aléatoire sont publiées. Arrêtez quand vous voulez.</translation>
    </message>
</context>
<context>
    <name>Joining</name>
    <message>
        <source>&amp;Join</source>
        <translation>&amp;Participer</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>{keyword} (new)</source>
        <translation>{keyword} (nouveau)</translation>
    </message>
    <message>
        <source>Find a keyword</source>
        <translation>Trouver un mot-clé</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n mot-clé</numerusform>
            <numerusform>%n mots-clés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{index}: any of %n keyword(s)</source>
        <translation>
            <numerusform>{index}&#xa0;: %n mot-clé</numerusform>
            <numerusform>{index}&#xa0;: l’un de %n mots-clés</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LineChart</name>
    <message>
        <source>{name} {value}</source>
        <translation>{name} {value}</translation>
    </message>
    <message>
        <source>{day}, not final yet</source>
        <translation>{day}, pas encore définitif</translation>
    </message>
    <message>
        <source>{day}: {values}</source>
        <translation>{day}&#xa0;: {values}</translation>
    </message>
    <message>
        <source>; </source>
        <translation>&#xa0;; </translation>
    </message>
    <message>
        <source>{name} {value}, between {low} and {high}</source>
        <translation>{name} {value}, entre {low} et {high}</translation>
    </message>
    <message>
        <source>The arrow keys go from day to day.</source>
        <translation>Les flèches vont de jour en jour.</translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation>Rien à afficher pour l’instant.</translation>
    </message>
</context>
<context>
    <name>MonthModel</name>
    <message>
        <source>{day}: {what}</source>
        <translation>{day}&#xa0;: {what}</translation>
    </message>
</context>
<context>
    <name>NewKeywordsPage</name>
    <message>
        <source>Agreed. The changes hold from today on.</source>
        <translation>Accepté. Les changements valent à partir d’aujourd’hui.</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Ce qui a changé</translation>
    </message>
    <message>
        <source>Nothing has changed: you have agreed to all that your campaigns count.</source>
        <translation>Rien n’a changé&#xa0;: vous avez accepté tout ce que vos campagnes comptent.</translation>
    </message>
    <message>
        <source>&amp;Back to today</source>
        <translation>Re&amp;tour à aujourd’hui</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) were added. They count nothing until you agree.</source>
        <translation>
            <numerusform>%n mot-clé a été ajouté. Il ne compte rien avant votre accord.</numerusform>
            <numerusform>%n mots-clés ont été ajoutés. Ils ne comptent rien avant votre accord.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its privacy terms have changed. They are now:</source>
        <translation>Ses conditions de confidentialité ont changé. Les voici&#xa0;:</translation>
    </message>
    <message>
        <source>Agree to the changes of {title}</source>
        <translation>Accepter les changements de {title}</translation>
    </message>
    <message>
        <source>&amp;Agree</source>
        <translation>&amp;Accepter</translation>
    </message>
    <message>
        <source>More than keywords has changed. Read all of it before you agree.</source>
        <translation>Il n’y a pas que des mots-clés qui ont changé. Lisez tout avant d’accepter.</translation>
    </message>
    <message>
        <source>&amp;Read it all</source>
        <translation>Tout &amp;lire</translation>
    </message>
    <message>
        <source>Read all of {title}</source>
        <translation>Tout lire de {title}</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Retour</translation>
    </message>
    <message>
        <source>Agr&amp;ee</source>
        <translation>Acce&amp;pter</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>&amp;Close this note</source>
        <translation>&amp;Fermer ce message</translation>
    </message>
</context>
<context>
    <name>OwnServerStep</name>
    <message>
        <source>Join another campaign</source>
        <translation>Participer à une autre campagne</translation>
    </message>
    <message>
        <source>The server is asked what it offers. It sees your internet address, like any website. It learns nothing of your searches.</source>
        <translation>On demande au serveur ce qu’il propose. Il voit votre adresse internet, comme tout site web. Il n’apprend rien de vos recherches.</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Un autre serveur</translation>
    </message>
    <message>
        <source>You can give to one server at a time. To join at another, erase everything here first.</source>
        <translation>Vous donnez à un seul serveur à la fois. Pour participer sur un autre, effacez d’abord tout ici.</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Tout e&amp;ffacer…</translation>
    </message>
    <message>
        <source>Your link is of another server: {server}. To join there, erase everything here first.</source>
        <translation>Votre lien est celui d’un autre serveur&#xa0;: {server}. Pour y participer, effacez d’abord tout ici.</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Voir les campagnes</translation>
    </message>
</context>
<context>
    <name>PlainPage</name>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>&amp;No, go back</source>
        <translation>&amp;Non, revenir</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>What was refused</source>
        <translation>Ce qui a été refusé</translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) are in the file that you can export.</source>
        <translation>
            <numerusform>%n refus plus ancien est dans le fichier que vous pouvez exporter.</numerusform>
            <numerusform>%n refus plus anciens sont dans le fichier que vous pouvez exporter.</numerusform>
        </translation>
    </message>
    <message>
        <source>A day without a name: {what}</source>
        <translation>Un jour sans nom&#xa0;: {what}</translation>
    </message>
    <message>
        <source>{day}: {what}</source>
        <translation>{day}&#xa0;: {what}</translation>
    </message>
</context>
<context>
    <name>RegionChooser</name>
    <message>
        <source>Re&amp;gion:</source>
        <translation>Régi&amp;on&#xa0;:</translation>
    </message>
    <message>
        <source>Region of {campaign}</source>
        <translation>Région de {campaign}</translation>
    </message>
    <message>
        <source>{region} (yours)</source>
        <translation>{region} (la vôtre)</translation>
    </message>
    <message>
        <source>All regions together</source>
        <translation>Toutes les régions ensemble</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Fetch what is &amp;new</source>
        <translation>Récupérer les &amp;nouveautés</translation>
    </message>
    <message>
        <source>Everybody can see these totals: sums of the donors&apos; counts, with random noise added. The band says how far the noise may move a total, 95 times in 100. Your computer asks for the totals of all campaigns alike, so this does not show which you joined.</source>
        <translation>Tout le monde peut voir ces totaux&#xa0;: les sommes des décomptes des participants, avec un bruit aléatoire. La bande dit de combien le bruit peut déplacer un total, 95 fois sur 100. Votre ordinateur demande les totaux de toutes les campagnes de la même façon&#xa0;: cela ne montre donc pas auxquelles vous participez.</translation>
    </message>
    <message>
        <source>This is what is published now.</source>
        <translation>Voici ce qui est publié à présent.</translation>
    </message>
    <message>
        <source>The results can&apos;t be shown.</source>
        <translation>Les résultats ne peuvent pas être affichés.</translation>
    </message>
    <message>
        <source>&amp;Fetch them again</source>
        <translation>Les récupérer à &amp;nouveau</translation>
    </message>
    <message>
        <source>No results are kept here yet.</source>
        <translation>Aucun résultat n’est encore gardé ici.</translation>
    </message>
    <message>
        <source>When a campaign publishes a day&apos;s totals, you see here what came of it.</source>
        <translation>Quand une campagne publie les totaux d’un jour, vous voyez ici ce qu’il en est sorti.</translation>
    </message>
    <message>
        <source>&amp;Fetch what is published</source>
        <translation>Récupérer ce qui est &amp;publié</translation>
    </message>
    <message numerus="yes">
        <source>%n &amp;campaign(s) that you have not joined</source>
        <translation>
            <numerusform>%n &amp;campagne à laquelle vous ne participez pas</numerusform>
            <numerusform>%n &amp;campagnes auxquelles vous ne participez pas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowTexts</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n fois</numerusform>
            <numerusform>%n fois</numerusform>
        </translation>
    </message>
    <message>
        <source>open</source>
        <translation>ouvert</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>fermé</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>%n other keyword(s)</source>
        <translation>
            <numerusform>%n autre mot-clé</numerusform>
            <numerusform>%n autres mots-clés</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n mot-clé</numerusform>
            <numerusform>%n mots-clés</numerusform>
        </translation>
    </message>
    <message>
        <source>any of {keywords}</source>
        <translation>l’un de&#xa0;: {keywords}</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>toutes les recherches</translation>
    </message>
    <message>
        <source>taken out</source>
        <translation>retirées</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>non comptées</translation>
    </message>
    <message>
        <source>“{query}”</source>
        <translation>«&#xa0;{query}&#xa0;»</translation>
    </message>
    <message>
        <source>nothing is given: {reason}</source>
        <translation>rien n’est donné&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>number only</source>
        <translation>nombre seulement</translation>
    </message>
    <message>
        <source>Day by day</source>
        <translation>Jour par jour</translation>
    </message>
    <message>
        <source>open to see why</source>
        <translation>ouvrir pour voir pourquoi</translation>
    </message>
    <message>
        <source>not joined: look at it</source>
        <translation>non rejointe&#xa0;: la voir</translation>
    </message>
    <message>
        <source>the week to {day}</source>
        <translation>la semaine jusqu’au {day}</translation>
    </message>
    <message>
        <source>the week to {day}, once more</source>
        <translation>la semaine jusqu’au {day}, encore une fois</translation>
    </message>
    <message>
        <source>does not count: {reason}</source>
        <translation>ne compte pas&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>{keyword} {count}</source>
        <translation>{keyword} {count}</translation>
    </message>
    <message>
        <source>counted before the history was cleared</source>
        <translation>compté avant que l’historique soit effacé</translation>
    </message>
    <message>
        <source>{counts}; {note}</source>
        <translation>{counts}&#xa0;; {note}</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a blocked word: does not count</source>
        <translation>{engine}, {browser}&#xa0;; un mot bloqué&#xa0;: ne compte pas</translation>
    </message>
    <message>
        <source>{engine}, {browser}; taken out: does not count</source>
        <translation>{engine}, {browser}&#xa0;; retirée&#xa0;: ne compte pas</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a search engine you left out: does not count</source>
        <translation>{engine}, {browser}&#xa0;; moteur de recherche exclu&#xa0;: ne compte pas</translation>
    </message>
    <message>
        <source>{engine}, {browser}; in hours you left out: does not count</source>
        <translation>{engine}, {browser}&#xa0;; à des heures exclues&#xa0;: ne compte pas</translation>
    </message>
    <message>
        <source>{engine}, {browser}; made in a pause: does not count</source>
        <translation>{engine}, {browser}&#xa0;; faite pendant une pause&#xa0;: ne compte pas</translation>
    </message>
    <message>
        <source>{engine}, {browser}</source>
        <translation>{engine}, {browser}</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a week</source>
        <translation>au-delà de la limite de recherches par semaine de cette campagne</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a day</source>
        <translation>au-delà de la limite de recherches par jour de cette campagne</translation>
    </message>
    <message>
        <source>not in what you agreed to send</source>
        <translation>pas dans ce que vous avez accepté d’envoyer</translation>
    </message>
    <message>
        <source>does not count for {keywords}: the campaign&apos;s limit for keywords is reached</source>
        <translation>ne compte pas pour {keywords}&#xa0;: la limite de la campagne pour les mots-clés est atteinte</translation>
    </message>
    <message>
        <source>does not count for {keywords}: not in what you agreed to send</source>
        <translation>ne compte pas pour {keywords}&#xa0;: pas dans ce que vous avez accepté d’envoyer</translation>
    </message>
    <message>
        <source>left out; can be restored</source>
        <translation>exclue&#xa0;; peut être restaurée</translation>
    </message>
</context>
<context>
    <name>SearchActions</name>
    <message>
        <source>Take &amp;out</source>
        <translation>Re&amp;tirer</translation>
    </message>
    <message>
        <source>&amp;Block a word…</source>
        <translation>&amp;Bloquer un mot…</translation>
    </message>
    <message>
        <source>Put b&amp;ack</source>
        <translation>Re&amp;mettre</translation>
    </message>
    <message>
        <source>Open a keyword to see the searches behind it. Choose one to take it out.</source>
        <translation>Ouvrez un mot-clé pour voir les recherches qu’il y a derrière. Choisissez-en une pour la retirer.</translation>
    </message>
    <message>
        <source>“{query}”, {time}, {engine}, {browser}</source>
        <translation>«&#xa0;{query}&#xa0;», {time}, {engine}, {browser}</translation>
    </message>
</context>
<context>
    <name>SendingChoice</name>
    <message>
        <source>Ask me f&amp;irst</source>
        <translation>Me demander d’a&amp;bord</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y</source>
        <translation>Envoyer a&amp;utomatiquement</translation>
    </message>
    <message>
        <source>You review each day&apos;s counts. A missed day sends only zeros.</source>
        <translation>Vous vérifiez les décomptes de chaque jour. Un jour manqué n’envoie que des zéros.</translation>
    </message>
    <message>
        <source>You can still look first, and withhold a day.</source>
        <translation>Vous pouvez quand même regarder avant, et retenir un jour.</translation>
    </message>
</context>
<context>
    <name>SendingSection</name>
    <message>
        <source>Sending</source>
        <translation>Envoi</translation>
    </message>
    <message>
        <source>&amp;Contact the server now</source>
        <translation>&amp;Contacter le serveur maintenant</translation>
    </message>
    <message>
        <source>Set a li&amp;mit in the privacy account</source>
        <translation>Fixer une &amp;limite dans le compte de confidentialité</translation>
    </message>
    <message numerus="yes">
        <source>The server was contacted; %n message(s) were sent.</source>
        <translation>
            <numerusform>Le serveur a été contacté&#xa0;; %n message a été envoyé.</numerusform>
            <numerusform>Le serveur a été contacté&#xa0;; %n messages ont été envoyés.</numerusform>
        </translation>
    </message>
    <message>
        <source>The server was contacted; there was nothing to send.</source>
        <translation>Le serveur a été contacté&#xa0;; il n’y avait rien à envoyer.</translation>
    </message>
    <message>
        <source>Until you join a campaign, a server is contacted only when you look at what it offers.</source>
        <translation>Tant que vous ne participez à aucune campagne, un serveur n’est contacté que quand vous regardez ce qu’il propose.</translation>
    </message>
    <message>
        <source>The app contacts the server about once a day, at a random time.</source>
        <translation>L’application contacte le serveur environ une fois par jour, à une heure choisie au hasard.</translation>
    </message>
    <message>
        <source>Next: {time}.</source>
        <translation>Prochaine fois&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>{why} {coming}</source>
        <translation>{why} {coming}</translation>
    </message>
    <message>
        <source>Last: {time}.</source>
        <translation>Dernière fois&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>{why} {done} {coming}</source>
        <translation>{why} {done} {coming}</translation>
    </message>
</context>
<context>
    <name>SendingStep</name>
    <message>
        <source>&amp;Join</source>
        <translation>&amp;Participer</translation>
    </message>
    <message>
        <source>How to send</source>
        <translation>Comment envoyer</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>Démarrer à l’ouverture de &amp;session</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Me le rappeler, au plus une fois par jour</translation>
    </message>
</context>
<context>
    <name>SentPage</name>
    <message>
        <source>Days</source>
        <translation>Jours</translation>
    </message>
    <message>
        <source>E&amp;xport everything kept about you…</source>
        <translation>E&amp;xporter tout ce qui est gardé sur vous…</translation>
    </message>
    <message>
        <source>The counts are as they were before locking. They are kept on this computer alone.</source>
        <translation>Les décomptes sont tels qu’avant le verrouillage. Ils ne sont conservés que sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Enregistré dans {file}.</translation>
    </message>
    <message>
        <source>This can&apos;t be shown.</source>
        <translation>Ceci ne peut pas être affiché.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Regarder à n&amp;ouveau</translation>
    </message>
    <message>
        <source>No counts have left this computer.</source>
        <translation>Aucun décompte n’a quitté cet ordinateur.</translation>
    </message>
    <message>
        <source>What you send will be listed here, day by day, with the counts as they were before locking.</source>
        <translation>Ce que vous envoyez sera indiqué ici, jour par jour, avec les décomptes tels qu’avant le verrouillage.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>Fichiers JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Tr&amp;y again</source>
        <translation>Rées&amp;sayer</translation>
    </message>
    <message>
        <source>{campaigns}: there are new keywords. They count nothing until you agree.</source>
        <translation>{campaigns}&#xa0;: il y a de nouveaux mots-clés. Ils ne comptent rien avant votre accord.</translation>
    </message>
    <message>
        <source>&amp;Look at them</source>
        <translation>Les v&amp;oir</translation>
    </message>
</context>
<context>
    <name>SitesSection</name>
    <message>
        <source>Search engines left out</source>
        <translation>Moteurs de recherche exclus</translation>
    </message>
    <message>
        <source>Searches made there do not count. Only you see this list.</source>
        <translation>Les recherches faites là ne comptent pas. Vous seul voyez cette liste.</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>Exclure</translation>
    </message>
    <message>
        <source>Count it again</source>
        <translation>Compter de nouveau</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Moteur de recherche</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continuer</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} sur {count}</translation>
    </message>
    <message>
        <source>Page {place} of {count}</source>
        <translation>Page {place} sur {count}</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Retour</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>Keywords and how many times each is counted</source>
        <translation>Les mots-clés et combien de fois chacun est compté</translation>
    </message>
    <message>
        <source>This day can&apos;t be shown.</source>
        <translation>Ce jour ne peut pas être affiché.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Regarder à n&amp;ouveau</translation>
    </message>
    <message>
        <source>You have joined no campaign yet.</source>
        <translation>Vous ne participez encore à aucune campagne.</translation>
    </message>
    <message>
        <source>&amp;Join a campaign</source>
        <translation>&amp;Participer à une campagne</translation>
    </message>
    <message>
        <source>Nothing will be given of this day. You can change your mind until it is locked.</source>
        <translation>Rien ne sera donné de ce jour. Vous pouvez changer d’avis jusqu’à ce qu’il soit verrouillé.</translation>
    </message>
    <message>
        <source>Taken out. This search does not count.</source>
        <translation>Retirée. Cette recherche ne compte pas.</translation>
    </message>
    <message>
        <source>Blocked. Settings lists the blocked words.</source>
        <translation>Bloqué. Les réglages montrent les mots bloqués.</translation>
    </message>
    <message>
        <source>No counts leave this computer until you do.</source>
        <translation>D’ici là, aucun décompte ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Restored. Approved counts won&apos;t increase.</source>
        <translation>Rétablie. Les nombres approuvés n’augmentent pas.</translation>
    </message>
    <message>
        <source>Restored: this search counts again.</source>
        <translation>Rétablie&#xa0;: cette recherche compte à nouveau.</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Ouvrir</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reprendre</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
</context>
<context>
    <name>TroublePage</name>
    <message>
        <source>This app sends nothing until this is solved.</source>
        <translation>Cette application n’envoie rien tant que ce n’est pas résolu.</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Rées&amp;sayer</translation>
    </message>
    <message>
        <source>The app has stopped</source>
        <translation>L’application s’est arrêtée</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>WhereStep</name>
    <message>
        <source>&amp;Invitation code</source>
        <translation>Code d’&amp;invitation</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Participer</translation>
    </message>
    <message>
        <source>Link or &amp;address</source>
        <translation>&amp;Lien ou adresse</translation>
    </message>
    <message>
        <source>Link or address</source>
        <translation>Lien ou adresse</translation>
    </message>
    <message>
        <source>This server takes donors by invitation. Enter the code you were given.</source>
        <translation>On participe à ce serveur sur invitation. Saisissez le code que l’on vous a donné.</translation>
    </message>
    <message>
        <source>Invitation code</source>
        <translation>Code d’invitation</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Voir les campagnes</translation>
    </message>
    <message>
        <source>Looking at a link shows its server your internet address, but no searches.</source>
        <translation>Quand vous regardez, le serveur du lien voit votre adresse internet, mais aucune recherche.</translation>
    </message>
</context>
<context>
    <name>account</name>
    <message>
        <source>You have given nothing yet, so nothing has cost you anything.</source>
        <translation>Vous n’avez encore rien donné, donc rien ne vous a coûté quoi que ce soit.</translation>
    </message>
    <message>
        <source>You have set no limit of your own. Each campaign has one that you agreed to.</source>
        <translation>Vous n’avez fixé aucune limite personnelle. Chaque campagne en a une, que vous avez acceptée.</translation>
    </message>
    <message>
        <source>More than your limit of {limit} was given already: from now on zeros go out.</source>
        <translation>Plus que votre limite de {limit} a déjà été donné&#xa0;: à partir de maintenant, des zéros partent.</translation>
    </message>
    <message>
        <source>Your limit is {limit}. No campaign that you have joined goes on.</source>
        <translation>Votre limite est de {limit}. Aucune campagne à laquelle vous participez ne continue.</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>sans borne</translation>
    </message>
    <message>
        <source>Your limit is {limit}, and less than a day is left. Counts that don&apos;t fit are sent as zeros.</source>
        <translation>Votre limite est de {limit}, et il en reste moins d’un jour. Ce qui n’y tient pas est envoyé comme des zéros.</translation>
    </message>
</context>
<context>
    <name>app_status</name>
    <message>
        <source>You have joined no campaign. No counts leave this computer.</source>
        <translation>Vous ne participez à aucune campagne. Aucun décompte ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>This computer&apos;s clock is wrong. Set it right, or days are missed.</source>
        <translation>L’horloge de cet ordinateur est fausse. Mettez-la à l’heure, sinon des jours seront manqués.</translation>
    </message>
    <message>
        <source>A campaign has new keywords. They count nothing until you agree.</source>
        <translation>Une campagne a de nouveaux mots-clés. Ils ne comptent rien avant votre accord.</translation>
    </message>
    <message>
        <source>Paused until you resume. You give nothing.</source>
        <translation>En pause jusqu’à ce que vous repreniez. Vous ne donnez rien.</translation>
    </message>
    <message>
        <source>Paused until {time}. You give nothing.</source>
        <translation>En pause jusqu’au {time}. Vous ne donnez rien.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost; the app tries again soon.</source>
        <translation>Le serveur est injoignable. Rien n’est perdu&#xa0;; l’application réessaiera bientôt.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost. Next try: {time}.</source>
        <translation>Le serveur est injoignable. Rien n’est perdu. Prochain essai&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. The app tries again soon.</source>
        <translation>Le dernier contact avec le serveur a échoué. L’application réessaie bientôt.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. Nothing is lost. Next try: {time}.</source>
        <translation>Le dernier contact avec le serveur a échoué. Rien n’est perdu. Prochain essai&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>Your campaigns are finished. Thank you for taking part.</source>
        <translation>Vos campagnes sont terminées. Merci d’avoir participé.</translation>
    </message>
    <message>
        <source>The server is contacted soon.</source>
        <translation>Le serveur sera bientôt contacté.</translation>
    </message>
    <message>
        <source>All is well. Next contact with the server: {time}.</source>
        <translation>Tout va bien. Prochain contact avec le serveur&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>Your campaign has not begun yet. Next contact with the server: {time}.</source>
        <translation>Votre campagne n’a pas encore commencé. Prochain contact avec le serveur&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>The last days are still being sent. Next contact with the server: {time}.</source>
        <translation>Les derniers jours sont encore en cours d’envoi. Prochain contact avec le serveur&#xa0;: {time}.</translation>
    </message>
    <message>
        <source>There is a new version, {version}. Settings say where to get it.</source>
        <translation>Il y a une nouvelle version&#xa0;: {version}. Les réglages disent où la trouver.</translation>
    </message>
</context>
<context>
    <name>campaign</name>
    <message>
        <source>It starts on {day}.</source>
        <translation>Elle commence le {day}.</translation>
    </message>
    <message>
        <source>Counting is over. Its last days are still being sent.</source>
        <translation>On ne compte plus. Ses derniers jours sont encore en cours d’envoi.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what came of it.</source>
        <translation>Terminée, merci d’avoir participé. La page Résultats montre ce que cela a donné.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what will be published.</source>
        <translation>Terminée, merci d’avoir participé. La page Résultats montre ce qui sera publié.</translation>
    </message>
    <message>
        <source>The researchers end it early, on {day}.</source>
        <translation>Les chercheurs l’arrêtent plus tôt, le {day}.</translation>
    </message>
    <message>
        <source>The researchers ended it early, on {day}.</source>
        <translation>Les chercheurs l’ont arrêtée plus tôt, le {day}.</translation>
    </message>
    <message>
        <source>The server has not listed it since {day}: it was closed early, or is gone.</source>
        <translation>Le serveur ne l’affiche plus depuis le {day}&#xa0;: elle a été fermée plus tôt, ou n’existe plus.</translation>
    </message>
    <message>
        <source>I&apos;d rather not say</source>
        <translation>Je préfère ne pas le dire</translation>
    </message>
</context>
<context>
    <name>closing</name>
    <message>
        <source>The app then goes on in the background.</source>
        <translation>L’application continue alors en arrière-plan.</translation>
    </message>
    <message>
        <source>Keep donating without the window?</source>
        <translation>Continuer à donner sans la fenêtre&#xa0;?</translation>
    </message>
    <message>
        <source>If you quit, no counts go out until the app starts again.</source>
        <translation>Si vous quittez, aucun décompte ne part avant que l’application soit relancée.</translation>
    </message>
    <message>
        <source>You can change this in Settings.</source>
        <translation>Vous pouvez changer cela dans Réglages.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>&amp;Keep donating</source>
        <translation>&amp;Continuer à donner</translation>
    </message>
</context>
<context>
    <name>counted</name>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}; too little randomness was added for any promise.</source>
        <translation>
            <numerusform>Vous avez donné %n jour depuis le {day}&#xa0;; trop peu de hasard a été ajouté pour promettre quoi que ce soit.</numerusform>
            <numerusform>Vous avez donné %n jours depuis le {day}&#xa0;; trop peu de hasard a été ajouté pour promettre quoi que ce soit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.</source>
        <translation>
            <numerusform>Vous avez donné %n jour depuis le {day}&#xa0;: tant que le hasard promet peu sur l’ensemble.</numerusform>
            <numerusform>Vous avez donné %n jours depuis le {day}&#xa0;: tant que le hasard promet peu sur leur ensemble.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your limit is {limit}. It lasts at least %n more day(s).</source>
        <translation>
            <numerusform>Votre limite est de {limit}. Elle suffit pour au moins %n jour de plus.</numerusform>
            <numerusform>Votre limite est de {limit}. Elle suffit pour au moins %n jours de plus.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s)</source>
        <translation>
            <numerusform>%n semaine</numerusform>
            <numerusform>%n semaines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for you to look through.</source>
        <translation>
            <numerusform>%n jour attend votre vérification.</numerusform>
            <numerusform>%n jours attendent votre vérification.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) found.</source>
        <translation>
            <numerusform>%n recherche trouvée.</numerusform>
            <numerusform>%n recherches trouvées.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them count for keywords.</source>
        <translation>
            <numerusform>%n d’entre elles compte pour des mots-clés.</numerusform>
            <numerusform>%n d’entre elles comptent pour des mots-clés.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n other people&apos;s</source>
        <translation>
            <numerusform>ceux d’au moins %n autre personne</numerusform>
            <numerusform>ceux d’au moins %n autres personnes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) were sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n nombre verrouillé a été envoyé. Un serveur honnête ne le lit que dans une somme avec {people}.</numerusform>
            <numerusform>%n nombres verrouillés ont été envoyés. Un serveur honnête ne les lit que dans une somme avec {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) will be sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n nombre verrouillé sera envoyé. Un serveur honnête ne le lit que dans une somme avec {people}.</numerusform>
            <numerusform>%n nombres verrouillés seront envoyés. Un serveur honnête ne les lit que dans une somme avec {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n history file(s) could not be read. Their searches do not count.</source>
        <translation>
            <numerusform>%n fichier d’historique n’a pas pu être lu. Ses recherches ne comptent pas.</numerusform>
            <numerusform>%n fichiers d’historique n’ont pas pu être lus. Leurs recherches ne comptent pas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s) without totals</source>
        <translation>
            <numerusform>%n semaine sans totaux</numerusform>
            <numerusform>%n semaines sans totaux</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) without totals</source>
        <translation>
            <numerusform>%n jour sans totaux</numerusform>
            <numerusform>%n jours sans totaux</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. You have until {day} at least.</source>
        <translation>
            <numerusform>%n jour attend votre relecture. Vous avez au moins jusqu’au {day}.</numerusform>
            <numerusform>%n jours attendent votre relecture. Vous avez au moins jusqu’au {day}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. Today may be the last chance for one.</source>
        <translation>
            <numerusform>%n jour attend votre relecture. C’est peut-être le dernier jour pour le faire.</numerusform>
            <numerusform>%n jours attendent votre relecture. Pour l’un d’eux, c’est peut-être le dernier jour pour le faire.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review.</source>
        <translation>
            <numerusform>%n jour attend votre relecture.</numerusform>
            <numerusform>%n jours attendent votre relecture.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Approuver %n &amp;jour</numerusform>
            <numerusform>Approuver les %n &amp;jours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Envoyer %n &amp;jour</numerusform>
            <numerusform>Envoyer les %n &amp;jours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) counted as a number only.</source>
        <translation>
            <numerusform>%n recherche compte seulement comme nombre.</numerusform>
            <numerusform>%n recherches comptent seulement comme nombre.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</source>
        <translation>
            <numerusform>Vous avez donné %n jour depuis le {day}. Quelqu’un qui estimait à 50:50 que vos décomptes sont dans les résultats peut maintenant en être sûr à {percent}&#xa0;% au plus (sauf avec une probabilité d’un millionième).</numerusform>
            <numerusform>Vous avez donné %n jours depuis le {day}. Quelqu’un qui estimait à 50:50 que vos décomptes sont dans les résultats peut maintenant en être sûr à {percent}&#xa0;% au plus (sauf avec une probabilité d’un millionième).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) approved, {missed} not. Look at your days again.</source>
        <translation>
            <numerusform>%n jour approuvé, {missed} non. Regardez à nouveau vos jours.</numerusform>
            <numerusform>%n jours approuvés, {missed} non. Regardez à nouveau vos jours.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>erasing</name>
    <message>
        <source>Erase everything?</source>
        <translation>Tout effacer&#xa0;?</translation>
    </message>
    <message>
        <source>The server forgets you. Then your keys, your choices and your log are erased from this computer. If the server can&apos;t be reached, you are asked again.
This can&apos;t be undone. What can&apos;t be erased: locked counts that were added to a sum, and copies that your backups made.
Your browsers&apos; histories are not touched.</source>
        <translation>Le serveur vous oublie. Ensuite, vos clés, vos choix et votre journal sont effacés de cet ordinateur. Si le serveur est injoignable, la question vous est posée à nouveau.
C’est irréversible. Ce qui ne peut pas être effacé&#xa0;: les décomptes verrouillés qui ont été ajoutés à une somme, et les copies faites par vos sauvegardes.
Les historiques de vos navigateurs restent tels quels.</translation>
    </message>
    <message>
        <source>&amp;Erase everything</source>
        <translation>Tout &amp;effacer</translation>
    </message>
    <message>
        <source>I &amp;understand that this can&apos;t be undone</source>
        <translation>Je &amp;comprends que c’est irréversible</translation>
    </message>
    <message>
        <source>Erase this computer only?</source>
        <translation>Effacer seulement sur cet ordinateur&#xa0;?</translation>
    </message>
    <message>
        <source>Nothing is erased yet, because the server could not be told. {why}</source>
        <translation>Rien n’est encore effacé, car le serveur n’a pas pu être prévenu. {why}</translation>
    </message>
    <message>
        <source>You can try again later. Or erase this computer only, if the server is gone.</source>
        <translation>Vous pouvez réessayer plus tard. Ou effacez seulement sur cet ordinateur, si le serveur n’existe plus.</translation>
    </message>
    <message>
        <source>Without your keys, nobody can ask it to do so earlier.</source>
        <translation>Sans vos clés, personne ne peut lui demander de le faire plus tôt.</translation>
    </message>
    <message>
        <source>&amp;Erase this computer only</source>
        <translation>&amp;Effacer seulement ici</translation>
    </message>
    <message>
        <source>The server then keeps your public keys, and up to 60 days on which you were there. While it runs, it deletes them when it has not seen you for a long time, usually 180 days.</source>
        <translation>Le serveur garde alors vos clés publiques, et jusqu’à 60 jours où vous étiez là. Tant qu’il tourne, il les efface quand il ne vous a pas vu depuis longtemps, d’habitude 180 jours.</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>The server does not take this invitation. Nothing was joined. Ask for another one.</source>
        <translation>Le serveur n’accepte pas cette invitation. Vous n’avez rien rejoint. Demandez-en une autre.</translation>
    </message>
    <message>
        <source>The server is busy. Nothing is lost; the app tries again later.</source>
        <translation>Le serveur est occupé. Rien n’est perdu&#xa0;; l’application réessaiera plus tard.</translation>
    </message>
    <message>
        <source>The server refused: {why} Nothing is lost.</source>
        <translation>Le serveur a refusé&#xa0;: {why} Rien n’est perdu.</translation>
    </message>
    <message>
        <source>This address begins with http://, so others could listen. Nothing was sent. Use https://.</source>
        <translation>Cette adresse commence par http://, d’autres pourraient donc écouter. Rien n’a été envoyé. Utilisez https://.</translation>
    </message>
    <message>
        <source>This is no server&apos;s address. Nothing was sent.</source>
        <translation>Ce n’est pas l’adresse d’un serveur. Rien n’a été envoyé.</translation>
    </message>
    <message>
        <source>The server shows another key than when you joined. Nothing was sent. Ask who runs it.</source>
        <translation>Le serveur montre une autre clé que lors de votre inscription. Rien n’a été envoyé. Demandez aux personnes qui le gèrent.</translation>
    </message>
    <message>
        <source>The server has no campaign to join now. Nothing was joined; try again when it has.</source>
        <translation>Le serveur n’a pas de campagne en ce moment. Vous n’avez rien rejoint&#xa0;; réessayez quand il en aura une.</translation>
    </message>
    <message>
        <source>What this app had kept on this computer is damaged or gone, so it can&apos;t know what it has sent. What is left is set aside. Its keys are never used again, and nothing more is sent under them. You can begin anew and join again.</source>
        <translation>Ce que cette application gardait sur cet ordinateur est abîmé ou perdu, elle ne peut donc pas savoir ce qu’elle a envoyé. Ce qui reste est mis de côté. Ses clés ne serviront plus jamais, et plus rien n’est envoyé avec elles. Vous pouvez recommencer et participer à nouveau.</translation>
    </message>
    <message>
        <source>{host} was not found. Check the spelling, and that you are online.</source>
        <translation>{host} est introuvable. Vérifiez l’orthographe, et que vous êtes en ligne.</translation>
    </message>
    <message>
        <source>Nothing answers at {host}. Check the address, or try again later.</source>
        <translation>Rien ne répond à {host}. Vérifiez l’adresse, ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} does not answer as an encrypted server. Nothing was sent. Check the address and its port.</source>
        <translation>{host} ne répond pas comme un serveur chiffré. Rien n’a été envoyé. Vérifiez l’adresse et son port.</translation>
    </message>
    <message>
        <source>{host} can&apos;t prove that it is this server. Nothing was sent. If your Wi-Fi asks you to sign in, do that first. Else ask who runs the server.</source>
        <translation>{host} ne peut pas prouver qu’il est ce serveur. Rien n’a été envoyé. Si votre Wi-Fi demande une connexion, faites-la d’abord. Sinon, demandez à qui gère le serveur.</translation>
    </message>
    <message>
        <source>Something else answers at {host}. If your Wi-Fi asks you to sign in, do that first. Else check the address.</source>
        <translation>Autre chose répond à {host}. Si votre Wi-Fi demande une connexion, faites-la d’abord. Sinon, vérifiez l’adresse.</translation>
    </message>
    <message>
        <source>{host} broke off its answer. Try again later. If that goes on, check the address and its port.</source>
        <translation>{host} a interrompu sa réponse. Réessayez plus tard. Si cela continue, vérifiez l’adresse et son port.</translation>
    </message>
    <message>
        <source>{host} has a problem at the moment. Try again later.</source>
        <translation>{host} a un problème en ce moment. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} did not answer within 30 seconds. Try again later.</source>
        <translation>{host} n’a pas répondu en 30 secondes. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>{host} sends more than a donation server would. Check the address.</source>
        <translation>{host} envoie plus qu’un serveur de dons n’enverrait. Vérifiez l’adresse.</translation>
    </message>
    <message>
        <source>This version can&apos;t read the answer of {host}. See if there is a newer version, or check the address.</source>
        <translation>Cette version ne sait pas lire la réponse de {host}. Voyez s’il y a une version plus récente, ou vérifiez l’adresse.</translation>
    </message>
    <message>
        <source>This is no link to a server. Paste it as you got it, such as {example}.</source>
        <translation>Ce n’est pas un lien vers un serveur. Collez-le tel que vous l’avez reçu, par exemple {example}.</translation>
    </message>
    <message>
        <source>The server has changed its time zone since you joined. Nothing was sent. Ask who runs it.</source>
        <translation>Le serveur a changé de fuseau horaire depuis votre inscription. Rien n’a été envoyé. Demandez aux personnes qui le gèrent.</translation>
    </message>
    <message>
        <source>The server signs with a key that its identity does not confirm for today. Nothing was sent. Check this computer&apos;s date, or ask who runs the server.</source>
        <translation>Le serveur signe avec une clé que son identité ne confirme pas pour aujourd’hui. Rien n’a été envoyé. Vérifiez la date de cet ordinateur, ou demandez à ceux qui gèrent le serveur.</translation>
    </message>
    <message>
        <source>The server&apos;s key has run out. Nothing was sent, and nothing is lost. Check this computer&apos;s date, or tell the people who run the server.</source>
        <translation>La clé du serveur a expiré. Rien n’a été envoyé et rien n’est perdu. Vérifiez la date de cet ordinateur ou prévenez les personnes qui gèrent le serveur.</translation>
    </message>
    <message>
        <source>The server uses a key that it has replaced. Someone else may be answering for it. Nothing was sent. Ask the people who run the server.</source>
        <translation>Le serveur utilise une clé qu’il a remplacée. Quelqu’un d’autre répond peut-être à sa place. Rien n’a été envoyé. Demandez aux personnes qui le gèrent.</translation>
    </message>
    <message>
        <source>This computer&apos;s proxy can&apos;t be used. Nothing was sent. Correct the proxy settings, or turn the proxy off.</source>
        <translation>Le proxy de cet ordinateur ne peut pas être utilisé. Rien n’a été envoyé. Corrigez les réglages du proxy, ou désactivez-le.</translation>
    </message>
    <message>
        <source>A campaign would add you to a group that is too small to hide in. Nothing was joined.</source>
        <translation>Une campagne vous mettrait dans un groupe trop petit pour s’y cacher. Vous n’avez rien rejoint.</translation>
    </message>
    <message>
        <source>A campaign has keywords that this app can&apos;t count. Nothing was joined. Ask who runs it.</source>
        <translation>Une campagne a des mots-clés que cette application ne peut pas compter. Vous n’avez rien rejoint. Demandez aux personnes qui la mènent.</translation>
    </message>
    <message>
        <source>The server is being contacted already, maybe by the command line. Wait until that is done.</source>
        <translation>Le serveur est déjà en train d’être contacté, peut-être depuis la ligne de commande. Attendez que ce soit fini.</translation>
    </message>
    <message>
        <source>The counts of this day are locked already. What was sent can&apos;t be changed.</source>
        <translation>Les décomptes de ce jour sont déjà verrouillés. Ce qui a été envoyé ne peut plus changer.</translation>
    </message>
    <message>
        <source>No campaign that you have joined counts this day. There is nothing to decide.</source>
        <translation>Aucune campagne à laquelle vous participez ne compte ce jour. Il n’y a rien à décider.</translation>
    </message>
    <message>
        <source>Nothing can be sent of this day any more. Its time is over, or this computer was not there.</source>
        <translation>Plus rien ne peut être envoyé de ce jour. Son délai est passé, ou cet ordinateur n’était pas là.</translation>
    </message>
    <message>
        <source>That has no word in it. Nothing is blocked. Type a word to block.</source>
        <translation>Il n’y a aucun mot là-dedans. Rien n’est bloqué. Écrivez un mot à bloquer.</translation>
    </message>
    <message>
        <source>That is too long to block. Block one word of it.</source>
        <translation>C’est trop long pour être bloqué. Bloquez-en un seul mot.</translation>
    </message>
    <message>
        <source>This search is not in the history any more, so it does not count.</source>
        <translation>Cette recherche n’est plus dans l’historique, donc elle ne compte pas.</translation>
    </message>
    <message>
        <source>Some results can&apos;t be read by this version of the app. What was fetched before is kept.</source>
        <translation>Certains résultats ne peuvent pas être lus par cette version de l’application. Ce qui avait été récupéré avant est gardé.</translation>
    </message>
    <message>
        <source>The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first.</source>
        <translation>Le disque est plein. Rien n’est perdu, et rien n’est envoyé avant de pouvoir être noté. Faites d’abord de la place.</translation>
    </message>
    <message>
        <source>An earlier version of this app made {detail}, and this version can&apos;t use it. Nothing in it was changed. Move that folder away, start again and join again. The server keeps your old registration until it ends by itself.</source>
        <translation>Une version antérieure de cette application a créé {detail}, et cette version ne peut pas l’utiliser. Rien n’y a été changé. Déplacez ce dossier, redémarrez l’application et inscrivez-vous de nouveau. Le serveur garde votre ancienne inscription jusqu’à ce qu’elle prenne fin d’elle-même.</translation>
    </message>
    <message>
        <source>A newer version of this app changed {detail}. Nothing was sent, and nothing in it was changed. Install the newer version again.</source>
        <translation>Une version plus récente de cette application a modifié {detail}. Rien n’a été envoyé, et rien n’y a été changé. Réinstallez la version plus récente.</translation>
    </message>
    <message>
        <source>The keychain with your keys is locked. Nothing was sent. Unlock it and try again.</source>
        <translation>Le trousseau qui garde vos clés est verrouillé. Rien n’a été envoyé. Déverrouillez-le et réessayez.</translation>
    </message>
    <message>
        <source>The file can&apos;t be written there. Nothing was exported. Choose another place.</source>
        <translation>Le fichier ne peut pas être écrit à cet endroit. Rien n’a été exporté. Choisissez un autre endroit.</translation>
    </message>
    <message>
        <source>Whether this app starts when you log in can&apos;t be changed. It stays as it was.</source>
        <translation>Le démarrage de cette application à l’ouverture de session ne peut pas être changé. Il reste tel quel.</translation>
    </message>
    <message>
        <source>A file of this app can&apos;t be used ({detail}). Nothing is lost, and nothing is sent before it can be noted. Try again.</source>
        <translation>Un fichier de cette application ne peut pas être utilisé ({detail}). Rien n’est perdu, et rien n’est envoyé avant de pouvoir être noté. Réessayez.</translation>
    </message>
    <message>
        <source>Something went wrong in this app ({detail}). Nothing is lost. Try again.</source>
        <translation>Un problème est survenu dans cette application ({detail}). Rien n’est perdu. Réessayez.</translation>
    </message>
    <message>
        <source>The server asks for a newer version of this app. Nothing is sent until you update it. Your study&apos;s page has the new one.</source>
        <translation>Le serveur demande une version plus récente de cette application. Rien n’est envoyé tant que vous ne l’avez pas mise à jour. La nouvelle est sur la page de votre étude.</translation>
    </message>
</context>
<context>
    <name>jobs</name>
    <message>
        <source>Looking for browsers…</source>
        <translation>Recherche des navigateurs…</translation>
    </message>
    <message>
        <source>Contacting the server…</source>
        <translation>Contact avec le serveur…</translation>
    </message>
    <message>
        <source>Fetching what was published…</source>
        <translation>Récupération de ce qui a été publié…</translation>
    </message>
    <message>
        <source>Asking the server what it offers…</source>
        <translation>On demande au serveur ce qu’il propose…</translation>
    </message>
    <message>
        <source>Joining…</source>
        <translation>Inscription…</translation>
    </message>
    <message>
        <source>Writing your data to a file…</source>
        <translation>Écriture de vos données dans un fichier…</translation>
    </message>
    <message>
        <source>Erasing…</source>
        <translation>Effacement…</translation>
    </message>
</context>
<context>
    <name>joining</name>
    <message>
        <source>You have joined the campaign of your link already: {title}.</source>
        <translation>Vous participez déjà à la campagne de votre lien&#xa0;: {title}.</translation>
    </message>
    <message>
        <source>Your link names the campaign “{campaign}”, but this server doesn&apos;t offer it now.</source>
        <translation>Votre lien nomme la campagne «&#xa0;{campaign}&#xa0;», mais ce serveur ne la propose pas maintenant.</translation>
    </message>
</context>
<context>
    <name>pauses</name>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation>Jusqu’à &amp;demain</translation>
    </message>
    <message>
        <source>For a &amp;week</source>
        <translation>Pendant une &amp;semaine</translation>
    </message>
    <message>
        <source>Until I &amp;resume</source>
        <translation>Jusqu’à ce que je &amp;reprenne</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>you have paused</source>
        <translation>vous êtes en pause</translation>
    </message>
    <message>
        <source>you chose to send nothing</source>
        <translation>vous avez choisi de ne rien envoyer</translation>
    </message>
    <message>
        <source>you did not send it in time</source>
        <translation>vous ne l’avez pas envoyé à temps</translation>
    </message>
    <message>
        <source>you had paused, left, or not yet joined</source>
        <translation>vous étiez en pause, aviez quitté ou ne participiez pas encore</translation>
    </message>
    <message>
        <source>no browser history can be read</source>
        <translation>aucun historique de navigateur n’est lisible</translation>
    </message>
    <message>
        <source>your browser&apos;s extension gives this day</source>
        <translation>l’extension de votre navigateur donne ce jour</translation>
    </message>
    <message>
        <source>your own limit is reached</source>
        <translation>votre propre limite est atteinte</translation>
    </message>
    <message>
        <source>the limit you agreed to for this campaign is reached</source>
        <translation>la limite que vous avez acceptée pour cette campagne est atteinte</translation>
    </message>
    <message>
        <source>fewer people take part than it asks for</source>
        <translation>moins de personnes participent qu’elle n’en demande</translation>
    </message>
    <message>
        <source>you gave this week twice, or nothing of it the first time</source>
        <translation>vous avez donné cette semaine deux fois, ou rien la première fois</translation>
    </message>
    <message>
        <source>the day is outside of what you agreed to</source>
        <translation>le jour sort de ce que vous avez accepté</translation>
    </message>
    <message>
        <source>it is over</source>
        <translation>elle est finie</translation>
    </message>
    <message>
        <source>it has not begun yet</source>
        <translation>elle n’a pas encore commencé</translation>
    </message>
    <message>
        <source>it would protect you less than you agreed to</source>
        <translation>elle vous protégerait moins que convenu</translation>
    </message>
    <message>
        <source>it would add counts up in another way than you agreed to</source>
        <translation>elle additionnerait les décomptes autrement que convenu</translation>
    </message>
    <message>
        <source>its keywords are not those you agreed to</source>
        <translation>ses mots-clés ne sont pas ceux que vous avez acceptés</translation>
    </message>
    <message>
        <source>its regions are not those you agreed to</source>
        <translation>ses régions ne sont pas celles que vous avez acceptées</translation>
    </message>
    <message>
        <source>its days begin at other hours than you agreed to</source>
        <translation>ses jours commencent à d’autres heures que convenu</translation>
    </message>
    <message>
        <source>it is not what you agreed to ({reason})</source>
        <translation>ce n’est pas ce que vous avez accepté ({reason})</translation>
    </message>
    <message>
        <source>The round was not what an honest server asks for ({reason}). Nothing was sent. You need not do anything.</source>
        <translation>La demande n’était pas celle d’un serveur honnête ({reason}). Rien n’a été envoyé. Vous n’avez rien à faire.</translation>
    </message>
    <message>
        <source>too few people took part.</source>
        <translation>trop peu de personnes ont participé.</translation>
    </message>
    <message>
        <source>too few people came back in time.</source>
        <translation>trop peu de personnes sont revenues à temps.</translation>
    </message>
    <message>
        <source>the server was not running, or had to be restored.</source>
        <translation>le serveur était arrêté, ou a dû être restauré.</translation>
    </message>
    <message>
        <source>the campaign&apos;s privacy limit is used up.</source>
        <translation>la limite de confidentialité de la campagne est épuisée.</translation>
    </message>
    <message>
        <source>false counts spoiled every sum.</source>
        <translation>de faux décomptes ont gâché toutes les sommes.</translation>
    </message>
    <message>
        <source>too few helpers came back to unlock the sum.</source>
        <translation>trop peu d’aides sont revenues pour déverrouiller la somme.</translation>
    </message>
    <message>
        <source>fewer people took part than this campaign asks for.</source>
        <translation>moins de personnes ont participé que cette campagne n’en demande.</translation>
    </message>
    <message>
        <source>the sums had no room for this campaign.</source>
        <translation>les sommes n’avaient pas de place pour cette campagne.</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}&#xa0;: {why}</translation>
    </message>
    <message>
        <source>{what} ({reason}).</source>
        <translation>{what} ({reason}).</translation>
    </message>
    <message>
        <source>Its history is not where it was. Its searches do not count.</source>
        <translation>Son historique n’est plus là où il était. Ses recherches ne comptent pas.</translation>
    </message>
    <message>
        <source>Its history is empty. There is nothing to count yet.</source>
        <translation>Son historique est vide. Il n’y a encore rien à compter.</translation>
    </message>
    <message>
        <source>This app may not read its history. Its searches do not count until you allow that.</source>
        <translation>Cette application n’a pas le droit de lire son historique. Ses recherches ne comptent pas tant que vous ne le permettez pas.</translation>
    </message>
    <message>
        <source>Its history can&apos;t be read. Its searches do not count.</source>
        <translation>Son historique ne peut pas être lu. Ses recherches ne comptent pas.</translation>
    </message>
    <message>
        <source>You chose to send nothing for this day. Zeros went out, so that it does not show.</source>
        <translation>Vous avez choisi de ne rien envoyer pour ce jour. Des zéros sont partis, pour que cela ne se voie pas.</translation>
    </message>
    <message>
        <source>You did not send this day in time. Zeros went out, so that it does not show.</source>
        <translation>Vous n’avez pas envoyé ce jour à temps. Des zéros sont partis, pour que cela ne se voie pas.</translation>
    </message>
    <message>
        <source>No browser history could be read. Zeros went out. Look at your browsers in Settings.</source>
        <translation>Aucun historique de navigateur n’était lisible. Des zéros sont partis. Regardez vos navigateurs dans les réglages.</translation>
    </message>
    <message>
        <source>Your own limit is reached. Zeros went out. You can change the limit on the page Sent.</source>
        <translation>Votre propre limite est atteinte. Des zéros sont partis. Vous pouvez changer la limite sur la page «&#xa0;Envoyé&#xa0;».</translation>
    </message>
    <message>
        <source>The limit you agreed to for this campaign is reached. Zeros went out, and nothing more will be given to it.</source>
        <translation>La limite que vous avez acceptée pour cette campagne est atteinte. Des zéros sont partis, et plus rien ne lui sera donné.</translation>
    </message>
    <message>
        <source>The day is outside of what you agreed to. Zeros went out.</source>
        <translation>Le jour sort de ce que vous avez accepté. Des zéros sont partis.</translation>
    </message>
    <message>
        <source>You gave this week twice, or nothing of it the first time. Zeros went out.</source>
        <translation>Vous avez donné cette semaine deux fois, ou rien la première fois. Des zéros sont partis.</translation>
    </message>
    <message>
        <source>The server asked for this campaign twice in one day. Zeros went out. Tell the people who answer for the campaign.</source>
        <translation>Le serveur a demandé cette campagne deux fois pour un même jour. Des zéros sont partis. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>The campaign would protect you less than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campagne vous protégerait moins que ce que vous avez accepté. Des zéros sont partis. Regardez-la dans les réglages et acceptez à nouveau, ou quittez-la.</translation>
    </message>
    <message>
        <source>The campaign adds counts up in another way than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campagne additionne les décomptes autrement que ce que vous avez accepté. Des zéros sont partis. Regardez-la dans les réglages et acceptez à nouveau, ou quittez-la.</translation>
    </message>
    <message>
        <source>The campaign counts other keywords than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campagne compte d’autres mots-clés que ceux que vous avez acceptés. Des zéros sont partis. Regardez-la dans les réglages et acceptez à nouveau, ou quittez-la.</translation>
    </message>
    <message>
        <source>The campaign has other regions than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campagne a d’autres régions que celles que vous avez acceptées. Des zéros sont partis. Regardez-la dans les réglages et acceptez à nouveau, ou quittez-la.</translation>
    </message>
    <message>
        <source>The campaign&apos;s days begin at other hours than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Les jours de la campagne commencent à d’autres heures que celles que vous avez acceptées. Des zéros sont partis. Regardez-la dans les réglages et acceptez à nouveau, ou quittez-la.</translation>
    </message>
    <message>
        <source>The time for this day was over. Nothing was sent. You need not do anything.</source>
        <translation>Le délai pour ce jour était passé. Rien n’a été envoyé. Vous n’avez rien à faire.</translation>
    </message>
    <message>
        <source>Too few people were there to hide among. Nothing was sent.</source>
        <translation>Il y avait trop peu de personnes parmi lesquelles se cacher. Rien n’a été envoyé.</translation>
    </message>
    <message>
        <source>The server asked for a smaller sum than it may. Nothing was sent.</source>
        <translation>Le serveur a demandé une somme plus petite que permis. Rien n’a été envoyé.</translation>
    </message>
    <message>
        <source>Somebody in your group has another key than before. Nothing was sent.</source>
        <translation>Quelqu’un dans votre groupe a une autre clé qu’avant. Rien n’a été envoyé.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this day. Nothing more was sent. Tell the people who answer for the campaign.</source>
        <translation>Le serveur s’est contredit sur ce jour. Plus rien n’a été envoyé. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this week. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>Le serveur s’est contredit sur cette semaine. Rien n’a été envoyé. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>Your computer was asked to help unlock a sum that does not keep the rules. It did not help. You need not do anything.</source>
        <translation>On a demandé à votre ordinateur d’aider à déverrouiller une somme qui ne respecte pas les règles. Il n’a pas aidé. Vous n’avez rien à faire.</translation>
    </message>
    <message>
        <source>The server left your computer out of this week, though it had confirmed it. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>Le serveur a laissé votre ordinateur de côté cette semaine, alors qu’il l’avait confirmé. Rien n’a été envoyé. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>The server left out counts that it had confirmed. Your computer did not help to unlock that sum. Tell the people who answer for the campaign.</source>
        <translation>Le serveur a laissé de côté des décomptes qu’il avait confirmés. Votre ordinateur n’a pas aidé à déverrouiller cette somme. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>Too few people take part here for this campaign. Only random noise went out for it.</source>
        <translation>Trop peu de personnes participent ici pour cette campagne. Seul un bruit aléatoire est parti pour elle.</translation>
    </message>
    <message>
        <source>More people took part than one sum can hold. Your counts were not taken. You need not do anything.</source>
        <translation>Plus de personnes ont participé qu’une somme n’en peut contenir. Vos décomptes n’ont pas été pris. Vous n’avez rien à faire.</translation>
    </message>
    <message>
        <source>This computer made a mistake and noticed it. Nothing was sent. It tries again at the next contact.</source>
        <translation>Cet ordinateur a fait une erreur et l’a remarquée. Rien n’a été envoyé. Il réessaiera au prochain contact.</translation>
    </message>
    <message>
        <source>The server confirmed other numbers than you sent. Tell the people who answer for the campaign.</source>
        <translation>Le serveur a confirmé d’autres nombres que ceux que vous avez envoyés. Dites-le aux personnes qui répondent de la campagne.</translation>
    </message>
    <message>
        <source>This day was locked once already. Nothing was sent a second time.</source>
        <translation>Ce jour avait déjà été verrouillé une fois. Rien n’a été envoyé une seconde fois.</translation>
    </message>
    <message>
        <source>Your browser&apos;s extension covers this day, so the app sent only zeros.</source>
        <translation>L’extension de votre navigateur se charge de ce jour. L’application n’a envoyé que des zéros.</translation>
    </message>
    <message>
        <source>The browser is using its history. Close the browser, or wait.</source>
        <translation>Le navigateur utilise son historique en ce moment. Fermez-le, ou attendez.</translation>
    </message>
</context>
<context>
    <name>reminders</name>
    <message>
        <source>A campaign that you joined ends on {day}.</source>
        <translation>Une campagne à laquelle vous participez se termine le {day}.</translation>
    </message>
    <message>
        <source>A campaign is over, and its results are here. Thank you for taking part.</source>
        <translation>Une campagne est terminée et ses résultats sont là. Merci de votre participation.</translation>
    </message>
    <message>
        <source>Nothing was given for a week. Open the app to see why.</source>
        <translation>Rien n’a été donné depuis une semaine. Ouvrez l’application pour savoir pourquoi.</translation>
    </message>
    <message>
        <source>The app keeps running. Its icon in the tray opens it. You can change this in Settings.</source>
        <translation>L’application reste active. Son icône dans la barre système l’ouvre. Vous pouvez changer cela dans Réglages.</translation>
    </message>
    <message>
        <source>The app keeps running. Start it again to open it. You can change this in Settings.</source>
        <translation>L’application reste active. Lancez-la de nouveau pour l’ouvrir. Vous pouvez changer cela dans Réglages.</translation>
    </message>
    <message>
        <source>Its icon in the tray opens the window.</source>
        <translation>Son icône dans la barre système ouvre la fenêtre.</translation>
    </message>
    <message>
        <source>To open its window, start the app again.</source>
        <translation>Pour ouvrir sa fenêtre, lancez l’application de nouveau.</translation>
    </message>
</context>
<context>
    <name>results</name>
    <message>
        <source>Reading what was published…</source>
        <translation>Lecture de ce qui a été publié…</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>{total} ± {half}</source>
        <translation>{total} ± {half}</translation>
    </message>
    <message>
        <source>{day}, not final yet</source>
        <translation>{day}, pas encore définitif</translation>
    </message>
    <message>
        <source>Week to</source>
        <translation>Semaine jusqu’au</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Jour</translation>
    </message>
    <message>
        <source>Each total is of a whole week, and stands at the week&apos;s Sunday.</source>
        <translation>Chaque total vaut pour une semaine entière et figure au dimanche de la semaine.</translation>
    </message>
    <message>
        <source>Some weeks are not final yet: counts of more people may still be added.</source>
        <translation>Certaines semaines ne sont pas encore définitives&#xa0;: des décomptes d’autres personnes peuvent encore s’y ajouter.</translation>
    </message>
    <message>
        <source>Some days are not final yet: counts of more people may still be added.</source>
        <translation>Certains jours ne sont pas encore définitifs&#xa0;: des décomptes d’autres personnes peuvent encore s’y ajouter.</translation>
    </message>
</context>
<context>
    <name>sent</name>
    <message>
        <source>Adding up your privacy account…</source>
        <translation>Calcul de votre compte de confidentialité…</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>envoyé</translation>
    </message>
    <message>
        <source>nothing given</source>
        <translation>rien donné</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>pas encore envoyé</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>pas confirmé</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>manqué</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>refusé</translation>
    </message>
    <message>
        <source>You took part without giving anything: zeros were sent.</source>
        <translation>Vous avez participé sans rien donner&#xa0;: des zéros ont été envoyés.</translation>
    </message>
    <message>
        <source>Not sent yet, or not yet confirmed by the server.</source>
        <translation>Pas encore envoyé, ou pas encore confirmé par le serveur.</translation>
    </message>
    <message>
        <source>This day was sent, but the server has not confirmed it. It may be in the sum.</source>
        <translation>Ce jour a été envoyé, mais le serveur ne l’a pas confirmé. Il est peut-être dans la somme.</translation>
    </message>
    <message>
        <source>Not sent yet. It goes out on {when}.</source>
        <translation>Pas encore envoyé. Ce jour part le {when}.</translation>
    </message>
    <message>
        <source>Your counts were locked and sent, and the server has confirmed them.</source>
        <translation>Vos décomptes ont été verrouillés et envoyés, et le serveur les a confirmés.</translation>
    </message>
    <message>
        <source>The totals of this day are published.</source>
        <translation>Les totaux de ce jour sont publiés.</translation>
    </message>
    <message>
        <source>More counts may still be added to them.</source>
        <translation>D’autres décomptes peuvent encore s’y ajouter.</translation>
    </message>
    <message>
        <source>Their sum is not published yet.</source>
        <translation>Leur somme n’est pas encore publiée.</translation>
    </message>
    <message>
        <source>Nothing was published of this week</source>
        <translation>Rien n’a été publié de cette semaine</translation>
    </message>
    <message>
        <source>Nothing was published of this day</source>
        <translation>Rien n’a été publié de ce jour</translation>
    </message>
    <message>
        <source>{total} ± {half} (95%)</source>
        <translation>{total} ± {half} (95 %)</translation>
    </message>
    <message>
        <source>Your counts were locked and sent. The server opens your group&apos;s sum.</source>
        <translation>Vos décomptes ont été verrouillés et envoyés. Le serveur ouvre la somme de votre groupe.</translation>
    </message>
    <message>
        <source>This computer was not there in time. No counts were sent.</source>
        <translation>Cet ordinateur n’était pas là à temps. Aucun décompte n’a été envoyé.</translation>
    </message>
    <message>
        <source>Nothing was given, because what was asked for was refused.</source>
        <translation>Rien n’a été donné, car ce qui était demandé a été refusé.</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>toutes les recherches</translation>
    </message>
    <message>
        <source>not published yet</source>
        <translation>pas encore publié</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>non publié</translation>
    </message>
</context>
<context>
    <name>tabs</name>
    <message>
        <source>&amp;Today</source>
        <translation>&amp;Aujourd’hui</translation>
    </message>
    <message>
        <source>&amp;Sent</source>
        <translation>&amp;Envoyé</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>&amp;Résultats</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>Ré&amp;glages</translation>
    </message>
</context>
<context>
    <name>terms</name>
    <message>
        <source>Each day, only your first {searches} searches count, each for at most {matches} keywords.</source>
        <translation>Chaque jour, seules vos {searches} premières recherches comptent, chacune pour au plus {matches} mots-clés.</translation>
    </message>
    <message>
        <source>Each day, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Chaque jour, seules vos {searches} premières recherches comptent. Le décompte d’un mot-clé ne dépasse pas {each}, et tous ensemble ne dépassent pas {hits}.</translation>
    </message>
    <message>
        <source>Your counts are locked and then added to those of at least {others} other people. The server can open only that sum.</source>
        <translation>Vos décomptes sont verrouillés, puis ajoutés à ceux d’au moins {others} autres personnes. Le serveur ne peut ouvrir que cette somme.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a count by {half} or more.</source>
        <translation>L’ordinateur de chaque participant ajoute un peu de bruit aléatoire avant de verrouiller les décomptes. Personne ne voit donc de somme sans bruit, pas même le serveur. Le bruit peut déplacer un décompte de {half} ou plus.</translation>
    </message>
    <message>
        <source>A server that cheats could read most of your counts.</source>
        <translation>Un serveur qui triche pourrait lire la plupart de vos décomptes.</translation>
    </message>
    <message>
        <source>Each week, from Monday to Sunday, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Chaque semaine, du lundi au dimanche, seules vos {searches} premières recherches comptent. Le décompte d’un mot-clé ne dépasse pas {each}, et tous ensemble ne dépassent pas {hits}.</translation>
    </message>
    <message>
        <source>Your counts go out once a week. Until then, this computer keeps the counts of each day, and no searches.</source>
        <translation>Vos décomptes partent une fois par semaine. D’ici là, cet ordinateur garde les décomptes de chaque jour, et aucune recherche.</translation>
    </message>
    <message>
        <source>The noise is enough even if {share} in 100 people add none.</source>
        <translation>Le bruit suffit même si {share} personnes sur 100 n’en ajoutent pas.</translation>
    </message>
    <message>
        <source>All this protects you only if the server is honest about who takes part. So join only if you trust it.</source>
        <translation>Tout cela ne vous protège que si le serveur est honnête sur qui participe. Ne participez donc que si vous lui faites confiance.</translation>
    </message>
    <message>
        <source>A server that cheats could put you into a sum with people it made up, and so find out most of your counts. Nobody would notice.</source>
        <translation>Un serveur qui triche pourrait vous mettre dans une somme avec des personnes inventées, et découvrir ainsi la plupart de vos décomptes. Personne ne le remarquerait.</translation>
    </message>
    <message>
        <source>If someone stays away, only their counts are left out. If too few people take part, nothing is published.</source>
        <translation>Si quelqu’un est absent, seuls ses décomptes sont laissés de côté. Si trop peu de personnes participent, rien n’est publié.</translation>
    </message>
    <message>
        <source>In some weeks your computer helps to unlock the sums. Where few people take part, it helps every week. Then it contacts the server twice a day, for a few seconds each time.</source>
        <translation>Certaines semaines, votre ordinateur aide à déverrouiller les sommes. Si peu de personnes participent, il aide chaque semaine. Il contacte alors le serveur deux fois par jour, quelques secondes à chaque fois.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a keyword&apos;s count by {half} or more, the number of searches by {searches} or more, and the number of donors by {donors} or more.</source>
        <translation>L’ordinateur de chaque participant ajoute un peu de bruit aléatoire avant de verrouiller les décomptes. Personne ne voit donc de somme sans bruit, pas même le serveur. Le bruit peut déplacer le décompte d’un mot-clé de {half} ou plus, le nombre de recherches de {searches} ou plus et le nombre de participants de {donors} ou plus.</translation>
    </message>
    <message>
        <source>Your counts are locked together with those of at least {others} other people. The server opens the sum. It could also open sums of fewer people.</source>
        <translation>Vos décomptes sont verrouillés avec ceux d’au moins {others} autres personnes. Le serveur ouvre la somme. Il pourrait aussi ouvrir des sommes de moins de personnes.</translation>
    </message>
    <message>
        <source>If anyone in your group is missing, the whole group&apos;s day is lost.</source>
        <translation>S’il manque quelqu’un dans votre groupe, la journée de tout le groupe est perdue.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s exact sum, for each campaign and region, and adds random noise before it publishes. If you are the only one of your group there, that sum is your counts, and the server could read them. If you do not want that, do not join.</source>
        <translation>Le serveur voit la somme exacte de votre groupe, pour chaque campagne et région, et ajoute un bruit aléatoire avant de publier. Si vous y êtes seul de votre groupe, cette somme n’est faite que de vos décomptes, et le serveur pourrait les lire. Si vous ne le voulez pas, ne vous inscrivez pas.</translation>
    </message>
    <message>
        <source>Privacy limit of this campaign: {cost}. Up to 1 is strong protection. At 10 you rely mainly on the other people in the sum. The app keeps the account.</source>
        <translation>Limite de confidentialité de cette campagne&#xa0;: {cost}. Jusqu’à 1, la protection est forte. À 10, vous dépendez surtout des autres personnes de la somme. L’application tient le compte.</translation>
    </message>
    <message>
        <source>The chance that the results tell more about you than we say is at most 1 in {times}.</source>
        <translation>La probabilité que les résultats en disent plus sur vous que promis est d’au plus 1 sur {times}.</translation>
    </message>
    <message>
        <source>From the results, someone could be almost sure that your counts are in them.</source>
        <translation>D’après les résultats, quelqu’un pourrait être presque sûr que vos décomptes y sont.</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure (barring a tiny chance).</source>
        <translation>Quelqu’un qui estimait à 50:50 que vos décomptes sont dans les résultats peut en être sûr à {percent}&#xa0;% au plus (sauf probabilité infime).</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure.</source>
        <translation>Quelqu’un qui estimait à 50:50 que vos décomptes sont dans les résultats peut en être sûr à {percent}&#xa0;% au plus.</translation>
    </message>
    <message>
        <source>Alone in your group? The server could read your counts.</source>
        <translation>Seul dans votre groupe&#xa0;? Le serveur pourrait lire vos décomptes.</translation>
    </message>
</context>
<context>
    <name>today</name>
    <message>
        <source>{day}</source>
        <translation>{day}</translation>
    </message>
    <message>
        <source>{day}: waits for you</source>
        <translation>{day}&#xa0;: vous attend</translation>
    </message>
    <message>
        <source>{day}: nothing will be given</source>
        <translation>{day}&#xa0;: rien ne sera donné</translation>
    </message>
    <message>
        <source>{day}: sent</source>
        <translation>{day}&#xa0;: envoyé</translation>
    </message>
    <message>
        <source>{day}: nothing was given</source>
        <translation>{day}&#xa0;: rien n’a été donné</translation>
    </message>
    <message>
        <source>{day}: goes out with its week</source>
        <translation>{day}&#xa0;: part avec sa semaine</translation>
    </message>
    <message>
        <source>{found} {matching}</source>
        <translation>{found} {matching}</translation>
    </message>
    <message>
        <source>The numbers of this day are locked and sent. What you keep out now does not change them.</source>
        <translation>Les nombres de ce jour sont verrouillés et envoyés. Ce que vous écartez maintenant ne les change pas.</translation>
    </message>
    <message>
        <source>Only you can see this. It stays on this computer.</source>
        <translation>Vous seul pouvez voir cela. Cela reste sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Only you can see this. Searches never leave this computer. Counts leave it only when they are sent, and locked.</source>
        <translation>Vous seul pouvez voir cela. Les recherches ne quittent jamais cet ordinateur. Les décomptes ne le quittent qu’à l’envoi, et verrouillés.</translation>
    </message>
    <message>
        <source>The week that ends with this day goes out with it.</source>
        <translation>La semaine qui se termine ce jour-là part avec lui.</translation>
    </message>
    <message>
        <source>A week is asked for once more. Its totals could not be published the first time. Its privacy cost is charged again.</source>
        <translation>Une semaine est demandée encore une fois. Ses totaux n’ont pas pu être publiés la première fois. Son coût pour la vie privée est compté une nouvelle fois.</translation>
    </message>
    <message>
        <source>This day goes out with its week. There is nothing to decide before {day}.</source>
        <translation>Ce jour part avec sa semaine. Il n’y a rien à décider avant cette date&#xa0;: {day}.</translation>
    </message>
    <message>
        <source>You can decide until {day}. After that, only zeros are sent.</source>
        <translation>Vous pouvez décider jusqu’au {day}. Après, seuls des zéros sont envoyés.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent, on {when}.</source>
        <translation>Vous ne donnez rien de ce jour. Seuls des zéros sont envoyés, le {when}.</translation>
    </message>
    <message>
        <source>Approved or not, it goes out then and not at once. So the time does not show whether you gave anything.</source>
        <translation>Approuvé ou non, il part à ce moment-là et pas tout de suite. Le moment ne montre donc pas si vous avez donné quelque chose.</translation>
    </message>
    <message>
        <source>None of your campaigns counts this day. There is nothing to send.</source>
        <translation>Aucune de vos campagnes ne compte ce jour. Il n’y a rien à envoyer.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent.</source>
        <translation>Vous ne donnez rien de ce jour. Seuls des zéros sont envoyés.</translation>
    </message>
    <message>
        <source>{day}: approved</source>
        <translation>{day}&#xa0;: accepté</translation>
    </message>
    <message>
        <source>This was sent.</source>
        <translation>Ceci a été envoyé.</translation>
    </message>
    <message>
        <source>Nothing was given of this day: zeros went out.</source>
        <translation>Rien n’a été donné de ce jour&#xa0;: des zéros sont partis.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over yet. Send what you have now, or come back tomorrow.</source>
        <translation>La journée n’est pas finie. Envoyez maintenant ce que vous avez, ou revenez demain.</translation>
    </message>
    <message>
        <source>It goes out on {when}: your counts if you approve them before, else zeros.</source>
        <translation>Il part le {when}&#xa0;: avec vos décomptes si vous les approuvez avant, sinon avec des zéros.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over. It goes out on {when}. You can approve it now, or look again tomorrow.</source>
        <translation>Ce jour n’est pas fini. Il part le {when}. Vous pouvez l’approuver maintenant, ou regarder à nouveau demain.</translation>
    </message>
    <message>
        <source>These counts go out when the server asks for them.</source>
        <translation>Ces décomptes partent quand le serveur les demande.</translation>
    </message>
    <message>
        <source>These counts go out on {when}.</source>
        <translation>Ces nombres partent le {when}.</translation>
    </message>
    <message>
        <source>Your computer helps to unlock this week&apos;s sums, until {day}. That takes two short contacts a day, a few seconds each.</source>
        <translation>Votre ordinateur aide à déverrouiller les sommes de cette semaine, jusqu’au {day}. Cela demande deux brefs contacts par jour, de quelques secondes chacun.</translation>
    </message>
    <message>
        <source>{campaign}: {progress}</source>
        <translation>{campaign}&#xa0;: {progress}</translation>
    </message>
    <message>
        <source>Too few people have joined so far. No counts are sent yet.</source>
        <translation>Trop peu de personnes participent pour l’instant. Aucun décompte n’est encore envoyé.</translation>
    </message>
    <message>
        <source>Paused until {time}. You take part without giving anything.</source>
        <translation>En pause jusqu’au {time}. Vous participez sans rien donner.</translation>
    </message>
    <message>
        <source>Paused. You take part without giving anything until you resume.</source>
        <translation>En pause. Vous participez sans rien donner jusqu’à ce que vous repreniez.</translation>
    </message>
    <message>
        <source>No browser history can be read, so nothing is given of this day. Look at your browsers in Settings.</source>
        <translation>Aucun historique de navigateur n’est lisible, donc rien n’est donné de ce jour. Regardez vos navigateurs dans les réglages.</translation>
    </message>
    <message>
        <source>A limit is reached, so nothing is given to a campaign. The page Sent shows your account.</source>
        <translation>Une limite est atteinte, donc rien n’est donné à une campagne. La page «&#xa0;Envoyé&#xa0;» montre votre compte.</translation>
    </message>
    <message>
        <source>The server was last reached on {day}. Your counts stay here, and days may be missed until it is again.</source>
        <translation>Le serveur a été joint pour la dernière fois le {day}. Vos décomptes restent ici, et des jours peuvent être manqués tant qu’il ne l’est pas à nouveau.</translation>
    </message>
    <message>
        <source>Counting your searches…</source>
        <translation>Décompte de vos recherches…</translation>
    </message>
    <message>
        <source>These counts go out once the day is over and the server asks for them. Later searches won&apos;t be added.</source>
        <translation>Ces nombres partent quand le jour est fini et que le serveur les demande. Les recherches suivantes ne s’ajoutent pas.</translation>
    </message>
    <message>
        <source>It is sent automatically once the day is over.</source>
        <translation>Part automatiquement une fois le jour fini.</translation>
    </message>
    <message>
        <source>These counts go out on {when}. Later searches won&apos;t be added.</source>
        <translation>Ces nombres partent le {when}. Les recherches suivantes ne s’ajoutent pas.</translation>
    </message>
    <message>
        <source>It is sent automatically on {when}.</source>
        <translation>Il part automatiquement le {when}.</translation>
    </message>
    <message>
        <source>Open {day}</source>
        <translation>Ouvrir {day}</translation>
    </message>
    <message>
        <source>You can decide until {day} at least.</source>
        <translation>Vous pouvez décider au moins jusqu’au {day}.</translation>
    </message>
    <message>
        <source>No keyword counts. {searches}</source>
        <translation>Aucun mot-clé ne compte. {searches}</translation>
    </message>
    <message>
        <source>{keyword} {count}</source>
        <translation>{keyword} {count}</translation>
    </message>
    <message>
        <source>{keywords}. {searches}</source>
        <translation>{keywords}. {searches}</translation>
    </message>
    <message>
        <source>Approved. Each day says when it goes out.</source>
        <translation>Approuvé. Chaque jour indique quand il part.</translation>
    </message>
    <message>
        <source>A campaign gets nothing: {why}. Open this day to decide about it alone.</source>
        <translation>Une campagne ne reçoit rien&#xa0;: {why}. Ouvrez ce jour pour décider de lui seul.</translation>
    </message>
    <message>
        <source>The extension in {browser} is too old for this app. Searches that only it sees do not count. Update the extension.</source>
        <translation>L’extension de {browser} est trop ancienne pour cette application. Les recherches qu’elle seule voit ne comptent pas. Mettez l’extension à jour.</translation>
    </message>
    <message>
        <source>This app is too old for the extension in {browser}. Searches that only the extension sees do not count. Update this app.</source>
        <translation>Cette application est trop ancienne pour l’extension de {browser}. Les recherches que seule l’extension voit ne comptent pas. Mettez cette application à jour.</translation>
    </message>
</context>
</TS>
