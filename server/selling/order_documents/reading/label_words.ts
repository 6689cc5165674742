/** Labels whose values are read, outside the table of a paper. Data: matched against texts with single spaces. */
import type { PaperValue } from './reading.ts'

export type Labelled = Exclude<PaperValue, 'total_units' | 'total_amount'>

const number = String.raw`(?:number|no|nr|num|#|ref|reference|id)\.?`
/** A number that is no year and no season. */
const orderNumber = String.raw`(?!(?:19|20)\d\d$)[a-z]{0,4}-?\d{4,}\S*$`

export const labels: readonly (readonly [Labelled | 'ship_window', RegExp])[] = [
  ['order_date', /^(?:order|po|p\.o\.|issue|issued|document) ?(?:date|on)\b/i],
  ['order_date', /^date of (?:the )?(?:order|issue)\b|^(?:bestell|auftrags)datum\b|^date de (?:la )?commande\b/i],
  ['order_date', /^bestellt am\b|^commandé le\b/i],
  ['cancel_date', /^storno(?:datum| nach| ab)\b|^date d['’]annulation\b/i],
  [
    'requested_ship_date',
    /^(?:liefer(?:termin|datum)|wunsch(?:liefer)?termin|wunschlieferdatum|anlieferung(?:sdatum| am)?|lieferung (?:am|bis|zum))\b|^(?:date de )?livraison\b(?! (?:à|au|aux|chez|partielle))/i,
  ],
  ['currency', /^(?:währung|devise|monnaie)(?![\p{L}])/iu],
  [
    'door_reference',
    /^(?:filiale|lieferadresse|lieferanschrift|lieferort|magasin|lieferung an|adresse de livraison|lieu de livraison|livrer à)(?: ?(?:code|nr\.?|nummer|n°|no\.?))?(?= ?[:#]|$)/i,
  ],
  ['cancel_date', /^cancel(?:lation)?(?: ?(?:date|by|after|if not shipped by))\b|^cancel(?:lation)?(?= ?:|$| \S*\d)/i],
  [
    'ship_window_start',
    /^(?:start ship(?: ?date)?|ship window (?:start|opens)|ship (?:from|not before)|not before|earliest (?:ship|delivery)(?: ?date)?)\b/i,
  ],
  [
    'ship_window_end',
    /^(?:end ship(?: ?date)?|ship window (?:end|closes)|ship (?:until|not after)|not after|latest (?:ship|delivery)(?: ?date)?)\b/i,
  ],
  ['ship_window', /^(?:ship|shipping|delivery) window\b/i],
  [
    'requested_ship_date',
    /^(?:requested |req\.? )?(?:ship|shipping|delivery|dispatch|required|due|in store|arrival)(?: (?:by|on))? ?date\b/i,
  ],
  [
    'requested_ship_date',
    /^(?:ship|deliver|delivery|required|due|need) by\b|^(?:deliver|ship) on\b|^(?:delivery|ship|due|dispatch)(?= ?:|$)/i,
  ],
  ['requested_ship_date', /^delivery(?= (?:on )?\d{1,4}[./-]\d)/i],
  [
    'door_reference',
    /^(?:ship to|ship-to|deliver to|delivery address|shipping address|door|store|dc|delivery location)(?: ?(?:code|number|no\.?|#|id))?(?= ?[:#]|$)/i,
  ],
  ['currency', /^currency\b/i],
  ['reference', new RegExp(String.raw`^(?:purchase order|p\.? ?o\.?|order|our order) ?${number}(?![a-z])`, 'i')],
  ['reference', /^(?:purchase order|p\.?o\.?|order)(?= ?[:#])/i],
  [
    'reference',
    /^(?:bestell|auftrags?)[ -]?(?:nummer|nr\.?)(?![a-z])|^(?:numéro|n°|no\.?|réf\.?) (?:de )?(?:la )?commande\b/i,
  ],
  [
    'reference',
    /^(?:bestellung|auftrag|commande|bon de commande)(?= ?[:#])|^(?:bestellung|auftrag|commande)(?= (?:n[r°]\.? ?)?\S*\d)/i,
  ],
  ['reference', /^purchase order(?= \S*\d)/i],
  ['reference', new RegExp(String.raw`^(?:p\.?o\.?|order)(?= (?:no\.? |nr\.? |# ?)?${orderNumber})`, 'i')],
  ['order_date', /^date(?= ?:)/i],
]

/** A cell that is such a word alone labels the number beside it. */
export const numberWords = /^(?:purchase order|p\.? ?o\.?|order|bestellung|auftrag|commande|bon de commande)$/i

/** What may stand between a label and its value. */
export const behindLabel = /^(?:[ :#.]|(?:nr|no|n°)[. ]+(?=\S*\d))+/i

/** Two days with a word or a dash between them. */
export const windowRange = /(.+?\d) ?(?:to|until|through|bis|au|–|—| - ) ?(.+)/

/** The sheet and column of a cell such as Lines!B7, and its row. */
export const addressOf = /^(.*?)\d+$/
export const rowNumber = /\d+$/
