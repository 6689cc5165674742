import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { insertRows } from '../../support/fixtures/catalogue.ts'
import { faultOf, refused } from '../accounts/trade.ts'
import { openRetailerShop, reportedShop, type RetailerShop } from './retailer_shop.ts'

const listPath = '/api/v1/wholesale/retailers'
const retailersOf = async ({ tenant }: RetailerShop, query = '') =>
  (await tenant.get(`${listPath}${query}`)).body.data.retailers

test('velocity and sell-through of an account count reported weeks only, less returns', async () => {
  const shop = await reportedShop()
  await shop.terms({ transit_time_days: 4, buyer_id: 'B-1', account_tier: 'key' })
  const [retailer, ...others] = await retailersOf(shop)
  expect(others).toEqual([])
  // 9 + 4 + 5 + 7 - 2 units in 21 reported days; 20 + 10 units on hand at the end of week 1.
  expect(retailer).toMatchObject({
    id: shop.account_id,
    name: 'Nordhaus',
    buyer_id: 'B-1',
    account_tier: 'key',
    sales_channel_id: shop.channel_id,
    transit_time_days: 4,
    last_data_synced_at: null,
    sales_velocity_per_week: 7.67,
    sales_velocity_reason: null,
    sell_through_rate: 0.434,
    sell_through_reason: null,
    sales_window: { start_date: addDays(shop.week(1).period_end, -90), end_date: shop.week(1).period_end },
    total_skus: 2,
    portal_seats: { accepted: 0, invited: 0, last_opened_at: null },
    // 30 units last 27 whole days at 23 / 21 units a day, from the end of week 1; the transit takes 4 of them.
    next_estimated_sale_order_date: addDays(shop.today, -3 + 27 - 4),
    next_estimated_sale_order_in_weeks: 2.9,
    next_estimated_sale_order_method: 'stock_cover',
    next_estimated_sale_order_reason: null,
  })
})

test('an account without sell-out has no figures, and each says why', async () => {
  const shop = await openRetailerShop()
  const [retailer] = await retailersOf(shop)
  expect(retailer).toMatchObject({
    sales_velocity_per_week: null,
    sales_velocity_reason: 'The account has not reported any sell-out.',
    sell_through_rate: null,
    sell_through_reason: 'The account has not reported any sell-out.',
    sales_window: null,
    total_skus: 0,
    next_estimated_sale_order_date: null,
    next_estimated_sale_order_in_weeks: null,
    next_estimated_sale_order_method: null,
  })
  expect(retailer.next_estimated_sale_order_reason).toContain('fewer than three days')
})

test('the next order follows the median interval between order days', async () => {
  const shop = await reportedShop()
  const lines = [{ variant_id: shop.ids.variants['J-L'], quantity: 1, unit_price_cents: 100 }]
  const body = { trading_partner_id: shop.account_id, sales_channel_id: shop.channel_id, lifecycle: 'open', lines }
  const { sql } = shop.tenant.service.database
  // Two orders of one day count once; intervals of 10, 30 and 14 days have the median 14.
  for (const ago of [59, 49, 49, 19, 5]) {
    const order = await shop.placed(body)
    await sql`update sales_orders set ordered_on = ${addDays(shop.today, -ago)}
      where organization_id = ${shop.tenant.organization_id} and order_id = ${order.order_id}`
  }
  const [retailer] = await retailersOf(shop)
  expect(retailer).toMatchObject({
    next_estimated_sale_order_date: addDays(shop.today, 9),
    next_estimated_sale_order_in_weeks: 1.3,
    next_estimated_sale_order_method: 'order_interval',
    total_skus: 3,
  })
  await sql`update sales_orders set ordered_on = ordered_on - 20 where organization_id = ${shop.tenant.organization_id}`
  expect((await retailersOf(shop))[0].next_estimated_sale_order_date).toBe(shop.today)
})

