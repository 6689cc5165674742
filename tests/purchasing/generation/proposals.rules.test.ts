import { expect, test } from 'bun:test'
import {
  draftsOf,
  lineReason,
  proposeOrders,
  type ProposalSettings,
  type SupplyCandidate,
} from '../../../server/purchasing/generation/proposals.rules.ts'

const settings: ProposalSettings = {
  group_by: 'supplier',
  horizon_days: 28,
  fill_container: false,
  round_to_batch_size: true,
  top_up_to_moq: true,
}

/** 20 of 42 available at 2 a day, so 78 short. */
const candidate = (given: Partial<SupplyCandidate> = {}): SupplyCandidate => ({
  variant_id: 'a',
  sku: 'A',
  location_id: 'here',
  available: 20,
  incoming: 0,
  units_per_day: 2,
  lead_time_days: 14,
  review_period_days: 7,
  min_order_quantity: null,
  batch_size: null,
  unit_cost: '10.0000',
  purchase_unit: 'EA',
  purchase_unit_factor: 1,
  carton_quantity: 10,
  carton_cbm: '2.5',
  carton_weight_kg: '20',
  supplier_id: 'mill',
  supplier_name: 'Mill',
  supplier_min_order_quantity: null,
  supplier_min_order_value_cents: null,
  category_id: null,
  ...given,
})

const shape = (proposals: ReturnType<typeof proposeOrders>) =>
  proposals.map(({ supplier_id, location_id, proposal }) => [
    supplier_id,
    location_id,
    ...proposal.lines.map(({ variant_id, quantity }) => `${variant_id} ${quantity}`),
  ])

test('lines with the same supplier and destination share an order; by category, only lines of one category do', () => {
  const candidates = [
    candidate({ category_id: 'coats' }),
    candidate({ variant_id: 'b', category_id: 'caps', available: 30 }),
    candidate({ variant_id: 'c', location_id: 'there', category_id: 'coats' }),
    candidate({ variant_id: 'd', supplier_id: 'forge', category_id: 'coats' }),
    candidate({ variant_id: 'e', supplier_id: null, supplier_name: null }),
    candidate({ variant_id: 'f', available: 500 }),
  ]
  expect(shape(proposeOrders(candidates, settings))).toEqual([
    ['mill', 'here', 'a 78', 'b 68'],
    ['mill', 'there', 'c 78'],
    ['forge', 'here', 'd 78'],
    [null, 'here', 'e 78'],
  ])
  expect(shape(proposeOrders(candidates, { ...settings, group_by: 'category' }))).toEqual([
    ['mill', 'here', 'a 78'],
    ['mill', 'here', 'b 68'],
    ['mill', 'there', 'c 78'],
    ['forge', 'here', 'd 78'],
    [null, 'here', 'e 78'],
  ])
})

test('the container is chosen for the need, filled, and never replaced by a larger one', () => {
  // 78 units are 8 cartons, 20 m³: a 20' GP of 28 m³ holds 11, so 110 units, 16 days more.
  const [filled] = proposeOrders([candidate()], { ...settings, fill_container: true })
  expect(filled).toMatchObject({
    container: { id: 1, name: "20' GP" },
    proposal: { units: 110, topped_up_days: 16, remarks: [] },
  })
  expect(lineReason('Short.', filled!.proposal)).toBe(
    "Short. The whole order was increased by 16 days of cover to reach the supplier's minimum or fill a container.",
  )
})

test('a variant without carton measures leaves its order unfilled, with the reason', () => {
  const [bare] = proposeOrders([candidate(), candidate({ variant_id: 'b', carton_cbm: null })], {
    ...settings,
    fill_container: true,
  })
  expect(bare).toMatchObject({
    container: null,
    proposal: { units: 156, remarks: ['The container cannot be filled: a variant has no carton measures.'] },
  })
})

test('a draft never exceeds the line limit of an order, and nothing is drafted without a supplier', () => {
  const many = Array.from({ length: 2_001 }, (_, i) => candidate({ variant_id: `v${i}` }))
  const drafts = draftsOf(proposeOrders([...many, candidate({ supplier_id: null, supplier_name: null })], settings), 28)
  expect(drafts.map(({ supplier_id, line_items }) => [supplier_id, line_items.length])).toEqual([
    ['mill', 2_000],
    ['mill', 1],
  ])
  expect(drafts[0]).toMatchObject({
    order_type: 'purchase',
    container_type_id: null,
    notes: 'Proposed to cover the lead time, the review period and 28 days of sales.',
  })
})

test('without a supplier no container is chosen, even where containers are filled', () => {
  const [none] = proposeOrders([candidate({ supplier_id: null, supplier_name: null })], {
    ...settings,
    fill_container: true,
  })
  expect(none).toMatchObject({ container: null, proposal: { units: 78, topped_up_days: 0, remarks: [] } })
})

test('a line that was not topped up keeps its reason, and a day is one day', () => {
  const [asNeeded] = proposeOrders([candidate()], settings)
  expect(lineReason('Short.', asNeeded!.proposal)).toBe('Short.')
  const [one] = proposeOrders([candidate({ supplier_min_order_quantity: 79 })], settings)
  expect(lineReason('Short.', one!.proposal)).toBe(
    "Short. The whole order was increased by 1 day of cover to reach the supplier's minimum or fill a container.",
  )
})

test('a draft names its lines, its container, what topped it up, and every remark', () => {
  const filled = proposeOrders([candidate()], { ...settings, fill_container: true })
  expect(draftsOf(filled, 1)).toMatchObject([
    {
      at: 'Mill: ',
      location_id: 'here',
      container_type_id: 1,
      notes:
        "Proposed to cover the lead time, the review period and 1 day of sales. Every line was increased by 16 days of cover to reach the supplier's minimum or fill a container. Planned for 20' GP.",
      line_items: [{ variant_id: 'a', quantity: 110 }],
    },
  ])
  const short = proposeOrders([candidate({ supplier_min_order_quantity: 1_000_000 })], settings)
  expect(draftsOf(short, 28)[0]!.notes).toBe(
    "Proposed to cover the lead time, the review period and 28 days of sales. The order misses the supplier's minimum even with 365 days of cover.",
  )
})
