/**
 * Shapes of text outside the table that tell neither price, quantity, date, place, currency nor identity. A text must be one of
 * them as a whole, or a row of them: every other one stops the automatic draft (harmless.rules.ts). Data: the guide shows it.
 */

/** A shape is one pattern of the whole text, whatever its letter case. In braces: the name of a part below. */
export interface HarmlessShape {
  shapes: readonly string[]
  examples: readonly string[]
  reason: string
  /** What may follow: the name of a place below an address, that of a person below a greeting. */
  before?: 'place' | 'name'
}

const weekdays =
  'mon(?:day)?s?|tue(?:s(?:day)?)?s?|wed(?:nesday)?s?|thu(?:r(?:s(?:day)?)?)?s?|fri(?:day)?s?|sat(?:urday)?s?|mo|di|mi|do|fr|sa|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?'
const documents =
  'documents?|invoices?|correspondence|delivery notes?|packing lists?|packing slips?|paperwork|papers|parcels|letters|enquiries|order confirmations?|confirmations?|acknowledgements?|rechnung(?:en)?|lieferscheinen?|dokumenten?|schreiben|unterlagen|papieren|packstücken|korrespondenz|factures?|bons? de livraison|documents|courriers?|colis|correspondances?|confirmations? de commande'
const numbers =
  'order(?: ?(?:no\\.?|number|ref\\.?|reference))?|po(?: ?(?:no\\.?|number|ref\\.?|reference))?|p\\.o\\.(?: ?(?:no\\.?|number))?|purchase order(?: ?(?:no\\.?|number))?|reference(?: number)?'

/** Parts of shapes. */
export const shapeParts: Readonly<Record<string, string>> = {
  weekday: `(?:${weekdays})\\.?`,
  clock: "\\d{1,2}(?:(?:[:.h] ?[0-5]\\d)|h)?(?: ?(?:am|pm|a\\.m\\.|p\\.m\\.|uhr|o'clock|heures))?",
  document: `(?:${documents})`,
  documents: `(?:(?:all |any |every |your |the |each |our |allen |ihren |tous |toutes |vos |les |nos )*(?:${documents})(?:,? (?:and|or|und|oder|et|ou) |, )?)+`,
  number: `(?:${numbers})`,
  mail: '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+',
  phone: '\\+?[(\\d][\\d ()/.-]{5,24}(?: ?(?:ext|x|dw)\\.? ?\\d{1,5})?',
  site: '(?:(?:https?://|www\\.)[\\w./-]+|[\\w-]+(?:\\.[\\w-]+)*\\.(?:com|net|org|eu|de|at|ch|fr|be|nl|it|es|uk|ie|us|ca|dk|se|no|fi|pl|pt|shop|store))',
  day_count: '(?:\\d{1,3} ?(?:days?|tagen?|jours?|d))',
  incoterm: '(?:exw|fca|fas|fob|cfr|cif|cpt|cip|dap|dpu|ddp)',
}

