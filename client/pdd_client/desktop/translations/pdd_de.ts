<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>About</source>
        <translation>Über diese App</translation>
    </message>
    <message>
        <source>Private Data Donor {version}. Free software under the Apache licence 2.0.</source>
        <translation>Private Data Donor {version}. Freie Software unter der Apache-Lizenz 2.0.</translation>
    </message>
    <message>
        <source>It counts words in your searches, locks the counts, and sends them. They are added to other people&apos;s, and the server opens only the sum. How it works, who sees what, and what it does not protect against is written in its documentation.</source>
        <translation>Diese App zählt Wörter in deinen Suchen, verschließt die Zahlen und sendet sie. Der Server addiert sie zu denen anderer Menschen und öffnet nur die Summe. Wie das geht, wer was sieht und wovor es nicht schützt, steht in der Dokumentation.</translation>
    </message>
    <message>
        <source>At most once a day, an installed app asks your server for the newest version. It does not say who asks or which version you have. Like any website, the server sees your internet address. The app installs nothing by itself.</source>
        <translation>Höchstens einmal am Tag fragt eine installierte App deinen Server nach der neuesten Version. Dabei sagt sie nicht, wer fragt und welche Version du hast. Wie jede Website sieht der Server deine Internetadresse. Die App installiert nichts von selbst.</translation>
    </message>
    <message>
        <source>Version {version} is there. Your server says you can get it here: {address}</source>
        <translation>Es gibt Version {version}. Dein Server sagt, du bekommst sie hier: {address}</translation>
    </message>
</context>
<context>
    <name>AccountView</name>
    <message>
        <source>Your privacy account is being added up.</source>
        <translation>Dein Privatsphäre-Konto wird zusammengerechnet.</translation>
    </message>
    <message>
        <source>Privacy cost of all days given, by month</source>
        <translation>Privatsphäre-Kosten aller gegebenen Tage, nach Monaten</translation>
    </message>
    <message>
        <source>Privacy cost by campaign</source>
        <translation>Privatsphäre-Kosten nach Kampagne</translation>
    </message>
    <message>
        <source>Set as my li&amp;mit</source>
        <translation>Als meine Grenze &amp;setzen</translation>
    </message>
    <message>
        <source>&amp;Without a limit</source>
        <translation>&amp;Ohne Grenze</translation>
    </message>
    <message>
        <source>Limit of all cam&amp;paigns together:</source>
        <translation>Grenze aller &amp;Kampagnen zusammen:</translation>
    </message>
    <message>
        <source>Limit of all campaigns together</source>
        <translation>Grenze aller Kampagnen zusammen</translation>
    </message>
    <message>
        <source>Privacy account</source>
        <translation>Privatsphäre-Konto</translation>
    </message>
    <message>
        <source>Nobody but you sees this account.</source>
        <translation>Niemand außer dir sieht dieses Konto.</translation>
    </message>
    <message>
        <source>your limit</source>
        <translation>deine Grenze</translation>
    </message>
    <message>
        <source>privacy cost</source>
        <translation>Privatsphäre-Kosten</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Kampagne</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Privacy cost</source>
        <translation>Privatsphäre-Kosten</translation>
    </message>
    <message>
        <source>Limit you agreed to</source>
        <translation>Grenze, der du zugestimmt hast</translation>
    </message>
</context>
<context>
    <name>AgreedDialog</name>
    <message>
        <source>What you agreed to</source>
        <translation>Wozu du zugestimmt hast</translation>
    </message>
    <message>
        <source>You agreed on {time}.</source>
        <translation>Du hast am {time} zugestimmt.</translation>
    </message>
    <message>
        <source>Your region: {region}</source>
        <translation>Deine Region: {region}</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
</context>
<context>
    <name>AppSection</name>
    <message>
        <source>This app</source>
        <translation>Diese App</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie im System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>&amp;Farben</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>&amp;Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Then no counts go out until the app starts again.</source>
        <translation>Dann gehen keine Zahlen hinaus, bis die App wieder startet.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>&amp;Fetch what the campaigns publish</source>
        <translation>Abr&amp;ufen, was die Kampagnen veröffentlichen</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Erinnere mich, höchstens einmal am Tag</translation>
    </message>
    <message>
        <source>&amp;Keep running when the window is closed</source>
        <translation>Weiter&amp;laufen, wenn das Fenster geschlossen wird</translation>
    </message>
    <message>
        <source>To start this app when you log in, add it in your desktop&apos;s own settings.</source>
        <translation>Damit diese App beim Anmelden startet, füge sie in den Einstellungen deines Desktops hinzu.</translation>
    </message>
    <message>
        <source>Light, more contrast</source>
        <translation>Hell, mehr Kontrast</translation>
    </message>
    <message>
        <source>Dark, more contrast</source>
        <translation>Dunkel, mehr Kontrast</translation>
    </message>
</context>
<context>
    <name>BlockDialog</name>
    <message>
        <source>Block a word</source>
        <translation>Ein Wort sperren</translation>
    </message>
    <message>
        <source>From now on, searches with the word you tick do not count.</source>
        <translation>Von jetzt an zählen Suchen mit dem Wort, das du ankreuzt, nicht mehr.</translation>
    </message>
    <message>
        <source>Tick several to leave out only searches with all of them. Only you see this list.</source>
        <translation>Kreuze mehrere an, um nur Suchen mit allen davon auszulassen. Nur du siehst diese Liste.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Sperren</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
</context>
<context>
    <name>BlockedSection</name>
    <message>
        <source>Blocked words</source>
        <translation>Gesperrte Wörter</translation>
    </message>
    <message>
        <source>Searches with these words do not count. Only you see this list.</source>
        <translation>Suchen mit diesen Wörtern zählen nicht. Nur du siehst diese Liste.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Sperren</translation>
    </message>
    <message>
        <source>&amp;Unblock</source>
        <translation>En&amp;tsperren</translation>
    </message>
    <message>
        <source>&amp;Word to block</source>
        <translation>Zu sperrendes &amp;Wort</translation>
    </message>
    <message>
        <source>Word to block</source>
        <translation>Zu sperrendes Wort</translation>
    </message>
    <message>
        <source>A word, or words that occur together</source>
        <translation>Ein Wort, oder mehrere zusammen</translation>
    </message>
</context>
<context>
    <name>BrowserList</name>
    <message>
        <source>No browser was found here. Once there is one that keeps a history, it shows up. Until then you give nothing.</source>
        <translation>Hier wurde kein Browser gefunden. Sobald es einen gibt, der einen Verlauf führt, erscheint er hier. Bis dahin gibst du nichts.</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%n Profil</numerusform>
            <numerusform>%n Profile</numerusform>
        </translation>
    </message>
    <message>
        <source>{browser}, {profiles}</source>
        <translation>{browser}, {profiles}</translation>
    </message>
    <message>
        <source>Count the searches of {browser}</source>
        <translation>Die Suchen von {browser} zählen</translation>
    </message>
    <message>
        <source>Count the searches of the profile {profile} of {browser}</source>
        <translation>Die Suchen des Profils {profile} von {browser} zählen</translation>
    </message>
    <message numerus="yes">
        <source>%n of its profiles can&apos;t be read. Searches made there do not count.</source>
        <translation>
            <numerusform>%n seiner Profile lässt sich nicht lesen. Suchen dort zählen nicht.</numerusform>
            <numerusform>%n seiner Profile lassen sich nicht lesen. Suchen dort zählen nicht.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BrowsersSection</name>
    <message>
        <source>Browsers</source>
        <translation>Browser</translation>
    </message>
    <message>
        <source>Browsers and profiles that you switch off are left out of all days not sent yet.</source>
        <translation>Browser und Profile, die du abschaltest, zählen für keinen Tag, der noch nicht gesendet ist.</translation>
    </message>
</context>
<context>
    <name>BrowsersStep</name>
    <message>
        <source>Your browsers</source>
        <translation>Deine Browser</translation>
    </message>
    <message>
        <source>Which browsers may be counted? Their history is only read, on this computer.</source>
        <translation>Welche Browser dürfen gezählt werden? Der Verlauf wird nur gelesen, auf diesem Computer.</translation>
    </message>
</context>
<context>
    <name>Calendar</name>
    <message>
        <source>E&amp;arlier</source>
        <translation>&amp;Früher</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>S&amp;päter</translation>
    </message>
    <message>
        <source>Earlier month</source>
        <translation>Früherer Monat</translation>
    </message>
    <message>
        <source>Later month</source>
        <translation>Späterer Monat</translation>
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
        <translation>Alles, dem du zustimmst</translation>
    </message>
    <message>
        <source>More about the campaign</source>
        <translation>Mehr über die Kampagne</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) are counted</source>
        <translation>
            <numerusform>%n Stichwort wird gezählt</numerusform>
            <numerusform>%n Stichwörter werden gezählt</numerusform>
        </translation>
    </message>
    <message>
        <source>Each becomes a number, and so does how many searches you made. The server also keeps your public keys, and on which of the last 60 days you were there.</source>
        <translation>Jedes wird zu einer Zahl, und ebenso, wie viele Suchen du gemacht hast. Der Server merkt sich außerdem deine öffentlichen Schlüssel, und an welchen der letzten 60 Tage du da warst.</translation>
    </message>
    <message>
        <source>The server is not told your region. It stays hidden in the locked numbers.</source>
        <translation>Dem Server wird deine Region nicht gesagt. In den verschlossenen Zahlen bleibt sie verborgen.</translation>
    </message>
    <message>
        <source>Your privacy</source>
        <translation>Deine Privatsphäre</translation>
    </message>
    <message>
        <source>It runs from {start} to {end}. Only days from now on count.</source>
        <translation>Die Kampagne läuft vom {start} bis zum {end}. Nur Tage von jetzt an zählen.</translation>
    </message>
    <message>
        <source>Ethics: {ethics}</source>
        <translation>Ethik: {ethics}</translation>
    </message>
    <message>
        <source>Contact: {contact}</source>
        <translation>Kontakt: {contact}</translation>
    </message>
    <message>
        <source>Who is responsible</source>
        <translation>Wer verantwortlich ist</translation>
    </message>
    <message>
        <source>Paid for by: {funding}</source>
        <translation>Bezahlt von: {funding}</translation>
    </message>
    <message>
        <source>Data protection notice: {address}</source>
        <translation>Hinweise zum Datenschutz: {address}</translation>
    </message>
    <message>
        <source>Licence of the results: {licence}</source>
        <translation>Lizenz der Ergebnisse: {licence}</translation>
    </message>
    <message>
        <source>How to stop</source>
        <translation>Wie du aufhörst</translation>
    </message>
    <message>
        <source>Pause, block a word, or leave a campaign whenever you like, without a reason. You can also erase everything, here and at the server. What is in a sum stays there.</source>
        <translation>Mach Pause, sperre ein Wort oder verlasse eine Kampagne, wann du willst und ohne Grund. Du kannst auch alles löschen, hier und beim Server. Was in einer Summe ist, bleibt darin.</translation>
    </message>
</context>
<context>
    <name>CampaignView</name>
    <message>
        <source>Published totals of {campaign}</source>
        <translation>Veröffentlichte Summen von {campaign}</translation>
    </message>
    <message>
        <source>Show as a ta&amp;ble</source>
        <translation>Als &amp;Tabelle zeigen</translation>
    </message>
    <message>
        <source>Published totals of {campaign}, as a table</source>
        <translation>Veröffentlichte Summen von {campaign}, als Tabelle</translation>
    </message>
    <message>
        <source>Nothing has been published yet.</source>
        <translation>Noch ist nichts veröffentlicht.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Menschen</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Suchen</translation>
    </message>
