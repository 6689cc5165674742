/** What a buyer's change makes of the lines of its order. */
import { expect, test } from 'bun:test'
import type { ChangedLine, PurchaseOrderChange860 } from '../../../server/edi/documents/purchase_order_change_860.ts'
import type { StoredLine } from '../../../server/selling/edi_orders/edi_order.store.ts'
import {
  changeOfOrder,
  type LineAfter,
  lessElsewhere,
  linesAfter,
  reconcile,
} from '../../../server/selling/edi_orders/inbound/change.rules.ts'
import type { BuyerLine, LinePart } from '../../../server/selling/edi_orders/inbound/read_lines.rules.ts'
import type { LockedLine } from '../../../server/selling/orders/locked_order.store.ts'

const none = { supplier_sku: null, gtin: null, deliver_on: null, pack: null, doors: [], unit_price: null }
const line = (line_reference: string | null, buyer_sku: string | null, values: object = {}) =>
  ({
    ...none,
    line_reference,
    buyer_sku,
    quantity: 10,
    unit: 'EA',
    unit_price: '5.00',
    ...values,
  }) as unknown as BuyerLine
const stored: StoredLine[] = [
  { position: 1, line: line('1', 'A'), fault: null },
  { position: 4, line: line('2', 'B', { doors: [{ reference: 'D', quantity: 10 }] }), fault: null },
]
const changed = (line_reference: string | null, change: string, values: object = {}) =>
  ({
    ...none,
    line_reference,
    buyer_sku: null,
    unit: 'EA',
    change,
    quantity: null,
    quantity_left: null,
    ...values,
  }) as unknown as ChangedLine
const after = (purpose: string, ...lines: ChangedLine[]) =>
  linesAfter(stored, { purpose, lines } as unknown as PurchaseOrderChange860)
/** Position, change and quantity of each line, or the fault. */
function words(purpose: string, ...lines: ChangedLine[]) {
  const found = after(purpose, ...lines)
  return 'fault' in found ? found.fault : found.map((one) => [one.position, one.change, one.line.quantity].join(' '))
}

test('a change concerns the lines that it names, and a replacement deletes the others', () => {
  const one = changed('1', 'changed', { quantity: 7 })
  expect(words('change', one)).toEqual(['1 changed 7'])
  expect(words('replacement', one)).toEqual(['1 changed 7', '4 deleted 0'])
  expect(words('cancellation')).toEqual(['1 deleted 0', '4 deleted 0'])
})

test('a line is found by its number alone; one without a number by the only line with its item', () => {
  expect(words('change', changed(null, 'changed', { buyer_sku: 'B', quantity: 1 }))).toEqual(['4 changed 1'])
  expect(words('change', changed('9', 'changed', { buyer_sku: 'B', quantity: 1 }))).toBe(
    'it changes line 9, which the order does not have; its item is that of line 2',
  )
  expect(words('change', changed('1', 'changed', { buyer_sku: 'a', quantity: 1 }))).toEqual(['1 changed 1'])
  expect(words('change', changed('9', 'changed'))).toBe('it changes line 9, which the order does not have')
  expect(words('change', changed(null, 'changed'))).toBe(
    'it changes line without a number, which the order does not have',
  )
})

test('a line that names another item than the one with its number is not changed, whatever the change', () => {
  const other = 'line 1 names the item B, where A was ordered'
  for (const change of ['changed', 'deleted', 'replaced', 'quantity_increased'])
    expect(words('change', changed('1', change, { buyer_sku: 'B', quantity: 15 }))).toBe(other)
  expect(words('replacement', changed('1', 'replaced', { buyer_sku: 'B', quantity: 15 }))).toBe(other)
  // Numbers of different kinds can be of one item.
  expect(words('change', changed('1', 'changed', { gtin: '4006381333931', quantity: 15 }))).toEqual(['1 changed 15'])
  expect(words('change', changed('1', 'changed', { supplier_sku: 'J-S', buyer_sku: 'Z', quantity: 15 }))).toBe(
    'line 1 names the item Z, where A was ordered',
  )
})

test('a quantity that goes the other way than its change says is not taken', () => {
  const increased = (quantity: number | null) => words('change', changed('1', 'quantity_increased', { quantity }))
  const decreased = (quantity: number | null) => words('change', changed('1', 'quantity_decreased', { quantity }))
  expect(increased(11)).toEqual(['1 quantity_increased 11'])
  expect(increased(10)).toBe('line 1 is said to be increased to 10, and 10 were ordered')
  expect(increased(9)).toBe('line 1 is said to be increased to 9, and 10 were ordered')
  expect(decreased(9)).toEqual(['1 quantity_decreased 9'])
  expect(decreased(0)).toEqual(['1 quantity_decreased 0'])
  expect(decreased(10)).toBe('line 1 is said to be decreased to 10, and 10 were ordered')
  expect(decreased(11)).toBe('line 1 is said to be decreased to 11, and 10 were ordered')
  expect(increased(null)).toEqual(['1 quantity_increased 10'])
  expect(words('change', changed('1', 'changed', { quantity: 15 }))).toEqual(['1 changed 15'])
})

