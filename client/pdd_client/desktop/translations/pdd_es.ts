<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>About</source>
        <translation>Acerca de</translation>
    </message>
    <message>
        <source>Private Data Donor {version}. Free software under the Apache licence 2.0.</source>
        <translation>Private Data Donor {version}. Software libre con licencia Apache 2.0.</translation>
    </message>
    <message>
        <source>It counts words in your searches, locks the counts, and sends them. They are added to other people&apos;s, and the server opens only the sum. How it works, who sees what, and what it does not protect against is written in its documentation.</source>
        <translation>Esta aplicación cuenta palabras en tus búsquedas, sella los recuentos y los envía. Se suman a los de otras personas, y el servidor solo abre la suma. Cómo funciona, quién ve qué y contra qué no protege está escrito en su documentación.</translation>
    </message>
    <message>
        <source>At most once a day, an installed app asks your server for the newest version. It does not say who asks or which version you have. Like any website, the server sees your internet address. The app installs nothing by itself.</source>
        <translation>Como mucho una vez al día, una aplicación instalada pregunta a tu servidor por la versión más nueva. No dice quién pregunta ni qué versión tienes. Como cualquier web, el servidor ve tu dirección de internet. La aplicación no instala nada por sí sola.</translation>
    </message>
    <message>
        <source>Version {version} is there. Your server says you can get it here: {address}</source>
        <translation>Ya está la versión {version}. Tu servidor dice que puedes obtenerla aquí: {address}</translation>
    </message>
</context>
<context>
    <name>AccountView</name>
    <message>
        <source>Your privacy account is being added up.</source>
        <translation>Se está calculando tu cuenta de privacidad.</translation>
    </message>
    <message>
        <source>Privacy cost of all days given, by month</source>
        <translation>Coste de privacidad de todos los días dados, por meses</translation>
    </message>
    <message>
        <source>Privacy cost by campaign</source>
        <translation>Coste de privacidad por campaña</translation>
    </message>
    <message>
        <source>Set as my li&amp;mit</source>
        <translation>Fijar como mi &amp;límite</translation>
    </message>
    <message>
        <source>&amp;Without a limit</source>
        <translation>&amp;Sin límite</translation>
    </message>
    <message>
        <source>Limit of all cam&amp;paigns together:</source>
        <translation>Límite de todas las cam&amp;pañas juntas:</translation>
    </message>
    <message>
        <source>Limit of all campaigns together</source>
        <translation>Límite de todas las campañas juntas</translation>
    </message>
    <message>
        <source>Privacy account</source>
        <translation>Cuenta de privacidad</translation>
    </message>
    <message>
        <source>Nobody but you sees this account.</source>
        <translation>Nadie más que tú ve esta cuenta.</translation>
    </message>
    <message>
        <source>your limit</source>
        <translation>tu límite</translation>
    </message>
    <message>
        <source>privacy cost</source>
        <translation>coste de privacidad</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Campaña</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Días</translation>
    </message>
    <message>
        <source>Privacy cost</source>
        <translation>Coste de privacidad</translation>
    </message>
    <message>
        <source>Limit you agreed to</source>
        <translation>Límite que aceptaste</translation>
    </message>
</context>
<context>
    <name>AgreedDialog</name>
    <message>
        <source>What you agreed to</source>
        <translation>Qué aceptaste</translation>
    </message>
    <message>
        <source>You agreed on {time}.</source>
        <translation>Aceptaste el {time}.</translation>
    </message>
    <message>
        <source>Your region: {region}</source>
        <translation>Tu región: {region}</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Cerrar</translation>
    </message>
</context>
<context>
    <name>AppSection</name>
    <message>
        <source>This app</source>
        <translation>Esta aplicación</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Como el sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>C&amp;olours</source>
        <translation>C&amp;olores</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>Iniciar al abrir la &amp;sesión</translation>
    </message>
    <message>
        <source>Then no counts go out until the app starts again.</source>
        <translation>Entonces no sale ningún recuento hasta que la aplicación se inicie otra vez.</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>&amp;Fetch what the campaigns publish</source>
        <translation>Descar&amp;gar lo que publican las campañas</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Recordármelo, como mucho una vez al día</translation>
    </message>
    <message>
        <source>&amp;Keep running when the window is closed</source>
        <translation>Seguir e&amp;n marcha al cerrar la ventana</translation>
    </message>
    <message>
        <source>To start this app when you log in, add it in your desktop&apos;s own settings.</source>
        <translation>Para que esta aplicación se abra al iniciar sesión, añádela en los ajustes de tu escritorio.</translation>
    </message>
    <message>
        <source>Light, more contrast</source>
        <translation>Claro, más contraste</translation>
    </message>
    <message>
        <source>Dark, more contrast</source>
        <translation>Oscuro, más contraste</translation>
    </message>
</context>
<context>
    <name>BlockDialog</name>
    <message>
        <source>Block a word</source>
        <translation>Bloquear una palabra</translation>
    </message>
    <message>
        <source>From now on, searches with the word you tick do not count.</source>
        <translation>Desde ahora, las búsquedas con la palabra que marques no cuentan.</translation>
    </message>
    <message>
        <source>Tick several to leave out only searches with all of them. Only you see this list.</source>
        <translation>Marca varias para dejar fuera solo las búsquedas con todas ellas. Solo tú ves esta lista.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Bloquear</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
</context>
<context>
    <name>BlockedSection</name>
    <message>
        <source>Blocked words</source>
        <translation>Palabras bloqueadas</translation>
    </message>
    <message>
        <source>Searches with these words do not count. Only you see this list.</source>
        <translation>Las búsquedas con estas palabras no cuentan. Solo tú ves esta lista.</translation>
    </message>
    <message>
        <source>&amp;Block</source>
        <translation>&amp;Bloquear</translation>
    </message>
    <message>
        <source>&amp;Unblock</source>
        <translation>&amp;Desbloquear</translation>
    </message>
    <message>
        <source>&amp;Word to block</source>
        <translation>Palabra por blo&amp;quear</translation>
    </message>
    <message>
        <source>Word to block</source>
        <translation>Palabra por bloquear</translation>
    </message>
    <message>
        <source>A word, or words that occur together</source>
        <translation>Una palabra, o varias juntas</translation>
    </message>
</context>
<context>
    <name>BrowserList</name>
    <message>
        <source>No browser was found here. Once there is one that keeps a history, it shows up. Until then you give nothing.</source>
        <translation>Aquí no se ha encontrado ningún navegador. En cuanto haya uno con historial, aparecerá. Hasta entonces no das nada.</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%n perfil</numerusform>
            <numerusform>%n perfiles</numerusform>
        </translation>
    </message>
    <message>
        <source>{browser}, {profiles}</source>
        <translation>{browser}, {profiles}</translation>
    </message>
    <message>
        <source>Count the searches of {browser}</source>
        <translation>Contar las búsquedas de {browser}</translation>
    </message>
    <message>
        <source>Count the searches of the profile {profile} of {browser}</source>
        <translation>Contar las búsquedas del perfil {profile} de {browser}</translation>
    </message>
    <message numerus="yes">
        <source>%n of its profiles can&apos;t be read. Searches made there do not count.</source>
        <translation>
            <numerusform>%n de sus perfiles no se puede leer. Las búsquedas hechas allí no cuentan.</numerusform>
            <numerusform>%n de sus perfiles no se pueden leer. Las búsquedas hechas allí no cuentan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BrowsersSection</name>
    <message>
        <source>Browsers</source>
        <translation>Navegadores</translation>
    </message>
    <message>
        <source>Browsers and profiles that you switch off are left out of all days not sent yet.</source>
        <translation>Los navegadores y perfiles que desactives quedan fuera de todos los días que aún no se han enviado.</translation>
    </message>
</context>
<context>
    <name>BrowsersStep</name>
    <message>
        <source>Your browsers</source>
        <translation>Tus navegadores</translation>
    </message>
    <message>
        <source>Which browsers may be counted? Their history is only read, on this computer.</source>
        <translation>¿Qué navegadores se pueden contar? Su historial solo se lee, en este ordenador.</translation>
    </message>
</context>
<context>
    <name>Calendar</name>
    <message>
        <source>E&amp;arlier</source>
        <translation>An&amp;terior</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>Si&amp;guiente</translation>
    </message>
    <message>
        <source>Earlier month</source>
        <translation>Mes anterior</translation>
    </message>
    <message>
        <source>Later month</source>
        <translation>Mes siguiente</translation>
    </message>
    <message>
        <source>{month} {year}</source>
        <translation>{month} de {year}</translation>
    </message>
</context>
<context>
    <name>CampaignDetails</name>
    <message>
        <source>All of what you agree to</source>
        <translation>Todo lo que aceptas</translation>
    </message>
    <message>
        <source>More about the campaign</source>
        <translation>Más sobre la campaña</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) are counted</source>
        <translation>
            <numerusform>Se cuenta %n palabra clave</numerusform>
            <numerusform>Se cuentan %n palabras clave</numerusform>
        </translation>
    </message>
    <message>
        <source>Each becomes a number, and so does how many searches you made. The server also keeps your public keys, and on which of the last 60 days you were there.</source>
        <translation>Cada una se convierte en un número, y también cuántas búsquedas hiciste. El servidor guarda además tus claves públicas y en cuáles de los últimos 60 días estuviste.</translation>
    </message>
    <message>
        <source>The server is not told your region. It stays hidden in the locked numbers.</source>
        <translation>Al servidor no se le dice tu región. Queda oculta en los números sellados.</translation>
    </message>
    <message>
        <source>Your privacy</source>
        <translation>Tu privacidad</translation>
    </message>
    <message>
        <source>It runs from {start} to {end}. Only days from now on count.</source>
        <translation>Dura del {start} al {end}. Solo cuentan los días desde ahora.</translation>
    </message>
    <message>
        <source>Ethics: {ethics}</source>
        <translation>Ética: {ethics}</translation>
    </message>
    <message>
        <source>Contact: {contact}</source>
        <translation>Contacto: {contact}</translation>
    </message>
    <message>
        <source>Who is responsible</source>
        <translation>Quién es responsable</translation>
    </message>
    <message>
        <source>Paid for by: {funding}</source>
        <translation>Financiado por: {funding}</translation>
    </message>
    <message>
        <source>Data protection notice: {address}</source>
        <translation>Aviso de protección de datos: {address}</translation>
    </message>
    <message>
        <source>Licence of the results: {licence}</source>
        <translation>Licencia de los resultados: {licence}</translation>
    </message>
    <message>
        <source>How to stop</source>
        <translation>Cómo parar</translation>
    </message>
    <message>
        <source>Pause, block a word, or leave a campaign whenever you like, without a reason. You can also erase everything, here and at the server. What is in a sum stays there.</source>
        <translation>Haz una pausa, bloquea una palabra o deja una campaña cuando quieras y sin dar razones. También puedes borrarlo todo, aquí y en el servidor. Lo que está en una suma se queda en ella.</translation>
    </message>
</context>
<context>
    <name>CampaignView</name>
    <message>
        <source>Published totals of {campaign}</source>
        <translation>Totales publicados de {campaign}</translation>
    </message>
    <message>
        <source>Show as a ta&amp;ble</source>
        <translation>Mostrar como ta&amp;bla</translation>
    </message>
    <message>
        <source>Published totals of {campaign}, as a table</source>
        <translation>Totales publicados de {campaign}, como tabla</translation>
    </message>
    <message>
        <source>Nothing has been published yet.</source>
        <translation>Todavía no se ha publicado nada.</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personas</translation>
    </message>
    <message>
        <source>Searches</source>
        <translation>Búsquedas</translation>
    </message>
