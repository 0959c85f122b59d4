"""The rules of search engines.

Generated from shared/schema/search_engines.toml by `python -m scripts.generate`: change it there.
"""
# ruff: noqa: E501

from collections.abc import Mapping

from pdd_shared.counting.search_rules import PageNumber, Rule

HINTS = (
    "google.",
    "bing.com",
    "duckduckgo",
    "search.yahoo.",
    "://search.",
    "suche.",
    "yandex.",
    "://ya.ru",
    "baidu.com",
    "ecosia.org",
    "qwant.com",
    "startpage",
    "ixquick.",
    "mojeek.co",
    ".search.naver.com",
    ".shopping.naver.com",
    ".search.daum.net",
    ".seznam.cz",
    "sogou.com",
    ".so.com",
    "haosou.com",
    "recherche.aol.",
    "ask.com",
    "://kagi.com",
    "swisscows.",
    "metager.",
    "dogpile.com",
    "info.com",
    "webcrawler.com",
    "metacrawler.com",
    ".excite.co",
    "nova.rambler.ru",
    "go.mail.ru",
    "presearch.",
    "://yep.com",
    "://you.com",
    "marginalia",
    "://stract.com",
    "://wiby.",
    "coccoc.com",
    ".search.biglobe.",
    "websearch.rakuten.",
    "petalsearch.com",
    "ricerca.virgilio.it",
    "arianna.libero.it",
    "lemoteur.",
    "pesquisa.sapo.pt",
    "busca.uol.com.br",
    "kvasir.no",
    "karmasearch.org",
    "oceanhero.today",
    "gibiru.com",
    "privacywall.org",
    "freespoke.com",
    ".sm.cn",
    "so.toutiao.com",
    "givero.com",
    "zoznam.sk",
    "mwmbl.org",
)
"""Substrings of lower-case URLs, one of which is in every URL that a rule accepts."""

CHARSETS: Mapping[str, str] = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
    "euc-jp": "euc-jp",
    "shift_jis": "shift_jis",
    "sjis": "shift_jis",
    "windows-31j": "shift_jis",
    "euc-kr": "euc-kr",
    "windows-949": "euc-kr",
    "koi8-r": "koi8-r",
    "windows-874": "windows-874",
    "windows-1250": "windows-1250",
    "windows-1251": "windows-1251",
    "windows-1252": "windows-1252",
    "windows-1253": "windows-1253",
    "windows-1254": "windows-1254",
    "windows-1255": "windows-1255",
    "windows-1256": "windows-1256",
    "iso-8859-1": "windows-1252",
    "latin1": "windows-1252",
    "iso-8859-2": "iso-8859-2",
    "iso-8859-9": "windows-1254",
}
"""What a URL calls a charset, and the WHATWG's name of its encoding."""

NATIONAL: Mapping[str, str] = {
    "google": "com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi fm fr ga ge gf gg gl gm gp gr gy hn hr ht hu ie im io iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc com.ly com.mm com.mt com.mx com.my com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn",
    "yahoo": "ar at au be br ca ch chfr chit cl cn co de dk es espanol fi fr gr hk id ie in it kr maktoob malaysia mx nl no nz pe ph pl qc ro ru se sg th tr tw uk us ve vn za",
    "yandex": "ru com com.tr com.am com.ge co.il by kz ua uz az ee fr kg lt lv md tj tm eu",
    "ask": "au br ca de es fr it jp mx nl pl pt ru uk us",
    "bing": "ar au be br ca cn de es fr global hk in it jp m nl se tw uk us www www2 www4",
}
"""Countries as the engines write them: what a placeholder of a rule's `hosts` stands for, separated by spaces."""

