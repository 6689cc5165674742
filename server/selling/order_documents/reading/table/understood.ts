/**
 * What is understood of order papers, as data: columns with the headers that name them, units, signs of currencies, and
 * what may be passed over because it tells neither price, quantity, date, place, currency nor identity. Whatever else a
 * table has stops the automatic draft and is named (unknown.rules.ts).
 */
import type { LineValue, PaperValue } from '../reading.ts'

/** Columns whose values belong to the order: every line of one order must state the same. */
export const orderColumns = [
  'reference',
  'order_date',
  'ship_window_start',
  'ship_window_end',
  'currency',
] as const satisfies readonly PaperValue[]
export type OrderColumn = (typeof orderColumns)[number]

export type KnownColumn = LineValue | OrderColumn | 'line'

interface UnderstoodColumn {
  meaning: string
  /** Without letter case and punctuation. */
  headers: string
}

export const understoodColumns: Readonly<Record<KnownColumn, UnderstoodColumn>> = {
  sku: {
    meaning: 'Our SKU.',
    headers:
      'sku|vendor sku|supplier sku|your sku|vendor item|supplier item|vendor item no|supplier item no|vendor part|vendor code|supplier code|your item|your item no|your code|your ref|supplier article|your article|vendor style no|ihre artikelnummer|ihre artikel nr|lieferanten artikelnummer|lieferantenartikelnummer|référence fournisseur|votre référence|réf fournisseur',
  },
  buyer_sku: {
    meaning: "The account's own SKU.",
    headers:
      'buyer sku|our sku|our item|our item no|our code|our ref|our article|customer sku|customer item|buyer item|buyer item no|buyer code|buyer part|retailer sku|retailer item|unsere artikelnummer|unsere artikel nr|notre référence|code client',
  },
  barcode: {
    meaning: 'The barcode of a single unit.',
    headers:
      'barcode|bar code|ean|ean13|ean 13|ean code|upc|upc code|gtin|ean upc|upc ean|strichcode|code barres|code ean|gencod',
  },
  style: {
    meaning: 'The style, which colour and size complete.',
    headers: 'style|style no|style number|style code|style name|model|model no|product code|modell|modellnummer|modèle',
  },
  color: {
    meaning: 'The colour.',
    headers: 'color|colour|color name|colour name|colorway|colourway|farbe|couleur|coloris',
  },
  size: { meaning: 'The size.', headers: 'size|sz|größe|grösse|groesse|taille' },
  item: {
    meaning: "Our SKU, the account's SKU, or a barcode.",
    headers:
      'item|item no|item number|item code|item #|article|article no|article number|code|product no|part no|part number|artikel|artikelnummer|artikel nr|artnr|art nr|référence article|code article|réf|référence',
  },
  description: {
    meaning: 'Describes the item in words; where it names every option, it confirms the match.',
    headers:
      'description|product|product name|title|name|item description|details|item name|bezeichnung|beschreibung|artikelbezeichnung|désignation|libellé|article description',
  },
  quantity: {
    meaning: 'The quantity, in the unit that the line, the cell or the header names; otherwise in single units.',
    headers:
      'quantity|qty|units|ordered|order qty|order quantity|qty ordered|quantity ordered|units ordered|order units|oty|pcs|pieces|menge|anzahl|bestellmenge|stück|stückzahl|quantité|qté|pièces|quantité commandée',
  },
  total_quantity: {
    meaning: 'The quantity in single units; compared with the quantity where both are stated.',
    headers: 'total qty|total units|total quantity|total pieces|total pcs|gesamtmenge|gesamt stück|quantité totale',
  },
  packs: {
    meaning: 'The quantity in cartons, whose content another column states.',
    headers: 'cases|cartons|ctns|packs|boxes|no of cases|no of cartons|qty cases|qty cartons|kartons|cartons commandés',
  },
  pack_size: {
    meaning:
      'Single units in one carton. Beside a quantity whose unit is not named, the line has two readings and is refused.',
    headers:
      'pcs ctn|pcs per ctn|pcs case|pcs per case|pieces case|pieces per case|pieces per pack|each per case|ea per case|stück pro pack|pcs carton|pcs per carton|pieces per carton|units per carton|units carton|units case|units per case|units pack|units per pack|pcs pack|pcs per pack|qty per case|qty per carton|qty per pack|case pack|case qty|case size|pack size|pack qty|carton qty|inner pack|inner qty|master pack|vpe|stück pro karton|stück karton|stück je karton|inhalt|pièces par carton|pcb|colisage',
  },
  unit: {
    meaning: 'The unit of the quantity. Units outside the list below refuse the line.',
    headers:
      'uom|unit|um|u m|unit of measure|order unit|ordering unit|order uom|qty unit|qty uom|unit type|einheit|me|mengeneinheit|unité|unite',
  },
  unit_price: {
    meaning: 'The price before discounts. "Per 100" and "per dozen" in the header are read.',
    headers:
      'price|unit price|cost|unit cost|wholesale|wholesale price|ws price|rate|price each|each|cost price|price per unit|price per piece|wholesale cost|preis|einzelpreis|stückpreis|ek|ek preis|einkaufspreis|preis pro stück|prix|prix unitaire|pu|p u|prix d achat|pu ht|prix unitaire ht',
  },
  net_price: {
    meaning: 'The price after discounts, or of a promotion; it is the price of the line.',
    headers:
      'net price|net unit price|net cost|unit net price|discounted price|promo price|promotional price|promotion price|special price|offer price|deal price|nettopreis|netto preis|netto ek|aktionspreis|sonderpreis|prix net|prix promo|prix remisé',
  },
  list_price: {
    meaning: 'The price of our list; it is the price where no other is stated.',
    headers: 'list price|regular price|gross price|base price|listenpreis|bruttopreis|grundpreis|prix tarif|prix brut',
  },
  price_per: {
    meaning: 'How many units the price is for: 1, 10, 100 or 1,000, or a unit of the list below.',
    headers: 'price per|per|price basis|price unit|price uom|preiseinheit|pe|preis pro|unité de prix',
  },
  discount_percent: {
    meaning: 'A discount of the line in percent.',
    headers:
      'discount %|disc %|% discount|% disc|discount percent|discount pct|disc pct|rabatt %|rabatt in %|% rabatt|remise %|% remise',
  },
  discount: {
    meaning: 'A discount of the line; without the sign % its reading is the one that gives the amount of the line.',
    headers: 'discount|disc|discount amount|disc amount|line discount|allowance|rabatt|nachlass|remise',
  },
  amount: {
    meaning: 'The amount of the line, which is compared with quantity, price and discount.',
    headers:
      'amount|total|line total|extended|ext price|ext cost|ext amount|extended price|extended cost|extended amount|value|line amount|net amount|total price|total cost|total amount|line value|ext|betrag|gesamt|gesamtpreis|summe|gesamtbetrag|montant|total ht|montant ht|prix total',
  },
  door: {
    meaning: 'The store or warehouse of the account that the line is for.',
    headers:
      'store|store no|store number|store code|store #|store id|shop|shop no|door|door no|door code|dc|ship to|ship to code|ship to store|deliver to|delivery location|location|location code|loc|loc #|branch|filiale|filial nr|filialnummer|magasin|code magasin|n magasin|boutique|point de vente',
  },
  ship_date: {
    meaning: 'The requested ship date of the line.',
    headers:
      'ship date|requested ship date|req ship date|delivery date|deliver date|requested delivery date|due date|required date|delivery|ship on|deliver by|ship by|need by|liefertermin|lieferdatum|wunschtermin|date de livraison|date livraison|livraison',
  },
  cancel_date: {
    meaning: 'The day after which the line is cancelled.',
    headers: 'cancel date|cancel|cancel by|cancel after|cancellation date|stornodatum|date d annulation',
  },
  reference: {
    meaning: 'The number of the order. Each number becomes an order of its own.',
    headers:
      'po number|po|po no|po #|p o|p o number|p o no|purchase order|purchase order number|purchase order no|order number|order no|order #|order ref|order reference|bestellnummer|bestell nr|bestellung|auftragsnummer|auftrags nr|numéro de commande|n commande|n de commande|no commande|commande',
  },
  order_date: {
    meaning: 'The date of the order.',
    headers: 'order date|po date|date of order|bestelldatum|auftragsdatum|date de commande|date commande',
  },
  ship_window_start: {
    meaning: 'The first day of the ship window.',
    headers: 'start ship|start ship date|ship not before|not before|earliest ship date|ship window start|ship from',
  },
  ship_window_end: {
    meaning: 'The last day of the ship window.',
    headers: 'end ship|end ship date|ship not after|not after|latest ship date|ship window end|ship until',
  },
  currency: { meaning: 'The currency.', headers: 'currency|curr|ccy|währung|devise|monnaie' },
  line: {
    meaning: 'The number that the paper gives the line.',
    headers: 'line|no|#|line no|ln|pos|line number|position|line #|ligne|zeile|lfd nr',
  },
}

