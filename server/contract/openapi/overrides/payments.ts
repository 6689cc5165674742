/** Values for the examples of payments; see example_overrides.ts. */
import type { Values } from './shared.ts'

/** Money of an account that was not taken back. */
const received: Values = { kind: 'payment', 'data.order': null, reversal: null, reverses: null, pays_out: null }
const inForce: Values = { ...received, payouts: [] }
const listed: Values = {
  kind: 'payment',
  'row.order': null,
  reversal: null,
  reverses: null,
  payouts: [],
  pays_out: null,
}
/** Money on an order, before its invoice. */
const onOrder: Values = { 'allocation.invoice_id': null, 'allocation.invoice': null }
const amounts: Values = { 'data.amount': 42_500, 'data.unallocated': 17_800, 'allocation.amount': 24_700 }

const external_id = 'bank-88120'

export const paymentOverrides = {
  'session.list_payments': {
    ...listed,
    ...onOrder,
    'row.amount': 42_500,
    'row.unallocated': 17_800,
    'allocation.amount': 24_700,
  },
  'session.get_payment': { ...inForce, ...onOrder, ...amounts },
  'session.record_payment': {
    ...inForce,
    ...onOrder,
    external_id: null,
    'data.amount': 17_800,
    'data.unallocated': 0,
    'allocation.amount': 17_800,
  },
  'session.apply_payment': {
    ...inForce,
    external_id,
    'data.amount': 42_500,
    'data.unallocated': 0,
    'allocation.amount': 24_700,
  },
  'session.unapply_payment': {
    ...inForce,
    external_id,
    allocations: [],
    'data.amount': 42_500,
    'data.unallocated': 42_500,
  },
  'session.reverse_payment': {
    kind: 'reversed_payment',
    external_id,
    'data.order': null,
    reverses: null,
    payouts: [],
    pays_out: null,
    allocations: [],
    'data.amount': 42_500,
    'data.unallocated': 0,
  },
  'session.get_unallocated_money': { 'row.order': null },
  'session.pay_out_payment': {
    ...received,
    ...onOrder,
    external_id,
    'data.amount': 42_500,
    'data.unallocated': 0,
    'payout.amount': 17_800,
    'allocation.amount': 24_700,
  },
} satisfies Record<string, Values>
