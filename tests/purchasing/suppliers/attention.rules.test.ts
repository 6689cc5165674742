/** What needs attention at a supplier: when, how severe, and in which order. */
import { expect, test } from 'bun:test'
import { attentionItems, type AttentionKind, type Found } from '../../../server/purchasing/suppliers/attention.rules.ts'
import type { SupplierFacts } from '../../../server/purchasing/suppliers/attention.store.ts'

const today = '2026-03-10'
/** A supplier without gaps. */
const facts = (changes: Partial<SupplierFacts> = {}): SupplierFacts => ({
  name: 'Mill',
  order_channel: 'email',
  order_email: 'orders@example.com',
  is_active: true,
  lead_time_days: 30,
  has_primary_contact: true,
  primary_contact_email: null,
  variants: 5,
  primary_variants: 2,
  open_orders: 1,
  ...changes,
})
const found = (kind: AttentionKind, changes: Partial<Found> = {}): Found => ({
  kind,
  count: 1,
  severity: null,
  subjects: [],
  ...changes,
})
const gaps = (changes: Partial<SupplierFacts>) =>
  attentionItems(facts(changes), [], today).map(({ kind, severity }) => `${kind} ${severity}`)
const sentence = (one: Found) => attentionItems(facts(), [one], today)[0]!.sentence

test('orders by e-mail need an address of the supplier or of its primary contact', () => {
  expect(gaps({})).toEqual([])
  expect(gaps({ order_email: null, primary_contact_email: 'ada@example.com' })).toEqual([])
  expect(gaps({ order_email: null })).toEqual(['order_address_missing blocking'])
  expect(gaps({ order_email: null, order_channel: 'edi' })).toEqual([])
})

test('an inactive supplier is in use while it has open orders or primary variants', () => {
  const unused = { is_active: false, open_orders: 0, primary_variants: 0 }
  expect(gaps(unused)).toEqual([])
  expect(gaps({ ...unused, open_orders: 1 })).toEqual(['inactive_in_use warning'])
  expect(gaps({ ...unused, primary_variants: 1 })).toEqual(['inactive_in_use warning'])
  const [item] = attentionItems(facts({ ...unused, open_orders: 1, primary_variants: 2 }), [], today)
  expect(item!.sentence).toBe(
    'The supplier is inactive but still in use: it is the primary supplier of 2 variants and has 1 open order.',
  )
  expect(item).toMatchObject({ count: 1, subjects: [] })
})

test('a lead time is missing only where the supplier has variants; zero days are a lead time', () => {
  expect(gaps({ lead_time_days: null })).toEqual(['lead_time_missing info'])
  expect(gaps({ lead_time_days: null, variants: 1 })).toEqual(['lead_time_missing info'])
  expect(gaps({ lead_time_days: null, variants: 0 })).toEqual([])
  expect(gaps({ lead_time_days: 0 })).toEqual([])
  expect(gaps({ has_primary_contact: false })).toEqual(['primary_contact_missing info'])
})

test('sentences count one and several, and say how late the first order is', () => {
  const late = (since: string, count = 1) =>
    sentence(
      found('orders_overdue', {
        count,
        subjects: [{ type: 'purchase_order', id: 'a', name: 'PO-1', since, units: 3 }],
      }),
    )
  expect(late('2026-03-09')).toBe('1 open order is past the expected delivery date; PO-1 is 1 day late.')
  expect(late('2026-02-28', 2)).toBe('2 open orders are past the expected delivery date; PO-1 is 10 days late.')
  const both = (kind: AttentionKind) => [sentence(found(kind)), sentence(found(kind, { count: 2 }))]
  expect(both('exceptions_open')).toEqual([
    '1 exception about its orders waits for a decision.',
    '2 exceptions about its orders wait for a decision.',
  ])
  expect(both('supplier_updates_pending')).toEqual([
    'The supplier reported 1 change to its orders that nobody has decided.',
    'The supplier reported 2 changes to its orders that nobody has decided.',
  ])
  expect(both('orders_on_hold')).toEqual(['1 open order is on hold.', '2 open orders are on hold.'])
  expect(both('stock_at_risk').map((one) => one.slice(0, 10))).toEqual(['1 variant ', '2 variants'])
  expect(both('orders_to_issue').map((one) => one.slice(0, 12))).toEqual(['1 order is a', '2 orders are'])
  expect(both('costs_missing')).toEqual([
    '1 variant of this supplier has no cost.',
    '2 variants of this supplier have no cost.',
  ])
})

test('the most severe comes first, then the order of the kinds; a finding can raise the severity of its kind', () => {
  const kinds = (all: readonly Found[], changes: Partial<SupplierFacts> = {}) =>
    attentionItems(facts(changes), all, today).map(({ kind, severity }) => `${kind} ${severity}`)
  const all = [found('costs_missing'), found('stock_at_risk'), found('orders_to_issue'), found('exceptions_open')]
  expect(kinds(all, { order_email: null })).toEqual([
    'order_address_missing blocking',
    'exceptions_open warning',
    'stock_at_risk warning',
    'orders_to_issue info',
    'costs_missing info',
  ])
  expect(kinds([found('exceptions_open'), found('orders_to_issue', { severity: 'blocking' })])).toEqual([
    'orders_to_issue blocking',
    'exceptions_open warning',
  ])
  // A finding of less weight does not lower it.
  expect(kinds([found('exceptions_open', { severity: 'info' })])).toEqual(['exceptions_open warning'])
  const item = attentionItems(facts(), [found('costs_missing', { count: 3 })], today)[0]!
  expect(item).toMatchObject({ kind: 'costs_missing', count: 3, subjects: [] })
  expect(item.action).toContain('unit costs')
})