</context>
<context>
    <name>CampaignsSection</name>
    <message>
        <source>Campaigns and server</source>
        <translation>Kampagnen und Server</translation>
    </message>
    <message>
        <source>&amp;Join another campaign</source>
        <translation>&amp;An einer weiteren Kampagne teilnehmen</translation>
    </message>
    <message>
        <source>{name}, {address}</source>
        <translation>{name}, {address}</translation>
    </message>
    <message>
        <source>You have joined no server.</source>
        <translation>Du bist bei keinem Server dabei.</translation>
    </message>
    <message numerus="yes">
        <source>%n other campaign(s) can be joined.</source>
        <translation>
            <numerusform>An %n weiteren Kampagne kannst du teilnehmen.</numerusform>
            <numerusform>An %n weiteren Kampagnen kannst du teilnehmen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left on {day}. It gets nothing from you.</source>
        <translation>Verlassen am {day}. Die Kampagne bekommt nichts von dir.</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n Stichwort</numerusform>
            <numerusform>%n Stichwörter</numerusform>
        </translation>
    </message>
    <message>
        <source>no region</source>
        <translation>keine Region</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; its last day was {end}.</source>
        <translation>Dabei seit {day}; {keywords}; {region}; letzter Tag war {end}.</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; runs until {end}.</source>
        <translation>Dabei seit {day}; {keywords}; {region}; läuft bis {end}.</translation>
    </message>
    <message numerus="yes">
        <source>Look at %n new keyword(s)</source>
        <translation>
            <numerusform>%n neues Stichwort ansehen</numerusform>
            <numerusform>%n neue Stichwörter ansehen</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at what has changed</source>
        <translation>Ansehen, was sich geändert hat</translation>
    </message>
    <message>
        <source>Leave this campaign</source>
        <translation>Diese Kampagne verlassen</translation>
    </message>
    <message>
        <source>Leave {title}</source>
        <translation>{title} verlassen</translation>
    </message>
    <message>
        <source>Completion code: {code}</source>
        <translation>Abschlusscode: {code}</translation>
    </message>
    <message numerus="yes">
        <source>Completion code: you were there on {there} of %n day(s).</source>
        <translation>
            <numerusform>Abschlusscode: Du warst an {there} von %n Tag da.</numerusform>
            <numerusform>Abschlusscode: Du warst an {there} von %n Tagen da.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everybody who is there on so many days is told the same code. It says nothing of your searches.</source>
        <translation>Wer an so vielen Tagen da ist, bekommt denselben Code. Er sagt nichts über deine Suchen.</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>The code is copied.</source>
        <translation>Der Code ist kopiert.</translation>
    </message>
    <message>
        <source>Leave {title}?</source>
        <translation>{title} verlassen?</translation>
    </message>
    <message>
        <source>It gets nothing from you from now on, and the server is not told. What was added to a sum stays in it. You can join again; days before that will not count.</source>
        <translation>Die Kampagne bekommt von jetzt an nichts mehr von dir, und dem Server wird nichts davon gesagt. Was zu einer Summe addiert ist, bleibt darin. Du kannst wieder teilnehmen; die Tage davor zählen dann nicht.</translation>
    </message>
    <message>
        <source>&amp;Leave</source>
        <translation>&amp;Verlassen</translation>
    </message>
    <message>
        <source>Read what you agreed to</source>
        <translation>Lesen, wozu du zugestimmt hast</translation>
    </message>
</context>
<context>
    <name>ChartBox</name>
    <message>
        <source>Point at the chart, or use its arrow keys, to read the numbers of a day.</source>
        <translation>Zeige auf das Diagramm oder nimm seine Pfeiltasten, um die Zahlen eines Tages zu lesen.</translation>
    </message>
</context>
<context>
    <name>ChooseStep</name>
    <message>
        <source>What it offers</source>
        <translation>Was er anbietet</translation>
    </message>
    <message>
        <source>{server} has no campaign that you have not joined. Come back later.</source>
        <translation>{server} hat keine Kampagne, an der du nicht schon teilnimmst. Komm später wieder.</translation>
    </message>
    <message>
        <source>{server} asks for these. You will see each one in full first.</source>
        <translation>{server} bittet um diese. Du siehst jede zuerst vollständig.</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, bis {day}</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Show another keyword of {campaign}</source>
        <translation>Ein weiteres Stichwort von {campaign} zeigen</translation>
    </message>
    <message>
        <source>a keyword of this campaign</source>
        <translation>ein Stichwort daraus</translation>
    </message>
    <message>
        <source>Show another &amp;keyword:</source>
        <translation>Weiteres &amp;Stichwort zeigen:</translation>
    </message>
    <message>
        <source>This campaign has no such keyword. Type a part of one to see some.</source>
        <translation>Diese Kampagne hat kein solches Stichwort. Tippe einen Teil davon, um welche zu sehen.</translation>
    </message>
    <message>
        <source>Hide {keyword}</source>
        <translation>{keyword} ausblenden</translation>
    </message>
</context>
<context>
    <name>ConsentStep</name>
    <message>
        <source>Your region</source>
        <translation>Deine Region</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>I agree to {title}</source>
        <translation>Ich stimme {title} zu</translation>
    </message>
    <message>
        <source>I &amp;agree</source>
        <translation>Ich &amp;stimme zu</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, bis {day}</translation>
    </message>
    <message>
        <source>Is that OK?</source>
        <translation>Ist das in Ordnung?</translation>
    </message>
    <message>
        <source>Yes, this privacy cost is OK</source>
        <translation>Ja, diese Privatsphäre-Kosten sind in Ordnung</translation>
    </message>
    <message>
        <source>Re&amp;gion</source>
        <translation>Re&amp;gion</translation>
    </message>
</context>
<context>
    <name>DataSection</name>
    <message>
        <source>Your data</source>
        <translation>Deine Daten</translation>
    </message>
    <message>
        <source>E&amp;xport my data…</source>
        <translation>&amp;Meine Daten exportieren…</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Alles lös&amp;chen…</translation>
    </message>
    <message>
        <source>It is in {folder}: your choices and what was sent, and no search. Besides you, only this computer&apos;s administrators can read it.</source>
        <translation>Alles liegt in {folder}: deine Entscheidungen und was gesendet wurde, aber keine Suche. Außer dir kann es nur lesen, wer diesen Computer verwaltet.</translation>
    </message>
    <message>
        <source>Your data is in {file}.</source>
        <translation>Deine Daten sind in {file}.</translation>
    </message>
    <message>
        <source>Export my data</source>
        <translation>Meine Daten exportieren</translation>
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
        <translation>Diese &amp;Zahlen senden</translation>
    </message>
    <message>
        <source>Send &amp;nothing for this day</source>
        <translation>Für diesen Tag ni&amp;chts senden</translation>
    </message>
    <message>
        <source>&amp;How does this work?</source>
        <translation>&amp;Wie funktioniert das?</translation>
    </message>
    <message>
        <source>See what &amp;came of it</source>
        <translation>Ansehen, was daraus &amp;wurde</translation>
    </message>
    <message>
        <source>Appro&amp;ve these counts</source>
        <translation>Diesen Zahlen &amp;zustimmen</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y from now on</source>
        <translation>Ab jetzt automatisch &amp;senden</translation>
    </message>
</context>
<context>
    <name>DayDetails</name>
    <message>
        <source>This day goes out with its week, which ends on {day}.</source>
        <translation>Dieser Tag geht mit seiner Woche hinaus. Die Woche endet am {day}.</translation>
    </message>
    <message>
        <source>You had not joined yet, or the day is still to come.</source>
        <translation>Du warst noch nicht dabei, oder der Tag kommt erst noch.</translation>
    </message>
    <message>
        <source>What you gave to {campaign}</source>
        <translation>Was du {campaign} gegeben hast</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Stichwort</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Du</translation>
    </message>
    <message>
        <source>Everybody, as published</source>
        <translation>Alle, veröffentlicht</translation>
    </message>
    <message>
        <source>The counts of the whole week from {first} to {last}.</source>
        <translation>Die Zahlen der ganzen Woche vom {first} bis zum {last}.</translation>
    </message>
    <message>
        <source>All other keywords were sent as zeros.</source>
        <translation>Alle anderen Stichwörter wurden als Nullen gesendet.</translation>
    </message>
</context>
<context>
    <name>ErasedPage</name>
    <message>
        <source>Everything is erased</source>
        <translation>Alles ist gelöscht</translation>
    </message>
    <message>
        <source>The server has forgotten you. Your keys, choices and log are gone from this computer.</source>
        <translation>Der Server hat dich vergessen. Deine Schlüssel, Entscheidungen und dein Protokoll sind von diesem Computer verschwunden.</translation>
    </message>
    <message>
        <source>Your keys, choices and log are gone from this computer.</source>
        <translation>Deine Schlüssel, deine Entscheidungen und dein Protokoll sind von diesem Computer verschwunden.</translation>
    </message>
    <message>
        <source>Locked counts that were added to a sum stay in it.</source>
        <translation>Verschlossene Zahlen, die zu einer Summe addiert sind, bleiben darin.</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>&amp;Neu beginnen</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>How does this work?</source>
        <translation>Wie funktioniert das?</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Your computer counts how often you searched for each keyword. The searches stay here.</source>
        <translation>Dein Computer zählt, wie oft du nach jedem Stichwort gesucht hast. Die Suchen bleiben hier.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of all the people in your group are added up.</source>
        <translation>Die Zahlen werden verschlossen, bevor sie hinausgehen: Jede sieht zufällig aus. Erst wenn die aller Menschen in deiner Gruppe addiert sind, sagen sie etwas.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s sum for each campaign and region. If you are the only one of your group there, that sum is your counts. Everybody sees the day&apos;s totals. The server adds random noise to them first.</source>
        <translation>Der Server sieht die Summe deiner Gruppe für jede Kampagne und Region. Bist du dort allein in deiner Gruppe, besteht die Summe nur aus deinen Zahlen. Alle sehen die Summen des Tages. Vorher fügt der Server zufälliges Rauschen hinzu.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of many people are added up.</source>
        <translation>Die Zahlen werden verschlossen, bevor sie hinausgehen: Jede sieht zufällig aus. Erst wenn die vieler Menschen addiert sind, sagen sie etwas.</translation>
    </message>
    <message>
        <source>Every donor&apos;s computer adds a bit of random noise before it locks its numbers. So nobody sees a sum without noise, not even the server.</source>
        <translation>Der Computer jedes Teilnehmenden fügt etwas zufälliges Rauschen hinzu, bevor er die Zahlen verschließt. So sieht niemand eine Summe ohne Rauschen, auch der Server nicht.</translation>
    </message>
    <message>
        <source>Each week some computers help to unlock the sums. Where few people take part, all of them do. They see nobody&apos;s counts.</source>
        <translation>Jede Woche helfen einige Computer, die Summen aufzuschließen. Nehmen wenige Menschen teil, helfen alle. Dabei sehen sie von niemandem die Zahlen.</translation>
    </message>
    <message>
        <source>Keywords that count nothing are sent as zeros in the same message, and so are campaigns that you have not joined. So the message does not show what you searched for, or what you take part in.</source>
        <translation>Stichwörter, die nichts zählen, gehen als Nullen in derselben Nachricht hinaus, und ebenso Kampagnen, an denen du nicht teilnimmst. So zeigt die Nachricht nicht, wonach du gesucht hast oder woran du teilnimmst.</translation>
    </message>
    <message>
        <source>Once locked numbers are added up, nobody can take them out again, not even you.</source>
        <translation>Sind verschlossene Zahlen einmal addiert, kann niemand sie wieder herausnehmen, auch du nicht.</translation>
    </message>
    <message>
        <source>Do others use this computer? Their searches in a browser that is counted count as yours. Each person needs an account or a browser of their own.</source>
        <translation>Nutzen auch andere diesen Computer? Deren Suchen in einem Browser, der gezählt wird, zählen als deine. Jede Person braucht ein eigenes Konto oder einen eigenen Browser.</translation>
    </message>
</context>
<context>
    <name>ExtensionsSection</name>
    <message>
        <source>Browser extension</source>
        <translation>Browser-Erweiterung</translation>
    </message>
    <message>
        <source>Is the extension Private Data Donor in one of your browsers? Connected, it shows this app your searches when they are counted, and donates nothing itself: each search counts once. Switch it on here, and then in the extension&apos;s settings.</source>
        <translation>Ist die Erweiterung Private Data Donor in einem deiner Browser? Verbunden zeigt sie dieser App deine Suchen, wenn sie gezählt werden, und spendet selbst nichts: Jede Suche zählt einmal. Schalte sie hier ein, und dann in den Einstellungen der Erweiterung.</translation>
    </message>
    <message>
        <source>No browser was found here that can have it.</source>
        <translation>Hier wurde kein Browser gefunden, der sie haben kann.</translation>
    </message>
    <message>
        <source>{browser}: connected now</source>
        <translation>{browser}: jetzt verbunden</translation>
    </message>
    <message>
        <source>{browser}: update the extension. Searches that only it sees do not count.</source>
        <translation>{browser}: Aktualisiere die Erweiterung. Suchen, die nur sie sieht, zählen nicht.</translation>
    </message>
    <message>
        <source>{browser}: update this app. Searches that only the extension sees do not count.</source>
        <translation>{browser}: Aktualisiere diese App. Suchen, die nur die Erweiterung sieht, zählen nicht.</translation>
    </message>
    <message>
        <source>&amp;Save ids</source>
        <translation>Kennungen &amp;speichern</translation>
    </message>
    <message>
        <source>Ids of the extension from a store, or built by you</source>
        <translation>Kennungen der Erweiterung aus einem Store oder selbst gebaut</translation>
    </message>
    <message>
        <source>Ids of the extension</source>
        <translation>Kennungen der Erweiterung</translation>
    </message>
    <message>
        <source>Only enter ids that you know. An extension with such an id can make the app count wrongly.</source>
        <translation>Trage nur Kennungen ein, die du kennst. Eine Erweiterung mit so einer Kennung kann die App falsch zählen lassen.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>&amp;Fortsetzen</translation>
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
        <translation>Ausgelassene Stunden</translation>
    </message>
    <message>
        <source>Searches made in these hours do not count. Only you see this.</source>
        <translation>Suchen in diesen Stunden zählen nicht. Nur du siehst das.</translation>
    </message>
    <message>
        <source>Leave out some hours of each day</source>
        <translation>Jeden Tag einige Stunden auslassen</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Choose two times that differ.</source>
        <translation>Wähle zwei verschiedene Uhrzeiten.</translation>
    </message>
    <message>
        <source>The clock of this computer decides.</source>
        <translation>Es gilt die Uhr dieses Computers.</translation>
    </message>