</context>
<context>
    <name>CampaignsSection</name>
    <message>
        <source>Campaigns and server</source>
        <translation>Campañas y servidor</translation>
    </message>
    <message>
        <source>&amp;Join another campaign</source>
        <translation>&amp;Participar en otra campaña</translation>
    </message>
    <message>
        <source>{name}, {address}</source>
        <translation>{name}, {address}</translation>
    </message>
    <message>
        <source>You have joined no server.</source>
        <translation>No participas en ningún servidor.</translation>
    </message>
    <message numerus="yes">
        <source>%n other campaign(s) can be joined.</source>
        <translation>
            <numerusform>Puedes participar en %n campaña más.</numerusform>
            <numerusform>Puedes participar en %n campañas más.</numerusform>
        </translation>
    </message>
    <message>
        <source>Left on {day}. It gets nothing from you.</source>
        <translation>La dejaste el {day}. No recibe nada de ti.</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n palabra clave</numerusform>
            <numerusform>%n palabras clave</numerusform>
        </translation>
    </message>
    <message>
        <source>no region</source>
        <translation>sin región</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; its last day was {end}.</source>
        <translation>Participas desde el {day}; {keywords}; {region}; su último día fue el {end}.</translation>
    </message>
    <message>
        <source>Joined on {day}; {keywords}; {region}; runs until {end}.</source>
        <translation>Participas desde el {day}; {keywords}; {region}; dura hasta el {end}.</translation>
    </message>
    <message numerus="yes">
        <source>Look at %n new keyword(s)</source>
        <translation>
            <numerusform>Ver %n palabra clave nueva</numerusform>
            <numerusform>Ver %n palabras clave nuevas</numerusform>
        </translation>
    </message>
    <message>
        <source>Look at what has changed</source>
        <translation>Ver qué ha cambiado</translation>
    </message>
    <message>
        <source>Leave this campaign</source>
        <translation>Dejar esta campaña</translation>
    </message>
    <message>
        <source>Leave {title}</source>
        <translation>Dejar {title}</translation>
    </message>
    <message>
        <source>Completion code: {code}</source>
        <translation>Código de participación: {code}</translation>
    </message>
    <message numerus="yes">
        <source>Completion code: you were there on {there} of %n day(s).</source>
        <translation>
            <numerusform>Código de participación: has estado presente {there} de %n día.</numerusform>
            <numerusform>Código de participación: has estado presente {there} de %n días.</numerusform>
        </translation>
    </message>
    <message>
        <source>Everybody who is there on so many days is told the same code. It says nothing of your searches.</source>
        <translation>Quien está ahí tantos días recibe el mismo código. No dice nada de tus búsquedas.</translation>
    </message>
    <message>
        <source>Copy the code</source>
        <translation>Copiar el código</translation>
    </message>
    <message>
        <source>The code is copied.</source>
        <translation>El código está copiado.</translation>
    </message>
    <message>
        <source>Leave {title}?</source>
        <translation>¿Dejar {title}?</translation>
    </message>
    <message>
        <source>It gets nothing from you from now on, and the server is not told. What was added to a sum stays in it. You can join again; days before that will not count.</source>
        <translation>Desde ahora no recibe nada de ti, y no se avisa al servidor. Lo que se sumó queda en la suma. Puedes volver a participar; los días anteriores no contarán.</translation>
    </message>
    <message>
        <source>&amp;Leave</source>
        <translation>&amp;Dejar</translation>
    </message>
    <message>
        <source>Read what you agreed to</source>
        <translation>Leer lo que aceptaste</translation>
    </message>
</context>
<context>
    <name>ChartBox</name>
    <message>
        <source>Point at the chart, or use its arrow keys, to read the numbers of a day.</source>
        <translation>Señala el gráfico, o usa sus flechas, para leer los números de un día.</translation>
    </message>
</context>
<context>
    <name>ChooseStep</name>
    <message>
        <source>What it offers</source>
        <translation>Qué ofrece</translation>
    </message>
    <message>
        <source>{server} has no campaign that you have not joined. Come back later.</source>
        <translation>{server} no tiene ninguna campaña en la que no participes ya. Vuelve más tarde.</translation>
    </message>
    <message>
        <source>{server} asks for these. You will see each one in full first.</source>
        <translation>{server} propone estas. Antes verás cada una completa.</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, hasta el {day}</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>Show another keyword of {campaign}</source>
        <translation>Mostrar otra palabra clave de {campaign}</translation>
    </message>
    <message>
        <source>a keyword of this campaign</source>
        <translation>otra palabra clave</translation>
    </message>
    <message>
        <source>Show another &amp;keyword:</source>
        <translation>Mostrar otra palabra &amp;clave:</translation>
    </message>
    <message>
        <source>This campaign has no such keyword. Type a part of one to see some.</source>
        <translation>Esta campaña no tiene esa palabra clave. Escribe una parte para ver algunas.</translation>
    </message>
    <message>
        <source>Hide {keyword}</source>
        <translation>Ocultar {keyword}</translation>
    </message>
</context>
<context>
    <name>ConsentStep</name>
    <message>
        <source>Your region</source>
        <translation>Tu región</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elige…</translation>
    </message>
    <message>
        <source>I agree to {title}</source>
        <translation>Acepto {title}</translation>
    </message>
    <message>
        <source>I &amp;agree</source>
        <translation>&amp;Acepto</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Sí</translation>
    </message>
    <message>
        <source>{contact}, until {day}</source>
        <translation>{contact}, hasta el {day}</translation>
    </message>
    <message>
        <source>Is that OK?</source>
        <translation>¿Te parece bien?</translation>
    </message>
    <message>
        <source>Yes, this privacy cost is OK</source>
        <translation>Sí, este coste de privacidad me parece bien</translation>
    </message>
    <message>
        <source>Re&amp;gion</source>
        <translation>Re&amp;gión</translation>
    </message>
</context>
<context>
    <name>DataSection</name>
    <message>
        <source>Your data</source>
        <translation>Tus datos</translation>
    </message>
    <message>
        <source>E&amp;xport my data…</source>
        <translation>E&amp;xportar mis datos…</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Borrar &amp;todo…</translation>
    </message>
    <message>
        <source>It is in {folder}: your choices and what was sent, and no search. Besides you, only this computer&apos;s administrators can read it.</source>
        <translation>Están en {folder}: tus decisiones y lo que se envió, y ninguna búsqueda. Además de ti, solo pueden leerlos quienes administran este ordenador.</translation>
    </message>
    <message>
        <source>Your data is in {file}.</source>
        <translation>Tus datos están en {file}.</translation>
    </message>
    <message>
        <source>Export my data</source>
        <translation>Exportar mis datos</translation>
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
        <translation>En&amp;viar estos recuentos</translation>
    </message>
    <message>
        <source>Send &amp;nothing for this day</source>
        <translation>&amp;No enviar nada de este día</translation>
    </message>
    <message>
        <source>&amp;How does this work?</source>
        <translation>¿Cómo &amp;funciona?</translation>
    </message>
    <message>
        <source>See what &amp;came of it</source>
        <translation>Ver el resul&amp;tado</translation>
    </message>
    <message>
        <source>Appro&amp;ve these counts</source>
        <translation>Aprobar es&amp;tos recuentos</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y from now on</source>
        <translation>Desde ahora, enviar auto&amp;máticamente</translation>
    </message>
</context>
<context>
    <name>DayDetails</name>
    <message>
        <source>This day goes out with its week, which ends on {day}.</source>
        <translation>Este día sale con su semana, que termina el {day}.</translation>
    </message>
    <message>
        <source>You had not joined yet, or the day is still to come.</source>
        <translation>Todavía no participabas, o el día está por llegar.</translation>
    </message>
    <message>
        <source>What you gave to {campaign}</source>
        <translation>Lo que diste a {campaign}</translation>
    </message>
    <message>
        <source>Keyword</source>
        <translation>Palabra clave</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Tú</translation>
    </message>
    <message>
        <source>Everybody, as published</source>
        <translation>Total publicado</translation>
    </message>
    <message>
        <source>The counts of the whole week from {first} to {last}.</source>
        <translation>Los recuentos de toda la semana, del {first} al {last}.</translation>
    </message>
    <message>
        <source>All other keywords were sent as zeros.</source>
        <translation>Todas las demás palabras clave se enviaron como ceros.</translation>
    </message>
</context>
<context>
    <name>ErasedPage</name>
    <message>
        <source>Everything is erased</source>
        <translation>Todo está borrado</translation>
    </message>
    <message>
        <source>The server has forgotten you. Your keys, choices and log are gone from this computer.</source>
        <translation>El servidor te ha olvidado. Tus claves, tus decisiones y tu registro ya no están en este ordenador.</translation>
    </message>
    <message>
        <source>Your keys, choices and log are gone from this computer.</source>
        <translation>Tus claves, tus decisiones y tu registro ya no están en este ordenador.</translation>
    </message>
    <message>
        <source>Locked counts that were added to a sum stay in it.</source>
        <translation>Los recuentos sellados que se sumaron quedan en la suma.</translation>
    </message>
    <message>
        <source>&amp;Start again</source>
        <translation>&amp;Empezar de nuevo</translation>
    </message>
</context>
<context>
    <name>Explanation</name>
    <message>
        <source>How does this work?</source>
        <translation>¿Cómo funciona?</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>Your computer counts how often you searched for each keyword. The searches stay here.</source>
        <translation>Tu ordenador cuenta cuántas veces buscaste cada palabra clave. Las búsquedas se quedan aquí.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of all the people in your group are added up.</source>
        <translation>Los números se sellan antes de salir: cada uno parece al azar. Solo dicen algo cuando se suman los de todas las personas de tu grupo.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s sum for each campaign and region. If you are the only one of your group there, that sum is your counts. Everybody sees the day&apos;s totals. The server adds random noise to them first.</source>
        <translation>El servidor ve la suma de tu grupo para cada campaña y región. Si nadie más de tu grupo está ahí, esa suma son tus recuentos. Todo el mundo ve los totales del día. Antes, el servidor les añade ruido aleatorio.</translation>
    </message>
    <message>
        <source>The numbers are locked before they leave: each looks random. They say something only when those of many people are added up.</source>
        <translation>Los números se sellan antes de salir: cada uno parece al azar. Solo dicen algo cuando se suman los de muchas personas.</translation>
    </message>
    <message>
        <source>Every donor&apos;s computer adds a bit of random noise before it locks its numbers. So nobody sees a sum without noise, not even the server.</source>
        <translation>El ordenador de cada participante añade un poco de ruido aleatorio antes de sellar sus números. Así nadie ve una suma sin ruido, ni siquiera el servidor.</translation>
    </message>
    <message>
        <source>Each week some computers help to unlock the sums. Where few people take part, all of them do. They see nobody&apos;s counts.</source>
        <translation>Cada semana algunos ordenadores ayudan a abrir las sumas. Si participan pocas personas, ayudan todos. No ven los recuentos de nadie.</translation>
    </message>
    <message>
        <source>Keywords that count nothing are sent as zeros in the same message, and so are campaigns that you have not joined. So the message does not show what you searched for, or what you take part in.</source>
        <translation>Las palabras clave que no cuentan nada se envían como ceros en el mismo mensaje, y también las campañas en las que no participas. Así el mensaje no muestra qué buscaste ni en qué participas.</translation>
    </message>
    <message>
        <source>Once locked numbers are added up, nobody can take them out again, not even you.</source>
        <translation>Una vez sumados los números sellados, nadie puede sacarlos, ni siquiera tú.</translation>
    </message>
    <message>
        <source>Do others use this computer? Their searches in a browser that is counted count as yours. Each person needs an account or a browser of their own.</source>
        <translation>¿Otras personas usan este ordenador? Sus búsquedas en un navegador que se cuenta cuentan como tuyas. Cada persona necesita una cuenta o un navegador propio.</translation>
    </message>
</context>
<context>
    <name>ExtensionsSection</name>
    <message>
        <source>Browser extension</source>
        <translation>Extensión del navegador</translation>
    </message>
    <message>
        <source>Is the extension Private Data Donor in one of your browsers? Connected, it shows this app your searches when they are counted, and donates nothing itself: each search counts once. Switch it on here, and then in the extension&apos;s settings.</source>
        <translation>¿Está la extensión Private Data Donor en uno de tus navegadores? Conectada, muestra a esta aplicación tus búsquedas cuando se cuentan, y no dona nada por sí misma: cada búsqueda cuenta una vez. Actívala aquí, y después en los ajustes de la extensión.</translation>
    </message>
    <message>
        <source>No browser was found here that can have it.</source>
        <translation>Aquí no se encontró ningún navegador que pueda tenerla.</translation>
    </message>
    <message>
        <source>{browser}: connected now</source>
        <translation>{browser}: conectada ahora</translation>
    </message>
    <message>
        <source>{browser}: update the extension. Searches that only it sees do not count.</source>
        <translation>{browser}: actualiza la extensión. Las búsquedas que solo ve ella no cuentan.</translation>
    </message>
    <message>
        <source>{browser}: update this app. Searches that only the extension sees do not count.</source>
        <translation>{browser}: actualiza esta aplicación. Las búsquedas que solo ve la extensión no cuentan.</translation>
    </message>
    <message>
        <source>&amp;Save ids</source>
        <translation>&amp;Guardar los identificadores</translation>
    </message>
    <message>
        <source>Ids of the extension from a store, or built by you</source>
        <translation>Identificadores de la extensión de una tienda o hecha por ti</translation>
    </message>
    <message>
        <source>Ids of the extension</source>
        <translation>Identificadores de la extensión</translation>
    </message>
    <message>
        <source>Only enter ids that you know. An extension with such an id can make the app count wrongly.</source>
        <translation>Escribe solo identificadores que conoces. Una extensión con uno de ellos puede hacer que la aplicación cuente mal.</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