ENGINES: Mapping[str, tuple[Rule, ...]] = {
    "biglobe": (
        Rule(hosts=("cgi.search.biglobe.ne.jp",), paths={"/cgi-bin/search-st": "web", "/cgi-bin/search-st_lp2": "web"}),
    ),
    "centrum": (Rule(hosts=("search.centrum.cz",), paths={"/": "web"}),),
    "coccoc": (
        Rule(
            hosts=("coccoc.com",),
            paths={"/search": "web", "/composer": "web"},
            query=("query", "q"),
            fragment="also",
            page=PageNumber(param="page"),
        ),
    ),
    "dogpile": (
        Rule(
            hosts=("dogpile.com", "www.dogpile.com"),
            paths={
                "/serp": "web",
                "/search/web": "web",
                "/search/images": "images",
                "/search/videos": "videos",
                "/search/news": "news",
            },
            page=PageNumber(param="page"),
        ),
    ),
    "ecosia": (
        Rule(
            hosts=("ecosia.org", "www.ecosia.org"),
            paths={
                "/search": "web",
                "/images": "images",
                "/videos": "videos",
                "/news": "news",
                "/shopping": "shopping",
            },
            page=PageNumber(param="p", first=0),
        ),
    ),
    "excite": (
        Rule(
            hosts=("results.excite.com", "msxml.excite.com"),
            paths={"/serp": "web", "/search/web": "web", "/search/images": "images"},
            page=PageNumber(param="page"),
        ),
    ),
    "excite-japan": (Rule(hosts=("websearch.excite.co.jp",), paths={"/": "web"}),),
    "freespoke": (
        Rule(
            hosts=("freespoke.com",),
            paths={
                "/search/web": "web",
                "/search/news": "news",
                "/search/images": "images",
                "/search/videos": "videos",
            },
        ),
    ),
    "gibiru": (Rule(hosts=("gibiru.com", "www.gibiru.com"), paths={"/results.html": "web"}),),
    "givero": (Rule(hosts=("www.givero.com",), paths={"/search": "web"}),),
    "goo": (
        Rule(
            hosts=("search.goo.ne.jp",),
            paths={"/web.jsp": "web", "/image.jsp": "images"},
            query=("MT",),
            page=PageNumber(param="FR", first=0, step=10),
            charset="IE",
        ),
    ),
    "info": (
        Rule(
            hosts=("info.com", "www.info.com"),
            paths={"/serp": "web", "/search/web": "web", "/search/images": "images"},
            page=PageNumber(param="page"),
        ),
    ),
    "kagi": (
        Rule(
            hosts=("kagi.com",),
            paths={
                "/search": "web",
                "/html/search": "web",
                "/images": "images",
                "/videos": "videos",
                "/news": "news",
                "/podcasts": "podcasts",
            },
        ),
    ),
    "karma": (Rule(hosts=("karmasearch.org",), paths={"/search": "web"}),),
    "kvasir": (Rule(hosts=("kvasir.no", "www.kvasir.no"), paths={"/alle": "web", "/bilder": "images"}),),
    "libero": (Rule(hosts=("arianna.libero.it",), paths={"/search/abin/integrata.cgi": "web"}, query=("query",)),),
    "lilo": (
        Rule(hosts=("search.lilo.org",), paths={"/": "web", "/results.php": "web"}, page=PageNumber(param="page")),
    ),
    "lycos": (Rule(hosts=("search.lycos.com",), paths={"/": "web", "/web": "web"}, query=("q", "query")),),
    "mailru": (
        Rule(
            hosts=("go.mail.ru",),
            paths={"/search": "web", "/msearch": "web", "/search_images": "images", "/search_video": "videos"},
            page=PageNumber(param="sf", first=0, step=10),
        ),
    ),
    "marginalia": (
        Rule(
            hosts=("search.marginalia.nu", "marginalia-search.com", "old-search.marginalia.nu"),
            paths={"/search": "web"},
            query=("query",),
            page=PageNumber(param="page"),
        ),
    ),
    "metacrawler": (
        Rule(
            hosts=("metacrawler.com", "www.metacrawler.com"),
            paths={"/serp": "web", "/search/web": "web", "/search/images": "images"},
            page=PageNumber(param="page"),
        ),
    ),
    "mojeek": (
        Rule(
            hosts=("mojeek.com", "www.mojeek.com", "www.mojeek.co.uk"),
            paths={"/search": "web"},
            page=PageNumber(param="s", step=10),
            tabs={"fmt": {"images": "images", "news": "news"}},
        ),
    ),
    "mwmbl": (Rule(hosts=("mwmbl.org",), paths={"/": "web"}),),
    "nate": (
        Rule(hosts=("search.nate.com",), paths={"/search/all.html": "web"}),
        Rule(hosts=("search.daum.net",), paths={"/nate": "web"}),
    ),
    "nifty": (Rule(hosts=("search.nifty.com",), paths={"/websearch/search": "web", "/imagesearch/search": "images"}),),
    "oceanhero": (
        Rule(
            hosts=("oceanhero.today",), paths={"/web": "web", "/images": "images", "/news": "news", "/videos": "videos"}
        ),
    ),
    "orange": (
        Rule(
            hosts=("lemoteur.orange.fr", "lemoteur.fr", "www.lemoteur.fr"),
            paths={"/": "web"},
            query=("kw",),
            tabs={"module": {"images": "images"}},
        ),
    ),
    "petal": (
        Rule(
            hosts=("petalsearch.com", "www.petalsearch.com"),
            paths={"/search": "web"},
            query=("query",),
            tabs={
                "channel": {
                    "image": "images",
                    "news": "news",
                    "video": "videos",
                    "shopping": "shopping",
                    "nearby": "none",
                }
            },
        ),
    ),
    "presearch": (
        Rule(
            hosts=("presearch.com", "engine.presearch.org", "presearch.org"),
            paths={"/search": "web", "/images": "images", "/videos": "videos", "/news": "news"},
            page=PageNumber(param="page"),
        ),
    ),
    "privacywall": (Rule(hosts=("www.privacywall.org",), paths={"/search/secure": "web"}),),
    "rakuten": (
        Rule(
            hosts=("websearch.rakuten.co.jp",),
            paths={"/Web": "web", "/WebIS": "web", "/Image": "images"},
            query=("qt",),
        ),
    ),
    "rambler": (
        Rule(
            hosts=("nova.rambler.ru",),
            paths={"/search": "web", "/pictures": "images"},
            query=("query", "words"),
            page=PageNumber(param="page"),
        ),
    ),
    "sapo": (Rule(hosts=("pesquisa.sapo.pt",), paths={"/": "web"}),),
    "shenma": (
        Rule(
            hosts=("m.sm.cn", "so.m.sm.cn", "yz.m.sm.cn", "quark.sm.cn"),
            paths={"/s": "web"},
            page=PageNumber(param="page"),
        ),
    ),
    "stract": (Rule(hosts=("stract.com",), paths={"/search": "web"}),),
    "swisscows": (
        Rule(
            hosts=("swisscows.com", "www.swisscows.com", "swisscows.ch"),
            paths={
                "/web": "web",
                "/*/web": "web",
                "/*/images": "images",
                "/*/news": "news",
                "/*/video": "videos",
                "/*/videos": "videos",
            },
            query=("query",),
            page=PageNumber(param="offset", first=0, step=10),
        ),
    ),
    "t-online": (Rule(hosts=("suche.t-online.de",), paths={"/fast-cgi/tsc": "web", "/web": "web"}),),
    "toutiao": (
        Rule(
            hosts=("so.toutiao.com",),
            paths={"/search": "web"},
            query=("keyword",),
            page=PageNumber(param="page_num", first=0),
            tabs={"pd": {"atlas": "images", "video": "videos", "information": "news"}},
        ),
    ),
    "uol": (Rule(hosts=("busca.uol.com.br",), paths={"/web": "web", "/result.html": "web"}, query=("q", "term")),),
    "virgilio": (
        Rule(
            hosts=("ricerca.virgilio.it",),
            paths={"/ricerca": "web", "/ricerca/web": "web", "/ricerca/immagini": "images"},
            query=("qs", "q"),
        ),
    ),
    "walla": (Rule(hosts=("search.walla.co.il",), paths={"/": "web"}, query=("q", "query")),),
    "webcrawler": (
        Rule(
            hosts=("webcrawler.com", "www.webcrawler.com"),
            paths={"/serp": "web", "/search/web": "web", "/search/images": "images"},
            page=PageNumber(param="page"),
        ),
    ),
    "webde": (
        Rule(
            hosts=("suche.web.de", "m.suche.web.de"),
            paths={"/web": "web", "/search/web": "web", "/images": "images", "/news": "news", "/videos": "videos"},
            query=("q", "su"),
        ),
    ),
    "wiby": (Rule(hosts=("wiby.me", "wiby.org"), paths={"/": "web"}, page=PageNumber(param="p")),),
    "yep": (Rule(hosts=("yep.com",), paths={"/web": "web", "/images": "images", "/news": "news"}),),
    "you": (
        Rule(
            hosts=("you.com",),
            paths={"/search": "web"},
            page=PageNumber(param="page"),
            tabs={"tbm": {"isch": "images", "vid": "videos", "nws": "news", "map": "none", "youchat": "none"}},
        ),
    ),
    "zoznam": (Rule(hosts=("zoznam.sk", "www.zoznam.sk"), paths={"/hladaj.fcgi": "web"}, query=("s",)),),
    "zum": (
        Rule(
            hosts=("search.zum.com",),
            paths={"/search.zum": "web"},
            query=("query",),
            tabs={"method": {"image": "images", "news": "news", "video": "videos"}},
        ),
    ),
    "google": (
        Rule(
            hosts=("google.{google}", "www.google.{google}", "encrypted.google.com", "ipv6.google.com"),
            query=("q", "as_q"),
            fragment="also",
            charset="ie",
            page=PageNumber(param="start", first=0, step=10, size="num"),
            paths={
                "/search": "web",
                "/m": "web",
                "/m/search": "web",
                "/images": "images",
                "/news": "news",
                "/products": "shopping",
            },
            tabs={
                "tbm": {
                    "isch": "images",
                    "nws": "news",
                    "vid": "videos",
                    "shop": "shopping",
                    "bks": "books",
                    "pts": "patents",
                    "lcl": "none",
                    "map": "none",
                },
                "udm": {
                    "1": "none",
                    "2": "images",
                    "7": "videos",
                    "12": "news",
                    "14": "web",
                    "28": "shopping",
                    "36": "books",
                    "39": "videos",
                    "50": "ai",
                },
            },
        ),
        Rule(
            hosts=("google.{google}", "www.google.{google}", "encrypted.google.com", "ipv6.google.com"),
            paths={"/": "web", "/webhp": "web"},
            fragment="only",
            charset="ie",
            page=PageNumber(param="start", first=0, step=10, size="num"),
            tabs={
                "tbm": {
                    "isch": "images",
                    "nws": "news",
                    "vid": "videos",
                    "shop": "shopping",
                    "bks": "books",
                    "pts": "patents",
                    "lcl": "none",
                    "map": "none",
                }
            },
        ),
        Rule(
            hosts=("images.google.{google}",),
            paths={"/images": "images", "/search": "images"},
            charset="ie",
            page=PageNumber(param="start", first=0, step=10, size="num"),
        ),
        Rule(
            hosts=("news.google.{google}",),
            paths={"/search": "news", "/news": "news", "/news/search": "news"},
            charset="ie",
            page=PageNumber(param="start", first=0, step=10, size="num"),
        ),
        Rule(hosts=("video.google.com",), paths={"/videosearch": "videos", "/search": "videos"}),
    ),
    "bing": (
        Rule(
            hosts=("bing.com", "{bing}.bing.com"),
            query=("q", "Q"),
            page=PageNumber(param="first", step=10),
            paths={
                "/search": "web",
                "/images/search": "images",
                "/videos/search": "videos",
                "/news/search": "news",
                "/shop": "shopping",
                "/shopping/search": "shopping",
                "/copilotsearch": "ai",
            },
            tabs={"view": {"detail": "none", "detailv2": "none", "detailV2": "none", "DetailV2": "none"}},
        ),
    ),
    "duckduckgo": (
        Rule(
            hosts=(
                "duckduckgo.com",
                "www.duckduckgo.com",
                "html.duckduckgo.com",
                "lite.duckduckgo.com",
                "start.duckduckgo.com",
                "safe.duckduckgo.com",
                "noai.duckduckgo.com",
                "duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion",
            ),
            paths={"/": "web", "/html": "web", "/lite": "web"},
            tabs={
                "ia": {
                    "images": "images",
                    "videos": "videos",
                    "news": "news",
                    "shopping": "shopping",
                    "maps": "none",
                    "chat": "none",
                },
                "iax": {"images": "images", "videos": "videos", "news": "news", "shopping": "shopping"},
                "iar": {"images": "images", "videos": "videos", "news": "news", "shopping": "shopping"},
                "iaxm": {"maps": "none", "places": "none", "directions": "none"},
                "iai": {"*": "none"},
            },
        ),
    ),
    "yahoo": (
        Rule(
            hosts=("search.yahoo.com", "{yahoo}.search.yahoo.com"),
            query=("p", "q"),
            charset="ei",
            page=PageNumber(param="b", step=10, size="pz"),
            paths={
                "/search": "web",
                "/web": "web",
                "/mobile/s": "web",
                "/yhs/search": "web",
                "/yhs/mobile/search": "web",
                "/search/images": "images",
                "/search/video": "videos",
                "/search/news": "news",
            },
        ),
        Rule(
            hosts=("images.search.yahoo.com", "{yahoo}.images.search.yahoo.com"),
            paths={"/search": "images", "/search/images": "images", "/yhs/search": "images"},
            query=("p", "q", "va"),
            charset="ei",
        ),
        Rule(
            hosts=("video.search.yahoo.com", "{yahoo}.video.search.yahoo.com"),
            paths={"/search": "videos", "/search/video": "videos", "/yhs/search": "videos"},
            query=("p", "q", "va"),
            charset="ei",
        ),
        Rule(
            hosts=("news.search.yahoo.com", "{yahoo}.news.search.yahoo.com"),
            paths={"/search": "news", "/search/news": "news"},
            query=("p", "q", "va"),
            charset="ei",
            page=PageNumber(param="b", step=10, size="pz"),
        ),
        Rule(
            hosts=("search.yahoo.co.jp",),
            paths={
                "/search": "web",
                "/image/search": "images",
                "/video/search": "videos",
                "/realtime/search": "realtime",
            },
            query=("p", "vp"),
            charset="ei",
            page=PageNumber(param="b", step=10),
        ),
    ),
    "yandex": (
        Rule(
            hosts=("yandex.{yandex}", "www.yandex.{yandex}", "m.yandex.{yandex}", "ya.ru"),
            query=("text",),
            page=PageNumber(param="p", first=0),
            paths={
                "/search": "web",
                "/yandsearch": "web",
                "/search/touch": "web",
                "/search/pad": "web",
                "/search/smart": "web",
                "/touchsearch": "web",
                "/images": "images",
                "/images/search": "images",
                "/images/touch/search": "images",
                "/images/pad/search": "images",
                "/video/search": "videos",
                "/video/touch/search": "videos",
                "/video/pad/search": "videos",
                "/news/search": "news",
                "/products/search": "shopping",
            },
            tabs={"img_url": {"*": "none"}},
        ),
        Rule(
            hosts=("images.yandex.{yandex}",),
            paths={"/yandsearch": "images", "/search": "images"},
            query=("text",),
            page=PageNumber(param="p", first=0),
            tabs={"img_url": {"*": "none"}},
        ),
        Rule(
            hosts=("news.yandex.ru", "newssearch.yandex.ru"),
            paths={"/yandsearch": "news", "/news/search": "news"},
            query=("text",),
            page=PageNumber(param="p", first=0),
        ),
    ),
    "baidu": (
        Rule(
            hosts=("baidu.com", "www.baidu.com", "www1.baidu.com", "m.baidu.com", "wap.baidu.com"),
            query=("wd", "word"),
            charset="ie",
            page=PageNumber(param="pn", first=0, step=10, size="rn"),
            tabs={"tn": {"news": "news", "vsearch": "videos"}},
            paths={"/s": "web", "/*/s": "web", "/baidu": "web", "/sf/vsearch": "videos"},
        ),
        Rule(
            hosts=("image.baidu.com", "images.baidu.com"),
            paths={"/search/index": "images", "/search/flip": "images", "/i": "images", "/search/wiseala": "images"},
            query=("word", "wd"),
            charset="ie",
        ),
        Rule(
            hosts=("news.baidu.com", "v.baidu.com"),
            paths={"/ns": "news", "/v": "videos"},
            query=("word", "wd"),
            charset="ie",
            page=PageNumber(param="pn", first=0, step=10, size="rn"),
        ),
    ),
    "qwant": (
        Rule(
            hosts=("qwant.com", "www.qwant.com", "lite.qwant.com", "m.qwant.com"),
            paths={"/": "web"},
            page=PageNumber(param="p"),
            tabs={
                "t": {
                    "images": "images",
                    "news": "news",
                    "videos": "videos",
                    "shopping": "shopping",
                    "social": "social",
                    "maps": "none",
                }
            },
        ),
    ),
    "startpage": (
        Rule(
            hosts=(
                "startpage.com",
                "www.startpage.com",
                "eu.startpage.com",
                "us.startpage.com",
                "classic.startpage.com",
                "ixquick.com",
                "www.ixquick.com",
                "eu.ixquick.com",
                "us.ixquick.com",
                "www.ixquick.de",
                "startpagel6srwcjlue4zgq3zevrujfaow726kjytqbbjyrswwmjzcqd.onion",
            ),
            query=("query", "q"),
            page=PageNumber(param="page"),
            tabs={
                "cat": {"images": "images", "pics": "images", "video": "videos", "news": "news", "shopping": "shopping"}
            },
            paths={
                "/sp/search": "web",
                "/do/search": "web",
                "/do/dsearch": "web",
                "/do/asearch": "web",
                "/do/metasearch.pl": "web",
                "/do/m/mobilesearch": "web",
                "/rvd/search": "web",
            },
        ),
    ),
    "brave": (
        Rule(
            hosts=("search.brave.com", "search.brave4u7jddbv7cyviptqjc7jusxh72uik7zt6adtckl5f4nwy2v72qd.onion"),
            paths={"/search": "web", "/images": "images", "/videos": "videos", "/news": "news", "/goggles": "web"},
            page=PageNumber(param="offset", first=0),
        ),
    ),
    "naver": (
        Rule(
            hosts=("search.naver.com", "m.search.naver.com"),
            paths={"/search.naver": "web"},
            query=("query",),
            charset="ie",
            page=PageNumber(param="page"),
            tabs={
                "where": {
                    "image": "images",
                    "m_image": "images",
                    "news": "news",
                    "m_news": "news",
                    "video": "videos",
                    "m_video": "videos",
                },
                "ssc": {
                    "tab.image.all": "images",
                    "tab.m_image.all": "images",
                    "tab.news.all": "news",
                    "tab.m_news.all": "news",
                    "tab.video.all": "videos",
                    "tab.m_video.all": "videos",
                },
            },
        ),
        Rule(
            hosts=("search.shopping.naver.com", "msearch.shopping.naver.com"),
            paths={"/search/all": "shopping"},
            query=("query",),
            page=PageNumber(param="pagingIndex"),
        ),
    ),
    "daum": (
        Rule(
            hosts=("search.daum.net", "m.search.daum.net"),
            paths={"/search": "web"},
            page=PageNumber(param="p"),
            tabs={
                "w": {
                    "img": "images",
                    "news": "news",
                    "vclip": "videos",
                    "shop": "shopping",
                    "shopping": "shopping",
                    "poi": "none",
                }
            },
        ),
    ),
    "seznam": (
        Rule(
            hosts=("search.seznam.cz",),
            paths={"/": "web", "/obrazky": "images", "/videa": "videos", "/clanky": "news"},
            page=PageNumber(param="from", first=0, step=10, size="count"),
        ),
        Rule(hosts=("obrazky.seznam.cz",), paths={"/": "images"}),
        Rule(hosts=("videa.seznam.cz",), paths={"/": "videos"}),
    ),
    "sogou": (
        Rule(
            hosts=("sogou.com", "www.sogou.com", "m.sogou.com", "wap.sogou.com"),
            paths={"/web": "web", "/sogou": "web", "/web/searchList.jsp": "web", "/pics": "images", "/video": "videos"},
            query=("query", "keyword"),
            charset="ie",
            page=PageNumber(param="page"),
        ),
        Rule(
            hosts=("pic.sogou.com", "v.sogou.com", "news.sogou.com"),
            paths={"/pics": "images", "/v": "videos", "/news": "news"},
            query=("query",),
            charset="ie",
            page=PageNumber(param="page"),
        ),
    ),
    "so360": (
        Rule(
            hosts=("www.so.com", "m.so.com", "www.haosou.com", "image.so.com", "news.so.com", "video.so.com"),
            paths={"/s": "web", "/i": "images", "/ns": "news", "/v": "videos"},
            charset="ie",
            page=PageNumber(param="pn"),
        ),
    ),
    "aol": (
        Rule(
            hosts=(
                "search.aol.com",
                "search.aol.co.uk",
                "search.aol.ca",
                "search.aol.it",
                "suche.aol.de",
                "recherche.aol.fr",
                "recherche.aol.ca",
            ),
            query=("q", "query"),
            page=PageNumber(param="b", step=10, size="pz"),
            paths={
                "/search": "web",
                "/aol/search": "web",
                "/aol/image": "images",
                "/aol/video": "videos",
                "/aol/news": "news",
                "/aol/shopping": "shopping",
            },
        ),
    ),
    "ask": (
        Rule(
            hosts=(
                "ask.com",
                "www.ask.com",
                "{ask}.ask.com",
                "search.ask.com",
                "search.tb.ask.com",
                "int.search.tb.ask.com",
            ),
            query=("q", "searchfor"),
            page=PageNumber(param="page"),
            paths={
                "/web": "web",
                "/pictures": "images",
                "/images": "images",
                "/news": "news",
                "/youtube": "videos",
                "/shopping": "shopping",
                "/search/GGmain.jhtml": "web",
                "/search/AJimage.jhtml": "images",
            },
        ),
    ),
    "metager": (
        Rule(
            hosts=("metager.de", "www.metager.de", "metager.org", "metager.es"),
            paths={"/meta/meta.ger3": "web", "/*/meta/meta.ger3": "web"},
            query=("eingabe",),
            page=PageNumber(param="page"),
            tabs={
                "focus": {
                    "bilder": "images",
                    "nachrichten": "news",
                    "produktsuche": "shopping",
                    "produkte": "shopping",
                    "maps": "none",
                }
            },
        ),
    ),
    "gmx": (
        Rule(
            hosts=(
                "suche.gmx.net",
                "suche.gmx.at",
                "suche.gmx.ch",
                "search.gmx.com",
                "search.gmx.co.uk",
                "search.mail.com",
                "suche.1und1.de",
                "search.1und1.de",
            ),
            paths={"/web": "web", "/images": "images", "/news": "news", "/videos": "videos"},
        ),
    ),
}
"""Each engine's rules."""