</context>
<context>
    <name>IntroStep</name>
    <message>
        <source>How it works</source>
        <translation>So funktioniert es</translation>
    </message>
    <message>
        <source>Researchers ask how often people search for words like “flu”. This app counts that. Your searches never leave this computer. Your counts are added to others&apos;. Only sums with random noise are published. Stop at any time.</source>
        <translation>Forschende fragen, wie oft Menschen nach Wörtern wie „Grippe“ suchen. Diese App zählt das. Deine Suchen verlassen nie diesen Computer. Deine Zahlen werden zu denen anderer addiert. Nur Summen mit zufälligem Rauschen werden veröffentlicht. Du kannst jederzeit aufhören.</translation>
    </message>
</context>
<context>
    <name>Joining</name>
    <message>
        <source>&amp;Join</source>
        <translation>&amp;Teilnehmen</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>{keyword} (new)</source>
        <translation>{keyword} (neu)</translation>
    </message>
    <message>
        <source>Find a keyword</source>
        <translation>Ein Stichwort finden</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n Stichwort</numerusform>
            <numerusform>%n Stichwörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{index}: any of %n keyword(s)</source>
        <translation>
            <numerusform>{index}: %n Stichwort</numerusform>
            <numerusform>{index}: eines von %n Stichwörtern</numerusform>
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
        <translation>{day}, noch nicht endgültig</translation>
    </message>
    <message>
        <source>{day}: {values}</source>
        <translation>{day}: {values}</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>{name} {value}, between {low} and {high}</source>
        <translation>{name} {value}, zwischen {low} und {high}</translation>
    </message>
    <message>
        <source>The arrow keys go from day to day.</source>
        <translation>Die Pfeiltasten gehen von Tag zu Tag.</translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation>Noch nichts zu zeigen.</translation>
    </message>
</context>
<context>
    <name>MonthModel</name>
    <message>
        <source>{day}: {what}</source>
        <translation>{day}: {what}</translation>
    </message>
</context>
<context>
    <name>NewKeywordsPage</name>
    <message>
        <source>Agreed. The changes hold from today on.</source>
        <translation>Zugestimmt. Die Änderungen gelten ab heute.</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>Nothing has changed: you have agreed to all that your campaigns count.</source>
        <translation>Nichts hat sich geändert: Du hast allem zugestimmt, was deine Kampagnen zählen.</translation>
    </message>
    <message>
        <source>&amp;Back to today</source>
        <translation>Z&amp;urück zu heute</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) were added. They count nothing until you agree.</source>
        <translation>
            <numerusform>%n Stichwort ist dazugekommen. Bis du zustimmst, zählt es nichts.</numerusform>
            <numerusform>%n Stichwörter sind dazugekommen. Bis du zustimmst, zählen sie nichts.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its privacy terms have changed. They are now:</source>
        <translation>Die Bedingungen der Kampagne zum Schutz deiner Privatsphäre haben sich geändert. Jetzt gilt:</translation>
    </message>
    <message>
        <source>Agree to the changes of {title}</source>
        <translation>Den Änderungen von {title} zustimmen</translation>
    </message>
    <message>
        <source>&amp;Agree</source>
        <translation>&amp;Zustimmen</translation>
    </message>
    <message>
        <source>More than keywords has changed. Read all of it before you agree.</source>
        <translation>Nicht nur Stichwörter haben sich geändert. Lies alles, bevor du zustimmst.</translation>
    </message>
    <message>
        <source>&amp;Read it all</source>
        <translation>Alles &amp;lesen</translation>
    </message>
    <message>
        <source>Read all of {title}</source>
        <translation>Alles von {title} lesen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Agr&amp;ee</source>
        <translation>Z&amp;ustimmen</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>&amp;Close this note</source>
        <translation>Hinweis sch&amp;ließen</translation>
    </message>
</context>
<context>
    <name>OwnServerStep</name>
    <message>
        <source>Join another campaign</source>
        <translation>An einer weiteren Kampagne teilnehmen</translation>
    </message>
    <message>
        <source>The server is asked what it offers. It sees your internet address, like any website. It learns nothing of your searches.</source>
        <translation>Der Server wird gefragt, was er anbietet. Er sieht deine Internetadresse, wie jede Website. Über deine Suchen erfährt er nichts.</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Ein anderer Server</translation>
    </message>
    <message>
        <source>You can give to one server at a time. To join at another, erase everything here first.</source>
        <translation>Du kannst immer nur einem Server spenden. Um bei einem anderen teilzunehmen, lösche hier zuerst alles.</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Alles lös&amp;chen…</translation>
    </message>
    <message>
        <source>Your link is of another server: {server}. To join there, erase everything here first.</source>
        <translation>Dein Link gehört zu einem anderen Server: {server}. Um dort mitzumachen, lösche hier zuerst alles.</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Kampagnen anzeigen</translation>
    </message>
</context>
<context>
    <name>PlainPage</name>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>&amp;No, go back</source>
        <translation>&amp;Nein, zurück</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>What was refused</source>
        <translation>Was abgelehnt wurde</translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) are in the file that you can export.</source>
        <translation>
            <numerusform>%n älterer Eintrag steht in der Datei, die du exportieren kannst.</numerusform>
            <numerusform>%n ältere Einträge stehen in der Datei, die du exportieren kannst.</numerusform>
        </translation>
    </message>
    <message>
        <source>A day without a name: {what}</source>
        <translation>Ein Tag ohne Namen: {what}</translation>
    </message>
    <message>
        <source>{day}: {what}</source>
        <translation>{day}: {what}</translation>
    </message>
</context>
<context>
    <name>RegionChooser</name>
    <message>
        <source>Re&amp;gion:</source>
        <translation>&amp;Region:</translation>
    </message>
    <message>
        <source>Region of {campaign}</source>
        <translation>Region von {campaign}</translation>
    </message>
    <message>
        <source>{region} (yours)</source>
        <translation>{region} (deine)</translation>
    </message>
    <message>
        <source>All regions together</source>
        <translation>Alle Regionen zusammen</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Fetch what is &amp;new</source>
        <translation>&amp;Neues abrufen</translation>
    </message>
    <message>
        <source>Everybody can see these totals: sums of the donors&apos; counts, with random noise added. The band says how far the noise may move a total, 95 times in 100. Your computer asks for the totals of all campaigns alike, so this does not show which you joined.</source>
        <translation>Diese Summen können alle sehen: Summen der Zahlen aller Teilnehmenden, mit zufälligem Rauschen. Das Band sagt, wie weit das Rauschen eine Summe verschieben kann, in 95 von 100 Fällen. Dein Computer fragt nach den Summen aller Kampagnen gleichermaßen, so verrät das nicht, an welchen du teilnimmst.</translation>
    </message>
    <message>
        <source>This is what is published now.</source>
        <translation>Das ist jetzt veröffentlicht.</translation>
    </message>
    <message>
        <source>The results can&apos;t be shown.</source>
        <translation>Die Ergebnisse lassen sich nicht zeigen.</translation>
    </message>
    <message>
        <source>&amp;Fetch them again</source>
        <translation>Noch einmal &amp;abrufen</translation>
    </message>
    <message>
        <source>No results are kept here yet.</source>
        <translation>Hier sind noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>When a campaign publishes a day&apos;s totals, you see here what came of it.</source>
        <translation>Wenn eine Kampagne die Summen eines Tages veröffentlicht, siehst du hier, was dabei herausgekommen ist.</translation>
    </message>
    <message>
        <source>&amp;Fetch what is published</source>
        <translation>&amp;Abrufen, was veröffentlicht ist</translation>
    </message>
    <message numerus="yes">
        <source>%n &amp;campaign(s) that you have not joined</source>
        <translation>
            <numerusform>%n &amp;Kampagne, an der du nicht teilnimmst</numerusform>
            <numerusform>%n &amp;Kampagnen, an denen du nicht teilnimmst</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowTexts</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n-mal</numerusform>
            <numerusform>%n-mal</numerusform>
        </translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>%n other keyword(s)</source>
        <translation>
            <numerusform>%n anderes Stichwort</numerusform>
            <numerusform>%n andere Stichwörter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n Stichwort</numerusform>
            <numerusform>%n Stichwörter</numerusform>
        </translation>
    </message>
    <message>
        <source>any of {keywords}</source>
        <translation>eines von: {keywords}</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>alle Suchen</translation>
    </message>
    <message>
        <source>taken out</source>
        <translation>herausgenommen</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>nicht gezählt</translation>
    </message>
    <message>
        <source>“{query}”</source>
        <translation>„{query}“</translation>
    </message>
    <message>
        <source>nothing is given: {reason}</source>
        <translation>es wird nichts gegeben: {reason}</translation>
    </message>
    <message>
        <source>number only</source>
        <translation>nur die Anzahl</translation>
    </message>
    <message>
        <source>Day by day</source>
        <translation>Tag für Tag</translation>
    </message>
    <message>
        <source>open to see why</source>
        <translation>öffnen zeigt, warum</translation>
    </message>
    <message>
        <source>not joined: look at it</source>
        <translation>nicht dabei: ansehen</translation>
    </message>
    <message>
        <source>the week to {day}</source>
        <translation>die Woche bis {day}</translation>
    </message>
    <message>
        <source>the week to {day}, once more</source>
        <translation>die Woche bis {day}, noch einmal</translation>
    </message>
    <message>
        <source>does not count: {reason}</source>
        <translation>zählt nicht: {reason}</translation>
    </message>
    <message>
        <source>{keyword} {count}</source>
        <translation>{keyword} {count}</translation>
    </message>
    <message>
        <source>counted before the history was cleared</source>
        <translation>gezählt, bevor der Verlauf gelöscht wurde</translation>
    </message>
    <message>
        <source>{counts}; {note}</source>
        <translation>{counts}; {note}</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a blocked word: does not count</source>
        <translation>{engine}, {browser}; ein gesperrtes Wort: zählt nicht</translation>
    </message>
    <message>
        <source>{engine}, {browser}; taken out: does not count</source>
        <translation>{engine}, {browser}; herausgenommen: zählt nicht</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a search engine you left out: does not count</source>
        <translation>{engine}, {browser}; ausgelassene Suchmaschine: zählt nicht</translation>
    </message>
    <message>
        <source>{engine}, {browser}; in hours you left out: does not count</source>
        <translation>{engine}, {browser}; in ausgelassenen Stunden: zählt nicht</translation>
    </message>
    <message>
        <source>{engine}, {browser}; made in a pause: does not count</source>
        <translation>{engine}, {browser}; während einer Pause: zählt nicht</translation>
    </message>
    <message>
        <source>{engine}, {browser}</source>
        <translation>{engine}, {browser}</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a week</source>
        <translation>über der Wochengrenze dieser Kampagne für Suchen</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a day</source>
        <translation>über der Tagesgrenze dieser Kampagne für Suchen</translation>
    </message>
    <message>
        <source>not in what you agreed to send</source>
        <translation>nicht in dem, was du senden wolltest</translation>
    </message>
    <message>
        <source>does not count for {keywords}: the campaign&apos;s limit for keywords is reached</source>
        <translation>zählt nicht für {keywords}: die Grenze der Kampagne für Stichwörter ist erreicht</translation>
    </message>
    <message>
        <source>does not count for {keywords}: not in what you agreed to send</source>
        <translation>zählt nicht für {keywords}: nicht in dem, was du senden wolltest</translation>
    </message>
    <message>
        <source>left out; can be restored</source>
        <translation>ausgelassen; lässt sich wiederherstellen</translation>
    </message>
</context>
<context>
    <name>SearchActions</name>
    <message>
        <source>Take &amp;out</source>
        <translation>Heraus&amp;nehmen</translation>
    </message>
    <message>
        <source>&amp;Block a word…</source>
        <translation>Wort &amp;sperren…</translation>
    </message>
    <message>
        <source>Put b&amp;ack</source>
        <translation>&amp;Zurücklegen</translation>
    </message>
    <message>
        <source>Open a keyword to see the searches behind it. Choose one to take it out.</source>
        <translation>Öffne ein Stichwort, um die Suchen dahinter zu sehen. Wähle eine aus, um sie herauszunehmen.</translation>
    </message>
    <message>
        <source>“{query}”, {time}, {engine}, {browser}</source>
        <translation>„{query}“, {time}, {engine}, {browser}</translation>
    </message>
</context>
<context>
    <name>SendingChoice</name>
    <message>
        <source>Ask me f&amp;irst</source>
        <translation>&amp;Zuerst mich fragen</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y</source>
        <translation>&amp;Von selbst senden</translation>
    </message>
    <message>
        <source>You review each day&apos;s counts. A missed day sends only zeros.</source>
        <translation>Du prüfst die Zahlen jedes Tages. Ein verpasster Tag sendet nur Nullen.</translation>
    </message>
    <message>
        <source>You can still look first, and withhold a day.</source>
        <translation>Du kannst trotzdem vorher nachsehen und einen Tag zurückhalten.</translation>
    </message>