</context>
<context>
    <name>Heading</name>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausa</translation>
    </message>
    <message>
        <source>Res&amp;ume</source>
        <translation>Reanu&amp;dar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
</context>
<context>
    <name>HoursSection</name>
    <message>
        <source>Hours left out</source>
        <translation>Horas excluidas</translation>
    </message>
    <message>
        <source>Searches made in these hours do not count. Only you see this.</source>
        <translation>Las búsquedas en estas horas no cuentan. Solo tú ves esto.</translation>
    </message>
    <message>
        <source>Leave out some hours of each day</source>
        <translation>Excluir algunas horas cada día</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>To</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Choose two times that differ.</source>
        <translation>Elige dos horas distintas.</translation>
    </message>
    <message>
        <source>The clock of this computer decides.</source>
        <translation>Vale el reloj de este ordenador.</translation>
    </message>
</context>
<context>
    <name>IntroStep</name>
    <message>
        <source>How it works</source>
        <translation>Cómo funciona</translation>
    </message>
    <message>
        <source>Researchers ask how often people search for words like “flu”. This app counts that. Your searches never leave this computer. Your counts are added to others&apos;. Only sums with random noise are published. Stop at any time.</source>
        <translation>Quienes investigan preguntan con qué frecuencia se buscan palabras como «gripe». Esta aplicación lo cuenta. Tus búsquedas nunca salen de este ordenador. Tus recuentos se suman a los de otras personas. Solo se publican sumas con ruido aleatorio. Déjalo cuando quieras.</translation>
    </message>
</context>
<context>
    <name>Joining</name>
    <message>
        <source>&amp;Join</source>
        <translation>&amp;Participar</translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message>
        <source>{keyword} (new)</source>
        <translation>{keyword} (nueva)</translation>
    </message>
    <message>
        <source>Find a keyword</source>
        <translation>Buscar una palabra clave</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n palabra clave</numerusform>
            <numerusform>%n palabras clave</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{index}: any of %n keyword(s)</source>
        <translation>
            <numerusform>{index}: %n palabra clave</numerusform>
            <numerusform>{index}: cualquiera de %n palabras clave</numerusform>
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
        <translation>{day}, aún no definitivo</translation>
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
        <translation>{name} {value}, entre {low} y {high}</translation>
    </message>
    <message>
        <source>The arrow keys go from day to day.</source>
        <translation>Las flechas van de día en día.</translation>
    </message>
    <message>
        <source>Nothing to show yet.</source>
        <translation>Todavía no hay nada que mostrar.</translation>
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
        <translation>Aceptado. Los cambios valen desde hoy.</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Qué ha cambiado</translation>
    </message>
    <message>
        <source>Nothing has changed: you have agreed to all that your campaigns count.</source>
        <translation>Nada ha cambiado: has aceptado todo lo que cuentan tus campañas.</translation>
    </message>
    <message>
        <source>&amp;Back to today</source>
        <translation>&amp;Volver a hoy</translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s) were added. They count nothing until you agree.</source>
        <translation>
            <numerusform>Se ha añadido %n palabra clave. No cuenta nada hasta que aceptes.</numerusform>
            <numerusform>Se han añadido %n palabras clave. No cuentan nada hasta que aceptes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its privacy terms have changed. They are now:</source>
        <translation>Sus condiciones de privacidad han cambiado. Ahora son:</translation>
    </message>
    <message>
        <source>Agree to the changes of {title}</source>
        <translation>Aceptar los cambios de {title}</translation>
    </message>
    <message>
        <source>&amp;Agree</source>
        <translation>Ace&amp;ptar</translation>
    </message>
    <message>
        <source>More than keywords has changed. Read all of it before you agree.</source>
        <translation>No solo han cambiado palabras clave. Léelo todo antes de aceptar.</translation>
    </message>
    <message>
        <source>&amp;Read it all</source>
        <translation>&amp;Leerlo todo</translation>
    </message>
    <message>
        <source>Read all of {title}</source>
        <translation>Leer todo de {title}</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>A&amp;trás</translation>
    </message>
    <message>
        <source>Agr&amp;ee</source>
        <translation>Ace&amp;ptar</translation>
    </message>
</context>
<context>
    <name>Notice</name>
    <message>
        <source>&amp;Close this note</source>
        <translation>&amp;Cerrar este aviso</translation>
    </message>
</context>
<context>
    <name>OwnServerStep</name>
    <message>
        <source>Join another campaign</source>
        <translation>Participar en otra campaña</translation>
    </message>
    <message>
        <source>The server is asked what it offers. It sees your internet address, like any website. It learns nothing of your searches.</source>
        <translation>Se pregunta al servidor qué ofrece. Ve tu dirección de internet, como cualquier sitio web. No sabe nada de tus búsquedas.</translation>
    </message>
    <message>
        <source>Another server</source>
        <translation>Otro servidor</translation>
    </message>
    <message>
        <source>You can give to one server at a time. To join at another, erase everything here first.</source>
        <translation>Solo puedes donar a un servidor a la vez. Para participar en otro, borra primero todo aquí.</translation>
    </message>
    <message>
        <source>Er&amp;ase everything…</source>
        <translation>Borrar &amp;todo…</translation>
    </message>
    <message>
        <source>Your link is of another server: {server}. To join there, erase everything here first.</source>
        <translation>Tu enlace es de otro servidor: {server}. Para participar allí, borra antes todo aquí.</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Ver campañas</translation>
    </message>
</context>
<context>
    <name>PlainPage</name>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>&amp;No, go back</source>
        <translation>&amp;No, volver</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>What was refused</source>
        <translation>Lo que se rechazó</translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) are in the file that you can export.</source>
        <translation>
            <numerusform>%n rechazo más antiguo está en el archivo que puedes exportar.</numerusform>
            <numerusform>%n rechazos más antiguos están en el archivo que puedes exportar.</numerusform>
        </translation>
    </message>
    <message>
        <source>A day without a name: {what}</source>
        <translation>Un día sin nombre: {what}</translation>
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
        <translation>Re&amp;gión:</translation>
    </message>
    <message>
        <source>Region of {campaign}</source>
        <translation>Región de {campaign}</translation>
    </message>
    <message>
        <source>{region} (yours)</source>
        <translation>{region} (la tuya)</translation>
    </message>
    <message>
        <source>All regions together</source>
        <translation>Todas las regiones juntas</translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message>
        <source>Fetch what is &amp;new</source>
        <translation>Descargar lo &amp;nuevo</translation>
    </message>
    <message>
        <source>Everybody can see these totals: sums of the donors&apos; counts, with random noise added. The band says how far the noise may move a total, 95 times in 100. Your computer asks for the totals of all campaigns alike, so this does not show which you joined.</source>
        <translation>Todo el mundo puede ver estos totales: sumas de los recuentos de quienes participan, con ruido aleatorio añadido. La banda dice cuánto puede mover el ruido un total, 95 veces de cada 100. Tu ordenador pide por igual los totales de todas las campañas, así que esto no muestra en cuáles participas.</translation>
    </message>
    <message>
        <source>This is what is published now.</source>
        <translation>Esto es lo publicado ahora.</translation>
    </message>
    <message>
        <source>The results can&apos;t be shown.</source>
        <translation>No se pueden mostrar los resultados.</translation>
    </message>
    <message>
        <source>&amp;Fetch them again</source>
        <translation>Descargarlos &amp;otra vez</translation>
    </message>
    <message>
        <source>No results are kept here yet.</source>
        <translation>Aquí aún no se guarda ningún resultado.</translation>
    </message>
    <message>
        <source>When a campaign publishes a day&apos;s totals, you see here what came of it.</source>
        <translation>Cuando una campaña publica los totales de un día, aquí ves qué ha salido de ello.</translation>
    </message>
    <message>
        <source>&amp;Fetch what is published</source>
        <translation>Descargar lo &amp;publicado</translation>
    </message>
    <message numerus="yes">
        <source>%n &amp;campaign(s) that you have not joined</source>
        <translation>
            <numerusform>%n cam&amp;paña en la que no participas</numerusform>
            <numerusform>%n cam&amp;pañas en las que no participas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowTexts</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n vez</numerusform>
            <numerusform>%n veces</numerusform>
        </translation>
    </message>
    <message>
        <source>open</source>
        <translation>abierto</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>cerrado</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>%n other keyword(s)</source>
        <translation>
            <numerusform>%n palabra clave más</numerusform>
            <numerusform>%n palabras clave más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n palabra clave</numerusform>
            <numerusform>%n palabras clave</numerusform>
        </translation>
    </message>
    <message>
        <source>any of {keywords}</source>
        <translation>cualquiera de: {keywords}</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>todas las búsquedas</translation>
    </message>
    <message>
        <source>taken out</source>
        <translation>quitadas</translation>
    </message>
    <message>
        <source>not counted</source>
        <translation>no contadas</translation>
    </message>
    <message>
        <source>“{query}”</source>
        <translation>«{query}»</translation>
    </message>
    <message>
        <source>nothing is given: {reason}</source>
        <translation>no se da nada: {reason}</translation>
    </message>
    <message>
        <source>number only</source>
        <translation>solo el número</translation>
    </message>
    <message>
        <source>Day by day</source>
        <translation>Día a día</translation>
    </message>
    <message>
        <source>open to see why</source>
        <translation>abre para ver por qué</translation>
    </message>
    <message>
        <source>not joined: look at it</source>
        <translation>no participas: verla</translation>
    </message>
    <message>
        <source>the week to {day}</source>
        <translation>la semana hasta el {day}</translation>
    </message>
    <message>
        <source>the week to {day}, once more</source>
        <translation>la semana hasta el {day}, otra vez</translation>
    </message>
    <message>
        <source>does not count: {reason}</source>
        <translation>no cuenta: {reason}</translation>
    </message>
    <message>
        <source>{keyword} {count}</source>
        <translation>{keyword} {count}</translation>
    </message>
    <message>
        <source>counted before the history was cleared</source>
        <translation>contado antes de que se borrara el historial</translation>
    </message>
    <message>
        <source>{counts}; {note}</source>
        <translation>{counts}; {note}</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a blocked word: does not count</source>
        <translation>{engine}, {browser}; una palabra bloqueada: no cuenta</translation>
    </message>
    <message>
        <source>{engine}, {browser}; taken out: does not count</source>
        <translation>{engine}, {browser}; quitada: no cuenta</translation>
    </message>
    <message>
        <source>{engine}, {browser}; a search engine you left out: does not count</source>
        <translation>{engine}, {browser}; buscador excluido: no cuenta</translation>
    </message>
    <message>
        <source>{engine}, {browser}; in hours you left out: does not count</source>
        <translation>{engine}, {browser}; en horas excluidas: no cuenta</translation>
    </message>
    <message>
        <source>{engine}, {browser}; made in a pause: does not count</source>
        <translation>{engine}, {browser}; hecha durante una pausa: no cuenta</translation>
    </message>
    <message>
        <source>{engine}, {browser}</source>
        <translation>{engine}, {browser}</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a week</source>
        <translation>por encima del límite de búsquedas por semana de esta campaña</translation>
    </message>
    <message>
        <source>over this campaign&apos;s limit of searches a day</source>
        <translation>por encima del límite de búsquedas al día de esta campaña</translation>
    </message>
    <message>
        <source>not in what you agreed to send</source>
        <translation>no está en lo que aceptaste enviar</translation>
    </message>
    <message>
        <source>does not count for {keywords}: the campaign&apos;s limit for keywords is reached</source>
        <translation>no cuenta para {keywords}: se alcanzó el límite de la campaña para palabras clave</translation>
    </message>
    <message>
        <source>does not count for {keywords}: not in what you agreed to send</source>
        <translation>no cuenta para {keywords}: no está en lo que aceptaste enviar</translation>
    </message>
    <message>
        <source>left out; can be restored</source>
        <translation>excluida; se puede restaurar</translation>
    </message>
</context>
<context>
    <name>SearchActions</name>
    <message>
        <source>Take &amp;out</source>
        <translation>&amp;Quitar</translation>
    </message>
    <message>
        <source>&amp;Block a word…</source>
        <translation>&amp;Bloquear una palabra…</translation>
    </message>
    <message>
        <source>Put b&amp;ack</source>
        <translation>De&amp;volver</translation>
    </message>
    <message>
        <source>Open a keyword to see the searches behind it. Choose one to take it out.</source>
        <translation>Abre una palabra clave para ver las búsquedas que hay detrás. Elige una para quitarla.</translation>
    </message>
    <message>
        <source>“{query}”, {time}, {engine}, {browser}</source>
        <translation>«{query}», {time}, {engine}, {browser}</translation>
    </message>
