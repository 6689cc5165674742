/** The table of sales, which callers read while orders change: of each channel what the orders have come to. */
import assert from 'node:assert/strict'
import { dayBefore, daysBack, today } from './setting.ts'
import type { DaySales } from './truth/selling/sale.ts'
import { addSales } from './truth/selling/sales.ts'
import type { World } from './world.ts'

/** Of a channel, by variant, within the window. */
function soldIn({ model }: World, channel: string, from: string): Map<string, DaySales> {
  const sums = new Map<string, DaySales>()
  for (const [words, figures] of model.sales.days()) {
    const [sku, name, , day] = words.split(' ') as [string, string, string, string]
    if (name !== channel || day < from) continue
    const before = sums.get(sku)
    sums.set(sku, before === undefined ? figures : addSales(before, figures))
  }
  return sums
}

const shownOf = ({ units, returned, gross, discounts, returns }: DaySales) => ({
  items_sold: units,
  items_returned: returned,
  gross_sales: gross,
  discounts,
  returns,
  net_sales: gross - discounts - returns,
})

export async function compareSalesTable(world: World): Promise<void> {
  const from = dayBefore(Math.max(...daysBack) + 1)
  const channels = {
    Shop: { key: 'sales_channel_id', operation: 'eq', value: world.ids.sales_channels.Shop },
    Trade: { key: 'channel_type', operation: 'eq', value: 'wholesale' },
  }
  for (const [channel, filter] of Object.entries(channels)) {
    const filters = encodeURIComponent(JSON.stringify([filter]))
    const window = `start_date=${from}&end_date=${today()}`
    const answer = await world.ask('GET', `/api/v1/sales/table?${window}&limit=100&filter_args=${filters}`)
    assert.equal(answer.status, 200, answer.text)
    const rows = new Map<string, any>(answer.body.data.rows.map((row: any) => [row.sku, row]))
    for (const [sku, figures] of soldIn(world, channel, from)) {
      const expected = shownOf(figures)
      const row = rows.get(sku)
      if (row === undefined && Object.values(expected).every((n) => n === 0)) continue
      const { items_sold, items_returned, gross_sales, discounts, returns, net_sales } = row ?? {}
      assert.deepEqual(
        {
          items_sold,
          items_returned,
          gross_sales: gross_sales?.cents,
          discounts: discounts?.cents,
          returns: returns?.cents,
          net_sales: net_sales?.cents,
        },
        expected,
        `sales table, ${sku} in ${channel}`,
      )
    }
  }
}