</context>
<context>
    <name>SendingSection</name>
    <message>
        <source>Sending</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>&amp;Contact the server now</source>
        <translation>Server jetzt &amp;kontaktieren</translation>
    </message>
    <message>
        <source>Set a li&amp;mit in the privacy account</source>
        <translation>Grenze im &amp;Privatsphäre-Konto setzen</translation>
    </message>
    <message numerus="yes">
        <source>The server was contacted; %n message(s) were sent.</source>
        <translation>
            <numerusform>Der Server wurde kontaktiert; %n Nachricht wurde gesendet.</numerusform>
            <numerusform>Der Server wurde kontaktiert; %n Nachrichten wurden gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The server was contacted; there was nothing to send.</source>
        <translation>Der Server wurde kontaktiert; es gab nichts zu senden.</translation>
    </message>
    <message>
        <source>Until you join a campaign, a server is contacted only when you look at what it offers.</source>
        <translation>Bevor du an einer Kampagne teilnimmst, wird ein Server nur kontaktiert, wenn du ansiehst, was er anbietet.</translation>
    </message>
    <message>
        <source>The app contacts the server about once a day, at a random time.</source>
        <translation>Die App kontaktiert den Server etwa einmal am Tag, zu einer zufälligen Zeit.</translation>
    </message>
    <message>
        <source>Next: {time}.</source>
        <translation>Nächstes Mal: {time}.</translation>
    </message>
    <message>
        <source>{why} {coming}</source>
        <translation>{why} {coming}</translation>
    </message>
    <message>
        <source>Last: {time}.</source>
        <translation>Letztes Mal: {time}.</translation>
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
        <translation>&amp;Teilnehmen</translation>
    </message>
    <message>
        <source>How to send</source>
        <translation>Wie gesendet wird</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>&amp;Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Erinnere mich, höchstens einmal am Tag</translation>
    </message>
</context>
<context>
    <name>SentPage</name>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>E&amp;xport everything kept about you…</source>
        <translation>Alles über dich e&amp;xportieren…</translation>
    </message>
    <message>
        <source>The counts are as they were before locking. They are kept on this computer alone.</source>
        <translation>Die Zahlen sind so, wie sie vor dem Verschließen waren. Aufbewahrt werden sie nur auf diesem Computer.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Gespeichert in {file}.</translation>
    </message>
    <message>
        <source>This can&apos;t be shown.</source>
        <translation>Das lässt sich nicht zeigen.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Noch einmal &amp;ansehen</translation>
    </message>
    <message>
        <source>No counts have left this computer.</source>
        <translation>Keine Zahlen haben diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>What you send will be listed here, day by day, with the counts as they were before locking.</source>
        <translation>Was du sendest, steht dann hier, Tag für Tag, mit den Zahlen, wie sie vor dem Verschließen waren.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>JSON-Dateien (*.json)</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Tr&amp;y again</source>
        <translation>Noch einmal &amp;versuchen</translation>
    </message>
    <message>
        <source>{campaigns}: there are new keywords. They count nothing until you agree.</source>
        <translation>{campaigns}: Es gibt neue Stichwörter. Bis du zustimmst, zählen sie nichts.</translation>
    </message>
    <message>
        <source>&amp;Look at them</source>
        <translation>&amp;Ansehen</translation>
    </message>
</context>
<context>
    <name>SitesSection</name>
    <message>
        <source>Search engines left out</source>
        <translation>Ausgelassene Suchmaschinen</translation>
    </message>
    <message>
        <source>Searches made there do not count. Only you see this list.</source>
        <translation>Suchen dort zählen nicht. Nur du siehst diese Liste.</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>Auslassen</translation>
    </message>
    <message>
        <source>Count it again</source>
        <translation>Wieder zählen</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Suchmaschine</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} von {count}</translation>
    </message>
    <message>
        <source>Page {place} of {count}</source>
        <translation>Seite {place} von {count}</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>Keywords and how many times each is counted</source>
        <translation>Stichwörter und wie oft jedes gezählt ist</translation>
    </message>
    <message>
        <source>This day can&apos;t be shown.</source>
        <translation>Dieser Tag lässt sich nicht zeigen.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Noch einmal &amp;ansehen</translation>
    </message>
    <message>
        <source>You have joined no campaign yet.</source>
        <translation>Du nimmst noch an keiner Kampagne teil.</translation>
    </message>
    <message>
        <source>&amp;Join a campaign</source>
        <translation>&amp;An einer Kampagne teilnehmen</translation>
    </message>
    <message>
        <source>Nothing will be given of this day. You can change your mind until it is locked.</source>
        <translation>Von diesem Tag wird nichts gegeben. Du kannst es dir anders überlegen, bis er verschlossen ist.</translation>
    </message>
    <message>
        <source>Taken out. This search does not count.</source>
        <translation>Herausgenommen. Diese Suche zählt nicht.</translation>
    </message>
    <message>
        <source>Blocked. Settings lists the blocked words.</source>
        <translation>Gesperrt. Die gesperrten Wörter stehen in den Einstellungen.</translation>
    </message>
    <message>
        <source>No counts leave this computer until you do.</source>
        <translation>Bis dahin verlassen keine Zahlen diesen Computer.</translation>
    </message>
    <message>
        <source>Restored. Approved counts won&apos;t increase.</source>
        <translation>Wiederhergestellt. Freigegebene Zahlen werden nicht größer.</translation>
    </message>
    <message>
        <source>Restored: this search counts again.</source>
        <translation>Wiederhergestellt: Diese Suche zählt wieder.</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
</context>
<context>
    <name>TroublePage</name>
    <message>
        <source>This app sends nothing until this is solved.</source>
        <translation>Diese App sendet nichts, bis das gelöst ist.</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Noch einmal &amp;versuchen</translation>
    </message>
    <message>
        <source>The app has stopped</source>
        <translation>Die App ist angehalten</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>WhereStep</name>
    <message>
        <source>&amp;Invitation code</source>
        <translation>&amp;Einladungscode</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Teilnehmen</translation>
    </message>
    <message>
        <source>Link or &amp;address</source>
        <translation>&amp;Link oder Adresse</translation>
    </message>
    <message>
        <source>Link or address</source>
        <translation>Link oder Adresse</translation>
    </message>
    <message>
        <source>This server takes donors by invitation. Enter the code you were given.</source>
        <translation>Bei diesem Server nimmt man auf Einladung teil. Gib den Code ein, den du bekommen hast.</translation>
    </message>
    <message>
        <source>Invitation code</source>
        <translation>Einladungscode</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Kampagnen anzeigen</translation>
    </message>
    <message>
        <source>Looking at a link shows its server your internet address, but no searches.</source>
        <translation>Wenn du nachsiehst, sieht der Server des Links deine Internetadresse, aber keine Suchen.</translation>
    </message>
</context>
<context>
    <name>account</name>
    <message>
        <source>You have given nothing yet, so nothing has cost you anything.</source>
        <translation>Du hast noch nichts gegeben, also hat dich auch nichts etwas gekostet.</translation>
    </message>
    <message>
        <source>You have set no limit of your own. Each campaign has one that you agreed to.</source>
        <translation>Du hast keine eigene Grenze gesetzt. Jede Kampagne hat eine, der du zugestimmt hast.</translation>
    </message>
    <message>
        <source>More than your limit of {limit} was given already: from now on zeros go out.</source>
        <translation>Mehr als deine Grenze von {limit} ist schon gegeben: Von jetzt an gehen Nullen hinaus.</translation>
    </message>
    <message>
        <source>Your limit is {limit}. No campaign that you have joined goes on.</source>
        <translation>Deine Grenze ist {limit}. Keine Kampagne, an der du teilnimmst, läuft weiter.</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Your limit is {limit}, and less than a day is left. Counts that don&apos;t fit are sent as zeros.</source>
        <translation>Deine Grenze ist {limit}, und weniger als ein Tag ist übrig. Was nicht hineinpasst, wird als Nullen gesendet.</translation>
    </message>
</context>
<context>
    <name>app_status</name>
    <message>
        <source>You have joined no campaign. No counts leave this computer.</source>
        <translation>Du nimmst an keiner Kampagne teil. Keine Zahlen verlassen diesen Computer.</translation>
    </message>
    <message>
        <source>This computer&apos;s clock is wrong. Set it right, or days are missed.</source>
        <translation>Die Uhr dieses Computers geht falsch. Stelle sie richtig, sonst werden Tage verpasst.</translation>
    </message>
    <message>
        <source>A campaign has new keywords. They count nothing until you agree.</source>
        <translation>Eine Kampagne hat neue Stichwörter. Bis du zustimmst, zählen sie nichts.</translation>
    </message>
    <message>
        <source>Paused until you resume. You give nothing.</source>
        <translation>Pause, bis du fortsetzt. Du gibst nichts.</translation>
    </message>
    <message>
        <source>Paused until {time}. You give nothing.</source>
        <translation>Pause bis {time}. Du gibst nichts.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost; the app tries again soon.</source>
        <translation>Der Server ist nicht erreichbar. Nichts ist verloren; die App versucht es bald wieder.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost. Next try: {time}.</source>
        <translation>Der Server ist nicht erreichbar. Nichts ist verloren. Nächster Versuch: {time}.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. The app tries again soon.</source>
        <translation>Der letzte Kontakt mit dem Server ist gescheitert. Die App versucht es bald wieder.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. Nothing is lost. Next try: {time}.</source>
        <translation>Der letzte Kontakt mit dem Server ist gescheitert. Nichts ist verloren. Nächster Versuch: {time}.</translation>
    </message>
    <message>
        <source>Your campaigns are finished. Thank you for taking part.</source>
        <translation>Deine Kampagnen sind zu Ende. Danke fürs Mitmachen.</translation>
    </message>
    <message>
        <source>The server is contacted soon.</source>
        <translation>Der Server wird bald kontaktiert.</translation>
    </message>
    <message>
        <source>All is well. Next contact with the server: {time}.</source>
        <translation>Alles in Ordnung. Nächster Kontakt mit dem Server: {time}.</translation>
    </message>
    <message>
        <source>Your campaign has not begun yet. Next contact with the server: {time}.</source>
        <translation>Deine Kampagne hat noch nicht begonnen. Nächster Kontakt mit dem Server: {time}.</translation>
    </message>
    <message>
        <source>The last days are still being sent. Next contact with the server: {time}.</source>
        <translation>Die letzten Tage werden noch gesendet. Nächster Kontakt mit dem Server: {time}.</translation>
    </message>
    <message>
        <source>There is a new version, {version}. Settings say where to get it.</source>
        <translation>Es gibt eine neue Version: {version}. In den Einstellungen steht, wo.</translation>
    </message>
</context>
<context>
    <name>campaign</name>
    <message>
        <source>It starts on {day}.</source>
        <translation>Beginnt am {day}.</translation>
    </message>
    <message>
        <source>Counting is over. Its last days are still being sent.</source>
        <translation>Es wird nicht mehr gezählt. Die letzten Tage werden noch gesendet.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what came of it.</source>
        <translation>Zu Ende, danke fürs Mitmachen. Die Seite Ergebnisse zeigt, was daraus wurde.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what will be published.</source>
        <translation>Zu Ende, danke fürs Mitmachen. Die Seite Ergebnisse zeigt, was veröffentlicht wird.</translation>
    </message>
    <message>
        <source>The researchers end it early, on {day}.</source>
        <translation>Die Forschenden beenden sie früher, am {day}.</translation>
    </message>
    <message>
        <source>The researchers ended it early, on {day}.</source>
        <translation>Die Forschenden haben sie früher beendet, am {day}.</translation>
    </message>
    <message>
        <source>The server has not listed it since {day}: it was closed early, or is gone.</source>
        <translation>Der Server führt sie seit {day} nicht mehr auf: früher geschlossen oder weg.</translation>
    </message>
    <message>
        <source>I&apos;d rather not say</source>
        <translation>Möchte ich nicht sagen</translation>
    </message>
</context>
<context>
    <name>closing</name>
    <message>
        <source>The app then goes on in the background.</source>
        <translation>Die App läuft dann im Hintergrund weiter.</translation>
    </message>
    <message>
        <source>Keep donating without the window?</source>
        <translation>Ohne das Fenster weiter spenden?</translation>
    </message>
    <message>
        <source>If you quit, no counts go out until the app starts again.</source>
        <translation>Wenn du beendest, gehen keine Zahlen hinaus, bis die App wieder startet.</translation>
    </message>
    <message>
        <source>You can change this in Settings.</source>
        <translation>Das lässt sich in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Keep donating</source>
        <translation>&amp;Weiter spenden</translation>
    </message>
