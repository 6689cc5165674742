/**
 * Words of free text that may change price, quantity, date, place, currency or identity. Text of a paper that has one of them and
 * was not read as a field stops the automatic draft (free_text.rules.ts). Data: the guide shows it.
 */

export const sensitiveKinds = ['currency', 'unit', 'price', 'discount', 'tax', 'standing', 'place', 'date'] as const
export type SensitiveKind = (typeof sensitiveKinds)[number]

/** A word that ends in * also begins others: cancel* is cancelled as well. */
export const sensitiveWords: readonly { kind: SensitiveKind; words: string; reason: string }[] = [
  {
    kind: 'unit',
    words:
      'dozen*|dutzend*|douzaine*|quantit*|qty|qté|menge|mengen|mindestmenge*|anzahl|stückzahl*|mengenangabe*|ve|multiply*|multiplied|more of each|all sizes|alle größen|toutes les tailles|moq|minimum|mindest*|multiples of|case pack*|carton qty|prepack*|pre pack*|inner pack*|master carton*|size ratio*|assorted|sortiert|lot de|lots de|vpe|colisage|hundreds|thousands|in hundred|in thousand|hunderter|tausender|per 100|per 1000|per hundred|per thousand|double the|half|remainder|split|halbe|verdoppel*',
    reason: 'Says how quantities are counted.',
  },
  {
    kind: 'price',
    words:
      'price*|pricing|cost|costs|preis*|prix|tarif*|rates|exchange rate|rate of exchange|converted|wechselkurs|kurs|taux|upcharge|up charge|net cost|netto|brutto',
    reason: 'Says what prices are.',
  },
  {
    kind: 'discount',
    words:
      '%|percent*|prozent*|pourcent*|pour cent|discount*|rebate*|allowance*|markdown*|mark down|marked down|rabatt*|nachlass*|nachlaß|skonto|abzug|abzüglich|abzgl|remise*|escompte*|rabais|ristourne*|reduction*|reduced|réduction*|ermäßig*|bonus|promo|promotion*|less|deduct*|surcharge*|supplement*|supplément*|zuschlag*|aufschlag*|free of charge|foc|gratis|kostenlos*|gratuit*|offert*|no charge|for free|at no cost|unentgeltlich|free goods|1 free|naturalrabatt',
    reason: 'Changes what is paid.',
  },
  {
    kind: 'tax',
    words:
      'incl vat|incl tax|including vat|including tax|includes vat|includes tax|inclusive of vat|inclusive of tax|vat included|tax included|inkl mwst|inklusive mwst|inkl ust|inkl mehrwertsteuer|einschließlich mwst|incl mwst|brutto|bruttopreis*|ttc|tva incluse|tva comprise|toutes taxes comprises|vat|mwst|tva|mehrwertsteuer|ust|umsatzsteuer',
    reason: 'Prices of an order are without tax.',
  },
  {
    kind: 'standing',
    words:
      'cancel*|annul*|storn*|void|replac*|ersetz*|remplac*|supersed*|instead|anstelle|anstatt|statt|au lieu|amend*|revis*|corrected|correction*|korrigier*|korrektur*|rectif*|modified|modification*|modifié*|geändert*|änderung*|changed|change order|order change*|change of order|changes to|duplicate*|duplikat*|duplicata|copy|kopie|copie|zweitschrift|pro forma|proforma|quotation*|quote|quoted|rfq|angebot*|offerte|devis|offre|estimate|kostenvoranschlag|sample*|musterbestellung|muster|échantillon*|specimen|consign*|konsignation*|kommission*|dépôt vente|on approval|sale or return|auf probe|draft|entwurf|brouillon|test|testbestellung|provisional|vorläufig*|provisoire|preliminary|tentative|forecast|prognose|prévision*|blanket|call off|rahmen*|abruf*|contrat cadre|on hold|hold|pending|not valid|invalid|ungültig*|do not ship|nicht liefern|ne pas livrer|do not process|expired|withdrawn|zurückgezogen|widerruf*|already ordered|already shipped|already delivered|bereits bestellt|bereits geliefert|déjà commandé|déjà livré|substitut*|rev|version|not an order|keine bestellung|back order*|backorder*|if available|availability|falls verfügbar|si disponible|returned goods|nachlieferung*|nachbestellung*|ne pas expédier|option',
    reason: 'Says that the order is not one, or not as it stands.',
  },
  {
    kind: 'place',
    words:
      'livrer|livrez|liefern|anliefern|filialbestellung*|delivery address|shipping address|alternative address|alternate address|drop ship*|dropship*|cross dock*|lieferadresse|lieferanschrift|lieferort|empfänger|adresse de livraison|lieu de livraison|warehouse*|entrepôt|pick up|pickup|collect|collection from|abholung|selbstabholer|enlèvement|all stores|alle filialen|tous les magasins|per store|each store|pro filiale|je filiale|par magasin',
    reason: 'Says where the goods go.',
  },
  {
    kind: 'date',
    words:
      'easter|christmas|xmas|thanksgiving|black friday|holidays|ostern|weihnachten|pfingsten|advent|pâques|noël|pentecôte|asap|a s a p|immediately|immediate|urgent|rush|sofort|eilauftrag*|umgehend|eilig|schnellstmöglich|dès que possible|immédiat*|split delivery|split shipment*|partial delivery|partial shipment*|part shipment*|teillieferung*|teilsendung*|livraison partielle|livraisons partielles|backdated|not before|not after|nicht vor|nicht nach|pas avant|pas après|at once|weekly|wöchentlich|monthly|monatlich|mensuel*',
    reason: 'Says when the goods are due.',
  },
]

