/** Days on which an order, as it is here, cannot ship, and texts of the buyer that a person reads. Pure. */
import { limits } from '../../../contract/limits.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import type { Problem } from '../../../edi/understood/walk.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import type { NewLine } from '../../orders/creation/creation.store.ts'
import type { Note } from './order_lines.ts'

type Days = Pick<LockedOrder, 'requested_ship_date' | 'ship_window_start' | 'ship_window_end' | 'cancel_date'>
type DatedLine = Pick<NewLine, 'requested_ship_date' | 'buyer_line_reference' | 'edi_position' | 'quantity'>

const shipsOn = 'it ships on '

function against(day: string, { ship_window_start, ship_window_end, cancel_date }: Days): string[] {
  return [
    ...(ship_window_start !== null && day < ship_window_start
      ? [`before the first day to ship, ${ship_window_start}`]
      : []),
    ...(ship_window_end !== null && day > ship_window_end ? [`after the last day to ship, ${ship_window_end}`] : []),
    ...(cancel_date !== null && day > cancel_date
      ? [`after the day on which the order is cancelled, ${cancel_date}`]
      : []),
  ]
}

const noteOn = (name: string, day: string, days: Days): Note[] =>
  against(day, days).map((why) => ({ kind: 'not_understood', name, sentence: `${shipsOn}${day}, ${why}` }))

/** Of the order as a whole, and of lines with a day of their own; each line of the buyer once for a day. */
export function impossibleDays(days: Days, lines: readonly DatedLine[]): Note[] {
  const { requested_ship_date: day } = days
  const ofLines = lines.flatMap(({ requested_ship_date, buyer_line_reference, edi_position, quantity }) =>
    requested_ship_date == null || quantity === 0
      ? []
      : noteOn(`line ${buyer_line_reference ?? edi_position}`, requested_ship_date, days),
  )
  const all = [...(day === null ? [] : noteOn('order', day, days)), ...ofLines]
  return [...new Map(all.map((note) => [`${note.name} ${note.sentence}`, note])).values()]
}

/** Whether a problem of the document says of the same day that it contradicts another one. */
export function saysTheSame(problems: readonly Problem[], { sentence }: Note): boolean {
  const day = sentence.slice(shipsOn.length, shipsOn.length + 10)
  const stated = `"${day.replaceAll('-', '')}"`
  return (
    sentence.startsWith(shipsOn) &&
    problems.some(
      (one) =>
        /, (before|after) .*\d{4}-\d\d-\d\d/.test(one.sentence) &&
        (one.sentence.includes(stated) || one.sentence.includes(day)),
    )
  )
}

/** Text beyond what the notes of an order hold. */
export const textNotes = ({ notes }: Pick<OrderHeader, 'notes'>): Note[] =>
  notes === null || notes.length <= limits.sales_order_notes_length_max
    ? []
    : [
        {
          kind: 'not_understood',
          name: 'order',
          sentence: `its text has ${notes.length} characters, of which the first ${limits.sales_order_notes_length_max} are in its notes; the document has the rest`,
        },
      ]

/** The notes of an order with the text of its change, and the note that has a person read it; null where it says nothing new. */
export function notesAfter(before: string | null, text: string | null): { notes: string; note: Note } | null {
  if (text === null || (before ?? '').includes(text)) return null
  const whole = before === null ? text : `${before}\n${text}`
  const notes = whole.slice(0, limits.sales_order_notes_length_max)
  const room = notes === whole ? 'it is in the notes of the order' : 'the notes of the order have no room for all of it'
  return {
    notes,
    note: { kind: 'not_understood', name: 'change', sentence: `it says “${text.slice(0, 200)}”; ${room}` },
  }
}
