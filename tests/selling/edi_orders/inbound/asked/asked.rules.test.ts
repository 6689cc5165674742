/** What a change asks for, in words. */
import { expect, test } from 'bun:test'
import { askedOf } from '../../../../../server/selling/edi_orders/inbound/asked/asked.rules.ts'

const silent = { deliver_on: null, ship_from_on: null, cancel_after: null, ship_not_before: null, ship_not_after: null }
const before = {
  line_reference: '1',
  buyer_sku: 'A',
  supplier_sku: null,
  gtin: null,
  quantity: 10,
  unit: 'EA',
  unit_price: '5.00',
  deliver_on: null,
  doors: [],
  pack: null,
}
const says = (values: object, { change = 'changed', was = {}, header = {}, stated = {}, count = 1, position = 1 }: any = {}) =>
  askedOf(
    { header: { ...silent, ...header }, lines: [{ position: 1, line: { ...before, ...was }, fault: null }] } as never,
    { ...silent, purpose: 'change', notes: null, ...stated },
    Array.from({ length: count }, () => ({ position, change, line: { ...before, ...was, ...values } })) as never,
    'USD',
  ) // prettier-ignore

test('quantities, prices, days, doors and packs of a line are named with those before', () => {
  expect(says({})).toBe('It asks for nothing that it can change.')
  expect(says({ quantity: 20 })).toBe('It asks for line 1: 20 EA instead of 10.')
  expect(says({ quantity: 2, unit: 'CA' })).toBe('It asks for line 1: 2 CA instead of 10 EA.')
  expect(says({ unit: 'CA' })).toBe('It asks for line 1: 10 CA instead of 10 EA.')
  expect(says({ unit_price: '5' })).toBe('It asks for nothing that it can change.')
  expect(says({ unit_price: '4.00', price_basis: 'HP' })).toBe('It asks for line 1: at 4.00 (HP) instead of 5.00.')
  expect(says({ unit_price: null })).toBe('It asks for line 1: at no price instead of 5.00.')
  expect(says({ ship_on: '2027-01-15' }, { was: { deliver_on: '2027-01-10' } })).toBe(
    'It asks for line 1: ship on 2027-01-15, deliver on 2027-01-10 instead of deliver on 2027-01-10.',
  )
  const schedule = [
    { quantity: 4, kind: 'ship_on', day: '2027-01-15' },
    { quantity: 6, kind: 'deliver_on', day: '2027-01-18' },
  ]
  expect(says({ schedule })).toBe(
    'It asks for line 1: 4 to ship on 2027-01-15, 6 to deliver on 2027-01-18 instead of no day of its own.',
  )
  const door = (door_reference: string, quantity: number) => ({ door_reference, quantity })
  expect(says({ doors: [door('1', 4), door('2', 6)] })).toBe(
    'It asks for line 1: doors: 4 for 1, 6 for 2 instead of none.',
  )
  expect(says({ pack: { inner_packs: 2 } })).toBe('It asks for line 1: another pack (PO4).')
  expect(says({ quantity: 20, unit_price: '4.00' })).toBe(
    'It asks for line 1: 20 EA instead of 10, at 4.00 instead of 5.00.',
  )
})

test('a line that is added or taken off is named with its item, and one without a number by its place', () => {
  expect(says({}, { change: 'added' })).toBe('It asks for line 1 is added: 10 EA of A at 5.00.')
  expect(says({ line_reference: null, unit_price: null }, { position: 4 })).toBe('It asks for line 4 is added: 10 EA of A at no price.')
  expect(says({ quantity: 0 })).toBe('It asks for line 1 is taken off, 10 EA of A.')
  expect(says({ quantity: 0 }, { was: { quantity: 0 } })).toBe('It asks for nothing that it can change.')
}) // prettier-ignore

test('allowances are asked for by a line that is replaced alone', () => {
  const allowances = [{ kind: 'allowance', code: 'C310', amount: '1.00', percent: null, settled_by: null }]
  expect(says({ allowances }, { change: 'replaced' })).toBe(
    'It asks for line 1: the allowance C310 of 1.00 USD instead of none.',
  )
  expect(says({ allowances })).toBe('It asks for nothing that it can change.')
  expect(says({ allowances }, { change: 'replaced', was: { allowances } })).toBe(
    'It asks for nothing that it can change.',
  )
})

test('days and the text of the order are named, and a cancellation is', () => {
  const of = (stated: object, header: object = {}) => says({}, { stated, header })
  expect(of({ cancel_after: '2027-01-27' })).toBe('It asks for cancel after (001) 2027-01-27 instead of none.')
  expect(of({ ship_from_on: '2027-01-02' }, { ship_from_on: '2027-01-01', cancel_after: '2027-02-01' })).toBe(
    'It asks for ship on (010) 2027-01-02 instead of 2027-01-01.',
  )
  expect(of({ ship_from_on: '2027-01-02' }, { ship_from_on: '2027-01-02' })).toBe(
    'It asks for nothing that it can change.',
  )
  expect(of({ notes: `${'x'.repeat(200)}y` })).toBe(`It asks for its text “${'x'.repeat(200)}”.`)
  expect(says({ quantity: 20 }, { stated: { purpose: 'cancellation' } })).toBe('It cancels the whole order.')
})

test('ten lines are named, and the others are counted', () => {
  const ten = says({ quantity: 20 }, { count: 10 })
  expect(ten.match(/line 1:/g)).toHaveLength(10)
  expect(ten).not.toContain('more')
  expect(says({ quantity: 20 }, { count: 12 })).toBe(`${ten.slice(0, -1)}; 2 more lines.`)
  expect(says({ quantity: 20 }, { count: 11 })).toEndWith('; 1 more line.')
})
