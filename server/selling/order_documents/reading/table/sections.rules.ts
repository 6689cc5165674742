/** Rows between the lines of a table that say something of the lines below them: their store, their date. Pure. */
import { placesAcross } from '../../../../imports/reading/across.rules.ts'
import { firstValues, labelsIn, singleSpaced } from '../labels.rules.ts'
import type { Cell, ReadRow } from '../reading.ts'

/** Columns that a line has of its section. */
export type Section = Map<'door' | 'ship_date' | 'cancel_date', Cell>

/** null where the row is no such heading, or says more than that. On a page the words of one cell can stand below several columns. */
export function sectionOf(row: ReadRow, isPaper: boolean): Section | null {
  const cells = row.filter((cell) => cell !== null)
  const [first] = cells
  if (first === undefined) return null
  const whole = { ...first, text: cells.map(({ text }) => text).join(' ') }
  const text = singleSpaced(whole.text)
    .replace(/[:–-]+$/, '')
    .trim()
  const [door = null] = placesAcross([text])
  if (door !== null && door !== text && !/\s/.test(door)) return new Map([['door', { ...whole, text: door }]])
  const labels = labelsIn([isPaper ? [whole] : row])
  if (labels.unread.length > 0 || labels.used.size !== (isPaper ? 1 : cells.length)) return null
  const { door_reference, requested_ship_date, cancel_date, ...others } = firstValues(labels)
  if (Object.keys(others).length > 0) return null
  const section: Section = new Map()
  if (door_reference !== undefined) section.set('door', door_reference)
  if (requested_ship_date !== undefined) section.set('ship_date', requested_ship_date)
  if (cancel_date !== undefined) section.set('cancel_date', cancel_date)
  return section.size === 0 ? null : section
}