test('a line without a number is found by its item alone, where one line has it', () => {
  const unnumbered: StoredLine[] = [
    { position: 1, line: line(null, 'A'), fault: null },
    { position: 2, line: line('2', 'B'), fault: null },
    { position: 3, line: line('3', 'B'), fault: null },
  ]
  const changing = (one: ChangedLine) =>
    linesAfter(unnumbered, { purpose: 'change', lines: [one] } as unknown as PurchaseOrderChange860)
  const unknown = { fault: 'it changes line without a number, which the order does not have' }
  expect(changing(changed(null, 'changed', { buyer_sku: 'Z' }))).toEqual(unknown)
  expect(changing(changed(null, 'changed', { buyer_sku: 'B' }))).toEqual({
    fault: 'it changes the item B without the number of a line, and lines 2 and 3 have it',
  })
  expect(changing(changed(null, 'changed', { buyer_sku: 'A' }))).toMatchObject([{ position: 1 }])
  expect(changing(changed(null, 'changed', { buyer_sku: 'a' }))).toMatchObject([{ position: 1 }])
  expect(changing(changed(null, 'changed', { buyer_sku: 'z' }))).toEqual(unknown)
  unnumbered.push({ position: 4, line: line('4', 'a'), fault: null })
  expect(changing(changed(null, 'changed', { buyer_sku: 'a' }))).toMatchObject([{ position: 4 }])
  expect(changing(changed(null, 'changed', { buyer_sku: 'A' }))).toMatchObject([{ position: 1 }])
})

test('several lines are changed at once', () => {
  const both = [changed('1', 'changed', { quantity: 7 }), changed('2', 'changed', { quantity: 8 })]
  expect(words('change', ...both)).toEqual(['1 changed 7', '4 changed 8'])
  expect(words('replacement', ...both)).toEqual(['1 changed 7', '4 changed 8'])
})

test('an added line has the next position, and a replacement adds the lines that it does not find', () => {
  const added = changed('9', 'added', { buyer_sku: 'A', quantity: 3 })
  expect(words('change', added, changed('10', 'added', { quantity_left: 2 }), changed('11', 'added'))).toEqual([
    '5 added 3',
    '6 added 2',
    '7 added 0',
  ])
  expect(words('replacement', changed('9', 'replaced', { quantity: 3 }))).toEqual([
    '5 added 3',
    '1 deleted 0',
    '4 deleted 0',
  ])
  expect(linesAfter([], { purpose: 'change', lines: [added] } as unknown as PurchaseOrderChange860)).toMatchObject([
    { position: 1 },
  ])
})

test('a line is changed once', () => {
  const one = changed('1', 'changed', { quantity: 7 })
  expect(words('change', one, one)).toBe('it changes line 1 twice')
  expect(words('change', one, changed(null, 'changed', { buyer_sku: 'A' }))).toBe('it changes line 1 twice')
})

test('the quantity is that after the change, else what is left, else what it was', () => {
  const quantity = (values: object, change = 'changed') => words('change', changed('1', change, values))
  expect(quantity({ quantity: 7, quantity_left: 3 })).toEqual(['1 changed 7'])
  expect(quantity({ quantity_left: 3 })).toEqual(['1 changed 3'])
  expect(quantity({})).toEqual(['1 changed 10'])
  expect(quantity({ quantity: 10 }, 'deleted')).toEqual(['1 deleted 0'])
})

test('a quantity in another unit is understood where the line is replaced, and otherwise is a fault', () => {
  const inCartons = (change: string, values: object = { quantity: 2 }) =>
    changed('1', change, { unit: 'CA', ...values })
  expect(words('change', inCartons('changed'))).toBe('it changes line 1 in CA, which is ordered in EA')
  const unnumbered = changed(null, 'changed', { buyer_sku: 'B', unit: 'CA', quantity: 2 })
  expect(words('change', unnumbered)).toBe('it changes line 4 in CA, which is ordered in EA')
  const unit = (one: ChangedLine) => {
    const found = after('change', one)
    return 'fault' in found ? found.fault : found[0]!.line.unit
  }
  expect(unit(inCartons('replaced'))).toBe('CA')
  expect(unit(inCartons('price_changed', {}))).toBe('EA')
  expect(unit(inCartons('deleted', {}))).toBe('EA')
  expect(unit(inCartons('deleted', { quantity: 0 }))).toBe('EA')
  expect(unit(inCartons('deleted', { quantity: 10 }))).toBe('it changes line 1 in CA, which is ordered in EA')
})