</context>
<context>
    <name>counted</name>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}; too little randomness was added for any promise.</source>
        <translation>
            <numerusform>Du hast seit dem {day} %n Tag gegeben; für ein Versprechen wurde zu wenig Zufall hinzugefügt.</numerusform>
            <numerusform>Du hast seit dem {day} %n Tage gegeben; für ein Versprechen wurde zu wenig Zufall hinzugefügt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.</source>
        <translation>
            <numerusform>Du hast seit dem {day} %n Tag gegeben: so viel, dass der Zufall über alles zusammen wenig verspricht.</numerusform>
            <numerusform>Du hast seit dem {day} %n Tage gegeben: so viele, dass der Zufall über alle zusammen wenig verspricht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your limit is {limit}. It lasts at least %n more day(s).</source>
        <translation>
            <numerusform>Deine Grenze ist {limit}. Das reicht noch mindestens %n Tag.</numerusform>
            <numerusform>Deine Grenze ist {limit}. Das reicht noch mindestens %n Tage.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s)</source>
        <translation>
            <numerusform>%n Woche</numerusform>
            <numerusform>%n Wochen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for you to look through.</source>
        <translation>
            <numerusform>%n Tag wartet auf deine Durchsicht.</numerusform>
            <numerusform>%n Tage warten auf deine Durchsicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) found.</source>
        <translation>
            <numerusform>%n Suche gefunden.</numerusform>
            <numerusform>%n Suchen gefunden.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them count for keywords.</source>
        <translation>
            <numerusform>%n davon zählt für Stichwörter.</numerusform>
            <numerusform>%n davon zählen für Stichwörter.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n other people&apos;s</source>
        <translation>
            <numerusform>denen von mindestens %n anderen Menschen</numerusform>
            <numerusform>denen von mindestens %n anderen Menschen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) were sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n verschlossene Zahl wurde gesendet. Ein ehrlicher Server liest sie nur als Summe mit {people}.</numerusform>
            <numerusform>%n verschlossene Zahlen wurden gesendet. Ein ehrlicher Server liest sie nur als Summe mit {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) will be sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n verschlossene Zahl wird gesendet. Ein ehrlicher Server liest sie nur als Summe mit {people}.</numerusform>
            <numerusform>%n verschlossene Zahlen werden gesendet. Ein ehrlicher Server liest sie nur als Summe mit {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n history file(s) could not be read. Their searches do not count.</source>
        <translation>
            <numerusform>%n Verlaufsdatei ließ sich nicht lesen. Die Suchen darin zählen nicht.</numerusform>
            <numerusform>%n Verlaufsdateien ließen sich nicht lesen. Die Suchen darin zählen nicht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s) without totals</source>
        <translation>
            <numerusform>%n Woche ohne Summen</numerusform>
            <numerusform>%n Wochen ohne Summen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) without totals</source>
        <translation>
            <numerusform>%n Tag ohne Summen</numerusform>
            <numerusform>%n Tage ohne Summen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. You have until {day} at least.</source>
        <translation>
            <numerusform>%n Tag wartet darauf, dass du ihn durchsiehst. Du hast mindestens bis {day} Zeit.</numerusform>
            <numerusform>%n Tage warten darauf, dass du sie durchsiehst. Du hast mindestens bis {day} Zeit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. Today may be the last chance for one.</source>
        <translation>
            <numerusform>%n Tag wartet darauf, dass du ihn durchsiehst. Heute geht es vielleicht zum letzten Mal.</numerusform>
            <numerusform>%n Tage warten darauf, dass du sie durchsiehst. Für einen ist heute vielleicht die letzte Gelegenheit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review.</source>
        <translation>
            <numerusform>%n Tag wartet darauf, dass du ihn durchsiehst.</numerusform>
            <numerusform>%n Tage warten darauf, dass du sie durchsiehst.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>%n Tag f&amp;reigeben</numerusform>
            <numerusform>Alle %n Tage f&amp;reigeben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>%n Tag senden (alle&amp;r)</numerusform>
            <numerusform>Alle %n Tage s&amp;enden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) counted as a number only.</source>
        <translation>
            <numerusform>%n Suche zählt nur als Zahl mit.</numerusform>
            <numerusform>%n Suchen zählen nur als Zahl mit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</source>
        <translation>
            <numerusform>Du hast seit dem {day} %n Tag gegeben. Wer es für 50:50 hielt, dass deine Zahlen in den Ergebnissen stecken, kann sich jetzt höchstens zu {percent}&#xa0;% sicher sein (von einem Millionstel abgesehen).</numerusform>
            <numerusform>Du hast seit dem {day} %n Tage gegeben. Wer es für 50:50 hielt, dass deine Zahlen in den Ergebnissen stecken, kann sich jetzt höchstens zu {percent}&#xa0;% sicher sein (von einem Millionstel abgesehen).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) approved, {missed} not. Look at your days again.</source>
        <translation>
            <numerusform>%n Tag freigegeben, {missed} nicht. Sieh dir deine Tage noch einmal an.</numerusform>
            <numerusform>%n Tage freigegeben, {missed} nicht. Sieh dir deine Tage noch einmal an.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>erasing</name>
    <message>
        <source>Erase everything?</source>
        <translation>Alles löschen?</translation>
    </message>
    <message>
        <source>The server forgets you. Then your keys, your choices and your log are erased from this computer. If the server can&apos;t be reached, you are asked again.
This can&apos;t be undone. What can&apos;t be erased: locked counts that were added to a sum, and copies that your backups made.
Your browsers&apos; histories are not touched.</source>
        <translation>Der Server vergisst dich. Dann werden deine Schlüssel, deine Entscheidungen und dein Protokoll von diesem Computer gelöscht. Ist der Server nicht erreichbar, wirst du noch einmal gefragt.
Das lässt sich nicht rückgängig machen. Was sich nicht löschen lässt: verschlossene Zahlen, die zu einer Summe addiert sind, und Kopien, die deine Datensicherung gemacht hat.
Die Verläufe deiner Browser bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>&amp;Erase everything</source>
        <translation>Alles &amp;löschen</translation>
    </message>
    <message>
        <source>I &amp;understand that this can&apos;t be undone</source>
        <translation>Ich &amp;verstehe, dass sich das nicht rückgängig machen lässt</translation>
    </message>
    <message>
        <source>Erase this computer only?</source>
        <translation>Nur auf diesem Computer löschen?</translation>
    </message>
    <message>
        <source>Nothing is erased yet, because the server could not be told. {why}</source>
        <translation>Noch ist nichts gelöscht, weil der Server nicht benachrichtigt werden konnte. {why}</translation>
    </message>
    <message>
        <source>You can try again later. Or erase this computer only, if the server is gone.</source>
        <translation>Du kannst es später wieder versuchen. Oder lösche nur auf diesem Computer, wenn es den Server nicht mehr gibt.</translation>
    </message>
    <message>
        <source>Without your keys, nobody can ask it to do so earlier.</source>
        <translation>Ohne deine Schlüssel kann niemand früher darum bitten.</translation>
    </message>
    <message>
        <source>&amp;Erase this computer only</source>
        <translation>Nur auf diesem Computer &amp;löschen</translation>
    </message>
    <message>
        <source>The server then keeps your public keys, and up to 60 days on which you were there. While it runs, it deletes them when it has not seen you for a long time, usually 180 days.</source>
        <translation>Der Server behält dann deine öffentlichen Schlüssel und bis zu 60 Tage, an denen du da warst. Solange er läuft, löscht er sie, wenn er dich lange nicht gesehen hat, meist 180 Tage.</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>The server does not take this invitation. Nothing was joined. Ask for another one.</source>
        <translation>Der Server nimmt diese Einladung nicht an. Du nimmst an nichts Neuem teil. Bitte um eine andere.</translation>
    </message>
    <message>
        <source>The server is busy. Nothing is lost; the app tries again later.</source>
        <translation>Der Server ist ausgelastet. Nichts ist verloren; die App versucht es später noch einmal.</translation>
    </message>
    <message>
        <source>The server refused: {why} Nothing is lost.</source>
        <translation>Der Server hat abgelehnt: {why} Nichts ist verloren.</translation>
    </message>
    <message>
        <source>This address begins with http://, so others could listen. Nothing was sent. Use https://.</source>
        <translation>Diese Adresse beginnt mit http://, andere könnten also mithören. Es wurde nichts gesendet. Nimm https://.</translation>
    </message>
    <message>
        <source>This is no server&apos;s address. Nothing was sent.</source>
        <translation>Das ist keine Adresse eines Servers. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The server shows another key than when you joined. Nothing was sent. Ask who runs it.</source>
        <translation>Der Server zeigt einen anderen Schlüssel als damals, als du dazukamst. Es wurde nichts gesendet. Frage die, die ihn betreiben.</translation>
    </message>
    <message>
        <source>The server has no campaign to join now. Nothing was joined; try again when it has.</source>
        <translation>Der Server hat gerade keine Kampagne. Du nimmst an nichts Neuem teil; versuche es wieder, wenn er eine hat.</translation>
    </message>
    <message>
        <source>What this app had kept on this computer is damaged or gone, so it can&apos;t know what it has sent. What is left is set aside. Its keys are never used again, and nothing more is sent under them. You can begin anew and join again.</source>
        <translation>Was diese App auf diesem Computer aufbewahrt hat, ist beschädigt oder weg, deshalb kann sie nicht wissen, was sie gesendet hat. Was übrig ist, liegt beiseite. Die Schlüssel davon werden nie wieder verwendet, und unter ihnen wird nichts mehr gesendet. Du kannst neu beginnen und wieder teilnehmen.</translation>
    </message>
    <message>
        <source>{host} was not found. Check the spelling, and that you are online.</source>
        <translation>{host} wurde nicht gefunden. Prüfe, ob alles richtig geschrieben ist und ob du online bist.</translation>
    </message>
    <message>
        <source>Nothing answers at {host}. Check the address, or try again later.</source>
        <translation>Unter {host} antwortet nichts. Prüfe die Adresse, oder versuche es später wieder.</translation>
    </message>
    <message>
        <source>{host} does not answer as an encrypted server. Nothing was sent. Check the address and its port.</source>
        <translation>{host} antwortet nicht verschlüsselt. Es wurde nichts gesendet. Prüfe die Adresse und ihren Port.</translation>
    </message>
    <message>
        <source>{host} can&apos;t prove that it is this server. Nothing was sent. If your Wi-Fi asks you to sign in, do that first. Else ask who runs the server.</source>
        <translation>{host} kann nicht beweisen, dass es dieser Server ist. Es wurde nichts gesendet. Verlangt dein WLAN eine Anmeldung, melde dich zuerst dort an. Sonst frage, wer den Server betreibt.</translation>
    </message>
    <message>
        <source>Something else answers at {host}. If your Wi-Fi asks you to sign in, do that first. Else check the address.</source>
        <translation>Unter {host} antwortet etwas anderes. Wenn dein WLAN eine Anmeldung verlangt, melde dich zuerst an. Sonst prüfe die Adresse.</translation>
    </message>
    <message>
        <source>{host} broke off its answer. Try again later. If that goes on, check the address and its port.</source>
        <translation>{host} hat die Antwort abgebrochen. Versuche es später noch einmal. Bleibt es so, prüfe die Adresse und ihren Port.</translation>
    </message>
    <message>
        <source>{host} has a problem at the moment. Try again later.</source>
        <translation>{host} hat gerade ein Problem. Versuche es später wieder.</translation>
    </message>
    <message>
        <source>{host} did not answer within 30 seconds. Try again later.</source>
        <translation>{host} hat nicht innerhalb von 30 Sekunden geantwortet. Versuche es später wieder.</translation>
    </message>
    <message>
        <source>{host} sends more than a donation server would. Check the address.</source>
        <translation>{host} sendet mehr, als ein Spendenserver senden würde. Prüfe die Adresse.</translation>
    </message>
    <message>
        <source>This version can&apos;t read the answer of {host}. See if there is a newer version, or check the address.</source>
        <translation>Diese Version kann die Antwort von {host} nicht lesen. Sieh nach, ob es eine neuere Version gibt, oder prüfe die Adresse.</translation>
    </message>
    <message>
        <source>This is no link to a server. Paste it as you got it, such as {example}.</source>
        <translation>Das ist kein Link zu einem Server. Füge ihn so ein, wie du ihn bekommen hast, zum Beispiel {example}.</translation>
    </message>
    <message>
        <source>The server has changed its time zone since you joined. Nothing was sent. Ask who runs it.</source>
        <translation>Der Server hat seine Zeitzone geändert, seit du dazukamst. Es wurde nichts gesendet. Frage die, die ihn betreiben.</translation>
    </message>
    <message>
        <source>The server signs with a key that its identity does not confirm for today. Nothing was sent. Check this computer&apos;s date, or ask who runs the server.</source>
        <translation>Der Server unterschreibt mit einem Schlüssel, den seine Identität für heute nicht bestätigt. Es wurde nichts gesendet. Prüfe das Datum dieses Computers, oder frage die, die den Server betreiben.</translation>
    </message>
    <message>
        <source>The server&apos;s key has run out. Nothing was sent, and nothing is lost. Check this computer&apos;s date, or tell the people who run the server.</source>
        <translation>Der Schlüssel des Servers ist abgelaufen. Es wurde nichts gesendet, und nichts ist verloren. Prüfe das Datum dieses Computers, oder sage es denen, die den Server betreiben.</translation>
    </message>
    <message>
        <source>The server uses a key that it has replaced. Someone else may be answering for it. Nothing was sent. Ask the people who run the server.</source>
        <translation>Der Server benutzt einen Schlüssel, den er ersetzt hat. Vielleicht antwortet jemand anderes für ihn. Es wurde nichts gesendet. Frage die, die ihn betreiben.</translation>
    </message>
    <message>
        <source>This computer&apos;s proxy can&apos;t be used. Nothing was sent. Correct the proxy settings, or turn the proxy off.</source>
        <translation>Der Proxy dieses Computers kann nicht benutzt werden. Es wurde nichts gesendet. Berichtige die Einstellungen des Proxys, oder schalte ihn aus.</translation>
    </message>
    <message>
        <source>A campaign would add you to a group that is too small to hide in. Nothing was joined.</source>
        <translation>Eine Kampagne würde dich in eine Gruppe stecken, die zu klein ist, um sich darin zu verbergen. Du nimmst an nichts Neuem teil.</translation>
    </message>
    <message>
        <source>A campaign has keywords that this app can&apos;t count. Nothing was joined. Ask who runs it.</source>
        <translation>Eine Kampagne hat Stichwörter, die diese App nicht zählen kann. Du nimmst an nichts Neuem teil. Frage die, die sie leiten.</translation>
    </message>
    <message>
        <source>The server is being contacted already, maybe by the command line. Wait until that is done.</source>
        <translation>Der Server wird gerade schon kontaktiert, vielleicht von der Befehlszeile aus. Warte, bis das fertig ist.</translation>
    </message>
    <message>
        <source>The counts of this day are locked already. What was sent can&apos;t be changed.</source>
        <translation>Die Zahlen dieses Tages sind schon verschlossen. Was gesendet ist, lässt sich nicht ändern.</translation>
    </message>
    <message>
        <source>No campaign that you have joined counts this day. There is nothing to decide.</source>
        <translation>Keine Kampagne, an der du teilnimmst, zählt diesen Tag. Es gibt nichts zu entscheiden.</translation>
    </message>
    <message>
        <source>Nothing can be sent of this day any more. Its time is over, or this computer was not there.</source>
        <translation>Von diesem Tag lässt sich nichts mehr senden. Seine Zeit ist vorbei, oder dieser Computer war nicht da.</translation>
    </message>
    <message>
        <source>That has no word in it. Nothing is blocked. Type a word to block.</source>
        <translation>Darin ist kein Wort. Nichts ist gesperrt. Schreibe ein Wort, das du sperren willst.</translation>
    </message>
    <message>
        <source>That is too long to block. Block one word of it.</source>
        <translation>Das ist zu lang zum Sperren. Sperre ein Wort daraus.</translation>
    </message>
    <message>
        <source>This search is not in the history any more, so it does not count.</source>
        <translation>Diese Suche ist nicht mehr im Verlauf, also zählt sie nicht.</translation>
    </message>
    <message>
        <source>Some results can&apos;t be read by this version of the app. What was fetched before is kept.</source>
        <translation>Einige Ergebnisse kann diese Version der App nicht lesen. Was vorher abgerufen wurde, bleibt.</translation>
    </message>
    <message>
        <source>The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first.</source>
        <translation>Der Speicher ist voll. Nichts ist verloren, und nichts wird gesendet, bevor es notiert werden kann. Schaffe zuerst Platz.</translation>
    </message>
    <message>
        <source>An earlier version of this app made {detail}, and this version can&apos;t use it. Nothing in it was changed. Move that folder away, start again and join again. The server keeps your old registration until it ends by itself.</source>
        <translation>Eine frühere Version dieser App hat {detail} angelegt, und diese Version kann damit nichts anfangen. Darin wurde nichts geändert. Verschiebe diesen Ordner an einen anderen Ort, starte die App neu und nimm wieder teil. Der Server behält deine alte Anmeldung, bis sie von selbst endet.</translation>
    </message>
    <message>
        <source>A newer version of this app changed {detail}. Nothing was sent, and nothing in it was changed. Install the newer version again.</source>
        <translation>Eine neuere Version dieser App hat {detail} geändert. Es wurde nichts gesendet und darin nichts geändert. Installiere die neuere Version wieder.</translation>
    </message>
    <message>
        <source>The keychain with your keys is locked. Nothing was sent. Unlock it and try again.</source>
        <translation>Der Schlüsselbund mit deinen Schlüsseln ist gesperrt. Es wurde nichts gesendet. Entsperre ihn und versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The file can&apos;t be written there. Nothing was exported. Choose another place.</source>
        <translation>Die Datei lässt sich dort nicht schreiben. Es wurde nichts exportiert. Wähle einen anderen Ort.</translation>
    </message>
    <message>
        <source>Whether this app starts when you log in can&apos;t be changed. It stays as it was.</source>
        <translation>Ob diese App beim Anmelden startet, lässt sich nicht ändern. Es bleibt, wie es war.</translation>
    </message>
    <message>
        <source>A file of this app can&apos;t be used ({detail}). Nothing is lost, and nothing is sent before it can be noted. Try again.</source>
        <translation>Eine Datei dieser App lässt sich nicht benutzen ({detail}). Nichts ist verloren, und nichts wird gesendet, bevor es notiert werden kann. Versuche es noch einmal.</translation>
    </message>
    <message>
        <source>Something went wrong in this app ({detail}). Nothing is lost. Try again.</source>
        <translation>In dieser App ist etwas schiefgegangen ({detail}). Nichts ist verloren. Versuche es noch einmal.</translation>
    </message>
    <message>
        <source>The server asks for a newer version of this app. Nothing is sent until you update it. Your study&apos;s page has the new one.</source>
        <translation>Der Server verlangt eine neuere Version dieser App. Bis du sie aktualisierst, wird nichts gesendet. Die neue gibt es auf der Seite deiner Studie.</translation>
    </message>
