/** One small catalogue in which every filter tells some products and variants from others. */
import { type Catalogue, setFixture } from '../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../support/service/tenant.ts'

const measured = { carton_quantity: 12, carton_cbm: '0.05', carton_weight_kg: '8' }

export async function catalogueFixture(): Promise<{ tenant: Tenant; ids: Catalogue }> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store', 'Unused'],
    categories: ['Coats', 'Hats', 'Empty'],
    suppliers: [{ name: 'Acme', lead_time_days: 30 }, { name: 'Bolt' }, { name: 'Idle' }],
    custom_fields: [{ name: 'Fit' }, { name: 'Lining' }],
    products: [
      {
        title: 'Anorak',
        vendor: 'Harbour',
        category: 'Coats',
        class: 'core',
        country_of_origin: 'PT',
        hs_code: '620193',
        tags: ['winter', 'rain'],
        platform_tags: ['new'],
        metafields: [{ namespace: 'custom', key: 'fabric', value: 'nylon' }],
        variants: [
          {
            ...measured,
            sku: 'AN-S',
            price_cents: 12_000,
            unit_cost: '40',
            custom: { Fit: 'slim' },
            suppliers: [{ supplier: 'Acme', min_order_quantity: 10 }],
            stock: { Main: 10, Store: { on_hand: 5, incoming: 3 } },
          },
          {
            ...measured,
            sku: 'AN-M',
            price_cents: 13_000,
            unit_cost: '42',
            custom: { Fit: 'regular' },
            suppliers: [{ supplier: 'Acme', min_order_quantity: 10 }],
            stock: { Main: 2 },
          },
        ],
      },
      {
        title: 'Beret',
        vendor: 'Northside',
        category: 'Hats',
        class: 'fashion',
        status: 'DRAFT',
        country_of_origin: 'FR',
        tags: ['winter'],
        is_seasonal: true,
        metafields: [{ namespace: 'custom', key: 'fabric', value: 'wool' }],
        variants: [
          {
            ...measured,
            sku: 'BE-1',
            price_cents: 3000,
            custom: { Lining: 'silk' },
            suppliers: [{ supplier: 'Bolt' }],
            stock: { Store: { on_hand: 7, unit_cost: '9' } },
          },
        ],
      },
      { title: 'Cape', variants: [{ sku: 'CA-1' }] },
      { title: 'Dress', is_managed: false, vendor: 'Harbour' },
    ],
  })
  return { tenant, ids }
}

export const filterArgs = (...filters: { key: string; operation: string; value?: unknown }[]): string =>
  `filter_args=${encodeURIComponent(JSON.stringify(filters))}`
