/** What a person who decides on a change reads before, and what keeps the change from being taken. */
import { counted } from '../../../../contract/outcome.ts'
import { Refusal, refuse } from '../../../../contract/refusals.ts'
import type { Sql } from '../../../../contract/sql.ts'
import type { PurchaseOrderChange860 } from '../../../../edi/documents/purchase_order_change_860.ts'
import type { Problem } from '../../../../edi/understood/walk.ts'
import type { LockedOrder } from '../../../orders/locked_order.store.ts'
import type { EdiOrder } from '../../edi_order.store.ts'
import type { LineAfter } from '../change.rules.ts'
import { readBuyer, readingOf, toOrderLine } from '../order_lines.ts'
import { askedOf } from './asked.rules.ts'
import { allowanceNotes, doubtsOfHeader, type NamedNote, staysOfHeader } from './header_notes.rules.ts'
import { leftNotes } from './line_notes.rules.ts'
import { refusedLine, type RefusedLine, refusedWords } from './refused_lines.rules.ts'

/** A change with its order as it is here; `others` are those that were split off from it. */
export interface Asked {
  order: LockedOrder
  others: readonly LockedOrder[]
  edi: EdiOrder
  change: PurchaseOrderChange860
  changed: readonly LineAfter[]
}

/** What keeps the change as a whole from being taken: no part of an answer could say that it stays. */
const staysOf = ({ order, edi, change, changed }: Asked): NamedNote[] =>
  change.purpose === 'cancellation'
    ? []
    : [...staysOfHeader(edi.header, change, order), ...allowanceNotes(edi.lines, changed, order.currency)]

const wordsOf = (notes: readonly NamedNote[]) =>
  notes.map(({ name, sentence }) => (name === 'change' ? sentence : `${name}: ${sentence}`)).join('; ')

/** Lines that the order does not take; none where the account takes no orders any more, which is refused of itself. */
async function readRefused(sql: Sql, organization_id: string, decision: Asked): Promise<RefusedLine[]> {
  const { order, others, edi, changed } = decision
  const account = await readBuyer(sql, organization_id, order.trading_partner_id!).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (account === null) return []
  const lines = changed.map(({ line }) => line)
  const { currency, ordered_on: day } = order
  const reading = await readingOf(sql, organization_id, account, { lines, currency, day, header: edi.header })
  const before = new Map(edi.lines.map(({ position, line }) => [position, line]))
  return changed.flatMap((after) => {
    if (after.line.quantity === 0) return []
    const read = toOrderLine(after.line, after.position, reading)
    // Of an order that was split, what has shipped may be on another part than the one that is changed.
    const mine = others.length > 0 ? [] : order.lines.filter(({ edi_position }) => edi_position === after.position)
    const why = refusedLine(read, before.get(after.position), mine)
    return why === null ? [] : [{ after, why }]
  })
}

/** What the change asks for, what of it cannot be applied, and what is doubtful, in sentences. */
export async function readAsked(sql: Sql, organization_id: string, decision: Asked): Promise<string[]> {
  const { order, others, edi, change, changed } = decision
  const isWhole = change.purpose === 'cancellation'
  const stays = staysOf(decision)
  const refused = isWhole ? [] : await readRefused(sql, organization_id, decision)
  const shipped = [order, ...others].flatMap(({ lines }) => lines)
  const units = shipped.reduce((sum, line) => sum + line.fulfilled_quantity, 0)
  const doubts = isWhole ? [] : [...doubtsOfHeader(edi.header, change), ...leftNotes(changed, shipped)]
  return [
    askedOf(edi, change, changed, order.currency),
    ...(units === 0 ? [] : [`${counted(units, 'unit')} of the order have shipped and stay.`]),
    ...(stays.length === 0 ? [] : [`It cannot be taken, since it states otherwise what stays: ${wordsOf(stays)}.`]),
    ...(refused.length === 0 ? [] : [`The 865 would reject ${refusedWords(refused)}.`]),
    ...(doubts.length === 0 ? [] : [`Check this: ${wordsOf(doubts)}.`]),
  ]
}

/** Refuses a change that states otherwise what cannot change here: its answer could not say that it stays. */
export function checkStays(what: string, decision: Asked): void {
  const stays = staysOf(decision)
  if (stays.length > 0)
    refuse('conflict', {
      desc: `${what} cannot be taken, since it states otherwise what stays: ${wordsOf(stays)}. Decline it, and agree with the account on a change without that.`,
    })
}

const notUnderstood = 'is not understood'
const namedMax = 10

interface Taken {
  /** Lines of the change, and why those that are not applied are rejected. */
  lines: readonly (RefusedLine | { after: LineAfter; why: null })[]
  /** Whether days or texts of the order as a whole changed. */
  isOrderChanged: boolean
  problems: readonly Problem[]
}

/** What of a change was not applied, for the person and for the account; refuses one of which nothing is. */
export function leftOut(
  what: string,
  { lines, isOrderChanged, problems }: Taken,
): { sentence: string; notes?: string } {
  const refused = lines.filter((line) => line.why !== null)
  const unread = problems.map(({ sentence }) => sentence).filter((sentence) => sentence.includes(notUnderstood))
  const isNothing = !isOrderChanged && refused.length === lines.length && refused.length + unread.length > 0
  if (isNothing) {
    const why = [refusedWords(refused), ...unread.slice(0, namedMax)].filter((text) => text !== '')
    refuse('conflict', { desc: `Nothing of ${what} can be applied: ${why.join('; ')}. Decline it.` })
  }
  const notes = unread.length === 0 ? {} : { notes: `Not applied: ${unread.slice(0, namedMax).join('; ')}.` }
  const rejected = refused.length === 0 ? '' : ` The 865 rejects ${refusedWords(refused)}.`
  return { sentence: `${rejected}${notes.notes === undefined ? '' : ` ${notes.notes}`}`, ...notes }
}