/** Texts whose every word is known. */
export const closedShapes: readonly HarmlessShape[] = [
  {
    shapes: [
      '(?:many |with )?(?:thanks|thank you)(?: very much| so much| again)?(?: in advance)?(?: for (?:your|the|our) (?:business|order|help|support|co-?operation|service|attention|kind attention|partnership|trust|good work))?',
      'dear (?:sirs?|madam|sir or madam|sir/madam|team|all|colleagues|partners?)|hello|good (?:morning|day|afternoon)',
      'we look forward to (?:hearing from you|your (?:confirmation|reply)|working with you|doing business with you)',
      '(?:sehr geehrte damen und herren|guten tag|hallo|liebes team)',
      '(?:vielen |herzlichen |besten )?dank(?: im voraus)?(?: für (?:ihren auftrag|ihre bestellung|ihr vertrauen|die (?:gute )?zusammenarbeit|ihre hilfe|ihre mühe|ihre unterstützung))?',
      "merci(?: beaucoup| d['’]avance| par avance)?(?: (?:pour|de) (?:votre (?:commande|confiance|collaboration|aide|coopération)))?",
      'bonjour|madame,? monsieur|mesdames,? messieurs',
    ],
    examples: ['Thank you for your business', 'Vielen Dank', 'Merci pour votre commande'],
    reason: 'Thanks and greetings.',
  },
  {
    shapes: [
      '(?:with )?(?:best|kind|kindest|warm|sincere) regards|regards|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|best wishes',
      'mit (?:freundlichen|besten|herzlichen) grü(?:ß|ss)en|(?:freundliche|beste|viele) grü(?:ß|ss)e|mfg|hochachtungsvoll',
      '(?:bien )?cordialement|(?:sincères|meilleures|cordiales) salutations|salutations distinguées|bien à vous',
      '(?:authori[sz]ed |company |buyer |place, date,? )?(?:signature|signed(?: by)?|stamp|unterschrift|stempel|firmenstempel|cachet|ort, datum|place, date|date(?: and|,| /| et) signature|signature et cachet|bon pour accord)(?: of (?:the )?buyer| des einkäufers)?',
    ],
    examples: ['Best regards', 'Mit freundlichen Grüßen', 'Cordialement', 'Authorised signature'],
    reason: 'Greetings and signatures, which a name may follow.',
    before: 'name',
  },
  {
    shapes: [
      '(?:p\\.? ?o\\.? ?box|post box|postfach|b\\.?p\\.?|boîte postale) ?:? ?\\d[\\d ]{0,8}',
      '(?:suite|ste|floor|room|etage|étage)\\.? ?#?\\w{1,5}',
    ],
    examples: ['PO Box 123', 'Suite 400'],
    reason: 'Addresses.',
    before: 'place',
  },
  {
    shapes: [
      '(?:our |new |wholesale )?(?:purchase order|order|order form|order sheet|order details|order lines|p\\.?o\\.?)(?: (?:no|nr|number)?[.:# ]*(?=[\\w/-]*\\d)[\\w/-]+)?',
      '(?:line )?items|lines|positions|order header|header|details|articles',
      '(?:unsere |neue )?(?:bestellung|auftrag|bestellformular|bestellschein|bestelldaten|kopfdaten|positionen|artikel)(?: (?:nr|nummer)?[.:# ]*(?=[\\w/-]*\\d)[\\w/-]+)?',
      '(?:notre )?(?:commande|bon de commande|lignes|articles)(?: (?:n°|no|nr)?[.:# ]*(?=[\\w/-]*\\d)[\\w/-]+)?',
      '(?:we (?:hereby )?order(?: from you)?|please supply|please find(?: below)?|we would like to order|we are pleased to order)(?: (?:our|the|as|this|following|goods|items|articles|order|below|follows))*',
      '(?:wir bestellen(?: bei ihnen)?|hiermit bestellen wir|bitte liefern sie(?: uns)?)(?: (?:wie|folgt|folgende|folgenden|die|artikel|waren|positionen|zu|ihren|unseren|den|bekannten|bedingungen))*',
      'nous (?:vous )?(?:commandons|passons(?: la)? commande|passons la commande suivante|adressons notre commande)(?: (?:les|des|articles|suivants?|suivantes?|comme|suit))*',
    ],
    examples: ['Purchase order', 'Wir bestellen wie folgt', 'Bon de commande'],
    reason: 'Titles of an order.',
  },
  {
    shapes: [
      '(?:page|seite|blatt|sheet) ?:? ?\\d{1,3}(?: ?(?:of|/|von|de|sur) ?\\d{1,3})?',
      '(?:continued(?: on (?:the )?(?:next|following) page)?|fortsetzung(?: (?:auf der )?nächste[rn]? seite)?|suite(?: page suivante| au verso)?|please turn over|p\\.?t\\.?o|end of (?:order|document|list)|ende der bestellung|fin de (?:la )?commande)',
      '(?:page total|carried forward|brought forward|übertrag|à reporter|report)',
      '(?:sheet|tabelle|feuil|blatt|hoja|foglio|table) ?\\d{0,3}|(?:cover|deckblatt|couverture|data|daten|export|orders?|bestellungen|worksheet)',
    ],
    examples: ['Page 1 of 2', 'Seite 2 von 3', 'Continued on next page', 'Sheet1'],
    reason: 'Pages and sheets.',
  },
  {
    shapes: [
      '(?:please (?:always |kindly )?|kindly |always )?(?:quote|state|indicate|mention|show|put) (?:this|our|the|your|above)?(?: above)? ?{number}(?: (?:on|in) {documents})?',
      '(?:please |kindly )?(?:confirm|acknowledge)(?: the)?(?: receipt)?(?: of)?(?: (?:this|the|our) (?:order|purchase order|po))?(?: (?:by|via) (?:e-?mail|return|return e-?mail|fax|phone))?',
      '(?:please |kindly )?(?:send|mail|e-?mail|forward|address)(?: (?:us|your|the|all|an?|copy|copies|of|original|pdf))* {documents}(?: (?:in (?:duplicate|triplicate|pdf)|by e-?mail|by post|as pdf))*(?: to (?:us|{mail}|our accounts? department|accounts payable))?(?: by (?:e-?mail|post))?',
      'invoices? (?:in (?:duplicate|triplicate)|to {mail}|by e-?mail)',
      '(?:for|in case of) (?:any )?(?:questions|queries|enquiries)(?:,? ?(?:please )?(?:contact|call|e-?mail|write to)(?: us| our office)?(?: (?:at|on|under))? ?(?:{mail}|{phone})?)?',
      '(?:in (?:duplicate|triplicate)|en double exemplaire|in zweifacher ausfertigung)',
      '(?:bitte )?(?:geben sie )?(?:bitte )?(?:stets |immer |auf {documents} )*(?:die |unsere |diese )?(?:bestellnummer|auftragsnummer|bestell-?nr\\.?)(?: stets| immer| auf {documents})* ?(?:an|angeben|anzugeben)',
      '(?:bitte )?bestätigen sie(?: uns)?(?: bitte)? (?:den auftrag|diese bestellung|die bestellung|den erhalt|den eingang|den erhalt (?:der|dieser) bestellung)(?: per (?:e-?mail|fax))?|(?:wir bitten um|bitte um) (?:ihre |schriftliche )?(?:auftragsbestätigung|bestätigung|eingangsbestätigung)(?: per e-?mail)?',
      'rechnung(?:en)?(?: bitte)?(?: (?:an|per e-?mail|per e-?mail an))? {mail}|(?:bei (?:fragen|rückfragen))(?: (?:wenden sie sich(?: bitte)? an|erreichen sie uns unter|bitte))?(?: (?:{mail}|{phone}))?',
      '(?:merci de |veuillez |prière de )(?:toujours )?(?:rappeler|indiquer|mentionner) (?:ce|notre|le) numéro(?: de commande)?(?: sur {documents})?',
      '(?:merci de |veuillez |prière de )(?:nous )?(?:en )?(?:confirmer|accuser réception de)(?: (?:la|cette|notre|bonne|réception|commande|de))*(?: par (?:e-?mail|retour|fax))?|(?:pour toute question|en cas de question),? ?(?:contactez(?:-nous)?|veuillez contacter)? ?(?:{mail}|{phone})?',
      'goods are (?:only )?accepted at the (?:stated|named|above|given) (?:door|address|dock|location)(?: only)?',
    ],
    examples: [
      'Please quote this order number on all documents',
      'Please confirm receipt',
      'Bitte geben Sie die Bestellnummer auf allen Rechnungen an',
      'Merci de rappeler ce numéro de commande sur tous vos documents',
    ],
    reason: 'Asks for documents, confirmations and numbers.',
  },
  {
    shapes: [
      '(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|e\\.? ?& ?o\\.? ?e|confidential|vertraulich|confidentiel)',
      '(?:(?:this |the |all |any |our )*(?:order|delivery|deliveries|orders|purchase order|purchases) (?:is |are )?(?:placed )?)?(?:subject to|governed by) (?:our|the) (?:general |standard )?(?:terms(?: and conditions)?|conditions|purchase terms|purchasing terms|terms of trade)(?: of (?:purchase|trade|business|order))?',
      'our (?:general |standard )?(?:terms(?: and conditions)?|conditions)(?: of (?:purchase|trade|business))? apply',
      'es gelten (?:ausschließlich )?unsere (?:allgemeinen )?(?:einkaufs|geschäfts|liefer)?bedingungen(?: \\(agb\\))?|unsere agb gelten',
      "nos conditions générales(?: d['’]achat)? s['’]appliquent|(?:selon|suivant) nos conditions générales(?: d['’]achat)?",
      '(?:retention|reservation) of title|eigentumsvorbehalt|réserve de propriété',
      '(?:this (?:order|document|purchase order|form) (?:was|is|has been) )?(?:created|generated|printed|produced|issued) (?:electronically|automatically|by computer)(?: and (?:is )?valid without (?:a )?signature)?|(?:valid without (?:a )?signature|no signature (?:is )?required|computer[ -]generated document)',
      '(?:dieses dokument|diese bestellung|dieser auftrag) wurde (?:elektronisch|maschinell) erstellt(?: und ist ohne unterschrift gültig)?|ohne unterschrift gültig',
      'document (?:généré|édité) (?:automatiquement|électroniquement)(?:,? valable sans signature)?|valable sans signature',
      '(?:notes?|remarks?|comments?|special instructions|bemerkung(?:en)?|anmerkung(?:en)?|hinweise?|notiz(?:en)?|remarques?|commentaires?|observations?)(?: ?: ?(?:none|n/a|keine|aucune?|néant))?',
    ],
    examples: ['All rights reserved', 'Es gelten unsere Einkaufsbedingungen', 'Remarks: none'],
    reason: 'Legal text and empty fields.',
  },
  {
    shapes: [
      "(?:(?:all |our |the |unit |line |order |alle |unsere |tous |les |nos )*(?:prices?|amounts?|preise|prix|montants?) ?(?:are |is |sind |sont |s['’]entendent |verstehen sich |shown |stated |quoted )*)?(?:in (?:euros?|€|us dollars|eur|usd|gbp|chf|cad|aud) ?)?(?:,? ?(?:all ))?(?:excl(?:uding|usive of|udes?|\\.)?|exkl(?:usive|\\.)?|net of|without|before|zzgl\\.?|zuzüglich|ohne|hors|ex) ?(?:gesetzliche[rn]? |applicable |any |de )?(?:vat|sales tax|taxe?s?|mwst|ust|mehrwertsteuer|umsatzsteuer|tva)",
      'prix ht|montants? ht',
    ],
    examples: ['Prices net of VAT', 'Alle Preise zzgl. MwSt.', 'Prix hors TVA'],
    reason: 'Prices of an order are without tax.',
  },
  {
    shapes: [
      '(?:(?:deliver(?:y|ies)|receiving|opening|warehouse|office|business|dock) (?:hours|times|days)|deliveries|goods in|receiving|warenannahme|anliefer(?:ung(?:en)?|zeiten?)|warenannahmezeiten|öffnungszeiten|bürozeiten|réceptions?(?: des marchandises)?|horaires?(?: de (?:livraison|réception|ouverture))?|livraisons|open|geöffnet|ouvert)?:? ?(?:only |accepted |nur |from |von |du )*{weekday}(?: ?(?:to|-|–|bis|au|through|and|und|et|,|&) ?{weekday})*,?:? ?(?:from |von |between |de |zwischen |,)*{clock} ?(?:to|-|–|bis|à|and|und|until) ?{clock}(?:(?:,| and| und| et)? ?{clock} ?(?:to|-|–|bis|à) ?{clock})?',
    ],
    examples: [
      'Deliveries Monday to Friday 8-16',
      'Warenannahme Mo-Fr 7:00-15:00 Uhr',
      'Réception du lundi au vendredi de 8h à 16h',
    ],
    reason: 'Hours of delivery on any working day.',
  },
  {
    shapes: [
      '(?:tel|telephone|phone|t|fax|f|m|mobile|mob|cell|telefon|téléphone|tél|telefax|handy|mobil|portable|hotline)[.:]* ?{phone}',
      '\\+\\d[\\d ()/.-]{7,20}|0\\d{1,4}[ /-](?:\\d[ /-]?){5,12}',
      '(?:e-?mail|mail|courriel|contact|kontakt)?:? ?{mail}',
      '(?:web(?:site)?|internet|homepage|site(?: web)?)?:? ?{site}',
      '(?:stammkapital|grundkapital|share capital|(?:sarl |sas |sa )?(?:au )?capital(?: social)?(?: de)?)(?: von| of)? ?:? ?(?:[€$£]|eur|usd|gbp|chf)? ?\\d[\\d., ]*(?:€|eur(?:os?)?|usd|gbp|chf|£|\\$)?',
      '(?:company )?registered (?:office|in (?:england(?: and wales)?|scotland|wales|ireland|germany|france|delaware))(?:,? ?(?:company |under )*(?:no|nr|number)\\.? ?\\d{4,12})?',
    ],
    examples: [
      'Phone +49 89 1234567',
      'E-mail: orders@example.com',
      'www.example.com',
      'SARL au capital de 50.000 €',
      'Registered in England No. 1234567',
    ],
    reason: 'Contacts and registers.',
  },
  {
    shapes: [
      '(?:payment(?: terms?)?|terms(?: of payment)?|(?:invoices? (?:are |is )?)?payable|zahlungsbedingung(?:en)?|zahlungsziel|zahlung|zahlbar|paiement|règlement|conditions de (?:paiement|règlement))?:? ?(?:net|netto) ?\\d{1,3}(?: ?(?:days?|tagen?|jours?))?',
      '(?:payment(?: terms?)?|terms(?: of payment)?|(?:invoices? (?:are |is )?)?payable|zahlungsbedingung(?:en)?|zahlungsziel|zahlung|zahlbar|paiement|règlement|conditions de (?:paiement|règlement)):? ?(?:is |are |due |within |in |innerhalb |von |binnen |sous |à |net |netto |nach )*{day_count}(?: (?:net|netto|nets?|from|after|of|invoice|date|date of invoice|end of month|eom|fin de mois|nach|ab|rechnungsdatum|rechnungserhalt|rechnungseingang|erhalt|receipt|the|de|la|facture|réception|der))*',
      '{day_count} (?:net|netto|nets)(?: (?:from|after) (?:date of )?invoice(?: date)?)?',
      '(?:\\d(?:[.,]\\d{1,2})? ?% ?(?:skonto|discount|escompte)?,? ?(?:bei zahlung )?(?:in |within |innerhalb |von |binnen |sous |à |/ ?)*\\d{1,2} ?(?:days?|tagen?|jours?|d)?,? ?(?:/ ?|or |oder |ou )?(?:net|netto) ?\\d{1,3} ?(?:days?|tagen?|jours?)?)',
      '(?:\\d(?:[.,]\\d{1,2})? ?% ?(?:skonto|discount|escompte)?,? ?(?:bei zahlung )?(?:in |within |innerhalb |von |binnen |sous |à )*\\d{1,2} ?(?:days?|tagen?|jours?),? ?(?:or |oder |ou )?\\d{1,3} ?(?:days?|tagen?|jours?) (?:net|netto|nets?))',
      '(?:payment(?: terms?)?|terms|zahlungsbedingung(?:en)?|zahlung|paiement|règlement)? ?:? ?(?:by |per |in |par )?(?:prepaid|prepayment|(?:cash )?in advance|vorkasse|vorauskasse|cod|cash on delivery|nachnahme|virement|bank transfer|wire transfer|letter of credit|überweisung|lastschrift|direct debit|credit card|due on receipt|upon receipt|open account|as agreed|wie vereinbart|comme convenu|eom|end of month)',
      '(?:incoterms?(?: ?20\\d\\d)?|delivery terms|lieferbedingung(?:en)?|conditions de livraison|freight terms)?:? ?{incoterm}(?: incoterms?)?(?: 20\\d\\d)?',
    ],
    examples: [
      'Payment terms: net 30 days',
      'Zahlbar innerhalb 30 Tagen netto',
      'Paiement à 30 jours fin de mois',
      'FOB',
    ],
    reason: "Payment and trade terms: the draft has those of the account's record.",
  },
  {
    shapes: [
      "(?:ladies|women|womens|women's|men|mens|men's|kids|children|boys|girls|baby|babies|unisex|adults?|juniors?|teens?|toddlers?|newborn|damen|herren|kinder|jungen|mädchen|femmes?|hommes?|enfants?|filles?|garçons?|bébés?)",
      "(?:ladies |women's |womens |men's |mens |kids |kids' |boys |girls |baby |damen|herren|kinder)?(?:wear|knitwear|knits|sweaters|jumpers|pullovers|cardigans|tops|t-shirts|tees|shirts|blouses|polos|dresses|skirts|trousers|pants|jeans|denim|shorts|outerwear|jackets|coats|parkas|vests|suits|underwear|lingerie|socks|hosiery|swimwear|sportswear|sleepwear|nightwear|shoes|footwear|boots|sneakers|sandals|accessories|bags|belts|hats|caps|scarves|gloves|jewellery|jewelry|home|homeware|beddings?|towels|toys|gifts|beauty|cosmetics|basics|essentials|kollektion|collection|strickwaren|strick|pullover|hemden|blusen|hosen|röcke|kleider|jacken|mäntel|schuhe|stiefel|wäsche|strümpfe|socken|taschen|gürtel|mützen|schals|handschuhe|accessoires|tricots|mailles?|pulls|chemises|chemisiers|pantalons|jupes|robes|vestes|manteaux|chaussures|bottes|chaussettes|sacs|ceintures|chapeaux|écharpes|gants)",
      '(?:spring|summer|autumn|fall|winter|pre-?fall|resort|holiday|ss|aw|fw|fs|hw|s/s|a/w|f/w|frühjahr|frühling|sommer|herbst|printemps|été|automne|hiver|ah|pe)(?:[ /-]*(?:summer|winter|sommer|été|hiver))? ?(?:20)?\\d{2}(?:[ /](?:20)?\\d{2})?(?: (?:collection|kollektion|season|saison))?',
    ],
    examples: ['Ladies', 'Herrenschuhe', 'Tricots', 'Spring 2027'],
    reason: 'Titles of groups of goods.',
  },
]

