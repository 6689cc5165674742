/** Sums, allowances and repeated orders, by their rules alone. */
import { expect, test } from 'bun:test'
import Big from 'big.js'
import type { PurchaseOrder850 } from '../../../server/edi/documents/purchase_order_850.ts'
import type { Allowance } from '../../../server/edi/documents/record.ts'
import type { EdiOrder } from '../../../server/selling/edi_orders/edi_order.store.ts'
import { settleAllowances } from '../../../server/selling/edi_orders/inbound/allowances/allowances.rules.ts'
import { differencesOf } from '../../../server/selling/edi_orders/inbound/duplicate.rules.ts'
import type { ReadOrderLine } from '../../../server/selling/edi_orders/inbound/order_lines.ts'
import {
  centsOfAllowance,
  compareTotal,
  goodsOf,
  isOnInvoice,
  isSettledApart,
  totalsOf,
} from '../../../server/selling/edi_orders/inbound/allowances/totals.rules.ts'
import { numbersOf } from '../../../server/selling/edi_orders/numbers.rules.ts'
import type { NewLine } from '../../../server/selling/orders/creation/creation.store.ts'

const allowance = (values: Partial<Allowance> = {}): Allowance => ({
  kind: 'allowance',
  code: 'C310',
  amount: '10.00',
  percent: null,
  settled_by: null,
  ...values,
})
const bought = (line: object = {}, parts: object[] = [], fault: string | null = null) =>
  ({
    position: 1,
    fault,
    notes: [],
    parts,
    line: { line_reference: '7', quantity: 2, unit: 'EA', unit_price: '5.00', pack: null, ...line },
  }) as unknown as ReadOrderLine
const pack = { inner_packs: 12, units_per_inner_pack: null, components: [] }

test('an allowance is on the invoice, apart from it, or neither, as it says', () => {
  const ways = [null, '01', '02', '03', '04', '05', '06', '15']
  const of = (kind: Allowance['kind'], is: (one: Allowance) => boolean) =>
    ways.filter((settled_by) => is(allowance({ kind, settled_by })))
  expect(of('allowance', isOnInvoice)).toEqual([null, '02'])
  expect(of('charge', isOnInvoice)).toEqual([null, '02', '06'])
  expect(of('allowance', isSettledApart)).toEqual(['01', '03', '04'])
})

test('an amount counts before a percentage, which is of the goods, to the cent', () => {
  const goods = new Big(12_345)
  expect(centsOfAllowance(allowance({ percent: '5' }), goods, 'USD')).toBe(1000)
  expect(centsOfAllowance(allowance({ amount: null, percent: '5' }), goods, 'USD')).toBe(617)
  expect(centsOfAllowance(allowance({ amount: null, percent: '10' }), goods, 'USD')).toBe(1235)
  expect(centsOfAllowance(allowance({ amount: null }), goods, 'USD')).toBeNull()
})

test('goods count at the stated price by its basis and unit, else at the agreed one, and are unknown without either', () => {
  const cents = (line: object, parts: object[] = [], each: 'each' | 'ordered_unit' | null = null) =>
    goodsOf(bought(line, parts), { each_price: each })?.toNumber() ?? null
  expect(cents({})).toBe(1000)
  expect(cents({ quantity: 100, unit_price: '2350', price_basis: 'HP' })).toBe(235_000)
  expect(cents({ unit: 'CA', pack })).toBe(1000)
  expect(cents({ unit: 'CA', pack, price_basis: 'PE' }, [], 'each')).toBe(12_000)
  expect(cents({ unit: 'CA', pack, price_basis: 'PE' }, [], 'ordered_unit')).toBe(1000)
  const agreed = [{ unit_price_cents: 500, quantity: 24 }]
  expect(cents({ unit: 'CA', pack, price_basis: 'PE' }, agreed)).toBe(12_000)
  expect(cents({ unit_price: null }, agreed)).toBe(12_000)
  expect(cents({ unit_price: null }, [...agreed, { unit_price_cents: null, quantity: 1 }])).toBeNull()
  expect(cents({ unit_price: null })).toBeNull()
  expect(cents({ unit: 'CA' })).toBeNull()
})

test('the net has what is on the invoice, of lines and of the order; it is unknown where a line has no price', () => {
  const sums = (lines: ReadOrderLine[], allowances: Allowance[]) => {
    const totals = totalsOf(lines, allowances, { currency: 'USD' })
    return totals === null ? null : [totals.gross.toNumber(), totals.net.toNumber()]
  }
  const charge = allowance({ kind: 'charge', code: 'D240', amount: '1.00' })
  expect(sums([bought(), bought()], [])).toEqual([2000, 2000])
  expect(sums([bought()], [allowance({ amount: '2.50' }), charge])).toEqual([1000, 850])
  expect(sums([bought()], [allowance({ settled_by: '01' })])).toEqual([1000, 1000])
  expect(sums([bought({ allowances: [allowance({ amount: null, percent: '10' })] }), bought()], [])).toEqual([
    2000, 1900,
  ])
  expect(sums([bought(), bought({ unit_price: null })], [])).toBeNull()
})

