import { expect, test } from 'bun:test'
import { bookMovements } from '../../../server/ledger/book.ts'
import { moveStock, type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/movements'

async function fixture(tenant: Tenant): Promise<Catalogue> {
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    products: [
      {
        title: 'Shirt',
        variants: [
          { sku: 'A', unit_cost: '10.0000', stock: { Main: { on_hand: 20, occurred_at: '2026-11-01T08:00:00Z' } } },
          { sku: 'B', unit_cost: null, stock: { Main: { on_hand: 5, occurred_at: '2026-11-01T08:00:00Z' } } },
        ],
      },
    ],
  })
  await moveStock(tenant, ids, [
    {
      sku: 'A',
      location: 'Main',
      kind: 'receipt',
      quantity: 20,
      unit_cost: '13',
      landed_unit_cost: '14.5',
      occurred_at: '2026-11-05T08:00:00Z',
      document: { id: 'D-1', name: 'Delivery 1' },
    },
    {
      sku: 'A',
      location: 'Main',
      kind: 'fulfilment',
      quantity: -3,
      occurred_at: '2026-11-06T08:00:00Z',
      document: { id: 'F-1', name: 'Shipment 1' },
    },
    {
      sku: 'B',
      location: 'Main',
      kind: 'fulfilment',
      quantity: -1,
      occurred_at: '2026-11-06T09:00:00Z',
      document: { id: 'F-1', name: 'Shipment 1' },
    },
    { sku: 'A', location: 'Main', kind: 'stocktake', quantity: 1, occurred_at: '2026-11-03T08:00:00Z' },
  ])
  return ids
}

const pairOf = (ids: Catalogue, sku = 'A', location = 'Main') =>
  `variant_id=${ids.variants[sku]}&location_id=${ids.locations[location]}`
const kinds = (answer: any) => answer.body.data.rows.map((row: any) => row.kind)

test('the ledger of a pair reads newest first by when it happened, with every field of a row', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const answer = await tenant.get(`${path}?${pairOf(ids)}`)
  expect(answer.status).toBe(200)
  expect(answer.body.message).toMatchObject({ service: 'inventory', severity: 'INFO' })
  expect(answer.body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  expect(kinds(answer)).toEqual(['fulfilment', 'receipt', 'stocktake', 'opening'])
  const [fulfilment, receipt] = answer.body.data.rows
  expect(fulfilment).toEqual({
    id: expect.any(Number),
    kind: 'fulfilment',
    sequence: 3,
    occurred_at: '2026-11-06T08:00:00+00:00',
    recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
    quantity_delta: -3,
    sku: 'A',
    variant_id: ids.variants.A,
    location_id: ids.locations.Main,
    location_name: 'Main',
    document: { id: 'F-1', name: 'Shipment 1', type: 'fulfilment_request' },
    document_line_id: expect.any(String),
    actor: 'test',
    evidence: null,
    reverses_movement_id: null,
    stated_cost: null,
    source_system: null,
    // (20 × 10.00 + 20 × 14.50) ÷ 40
    unit_cost: { cents: 1225, currency: 'USD', reason: null, usd: 12.25 },
    landed_unit_cost: { cents: 1225, currency: 'USD', reason: null, usd: 12.25 },
    cost_basis: 'left_at',
    cost_adjustment: null,
  })
  expect(receipt).toMatchObject({ unit_cost: { cents: 1300 }, landed_unit_cost: { cents: 1450 }, cost_basis: 'stated' })
})

test('a row with an unknown cost shows null and a reason, not zero', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const answer = await tenant.get(`${path}?${pairOf(ids, 'B')}`)
  expect(answer.body.data.rows[0]).toMatchObject({
    unit_cost: { cents: null, currency: 'USD', reason: 'The cost of these units is unknown.', usd: null },
    cost_basis: 'unknown',
  })
})

test('a document names its rows over variants, and a pair given with it narrows them', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const document = 'document_type=fulfilment_request&document_id=F-1'
  const all = await tenant.get(`${path}?${document}`)
  expect(all.body.data.rows.map((row: any) => row.sku)).toEqual(['B', 'A'])
  const one = await tenant.get(`${path}?${document}&${pairOf(ids)}`)
  expect(one.body.data.rows.map((row: any) => row.sku)).toEqual(['A'])
  const half = await tenant.get(`${path}?${document}&variant_id=${ids.variants.B}`)
  expect(half.body.data.rows.map((row: any) => row.sku)).toEqual(['B'])
  const otherType = await tenant.get(`${path}?document_type=return&document_id=F-1`)
  expect(otherType.body.data).toMatchObject({ rows: [], filtered_max_size: 0 })
})