/** Names and numbers of parties and places. Beside their shape, no word of them may be one that changes an order. */
export const openShapes: readonly HarmlessShape[] = [
  {
    shapes: [
      '\\d{1,5} ?[a-z]?,? (?:(?:n|s|e|w|north|south|east|west|old|new|st)\\.? )?(?:{word} ){1,3}(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|way|square|sq|place|pl|court|ct|parkway|pkwy|highway|hwy|close|quay|plaza|terrace|row|mews|park|crescent|gardens|estate|broadway|alley)\\.?(?: (?:n|s|e|w|north|south|east|west|nw|ne|sw|se))?(?:,? (?:suite|ste|floor|fl|unit|apt|room)\\.? ?#?\\w{1,5})?',
      '(?:{word} ){0,2}(?:\\p{L}*(?:straße|strasse|str\\.?|weg|platz|allee|gasse|damm|chaussee)|{word} (?:ring|ufer|markt|promenade)) ?\\d{1,4}(?: ?[-–] ?\\d{1,4})?(?: ?[a-z])?',
      "\\d{1,4}(?: ?(?:bis|ter))?,? ?(?:rue|avenue|av\\.|boulevard|bd|place|chemin|allée|impasse|cours|route|square|quai)(?: {word}){1,6}",
    ],
    examples: ['12 Main Street', 'Hauptstraße 5', '14 rue de la Paix'],
    reason: 'Addresses.',
    before: 'place',
  },
  {
    shapes: [
      '(?:{word} ){0,3}{word},? (?:[a-z]{2}|{word}) ?,? ?\\d{5}(?:-\\d{4})?(?:,? (?:usa|us|united states))?|[a-z]{2} \\d{5}(?:-\\d{4})?',
      '(?:(?:d|de|f|fr|a|at|ch|b|be|nl|i|it|e|es|l|lu)[ -])?\\d{4,5} (?:{word} ){0,3}{word}(?: cedex(?: \\d{1,2})?)?',
      '(?:{word} ){0,3}{word},? [a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}|[a-z]{1,2}\\d[a-z\\d]? ?\\d[a-z]{2}',
      '(?:nl[ -])?\\d{4} ?[a-z]{2} {word}|(?:{word} ){0,2}{word},? [a-z]{2} [a-z]\\d[a-z] ?\\d[a-z]\\d',
      '(?:united states(?: of america)?|u\\.?s\\.?a|united kingdom|u\\.?k|great britain|england|scotland|wales|ireland|germany|deutschland|austria|österreich|switzerland|schweiz|suisse|france|belgium|belgien|belgique|netherlands|the netherlands|niederlande|pays-bas|luxembourg|luxemburg|italy|italien|italie|spain|spanien|espagne|portugal|denmark|dänemark|sweden|schweden|norway|norwegen|finland|finnland|poland|polen|pologne|canada|kanada|australia|japan)',
    ],
    examples: ['Springfield, IL 62701', '20095 Hamburg', '75002 Paris', 'London W1A 1AA', 'Germany'],
    reason: 'Towns and countries.',
    before: 'place',
  },
  {
    shapes: [
      '{names} ?,? (?:inc|incorporated|corp|corporation|llc|llp|ltd|limited|plc|pty ltd|company|& co|and co|co|gmbh|gmbh & co\\.? ?kg|ag|kg|ohg|ug|e\\.k|e\\.? ?v|se|sarl|s\\.a\\.r\\.l|sas|s\\.a\\.s|sa|s\\.a|eurl|snc|bv|b\\.v|nv|n\\.v|srl|s\\.r\\.l|spa|s\\.p\\.a|sl|s\\.l|ab|a/s|aps|oy|as|sp\\.? z o\\.o)\\.?',
    ],
    examples: ['Northern Outfitters Inc.', 'Nordwind Handels GmbH'],
    reason: 'Names of companies, by their legal form, and of the account and its doors.',
  },
  {
    shapes: [
      '(?=.*(?:vat|tva|ust|mwst|tax|siret|siren|eori|gln|iln|duns|d-u-n-s|iban|bic|swift|naf|ape|steuer|konto|blz|account|sort code|abn|rcs|kvk|cvr|ein|company|registration|regist))(?:(?:our|your|notre|votre|unsere|federal|vat|tva|ust|mwst|umsatzsteuer|tax|company|commercial|business|trade|n°|no|nr|numéro|number|nummer|id|ident|reg|registration|register|intracom|intracommunautaire|ein|siret|siren|eori|gln|iln|duns|d-u-n-s|iban|bic|swift|naf|ape|steuernummer|steuer-nr|ust-?id(?:nr)?|kontonummer|konto|blz|account|sort code|abn|rcs|kvk|cvr|code|de)[ .:-]*){1,5}{id}',
      'hr[ab] ?(?:nr\\.? ?)?\\d{1,8}(?:,? (?:amtsgericht )?{word})?|amtsgericht {word}(?: {word})?(?:,? hr[ab] ?\\d{1,8})?|(?:registergericht|sitz(?: der gesellschaft)?|handelsregister):? ?(?:amtsgericht )?{word}(?: hr[ab] ?\\d{1,8})?|rcs {word}(?: [ab])? ?[\\d ]{3,14}',
      '(?:geschäftsführer(?:in|ung)?|managing directors?|directors?|vorstand|aufsichtsrat|gérante?|président|ceo|inhaber(?:in)?|vorsitzender)[: ]+ ?{names}(?:,? (?:and|und|et)? ?{names})?',
      "(?:bank(?:verbindung)?|banque|our bank):? ?{names}",
    ],
    examples: ['VAT ID DE123456789', 'HRB 12345 Amtsgericht München', 'IBAN DE89 3704 0044 0532 0130 00'],
    reason: 'Registers, banks and numbers of the parties.',
  },
] // prettier-ignore

