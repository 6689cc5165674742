import { expect, test } from 'bun:test'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant } from '../../support/service/tenant.ts'

const none = (reason: string) => ({ cents: null, currency: 'USD', reason, usd: null })
const usd = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })

test('a variant shows its stock by location, its supplier terms and its custom fields', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store', 'Elsewhere'],
    categories: ['Knitwear'],
    custom_fields: [{ name: 'Fit', data_type: 'choice', choices: ['slim'] }, { name: 'Blank' }],
    suppliers: [
      { name: 'Acme', lead_time_days: 30 },
      { name: 'Bolt', currency: 'EUR', lead_time_days: 45 },
    ],
    products: [
      {
        title: 'Jumper',
        vendor: 'Harbour',
        category: 'Knitwear',
        variants: [
          {
            sku: 'J-S',
            title: 'Jumper / S',
            barcode: '5012345678900',
            option_values: { Size: 'S' },
            price_cents: 8900,
            unit_cost: '31.5',
            weight_kg: '0.35',
            carton_quantity: 12,
            carton_cbm: '0.05',
            custom: { Fit: 'slim', Blank: '' },
            suppliers: [
              { supplier: 'Bolt', unit_cost: '28.125', min_order_quantity: 24, batch_size: 12, supplier_sku: 'B-1' },
              { supplier: 'Acme', lead_time_days: 10 },
            ],
            stock: {
              Main: { on_hand: 10, unit_cost: '30', committed: 4, units_per_day: '0.5' },
              Store: { on_hand: 2, unit_cost: null, incoming: 6 },
            },
          },
        ],
      },
    ],
  })
  const { status, body, headers } = await tenant.get(`/api/v1/variants/${ids.variants['J-S']}`)
  expect(status).toBe(200)
  expect(headers.get('x-ratelimit-limit')).toBe('600')
  const { created_at, last_updated_at, ...variant } = body.data
  expect(created_at).toBe(last_updated_at)
  expect(variant).toEqual({
    variant_id: ids.variants['J-S'],
    product_id: ids.products.Jumper,
    product_title: 'Jumper',
    sku: 'J-S',
    barcode: '5012345678900',
    title: 'Jumper / S',
    option_values: { Size: 'S' },
    position: 1,
    status: 'ACTIVE',
    vendor: 'Harbour',
    category_id: ids.categories.Knitwear,
    category: 'Knitwear',
    price: usd(8900),
    compare_at_price: none('The variant has no compare-at price.'),
    unit_cost: usd(3150),
    weight_kg: 0.35,
    lead_time_days: null,
    carton: { quantity: 12, cbm: 0.05, weight_kg: null },
    on_hand_qty: 12,
    committed_qty: 4,
    available_qty: 8,
    incoming_qty: 6,
    inventory_value: none('The cost of some units on hand is unknown.'),
    stock: [
      {
        location_id: ids.locations.Main,
        location_name: 'Main',
        on_hand_qty: 10,
        committed_qty: 4,
        available_qty: 6,
        incoming_qty: 0,
        average_cost: usd(3000),
        inventory_value: usd(30_000),
        units_per_day: 0.5,
        days_of_cover: 12,
        cover_reason: null,
        cover_reason_code: null,
        health: 'critical',
      },
      {
        location_id: ids.locations.Store,
        location_name: 'Store',
        on_hand_qty: 2,
        committed_qty: 0,
        available_qty: 2,
        incoming_qty: 6,
        average_cost: none('The cost of the units at this location is unknown.'),
        inventory_value: none('The cost of some units on hand is unknown.'),
        units_per_day: null,
        days_of_cover: null,
        cover_reason:
          'The rate has not been measured since the stock or the last sales were recorded; it is measured every hour.',
        cover_reason_code: 'not_measured',
        health: 'healthy',
      },
    ],
    suppliers: [
      {
        supplier_id: ids.suppliers.Bolt,
        name: 'Bolt',
        supplier_sku: 'B-1',
        is_primary: true,
        unit_cost: { cents: 2813, currency: 'EUR', reason: null, usd: null },
        min_order_quantity: 24,
        batch_size: 12,
        lead_time_days: 45,
      },
      {
        supplier_id: ids.suppliers.Acme,
        name: 'Acme',
        supplier_sku: null,
        is_primary: false,
        unit_cost: none('The supplier has no unit cost for this variant.'),
        min_order_quantity: null,
        batch_size: null,
        lead_time_days: 10,
      },
    ],
    custom_fields: [{ custom_field_id: ids.custom_fields.Fit, name: 'Fit', data_type: 'choice', value: 'slim' }],
  })
})

test('a variant without stock has measured zeros', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, { products: [{ title: 'New', variants: [{ sku: 'N-1' }] }] })
  const { body } = await tenant.get(`/api/v1/variants/${ids.variants['N-1']}`)
  expect(body.data).toMatchObject({
    on_hand_qty: 0,
    inventory_value: usd(0),
    price: none('The variant has no price.'),
    unit_cost: none('The variant has no unit cost.'),
    stock: [],
    suppliers: [],
    custom_fields: [],
  })
})

test('a variant that is not this organisation’s is unknown', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()]
  const theirs = await setFixture(other, { products: [{ title: 'New', variants: [{ sku: 'N-1' }] }] })
  for (const id of [theirs.variants['N-1'], 'not-an-id']) {
    const answer = await tenant.get(`/api/v1/variants/${id}`)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('variant_not_on_file')
  }
})