</context>
<context>
    <name>jobs</name>
    <message>
        <source>Looking for browsers…</source>
        <translation>Browser werden gesucht…</translation>
    </message>
    <message>
        <source>Contacting the server…</source>
        <translation>Der Server wird kontaktiert…</translation>
    </message>
    <message>
        <source>Fetching what was published…</source>
        <translation>Was veröffentlicht ist, wird abgerufen…</translation>
    </message>
    <message>
        <source>Asking the server what it offers…</source>
        <translation>Der Server wird gefragt, was er anbietet…</translation>
    </message>
    <message>
        <source>Joining…</source>
        <translation>Du wirst angemeldet…</translation>
    </message>
    <message>
        <source>Writing your data to a file…</source>
        <translation>Deine Daten werden in eine Datei geschrieben…</translation>
    </message>
    <message>
        <source>Erasing…</source>
        <translation>Alles wird gelöscht…</translation>
    </message>
</context>
<context>
    <name>joining</name>
    <message>
        <source>You have joined the campaign of your link already: {title}.</source>
        <translation>Bei der Kampagne deines Links bist du schon dabei: {title}.</translation>
    </message>
    <message>
        <source>Your link names the campaign “{campaign}”, but this server doesn&apos;t offer it now.</source>
        <translation>Dein Link nennt die Kampagne „{campaign}“, aber dieser Server bietet sie jetzt nicht an.</translation>
    </message>
</context>
<context>
    <name>pauses</name>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation>Bis &amp;morgen</translation>
    </message>
    <message>
        <source>For a &amp;week</source>
        <translation>Für eine &amp;Woche</translation>
    </message>
    <message>
        <source>Until I &amp;resume</source>
        <translation>Bis ich &amp;fortsetze</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>you have paused</source>
        <translation>du machst Pause</translation>
    </message>
    <message>
        <source>you chose to send nothing</source>
        <translation>du wolltest nichts senden</translation>
    </message>
    <message>
        <source>you did not send it in time</source>
        <translation>du hast es nicht rechtzeitig gesendet</translation>
    </message>
    <message>
        <source>you had paused, left, or not yet joined</source>
        <translation>du hattest Pause, warst ausgestiegen oder noch nicht dabei</translation>
    </message>
    <message>
        <source>no browser history can be read</source>
        <translation>kein Browserverlauf ist lesbar</translation>
    </message>
    <message>
        <source>your browser&apos;s extension gives this day</source>
        <translation>die Erweiterung deines Browsers gibt diesen Tag</translation>
    </message>
    <message>
        <source>your own limit is reached</source>
        <translation>deine eigene Grenze ist erreicht</translation>
    </message>
    <message>
        <source>the limit you agreed to for this campaign is reached</source>
        <translation>die Grenze, der du für diese Kampagne zugestimmt hast, ist erreicht</translation>
    </message>
    <message>
        <source>fewer people take part than it asks for</source>
        <translation>es nehmen weniger Menschen teil, als sie verlangt</translation>
    </message>
    <message>
        <source>you gave this week twice, or nothing of it the first time</source>
        <translation>du hast diese Woche zweimal gegeben, oder beim ersten Mal nichts davon</translation>
    </message>
    <message>
        <source>the day is outside of what you agreed to</source>
        <translation>der Tag gehört nicht zu dem, dem du zugestimmt hast</translation>
    </message>
    <message>
        <source>it is over</source>
        <translation>sie ist vorbei</translation>
    </message>
    <message>
        <source>it has not begun yet</source>
        <translation>sie hat noch nicht begonnen</translation>
    </message>
    <message>
        <source>it would protect you less than you agreed to</source>
        <translation>sie würde dich weniger schützen als zugestimmt</translation>
    </message>
    <message>
        <source>it would add counts up in another way than you agreed to</source>
        <translation>sie würde die Zahlen anders addieren, als du zugestimmt hast</translation>
    </message>
    <message>
        <source>its keywords are not those you agreed to</source>
        <translation>ihre Stichwörter sind nicht die, denen du zugestimmt hast</translation>
    </message>
    <message>
        <source>its regions are not those you agreed to</source>
        <translation>ihre Regionen sind nicht die, denen du zugestimmt hast</translation>
    </message>
    <message>
        <source>its days begin at other hours than you agreed to</source>
        <translation>ihre Tage beginnen zu anderen Stunden als zugestimmt</translation>
    </message>
    <message>
        <source>it is not what you agreed to ({reason})</source>
        <translation>es ist nicht das, dem du zugestimmt hast ({reason})</translation>
    </message>
    <message>
        <source>The round was not what an honest server asks for ({reason}). Nothing was sent. You need not do anything.</source>
        <translation>Die Anfrage war nicht das, worum ein ehrlicher Server bittet ({reason}). Es wurde nichts gesendet. Du musst nichts tun.</translation>
    </message>
    <message>
        <source>too few people took part.</source>
        <translation>Zu wenige Menschen haben teilgenommen.</translation>
    </message>
    <message>
        <source>too few people came back in time.</source>
        <translation>Zu wenige Menschen kamen rechtzeitig zurück.</translation>
    </message>
    <message>
        <source>the server was not running, or had to be restored.</source>
        <translation>Der Server lief nicht oder musste wiederhergestellt werden.</translation>
    </message>
    <message>
        <source>the campaign&apos;s privacy limit is used up.</source>
        <translation>Die Privatsphäre-Grenze der Kampagne ist aufgebraucht.</translation>
    </message>
    <message>
        <source>false counts spoiled every sum.</source>
        <translation>Falsche Zahlen haben jede Summe verdorben.</translation>
    </message>
    <message>
        <source>too few helpers came back to unlock the sum.</source>
        <translation>Zu wenige Helfer kamen zurück, um die Summe aufzuschließen.</translation>
    </message>
    <message>
        <source>fewer people took part than this campaign asks for.</source>
        <translation>Es haben weniger Menschen teilgenommen, als diese Kampagne verlangt.</translation>
    </message>
    <message>
        <source>the sums had no room for this campaign.</source>
        <translation>In den Summen war kein Platz für diese Kampagne.</translation>
    </message>
    <message>
        <source>{what}: {why}</source>
        <translation>{what}: {why}</translation>
    </message>
    <message>
        <source>{what} ({reason}).</source>
        <translation>{what} ({reason}).</translation>
    </message>
    <message>
        <source>Its history is not where it was. Its searches do not count.</source>
        <translation>Sein Verlauf ist nicht mehr da, wo er war. Seine Suchen zählen nicht.</translation>
    </message>
    <message>
        <source>Its history is empty. There is nothing to count yet.</source>
        <translation>Sein Verlauf ist leer. Es gibt noch nichts zu zählen.</translation>
    </message>
    <message>
        <source>This app may not read its history. Its searches do not count until you allow that.</source>
        <translation>Diese App darf seinen Verlauf nicht lesen. Seine Suchen zählen nicht, bis du das erlaubst.</translation>
    </message>
    <message>
        <source>Its history can&apos;t be read. Its searches do not count.</source>
        <translation>Sein Verlauf lässt sich nicht lesen. Seine Suchen zählen nicht.</translation>
    </message>
    <message>
        <source>You chose to send nothing for this day. Zeros went out, so that it does not show.</source>
        <translation>Du wolltest für diesen Tag nichts senden. Es gingen Nullen hinaus, damit man es nicht merkt.</translation>
    </message>
    <message>
        <source>You did not send this day in time. Zeros went out, so that it does not show.</source>
        <translation>Du hast diesen Tag nicht rechtzeitig gesendet. Es gingen Nullen hinaus, damit man es nicht merkt.</translation>
    </message>
    <message>
        <source>No browser history could be read. Zeros went out. Look at your browsers in Settings.</source>
        <translation>Kein Browserverlauf war lesbar. Es gingen Nullen hinaus. Sieh in den Einstellungen nach deinen Browsern.</translation>
    </message>
    <message>
        <source>Your own limit is reached. Zeros went out. You can change the limit on the page Sent.</source>
        <translation>Deine eigene Grenze ist erreicht. Es gingen Nullen hinaus. Du kannst die Grenze auf der Seite „Gesendet“ ändern.</translation>
    </message>
    <message>
        <source>The limit you agreed to for this campaign is reached. Zeros went out, and nothing more will be given to it.</source>
        <translation>Die Grenze, der du für diese Kampagne zugestimmt hast, ist erreicht. Es gingen Nullen hinaus, und ihr wird nichts mehr gegeben.</translation>
    </message>
    <message>
        <source>The day is outside of what you agreed to. Zeros went out.</source>
        <translation>Der Tag gehört nicht zu dem, dem du zugestimmt hast. Es gingen Nullen hinaus.</translation>
    </message>
    <message>
        <source>You gave this week twice, or nothing of it the first time. Zeros went out.</source>
        <translation>Du hast diese Woche zweimal gegeben, oder beim ersten Mal nichts davon. Es gingen Nullen hinaus.</translation>
    </message>
    <message>
        <source>The server asked for this campaign twice in one day. Zeros went out. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat an einem Tag zweimal um diese Kampagne gebeten. Es gingen Nullen hinaus. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>The campaign would protect you less than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Die Kampagne würde dich weniger schützen, als du zugestimmt hast. Es gingen Nullen hinaus. Sieh sie dir in den Einstellungen an und stimme neu zu, oder verlasse sie.</translation>
    </message>
    <message>
        <source>The campaign adds counts up in another way than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Die Kampagne addiert die Zahlen anders, als du zugestimmt hast. Es gingen Nullen hinaus. Sieh sie dir in den Einstellungen an und stimme neu zu, oder verlasse sie.</translation>
    </message>
    <message>
        <source>The campaign counts other keywords than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Die Kampagne zählt andere Stichwörter, als du zugestimmt hast. Es gingen Nullen hinaus. Sieh sie dir in den Einstellungen an und stimme neu zu, oder verlasse sie.</translation>
    </message>
    <message>
        <source>The campaign has other regions than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Die Kampagne hat andere Regionen, als du zugestimmt hast. Es gingen Nullen hinaus. Sieh sie dir in den Einstellungen an und stimme neu zu, oder verlasse sie.</translation>
    </message>
    <message>
        <source>The campaign&apos;s days begin at other hours than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Die Tage der Kampagne beginnen zu anderen Stunden, als du zugestimmt hast. Es gingen Nullen hinaus. Sieh sie dir in den Einstellungen an und stimme neu zu, oder verlasse sie.</translation>
    </message>
    <message>
        <source>The time for this day was over. Nothing was sent. You need not do anything.</source>
        <translation>Die Zeit für diesen Tag war vorbei. Es wurde nichts gesendet. Du musst nichts tun.</translation>
    </message>
    <message>
        <source>Too few people were there to hide among. Nothing was sent.</source>
        <translation>Es waren zu wenige Menschen da, um sich unter ihnen zu verbergen. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The server asked for a smaller sum than it may. Nothing was sent.</source>
        <translation>Der Server verlangte eine kleinere Summe, als er darf. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Somebody in your group has another key than before. Nothing was sent.</source>
        <translation>Jemand in deiner Gruppe hat einen anderen Schlüssel als vorher. Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this day. Nothing more was sent. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat sich zu diesem Tag widersprochen. Es wurde nichts weiter gesendet. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this week. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat sich zu dieser Woche widersprochen. Es wurde nichts gesendet. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>Your computer was asked to help unlock a sum that does not keep the rules. It did not help. You need not do anything.</source>
        <translation>Dein Computer sollte helfen, eine Summe aufzuschließen, die gegen die Regeln ist. Er hat nicht geholfen. Du musst nichts tun.</translation>
    </message>
    <message>
        <source>The server left your computer out of this week, though it had confirmed it. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat deinen Computer in dieser Woche ausgelassen, obwohl er ihn bestätigt hatte. Es wurde nichts gesendet. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>The server left out counts that it had confirmed. Your computer did not help to unlock that sum. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat Zahlen ausgelassen, die er bestätigt hatte. Dein Computer hat nicht geholfen, diese Summe aufzuschließen. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>Too few people take part here for this campaign. Only random noise went out for it.</source>
        <translation>Hier nehmen zu wenige Menschen für diese Kampagne teil. Für sie ging nur zufälliges Rauschen hinaus.</translation>
    </message>
    <message>
        <source>More people took part than one sum can hold. Your counts were not taken. You need not do anything.</source>
        <translation>Es haben mehr Menschen teilgenommen, als eine Summe fasst. Deine Zahlen wurden nicht angenommen. Du musst nichts tun.</translation>
    </message>
    <message>
        <source>This computer made a mistake and noticed it. Nothing was sent. It tries again at the next contact.</source>
        <translation>Dieser Computer hat einen Fehler gemacht und ihn bemerkt. Es wurde nichts gesendet. Beim nächsten Kontakt versucht er es noch einmal.</translation>
    </message>
    <message>
        <source>The server confirmed other numbers than you sent. Tell the people who answer for the campaign.</source>
        <translation>Der Server hat andere Zahlen bestätigt, als du gesendet hast. Sag es denen, die für die Kampagne einstehen.</translation>
    </message>
    <message>
        <source>This day was locked once already. Nothing was sent a second time.</source>
        <translation>Dieser Tag war schon einmal verschlossen. Ein zweites Mal wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Your browser&apos;s extension covers this day, so the app sent only zeros.</source>
        <translation>Für diesen Tag war die Erweiterung deines Browsers zuständig. Die App hat nur Nullen gesendet.</translation>
    </message>
    <message>
        <source>The browser is using its history. Close the browser, or wait.</source>
        <translation>Der Browser benutzt gerade seinen Verlauf. Schließe ihn, oder warte.</translation>
    </message>
