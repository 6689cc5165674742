/** Values for the examples of returns and customers; see example_overrides.ts. */
import { unfollowed, type Values } from './shared.ts'

const now = '2026-11-21T09:30:00+00:00'

/** A return of one jumper without an order; nobody stated a refund. */
const expected: Values = {
  state: 'expected',
  expected_on: null,
  received_at: null,
  ledger_written_at: null,
  units_received: 0,
  disposition: null,
  order_line_item_id: null,
  refund_line_item_id: null,
  refund: {
    status: 'none',
    is_stated: false,
    is_paid_out: null,
    cents: null,
    currency: null,
    reason: 'No refund was stated for this return.',
    usd: null,
  },
  movements: [],
  exchanges: [],
  receipts: [],
}

/** One of two jumpers has arrived, and is back in stock. */
const halfReceived: Values = {
  state: 'partially_received',
  expected_on: null,
  order_line_item_id: null,
  refund_line_item_id: null,
  refund: expected.refund,
  exchanges: [],
  units_expected: 2,
  units_received: 1,
  units_restocked: 1,
  'line.expected_quantity': 2,
  'movement.kind': 'return',
  'movement.quantity_delta': 1,
  'movement.evidence': null,
  'movement.cost_basis': 'average',
  'movement.landed_unit_cost': 3_150,
  'document.id': '311',
  'document.name': 'RET-311',
  'document.type': 'return',
  'receipt.received_quantity': 1,
  'receipt.restocked_quantity': 1,
  'receipt.inspections': [],
}
const returned: Values = {
  ...halfReceived,
  'line.received_quantity': 1,
  'line.restocked_quantity': 1,
  disposition: 'restock',
  exceptions: [],
}

/** Both jumpers arrived in quarantine, and one of them was inspected. */
const inspected: Values = {
  ...expected,
  state: 'closed',
  received_at: undefined,
  closed_at: now,
  units_expected: 2,
  units_received: 2,
  disposition: 'quarantine',
  exceptions: [],
  receipts: undefined,
  'line.expected_quantity': 2,
  'line.received_quantity': 2,
  'receipt.received_quantity': 2,
  'receipt.disposition': 'quarantine',
  'receipt.quarantined_quantity': 1,
  'inspection.disposition': 'write_off',
  'inspection.note': null,
  'inspection.reverted_at': null,
  'inspection.reverted_by': null,
  'inspection.revert_reason': null,
}

/** Both jumpers are exchanged for two others at the same price. */
const exchanged = (at: string): Values => ({
  [`${at}.returned`]: 17_800,
  [`${at}.replacement`]: 17_800,
  balance: 'even',
  [`${at}.difference`]: 0,
  settlement: 'none',
  is_as_agreed: true,
  [`${at}.state`]: 'open',
  cancelled_at: null,
  cancelled_by: null,
  cancel_reason: null,
})

const consumer: Values = { account: null, redacted_at: null, kind: 'consumer' }

/** Two of 21 jumpers that were sold at 89.00 came back. */
const summary: Values = {
  'window.start_date': '2026-11-01',
  return_rate: 9.52,
  'data.value': 17_800,
  'product.value': 17_800,
  'channel.value': 17_800,
  sales_begin_on: '2026-10-20',
  days_with_sales: 14,
}

export const returnOverrides: Record<string, Values> = {
  'returns.list': {
    ...unfollowed,
    ...expected,
    'row.order': null,
    'state_numbers.partially_received': 0,
    'state_numbers.closed': 0,
    'state_numbers.cancelled': 0,
  },
  'returns.create': { ...expected, 'data.order': null },
  'returns.get': { ...expected, 'data.order': null },
  'returns.cancel': { ...expected, 'data.order': null, state: 'cancelled' },
  'session.accept_returned_units': { ...expected, 'data.order': null },
  'returns.receive': { ...halfReceived, 'data.order': null },
  'session.correct_refund': {
    ...expected,
    'data.order': null,
    refund: {
      status: 'none',
      is_stated: true,
      is_paid_out: null,
      cents: null,
      currency: null,
      reason: 'Nothing is paid back for this return.',
      usd: null,
    },
  },
  'session.inspect_returned_units': { ...inspected, 'data.order': null },
  'session.revert_inspection': {
    ...inspected,
    'data.order': null,
    'inspection.reverted_at': now,
    'inspection.reverted_by': 'user:Ada Merchant',
    'inspection.revert_reason': 'It was another parcel',
    'receipt.quarantined_quantity': 2,
  },
  'session.list_exchanges': exchanged('exchange'),
  'session.exchange_return': exchanged('data'),
  'session.cancel_exchange': {
    ...exchanged('data'),
    'data.state': 'cancelled',
    'data.replacement': 0,
    balance: 'customer_is_owed',
    'data.difference': 17_800,
    is_as_agreed: false,
    cancelled_at: now,
    cancelled_by: 'user:Ada Merchant',
    cancel_reason: 'The customer keeps the units',
  },
  'returns.import': { code: null, sentence: null },
  'returns.summarize': summary,
  'return.created': { ...expected, order: null, exceptions: [] },
  'return.received': { ...returned, order: null },
  'orders.list_customers': consumer,
  'orders.get_customer': {
    ...consumer,
    'order.lifecycle': 'fulfilled',
    'order.created_at': now,
    'order.total': 17_800,
    'return.state': 'closed',
    'return.refund_status': 'full',
    'return.units_received': 1,
    'return.created_at': now,
    'refund.amount': 8_900,
    invoices: [],
  },
}
