/** The total of a change, against the order and the change. */
import { expect, test } from 'bun:test'
import { totalNotes } from '../../../../../server/selling/edi_orders/inbound/asked/total_notes.rules.ts'
import { otherTotal, totalsHere } from '../../../../../server/selling/edi_orders/inbound/allowances/totals.rules.ts'
import Big from 'big.js'

const line = (position: number, quantity: number, unit_price: string | null, values: object = {}) => ({
  position,
  fault: null,
  line: { quantity, unit: 'EA', unit_price, pack: null, ...values },
})
const read = (...all: ReturnType<typeof line>[]) => all.map((one) => ({ ...one, parts: [], notes: [] })) as never
const off = { kind: 'allowance', code: 'C310', amount: '10.00', percent: null, settled_by: null }
const here = (lines: [quantity: number, cents: number | null, discount?: number][], freight_cents = 0) => ({
  freight_cents,
  lines: lines.map(([quantity, unit_price_cents, discount_cents = 0]) => ({ quantity, unit_price_cents, discount_cents })),
}) as never // prettier-ignore

const says = (total: string | null, purpose = 'change', values: object = {}) =>
  totalNotes(
    { purpose, total, ...values } as never,
    {
      read: read(line(1, 20, '5.00')),
      words: { allowances: [off], lines: [line(1, 99, '5.00'), line(2, 10, '4.00')] } as never,
      orders: [here([[18, 500, 100], [0, null]], 300), here([[10, 400]])],
    },
    'USD',
  ).map(({ kind, name, sentence }) => `${kind}, ${name}: ${sentence}`) // prettier-ignore

test('the total of a change is that of the order after it, gross or net, or of the changed lines', () => {
  // By the words of the buyer 140.00 and 130.00, by the order here 130.00 and 132.00, by the changed line 100.00.
  for (const total of [null, '140.00', '130.00', '132.00', '100.00']) expect(says(total)).toEqual([])
  expect(says('999.00')).toEqual([
    'not_understood, change: the stated total 999.00 USD differs: the lines come to 140.00 USD gross and 130.00 USD net',
  ])
  expect(says('90.00')).toHaveLength(1)
})

test('a line without a price of the buyer counts as it is here, and a percentage comes to whole amounts of the currency', () => {
  const of = (total: string, lines: object[], allowances: object[], currency = 'USD') =>
    totalNotes(
      { purpose: 'change', total } as never,
      { read: [], words: { allowances, lines } as never, orders: [here([[2, 700]])] },
      currency,
    ).length
  expect([of('14.00', [line(1, 2, null)], []), of('15.00', [line(1, 2, null)], [])]).toEqual([0, 1])
  const percent = { ...off, amount: null, percent: '10' }
  expect(of('86', [line(1, 1, '95')], [percent], 'JPY')).toBe(1)
  expect(of('85', [line(1, 1, '95')], [percent], 'JPY')).toBe(0)
})

test('the total of a replacement is that of its own lines and allowances', () => {
  expect(says('100.00', 'replacement')).toEqual([])
  expect(says('140.00', 'replacement')).toHaveLength(1)
  expect(says('90.00', 'replacement', { allowances: [off] })).toEqual([])
  expect(says('90.00', 'replacement')).toHaveLength(1)
})

test('the order as it is here has no total while a price is open, unless nothing of that line is ordered', () => {
  expect(totalsHere([here([[1, 500], [1, null]])])).toBeNull()
  const sums = totalsHere([here([[2, 500, 100], [0, 900, 50], [0, null]], 300), here([[1, 200, 20]], 5)])!
  expect([sums.gross.toNumber(), sums.net.toNumber()]).toEqual([1200, 1385])
}) // prettier-ignore

test('what cannot be computed is passed over; where nothing can, the total cannot be compared', () => {
  const sum = (cents: number) => ({ gross: new Big(cents), net: new Big(cents) })
  expect([otherTotal('5.00', [null, sum(500)], 'USD'), otherTotal(null, [null], 'USD')]).toEqual([null, null])
  expect(otherTotal('6.00', [null, sum(500)], 'USD')).toBe('the stated total 6.00 USD differs: the lines come to 5.00 USD')
  expect(otherTotal('6.00', [null], 'USD')).toBe('the stated total 6.00 USD cannot be compared, since a line has no price')
}) // prettier-ignore