</context>
<context>
    <name>reminders</name>
    <message>
        <source>A campaign that you joined ends on {day}.</source>
        <translation>Eine Kampagne, bei der du mitmachst, endet am {day}.</translation>
    </message>
    <message>
        <source>A campaign is over, and its results are here. Thank you for taking part.</source>
        <translation>Eine Kampagne ist vorbei, und ihre Ergebnisse sind da. Danke fürs Mitmachen.</translation>
    </message>
    <message>
        <source>Nothing was given for a week. Open the app to see why.</source>
        <translation>Seit einer Woche wurde nichts gegeben. Öffne die App, um zu sehen, warum.</translation>
    </message>
    <message>
        <source>The app keeps running. Its icon in the tray opens it. You can change this in Settings.</source>
        <translation>Die App läuft weiter. Das Symbol in der Leiste öffnet sie. Das lässt sich in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>The app keeps running. Start it again to open it. You can change this in Settings.</source>
        <translation>Die App läuft weiter. Starte sie noch einmal, um sie zu öffnen. Das lässt sich in den Einstellungen ändern.</translation>
    </message>
    <message>
        <source>Its icon in the tray opens the window.</source>
        <translation>Das Symbol in der Leiste öffnet das Fenster.</translation>
    </message>
    <message>
        <source>To open its window, start the app again.</source>
        <translation>Um ihr Fenster zu öffnen, starte die App noch einmal.</translation>
    </message>
</context>
<context>
    <name>results</name>
    <message>
        <source>Reading what was published…</source>
        <translation>Was veröffentlicht ist, wird gelesen…</translation>
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
        <translation>{day}, noch nicht endgültig</translation>
    </message>
    <message>
        <source>Week to</source>
        <translation>Woche bis</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Each total is of a whole week, and stands at the week&apos;s Sunday.</source>
        <translation>Jede Summe gilt für eine ganze Woche und steht am Sonntag der Woche.</translation>
    </message>
    <message>
        <source>Some weeks are not final yet: counts of more people may still be added.</source>
        <translation>Einige Wochen sind noch nicht endgültig: Es können noch Zahlen weiterer Menschen dazukommen.</translation>
    </message>
    <message>
        <source>Some days are not final yet: counts of more people may still be added.</source>
        <translation>Einige Tage sind noch nicht endgültig: Es können noch Zahlen weiterer Menschen dazukommen.</translation>
    </message>
</context>
<context>
    <name>sent</name>
    <message>
        <source>Adding up your privacy account…</source>
        <translation>Dein Privatsphäre-Konto wird zusammengerechnet…</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>nothing given</source>
        <translation>nichts gegeben</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>noch nicht gesendet</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>nicht bestätigt</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>verpasst</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>You took part without giving anything: zeros were sent.</source>
        <translation>Du hast teilgenommen, ohne etwas zu geben: Es wurden Nullen gesendet.</translation>
    </message>
    <message>
        <source>Not sent yet, or not yet confirmed by the server.</source>
        <translation>Noch nicht gesendet, oder vom Server noch nicht bestätigt.</translation>
    </message>
    <message>
        <source>This day was sent, but the server has not confirmed it. It may be in the sum.</source>
        <translation>Dieser Tag wurde gesendet, aber der Server hat ihn nicht bestätigt. Er kann in der Summe sein.</translation>
    </message>
    <message>
        <source>Not sent yet. It goes out on {when}.</source>
        <translation>Noch nicht gesendet. Der Tag geht am {when} hinaus.</translation>
    </message>
    <message>
        <source>Your counts were locked and sent, and the server has confirmed them.</source>
        <translation>Deine Zahlen wurden verschlossen und gesendet, und der Server hat sie bestätigt.</translation>
    </message>
    <message>
        <source>The totals of this day are published.</source>
        <translation>Die Summen dieses Tages sind veröffentlicht.</translation>
    </message>
    <message>
        <source>More counts may still be added to them.</source>
        <translation>Es können noch Zahlen dazukommen.</translation>
    </message>
    <message>
        <source>Their sum is not published yet.</source>
        <translation>Die Summe davon ist noch nicht veröffentlicht.</translation>
    </message>
    <message>
        <source>Nothing was published of this week</source>
        <translation>Von dieser Woche ist nichts veröffentlicht</translation>
    </message>
    <message>
        <source>Nothing was published of this day</source>
        <translation>Von diesem Tag ist nichts veröffentlicht</translation>
    </message>
    <message>
        <source>{total} ± {half} (95%)</source>
        <translation>{total} ± {half} (95 %)</translation>
    </message>
    <message>
        <source>Your counts were locked and sent. The server opens your group&apos;s sum.</source>
        <translation>Deine Zahlen wurden verschlossen und gesendet. Der Server öffnet die Summe deiner Gruppe.</translation>
    </message>
    <message>
        <source>This computer was not there in time. No counts were sent.</source>
        <translation>Dieser Computer war nicht rechtzeitig da. Es wurden keine Zahlen gesendet.</translation>
    </message>
    <message>
        <source>Nothing was given, because what was asked for was refused.</source>
        <translation>Es wurde nichts gegeben, weil das, worum gebeten wurde, abgelehnt wurde.</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>alle Suchen</translation>
    </message>
    <message>
        <source>not published yet</source>
        <translation>noch nicht veröffentlicht</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>nicht veröffentlicht</translation>
    </message>
</context>
<context>
    <name>tabs</name>
    <message>
        <source>&amp;Today</source>
        <translation>&amp;Heute</translation>
    </message>
    <message>
        <source>&amp;Sent</source>
        <translation>&amp;Gesendet</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>&amp;Ergebnisse</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>E&amp;instellungen</translation>
    </message>
