/** The search of the built site, asked what newcomers type: the right page is the first result. */
import { afterAll, expect, test } from 'bun:test'
import { search_ranking } from '../../docs-site/src/search_ranking.ts'
import { serveSite } from './built_site.ts'

const site = serveSite()
afterAll(site.stop)

/** Each query with the page that answers it; where two are as good, both. */
const queries: [string, ...string[]][] = [
  ['pagination', '/api/guides/paging'],
  ['next page', '/api/guides/paging'],
  ['override forecast', '/reference/session/set_forecast_overrides'],
  ['list forecasts', '/reference/session/list_forecasts'],
  ['filter and sort', '/api/guides/paging'],
  ['export to csv', '/api/guides/paging', '/reference/purchase_orders/export'],
  ['shopify csv', '/api/guides/move/shopify', '/api/guides/import-data'],
  ['migrate from woocommerce', '/api/guides/move/woocommerce'],
  ['move from lightspeed', '/api/guides/move/lightspeed'],
  ['sales history', '/api/guides/import-data'],
  ['import products', '/api/guides/import-data'],
  ['upload inventory', '/api/guides/import-data'],
  ['opening stock', '/api/guides/import-data'],
  ['import fields', '/api/guides/import-fields'],
  ['verify webhook', '/webhooks/events'],
  ['webhook signature', '/webhooks/events'],
  ['webhook retries', '/webhooks/events'],
  ['list of events', '/webhooks/events'],
  ['localhost webhook', '/webhooks/local'],
  ['signature mismatch', '/webhooks/playground'],
  ['goods receipt', '/reference/purchase_orders/record_delivery'],
  ['receive purchase order', '/reference/purchase_orders/record_delivery'],
  ['list products', '/reference/products/list_products'],
  ['product filters', '/reference/products/list_filters'],
  ['get a variant', '/reference/products/get_variant'],
  ['stock levels', '/reference/inventory/list_inventory'],
  ['inventory', '/reference/inventory/list_inventory'],
  ['stock on hand', '/reference/inventory/stock_on_hand'],
  ['available to promise', '/reference/inventory/position'],
  ['stock movements', '/reference/movements', '/reference/movements/list'],
  ['stock ledger', '/reference/movements/list'],
  ['create purchase order', '/reference/purchase_orders/create'],
  ['approve purchase order', '/reference/purchase_orders/approve'],
  ['cancel purchase order', '/reference/purchase_orders/update'],
  ['send order to supplier', '/api/guides/orders-to-suppliers'],
  ['create supplier', '/reference/suppliers/create'],
  ['stocktake', '/reference/stocktakes', '/reference/stocktakes/create'],
  ['cycle count', '/reference/stocktakes/create'],
  ['rate limit', '/api/guides/rate-limits'],
  ['429', '/api/guides/rate-limits'],
  ['too many requests', '/api/guides/rate-limits'],
  ['idempotency key', '/api/guides/idempotency'],
  ['retry', '/api/guides/retries'],
  ['error codes', '/api/guides/errors'],
  ['401 unauthorized', '/api/guides/errors'],
  ['api key', '/api/guides/authentication', '/reference/session/mint_key'],
  ['bearer token', '/api/guides/authentication'],
  ['scopes', '/api/guides/scopes', '/reference/scopes'],
  ['permissions', '/reference/scopes'],
  ['sandbox', '/api/guides/sandbox', '/reference/sandbox'],
  ['sample data', '/api/guides/sandbox'],
  ['breaking changes', '/api/guides/versioning'],
  ['changelog', '/changelog'],
  ['getting started', '/quick-start'],
  ['express', '/receivers/kit/express'],
  ['cloudflare workers', '/receivers/kit/stores/d1'],
  ['ip allowlist', '/api/guides/security'],
  ['landed cost', '/api/guides/purchasing'],
  ['backup', '/operate/production'],
  ['openapi', '/reference'],
  ['create sales order', '/reference/orders/create'],
  ['import orders', '/reference/orders/import', '/api/guides/import-data'],
  ['allocate stock', '/reference/orders/allocate'],
  ['put an order on hold', '/api/guides/changing-orders'],
  ['split an order', '/api/guides/changing-orders'],
  ['ship an order', '/api/guides/selling'],
  ['partial shipment', '/api/guides/selling'],
  ['tracking number', '/api/guides/selling'],
  ['back order', '/api/guides/backorders'],
  ['asn', '/reference/orders/send_shipping_notice'],
  ['cancel order', '/reference/orders/cancel'],
  ['invoice', '/api/guides/selling', '/reference/orders/invoice'],
  ['customers', '/reference/orders/list_customers'],
  ['gdpr', '/reference/session/redact_customer', '/api/guides/customers-and-privacy'],
  ['quarantine', '/reference/session/inspect_returned_units'],
  ['return refund', '/api/guides/returns'],
  ['size exchange', '/api/guides/returns'],
  ['receive a return', '/reference/returns/receive'],
  ['pdf order', '/api/guides/order-papers'],
  ['edi 850', '/api/guides/edi-with-a-retailer', '/api/guides/orders-to-suppliers'],
  ['edi 856', '/api/guides/edi-with-a-retailer'],
  ['edi 852', '/api/guides/weekly-sell-out'],
  ['sell-out', '/api/guides/weekly-sell-out'],
  ['sell-through', '/api/guides/metrics'],
  ['order book', '/reference/order_book', '/api/guides/season-bookings'],
  ['bookings', '/reference/order_book', '/api/guides/season-bookings'],
  ['size curve', '/reference/order_book/get_account_size_curve'],
  ['replenishment', '/reference/accounts/list_replenishment_recommendations', '/api/guides/recipes/replenishment'],
  ['open to buy', '/api/guides/open-to-buy'],
  ['buy plan', '/reference/planning/list_buy_plans', '/api/guides/open-to-buy'],
  ['planning cycle', '/reference/session/open_planning_cycle', '/api/guides/planning-cycles'],
  ['cash flow', '/api/guides/cash-gate'],
  ['forecast', '/reference/sales/get_forecast_config', '/api/guides/velocity-and-forecasts'],
  ['price sensitivity', '/reference/products/get_price_sensitivity'],
  ['velocity', '/reference/sales/list_velocity'],
  ['promotion', '/reference/sales/list_demand_events'],
  ['best sellers', '/api/guides/season'],
  ['weekly trade', '/reference/reports/get_weekly_trade'],
  ['wssi', '/reference/session/get_wssi'],
  ['season to date', '/reference/session/compare_weekly_trade'],
  ['exceptions', '/reference/session/list_exceptions'],
]

