/** Allowances and charges (SAC) of an order: as discounts of its lines and its freight, or kept beside it. Pure. */
import Big from 'big.js'
import { smallestCents } from '../../../../contract/money.ts'
import { splitCents } from '../../../../contract/money/shares.ts'
import type { Allowance } from '../../../../edi/documents/record.ts'
import type { NewLine } from '../../../orders/creation/creation.store.ts'
import type { StoredLine } from '../../edi_order.store.ts'
import type { Note } from '../order_lines.ts'
import { allowanceName, apartWords, centsOfAllowance, isOnInvoice, isSettledApart } from './totals.rules.ts'

/** Element 1300. */
const freight = 'D240'

/** Lines of an order, new or on file. */
export type Discounted = Pick<NewLine, 'unit_price_cents' | 'quantity' | 'discount_cents' | 'edi_position'>

export interface SettledAllowances<L extends Discounted = NewLine> {
  lines: L[]
  freight_cents: number
  notes: Note[]
  /** What is kept beside the order and does not reduce its invoice, in words for the document. */
  kept: string[]
}

const valueOf = ({ unit_price_cents, quantity }: Discounted): number => unit_price_cents! * quantity
const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

/** Lines with a discount more, divided by their values; null where a price is open, or the goods are worth less. */
function discounted<L extends Discounted>(
  lines: readonly L[],
  cents: number,
  of: (line: L) => boolean,
  currency: string,
): L[] | null {
  const mine = lines.filter(of)
  if (mine.length === 0 || mine.some(({ unit_price_cents }) => unit_price_cents === null)) return null
  const left = sumOf(mine.map((line) => valueOf(line) - line.discount_cents))
  if (cents > left) return null
  const parts = splitCents(cents, mine.map(valueOf), currency)
  const shares = new Map(mine.map((line, i) => [line, parts[i]!]))
  return lines.map((line) => ({ ...line, discount_cents: line.discount_cents + (shares.get(line) ?? 0) }))
}

interface Placed {
  name: string
  allowance: Allowance
  /** The buyer's line; null for the order as a whole. */
  position: number | null
}

/** Takes one allowance or charge into the order. */
function settle<L extends Discounted>(
  settled: SettledAllowances<L>,
  { name, allowance, position }: Placed,
  { currency, isWhole }: { currency: string; isWhole: boolean },
): SettledAllowances<L> {
  const what = allowanceName(allowance, currency)
  const note = (sentence: string): SettledAllowances<L> => ({
    ...settled,
    notes: [...settled.notes, { kind: 'not_understood', name, sentence }],
  })
  if (isSettledApart(allowance)) {
    return { ...settled, kept: [...settled.kept, apartWords(allowance, currency)] }
  }
  if (!isOnInvoice(allowance)) return note(`${what} is settled in a way that is not understood`)
  const isMine = (line: L) => position === null || line.edi_position === position
  const mine = settled.lines.filter(isMine)
  const isPriced = mine.length > 0 && mine.every(({ unit_price_cents }) => unit_price_cents !== null)
  const stated = isPriced ? centsOfAllowance(allowance, new Big(sumOf(mine.map(valueOf))), currency) : null
  const isAmount = stated !== null && stated >= 0 && stated % smallestCents(currency) === 0
  const cents = isAmount ? stated : null
  if (allowance.kind === 'charge') {
    const freightCents = allowance.code === freight && position === null ? cents : null
    return freightCents === null
      ? note(`${what} is not in the order, which has charges for freight (${freight}) of the order as a whole alone`)
      : { ...settled, freight_cents: settled.freight_cents + freightCents }
  }
  const lines =
    cents === null || !(isWhole || position !== null) ? null : discounted(settled.lines, cents, isMine, currency)
  return lines === null
    ? note(`${what} is not applied, since the lines do not have all of their prices and items, or are worth less`)
    : { ...settled, lines }
}

/** All of them, those of lines first. */
export function settleAllowances<L extends Discounted>(
  lines: readonly L[],
  read: readonly StoredLine[],
  allowances: readonly Allowance[],
  currency: string,
): SettledAllowances<L> {
  const all: Placed[] = [
    ...read.flatMap(({ position, line }) =>
      (line.allowances ?? []).map((allowance) => ({
        name: `line ${line.line_reference ?? position}`,
        allowance,
        position,
      })),
    ),
    ...allowances.map((allowance) => ({ name: 'order', allowance, position: null })),
  ]
  const isWhole = read.every(({ fault }) => fault === null)
  const none: SettledAllowances<L> = { lines: [...lines], freight_cents: 0, notes: [], kept: [] }
  return all.reduce((settled, one) => settle(settled, one, { currency, isWhole }), none)
}
