/** Which orders each lever would cancel, at the boundaries of their dates and states. */
import { expect, test } from 'bun:test'
import type { OrderFact } from '../../../server/planning/cash/cash_facts.store.ts'
import { leverKinds } from '../../../server/planning/cash/levers.rules.ts'

const today = '2026-11-22'
const order = (status: string, cancel_date: string | null): OrderFact => ({
  purchase_order_id: 'o',
  name: 'PO',
  status,
  supplier_id: 's',
  currency: 'USD',
  deposit_bp: null,
  total_cost: '10.00',
  order_date: null,
  issued_on: '2026-06-01',
  cancel_date,
})
const cancels = (key: string, one: OrderFact) => leverKinds.find((kind) => kind.key === key)!.isCancelled!(one, today)

test('an order is past its cancel date from the day after it, not on the day', () => {
  expect(cancels('cancel_late_orders', order('issued', '2026-11-21'))).toBe(true)
  expect(cancels('cancel_late_orders', order('issued', today))).toBe(false)
  expect(cancels('cancel_late_orders', order('issued', '2026-11-23'))).toBe(false)
  expect(cancels('cancel_late_orders', order('issued', null))).toBe(false)
})

test('an approved order is cancelled as not issued, and never as late', () => {
  expect(cancels('cancel_late_orders', order('approved', '2026-11-21'))).toBe(false)
  expect(cancels('cancel_unissued_orders', order('approved', null))).toBe(true)
  expect(cancels('cancel_unissued_orders', order('issued', null))).toBe(false)
})