/** Parts of open shapes: a word of a name, several, and a number of a register. */
export const nameWord = "[\\p{L}\\d][\\p{L}\\d.&'’/-]*|&|\\+"

/** Words that no name of a party or a place has, beside those of sensitive.ts and of units. */
export const notInNames =
  'times|mal|fois|per|more|fewer|less|most|few|several|many|much|some|again|twice|thrice|once|now|still|also|too|other|another|same|different|mehr|weniger|halb|halbe|nochmal|doppelt|andere|anderen|autre|moitié|encore|demi|bring|send|take|forget|ignore|scrap|swap|charge|pay|in|im|at|chez|aux|au|auf|bei|for|from|not|no|only|without|until|before|after|each|if|unless|instead|when|as|is|are|was|be|will|shall|should|must|may|can|do|does|this|that|these|those|we|you|they|it|any|both|every|than|then|so|but|or|please|to|by|with|all|none|für|zum|zur|bis|nicht|kein|keine|nur|ohne|mit|vor|nach|pro|je|wenn|statt|als|ist|sind|wird|werden|soll|bitte|wir|sie|alle|oder|pour|par|pas|sans|avec|jusque|avant|après|si|sauf|est|sont|sera|nous|vous|tous|toutes|merci|ce|cette|ou|first|second|third|fourth|last|next|erste|erster|zweite|zweiter|dritte|letzte|nächste|premier|première|deuxième|seconde|troisième|dernier|prochaine|one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|ein|zwei|drei|vier|fünf|zehn|zwölf|hundert|tausend|deux|trois|quatre|cinq|dix|douze|cent|mille|delivery|deliveries|shipment|shipments|deliver|ship|lieferung|sendung|livraison|envoi|ordered|order|orders|bestellt|bestellung|commandé|commande|goods|ware|waren|marchandises|later|earlier|später|früher|plus|extra|additional|zusätzlich|each|unit|total|double|triple|doppelt|amount|value|money|today|tomorrow|heute|morgen|day|days|week|weeks|month|months|tag|tage|woche|wochen|monat|monate|jour|jours|semaine|semaines|mois|line|lines|item|items|zeile|position|ligne|article'