</context>
<context>
    <name>SendingChoice</name>
    <message>
        <source>Ask me f&amp;irst</source>
        <translation>Preguntarme pri&amp;mero</translation>
    </message>
    <message>
        <source>Send automaticall&amp;y</source>
        <translation>Enviar a&amp;utomáticamente</translation>
    </message>
    <message>
        <source>You review each day&apos;s counts. A missed day sends only zeros.</source>
        <translation>Revisas los recuentos de cada día. Un día sin revisar solo envía ceros.</translation>
    </message>
    <message>
        <source>You can still look first, and withhold a day.</source>
        <translation>Aun así puedes mirar antes y retener un día.</translation>
    </message>
</context>
<context>
    <name>SendingSection</name>
    <message>
        <source>Sending</source>
        <translation>Envío</translation>
    </message>
    <message>
        <source>&amp;Contact the server now</source>
        <translation>&amp;Contactar con el servidor ahora</translation>
    </message>
    <message>
        <source>Set a li&amp;mit in the privacy account</source>
        <translation>Fijar un &amp;límite en la cuenta de privacidad</translation>
    </message>
    <message numerus="yes">
        <source>The server was contacted; %n message(s) were sent.</source>
        <translation>
            <numerusform>Se ha contactado con el servidor; se envió %n mensaje.</numerusform>
            <numerusform>Se ha contactado con el servidor; se enviaron %n mensajes.</numerusform>
        </translation>
    </message>
    <message>
        <source>The server was contacted; there was nothing to send.</source>
        <translation>Se ha contactado con el servidor; no había nada que enviar.</translation>
    </message>
    <message>
        <source>Until you join a campaign, a server is contacted only when you look at what it offers.</source>
        <translation>Antes de que participes en una campaña, solo se contacta con un servidor cuando miras qué ofrece.</translation>
    </message>
    <message>
        <source>The app contacts the server about once a day, at a random time.</source>
        <translation>La aplicación contacta con el servidor una vez al día, más o menos, a una hora al azar.</translation>
    </message>
    <message>
        <source>Next: {time}.</source>
        <translation>Próxima vez: {time}.</translation>
    </message>
    <message>
        <source>{why} {coming}</source>
        <translation>{why} {coming}</translation>
    </message>
    <message>
        <source>Last: {time}.</source>
        <translation>Última vez: {time}.</translation>
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
        <translation>&amp;Participar</translation>
    </message>
    <message>
        <source>How to send</source>
        <translation>Cómo enviar</translation>
    </message>
    <message>
        <source>Start when I lo&amp;g in</source>
        <translation>Iniciar al abrir la &amp;sesión</translation>
    </message>
    <message>
        <source>Remind me, at most once a day</source>
        <translation>Recordármelo, como mucho una vez al día</translation>
    </message>
</context>
<context>
    <name>SentPage</name>
    <message>
        <source>Days</source>
        <translation>Días</translation>
    </message>
    <message>
        <source>E&amp;xport everything kept about you…</source>
        <translation>E&amp;xportar todo lo que se guarda sobre ti…</translation>
    </message>
    <message>
        <source>The counts are as they were before locking. They are kept on this computer alone.</source>
        <translation>Los recuentos están como antes de sellarlos. Solo se guardan en este ordenador.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Guardado en {file}.</translation>
    </message>
    <message>
        <source>This can&apos;t be shown.</source>
        <translation>Esto no se puede mostrar.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Mirar &amp;otra vez</translation>
    </message>
    <message>
        <source>No counts have left this computer.</source>
        <translation>Ningún recuento ha salido de este ordenador.</translation>
    </message>
    <message>
        <source>What you send will be listed here, day by day, with the counts as they were before locking.</source>
        <translation>Lo que envíes aparecerá aquí, día a día, con los recuentos como eran antes de sellarlos.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>Archivos JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Tr&amp;y again</source>
        <translation>Volver a &amp;intentarlo</translation>
    </message>
    <message>
        <source>{campaigns}: there are new keywords. They count nothing until you agree.</source>
        <translation>{campaigns}: hay palabras clave nuevas. No cuentan nada hasta que aceptes.</translation>
    </message>
    <message>
        <source>&amp;Look at them</source>
        <translation>Verla&amp;s</translation>
    </message>
</context>
<context>
    <name>SitesSection</name>
    <message>
        <source>Search engines left out</source>
        <translation>Buscadores excluidos</translation>
    </message>
    <message>
        <source>Searches made there do not count. Only you see this list.</source>
        <translation>Las búsquedas hechas allí no cuentan. Solo tú ves esta lista.</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>Excluir</translation>
    </message>
    <message>
        <source>Count it again</source>
        <translation>Contar de nuevo</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Buscador</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continuar</translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} de {count}</translation>
    </message>
    <message>
        <source>Page {place} of {count}</source>
        <translation>Página {place} de {count}</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Atrás</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>Keywords and how many times each is counted</source>
        <translation>Las palabras clave y cuántas veces se cuenta cada una</translation>
    </message>
    <message>
        <source>This day can&apos;t be shown.</source>
        <translation>Este día no se puede mostrar.</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Mirar &amp;otra vez</translation>
    </message>
    <message>
        <source>You have joined no campaign yet.</source>
        <translation>Todavía no participas en ninguna campaña.</translation>
    </message>
    <message>
        <source>&amp;Join a campaign</source>
        <translation>&amp;Participar en una campaña</translation>
    </message>
    <message>
        <source>Nothing will be given of this day. You can change your mind until it is locked.</source>
        <translation>De este día no se dará nada. Puedes cambiar de idea hasta que se selle.</translation>
    </message>
    <message>
        <source>Taken out. This search does not count.</source>
        <translation>Quitada. Esta búsqueda no cuenta.</translation>
    </message>
    <message>
        <source>Blocked. Settings lists the blocked words.</source>
        <translation>Bloqueada. Los ajustes muestran las palabras bloqueadas.</translation>
    </message>
    <message>
        <source>No counts leave this computer until you do.</source>
        <translation>Hasta entonces, ningún recuento sale de este ordenador.</translation>
    </message>
    <message>
        <source>Restored. Approved counts won&apos;t increase.</source>
        <translation>Restaurada. Los números aprobados no aumentan.</translation>
    </message>
    <message>
        <source>Restored: this search counts again.</source>
        <translation>Restaurada: esta búsqueda vuelve a contar.</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Abrir</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reanudar</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausa</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
</context>
<context>
    <name>TroublePage</name>
    <message>
        <source>This app sends nothing until this is solved.</source>
        <translation>Esta aplicación no envía nada hasta que esto se resuelva.</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>Volver a &amp;intentarlo</translation>
    </message>
    <message>
        <source>The app has stopped</source>
        <translation>La aplicación se ha detenido</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>WhereStep</name>
    <message>
        <source>&amp;Invitation code</source>
        <translation>Código de &amp;invitación</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Participar</translation>
    </message>
    <message>
        <source>Link or &amp;address</source>
        <translation>&amp;Enlace o dirección</translation>
    </message>
    <message>
        <source>Link or address</source>
        <translation>Enlace o dirección</translation>
    </message>
    <message>
        <source>This server takes donors by invitation. Enter the code you were given.</source>
        <translation>En este servidor se participa por invitación. Escribe el código que te han dado.</translation>
    </message>
    <message>
        <source>Invitation code</source>
        <translation>Código de invitación</translation>
    </message>
    <message>
        <source>S&amp;how campaigns</source>
        <translation>&amp;Ver campañas</translation>
    </message>
    <message>
        <source>Looking at a link shows its server your internet address, but no searches.</source>
        <translation>Cuando miras, el servidor del enlace ve tu dirección de internet, pero ninguna búsqueda.</translation>
    </message>
</context>
<context>
    <name>account</name>
    <message>
        <source>You have given nothing yet, so nothing has cost you anything.</source>
        <translation>Todavía no has dado nada, así que nada te ha costado nada.</translation>
    </message>
    <message>
        <source>You have set no limit of your own. Each campaign has one that you agreed to.</source>
        <translation>No has fijado ningún límite propio. Cada campaña tiene uno que aceptaste.</translation>
    </message>
    <message>
        <source>More than your limit of {limit} was given already: from now on zeros go out.</source>
        <translation>Ya se ha dado más que tu límite de {limit}: desde ahora salen ceros.</translation>
    </message>
    <message>
        <source>Your limit is {limit}. No campaign that you have joined goes on.</source>
        <translation>Tu límite es {limit}. Ninguna campaña en la que participas continúa.</translation>
    </message>
    <message>
        <source>no bound</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>Your limit is {limit}, and less than a day is left. Counts that don&apos;t fit are sent as zeros.</source>
        <translation>Tu límite es {limit}, y queda menos de un día. Lo que no cabe se envía como ceros.</translation>
    </message>
</context>
<context>
    <name>app_status</name>
    <message>
        <source>You have joined no campaign. No counts leave this computer.</source>
        <translation>No participas en ninguna campaña. Ningún recuento sale de este ordenador.</translation>
    </message>
    <message>
        <source>This computer&apos;s clock is wrong. Set it right, or days are missed.</source>
        <translation>El reloj de este ordenador va mal. Ponlo en hora, o se perderán días.</translation>
    </message>
    <message>
        <source>A campaign has new keywords. They count nothing until you agree.</source>
        <translation>Una campaña tiene palabras clave nuevas. No cuentan nada hasta que aceptes.</translation>
    </message>
    <message>
        <source>Paused until you resume. You give nothing.</source>
        <translation>En pausa hasta que la reanudes. No das nada.</translation>
    </message>
    <message>
        <source>Paused until {time}. You give nothing.</source>
        <translation>En pausa hasta el {time}. No das nada.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost; the app tries again soon.</source>
        <translation>No se puede contactar con el servidor. No se ha perdido nada; la aplicación lo intentará pronto.</translation>
    </message>
    <message>
        <source>The server can&apos;t be reached. Nothing is lost. Next try: {time}.</source>
        <translation>No se puede contactar con el servidor. No se ha perdido nada. Próximo intento: {time}.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. The app tries again soon.</source>
        <translation>El último contacto con el servidor falló. La aplicación lo intenta de nuevo pronto.</translation>
    </message>
    <message>
        <source>The last contact with the server failed. Nothing is lost. Next try: {time}.</source>
        <translation>El último contacto con el servidor falló. No se ha perdido nada. Próximo intento: {time}.</translation>
    </message>
    <message>
        <source>Your campaigns are finished. Thank you for taking part.</source>
        <translation>Tus campañas han terminado. Gracias por participar.</translation>
    </message>
    <message>
        <source>The server is contacted soon.</source>
        <translation>Pronto se contactará con el servidor.</translation>
    </message>
    <message>
        <source>All is well. Next contact with the server: {time}.</source>
        <translation>Todo va bien. Próximo contacto con el servidor: {time}.</translation>
    </message>
    <message>
        <source>Your campaign has not begun yet. Next contact with the server: {time}.</source>
        <translation>Tu campaña aún no ha empezado. Próximo contacto con el servidor: {time}.</translation>
    </message>
    <message>
        <source>The last days are still being sent. Next contact with the server: {time}.</source>
        <translation>Los últimos días aún se están enviando. Próximo contacto con el servidor: {time}.</translation>
    </message>
    <message>
        <source>There is a new version, {version}. Settings say where to get it.</source>
        <translation>Hay una versión nueva: {version}. En los ajustes pone dónde está.</translation>
    </message>
</context>
<context>
    <name>campaign</name>
    <message>
        <source>It starts on {day}.</source>
        <translation>Empieza el {day}.</translation>
    </message>
    <message>
        <source>Counting is over. Its last days are still being sent.</source>
        <translation>Ya no se cuenta. Sus últimos días aún se están enviando.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what came of it.</source>
        <translation>Ha terminado, gracias por participar. La página Resultados muestra qué salió de ella.</translation>
    </message>
    <message>
        <source>Finished, thank you for taking part. The page Results shows what will be published.</source>
        <translation>Ha terminado, gracias por participar. La página Resultados muestra lo que se publique.</translation>
    </message>
    <message>
        <source>The researchers end it early, on {day}.</source>
        <translation>Los investigadores la terminan antes, el {day}.</translation>
    </message>
    <message>
        <source>The researchers ended it early, on {day}.</source>
        <translation>Los investigadores la terminaron antes, el {day}.</translation>
    </message>
    <message>
        <source>The server has not listed it since {day}: it was closed early, or is gone.</source>
        <translation>El servidor no la muestra desde el {day}: se cerró antes o ya no existe.</translation>
    </message>
    <message>
        <source>I&apos;d rather not say</source>
        <translation>Prefiero no decirlo</translation>
    </message>
