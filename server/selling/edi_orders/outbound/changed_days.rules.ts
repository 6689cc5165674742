/** The days of an order in the acknowledgement of a change. Pure. */
import { listOf } from '../../../contract/outcome.ts'
import type { ChangeAcknowledgement865, ShipDays } from '../../../edi/documents/change_acknowledgement_865.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import type { StoredLine } from '../edi_order.store.ts'

const dayFields = ['requested_ship_date', 'ship_window_start', 'ship_window_end', 'cancel_date'] as const
type OrderDays = Pick<LockedOrder, (typeof dayFields)[number]>

const nameOfDay = {
  requested_ship_date: 'ship_from_on',
  ship_window_start: 'ship_not_before',
  ship_window_end: 'ship_not_after',
  cancel_date: 'cancel_after',
} as const satisfies Record<keyof OrderDays, keyof ShipDays>

const wordsOfDay = {
  requested_ship_date: 'requested ship date',
  ship_window_start: 'ship not before date',
  ship_window_end: 'ship not after date',
  cancel_date: 'cancel after date',
} as const satisfies Record<keyof OrderDays, string>

export type DatedAnswer = Pick<ChangeAcknowledgement865, 'days' | 'notes'>

/** The outcome for a day that is not the same for all parts of a split order; a requested ship date stands in the lines. */
function partWords(name: keyof OrderDays, before: OrderDays, after: OrderDays, part: string): string[] {
  const [was, is] = [before[name], after[name]]
  if (was === is || (name === 'requested_ship_date' && is !== null)) return []
  if (is === null) return [`The ${wordsOfDay[name]} ${was} of ${part} no longer applies.`]
  return [`The ${wordsOfDay[name]} of ${part} is ${is}${was === null ? '' : `, no longer ${was}`}.`]
}

const namedLinesMax = 10

/** A part of a split order, as its buyer can find it: our number of it, and the lines of which it has units. */
export function partName(
  { name, lines }: Pick<LockedOrder, 'name' | 'lines'>,
  ordered: readonly Pick<StoredLine, 'position' | 'line'>[],
): string {
  const positions = new Set(
    lines.flatMap(({ edi_position, quantity, cancelled_quantity }) =>
      quantity > cancelled_quantity ? [edi_position] : [],
    ),
  )
  const named = ordered
    .filter(({ position }) => positions.has(position))
    .map(({ position, line }) => line.line_reference ?? String(position))
  if (named.length === 0) return name
  const more = named.length > namedLinesMax ? [`${named.length - namedLinesMax} more`] : []
  const words = listOf([...named.slice(0, namedLinesMax), ...more], 'and')
  return `${name} (${named.length === 1 ? 'line' : 'lines'} ${words})`
}

export interface OtherParts {
  /** Days of the other orders into which the order was split. */
  days: readonly OrderDays[]
  /** What the buyer calls the part that has changed. */
  part: string
}

/**
 * The days that stand once a change has moved one, and in words each that was taken away: X12 has a date of each kind, and no
 * code to end one. What the other orders into which the order was split do not share is said in words, too, as a date of the
 * header would be that of all of them; undefined if there is nothing to say.
 */
export function changedDays(before: OrderDays, after: OrderDays, others?: OtherParts): DatedAnswer | undefined {
  if (dayFields.every((name) => before[name] === after[name])) return undefined
  const isShared = (name: keyof OrderDays) => (others?.days ?? []).every((other) => other[name] === after[name])
  const shared = dayFields.filter(isShared)
  const ofPart = dayFields
    .filter((name) => !isShared(name))
    .flatMap((name) => partWords(name, before, after, others!.part))
  const days = shared.flatMap((name) => (after[name] === null ? [] : [[nameOfDay[name], after[name]]]))
  const ended = shared.flatMap((name) =>
    before[name] === null || after[name] !== null ? [] : [`The ${wordsOfDay[name]} ${before[name]} no longer applies.`],
  )
  const notes = [...ended, ...ofPart]
  if (days.length + notes.length === 0) return undefined
  return {
    ...(days.length === 0 ? {} : { days: Object.fromEntries(days) as ShipDays }),
    ...(notes.length === 0 ? {} : { notes: notes.join(' ') }),
  }
}
