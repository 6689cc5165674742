/** The lifecycle of an order: what each status allows, and which status follows from what arrived. */
import { expect, test } from 'bun:test'
import { type OrderStatus, type OrderType } from '../../../server/purchasing/known_values.ts'
import {
  type ActName,
  checkAct,
  checkNotInTransit,
  type OrderState,
  statusByLines,
} from '../../../server/purchasing/orders/rules.ts'

const statuses = ['draft', 'approved', 'issued', 'partially_delivered', 'delivered', 'closed', 'cancelled'] as const
const order = (given: Partial<OrderState> = {}): OrderState => ({
  name: 'PO-1',
  order_type: 'purchase',
  status: 'issued',
  on_hold: false,
  hold_reason: null,
  ...given,
})
const refusedBy = (check: () => void): { desc: string; data: unknown } | null => {
  try {
    check()
    return null
  } catch (error) {
    return error as { desc: string; data: unknown }
  }
}
const said = (name: ActName, given: Partial<OrderState>) => refusedBy(() => checkAct(name, order(given)))?.desc ?? null

/** The statuses that allow each action, and whether a hold stops it. */
const allowed: Record<ActName, [OrderStatus[], boolean]> = {
  approve: [['draft'], true],
  reopen: [['approved'], false],
  issue: [['approved', 'issued', 'partially_delivered'], true],
  allocate: [['draft', 'approved', 'issued', 'partially_delivered'], true],
  push_to_wms: [['approved', 'issued', 'partially_delivered'], true],
  receive: [['approved', 'issued', 'partially_delivered'], true],
  mend_delivery: [['approved', 'issued', 'partially_delivered', 'delivered', 'closed'], false],
  bill: [['approved', 'issued', 'partially_delivered', 'delivered', 'closed'], false],
  invoice: [['issued', 'partially_delivered', 'delivered', 'closed'], false],
  amend: [['draft', 'approved', 'issued', 'partially_delivered'], false],
  hold: [['draft', 'approved', 'issued', 'partially_delivered'], false],
  cancel: [['draft', 'approved', 'issued'], false],
  close: [['issued', 'partially_delivered'], false],
  delete: [['draft', 'cancelled'], false],
}

test('each action is allowed from its statuses alone, and a hold stops what brings goods closer', () => {
  for (const [name, [from, stopped]] of Object.entries(allowed) as [ActName, [OrderStatus[], boolean]][]) {
    expect([name, statuses.filter((status) => said(name, { status }) === null)]).toEqual([
      name,
      statuses.filter((status) => from.includes(status)),
    ])
    expect([name, said(name, { status: from[0]!, on_hold: true }) !== null]).toEqual([name, stopped])
  }
})

test('a refusal names the status, says what to do instead where there is something, and lists what is allowed', () => {
  expect(said('approve', { status: 'closed' })).toBe(
    'PO-1 is closed and cannot be approved. A closed order is final; duplicate it to order again.',
  )
  expect(said('approve', { status: 'delivered' })).toBe(
    'PO-1 is delivered and cannot be approved. Everything has arrived; correct or remove its deliveries instead.',
  )
  expect(said('issue', { status: 'cancelled' })).toBe(
    'PO-1 is cancelled and cannot be issued. A cancelled order is final; duplicate it to order again.',
  )
  expect(said('reopen', { status: 'issued' })).toBe(
    'PO-1 is issued and cannot be reopened as a draft. The supplier already has it; change or cancel it instead.',
  )
  expect(said('cancel', { status: 'partially_delivered' })).toBe(
    'PO-1 is partially delivered and cannot be cancelled. Goods have arrived; close it instead, or remove its deliveries first.',
  )
  for (const name of ['issue', 'push_to_wms', 'receive', 'bill'] as const)
    expect(said(name, { status: 'draft' })).toEndWith('Approve it first.')
  for (const status of ['draft', 'approved'] as const) expect(said('close', { status })).toEndWith('Cancel it instead.')
  for (const name of ['approve', 'reopen', 'issue', 'allocate', 'push_to_wms', 'receive', 'amend', 'hold'] as const)
    expect(said(name, { status: 'cancelled' })).toEndWith('duplicate it to order again.')
  expect(said('delete', { status: 'approved' })).toBe('PO-1 is approved and cannot be deleted. Cancel it first.')
  expect(said('delete', { status: 'delivered' })).toBe('PO-1 is delivered and cannot be deleted.')
  expect(refusedBy(() => checkAct('approve', order()))).toMatchObject({
    code: 'conflict',
    data: { act: 'approve', status: 'issued', on_hold: false, allowed_statuses: ['draft'] },
  })
})

test('a hold says its reason, if it has one', () => {
  expect(said('receive', { on_hold: true })).toBe('PO-1 is on hold and cannot be received. Release it first.')
  expect(said('receive', { on_hold: true, hold_reason: 'Dispute' })).toBe(
    'PO-1 is on hold (Dispute) and cannot be received. Release it first.',
  )
  expect(refusedBy(() => checkAct('issue', order({ on_hold: true })))).toMatchObject({
    data: {
      act: 'issue',
      status: 'issued',
      on_hold: true,
      allowed_statuses: ['approved', 'issued', 'partially_delivered'],
    },
  })
})

test('an order is delivered once every line has all its units, and partially from the first unit', () => {
  const status = (...delivered: number[]) =>
    statusByLines(
      { status: 'issued', issued_at: '2026-11-01' },
      delivered.map((delivered_quantity) => ({ quantity: 10, delivered_quantity })),
    )
  expect(status(0, 0)).toBe('issued')
  expect(status(0, 1)).toBe('partially_delivered')
  expect(status(10, 9)).toBe('partially_delivered')
  expect(status(10, 10)).toBe('delivered')
  expect(status(10, 12)).toBe('delivered')
  // An order without lines is never delivered.
  expect(status()).toBe('issued')
})

test('an order whose deliveries are all removed is issued again, or approved if it was never issued', () => {
  const lines = [{ quantity: 10, delivered_quantity: 0 }]
  expect(statusByLines({ status: 'delivered', issued_at: '2026-11-01' }, lines)).toBe('issued')
  expect(statusByLines({ status: 'partially_delivered', issued_at: null }, lines)).toBe('approved')
})

test('drafts and ended orders keep their status, whatever arrived', () => {
  for (const status of ['draft', 'closed', 'cancelled'] as const)
    expect(statusByLines({ status, issued_at: null }, [{ quantity: 1, delivered_quantity: 1 }])).toBe(status)
})

test('units in transit forbid cancelling an order', () => {
  const check = (order_type: OrderType, ...units: number[]) =>
    refusedBy(() =>
      checkNotInTransit(
        order({ order_type }),
        units.map((in_transit_quantity) => ({ in_transit_quantity })),
      ),
    )
  expect(check('transfer', 0, 0)).toBeNull()
  expect(check('transfer', 2, 3)).toMatchObject({
    code: 'conflict',
    desc: 'PO-1 has 5 units in transit and cannot be cancelled. Record their arrival, or close the order to write off what is missing.',
    data: { act: 'cancel', status: 'issued', in_transit_quantity: 5 },
  })
  expect(check('purchase', 1)).toMatchObject({ data: { act: 'cancel', in_transit_quantity: 1 } })
})