</context>
<context>
    <name>closing</name>
    <message>
        <source>The app then goes on in the background.</source>
        <translation>La aplicación sigue entonces en segundo plano.</translation>
    </message>
    <message>
        <source>Keep donating without the window?</source>
        <translation>¿Seguir donando sin la ventana?</translation>
    </message>
    <message>
        <source>If you quit, no counts go out until the app starts again.</source>
        <translation>Si sales, no sale ningún recuento hasta que la aplicación se inicie otra vez.</translation>
    </message>
    <message>
        <source>You can change this in Settings.</source>
        <translation>Puedes cambiar esto en Ajustes.</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>&amp;Keep donating</source>
        <translation>&amp;Seguir donando</translation>
    </message>
</context>
<context>
    <name>counted</name>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}; too little randomness was added for any promise.</source>
        <translation>
            <numerusform>Has dado %n día desde el {day}; se añadió demasiado poco azar para prometer nada.</numerusform>
            <numerusform>Has dado %n días desde el {day}; se añadió demasiado poco azar para prometer nada.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.</source>
        <translation>
            <numerusform>Has dado %n día desde el {day}: tanto que el azar promete poco sobre el conjunto.</numerusform>
            <numerusform>Has dado %n días desde el {day}: tantos que el azar promete poco sobre todos juntos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your limit is {limit}. It lasts at least %n more day(s).</source>
        <translation>
            <numerusform>Tu límite es {limit}. Alcanza al menos para %n día más.</numerusform>
            <numerusform>Tu límite es {limit}. Alcanza al menos para %n días más.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s)</source>
        <translation>
            <numerusform>%n semana</numerusform>
            <numerusform>%n semanas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for you to look through.</source>
        <translation>
            <numerusform>%n día espera tu revisión.</numerusform>
            <numerusform>%n días esperan tu revisión.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) found.</source>
        <translation>
            <numerusform>%n búsqueda encontrada.</numerusform>
            <numerusform>%n búsquedas encontradas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them count for keywords.</source>
        <translation>
            <numerusform>%n de ellas cuenta para palabras clave.</numerusform>
            <numerusform>%n de ellas cuentan para palabras clave.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n other people&apos;s</source>
        <translation>
            <numerusform>los de al menos %n persona más</numerusform>
            <numerusform>los de al menos %n personas más</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) were sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>Se envió %n número sellado. Un servidor honesto solo lo lee como suma con {people}.</numerusform>
            <numerusform>Se enviaron %n números sellados. Un servidor honesto solo los lee como suma con {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) will be sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>Se enviará %n número sellado. Un servidor honesto solo lo lee como suma con {people}.</numerusform>
            <numerusform>Se enviarán %n números sellados. Un servidor honesto solo los lee como suma con {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n history file(s) could not be read. Their searches do not count.</source>
        <translation>
            <numerusform>%n archivo de historial no se pudo leer. Sus búsquedas no cuentan.</numerusform>
            <numerusform>%n archivos de historial no se pudieron leer. Sus búsquedas no cuentan.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s) without totals</source>
        <translation>
            <numerusform>%n semana sin totales</numerusform>
            <numerusform>%n semanas sin totales</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) without totals</source>
        <translation>
            <numerusform>%n día sin totales</numerusform>
            <numerusform>%n días sin totales</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. You have until {day} at least.</source>
        <translation>
            <numerusform>%n día espera tu revisión. Tienes al menos hasta el {day}.</numerusform>
            <numerusform>%n días esperan tu revisión. Tienes al menos hasta el {day}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. Today may be the last chance for one.</source>
        <translation>
            <numerusform>%n día espera tu revisión. Puede que hoy sea el último día para hacerla.</numerusform>
            <numerusform>%n días esperan tu revisión. Para uno de ellos, puede que hoy sea el último día.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review.</source>
        <translation>
            <numerusform>%n día espera tu revisión.</numerusform>
            <numerusform>%n días esperan tu revisión.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Aprobar %n d&amp;ía</numerusform>
            <numerusform>Aprobar los %n d&amp;ías</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Enviar %n d&amp;ía</numerusform>
            <numerusform>Enviar los %n d&amp;ías</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) counted as a number only.</source>
        <translation>
            <numerusform>%n búsqueda cuenta solo como número.</numerusform>
            <numerusform>%n búsquedas cuentan solo como número.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</source>
        <translation>
            <numerusform>Has dado %n día desde el {day}. Quien veía al 50:50 que tus recuentos estén en los resultados puede estar ahora seguro al {percent}&#xa0;% como máximo (salvo una probabilidad de una millonésima).</numerusform>
            <numerusform>Has dado %n días desde el {day}. Quien veía al 50:50 que tus recuentos estén en los resultados puede estar ahora seguro al {percent}&#xa0;% como máximo (salvo una probabilidad de una millonésima).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) approved, {missed} not. Look at your days again.</source>
        <translation>
            <numerusform>%n día aprobado, {missed} no. Mira tus días otra vez.</numerusform>
            <numerusform>%n días aprobados, {missed} no. Mira tus días otra vez.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>erasing</name>
    <message>
        <source>Erase everything?</source>
        <translation>¿Borrar todo?</translation>
    </message>
    <message>
        <source>The server forgets you. Then your keys, your choices and your log are erased from this computer. If the server can&apos;t be reached, you are asked again.
This can&apos;t be undone. What can&apos;t be erased: locked counts that were added to a sum, and copies that your backups made.
Your browsers&apos; histories are not touched.</source>
        <translation>El servidor te olvida. Después se borran de este ordenador tus claves, tus decisiones y tu registro. Si no se puede contactar con el servidor, se te pregunta otra vez.
Esto no se puede deshacer. Lo que no se puede borrar: los recuentos sellados que se sumaron, y las copias que hicieron tus copias de seguridad.
Los historiales de tus navegadores quedan como están.</translation>
    </message>
    <message>
        <source>&amp;Erase everything</source>
        <translation>&amp;Borrar todo</translation>
    </message>
    <message>
        <source>I &amp;understand that this can&apos;t be undone</source>
        <translation>&amp;Entiendo que esto no se puede deshacer</translation>
    </message>
    <message>
        <source>Erase this computer only?</source>
        <translation>¿Borrar solo en este ordenador?</translation>
    </message>
    <message>
        <source>Nothing is erased yet, because the server could not be told. {why}</source>
        <translation>Aún no se ha borrado nada, porque no se pudo avisar al servidor. {why}</translation>
    </message>
    <message>
        <source>You can try again later. Or erase this computer only, if the server is gone.</source>
        <translation>Puedes intentarlo más tarde. O borra solo en este ordenador, si el servidor ya no existe.</translation>
    </message>
    <message>
        <source>Without your keys, nobody can ask it to do so earlier.</source>
        <translation>Sin tus claves, nadie puede pedirle que lo haga antes.</translation>
    </message>
    <message>
        <source>&amp;Erase this computer only</source>
        <translation>&amp;Borrar solo en este ordenador</translation>
    </message>
    <message>
        <source>The server then keeps your public keys, and up to 60 days on which you were there. While it runs, it deletes them when it has not seen you for a long time, usually 180 days.</source>
        <translation>El servidor guarda entonces tus claves públicas y hasta 60 días en los que estuviste. Mientras funcione, los borra cuando no te ha visto en mucho tiempo, por lo general 180 días.</translation>
    </message>