test('a total is that of the lines, the net or the gross, or differs from both', () => {
  const sums = (gross: number, net: number) => ({ gross: new Big(gross), net: new Big(net) })
  expect(compareTotal(null, sums(1, 2), 'USD')).toEqual({ matched: null, note: null })
  expect(compareTotal('10', sums(1000, 1000), 'USD').matched).toBe('the stated total 10.00 USD is that of its lines')
  expect(compareTotal('10', sums(1100, 1000), 'USD').matched).toContain('is the net')
  expect(compareTotal('11', sums(1100, 1000), 'USD').matched).toContain('is the gross')
  expect(compareTotal('10.01', sums(1100, 1000), 'USD')).toEqual({
    matched: null,
    note: 'the stated total 10.01 USD differs: the lines come to 11.00 USD gross and 10.00 USD net',
  })
  expect(compareTotal('9', sums(1000, 1000), 'USD').note).toBe(
    'the stated total 9.00 USD differs: the lines come to 10.00 USD',
  )
  expect(compareTotal('9', null, 'USD').note).toContain('cannot be compared')
})

const ours = (edi_position: number, quantity: number, unit_price_cents: number | null, discount_cents = 0) =>
  ({ edi_position, quantity, unit_price_cents, discount_cents }) as NewLine
const settle = (lines: NewLine[], allowances: Allowance[], read: ReadOrderLine[] = [bought()]) => {
  const settled = settleAllowances(lines, read, allowances, 'USD')
  return {
    discounts: settled.lines.map(({ discount_cents }) => discount_cents),
    freight: settled.freight_cents,
    notes: settled.notes.map(({ name, sentence }) => `${name}: ${sentence}`),
    kept: settled.kept,
  }
}

test('an allowance is divided by value to the cent, up to what the goods are worth', () => {
  expect(settle([ours(1, 1, 100), ours(2, 2, 100)], [allowance({ amount: '1.00' })]).discounts).toEqual([33, 67])
  expect(
    settle([ours(1, 1, 100), ours(2, 1, 100), ours(3, 1, 100)], [allowance({ amount: '1.00' })]).discounts,
  ).toEqual([33, 34, 33])
  expect(settle([ours(1, 1, 1000)], [allowance()]).discounts).toEqual([1000])
  const beyond = settle([ours(1, 1, 999)], [allowance()])
  expect(beyond.discounts).toEqual([0])
  expect(beyond.notes).toEqual([
    'order: the allowance C310 of 10.00 USD is not applied, since the lines do not have all of their prices and items, or are worth less',
  ])
  expect(settle([ours(1, 1, 1500)], [allowance(), allowance({ amount: '5.01' })]).discounts).toEqual([1000])
  expect(settle([ours(1, 1, 1500)], [allowance(), allowance({ amount: '5.00' })]).discounts).toEqual([1500])
})

test('an allowance of a line is on that line alone, also where another line is unknown', () => {
  const read = [bought({ allowances: [allowance({ amount: '0.50' })] }), bought({}, [], 'unknown')]
  const settled = settle([ours(1, 1, 100), ours(2, 1, 100)], [allowance({ amount: '0.10' })], read)
  expect(settled.discounts).toEqual([50, 0])
  expect(settled.notes).toHaveLength(1)
})

test('an allowance on an open price is not applied, and neither is one without lines', () => {
  expect(settle([ours(1, 1, null)], [allowance()]).notes).toHaveLength(1)
  expect(settle([], [allowance()]).notes).toHaveLength(1)
  expect(settle([ours(1, 1, 5000)], [allowance({ amount: null })]).notes[0]).toContain(
    'the allowance C310 without an amount or a percentage is not applied',
  )
  expect(settle([ours(1, 1, 5000)], [allowance({ amount: null, percent: '10' })]).discounts).toEqual([500])
})

test('freight of the order is its freight; another charge, or freight of a line, opens an exception', () => {
  const charge = (values: Partial<Allowance> = {}) => allowance({ kind: 'charge', code: 'D240', ...values })
  expect(settle([ours(1, 1, 5000)], [charge(), charge({ amount: '2.00', settled_by: '06' })]).freight).toBe(1200)
  expect(settle([ours(1, 1, 5000)], [charge({ code: 'F050' })])).toMatchObject({
    freight: 0,
    notes: [expect.any(String)],
  })
  const read = [bought({ allowances: [charge()] })]
  expect(settle([ours(1, 1, 5000)], [], read)).toMatchObject({
    freight: 0,
    notes: [
      'line 7: the charge D240 of 10.00 USD is not in the order, which has charges for freight (D240) of the order as a whole alone',
    ],
  })
})

test('what is settled apart is kept in words, and another way of settling opens an exception', () => {
  expect(settle([ours(1, 1, 5000)], [allowance({ settled_by: '01', code: null })])).toEqual({
    discounts: [0],
    freight: 0,
    notes: [],
    kept: ['the allowance of 10.00 USD is settled apart (SAC12 01) and does not change the invoice'],
  })
  expect(settle([ours(1, 1, 5000)], [allowance({ settled_by: '15' })]).notes).toEqual([
    'order: the allowance C310 of 10.00 USD is settled in a way that is not understood',
  ])
})

