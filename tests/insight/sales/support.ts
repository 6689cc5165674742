/** A shop with sales of several categories, channels and months, and sums recomputed from the rows that were written. */
import { type Catalogue, recordSales, setFixture } from '../../support/fixtures/catalogue.ts'
import type { SaleFixture } from '../../support/fixtures/fixture.ts'
import { addDays } from '../../../server/calendar/days.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export interface SalesShop {
  tenant: Tenant
  ids: Catalogue
  rows: SaleFixture[]
}

export const channelTypes = { Online: 'online', Shop: 'store', Outlet: 'store', Wholesale: 'wholesale' } as const
export const categoryOf: Record<string, string | null> = {
  'J-S': 'Knitwear',
  'J-M': 'Knitwear',
  'D-30': 'Denim',
  'D-32': 'Denim',
  X: null,
}
export const productOf: Record<string, string> = {
  'J-S': 'Jumper',
  'J-M': 'Jumper',
  'D-30': 'Jeans',
  'D-32': 'Jeans',
  X: 'Gift card',
}

export async function openSalesShop(): Promise<SalesShop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: Object.entries(channelTypes).map(([name, channel_type]) => ({ name, channel_type })),
    categories: ['Knitwear', 'Denim', 'Empty'],
    custom_fields: [{ name: 'Fit' }],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        platform_tags: ['winter'],
        variants: [
          { sku: 'J-S', option_values: { Size: 'S' }, custom: { Fit: 'slim' } },
          { sku: 'J-M', option_values: { Size: 'M' } },
        ],
      },
      {
        title: 'Jeans',
        category: 'Denim',
        platform_tags: ['denim'],
        variants: [
          { sku: 'D-30', option_values: { Size: 'S' } },
          { sku: 'D-32', option_values: { Size: 'M' } },
        ],
      },
      { title: 'Gift card', variants: [{ sku: 'X' }] },
    ],
  })
  return { tenant, ids, rows: [] }
}

export async function sell(shop: SalesShop, rows: readonly SaleFixture[]): Promise<void> {
  shop.rows.push(...rows)
  await recordSales(shop.tenant, shop.ids, rows)
}

/** Reproducible sales from one day to another; some days of some variants have returns alone. */
export function randomSales(first: string, last: string, seedAt = 11): SaleFixture[] {
  let seed = seedAt
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const rows: SaleFixture[] = []
  for (let day = first; day <= last; day = addDays(day, 1))
    for (const channel of Object.keys(channelTypes))
      for (const sku of Object.keys(categoryOf))
        if (random(3) === 0) {
          const isReturn = random(6) === 0
          const units = isReturn ? 0 : 1 + random(4)
          rows.push({
            sku,
            day,
            channel,
            location: random(2) === 0 ? 'Main' : 'Store',
            units,
            returned_units: isReturn ? 1 + random(2) : random(9) === 0 ? 1 : 0,
            gross_sales_cents: units * (1000 + random(9000)),
            discounts_cents: units === 0 ? 0 : random(500),
            returns_cents: isReturn ? random(9000) : 0,
            taxes_cents: random(300),
          })
        }
  return rows
}

export const netOf = ({ gross_sales_cents, discounts_cents = 0, returns_cents = 0 }: SaleFixture) =>
  gross_sales_cents - discounts_cents - returns_cents

/** Sums over rows, without SQL. */
export const sumOf = (rows: readonly SaleFixture[], of: (row: SaleFixture) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)

export const between = (rows: readonly SaleFixture[], start: string, end: string) =>
  rows.filter(({ day }) => day >= start && day <= end)

export const dollars = (cents: number) => ({ cents, currency: 'USD', reason: null, usd: cents / 100 })