/** Small words that stand within names. */
export const particles = 'de|du|des|la|le|les|von|van|der|den|of|the|and|et|und|y|di|da|del'

/** Values of a label of terms, beside the shapes that may stand alone. */
export const termShapes: readonly string[] = [
  '\\d{1,3}(?: ?(?:days?|tagen?|jours?|net|netto))?',
  '{day_count}(?: (?:eom|fin de mois|end of month|ab rechnungsdatum|from invoice|from invoice date|date de facture))?',
  '{incoterm},? {word}(?: {word})?(?:,? incoterms ?20\\d\\d)?',
  'net_\\d{1,3}|prepaid|standard|per (?:contract|agreement)|our usual terms|laut vereinbarung|selon accord|free domicile|frei haus|franco',
]

/** What parts sentences and facts, the strongest first. */
export const separators: readonly RegExp[] = [
  /\s*[;|•·]\s*/u,
  /:\s+/u,
  /(?<=[.!?])\s+(?=[\p{Lu}\d(])/u,
  /\s+[–—/-]\s+/u,
  /,\s*/u,
]

/** What parts the facts behind a label. */
export const factSeparator = /\s*[,;|]\s*/

/** Marks around a text, such as rules, bullets and brackets, and what is kept of them. */
export const around: readonly (readonly [RegExp, string])[] = [
  [/^[\s*•·_=~|<>"“”„'–—-]+/u, ''],
  [/[\s*•·_=~|<>"“”„'–—:;,.!-]+$/u, ''],
  [/^\((.*)\)$/u, '$1'],
]

/** Ends of names of companies, which a paper may leave out. */
export const legalForm = /[ ,]+(?:inc|corp|llc|ltd|limited|plc|gmbh|ag|kg|sarl|sas|sa|bv|srl|spa|ab|company|co)\.?$/u

/** Behind labels of what is printed: a number, one of several pages, or a weight. */
export const printed = /^\d{1,4}(?: ?(?:of|von|de|sur|\/) ?\d{1,4})?$|^\d[\d.,]* ?(?:kg|lbs?|g|t|cbm|m3)$/i

/** Sums of a page, which the lines have. */
export const carriedSum =
  /^(?:page total|carried forward|brought forward)[: ]*(?:\p{Sc}|[A-Z]{3})?[\d.,' ]+(?:\p{Sc}|[A-Z]{3})?$/iu

/** A word of the number of an order: it has a digit, or is a short code. */
export const referenceWord = /^[\p{L}\d._/#:-]*\d[\p{L}\d._/#:-]*$|^[-/#]$|^[A-Z]{1,4}$/u

/** A place by its number. */
export const numberedPlace =
  /^\s*(?:store|shop|door|warehouse|dc|depot|branch|filiale|lager|magasin|boutique)?[ #.]*(?:no|nr)?[. ]*[a-z]{0,4}-?\d{1,8}\s*$/i

/** A sheet that is called Prices has some, and sheets may be numbered. */
export const sheetTitle = /^(?:prices?|preise|prix|first|second|third|lines?|part ?\d+|summary)$/i

/** A total of a store. */
export const totalPlace = /^(?:sub-?)?total(?: of| for)? (?:store|shop|door|dc|filiale|magasin)[ #.:]*\d{1,8}$/i
