/** Values of a paper that stand beside a label, outside its table: the number, dates, the door, the currency. Pure. */
import type { Cell, PaperValue, ReadRow } from './reading.ts'

type Labelled = Exclude<PaperValue, 'total_units' | 'total_amount'>

const number = String.raw`(?:number|no|nr|num|#|ref|reference|id)\.?`
const labels: readonly (readonly [Labelled | 'ship_window', RegExp])[] = [
  ['order_date', /^(?:order|po|p\.o\.|issue|issued|document)\s*(?:date|on)\b/i],
  ['cancel_date', /^cancel(?:lation)?(?:\s*(?:date|by|after|if not shipped by))?\b/i],
  [
    'ship_window_start',
    /^(?:start ship(?:\s*date)?|ship window (?:start|opens)|ship (?:from|not before)|not before|earliest (?:ship|delivery)(?:\s*date)?)\b/i,
  ],
  [
    'ship_window_end',
    /^(?:end ship(?:\s*date)?|ship window (?:end|closes)|ship (?:until|not after)|not after|latest (?:ship|delivery)(?:\s*date)?)\b/i,
  ],
  ['ship_window', /^(?:ship|shipping|delivery) window\b/i],
  [
    'requested_ship_date',
    /^(?:requested\s+|req\.?\s+)?(?:ship|shipping|delivery|dispatch|required|due)(?:\s+(?:by|on))?\s*date\b/i,
  ],
  ['requested_ship_date', /^(?:ship|deliver|required) by\b/i],
  [
    'door_reference',
    /^(?:ship to|deliver to|door|store|dc|delivery location)(?:\s*(?:code|number|no\.?|#|id))?(?=\s*[:#])/i,
  ],
  ['currency', /^currency\b/i],
  ['reference', new RegExp(String.raw`^(?:purchase order|p\.?\s?o\.?|order|our order)\s*${number}(?![a-z])`, 'i')],
  ['reference', /^(?:purchase order|p\.?o\.?|order)(?=\s*[:#])/i],
  ['reference', /^purchase order(?=\s+\S*\d)/i],
  ['order_date', /^date(?=\s*:)/i],
]

const rest = (text: string, label: RegExp): string =>
  text
    .replace(label, '')
    .replace(/^\s*[:#.]*\s*/, '')
    .trim()

/** Narrows a cell to a part of its text. */
const part = (cell: Cell, text: string): Cell => ({ ...cell, text })

function splitWindow(cell: Cell): readonly [Cell, Cell] | null {
  const range = /^(\S.*?\d)\s*(?:to|until|through|–|—| - )\s*(\S.*)$/.exec(cell.text)
  return range === null ? null : [part(cell, range[1]!.trim()), part(cell, range[2]!.trim())]
}

/** The first value of each label; a label without text of its own has it in the next cell. */
export function readLabels(rows: readonly ReadRow[]): Partial<Record<Labelled, Cell>> {
  const values: Partial<Record<Labelled, Cell>> = {}
  for (const row of rows) {
    const cells = row.filter((cell) => cell !== null)
    cells.forEach((cell, i) => {
      const [name, label] = labels.find(([, pattern]) => pattern.test(cell.text)) ?? []
      if (name === undefined || label === undefined) return
      const own = rest(cell.text, label)
      const next = cells[i + 1]
      const value = own === '' ? next : part(cell, own)
      if (value === undefined) return
      if (name !== 'ship_window') return void (values[name] ??= value)
      const [start, end] = splitWindow(value) ?? []
      if (start === undefined || end === undefined) return
      values.ship_window_start ??= start
      values.ship_window_end ??= end
    })
  }
  return values
}