/** Units that say how quantities are counted where text names them beside a number or a word such as in or per. */
export const countingUnits =
  'carton|cartons|ctn|ctns|case|cases|pack|packs|box|boxes|set|sets|karton|kartons|kartonage|packung|packungen|colis|paquet|paquets|boîte|boîtes|boite|boites|dz|doz|dtz|inner|inners|bundle|bundles|bündel'

/** Sentences that were read, or that tell nothing of the order. They are taken out before text is looked through. */
export const harmlessPhrases: readonly { phrase: RegExp; example: string; reason: string }[] = [
  {
    phrase: /\b(?:please |always |kindly )*quote (?:this|our|the|your|po|p\.o\.|order|purchase)\b[^.;]*/i,
    example: 'Please quote this order number on all documents',
    reason: 'Asks for the number on documents.',
  },
  {
    phrase:
      /\b(?:send |with |a )*cop(?:y|ies) of (?:the |your |our |this |all )*(?:invoice|order|packing list|delivery note)s?(?: confirmation)?\b[^.;]*/i,
    example: 'Send a copy of the invoice to …',
    reason: 'Asks for documents.',
  },
  {
    phrase: /\bin (?:duplicate|triplicate)\b|en double exemplaire|in zweifacher ausfertigung/i,
    example: 'in duplicate',
    reason: 'Asks for documents.',
  },
  {
    phrase: /\bin case of\b|\bin (?:any|this|that|each|no) case\b|\bupper case\b/i,
    example: 'in case of questions',
    reason: 'Tells nothing of the order.',
  },
  {
    phrase:
      /\ball rights reserved\b|\balle rechte vorbehalten\b|tous droits réservés|\b(?:retention|reservation) of title\b[^.;]*|eigentumsvorbehalt[^.;]*|réserve de propriété[^.;]*/i,
    example: 'All rights reserved',
    reason: 'Legal text.',
  },
  {
    phrase:
      /\b(?:stammkapital|grundkapital|share capital|(?:au )?capital(?: social)?(?: de)?)(?: von| of)? ?:? ?(?:[€$£]|eur|usd|gbp|chf)? ?\d[\d.,' ]*(?:€|eur(?:os?)?|usd|gbp|chf|£|\$)?/i,
    example: 'SARL au capital de 50.000 €',
    reason: 'Legal text.',
  },
  {
    phrase:
      /\b(?:vat|tva|ust|mwst|umsatzsteuer|tax)[ .-]*(?:id(?:ent)?|reg(?:istration)?|no|nr|number|nummer|n°|intracom\w*|ident\w*)[ .-]*(?:no|nr|number|nummer|n°)?\.? ?:? ?[a-z]{0,3} ?[\dx .-]*\d\w?/i,
    example: 'VAT ID DE123456789',
    reason: 'The parties.',
  },
  { phrase: /\b(?:vat|tva) ?:? ?[a-z]{2} ?\d[\d .]{6,}/i, example: 'VAT GB123456789', reason: 'The parties.' },
  {
    phrase:
      /\b(?:prices?|amounts?|(?:alle )?preise|prix|montants?)? ?(?:(?:are|is|sind|sont|s'entendent|verstehen sich|shown|stated|quoted) ?)*(?:,? ?(?:all ))?(?:excl(?:uding|usive of|udes?|\.)?|exkl(?:usive|\.)?|net of|without|before|plus|zzgl\.?|zuzüglich|ohne|hors) ?(?:\d{1,2}(?:[.,]\d)? ?% ?)?(?:gesetzliche[rn]? |applicable |any |de )?(?:vat|sales tax|tax(?:es)?|mwst|ust|mehrwertsteuer|umsatzsteuer|tva|taxes?)\b\.?|\bprix ht\b|\bprices? ex(?:\.|cl\.)? vat\b/i,
    example: 'Prices net of VAT',
    reason: 'Prices of an order are without tax.',
  },
]

/** Names of currencies that free text may have, beside codes and signs. */
export const currencyNames: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  'us dollar': 'USD',
  'us dollars': 'USD',
  'u.s. dollars': 'USD',
  'us-dollar': 'USD',
  'canadian dollars': 'CAD',
  'australian dollars': 'AUD',
  dollar: '$',
  dollars: '$',
  'pound sterling': 'GBP',
  'pounds sterling': 'GBP',
  sterling: 'GBP',
  'britische pfund': 'GBP',
  'livres sterling': 'GBP',
  'swiss francs': 'CHF',
  'schweizer franken': 'CHF',
  franken: 'CHF',
  'francs suisses': 'CHF',
  yen: 'JPY',
  zloty: 'PLN',
  złoty: 'PLN',
}