export interface PassedOver {
  headers: string
  /** Whether its figures are money; a column of any other kind that states a currency is not passed over. */
  is_money: boolean
  reason: string
}

export const passedOverColumns: readonly PassedOver[] = [
  {
    headers:
      'rrp|msrp|srp|pvp|ppc|pvc ttc|retail|recommended retail price|unverbindliche preisempfehlung|empf vk|prix public conseillé|prix de vente public|retail price|rrp price|suggested retail|suggested retail price|uvp|vk|vk preis|verkaufspreis|ladenpreis|pvc|prix public|prix de vente|prix de vente conseillé|ticket price|compare at price',
    is_money: true,
    reason: 'A retail price, which is no price of the account.',
  },
  {
    headers: 'margin|margin %|markup|mark up|imu|marge|spanne|handelsspanne',
    is_money: true,
    reason: 'What the account earns with the item.',
  },
  {
    headers:
      'image|photo|picture|bild|foto|url|link|brand|marke|marque|season|saison|collection|kollektion|category|subcategory|department|dept|class|subclass|product group|warengruppe|division|gender|geschlecht|genre|age group|theme|family|famille|rayon',
    is_money: false,
    reason: 'Sorts or shows the item, which its numbers identify.',
  },
  {
    headers:
      'fabric|composition|material|zusammensetzung|composition matière|matière|care|wash care|country of origin|origin|coo|made in|ursprungsland|pays d origine|hs code|hts|hts code|tariff code|commodity code|zolltarifnummer|code douanier',
    is_money: false,
    reason: 'Describes the goods; the catalogue has it.',
  },
  {
    headers: 'weight|net weight|gross weight|weight kg|gewicht|poids|volume|cbm|dimensions|length|width|height',
    is_money: false,
    reason: 'Weight and volume: what ships is weighed and measured.',
  },
  { headers: 'buyer|buyer name|einkäufer|acheteur|contact|vendor|vendor name|supplier|supplier name|lieferant|fournisseur|store name|store city|city|ort|ville', is_money: false, reason: 'Names a party or a place in words; its number identifies it.' },
  { headers: 'vat %|tax %|mwst %|ust %|tva %|vat rate|tax rate', is_money: false, reason: 'Taxes are those of the invoice.' },
] // prettier-ignore

