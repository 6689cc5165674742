/** What a partner says that it pays and deducts, transaction set 820. It is read alone. */
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
  /** Segments that are not understood, as they arrived. */
  not_understood: string[]
}

/** What is read, and parties, contacts, numbers and days beside it, which change neither what is paid nor for what. */
const understood = new Set(['N1', 'N2', 'N3', 'N4', 'PER', 'ENT', 'CUR', 'TRN', 'BPR', 'RMR', 'ADX', 'REF', 'DTM'])

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
  // What follows the next entity belongs to none of the items before it.
  const own = loops.map((loop) => {
    const next = loop.all.findIndex(({ tag }) => tag === 'ENT')
    return next < 0 ? { item: loop, rest: [] } : { item: loop.part(0, next), rest: loop.part(next).filter('ADX') }
  })
  return {
    number: all.find('TRN')?.text(2) ?? null,
    amount: bpr.raw(3) === 'D' ? negated(amount) : amount,
    day: /^\d{8}$/.test(bpr.raw(16)) ? bpr.day(16) : null,
    currency: all.find('CUR')?.text(2) ?? null,
    items: own.map(({ item }) => readItem(item)),
    deductions: [...head.filter('ADX'), ...own.flatMap(({ rest }) => rest)].map(readDeduction),
    not_understood: all.all.filter(({ tag }) => !understood.has(tag)).map(({ segment }) => segment.join('*')),
  }
}
