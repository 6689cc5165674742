/** Values of a paper that stand beside a label, outside its table: the number, dates, the door, the currency. Pure. */
import type { Cell, PaperValue, ReadRow } from './reading.ts'

type Labelled = Exclude<PaperValue, 'total_units' | 'total_amount'>

const number = String.raw`(?:number|no|nr|num|#|ref|reference|id)\.?`
/** Matched against texts with single spaces. */
const labels: readonly (readonly [Labelled | 'ship_window', RegExp])[] = [
  ['order_date', /^(?:order|po|p\.o\.|issue|issued|document) ?(?:date|on)\b/i],
  ['order_date', /^(?:bestell|auftrags)datum\b|^date de (?:la )?commande\b/i],
  ['cancel_date', /^storno(?:datum| nach| ab)\b|^date d['’]annulation\b/i],
  ['requested_ship_date', /^(?:liefer(?:termin|datum)|wunschtermin|wunschlieferdatum)\b|^(?:date de )?livraison\b/i],
  ['currency', /^(?:währung|devise|monnaie)(?![\p{L}])/iu],
  ['door_reference', /^(?:filiale|lieferadresse|magasin|lieferung an)(?: ?(?:code|nr\.?|nummer|n°|no\.?))?(?= ?[:#])/i],
  ['cancel_date', /^cancel(?:lation)?(?: ?(?:date|by|after|if not shipped by))?\b/i],
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
    /^(?:requested |req\.? )?(?:ship|shipping|delivery|dispatch|required|due)(?: (?:by|on))? ?date\b/i,
  ],
  ['requested_ship_date', /^(?:ship|deliver|required) by\b/i],
  [
    'door_reference',
    /^(?:ship to|deliver to|door|store|dc|delivery location)(?: ?(?:code|number|no\.?|#|id))?(?= ?[:#])/i,
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
    /^(?:bestellung|auftrag|commande|bon de commande)(?= ?[:#])|^(?:bestellung|auftrag|commande)(?= (?:nr\.? )?\S*\d)/i,
  ],
  ['reference', /^purchase order(?= \S*\d)/i],
  ['order_date', /^date(?= ?:)/i],
]

/** A cell that is such a word alone labels the number beside it. */
const numberWords = /^(?:purchase order|p\.? ?o\.?|order|bestellung|auftrag|commande)$/i

const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The label that a text begins with; null if it begins with none. `next`: the text of the cell beside it. */
export function labelOf(text: string, next: string | undefined): (typeof labels)[number] | null {
  const labelled = labels.find(([, pattern]) => pattern.test(text))
  if (labelled !== undefined) return labelled
  const isLabelled = labels.some(([, pattern]) => pattern.test(next ?? ''))
  return numberWords.test(text) && /\d/.test(next ?? '') && !isLabelled ? ['reference', numberWords] : null
}

/** Narrows a cell to a part of its text. */
const part = (cell: Cell, text: string): Cell => ({ ...cell, text })

function splitWindow(cell: Cell): readonly [Cell, Cell] | null {
  const range = /(.+?\d) ?(?:to|until|through|–|—| - ) ?(.+)/.exec(singleSpaced(cell.text))
  return range === null ? null : [part(cell, range[1]!), part(cell, range[2]!)]
}

/** The first value of each label; a label without text of its own has it in the next cell. */
export function readLabels(rows: readonly ReadRow[]): Partial<Record<Labelled, Cell>> {
  const values: Partial<Record<Labelled, Cell>> = {}
  for (const row of rows) {
    const cells = row.filter((cell) => cell !== null)
    cells.forEach((cell, i) => {
      const text = singleSpaced(cell.text)
      const labelled = labelOf(text, cells[i + 1]?.text)
      if (labelled === null) return
      const [name, label] = labelled
      const own = text.replace(label, '').replace(/^[ :#.]+/, '')
      const next = cells[i + 1]
      const value = own === '' ? next : part(cell, own)
      if (value === undefined) return
      if (name !== 'ship_window') return void (values[name] ??= value)
      const window = splitWindow(value)
      if (window === null) return
      values.ship_window_start ??= window[0]
      values.ship_window_end ??= window[1]
    })
  }
  return values
}
