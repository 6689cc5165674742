/** What an order comes to by its own words: its goods, its allowances and charges, and the total that it states. Pure. */
import Big from 'big.js'
import { decimalOf, smallestCents } from '../../../../contract/money.ts'
import type { Allowance } from '../../../../edi/documents/record.ts'
import { pricedUnits, unitsPer } from '../../units.rules.ts'
import type { Reading } from '../read_lines.rules.ts'
import type { LockedLine } from '../../../orders/locked_order.store.ts'
import type { ReadOrderLine } from '../order_lines.ts'

/** Element 331: off invoice; a charge that the customer pays. */
const onInvoice: Record<Allowance['kind'], readonly (string | null)[]> = {
  allowance: [null, '02'],
  charge: [null, '02', '06'],
}
/** Billed back, paid by the vendor's check, credited to the account: settled apart from the invoice. */
const apart = ['01', '03', '04']

export const isOnInvoice = ({ kind, settled_by }: Allowance): boolean => onInvoice[kind].includes(settled_by)
export const isSettledApart = ({ settled_by }: Allowance): boolean => settled_by !== null && apart.includes(settled_by)

function worthOf({ amount, percent }: Pick<Allowance, 'amount' | 'percent'>, currency: string): string {
  if (amount !== null) return `of ${decimalOf(new Big(amount).times(100).toNumber())} ${currency}`
  return percent === null ? 'without an amount or a percentage' : `of ${percent}%`
}

export const allowanceName = ({ kind, code, amount, percent }: Allowance, currency: string): string =>
  `the ${kind}${code === null ? '' : ` ${code}`} ${worthOf({ amount, percent }, currency)}`

export const apartWords = (allowance: Allowance, currency: string): string =>
  `${allowanceName(allowance, currency)} is settled apart (SAC12 ${allowance.settled_by}) and does not change the invoice`

/** Cents of an allowance or a charge on goods of a value; null where it states neither an amount nor a percentage. */
export function centsOfAllowance({ amount, percent }: Allowance, goods: Big, currency: string): number | null {
  if (amount !== null) return new Big(amount).times(100).toNumber()
  if (percent === null) return null
  const smallest = smallestCents(currency)
  return goods.times(percent).div(100).div(smallest).round(0, Big.roundHalfUp).times(smallest).toNumber()
}

/** Cents of the line's goods at the price that the buyer states, else at the agreed one; null where there is neither. */
export function goodsOf(
  { line, parts }: ReadOrderLine,
  { each_price = null }: Pick<Reading, 'each_price'>,
): Big | null {
  const per = unitsPer(line)
  const readings = line.unit_price === null || per === null || per < 1 ? [] : pricedUnits(line, per, each_price)
  if (readings.length === 1)
    return new Big(line.unit_price!).times(100).times(line.quantity).times(per!).div(readings[0]!)
  if (parts.length === 0 || parts.some(({ unit_price_cents }) => unit_price_cents === null)) return null
  return parts.reduce((sum, part) => sum.plus(new Big(part.unit_price_cents!).times(part.quantity)), new Big(0))
}

export interface Totals {
  gross: Big
  net: Big
}

const signed = ({ kind }: Allowance, cents: number) => (kind === 'allowance' ? -cents : cents)

/** null where a line has no price. */
export function totalsOf(
  lines: readonly ReadOrderLine[],
  allowances: readonly Allowance[],
  reading: Pick<Reading, 'each_price' | 'currency'>,
): Totals | null {
  const goods = lines.map((line) => goodsOf(line, reading))
  if (goods.includes(null)) return null
  const gross = goods.reduce((sum: Big, one) => sum.plus(one!), new Big(0))
  const changes = [
    ...allowances.map((one) => [one, gross] as const),
    ...lines.flatMap(({ line }, i) => (line.allowances ?? []).map((one) => [one, goods[i]!] as const)),
  ]
  const net = changes
    .filter(([one]) => isOnInvoice(one))
    .reduce((sum, [one, base]) => sum.plus(signed(one, centsOfAllowance(one, base, reading.currency) ?? 0)), gross)
  return { gross, net }
}

export interface ComparedTotal {
  /** Words for the document; null without a stated total, and where it does not match. */
  matched: string | null
  note: string | null
}

/** Compares the stated total with the lines, before and after allowances and charges. */
export function compareTotal(total: string | null, sums: Totals | null, currency: string): ComparedTotal {
  if (total === null) return { matched: null, note: null }
  const named = `the stated total ${decimalOf(new Big(total).times(100).round(0).toNumber())} ${currency}`
  if (sums === null) return { matched: null, note: `${named} cannot be compared, since a line has no price` }
  const cents = new Big(total).times(100)
  const [isGross, isNet] = [cents.eq(sums.gross), cents.eq(sums.net)]
  const [gross, net] = [sums.gross, sums.net].map((sum) => `${decimalOf(sum.round(0).toNumber())} ${currency}`)
  if (isGross && isNet) return { matched: `${named} is that of its lines`, note: null }
  if (isNet) return { matched: `${named} is the net, after allowances and charges`, note: null }
  if (isGross) return { matched: `${named} is the gross, before allowances and charges`, note: null }
  const sum = sums.gross.eq(sums.net) ? `the lines come to ${gross}` : `the lines come to ${gross} gross and ${net} net`
  return { matched: null, note: `${named} differs: ${sum}` }
}

/** The order as it is here. */
export function totalsHere(orders: readonly Priced[]): Totals | null {
  const lines = orders.flatMap((order) => order.lines).filter(({ quantity }) => quantity > 0)
  if (lines.some(({ unit_price_cents }) => unit_price_cents === null)) return null
  const gross = lines.reduce((sum, line) => sum.plus(new Big(line.unit_price_cents!).times(line.quantity)), new Big(0))
  const off = lines.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  return { gross, net: gross.minus(off).plus(orders.reduce((sum, { freight_cents }) => sum + freight_cents, 0)) }
}

interface Priced {
  freight_cents: number
  lines: readonly Pick<LockedLine, 'quantity' | 'unit_price_cents' | 'discount_cents'>[]
}

/** The total of a change is that of the order as it is then, by any of its sums, or that of the changed lines. */
export function otherTotal(total: string | null, sums: readonly (Totals | null)[], currency: string): string | null {
  const known = sums.filter((one) => one !== null)
  const isOne = known.some((one) => compareTotal(total, one, currency).note === null)
  return isOne ? null : compareTotal(total, known[0] ?? null, currency).note
}
