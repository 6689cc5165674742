import { expect, test } from 'bun:test'
import { withoutPerson } from '../../../server/selling/customers/redaction/without_person.rules.ts'

const order = (customer_id: string, rest: object = {}) => ({
  name: 'SO-1',
  reference: 'for Zoe',
  is_wholesale: false,
  customer: { customer_id, display_name: 'Zoe F.' },
  total: { cents: 100, reason: 'open' },
  notes: 'call her',
  cancel_reason: 'Zoe called',
  hold: { reason: 'fraud', note: 'Zoe?' },
  voided_shipments: [{ name: 'SHIP-1', reason: 'Zoe moved' }],
  document: { file_name: 'zoe.csv' },
  ...rest,
})

const redacted = {
  ...order('c-1'),
  reference: null,
  customer: { customer_id: 'c-1', display_name: 'Unnamed customer' },
  notes: null,
  cancel_reason: null,
  hold: { reason: 'fraud', note: null },
  voided_shipments: [{ name: 'SHIP-1', reason: 'Erased.' }],
  document: { file_name: 'erased' },
}

const without = (value: unknown) =>
  withoutPerson(JSON.stringify(value), { customer_id: 'c-1', order_ids: new Set(['o-1']) })

test('an order of the person loses the name and what people wrote, wherever it is, in the order of its fields', () => {
  expect(without(order('c-1'))).toBe(JSON.stringify(redacted))
  expect(without({ code: 'ok', data: { orders: [order('c-1')] } })).toBe(
    JSON.stringify({ code: 'ok', data: { orders: [redacted] } }),
  )
})

test('an order that was shown before it had the customer is found by its id', () => {
  const early = { order_id: 'o-1', customer: null, notes: 'for Zoe', is_wholesale: true, reference: 'PO 1' }
  expect(without(early)).toBe(JSON.stringify({ ...early, notes: null }))
  expect(without({ ...early, order_id: 'o-2' })).toBe(JSON.stringify({ ...early, order_id: 'o-2' }))
})

test('a return of the order loses what people wrote about its units, and one of another order keeps it', () => {
  const inspection = { note: 'Zoe wore it', revert_reason: 'Zoe called', quantity: 1 }
  const returned = (order_id: string) => ({
    name: 'RET-1',
    order: { name: 'SO-1', order_id },
    lines: [{ receipts: [{ inspections: [inspection] }] }],
  })
  const erased = { ...inspection, note: null, revert_reason: null }
  expect(without({ record: returned('o-1') })).toBe(
    JSON.stringify({ record: { ...returned('o-1'), lines: [{ receipts: [{ inspections: [erased] }] }] } }),
  )
  for (const value of [returned('o-2'), { ...returned('o-1'), order: null }, { ...returned('o-1'), order: 'o-1' }])
    expect(without(value)).toBe(JSON.stringify(value))
})

test('the reference of an account stays', () => {
  expect(without(order('c-1', { is_wholesale: true }))).toBe(
    JSON.stringify({ ...redacted, is_wholesale: true, reference: 'for Zoe' }),
  )
})

test('orders of others, of nobody, and other values stay', () => {
  for (const value of [
    order('c-2'),
    order('c-1', { customer: null }),
    order('c-1', { customer: ['c-1'] }),
    [1, 'c-1', null],
  ])
    expect(without(value)).toBe(JSON.stringify(value))
})