test('kind, since and until narrow; since is included and until is not', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const ask = async (query: string) => kinds(await tenant.get(`${path}?${pairOf(ids)}&${query}`))
  expect(await ask('kind=opening,receipt')).toEqual(['receipt', 'opening'])
  expect(await ask('since=2026-11-05T08:00:00Z')).toEqual(['fulfilment', 'receipt'])
  expect(await ask('until=2026-11-05T08:00:00Z')).toEqual(['stocktake', 'opening'])
  expect(await ask('since=2026-11-03T09:00:00%2B01:00&until=2026-11-05T08:00:00.000001Z')).toEqual([
    'receipt',
    'stocktake',
  ])
})

test('pages neither skip nor repeat, also where rows happened at the same instant', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const at = '2026-11-10T08:00:00Z'
  await moveStock(
    tenant,
    ids,
    Array.from({ length: 7 }, () => ({
      sku: 'B',
      location: 'Store',
      kind: 'adjustment' as const,
      quantity: 1,
      occurred_at: at,
    })),
  )
  const seen: number[] = []
  for (let offset = 0; offset < 7; offset += 3) {
    const page = await tenant.get(`${path}?${pairOf(ids, 'B', 'Store')}&limit=3&offset=${offset}`)
    expect(page.body.data).toMatchObject({ offset, filtered_max_size: 7, size: Math.min(3, 7 - offset) })
    seen.push(...page.body.data.rows.map((row: any) => row.sequence))
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  const beyond = await tenant.get(`${path}?${pairOf(ids, 'B', 'Store')}&offset=7`)
  expect(beyond.body.data).toMatchObject({ rows: [], size: 0, filtered_max_size: 7 })
})

test('a reversal names the movement it takes back', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const found = await tenant.get(`${path}?document_type=purchase_order_delivery&document_id=D-1`)
  const [receipt] = found.body.data.rows
  await tenant.service.database.sql.begin((tx) =>
    bookMovements(
      tx as never,
      {
        organization_id: tenant.organization_id,
        actor: 'user:Ada',
        now: '2026-11-20T00:00:00Z',
        currency: 'USD',
        floor: 'none',
      },
      [
        {
          variant_id: ids.variants.A!,
          location_id: ids.locations.Main!,
          kind: 'receipt',
          quantity_delta: -20,
          document: { type: 'delivery_correction', id: 'C-1', name: 'Correction 1' },
          document_line_id: '1',
          evidence: 'Counted again',
          source_system: 'warehouse',
          reverses_movement_id: receipt.id,
        },
      ],
    ),
  )
  const answer = await tenant.get(`${path}?document_type=delivery_correction&document_id=C-1`)
  expect(answer.body.data.rows[0]).toMatchObject({
    reverses_movement_id: receipt.id,
    quantity_delta: -20,
    actor: 'user:Ada',
    evidence: 'Counted again',
    source_system: 'warehouse',
    occurred_at: '2026-11-20T00:00:00+00:00',
  })
})

test('neither a whole pair nor a whole document is refused', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  for (const query of [
    '',
    `variant_id=${ids.variants.A}`,
    `location_id=${ids.locations.Main}`,
    'document_type=return',
    'document_id=F-1',
    `variant_id=${ids.variants.A}&document_id=F-1`,
  ]) {
    const answer = await tenant.get(`${path}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('filter_needs_a_pair_or_a_document')
  }
})

test('unreadable values are refused by field', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  for (const [query, field] of [
    ['kind=receipt,theft', 'kind[1]'],
    ['kind=', 'kind'],
    ['since=yesterday', 'since'],
    ['until=2026-02-30T00:00:00Z', 'until'],
    ['since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z', 'until'],
    ['document_type=letter&document_id=1', 'document_type'],
    ['limit=10001', 'limit'],
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=2147483647', 'offset'],
    ['sku=A', 'sku'],
  ]) {
    const answer = await tenant.get(`${path}?${pairOf(ids)}&${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('bad_request')
    expect(answer.body.data.field).toBe(field)
  }
  expect((await tenant.get(`${path}?${pairOf(ids)}&limit=10000`)).status).toBe(200)
})

test('an unknown id has no movements, even if another organisation has it', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  for (const query of [
    pairOf(others),
    `variant_id=${ids.variants.A}&location_id=${others.locations.Main}`,
    'variant_id=nonsense&location_id=nonsense',
  ]) {
    const answer = await tenant.get(`${path}?${query}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ rows: [], size: 0, offset: 0, filtered_max_size: 0 })
  }
})