/** Single units in a unit; null: as many as the column of the content of a carton states. */
export const understoodUnits: readonly { words: string; units: number | null }[] = [
  {
    words:
      'ea|each|pc|pce|pcs|piece|pieces|u|un|unit|units|st|stk|stck|stück|stueck|pièce|pièces|pz|pr|prs|pair|pairs|paar|paire|paires',
    units: 1,
  },
  { words: 'dz|dzn|doz|dozen|dozens|dutzend|dtz|douzaine|douzaines', units: 12 },
  { words: 'gro|gross', units: 144 },
  {
    words:
      'ca|cs|case|cases|ct|ctn|ctns|carton|cartons|kt|krt|karton|kartons|pk|pck|pack|packs|bx|box|boxes|colis',
    units: null,
  },
] // prettier-ignore

/** Codes of currencies that headers and texts may have. */
export const currencyCodes =
  'usd|eur|gbp|cad|aud|nzd|chf|sek|nok|dkk|jpy|pln|cny|inr|hkd|sgd|krw|czk|huf|aed|sar|zar|brl|mxn|thb|twd|ils|isk|bgn|rub|uah'

/** A sign that several currencies share agrees with each of them. */
export const currencySigns: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  zł: ['PLN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
}

/** What stands behind a label that is passed over: a name, address or number; terms of payment and trade; a number, a name or a day. */
export type LabelKind = 'party' | 'terms' | 'print'

