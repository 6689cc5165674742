/**
 * What allowances and charges of the buyer come to after a change of its order: an amount stays as it is stated, and a
 * percentage follows the goods. Pure.
 */
import { decimalOf } from '../../../../contract/money.ts'
import type { Allowance } from '../../../../edi/documents/record.ts'
import type { LockedLine, LockedOrder } from '../../../orders/locked_order.store.ts'
import type { StoredLine } from '../../edi_order.store.ts'
import { type SettledAllowances, settleAllowances } from './allowances.rules.ts'
import type { Note } from '../order_lines.ts'
import { isOnInvoice } from './totals.rules.ts'

/** What the buyer says about its order, before the change or after it. */
export interface BuyerWords {
  allowances: readonly Allowance[]
  lines: readonly StoredLine[]
}

export interface Resettled {
  lines: LockedLine[]
  freight_cents: number
  notes: Note[]
}

type Changed = Pick<LockedOrder, 'currency' | 'freight_cents'> & { lines: readonly LockedLine[] }

const isOrdered = ({ quantity }: Pick<LockedLine, 'quantity'>) => quantity > 0

const isSettled = ({ allowances, lines }: BuyerWords): boolean =>
  [...allowances, ...lines.flatMap(({ line }) => line.allowances ?? [])].some(isOnInvoice)

/** The discounts and the freight of the lines, as if the order arrived with them. */
function settledAs(
  { allowances, lines: words }: BuyerWords,
  { lines, currency }: Changed,
): SettledAllowances<LockedLine> {
  const ordered = lines.filter(isOrdered).map((line) => ({ ...line, discount_cents: 0 }))
  const stated = words.filter(({ line }) => line.quantity > 0)
  return settleAllowances(ordered, stated, allowances, currency)
}

const discountOf = (lines: readonly LockedLine[]) =>
  lines.filter(isOrdered).reduce((sum, { discount_cents }) => sum + discount_cents, 0)

type Discount = Pick<LockedLine, 'line_id' | 'quantity' | 'discount_cents'>

/** Whether the lines have the discounts that the buyer's words come to. */
export const hasDiscountsOf = (lines: readonly Discount[], settled: readonly Omit<Discount, 'quantity'>[]): boolean => {
  const discounts = new Map(settled.map(({ line_id, discount_cents }) => [line_id, discount_cents]))
  return lines.filter(isOrdered).every(({ line_id, discount_cents }) => discounts.get(line_id) === discount_cents)
}

/** Units that are shipped, invoiced or cancelled keep the discount that they have. */
const isBegun = ({ fulfilled_quantity, invoiced_quantity, cancelled_quantity }: LockedLine) =>
  fulfilled_quantity + invoiced_quantity + cancelled_quantity > 0

type Valued = Pick<LockedLine, 'line_id' | 'quantity' | 'unit_price_cents'>

/** Whether the goods are worth something else: another quantity or price, or another line. */
export function isRevalued(before: readonly Valued[], after: readonly Valued[]): boolean {
  const was = new Map(before.map((line) => [line.line_id, line]))
  return (
    before.length !== after.length ||
    after.some(({ line_id, quantity, unit_price_cents }) => {
      const line = was.get(line_id)
      return line?.quantity !== quantity || line.unit_price_cents !== unit_price_cents
    })
  )
}

/** The buyer's lines of which the order has units; one of an unknown item stays, since what it is worth is open. */
export function wordsFor(
  words: readonly StoredLine[],
  lines: readonly Pick<LockedLine, 'edi_position' | 'quantity'>[],
): StoredLine[] {
  const ordered = new Set(lines.flatMap(({ edi_position, quantity }) => (quantity > 0 ? [edi_position] : [])))
  return words.filter(({ position, fault }) => fault !== null || ordered.has(position))
}

/**
 * The buyer's lines that count: of a draft all of them, since a person may still name the item of one that is unknown. The answer
 * to the order rejects what is unknown then, and its allowances are those of the rest.
 */
export const wordsOnceAnswered = (words: readonly StoredLine[], lifecycle: LockedOrder['lifecycle']): StoredLine[] =>
  words.filter(({ fault }) => fault === null || lifecycle === 'draft')

/** null where the buyer states nothing that reduces or raises the invoice: discounts of ours are scaled. */
export function resettled(
  before: Changed,
  after: Changed,
  { was, is, isSplit }: { was: BuyerWords; is: BuyerWords; isSplit: boolean },
): Resettled | null {
  if (!isSettled(was) && !isSettled(is)) return null
  const [earlier, later] = [settledAs(was, before), settledAs(is, after)]
  const { currency } = after
  const isSameFreight = earlier.freight_cents === later.freight_cents
  const isOurs =
    hasDiscountsOf(before.lines, earlier.lines) && (isSameFreight || before.freight_cents === earlier.freight_cents)
  const freight_cents = isSameFreight ? after.freight_cents : later.freight_cents
  const stays = (): Resettled => ({ lines: [...after.lines], freight_cents: after.freight_cents, notes: [] })
  const note = (sentence: string): Note => ({ kind: 'not_understood', name: 'order', sentence })
  if (isSplit)
    return { ...stays(), notes: [note('its allowances and charges are those of all orders into which it was split; check what each has')] } // prettier-ignore
  if (isOurs && !before.lines.some(isBegun)) {
    const settledLines = new Map(later.lines.map((line) => [line.line_id, line]))
    const lines = after.lines.map((line) => settledLines.get(line.line_id) ?? { ...line, discount_cents: 0 })
    const known = new Set(earlier.notes.map(({ sentence }) => sentence))
    const notes = later.notes.filter(({ sentence }) => !known.has(sentence))
    return { lines, freight_cents, notes }
  }
  const [has, wants] = [discountOf(after.lines), discountOf(later.lines)]
  if (has === wants && after.freight_cents === freight_cents) return stays()
  const shown = (discount: number, freight: number) =>
    `${decimalOf(discount)} ${currency} off the goods and ${decimalOf(freight)} ${currency} of freight`
  const why = isOurs ? 'units have shipped, are invoiced or cancelled' : 'they were changed here'
  return {
    ...stays(),
    notes: [
      note(
        `its allowances and charges come to ${shown(wants, freight_cents)}, and the order has ${shown(has, after.freight_cents)}, since ${why}`,
      ),
    ],
  }
}