test('what a newcomer types leads to the right page first', async () => {
  expect(queries.length).toBeGreaterThan(40)
  const { page } = await site.open('/reference')
  const firsts = await page.evaluate(
    async ({ asked, ranking }: { asked: string[]; ranking: object }) => {
      const path = '/pagefind/pagefind.js'
      const search = await import(path)
      await search.options({ ranking })
      const found: string[] = []
      for (const one of asked) {
        const [first] = (await search.search(one)).results
        found.push(first ? (await first.data()).url.replace(/\/$/, '') : 'nothing')
      }
      return found
    },
    { asked: queries.map(([asked]) => asked), ranking: search_ranking },
  )
  const misses = queries.flatMap(([asked, ...right], i) =>
    right.includes(firsts[i]) ? [] : [`${asked}: ${firsts[i]}`],
  )
  expect(misses).toEqual([])
  await page.close()
}, 120_000)

test('the dialog of the search ranks as this test does', async () => {
  const { page } = await site.open('/api/guides/versioning')
  await page.click('button[data-open-modal]')
  await page.fill('dialog[open] input', 'pagination')
  const first = page.locator('dialog[open] .pagefind-ui__result-link').first()
  await first.waitFor({ timeout: 20_000 })
  expect(await first.getAttribute('href')).toBe('/api/guides/paging')
  await page.close()
}, 60_000)