const ids = { buyer_sku: 'A', buyer_sku_qualifier: 'IN', supplier_sku: null, gtin: null, other_ids: [] } as const
const header = { number: 'P', currency: 'USD', terms: null, total: null, buyer: null, ship_to: { code: '9001' } }
const stored = (line: object = {}, more: object = {}) =>
  ({
    header: { ...header, ...more },
    lines: [
      {
        position: 1,
        fault: null,
        line: { ...ids, line_reference: '1', quantity: 4, unit: 'EA', doors: [], pack: null, ...line },
      },
    ],
  }) as unknown as EdiOrder
const sent = (line: object = {}, more: object = {}) => {
  const { header: same, lines } = stored(line, more)
  return { ...same, lines: lines.map((one) => one.line) } as unknown as PurchaseOrder850
}

test('a repeated order says the same whatever the order of its fields, or is named by its differences', () => {
  expect(differencesOf(stored({ pack: { a: 1, b: [2] } }), sent({ pack: { b: [2], a: 1 } }))).toEqual([])
  expect(differencesOf(stored(), sent({ quantity: 5, unit_price: '2' }))).toEqual([
    'line 1, item A: quantity 5 instead of 4',
    'line 1, item A: unit price 2 instead of none',
  ])
  expect(
    differencesOf(stored(), sent({}, { currency: 'EUR', ship_to: { code: '0101' }, buyer: { code: '7' } })),
  ).toEqual(['currency EUR instead of USD', 'buyer 7 instead of none', 'ship to 0101 instead of 9001'])
  expect(differencesOf(stored(), { ...sent(), lines: [] })).toEqual(['0 lines instead of 1'])
  expect(differencesOf(stored(), { ...sent(), ship_to: null })).toEqual(['ship to none instead of 9001'])
})

test('every number of a line that names its item is looked up, each among those of its side', () => {
  const other_ids = ['BP', 'PI', 'VP', 'VC', 'UP', 'UK', 'IZ'].map((qualifier) => ({ qualifier, id: `${qualifier}-1` }))
  expect(numbersOf({ ...ids, buyer_sku: 'A', supplier_sku: 'B', gtin: '036000291452', other_ids })).toEqual({
    buyer: ['A', 'BP-1', 'PI-1'],
    own: ['B', 'VP-1', 'VC-1'],
    gtins: ['036000291452'],
  })
  const codes = [{ qualifier: 'EN', id: '4006381333931' }]
  expect(numbersOf({ ...ids, buyer_sku: null, other_ids: codes })).toEqual({
    buyer: [],
    own: [],
    gtins: ['4006381333931'],
  })
})

test('an allowance, and freight, need the price of every line that they are on, and a whole amount that is not negative', () => {
  const priced = ours(1, 1, 100)
  const open = ours(2, 1, null)
  const half = allowance({ amount: '0.50' })
  const carriage = allowance({ kind: 'charge', code: 'D240', amount: '5.00' })
  const refused = (lines: NewLine[], one: Allowance, read: ReadOrderLine[] = [bought(), bought()]) => {
    const { discounts, freight, notes } = settle(lines, [one], read)
    return [discounts, freight, notes.length]
  }
  expect(refused([priced, open], half)).toEqual([[0, 0], 0, 1])
  expect(refused([open], half)).toEqual([[0], 0, 1])
  expect(refused([open, priced], allowance({ amount: null, percent: '10' }))).toEqual([[0, 0], 0, 1])
  expect(refused([], half, [])).toEqual([[], 0, 1])
  expect(refused([], carriage, [])).toEqual([[], 0, 1])
  expect(refused([priced, open], carriage)).toEqual([[0, 0], 0, 1])
  expect(refused([priced], carriage)).toEqual([[0], 500, 0])
  expect(refused([priced], allowance({ amount: '0.00' }))).toEqual([[0], 0, 0])
  expect(refused([priced], allowance({ amount: '-1.00' }))).toEqual([[0], 0, 1])
  expect(refused([priced], { ...carriage, amount: '0.00' })).toEqual([[0], 0, 0])
  expect(refused([priced], { ...carriage, amount: '-1.00' })).toEqual([[0], 0, 1])
  const yen = settleAllowances([ours(1, 1, 10_000)], [bought()], [half], 'JPY')
  expect([yen.lines[0]!.discount_cents, yen.notes.length]).toEqual([0, 1])
})

test('an allowance of a line needs the price of that line alone', () => {
  const read = [bought({ allowances: [allowance({ amount: '0.50' })] }), bought({}, [])]
  const settled = settle([ours(1, 1, 100), ours(2, 1, null)], [], read)
  expect([settled.discounts, settled.notes]).toEqual([[50, 0], []])
  const percent = [bought({ allowances: [allowance({ amount: null, percent: '10' })] }), bought({}, [])]
  expect(settle([ours(1, 1, 100), ours(2, 9, 100)], [], percent).discounts).toEqual([10, 0])
})