test('what a change does not state stays as it was, and a line without units has no doors', () => {
  const doors = [{ reference: 'E', quantity: 4 }]
  const first = (one: ChangedLine) => (after('change', one) as { line: BuyerLine }[])[0]!.line
  expect(first(changed('2', 'changed'))).toMatchObject({ unit_price: '5.00', doors: stored[1]!.line.doors, pack: null })
  expect(
    first(changed('2', 'changed', { unit_price: '4.00', deliver_on: '2026-12-01', doors, pack: { components: [] } })),
  ).toMatchObject({ unit_price: '4.00', deliver_on: '2026-12-01', doors, pack: { components: [] } })
  expect(first(changed('2', 'deleted', { doors })).doors).toEqual([])
  const cancelled = after('cancellation') as { line: BuyerLine }[]
  expect(cancelled[1]!.line.doors).toEqual([])
})

test('an order that replaces or cancels another is a change of it', () => {
  const sent = (purpose: string) => changeOfOrder({ purpose, number: 'P', lines: [line('1', 'A')] } as never)
  expect(sent('replacement')).toMatchObject({ purpose: 'replacement', change_number: null, changed_on: null })
  expect(sent('original').purpose).toBe('replacement')
  expect(sent('cancellation').purpose).toBe('cancellation')
  expect(sent('replacement').lines).toMatchObject([{ line_reference: '1', change: 'replaced', quantity_left: null }])
})

const part = (variant_id: string, quantity: number, door_reference: string | null = null) =>
  ({ variant: { variant_id }, quantity, door_reference }) as LinePart
const own = (variant_id: string, door_reference: string | null = null) => ({ variant_id, door_reference }) as LockedLine

const noDay = () => null

test('parts of a line are the lines of the order with the same item and door', () => {
  const { requested, fresh } = reconcile(
    [own('v', 'D'), own('v', 'E'), own('w')],
    [part('v', 2, 'D'), part('v', 3, 'D'), part('w', 1), part('x', 4)],
    noDay,
  )
  expect(requested.map(({ line: of, quantity, part: found }) => [of.variant_id, quantity, found === null])).toEqual([
    ['v', 5, false],
    ['v', 0, true],
    ['w', 1, false],
  ])
  expect(fresh).toMatchObject([{ variant: { variant_id: 'x' }, quantity: 4 }])
  const elsewhere = reconcile([own('v', 'D')], [part('v', 2, 'E')], noDay)
  expect([elsewhere.requested[0]!.quantity, elsewhere.fresh.length]).toEqual([0, 1])
})

test('parts of several days are the lines of their days, and then any of the item', () => {
  const dayOf = ({ scheduled }: LinePart) => scheduled?.day ?? null
  const due = (quantity: number, day: string) => ({ ...part('v', quantity), scheduled: { day } }) as LinePart
  const on = (requested_ship_date: string | null) => ({ ...own('v'), requested_ship_date }) as LockedLine
  const split = (lines: LockedLine[], parts: LinePart[]) => {
    const { requested, fresh } = reconcile(lines, parts, dayOf)
    return [requested.map(({ quantity }) => quantity), fresh.map(({ quantity }) => quantity)]
  }
  const [first, second] = ['2027-01-10', '2027-01-15']
  expect(split([on(first), on(second)], [due(1, second), due(2, first)])).toEqual([[2, 1], []])
  expect(split([on(second)], [due(1, first), due(2, second)])).toEqual([[2], [1]])
  expect(split([on(null), on(null)], [due(1, first), due(2, second)])).toEqual([[1, 2], []])
  expect(split([on(null)], [due(1, first), due(2, first), due(3, second)])).toEqual([[3], [3]])
  expect(split([on(first), on(second)], [part('v', 5)])).toEqual([[5, 0], []])
})

