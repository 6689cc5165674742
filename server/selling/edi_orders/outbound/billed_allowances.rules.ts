/** The discount that an invoice bills, divided by the allowances that the buyer stated: their codes, level and percentage. Pure. */
import { decimalOf } from '../../../contract/money.ts'
import { splitCents } from '../../../contract/money/shares.ts'
import type { InvoiceCharge } from '../../../edi/documents/invoice_810.ts'
import type { Allowance } from '../../../edi/documents/record.ts'
import { type Discounted, settleAllowances } from '../inbound/allowances/allowances.rules.ts'
import { type BuyerWords, hasDiscountsOf, wordsFor } from '../inbound/allowances/resettle.rules.ts'

type Line = Discounted & { line_id: string; edi_position: number | null }

export interface BilledDiscount {
  line_id: string
  quantity: number
  discount_cents: number
}

export interface BilledAllowances {
  header: InvoiceCharge[]
  /** By the buyer's line. */
  lines: Map<number, InvoiceCharge[]>
}

interface Stated {
  allowance: Allowance
  position: number | null
  /** What it comes to on each line of the order. */
  cents: Map<string, number>
}

const isPercentage = ({ amount }: Allowance) => amount === null

/** Each by itself, as all are computed on the goods before discounts; charges, and what is settled apart, come to nothing. */
function statedOf(lines: readonly Line[], { allowances, lines: words }: BuyerWords, currency: string): Stated[] {
  const ordered = lines.filter(({ quantity }) => quantity > 0).map((line) => ({ ...line, discount_cents: 0 }))
  const read = wordsFor(words, lines).map((one) => ({ ...one, line: { ...one.line, allowances: [] as Allowance[] } }))
  const all = [
    ...wordsFor(words, lines).flatMap(({ position, line }) =>
      (line.allowances ?? []).map((allowance) => ({ allowance, position })),
    ),
    ...allowances.map((allowance) => ({ allowance, position: null })),
  ]
  return all.map(({ allowance, position }) => {
    const ofLine = read.map((one) =>
      one.position === position ? { ...one, line: { ...one.line, allowances: [allowance] } } : one,
    )
    const settled = settleAllowances(ordered, ofLine, position === null ? [allowance] : [], currency)
    return { allowance, position, cents: new Map(settled.lines.map((line) => [line.line_id, line.discount_cents])) }
  })
}

/** The parts of a billed discount: a percentage is that of the billed units, and amounts have the rest. */
function partsOf(stated: readonly Stated[], line: Line, billed: BilledDiscount, currency: string): number[] {
  const whole = stated.map(({ cents }) => cents.get(line.line_id) ?? 0)
  const shares = whole.map((cents, i) =>
    isPercentage(stated[i]!.allowance) ? Math.round((cents * billed.quantity) / line.quantity) : 0,
  )
  const amounts = whole.map((cents, i) => (isPercentage(stated[i]!.allowance) ? 0 : cents))
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  const left = Math.max(billed.discount_cents - sum(shares), 0)
  const ofAmounts = sum(amounts) === 0 ? amounts : amounts.map((cents) => Math.round((cents * left) / sum(amounts)))
  const weights = shares.map((share, i) => share + ofAmounts[i]!)
  return splitCents(billed.discount_cents, sum(weights) === 0 ? whole : weights, currency)
}

/** null where the discounts of the order are others than the buyer's words come to. */
export function billedAllowances(
  billed: readonly BilledDiscount[],
  { lines, words, currency }: { lines: readonly Line[]; words: BuyerWords; currency: string },
): BilledAllowances | null {
  const stated = statedOf(lines, words, currency)
  const settled = lines.map(({ line_id }) => ({
    line_id,
    discount_cents: stated.reduce((sum, { cents }) => sum + (cents.get(line_id) ?? 0), 0),
  }))
  if (!hasDiscountsOf(lines, settled)) return null
  const byId = new Map(lines.map((line) => [line.line_id, line]))
  const sums = stated.map(() => 0)
  for (const one of billed)
    for (const [i, cents] of partsOf(stated, byId.get(one.line_id)!, one, currency).entries()) sums[i]! += cents
  const allowances: BilledAllowances = { header: [], lines: new Map() }
  for (const [i, { allowance, position }] of stated.entries()) {
    const cents = sums[i]!
    if (cents === 0) continue
    const charge = chargeOfAllowance(allowance, cents)
    if (position === null) allowances.header.push(charge)
    else allowances.lines.set(position, [...(allowances.lines.get(position) ?? []), charge])
  }
  return allowances
}

/** Element 1300: a discount, where the buyer states no code. */
const discountCode = 'C310'

const chargeOfAllowance = ({ kind, code, amount, percent, settled_by }: Allowance, cents: number): InvoiceCharge => ({
  kind,
  code: code ?? discountCode,
  amount: decimalOf(cents),
  description: null,
  ...(amount === null && percent !== null ? { percent } : {}),
  ...(settled_by === null ? {} : { settled_by }),
})