</context>
<context>
    <name>errors</name>
    <message>
        <source>The server does not take this invitation. Nothing was joined. Ask for another one.</source>
        <translation>El servidor no acepta esta invitación. No participas en nada nuevo. Pide otra.</translation>
    </message>
    <message>
        <source>The server is busy. Nothing is lost; the app tries again later.</source>
        <translation>El servidor está ocupado. No se ha perdido nada; la aplicación lo intentará más tarde.</translation>
    </message>
    <message>
        <source>The server refused: {why} Nothing is lost.</source>
        <translation>El servidor lo ha rechazado: {why} No se ha perdido nada.</translation>
    </message>
    <message>
        <source>This address begins with http://, so others could listen. Nothing was sent. Use https://.</source>
        <translation>Esta dirección empieza por http://, así que otros podrían escuchar. No se ha enviado nada. Usa https://.</translation>
    </message>
    <message>
        <source>This is no server&apos;s address. Nothing was sent.</source>
        <translation>Esta no es la dirección de un servidor. No se ha enviado nada.</translation>
    </message>
    <message>
        <source>The server shows another key than when you joined. Nothing was sent. Ask who runs it.</source>
        <translation>El servidor muestra otra clave que cuando te inscribiste. No se ha enviado nada. Pregunta a quienes lo gestionan.</translation>
    </message>
    <message>
        <source>The server has no campaign to join now. Nothing was joined; try again when it has.</source>
        <translation>El servidor no tiene ahora ninguna campaña. No participas en nada nuevo; vuelve a intentarlo cuando la tenga.</translation>
    </message>
    <message>
        <source>What this app had kept on this computer is damaged or gone, so it can&apos;t know what it has sent. What is left is set aside. Its keys are never used again, and nothing more is sent under them. You can begin anew and join again.</source>
        <translation>Lo que esta aplicación guardaba en este ordenador está dañado o ha desaparecido, así que no puede saber qué ha enviado. Lo que queda se aparta. Sus claves no se vuelven a usar nunca y con ellas no se envía nada más. Puedes empezar de nuevo y volver a participar.</translation>
    </message>
    <message>
        <source>{host} was not found. Check the spelling, and that you are online.</source>
        <translation>No se encontró {host}. Comprueba que está bien escrito y que tienes conexión.</translation>
    </message>
    <message>
        <source>Nothing answers at {host}. Check the address, or try again later.</source>
        <translation>Nada responde en {host}. Revisa la dirección, o inténtalo más tarde.</translation>
    </message>
    <message>
        <source>{host} does not answer as an encrypted server. Nothing was sent. Check the address and its port.</source>
        <translation>{host} no responde como un servidor cifrado. No se envió nada. Comprueba la dirección y su puerto.</translation>
    </message>
    <message>
        <source>{host} can&apos;t prove that it is this server. Nothing was sent. If your Wi-Fi asks you to sign in, do that first. Else ask who runs the server.</source>
        <translation>{host} no puede demostrar que es este servidor. No se envió nada. Si tu wifi te pide iniciar sesión, hazlo primero. Si no, pregunta a quien lleva el servidor.</translation>
    </message>
    <message>
        <source>Something else answers at {host}. If your Wi-Fi asks you to sign in, do that first. Else check the address.</source>
        <translation>Otra cosa responde en {host}. Si tu wifi pide iniciar sesión, hazlo primero. Si no, revisa la dirección.</translation>
    </message>
    <message>
        <source>{host} broke off its answer. Try again later. If that goes on, check the address and its port.</source>
        <translation>{host} cortó su respuesta. Inténtalo más tarde. Si sigue así, comprueba la dirección y su puerto.</translation>
    </message>
    <message>
        <source>{host} has a problem at the moment. Try again later.</source>
        <translation>{host} tiene un problema en este momento. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>{host} did not answer within 30 seconds. Try again later.</source>
        <translation>{host} no respondió en 30 segundos. Inténtalo más tarde.</translation>
    </message>
    <message>
        <source>{host} sends more than a donation server would. Check the address.</source>
        <translation>{host} envía más de lo que enviaría un servidor de donaciones. Revisa la dirección.</translation>
    </message>
    <message>
        <source>This version can&apos;t read the answer of {host}. See if there is a newer version, or check the address.</source>
        <translation>Esta versión no puede leer la respuesta de {host}. Mira si hay una versión más nueva, o revisa la dirección.</translation>
    </message>
    <message>
        <source>This is no link to a server. Paste it as you got it, such as {example}.</source>
        <translation>Esto no es un enlace a un servidor. Pégalo tal como lo recibiste, por ejemplo {example}.</translation>
    </message>
    <message>
        <source>The server has changed its time zone since you joined. Nothing was sent. Ask who runs it.</source>
        <translation>El servidor ha cambiado su zona horaria desde que te inscribiste. No se ha enviado nada. Pregunta a quienes lo gestionan.</translation>
    </message>
    <message>
        <source>The server signs with a key that its identity does not confirm for today. Nothing was sent. Check this computer&apos;s date, or ask who runs the server.</source>
        <translation>El servidor firma con una clave que su identidad no confirma para hoy. No se ha enviado nada. Comprueba la fecha de este ordenador o pregunta a quien lo gestiona.</translation>
    </message>
    <message>
        <source>The server&apos;s key has run out. Nothing was sent, and nothing is lost. Check this computer&apos;s date, or tell the people who run the server.</source>
        <translation>La clave del servidor ha caducado. No se ha enviado nada y no se ha perdido nada. Comprueba la fecha de este ordenador o avisa a quienes gestionan el servidor.</translation>
    </message>
    <message>
        <source>The server uses a key that it has replaced. Someone else may be answering for it. Nothing was sent. Ask the people who run the server.</source>
        <translation>El servidor usa una clave que ya había sustituido. Quizá responda otra persona en su lugar. No se ha enviado nada. Pregunta a quienes lo gestionan.</translation>
    </message>
    <message>
        <source>This computer&apos;s proxy can&apos;t be used. Nothing was sent. Correct the proxy settings, or turn the proxy off.</source>
        <translation>El proxy de este ordenador no se puede usar. No se ha enviado nada. Corrige la configuración del proxy, o desactívalo.</translation>
    </message>
    <message>
        <source>A campaign would add you to a group that is too small to hide in. Nothing was joined.</source>
        <translation>Una campaña te pondría en un grupo demasiado pequeño para ocultarse en él. No participas en nada nuevo.</translation>
    </message>
    <message>
        <source>A campaign has keywords that this app can&apos;t count. Nothing was joined. Ask who runs it.</source>
        <translation>Una campaña tiene palabras clave que esta aplicación no puede contar. No participas en nada nuevo. Pregunta a quienes la llevan.</translation>
    </message>
    <message>
        <source>The server is being contacted already, maybe by the command line. Wait until that is done.</source>
        <translation>Ya se está contactando con el servidor, quizá desde la línea de órdenes. Espera a que termine.</translation>
    </message>
    <message>
        <source>The counts of this day are locked already. What was sent can&apos;t be changed.</source>
        <translation>Los recuentos de este día ya están sellados. Lo enviado no se puede cambiar.</translation>
    </message>
    <message>
        <source>No campaign that you have joined counts this day. There is nothing to decide.</source>
        <translation>Ninguna campaña en la que participas cuenta este día. No hay nada que decidir.</translation>
    </message>
    <message>
        <source>Nothing can be sent of this day any more. Its time is over, or this computer was not there.</source>
        <translation>Ya no se puede enviar nada de este día. Su plazo ha terminado, o este ordenador no estaba.</translation>
    </message>
    <message>
        <source>That has no word in it. Nothing is blocked. Type a word to block.</source>
        <translation>Ahí no hay ninguna palabra. No se ha bloqueado nada. Escribe una palabra que quieras bloquear.</translation>
    </message>
    <message>
        <source>That is too long to block. Block one word of it.</source>
        <translation>Es demasiado largo para bloquearlo. Bloquea una palabra.</translation>
    </message>
    <message>
        <source>This search is not in the history any more, so it does not count.</source>
        <translation>Esta búsqueda ya no está en el historial, así que no cuenta.</translation>
    </message>
    <message>
        <source>Some results can&apos;t be read by this version of the app. What was fetched before is kept.</source>
        <translation>Esta versión de la aplicación no puede leer algunos resultados. Se conserva lo que se descargó antes.</translation>
    </message>
    <message>
        <source>The disk is full. Nothing is lost, and nothing is sent before it can be noted. Make room first.</source>
        <translation>El disco está lleno. No se ha perdido nada, y nada se envía antes de poder anotarlo. Haz sitio primero.</translation>
    </message>
    <message>
        <source>An earlier version of this app made {detail}, and this version can&apos;t use it. Nothing in it was changed. Move that folder away, start again and join again. The server keeps your old registration until it ends by itself.</source>
        <translation>Una versión anterior de esta aplicación creó {detail}, y esta versión no puede usarlo. No se cambió nada ahí. Mueve esa carpeta a otro sitio, inicia la aplicación de nuevo e inscríbete otra vez. El servidor conserva tu antiguo registro hasta que termine por sí solo.</translation>
    </message>
    <message>
        <source>A newer version of this app changed {detail}. Nothing was sent, and nothing in it was changed. Install the newer version again.</source>
        <translation>Una versión más reciente de esta aplicación ha cambiado {detail}. No se ha enviado nada, ni se ha cambiado nada ahí. Vuelve a instalar la versión más reciente.</translation>
    </message>
    <message>
        <source>The keychain with your keys is locked. Nothing was sent. Unlock it and try again.</source>
        <translation>El llavero con tus claves está cerrado. No se ha enviado nada. Ábrelo y vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>The file can&apos;t be written there. Nothing was exported. Choose another place.</source>
        <translation>El archivo no se puede escribir ahí. No se ha exportado nada. Elige otro lugar.</translation>
    </message>
    <message>
        <source>Whether this app starts when you log in can&apos;t be changed. It stays as it was.</source>
        <translation>No se puede cambiar si esta aplicación se inicia al abrir la sesión. Queda como estaba.</translation>
    </message>
    <message>
        <source>A file of this app can&apos;t be used ({detail}). Nothing is lost, and nothing is sent before it can be noted. Try again.</source>
        <translation>No se puede usar un archivo de esta aplicación ({detail}). No se ha perdido nada, y nada se envía antes de poder anotarlo. Vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>Something went wrong in this app ({detail}). Nothing is lost. Try again.</source>
        <translation>Algo ha fallado en esta aplicación ({detail}). No se ha perdido nada. Vuelve a intentarlo.</translation>
    </message>
    <message>
        <source>The server asks for a newer version of this app. Nothing is sent until you update it. Your study&apos;s page has the new one.</source>
        <translation>El servidor pide una versión más reciente de esta aplicación. No se envía nada hasta que la actualices. La nueva está en la página de tu estudio.</translation>
    </message>
</context>
<context>
    <name>jobs</name>
    <message>
        <source>Looking for browsers…</source>
        <translation>Buscando navegadores…</translation>
    </message>
    <message>
        <source>Contacting the server…</source>
        <translation>Contactando con el servidor…</translation>
    </message>
    <message>
        <source>Fetching what was published…</source>
        <translation>Descargando lo publicado…</translation>
    </message>
    <message>
        <source>Asking the server what it offers…</source>
        <translation>Preguntando al servidor qué ofrece…</translation>
    </message>
    <message>
        <source>Joining…</source>
        <translation>Inscribiéndote…</translation>
    </message>
    <message>
        <source>Writing your data to a file…</source>
        <translation>Escribiendo tus datos en un archivo…</translation>
    </message>
    <message>
        <source>Erasing…</source>
        <translation>Borrando…</translation>
    </message>
</context>
<context>
    <name>joining</name>
    <message>
        <source>You have joined the campaign of your link already: {title}.</source>
        <translation>Ya participas en la campaña de tu enlace: {title}.</translation>
    </message>
    <message>
        <source>Your link names the campaign “{campaign}”, but this server doesn&apos;t offer it now.</source>
        <translation>Tu enlace nombra la campaña «{campaign}», pero este servidor no la ofrece ahora.</translation>
    </message>
</context>
<context>
    <name>pauses</name>
    <message>
        <source>Until &amp;tomorrow</source>
        <translation>Hasta &amp;mañana</translation>
    </message>
    <message>
        <source>For a &amp;week</source>
        <translation>Durante una &amp;semana</translation>
    </message>
    <message>
        <source>Until I &amp;resume</source>
        <translation>Hasta que yo la &amp;reanude</translation>
    </message>