test('with variant_id, figures are those of the variant, and other accounts are left out', async () => {
  const shop = await reportedShop()
  const { tenant, ids } = shop
  await insertRows(tenant, 'trading_partners', [
    {
      trading_partner_id: uuidv7(),
      name: 'Aldwych',
      currency: 'USD',
      auto_release_holds: false,
      created_at: new Date(),
      updated_at: new Date(),
    },
  ])
  expect((await retailersOf(shop)).map(({ name }: any) => name)).toEqual(['Aldwych', 'Nordhaus'])
  const ofVariant = await retailersOf(shop, `?variant_id=${ids.variants['J-M']}`)
  // 4 + 0 - 2 units in 21 days; 10 on hand.
  expect(ofVariant).toHaveLength(1)
  expect(ofVariant[0]).toMatchObject({
    name: 'Nordhaus',
    sales_velocity_per_week: 0.67,
    sell_through_rate: 0.1667,
    total_skus: 2,
  })
  expect(await retailersOf(shop, `?variant_id=${ids.variants['J-L']}`)).toEqual([])
  expect(faultOf(await tenant.get(`${listPath}?variant_id=${uuidv7()}`))).toEqual(refused('variant_id'))
})

test('retailer_ids selects accounts, archived ones too, and refuses unknown ones', async () => {
  const shop = await openRetailerShop()
  const { tenant, account_id } = shop
  await shop.terms({ archived_at: new Date() })
  expect(await retailersOf(shop)).toEqual([])
  expect(await retailersOf(shop, `?retailer_ids=${account_id},${account_id}`)).toHaveLength(1)
  expect(faultOf(await tenant.get(`${listPath}?retailer_ids=${account_id},${uuidv7()}`))).toEqual(
    refused('retailer_ids'),
  )
})

test('a key bound to an account lists that account alone and cannot name another', async () => {
  const shop = await reportedShop()
  const { tenant, account_id } = shop
  const other = uuidv7()
  await insertRows(tenant, 'trading_partners', [
    {
      trading_partner_id: other,
      name: 'Aldwych',
      currency: 'USD',
      auto_release_holds: false,
      created_at: new Date(),
      updated_at: new Date(),
    },
  ])
  const { api_key } = await tenant.mint({ trading_partner_id: account_id })
  const get = (path: string) => tenant.get(path, { key: api_key })
  const names = async (query: string) => (await get(`${listPath}${query}`)).body.data.retailers.map(({ id }: any) => id)
  expect(await names('')).toEqual([account_id])
  expect(await names(`?retailer_ids=${other},${account_id}`)).toEqual([account_id])
  expect(await names(`?retailer_ids=${other}`)).toEqual([])
  for (const below of ['contacts', 'overview', 'products', 'products/filters', 'replenishment-recommendations']) {
    expect((await get(`${listPath}/${account_id}/${below}`)).status).toBe(200)
    const mismatch = await get(`${listPath}/${other}/${below}`)
    expect([mismatch.status, mismatch.body.code]).toEqual([403, 'account_mismatch'])
    const unknown = await tenant.get(`${listPath}/${uuidv7()}/${below}`)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  }
})

test('the last import of sell-out is when the account was synchronised', async () => {
  const shop = await openRetailerShop()
  const at = '2026-11-20T08:00:00.000Z'
  const counts = {
    rows_submitted: 1,
    rows_added: 1,
    rows_changed: 0,
    rows_unchanged: 0,
    rows_removed: 0,
    rows_refused: 0,
  }
  for (const imported_at of ['2026-11-13T08:00:00.000Z', at])
    await insertRows(shop.tenant, 'sell_out_files', [
      {
        file_id: uuidv7(),
        trading_partner_id: shop.account_id,
        source: 'file',
        ...counts,
        imported_at,
        imported_by: 'test',
      },
    ])
  const [retailer] = await retailersOf(shop)
  expect(Date.parse(retailer.last_data_synced_at)).toBe(Date.parse(at))
})

test('figures use the weeks that each account reported, and a closed door stops counting with its last report', async () => {
  const shop = await openRetailerShop()
  await shop.declare('row_omitted')
  const [open, closed] = [await shop.door('01'), await shop.door('02', false)]
  await shop.report(2, { 'J-S': { units: 6, on_hand: 12 } }, open)
  await shop.report(2, { 'J-S': { units: 8, on_hand: 40 } }, closed)
  await shop.report(1, { 'J-S': { units: 7, on_hand: 5 } }, open)
  const [retailer] = await retailersOf(shop)
  // 21 units in 14 days; the shelf of the closed door is in no newer count.
  expect(retailer).toMatchObject({ sales_velocity_per_week: 10.5, sell_through_rate: 0.8077 })
  const { rows } = await shop.read('/products')
  expect(rows[0]).toMatchObject({ on_hand: 5, doors_counted: 1, units_sold: 21 })
})