/** Labels whose values are passed over, where they are of the label's kind (harmless.rules.ts). */
export const passedOverLabels: readonly { labels: string; reason: string; kind: LabelKind }[] = [
  {
    labels:
      'phone|telephone|tel|fax|mobile|e ?mail|web|website|contact|contact person|attn|attention|buyer|buyer name|prepared by|created by|approved by|ordered by|telefon|ansprechpartner|bearbeiter|sachbearbeiter|einkäufer|bestellt von|téléphone|tél|acheteur|interlocuteur|commandé par',
    reason: 'Contacts.',
    kind: 'party',
  },
  {
    labels:
      'from|to|vendor|vendor no|vendor number|vendor name|supplier|supplier no|supplier number|supplier name|customer|customer no|customer number|account|account no|account number|account name|bill to|invoice to|invoice address|billing address|sold to|company|address|street|city|zip|country|lieferant|lieferantennummer|lieferanten nr|kunde|kundennummer|kunden nr|debitor|rechnungsadresse|rechnungsanschrift|rechnung an|adresse|adresse de facturation|facturer à|fournisseur|n° fournisseur|client|n° client|code fournisseur|vat|vat id|vat no|vat number|tax id|ust id|ust idnr|ust-idnr|steuernummer|siret|siren|tva|n° tva|iban|bic|swift|gln|eori|duns|bank|banque|bankverbindung|cost center|cost centre|kostenstelle|centre de coût|centre de coûts',
    reason: 'The parties; the account is the one for which the paper was filed.',
    kind: 'party',
  },
  {
    labels:
      'terms|payment terms|payment|net|incoterm|incoterms|delivery terms|freight terms|zahlungsbedingung|zahlungsbedingungen|zahlungsziel|zahlung|lieferbedingung|lieferbedingungen|conditions de paiement|conditions de livraison|mode de règlement|paiement|règlement',
    reason: "Payment terms: the draft has those of the account's record.",
    kind: 'terms',
  },
  {
    labels:
      'page|seite|printed|printed on|print date|druckdatum|season|saison|department|dept|abteilung|rayon|collection|kollektion|brand|marke|marque|sheet|shipping method|ship via|carrier|versandart|spediteur|transporteur|packages|parcels|boxes|weight|gross weight|net weight|shipping weight|total weight|total gross weight|total net weight|volume|total volume|gewicht|bruttogewicht|nettogewicht|gesamtgewicht|gesamtvolumen|poids|poids brut|poids net|poids total|volume total',
    reason: 'Tells nothing of price, quantity, date, place, currency or identity.',
    kind: 'print',
  },
]

/** Words of totals of something else than money. */
export const notMoney =
  /\b(?:units?|quantit\w*|qty|pieces|pcs|weight|kg|volume|cbm|cartons?|boxes|cases|pallets?|lines?|items?|styles?|skus?|pages?|menge|stück\w*|\w*gewicht|kartons?|positionen|artikel|pièces|quantités?|poids|colis|lignes)\b/i