</context>
<context>
    <name>reasons</name>
    <message>
        <source>you have paused</source>
        <translation>estás en pausa</translation>
    </message>
    <message>
        <source>you chose to send nothing</source>
        <translation>elegiste no enviar nada</translation>
    </message>
    <message>
        <source>you did not send it in time</source>
        <translation>no lo enviaste a tiempo</translation>
    </message>
    <message>
        <source>you had paused, left, or not yet joined</source>
        <translation>estabas en pausa, la habías dejado o aún no participabas</translation>
    </message>
    <message>
        <source>no browser history can be read</source>
        <translation>no se puede leer ningún historial de navegador</translation>
    </message>
    <message>
        <source>your browser&apos;s extension gives this day</source>
        <translation>la extensión de tu navegador da este día</translation>
    </message>
    <message>
        <source>your own limit is reached</source>
        <translation>se ha alcanzado tu propio límite</translation>
    </message>
    <message>
        <source>the limit you agreed to for this campaign is reached</source>
        <translation>se ha alcanzado el límite que aceptaste para esta campaña</translation>
    </message>
    <message>
        <source>fewer people take part than it asks for</source>
        <translation>participan menos personas de las que pide</translation>
    </message>
    <message>
        <source>you gave this week twice, or nothing of it the first time</source>
        <translation>ya diste esta semana dos veces, o nada de ella la primera vez</translation>
    </message>
    <message>
        <source>the day is outside of what you agreed to</source>
        <translation>el día queda fuera de lo que aceptaste</translation>
    </message>
    <message>
        <source>it is over</source>
        <translation>ha terminado</translation>
    </message>
    <message>
        <source>it has not begun yet</source>
        <translation>aún no ha empezado</translation>
    </message>
    <message>
        <source>it would protect you less than you agreed to</source>
        <translation>te protegería menos de lo que aceptaste</translation>
    </message>
    <message>
        <source>it would add counts up in another way than you agreed to</source>
        <translation>sumaría los recuentos de otra manera de la que aceptaste</translation>
    </message>
    <message>
        <source>its keywords are not those you agreed to</source>
        <translation>sus palabras clave no son las que aceptaste</translation>
    </message>
    <message>
        <source>its regions are not those you agreed to</source>
        <translation>sus regiones no son las que aceptaste</translation>
    </message>
    <message>
        <source>its days begin at other hours than you agreed to</source>
        <translation>sus días empiezan a otras horas de las que aceptaste</translation>
    </message>
    <message>
        <source>it is not what you agreed to ({reason})</source>
        <translation>no es lo que aceptaste ({reason})</translation>
    </message>
    <message>
        <source>The round was not what an honest server asks for ({reason}). Nothing was sent. You need not do anything.</source>
        <translation>La petición no era la que hace un servidor honrado ({reason}). No se ha enviado nada. No tienes que hacer nada.</translation>
    </message>
    <message>
        <source>too few people took part.</source>
        <translation>participaron muy pocas personas.</translation>
    </message>
    <message>
        <source>too few people came back in time.</source>
        <translation>volvieron a tiempo muy pocas personas.</translation>
    </message>
    <message>
        <source>the server was not running, or had to be restored.</source>
        <translation>el servidor no funcionaba o hubo que restaurarlo.</translation>
    </message>
    <message>
        <source>the campaign&apos;s privacy limit is used up.</source>
        <translation>el límite de privacidad de la campaña está agotado.</translation>
    </message>
    <message>
        <source>false counts spoiled every sum.</source>
        <translation>recuentos falsos estropearon todas las sumas.</translation>
    </message>
    <message>
        <source>too few helpers came back to unlock the sum.</source>
        <translation>volvieron muy pocos ayudantes para abrir la suma.</translation>
    </message>
    <message>
        <source>fewer people took part than this campaign asks for.</source>
        <translation>participaron menos personas de las que pide esta campaña.</translation>
    </message>
    <message>
        <source>the sums had no room for this campaign.</source>
        <translation>en las sumas no había sitio para esta campaña.</translation>
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
        <translation>Su historial no está donde estaba. Sus búsquedas no cuentan.</translation>
    </message>
    <message>
        <source>Its history is empty. There is nothing to count yet.</source>
        <translation>Su historial está vacío. Aún no hay nada que contar.</translation>
    </message>
    <message>
        <source>This app may not read its history. Its searches do not count until you allow that.</source>
        <translation>Esta aplicación no puede leer su historial sin permiso. Sus búsquedas no cuentan hasta que lo permitas.</translation>
    </message>
    <message>
        <source>Its history can&apos;t be read. Its searches do not count.</source>
        <translation>Su historial no se puede leer. Sus búsquedas no cuentan.</translation>
    </message>
    <message>
        <source>You chose to send nothing for this day. Zeros went out, so that it does not show.</source>
        <translation>Elegiste no enviar nada de este día. Salieron ceros, para que no se note.</translation>
    </message>
    <message>
        <source>You did not send this day in time. Zeros went out, so that it does not show.</source>
        <translation>No enviaste este día a tiempo. Salieron ceros, para que no se note.</translation>
    </message>
    <message>
        <source>No browser history could be read. Zeros went out. Look at your browsers in Settings.</source>
        <translation>No se pudo leer ningún historial de navegador. Salieron ceros. Mira tus navegadores en los ajustes.</translation>
    </message>
    <message>
        <source>Your own limit is reached. Zeros went out. You can change the limit on the page Sent.</source>
        <translation>Se ha alcanzado tu propio límite. Salieron ceros. Puedes cambiar el límite en la página «Enviado».</translation>
    </message>
    <message>
        <source>The limit you agreed to for this campaign is reached. Zeros went out, and nothing more will be given to it.</source>
        <translation>Se ha alcanzado el límite que aceptaste para esta campaña. Salieron ceros, y no se le dará nada más.</translation>
    </message>
    <message>
        <source>The day is outside of what you agreed to. Zeros went out.</source>
        <translation>El día queda fuera de lo que aceptaste. Salieron ceros.</translation>
    </message>
    <message>
        <source>You gave this week twice, or nothing of it the first time. Zeros went out.</source>
        <translation>Ya diste esta semana dos veces, o nada de ella la primera vez. Salieron ceros.</translation>
    </message>
    <message>
        <source>The server asked for this campaign twice in one day. Zeros went out. Tell the people who answer for the campaign.</source>
        <translation>El servidor pidió esta campaña dos veces en un mismo día. Salieron ceros. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>The campaign would protect you less than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campaña te protegería menos de lo que aceptaste. Salieron ceros. Mírala en los ajustes y acepta de nuevo, o déjala.</translation>
    </message>
    <message>
        <source>The campaign adds counts up in another way than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campaña suma los recuentos de otra manera de la que aceptaste. Salieron ceros. Mírala en los ajustes y acepta de nuevo, o déjala.</translation>
    </message>
    <message>
        <source>The campaign counts other keywords than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campaña cuenta otras palabras clave que las que aceptaste. Salieron ceros. Mírala en los ajustes y acepta de nuevo, o déjala.</translation>
    </message>
    <message>
        <source>The campaign has other regions than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>La campaña tiene otras regiones que las que aceptaste. Salieron ceros. Mírala en los ajustes y acepta de nuevo, o déjala.</translation>
    </message>
    <message>
        <source>The campaign&apos;s days begin at other hours than you agreed to. Zeros went out. Look at it in Settings and agree again, or leave it.</source>
        <translation>Los días de la campaña empiezan a otras horas que las que aceptaste. Salieron ceros. Mírala en los ajustes y acepta de nuevo, o déjala.</translation>
    </message>
    <message>
        <source>The time for this day was over. Nothing was sent. You need not do anything.</source>
        <translation>El plazo de este día había terminado. No se ha enviado nada. No tienes que hacer nada.</translation>
    </message>
    <message>
        <source>Too few people were there to hide among. Nothing was sent.</source>
        <translation>Había muy pocas personas entre las que ocultarse. No se ha enviado nada.</translation>
    </message>
    <message>
        <source>The server asked for a smaller sum than it may. Nothing was sent.</source>
        <translation>El servidor pidió una suma más pequeña de lo permitido. No se ha enviado nada.</translation>
    </message>
    <message>
        <source>Somebody in your group has another key than before. Nothing was sent.</source>
        <translation>Alguien de tu grupo tiene otra clave que antes. No se ha enviado nada.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this day. Nothing more was sent. Tell the people who answer for the campaign.</source>
        <translation>El servidor se contradijo sobre este día. No se envió nada más. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>The server contradicted itself about this week. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>El servidor se contradijo sobre esta semana. No se ha enviado nada. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>Your computer was asked to help unlock a sum that does not keep the rules. It did not help. You need not do anything.</source>
        <translation>Se pidió a tu ordenador ayuda para abrir una suma que no cumple las reglas. No ayudó. No tienes que hacer nada.</translation>
    </message>
    <message>
        <source>The server left your computer out of this week, though it had confirmed it. Nothing was sent. Tell the people who answer for the campaign.</source>
        <translation>El servidor dejó fuera a tu ordenador esta semana, aunque lo había confirmado. No se ha enviado nada. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>The server left out counts that it had confirmed. Your computer did not help to unlock that sum. Tell the people who answer for the campaign.</source>
        <translation>El servidor dejó fuera recuentos que había confirmado. Tu ordenador no ayudó a abrir esa suma. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>Too few people take part here for this campaign. Only random noise went out for it.</source>
        <translation>Aquí participan muy pocas personas para esta campaña. Para ella solo salió ruido aleatorio.</translation>
    </message>
    <message>
        <source>More people took part than one sum can hold. Your counts were not taken. You need not do anything.</source>
        <translation>Participaron más personas de las que caben en una suma. Tus recuentos no se aceptaron. No tienes que hacer nada.</translation>
    </message>
    <message>
        <source>This computer made a mistake and noticed it. Nothing was sent. It tries again at the next contact.</source>
        <translation>Este ordenador cometió un error y lo notó. No se ha enviado nada. Lo intentará otra vez en el próximo contacto.</translation>
    </message>
    <message>
        <source>The server confirmed other numbers than you sent. Tell the people who answer for the campaign.</source>
        <translation>El servidor confirmó otros números que los que enviaste. Díselo a quienes responden de la campaña.</translation>
    </message>
    <message>
        <source>This day was locked once already. Nothing was sent a second time.</source>
        <translation>Este día ya se había sellado una vez. No se envió nada por segunda vez.</translation>
    </message>
    <message>
        <source>Your browser&apos;s extension covers this day, so the app sent only zeros.</source>
        <translation>De este día se encarga la extensión de tu navegador, así que la aplicación solo envió ceros.</translation>
    </message>
    <message>
        <source>The browser is using its history. Close the browser, or wait.</source>
        <translation>El navegador está usando su historial. Ciérralo, o espera.</translation>
    </message>
</context>
<context>
    <name>reminders</name>
    <message>
        <source>A campaign that you joined ends on {day}.</source>
        <translation>Una campaña en la que participas termina el {day}.</translation>
    </message>
    <message>
        <source>A campaign is over, and its results are here. Thank you for taking part.</source>
        <translation>Una campaña ha terminado y sus resultados están aquí. Gracias por participar.</translation>
    </message>
    <message>
        <source>Nothing was given for a week. Open the app to see why.</source>
        <translation>No se ha dado nada en una semana. Abre la aplicación para ver por qué.</translation>
    </message>
    <message>
        <source>The app keeps running. Its icon in the tray opens it. You can change this in Settings.</source>
        <translation>La aplicación sigue en marcha. Su icono en la bandeja la abre. Puedes cambiar esto en Ajustes.</translation>
    </message>
    <message>
        <source>The app keeps running. Start it again to open it. You can change this in Settings.</source>
        <translation>La aplicación sigue en marcha. Iníciala otra vez para abrirla. Puedes cambiar esto en Ajustes.</translation>
    </message>
    <message>
        <source>Its icon in the tray opens the window.</source>
        <translation>Su icono en la bandeja abre la ventana.</translation>
    </message>
    <message>
        <source>To open its window, start the app again.</source>
        <translation>Para abrir su ventana, inicia la aplicación otra vez.</translation>
    </message>
</context>
<context>
    <name>results</name>
    <message>
        <source>Reading what was published…</source>
        <translation>Leyendo lo publicado…</translation>
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
        <translation>{day}, aún no definitivo</translation>
    </message>
    <message>
        <source>Week to</source>
        <translation>Semana hasta el</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>Día</translation>
    </message>
    <message>
        <source>Each total is of a whole week, and stands at the week&apos;s Sunday.</source>
        <translation>Cada total es de una semana entera y está en el domingo de la semana.</translation>
    </message>
    <message>
        <source>Some weeks are not final yet: counts of more people may still be added.</source>
        <translation>Algunas semanas aún no son definitivas: todavía pueden sumarse recuentos de más personas.</translation>
    </message>
    <message>
        <source>Some days are not final yet: counts of more people may still be added.</source>
        <translation>Algunos días aún no son definitivos: todavía pueden sumarse recuentos de más personas.</translation>
    </message>
</context>
<context>
    <name>sent</name>
    <message>
        <source>Adding up your privacy account…</source>
        <translation>Calculando tu cuenta de privacidad…</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>enviado</translation>
    </message>
    <message>
        <source>nothing given</source>
        <translation>nada dado</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>aún no enviado</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>sin confirmar</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>perdido</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>rechazado</translation>
    </message>
    <message>
        <source>You took part without giving anything: zeros were sent.</source>
        <translation>Participaste sin dar nada: se enviaron ceros.</translation>
    </message>
    <message>
        <source>Not sent yet, or not yet confirmed by the server.</source>
        <translation>Aún no enviado, o aún no confirmado por el servidor.</translation>
    </message>
    <message>
        <source>This day was sent, but the server has not confirmed it. It may be in the sum.</source>
        <translation>Este día se envió, pero el servidor no lo ha confirmado. Puede que esté en la suma.</translation>
    </message>
    <message>
        <source>Not sent yet. It goes out on {when}.</source>
        <translation>Aún no enviado. Sale el {when}.</translation>
    </message>
    <message>
        <source>Your counts were locked and sent, and the server has confirmed them.</source>
        <translation>Tus recuentos se sellaron y se enviaron, y el servidor los ha confirmado.</translation>
    </message>
    <message>
        <source>The totals of this day are published.</source>
        <translation>Los totales de este día están publicados.</translation>
    </message>
    <message>
        <source>More counts may still be added to them.</source>
        <translation>Aún se les pueden sumar más recuentos.</translation>
    </message>
    <message>
        <source>Their sum is not published yet.</source>
        <translation>Su suma aún no está publicada.</translation>
    </message>
    <message>
        <source>Nothing was published of this week</source>
        <translation>De esta semana no se publicó nada</translation>
    </message>
    <message>
        <source>Nothing was published of this day</source>
        <translation>De este día no se publicó nada</translation>
    </message>
    <message>
        <source>{total} ± {half} (95%)</source>
        <translation>{total} ± {half} (95 %)</translation>
    </message>
    <message>
        <source>Your counts were locked and sent. The server opens your group&apos;s sum.</source>
        <translation>Tus recuentos se sellaron y se enviaron. El servidor abre la suma de tu grupo.</translation>
    </message>
    <message>
        <source>This computer was not there in time. No counts were sent.</source>
        <translation>Este ordenador no estuvo a tiempo. No se envió ningún recuento.</translation>
    </message>
    <message>
        <source>Nothing was given, because what was asked for was refused.</source>
        <translation>No se dio nada, porque se rechazó lo que se pedía.</translation>
    </message>
    <message>
        <source>all searches</source>
        <translation>todas las búsquedas</translation>
    </message>
    <message>
        <source>not published yet</source>
        <translation>aún no publicado</translation>
    </message>
    <message>
        <source>not published</source>
        <translation>no publicado</translation>
    </message>
</context>
<context>
    <name>tabs</name>
    <message>
        <source>&amp;Today</source>
        <translation>&amp;Hoy</translation>
    </message>
    <message>
        <source>&amp;Sent</source>
        <translation>&amp;Enviado</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>&amp;Resultados</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>&amp;Ajustes</translation>
    </message>
