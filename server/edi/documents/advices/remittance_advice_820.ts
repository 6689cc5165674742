/** What a partner says that it pays and deducts, transaction set 820. It is read alone. */
import { problemsOf } from '../../understood/walk.ts'
import { isDay } from '../../x12/syntax.ts'
import { type Content, contentOf, type Placed, type Segments } from '../fields.ts'

export interface Deduction {
  amount: string
  /** Element 426. */
  reason: string | null
  reference: string | null
}

export interface RemittanceItem {
  /** Element 128: what the number is one of. */
  qualifier: string | null
  reference: string
  paid: string | null
  /** What the account takes the item to be worth. */
  total: string | null
  discount: string | null
  deductions: Deduction[]
}

export interface RemittanceAdvice820 {
  number: string | null
  /** In minus where the account debits us. */
  amount: string
  day: string | null
  currency: string | null
  items: RemittanceItem[]
  /** Those that no item has. */
  deductions: Deduction[]
  /** Segments that are not understood, as they arrived; of the BPR, its day. */
  not_understood: string[]
}

/** Segments that the list of what is understood does not have, or not whole, in their order. */
function unreadIn({ type, segments }: Content): string[] {
  const positions = new Set(problemsOf({ type, segments }).map(({ position }) => position))
  // ST is segment 1.
  return segments.flatMap((segment, i) => (positions.has(i + 2) ? [segment.join('*')] : []))
}

/** The day of the payment, and what is stated in its place. */
function readPaidOn(bpr: Placed): { day: string | null; unread: string[] } {
  const text = bpr.text(16)
  if (text === null) return { day: null, unread: [] }
  return isDay(text) ? { day: bpr.day(16), unread: [] } : { day: null, unread: [`BPR16 ${text}`] }
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

const readDeduction = (adx: Placed): Deduction => ({
  amount: adx.decimal(1) ?? adx.need(1),
  reason: adx.text(2),
  reference: adx.text(4),
})

/** RMR07 and RMR08 state a deduction of the item, too. */
function readItem(loop: Segments): RemittanceItem {
  const rmr = loop.need('RMR')
  const adjusted = rmr.decimal(8)
  return {
    qualifier: rmr.text(1),
    reference: rmr.need(2),
    paid: rmr.decimal(4),
    total: rmr.decimal(5),
    discount: rmr.decimal(6),
    deductions: [
      ...(adjusted === null ? [] : [{ amount: adjusted, reason: rmr.text(7), reference: null }]),
      ...loop.filter('ADX').map(readDeduction),
    ],
  }
}

export function read820(content: Content): RemittanceAdvice820 {
  const all = contentOf(content, '820')
  const bpr = all.need('BPR')
  const amount = bpr.decimal(2) ?? bpr.need(2)
  const { head, loops } = all.loops('RMR', [])
  const { day, unread } = readPaidOn(bpr)
  // What follows the next entity belongs to none of the items before it.
  const own = loops.map((loop) => {
    const next = loop.all.findIndex(({ tag }) => tag === 'ENT')
    return next < 0 ? { item: loop, rest: [] } : { item: loop.part(0, next), rest: loop.part(next).filter('ADX') }
  })
  return {
    number: all.find('TRN')?.text(2) ?? null,
    amount: bpr.raw(3) === 'D' ? negated(amount) : amount,
    day,
    currency: all.find('CUR')?.text(2) ?? null,
    items: own.map(({ item }) => readItem(item)),
    deductions: [...head.filter('ADX'), ...own.flatMap(({ rest }) => rest)].map(readDeduction),
    not_understood: [...unread, ...unreadIn(content)],
  }
}
