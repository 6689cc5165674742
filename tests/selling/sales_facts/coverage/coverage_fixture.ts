/** A shop whose online store sells live, or not at all, and whose till is imported day by day. */
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../../server/calendar/days.ts'
import { openImporter } from '../../../imports/rig.ts'
import { setFixture } from '../../../support/fixtures/catalogue.ts'
import { newSession } from '../../../support/service/session.ts'
import { newTenant } from '../../../support/service/tenant.ts'

export const today = new Date().toISOString().slice(0, 10)
export const dayAgo = (days: number) => addDays(today, -days)

export async function openCoveredShop() {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: [
      { name: 'Online', channel_type: 'online' },
      { name: 'Outlet', channel_type: 'store' },
      { name: 'Till', channel_type: 'store' },
    ],
    categories: ['Knitwear'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          {
            sku: 'J',
            price_cents: 5_000,
            stock: { Main: { on_hand: 10_000, unit_cost: '20.0000', occurred_at: `${dayAgo(400)}T00:00:00Z` } },
          },
        ],
      },
    ],
  })
  const session = await newSession(tenant)
  const importer = await openImporter(tenant)
  return { tenant, ids, session, importer }
}
export type CoveredShop = Awaited<ReturnType<typeof openCoveredShop>>

/** A file with a row of two units at 100.00 for each of these days. */
export const importDays = ({ importer }: CoveredShop, channel: string, days: readonly string[]) =>
  importer.imported(
    ['Date,SKU,Channel,Location,Units,Gross sales', ...days.map((day) => `${day},J,${channel},Main,2,100.00`)].join(
      '\n',
    ),
    { kind: 'daily_sales' },
  )

/** An order that comes in as it is placed. */
export async function placeLive({ tenant, ids }: CoveredShop, channel: string, ordered_at: string) {
  const order = {
    sales_channel_id: ids.sales_channels[channel],
    location_id: ids.locations.Main,
    ordered_at,
    lines: [{ sku: 'J', quantity: 1, unit_price_cents: 5_000 }],
  }
  const answer = await tenant.post('/api/v1/sales/orders', order, { headers: { 'Idempotency-Key': uuidv7() } })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

export const coverage = async ({ session }: CoveredShop) => (await session.get('/api/v1/sales/coverage')).body.data

export const channelOf = async (shop: CoveredShop, name: string) =>
  (await coverage(shop)).channels.find(({ sales_channel }: any) => sales_channel === name)

export const state = ({ session, ids }: CoveredShop, channel: string, body: object) =>
  session.put(`/api/v1/sales-channels/${ids.sales_channels[channel]}/recorded-through`, body)