</context>
<context>
    <name>terms</name>
    <message>
        <source>Each day, only your first {searches} searches count, each for at most {matches} keywords.</source>
        <translation>Cada día solo cuentan tus primeras {searches} búsquedas, cada una para {matches} palabras clave como máximo.</translation>
    </message>
    <message>
        <source>Each day, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Cada día solo cuentan tus primeras {searches} búsquedas. El recuento de una palabra clave no pasa de {each}, y el de todas juntas no pasa de {hits}.</translation>
    </message>
    <message>
        <source>Your counts are locked and then added to those of at least {others} other people. The server can open only that sum.</source>
        <translation>Tus recuentos se sellan y luego se suman a los de al menos {others} personas más. El servidor solo puede abrir esa suma.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a count by {half} or more.</source>
        <translation>El ordenador de cada participante añade un poco de ruido aleatorio antes de sellar los recuentos. Así nadie ve una suma sin ruido, ni siquiera el servidor. El ruido puede mover un recuento en {half} o más.</translation>
    </message>
    <message>
        <source>A server that cheats could read most of your counts.</source>
        <translation>Un servidor que hace trampa podría leer la mayoría de tus recuentos.</translation>
    </message>
    <message>
        <source>Each week, from Monday to Sunday, only your first {searches} searches count. No keyword&apos;s count goes above {each}, and all keywords together not above {hits}.</source>
        <translation>Cada semana, de lunes a domingo, solo cuentan tus primeras {searches} búsquedas. El recuento de una palabra clave no pasa de {each}, y el de todas juntas no pasa de {hits}.</translation>
    </message>
    <message>
        <source>Your counts go out once a week. Until then, this computer keeps the counts of each day, and no searches.</source>
        <translation>Tus recuentos salen una vez por semana. Hasta entonces, este ordenador guarda los recuentos de cada día, y ninguna búsqueda.</translation>
    </message>
    <message>
        <source>The noise is enough even if {share} in 100 people add none.</source>
        <translation>El ruido basta aunque {share} de cada 100 personas no añadan ninguno.</translation>
    </message>
    <message>
        <source>All this protects you only if the server is honest about who takes part. So join only if you trust it.</source>
        <translation>Todo esto solo te protege si el servidor es honesto sobre quién participa. Así que participa solo si confías en él.</translation>
    </message>
    <message>
        <source>A server that cheats could put you into a sum with people it made up, and so find out most of your counts. Nobody would notice.</source>
        <translation>Un servidor que hace trampa podría ponerte en una suma con personas inventadas y averiguar así la mayoría de tus recuentos. Nadie lo notaría.</translation>
    </message>
    <message>
        <source>If someone stays away, only their counts are left out. If too few people take part, nothing is published.</source>
        <translation>Si alguien falta, solo quedan fuera sus recuentos. Si participan muy pocas personas, no se publica nada.</translation>
    </message>
    <message>
        <source>In some weeks your computer helps to unlock the sums. Where few people take part, it helps every week. Then it contacts the server twice a day, for a few seconds each time.</source>
        <translation>Algunas semanas tu ordenador ayuda a abrir las sumas. Si participan pocas personas, ayuda todas las semanas. Entonces contacta con el servidor dos veces al día, unos segundos cada vez.</translation>
    </message>
    <message>
        <source>Each donor&apos;s computer adds a bit of random noise before it locks the counts. So nobody sees a sum without noise, not even the server. The noise can move a keyword&apos;s count by {half} or more, the number of searches by {searches} or more, and the number of donors by {donors} or more.</source>
        <translation>El ordenador de cada participante añade un poco de ruido aleatorio antes de sellar los recuentos. Así nadie ve una suma sin ruido, ni siquiera el servidor. El ruido puede mover el recuento de una palabra clave en {half} o más, el número de búsquedas en {searches} o más y el número de participantes en {donors} o más.</translation>
    </message>
    <message>
        <source>Your counts are locked together with those of at least {others} other people. The server opens the sum. It could also open sums of fewer people.</source>
        <translation>Tus recuentos se sellan junto con los de al menos {others} personas más. El servidor abre la suma. También podría abrir sumas de menos personas.</translation>
    </message>
    <message>
        <source>If anyone in your group is missing, the whole group&apos;s day is lost.</source>
        <translation>Si falta alguien de tu grupo, se pierde el día de todo el grupo.</translation>
    </message>
    <message>
        <source>The server sees your group&apos;s exact sum, for each campaign and region, and adds random noise before it publishes. If you are the only one of your group there, that sum is your counts, and the server could read them. If you do not want that, do not join.</source>
        <translation>El servidor ve la suma exacta de tu grupo, para cada campaña y región, y añade ruido aleatorio antes de publicar. Si nadie más de tu grupo está ahí, esa suma son tus recuentos, y el servidor podría leerlos. Si no quieres eso, no te inscribas.</translation>
    </message>
    <message>
        <source>Privacy limit of this campaign: {cost}. Up to 1 is strong protection. At 10 you rely mainly on the other people in the sum. The app keeps the account.</source>
        <translation>Límite de privacidad de esta campaña: {cost}. Hasta 1, la protección es fuerte. Con 10 dependes sobre todo de las demás personas de la suma. La aplicación lleva la cuenta.</translation>
    </message>
    <message>
        <source>The chance that the results tell more about you than we say is at most 1 in {times}.</source>
        <translation>La probabilidad de que los resultados digan más de ti de lo dicho es como máximo de 1 entre {times}.</translation>
    </message>
    <message>
        <source>From the results, someone could be almost sure that your counts are in them.</source>
        <translation>Por los resultados, alguien podría estar casi seguro de que tus recuentos están en ellos.</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure (barring a tiny chance).</source>
        <translation>Quien veía al 50:50 que tus recuentos estén en los resultados puede estar seguro al {percent}&#xa0;% como máximo (salvo una probabilidad mínima).</translation>
    </message>
    <message>
        <source>Someone who thought it 50:50 that your counts are in the results can be at most {percent}% sure.</source>
        <translation>Quien veía al 50:50 que tus recuentos estén en los resultados puede estar seguro al {percent}&#xa0;% como máximo.</translation>
    </message>
    <message>
        <source>Alone in your group? The server could read your counts.</source>
        <translation>¿Solo tú en tu grupo? El servidor podría leer tus recuentos.</translation>
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
        <translation>{day}: te espera</translation>
    </message>
    <message>
        <source>{day}: nothing will be given</source>
        <translation>{day}: no se dará nada</translation>
    </message>
    <message>
        <source>{day}: sent</source>
        <translation>{day}: enviado</translation>
    </message>
    <message>
        <source>{day}: nothing was given</source>
        <translation>{day}: no se dio nada</translation>
    </message>
    <message>
        <source>{day}: goes out with its week</source>
        <translation>{day}: sale con su semana</translation>
    </message>
    <message>
        <source>{found} {matching}</source>
        <translation>{found} {matching}</translation>
    </message>
    <message>
        <source>The numbers of this day are locked and sent. What you keep out now does not change them.</source>
        <translation>Los números de este día están sellados y enviados. Lo que dejes fuera ahora no los cambia.</translation>
    </message>
    <message>
        <source>Only you can see this. It stays on this computer.</source>
        <translation>Solo tú puedes ver esto. Se queda en este ordenador.</translation>
    </message>
    <message>
        <source>Only you can see this. Searches never leave this computer. Counts leave it only when they are sent, and locked.</source>
        <translation>Solo tú puedes ver esto. Las búsquedas nunca salen de este ordenador. Los recuentos solo salen al enviarse, y sellados.</translation>
    </message>
    <message>
        <source>The week that ends with this day goes out with it.</source>
        <translation>La semana que termina este día sale con él.</translation>
    </message>
    <message>
        <source>A week is asked for once more. Its totals could not be published the first time. Its privacy cost is charged again.</source>
        <translation>Se pide una semana otra vez. La primera vez no se pudieron publicar sus totales. Su coste de privacidad se cobra otra vez.</translation>
    </message>
    <message>
        <source>This day goes out with its week. There is nothing to decide before {day}.</source>
        <translation>Este día sale con su semana. No hay nada que decidir antes de este día: {day}.</translation>
    </message>
    <message>
        <source>You can decide until {day}. After that, only zeros are sent.</source>
        <translation>Puedes decidir hasta el {day}. Después solo se envían ceros.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent, on {when}.</source>
        <translation>No das nada de este día. El {when} solo se envían ceros.</translation>
    </message>
    <message>
        <source>Approved or not, it goes out then and not at once. So the time does not show whether you gave anything.</source>
        <translation>Aprobado o no, sale entonces y no enseguida. Así el momento no muestra si diste algo.</translation>
    </message>
    <message>
        <source>None of your campaigns counts this day. There is nothing to send.</source>
        <translation>Ninguna de tus campañas cuenta este día. No hay nada que enviar.</translation>
    </message>
    <message>
        <source>You give nothing of this day. Only zeros are sent.</source>
        <translation>No das nada de este día. Solo se envían ceros.</translation>
    </message>
    <message>
        <source>{day}: approved</source>
        <translation>{day}: aceptado</translation>
    </message>
    <message>
        <source>This was sent.</source>
        <translation>Esto se ha enviado.</translation>
    </message>
    <message>
        <source>Nothing was given of this day: zeros went out.</source>
        <translation>De este día no se dio nada: salieron ceros.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over yet. Send what you have now, or come back tomorrow.</source>
        <translation>El día de hoy no ha acabado. Envía ahora lo que tienes o vuelve mañana.</translation>
    </message>
    <message>
        <source>It goes out on {when}: your counts if you approve them before, else zeros.</source>
        <translation>Sale el {when}: con tus recuentos si los apruebas antes; si no, con ceros.</translation>
    </message>
    <message>
        <source>Today isn&apos;t over. It goes out on {when}. You can approve it now, or look again tomorrow.</source>
        <translation>El día de hoy no ha acabado. Sale el {when}. Puedes aprobarlo ahora o mirarlo otra vez mañana.</translation>
    </message>
    <message>
        <source>These counts go out when the server asks for them.</source>
        <translation>Estos recuentos salen cuando el servidor los pide.</translation>
    </message>
    <message>
        <source>These counts go out on {when}.</source>
        <translation>Estos números salen el {when}.</translation>
    </message>
    <message>
        <source>Your computer helps to unlock this week&apos;s sums, until {day}. That takes two short contacts a day, a few seconds each.</source>
        <translation>Tu ordenador ayuda a abrir las sumas de esta semana, hasta el {day}. Son dos contactos breves al día, de unos segundos cada uno.</translation>
    </message>
    <message>
        <source>{campaign}: {progress}</source>
        <translation>{campaign}: {progress}</translation>
    </message>
    <message>
        <source>Too few people have joined so far. No counts are sent yet.</source>
        <translation>De momento participan muy pocas personas. Aún no se envían recuentos.</translation>
    </message>
    <message>
        <source>Paused until {time}. You take part without giving anything.</source>
        <translation>En pausa hasta el {time}. Participas sin dar nada.</translation>
    </message>
    <message>
        <source>Paused. You take part without giving anything until you resume.</source>
        <translation>En pausa. Participas sin dar nada hasta que la reanudes.</translation>
    </message>
    <message>
        <source>No browser history can be read, so nothing is given of this day. Look at your browsers in Settings.</source>
        <translation>No se puede leer ningún historial de navegador, así que de este día no se da nada. Mira tus navegadores en los ajustes.</translation>
    </message>
    <message>
        <source>A limit is reached, so nothing is given to a campaign. The page Sent shows your account.</source>
        <translation>Se ha alcanzado un límite, así que a una campaña no se le da nada. La página «Enviado» muestra tu cuenta.</translation>
    </message>
    <message>
        <source>The server was last reached on {day}. Your counts stay here, and days may be missed until it is again.</source>
        <translation>La última vez que se contactó con el servidor fue el {day}. Tus recuentos se quedan aquí, y hasta que se pueda de nuevo pueden perderse días.</translation>
    </message>
    <message>
        <source>Counting your searches…</source>
        <translation>Contando tus búsquedas…</translation>
    </message>
    <message>
        <source>These counts go out once the day is over and the server asks for them. Later searches won&apos;t be added.</source>
        <translation>Estos números salen cuando el día ha acabado y el servidor los pide. Las búsquedas posteriores no se añaden.</translation>
    </message>
    <message>
        <source>It is sent automatically once the day is over.</source>
        <translation>Se envía automáticamente cuando acaba el día.</translation>
    </message>
    <message>
        <source>These counts go out on {when}. Later searches won&apos;t be added.</source>
        <translation>Estos números salen el {when}. Las búsquedas posteriores no se añaden.</translation>
    </message>
    <message>
        <source>It is sent automatically on {when}.</source>
        <translation>Se envía automáticamente el {when}.</translation>
    </message>
    <message>
        <source>Open {day}</source>
        <translation>Abrir {day}</translation>
    </message>
    <message>
        <source>You can decide until {day} at least.</source>
        <translation>Puedes decidir al menos hasta el {day}.</translation>
    </message>
    <message>
        <source>No keyword counts. {searches}</source>
        <translation>Ninguna palabra clave cuenta. {searches}</translation>
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
        <translation>Aprobado. Cada día dice cuándo sale.</translation>
    </message>
    <message>
        <source>A campaign gets nothing: {why}. Open this day to decide about it alone.</source>
        <translation>Una campaña no recibe nada: {why}. Abre este día para decidir solo sobre él.</translation>
    </message>
    <message>
        <source>The extension in {browser} is too old for this app. Searches that only it sees do not count. Update the extension.</source>
        <translation>La extensión de {browser} es demasiado antigua para esta aplicación. Las búsquedas que solo ve ella no cuentan. Actualiza la extensión.</translation>
    </message>
    <message>
        <source>This app is too old for the extension in {browser}. Searches that only the extension sees do not count. Update this app.</source>
        <translation>Esta aplicación es demasiado antigua para la extensión de {browser}. Las búsquedas que solo ve la extensión no cuentan. Actualiza esta aplicación.</translation>
    </message>
</context>
</TS>
