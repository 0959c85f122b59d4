<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BrowserList</name>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%n profile</numerusform>
            <numerusform>%n profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its profiles can&apos;t be read. Searches made there do not count.</source>
        <translation>
            <numerusform>%n of its profiles can&apos;t be read. Searches made there do not count.</numerusform>
            <numerusform>%n of its profiles can&apos;t be read. Searches made there do not count.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignDetails</name>
    <message numerus="yes">
        <source>%n keyword(s) are counted</source>
        <translation>
            <numerusform>%n keyword is counted</numerusform>
            <numerusform>%n keywords are counted</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CampaignsSection</name>
    <message numerus="yes">
        <source>%n other campaign(s) can be joined.</source>
        <translation>
            <numerusform>%n other campaign can be joined.</numerusform>
            <numerusform>%n other campaigns can be joined.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n keyword</numerusform>
            <numerusform>%n keywords</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Look at %n new keyword(s)</source>
        <translation>
            <numerusform>Look at %n new keyword</numerusform>
            <numerusform>Look at %n new keywords</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Completion code: you were there on {there} of %n day(s).</source>
        <translation>
            <numerusform>Completion code: you were there on {there} of %n day.</numerusform>
            <numerusform>Completion code: you were there on {there} of %n days.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Keywords</name>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n keyword</numerusform>
            <numerusform>%n keywords</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{index}: any of %n keyword(s)</source>
        <translation>
            <numerusform>{index}: %n keyword</numerusform>
            <numerusform>{index}: any of %n keywords</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewKeywordsPage</name>
    <message numerus="yes">
        <source>%n keyword(s) were added. They count nothing until you agree.</source>
        <translation>
            <numerusform>%n keyword was added. It counts nothing until you agree.</numerusform>
            <numerusform>%n keywords were added. They count nothing until you agree.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message numerus="yes">
        <source>%n older one(s) are in the file that you can export.</source>
        <translation>
            <numerusform>%n older one is in the file that you can export.</numerusform>
            <numerusform>%n older ones are in the file that you can export.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ResultsPage</name>
    <message numerus="yes">
        <source>%n &amp;campaign(s) that you have not joined</source>
        <translation>
            <numerusform>%n &amp;campaign that you have not joined</numerusform>
            <numerusform>%n &amp;campaigns that you have not joined</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RowTexts</name>
    <message numerus="yes">
        <source>%n time(s)</source>
        <translation>
            <numerusform>%n time</numerusform>
            <numerusform>%n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other keyword(s)</source>
        <translation>
            <numerusform>%n other keyword</numerusform>
            <numerusform>%n other keywords</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n keyword(s)</source>
        <translation>
            <numerusform>%n keyword</numerusform>
            <numerusform>%n keywords</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SendingSection</name>
    <message numerus="yes">
        <source>The server was contacted; %n message(s) were sent.</source>
        <translation>
            <numerusform>The server was contacted; %n message was sent.</numerusform>
            <numerusform>The server was contacted; %n messages were sent.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>counted</name>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}; too little randomness was added for any promise.</source>
        <translation>
            <numerusform>You gave %n day since {day}; too little randomness was added for any promise.</numerusform>
            <numerusform>You gave %n days since {day}; too little randomness was added for any promise.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}: so many that the randomness promises little about all of them together.</source>
        <translation>
            <numerusform>You gave %n day since {day}: so much that the randomness promises little about it.</numerusform>
            <numerusform>You gave %n days since {day}: so many that the randomness promises little about all of them together.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Your limit is {limit}. It lasts at least %n more day(s).</source>
        <translation>
            <numerusform>Your limit is {limit}. It lasts at least %n more day.</numerusform>
            <numerusform>Your limit is {limit}. It lasts at least %n more days.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s)</source>
        <translation>
            <numerusform>%n week</numerusform>
            <numerusform>%n weeks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for you to look through.</source>
        <translation>
            <numerusform>%n day waits for you to look through.</numerusform>
            <numerusform>%n days wait for you to look through.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) found.</source>
        <translation>
            <numerusform>%n search found.</numerusform>
            <numerusform>%n searches found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them count for keywords.</source>
        <translation>
            <numerusform>%n of them counts for keywords.</numerusform>
            <numerusform>%n of them count for keywords.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n other people&apos;s</source>
        <translation>
            <numerusform>at least %n other person&apos;s</numerusform>
            <numerusform>at least %n other people&apos;s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) were sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n locked number was sent. An honest server can read it only as a sum with {people}.</numerusform>
            <numerusform>%n locked numbers were sent. An honest server can read them only as a sum with {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locked number(s) will be sent. An honest server can read them only as a sum with {people}.</source>
        <translation>
            <numerusform>%n locked number will be sent. An honest server can read it only as a sum with {people}.</numerusform>
            <numerusform>%n locked numbers will be sent. An honest server can read them only as a sum with {people}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) approved, {missed} not. Look at your days again.</source>
        <translation>
            <numerusform>%n day approved, {missed} not. Look at your days again.</numerusform>
            <numerusform>%n days approved, {missed} not. Look at your days again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n history file(s) could not be read. Their searches do not count.</source>
        <translation>
            <numerusform>%n history file could not be read. Its searches do not count.</numerusform>
            <numerusform>%n history files could not be read. Their searches do not count.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n week(s) without totals</source>
        <translation>
            <numerusform>%n week without totals</numerusform>
            <numerusform>%n weeks without totals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) without totals</source>
        <translation>
            <numerusform>%n day without totals</numerusform>
            <numerusform>%n days without totals</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. You have until {day} at least.</source>
        <translation>
            <numerusform>%n day waits for your review. You have until {day} at least.</numerusform>
            <numerusform>%n days wait for your review. You have until {day} at least.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review. Today may be the last chance for one.</source>
        <translation>
            <numerusform>%n day waits for your review. Today may be the last chance.</numerusform>
            <numerusform>%n days wait for your review. Today may be the last chance for one of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) wait for your review.</source>
        <translation>
            <numerusform>%n day waits for your review.</numerusform>
            <numerusform>%n days wait for your review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Approve a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Approve %n day (a&amp;ll)</numerusform>
            <numerusform>Approve a&amp;ll %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send a&amp;ll %n day(s)</source>
        <translation>
            <numerusform>Send %n day (a&amp;ll)</numerusform>
            <numerusform>Send a&amp;ll %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n search(es) counted as a number only.</source>
        <translation>
            <numerusform>%n search counts, as a number only.</numerusform>
            <numerusform>%n searches count, as a number only.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You gave %n day(s) since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</source>
        <translation>
            <numerusform>You gave %n day since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</numerusform>
            <numerusform>You gave %n days since {day}. Someone who thought it 50:50 that your counts are in the results can now be at most {percent}% sure (barring a one-in-a-million chance).</numerusform>
        </translation>
    </message>
</context>
</TS>