</context>
<context>
    <name>terms</name>
    <message>
        <source>Each day, only your first {searches} searches count, each for at most {matches} keywords.</source>
        <translation>Jeden Tag zählen nur deine ersten {searches} Suchen, jede für höchstens {matches} Stichwörter.</translation>
    </message>
    <message>
        <source>Each day, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Jeden Tag zählen nur deine ersten {searches} Suchen. Die Zahl eines Stichworts wird höchstens {each}, alle zusammen höchstens {hits}.</translation>
    </message>
    <message>
        <source>Your counts are locked and then added to those of at least {others} other people. The server can open only that sum.</source>
        <translation>Deine Zahlen werden verschlossen und dann zu denen von mindestens {others} anderen Menschen addiert. Der Server kann nur diese Summe öffnen.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a count by {half} or more.</source>
        <translation>Der Computer jedes Teilnehmenden fügt etwas zufälliges Rauschen hinzu, bevor er die Zahlen verschließt. So sieht niemand eine Summe ohne Rauschen, auch der Server nicht. Das Rauschen kann eine Zahl um {half} oder mehr verschieben.</translation>
    </message>
    <message>
        <source>A server that cheats could read most of your counts.</source>
        <translation>Ein Server, der betrügt, könnte die meisten deiner Zahlen lesen.</translation>
    </message>
    <message>
        <source>Each week, from Monday to Sunday, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Jede Woche, von Montag bis Sonntag, zählen nur deine ersten {searches} Suchen. Die Zahl eines Stichworts wird höchstens {each}, alle zusammen höchstens {hits}.</translation>
    </message>
    <message>
        <source>Your counts go out once a week. Until then, this computer keeps the counts of each day, and no searches.</source>
        <translation>Deine Zahlen gehen einmal in der Woche hinaus. Bis dahin bewahrt dieser Computer die Zahlen jedes Tages auf, aber keine Suchen.</translation>
    </message>
    <message>
        <source>The noise is enough even if {share} in 100 people add none.</source>
        <translation>Das Rauschen reicht auch, wenn {share} von 100 Menschen keines hinzufügen.</translation>
    </message>
    <message>
        <source>All this protects you only if the server is honest about who takes part. So join only if you trust it.</source>
        <translation>Das alles schützt dich nur, wenn der Server ehrlich angibt, wer mitmacht. Mach also nur mit, wenn du ihm vertraust.</translation>
    </message>
    <message>
        <source>A server that cheats could put you into a sum with people it made up, and so find out most of your counts. Nobody would notice.</source>
        <translation>Ein Server, der betrügt, könnte dich mit erfundenen Menschen in eine Summe stecken und so die meisten deiner Zahlen herausfinden. Niemand würde es merken.</translation>
    </message>
    <message>
        <source>If someone stays away, only their counts are left out. If too few people take part, nothing is published.</source>
        <translation>Bleibt jemand weg, fehlen nur die Zahlen dieser Person. Nehmen zu wenige Menschen teil, wird nichts veröffentlicht.</translation>
    </message>
    <message>
        <source>In some weeks your computer helps to unlock the sums. Where few people take part, it helps every week. Then it contacts the server twice a day, for a few seconds each time.</source>
        <translation>In manchen Wochen hilft dein Computer, die Summen aufzuschließen. Nehmen wenige Menschen teil, hilft er jede Woche. Dann kontaktiert er den Server zweimal am Tag, jeweils für ein paar Sekunden.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a keyword&apos;s count by {half} or more, the number of searches by {searches} or more, and the number of donors by {donors} or more.</source>
        <translation>Der Computer jedes Teilnehmenden fügt etwas zufälliges Rauschen hinzu, bevor er die Zahlen verschließt. So sieht niemand eine Summe ohne Rauschen, auch der Server nicht. Das Rauschen kann die Zahl eines Stichworts um {half} oder mehr verschieben, die der Suchen um {searches} oder mehr und die der Teilnehmenden um {donors} oder mehr.</translation>
    </message>
    <message>
        <source>Your counts are locked together with those of at least {others} other people. The server opens the sum. It could also open sums of fewer people.</source>
        <translation>Deine Zahlen werden zusammen mit denen von mindestens {others} anderen Menschen verschlossen. Der Server öffnet die Summe. Er könnte auch Summen von weniger Menschen öffnen.</translation>
    </message>
    <message>
        <source>If anyone in your group is missing, the whole group&apos;s day is lost.</source>
        <translation>Fehlt jemand aus deiner Gruppe, ist der Tag der ganzen Gruppe verloren.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s exact sum, for each campaign and region, and adds random noise before it publishes. If you are the only one of your group there, that sum is your counts, and the server could read them. If you do not want that, do not join.</source>
        <translation>Der Server sieht die genaue Summe deiner Gruppe, für jede Kampagne und Region, und fügt zufälliges Rauschen hinzu, bevor er veröffentlicht. Bist du dort allein in deiner Gruppe, besteht die Summe nur aus deinen Zahlen, und der Server könnte sie lesen. Willst du das nicht, nimm nicht teil.</translation>
    </message>
    <message>
        <source>Privacy limit of this campaign: {cost}. Up to 1 is strong protection. At 10 you rely mainly on the other people in the sum. The app keeps the account.</source>
        <translation>Privatsphäre-Grenze dieser Kampagne: {cost}. Bis 1 ist der Schutz stark. Bei 10 schützen dich vor allem die anderen Menschen in der Summe. Die App führt das Konto.</translation>
    </message>
    <message>
        <source>The chance that the results tell more about you than we say is at most 1 in {times}.</source>
        <translation>Die Wahrscheinlichkeit, dass die Ergebnisse mehr über dich verraten als gesagt, ist höchstens 1 zu {times}.</translation>
    </message>
    <message>
        <source>From the results, someone could be almost sure that your counts are in them.</source>
        <translation>Aus den Ergebnissen könnte jemand fast sicher sein, dass deine Zahlen darin stecken.</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure (barring a tiny chance).</source>
        <translation>Wer es für 50:50 hielt, dass deine Zahlen in den Ergebnissen stecken, kann sich höchstens zu {percent}&#xa0;% sicher sein (von einem winzigen Rest abgesehen).</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure.</source>
        <translation>Wer es für 50:50 hielt, dass deine Zahlen in den Ergebnissen stecken, kann sich höchstens zu {percent}&#xa0;% sicher sein.</translation>
    </message>
    <message>
        <source>Alone in your group? The server could read your counts.</source>
        <translation>Allein in deiner Gruppe? Dann könnte der Server deine Zahlen lesen.</translation>
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
        <translation>{day}: wartet auf dich</translation>
    </message>
    <message>
        <source>{day}: nothing will be given</source>
        <translation>{day}: nichts wird gegeben</translation>
    </message>
    <message>
        <source>{day}: sent</source>
        <translation>{day}: gesendet</translation>
    </message>
    <message>
        <source>{day}: nothing was given</source>
        <translation>{day}: nichts wurde gegeben</translation>
    </message>
    <message>
        <source>{day}: goes out with its week</source>
        <translation>{day}: geht mit seiner Woche hinaus</translation>
    </message>
    <message>
        <source>{found} {matching}</source>
        <translation>{found} {matching}</translation>
    </message>
    <message>
        <source>The numbers of this day are locked and sent. What you keep out now does not change them.</source>
        <translation>Die Zahlen dieses Tages sind verschlossen und gesendet. Was du jetzt heraushältst, ändert sie nicht.</translation>
    </message>
    <message>
        <source>Only you can see this. It stays on this computer.</source>
        <translation>Nur du kannst das sehen. Es bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Only you can see this. Searches never leave this computer. Counts leave it only when they are sent, and locked.</source>
        <translation>Nur du kannst das sehen. Suchen verlassen diesen Computer nie. Zahlen verlassen ihn nur, wenn sie gesendet werden, und verschlossen.</translation>
    </message>
    <message>
        <source>The week that ends with this day goes out with it.</source>
        <translation>Die Woche, die mit diesem Tag endet, geht mit ihm hinaus.</translation>
    </message>
    <message>
        <source>A week is asked for once more. Its totals could not be published the first time. Its privacy cost is charged again.</source>
        <translation>Um eine Woche wird noch einmal gebeten. Die Summen konnten beim ersten Mal nicht veröffentlicht werden. Die Kosten für den Datenschutz fallen noch einmal an.</translation>
    </message>
    <message>
        <source>This day goes out with its week. There is nothing to decide before {day}.</source>
        <translation>Dieser Tag geht mit seiner Woche hinaus. Vor diesem Tag gibt es nichts zu entscheiden: {day}.</translation>
    </message>
    <message>
        <source>You can decide until {day}. After that, only zeros are sent.</source>
        <translation>Du kannst bis {day} entscheiden. Danach werden nur Nullen gesendet.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent, on {when}.</source>
        <translation>Du gibst nichts von diesem Tag. Am {when} werden nur Nullen gesendet.</translation>
    </message>
    <message>
        <source>Approved or not, it goes out then and not at once. So the time does not show whether you gave anything.</source>
        <translation>Mit oder ohne deine Zustimmung geht er dann hinaus und nicht sofort. So verrät der Zeitpunkt nicht, ob du etwas gegeben hast.</translation>
    </message>
    <message>
        <source>None of your campaigns counts this day. There is nothing to send.</source>
        <translation>Keine deiner Kampagnen zählt diesen Tag. Es gibt nichts zu senden.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent.</source>
        <translation>Du gibst nichts von diesem Tag. Es werden nur Nullen gesendet.</translation>
    </message>
    <message>
        <source>{day}: approved</source>
        <translation>{day}: zugestimmt</translation>
    </message>
    <message>
        <source>This was sent.</source>
        <translation>Das wurde gesendet.</translation>
    </message>
    <message>
        <source>Nothing was given of this day: zeros went out.</source>
        <translation>Von diesem Tag wurde nichts gegeben: Es gingen Nullen hinaus.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over yet. Send what you have now, or come back tomorrow.</source>
        <translation>Der heutige Tag ist noch nicht vorbei. Sende jetzt, was du hast, oder komm morgen wieder.</translation>
    </message>
    <message>
        <source>It goes out on {when}: your counts if you approve them before, else zeros.</source>
        <translation>Er geht am {when} hinaus: mit deinen Zahlen, wenn du ihnen vorher zustimmst, sonst mit Nullen.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over. It goes out on {when}. You can approve it now, or look again tomorrow.</source>
        <translation>Heute ist noch nicht vorbei. Der Tag geht am {when} hinaus. Du kannst ihm jetzt zustimmen oder morgen noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>These counts go out when the server asks for them.</source>
        <translation>Diese Zahlen gehen hinaus, wenn der Server sie anfordert.</translation>
    </message>
    <message>
        <source>These counts go out on {when}.</source>
        <translation>Diese Zahlen gehen am {when} hinaus.</translation>
    </message>
    <message>
        <source>Your computer helps to unlock this week&apos;s sums, until {day}. That takes two short contacts a day, a few seconds each.</source>
        <translation>Dein Computer hilft bis zum {day}, die Summen dieser Woche aufzuschließen. Dazu gehören zwei kurze Kontakte am Tag, je ein paar Sekunden.</translation>
    </message>
    <message>
        <source>{campaign}: {progress}</source>
        <translation>{campaign}: {progress}</translation>
    </message>
    <message>
        <source>Too few people have joined so far. No counts are sent yet.</source>
        <translation>Bisher nehmen zu wenige Menschen teil. Es werden noch keine Zahlen gesendet.</translation>
    </message>
    <message>
        <source>Paused until {time}. You take part without giving anything.</source>
        <translation>Pause bis {time}. Du nimmst teil, ohne etwas zu geben.</translation>
    </message>
    <message>
        <source>Paused. You take part without giving anything until you resume.</source>
        <translation>Pause. Du nimmst teil, ohne etwas zu geben, bis du fortsetzt.</translation>
    </message>
    <message>
        <source>No browser history can be read, so nothing is given of this day. Look at your browsers in Settings.</source>
        <translation>Kein Browserverlauf ist lesbar, deshalb wird von diesem Tag nichts gegeben. Sieh in den Einstellungen nach deinen Browsern.</translation>
    </message>
    <message>
        <source>A limit is reached, so nothing is given to a campaign. The page Sent shows your account.</source>
        <translation>Eine Grenze ist erreicht, deshalb wird einer Kampagne nichts gegeben. Die Seite „Gesendet“ zeigt dein Konto.</translation>
    </message>
    <message>
        <source>The server was last reached on {day}. Your counts stay here, and days may be missed until it is again.</source>
        <translation>Der Server wurde zuletzt am {day} erreicht. Deine Zahlen bleiben hier, und bis er wieder erreichbar ist, können Tage verpasst werden.</translation>
    </message>
    <message>
        <source>Counting your searches…</source>
        <translation>Deine Suchen werden gezählt…</translation>
    </message>
    <message>
        <source>These counts go out once the day is over and the server asks for them. Later searches won&apos;t be added.</source>
        <translation>Diese Zahlen gehen hinaus, sobald der Tag vorbei ist und der Server danach fragt. Spätere Suchen kommen nicht dazu.</translation>
    </message>
    <message>
        <source>It is sent automatically once the day is over.</source>
        <translation>Wird automatisch gesendet, sobald der Tag vorbei ist.</translation>
    </message>
    <message>
        <source>These counts go out on {when}. Later searches won&apos;t be added.</source>
        <translation>Diese Zahlen gehen am {when} hinaus. Spätere Suchen kommen nicht dazu.</translation>
    </message>
    <message>
        <source>It is sent automatically on {when}.</source>
        <translation>Wird am {when} automatisch gesendet.</translation>
    </message>
    <message>
        <source>Open {day}</source>
        <translation>{day} öffnen</translation>
    </message>
    <message>
        <source>You can decide until {day} at least.</source>
        <translation>Du kannst mindestens bis {day} entscheiden.</translation>
    </message>
    <message>
        <source>No keyword counts. {searches}</source>
        <translation>Kein Stichwort zählt. {searches}</translation>
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
        <translation>Freigegeben. Bei jedem Tag steht, wann er hinausgeht.</translation>
    </message>
    <message>
        <source>A campaign gets nothing: {why}. Open this day to decide about it alone.</source>
        <translation>Eine Kampagne bekommt nichts: {why}. Öffne diesen Tag, um allein über ihn zu entscheiden.</translation>
    </message>
    <message>
        <source>The extension in {browser} is too old for this app. Searches that only it sees do not count. Update the extension.</source>
        <translation>Die Erweiterung in {browser} ist zu alt für diese App. Suchen, die nur sie sieht, zählen nicht. Aktualisiere die Erweiterung.</translation>
    </message>
    <message>
        <source>This app is too old for the extension in {browser}. Searches that only the extension sees do not count. Update this app.</source>
        <translation>Diese App ist zu alt für die Erweiterung in {browser}. Suchen, die nur die Erweiterung sieht, zählen nicht. Aktualisiere diese App.</translation>
    </message>
</context>
</TS>