test('parts have the units that no other order has of them, item by item and door by door', () => {
  const other = (variant_id: string, quantity: number, cancelled_quantity = 0, door_reference: string | null = null) =>
    ({ variant_id, quantity, cancelled_quantity, door_reference, requested_ship_date: null }) as LockedLine
  const left = (parts: LinePart[], ...others: LockedLine[]) =>
    lessElsewhere(parts, others, () => null).map(({ variant, quantity, door_reference }) => [
      variant.variant_id,
      quantity,
      door_reference,
    ])
  const parts = [part('v', 4), part('v', 3, 'D'), part('w', 2)]
  expect(left(parts)).toEqual([
    ['v', 4, null],
    ['v', 3, 'D'],
    ['w', 2, null],
  ])
  expect(left(parts, other('v', 2, 1), other('v', 2), other('v', 2, 0, 'D'), other('w', 2))).toEqual([
    ['v', 1, null],
    ['v', 1, 'D'],
  ])
  expect(left([part('v', 2), part('v', 3)], other('v', 4))).toEqual([['v', 1, null]])
  expect(left([part('v', 2)], other('v', 9))).toEqual([])
  const due = (quantity: number, day: string) => ({ ...part('v', quantity), scheduled: { day } }) as LinePart
  const on = (quantity: number, requested_ship_date: string) => ({ ...other('v', quantity), requested_ship_date })
  const scheduled = (...others: LockedLine[]) =>
    lessElsewhere([due(3, '2027-01-10'), due(4, '2027-01-15')], others, (one) => one.scheduled?.day ?? null).map(
      ({ quantity }) => quantity,
    )
  expect(scheduled(on(2, '2027-01-15'))).toEqual([3, 2])
  expect(scheduled(on(5, '2027-01-15'))).toEqual([2])
  expect(scheduled(on(2, '2027-02-01'))).toEqual([1, 4])
})

test('a price comes with its basis, and days and allowances stay unless the change states them', () => {
  const before: StoredLine[] = [
    {
      position: 1,
      line: line('1', 'A', { price_basis: 'HP', schedule: [{ day: 'x' }], allowances: [{ amount: '1' }] }),
      fault: null,
    },
  ]
  const lineAfter = (values: object) => {
    const changes = { purpose: 'change', lines: [changed('1', 'changed', values)] } as unknown as PurchaseOrderChange860
    const [one] = linesAfter(before, changes) as { line: BuyerLine }[]
    const { unit_price, price_basis, ship_on, schedule, allowances } = one!.line
    return [unit_price, price_basis, ship_on, schedule?.length, allowances?.length]
  }
  expect(lineAfter({})).toEqual(['5.00', 'HP', undefined, 1, 1])
  expect(lineAfter({ unit_price: '7' })).toEqual(['7', undefined, undefined, 1, 1])
  expect(lineAfter({ ship_on: '2026-12-01' })).toEqual(['5.00', 'HP', '2026-12-01', undefined, 1])
  expect(lineAfter({ deliver_on: '2026-12-01' })).toEqual(['5.00', 'HP', undefined, undefined, 1])
  expect(lineAfter({ schedule: [1, 2], allowances: [1, 2] })).toEqual(['5.00', 'HP', undefined, 2, 2])
})

test('what is left to ship is kept where it is neither the quantity nor what it changes by', () => {
  const left = (...lines: ChangedLine[]) => (after('change', ...lines) as LineAfter[]).map((one) => one.left)
  const of = (change: string, quantity: number | null, quantity_left: number | null) =>
    left(changed('1', change, { quantity, quantity_left }))[0]
  expect([of('quantity_increased', 20, 20), of('quantity_increased', 20, 10), of('quantity_decreased', 6, 4)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect([of('quantity_increased', 20, 3), of('quantity_decreased', 6, 0), of('price_changed', 10, 3)]).toEqual([3, 0, 3])
  expect([of('price_changed', 10, 0), of('deleted', 0, 10), of('changed', null, 3), of('changed', 3, null)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(left(changed('9', 'added', { quantity: 6, quantity_left: 6 }), changed('8', 'added', { quantity: 6, quantity_left: 2 }))).toEqual([undefined, 2])
}) // prettier-ignore

test('a line that is replaced is as it is stated, and names what it lost', () => {
  const one = changed('1', 'replaced', { quantity: 7 })
  const [replaced] = after('change', one) as LineAfter[]
  expect([replaced!.line.quantity, replaced!.line.unit_price, replaced!.gone]).toEqual([7, null, ['the price 5.00']])
  const [same] = after('change', changed('1', 'replaced', { quantity: 7, unit_price: '5.00' })) as LineAfter[]
  expect('gone' in same!).toBe(false)
  const [plain] = after('change', changed('1', 'changed', { quantity: 7 })) as LineAfter[]
  expect('gone' in plain!).toBe(false)
})

test('a cancellation with lines withdraws all of them, and a replacement has lines', () => {
  const gone = (line_reference: string) => changed(line_reference, 'deleted')
  expect(words('cancellation', gone('1'), gone('2'))).toEqual(['1 deleted 0', '4 deleted 0'])
  expect(words('cancellation', gone('1'))).toContain('names one of its lines, not line 2')
  expect(words('cancellation', gone('7'))).toContain('it changes line 7, which the order does not have')
  expect(words('cancellation', changed('7', 'added', { quantity: 1 }))).toContain('changes line 7')
  expect(words('replacement')).toContain('has no lines')
})
