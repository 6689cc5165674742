import { expect, test } from 'bun:test'
import { type Catalogue, setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

const path = '/api/v1/inventory/allocation-matrix'

const fixture = (tenant: Tenant): Promise<Catalogue> =>
  setFixture(tenant, {
    locations: [
      { name: 'Warehouse' },
      { name: 'Boutique', kind: 'store' },
      { name: 'Closed, empty', is_active: false },
      { name: 'Closed, holding', is_active: false },
    ],
    products: [
      {
        title: 'Shirt',
        variants: [
          {
            sku: 'M',
            title: 'Shirt / M',
            stock: {
              Warehouse: { on_hand: 50, committed: 8, units_per_day: '2', lead_time_days: 14, review_period_days: 7 },
              Boutique: { on_hand: 9, units_per_day: '1' },
              'Closed, holding': 4,
            },
          },
          { sku: 'L', title: 'Shirt / L', stock: { Boutique: { on_hand: 400, units_per_day: '2' } } },
        ],
      },
    ],
  })

test('every variant has a cell for every location, and cover follows from its own figures', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const answer = await tenant.get(`${path}?variant_ids=${ids.variants.L},${ids.variants.M}`)
  expect(answer.status).toBe(200)
  const { Warehouse, Boutique } = ids.locations
  const held = ids.locations['Closed, holding']
  expect(answer.body.data.locations).toEqual([
    { location_id: Boutique, location_name: 'Boutique' },
    { location_id: held, location_name: 'Closed, holding' },
    { location_id: Warehouse, location_name: 'Warehouse' },
  ])
  const unsold = {
    days_of_cover: null,
    weeks_of_cover: null,
    cover_reason: 'Nothing was sold in the last 28 days.',
    cover_reason_code: 'nothing_sold',
  }
  const unmeasured = {
    ...unsold,
    cover_reason: expect.stringContaining('not been measured'),
    cover_reason_code: 'not_measured',
  }
  const sold = { cover_reason: null, cover_reason_code: null }
  const shirt = ids.products.Shirt
  expect(answer.body.data.variants).toEqual([
    {
      variant_id: ids.variants.L,
      sku: 'L',
      product_id: shirt,
      variant_title: 'Shirt / L',
      cells: [
        {
          location_id: Boutique,
          on_hand: 400,
          days_of_cover: 200,
          weeks_of_cover: 28.6,
          health: 'overstocked',
          ...sold,
        },
        { location_id: held, on_hand: 0, health: 'out_of_stock', ...unsold },
        { location_id: Warehouse, on_hand: 0, health: 'out_of_stock', ...unsold },
      ],
    },
    {
      variant_id: ids.variants.M,
      sku: 'M',
      product_id: shirt,
      variant_title: 'Shirt / M',
      cells: [
        { location_id: Boutique, on_hand: 9, days_of_cover: 9, weeks_of_cover: 1.3, health: 'critical', ...sold },
        // Its rate has not been measured since it has stock.
        { location_id: held, on_hand: 4, health: 'healthy', ...unmeasured },
        // 50 on hand less 8 committed, at 2 a day.
        { location_id: Warehouse, on_hand: 50, days_of_cover: 21, weeks_of_cover: 3, health: 'healthy', ...sold },
      ],
    },
  ])
})

test('a variant given twice appears once; 50 variants are accepted and 51 are refused', async () => {
  const tenant = await newTenant()
  const ids = await fixture(tenant)
  const many = (count: number) => Array(count).fill(ids.variants.M).join(',')
  const answer = await tenant.get(`${path}?variant_ids=${many(50)}`)
  expect(answer.body.data.variants).toHaveLength(1)
  const beyond = await tenant.get(`${path}?variant_ids=${many(51)}`)
  expect(beyond.status).toBe(400)
  expect(beyond.body.data).toMatchObject({ field: 'variant_ids' })
})

test('no variant at all is refused', async () => {
  const tenant = await newTenant()
  for (const query of ['', '?variant_ids=']) {
    const answer = await tenant.get(`${path}${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body.data.field).toBe('variant_ids')
  }
})

test('one unknown variant refuses the whole read, even if another organisation has it', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const [ids, others] = [await fixture(tenant), await fixture(other)]
  for (const unknown of ['nonsense', others.variants.M]) {
    const answer = await tenant.get(`${path}?variant_ids=${ids.variants.M},${unknown}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})