/** The amount of a total, behind its words. */
export const totalFigure =
  /^(.*?[:\s]|\p{L}*)?([-\u2212(]?\s*(?:\p{Sc}|[A-Z]{3})?\s*\d[\d.,' ]*\)?\s*(?:\p{Sc}|[A-Z]{3})?)$/u

/** What spreadsheets show in place of a value: an error in English, German and French, or a column that is too narrow. */
const spreadsheetError =
  /^\s*(?:#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|SPILL!|CALC!|BLOCKED!|ERROR!?|BEZUG!|NV|WERT!|ZAHL!|NOM\?|VALEUR!|NOMBRE!|NUL!)|#{3,})\s*$/i

/** What the text of a cell has where it has a formula without its result, or is struck out (files/spreadsheet/cell_marks.ts). */
export const unsettledCells: readonly { words: RegExp; says: string }[] = [
  { words: spreadsheetError, says: 'has an error of the spreadsheet in place of a value' },
  { words: /^\s*=/, says: 'has a formula without its result' },
  { words: /\(struck out\)/, says: 'is struck out' },
]

/** Says of a discount or an amount that there is none. */
export const noValue = /^\s*(?:[-\u2013\u2014.]*|n\/?a|none|nil|no|keiner?|kein|k\.?a\.?|aucune?|néant)\s*$/i

/** Words of figures that are measured. */
export const measured = /\b(?:weight|\w*gewicht|poids|kg|volume|cbm)\b/i

/** How rows of taxes begin. */
export const taxWords =
  '(?:sales |incl\\.? |inkl\\.? |plus |zzgl\\.? |\\+ |\\d{1,2}(?:[.,]\\d{1,2})? ?% )*(?:tax|vat|mwst|ust|mehrwertsteuer|umsatzsteuer|tva)(?![\\p{L}])'

/** How rows begin that change what is paid, beside taxes. */
export const chargeWords =
  'freight|shipping|discount|delivery charge|delivery fee|surcharge|allowance|handling|postage|carriage|insurance|deposit|prepayment|down payment|fee|fees|packaging|pallets?|customs|duty|gift card|voucher|credit|rebate|small order|minimum order|recycling|less|rabatt|skonto|nachlass|fracht|frachtkosten|versand|versandkosten|porto|verpackung|anzahlung|gutschrift|gutschein|zuschlag|mindermengenzuschlag|gebühr|zoll|pfand|remise|escompte|port|frais|frais de port|frais de livraison|transport|acompte|avoir|consigne|emballage|assurance|supplément|éco-?participation'

/** Rows below the lines that may be passed over. */
export const passedOverCharges = new RegExp(`^${taxWords}`, 'iu')

/** What parts the totals of one cell. */
export const totalSeparator = /[,;]\s+(?=\p{L})|\s+[/|]\s+|\s+(?=total\b)/iu

/** Words of totals that say no more than what is added up. */
export const totalWords =
  'total|totals|grand|order|net|sub|subtotal|sum|amount|value|due|payable|unit|units|quantity|qty|piece|pieces|pcs|of|the|all|for|this|line|lines|item|items|style|styles|sku|skus|weight|kg|volume|cbm|carton|cartons|box|boxes|case|cases|pallet|pallets|page|pages|excl|excluding|incl|including|before|without|vat|tax|taxes|sales|goods|merchandise|cost|price|prices|zwischensumme|summe|gesamt|gesamtsumme|gesamtbetrag|gesamtwert|gesamtmenge|gesamtgewicht|gesamtstückzahl|nettosumme|nettobetrag|nettowert|bruttosumme|bruttobetrag|bruttowert|endsumme|endbetrag|warenwert|menge|stück|stückzahl|positionen|artikel|netto|brutto|inkl|exkl|zzgl|ohne|mwst|ust|sous|montant|ht|ttc|tva|à|payer|quantité|quantités|pièce|pièces|poids|colis|lignes|articles|de|la|du|des|hors|général|commande|euro|euros|eur|usd|gbp|chf|cad|aud|us'
