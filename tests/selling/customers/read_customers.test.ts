import { expect, setDefaultTimeout, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { openSecretBox } from '../../../server/secrets/secret_box.ts'
import { diffCustomers, writeCustomers } from '../../../server/selling/customers/diff_customers.ts'
import { redact } from '../../../server/selling/customers/redaction/redact_customer.ts'
import { testEnvironment } from '../../support/service/service.ts'
import { call } from '../../support/service/tenant.ts'
import { create, openReturnedShop, receive, restocked } from '../returns/returned_shop.ts'
import { openShop, type Shop, useDatabase } from '../support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()
const path = '/api/v1/sales/customers'

const people = [
  { email: 'Ada.Lovelace@Example.com', name: 'Ada Lovelace', country_code: 'GB', postcode: 'SW1A 1AA' },
  { email: 'grace@navy.example', name: 'Grace Hopper', region: 'US-NY' },
  { email: 'ada@other.example', name: 'Ada Byron' },
]

/** Customers as an import writes them, with the secret of the service; Ada's orders are the latest. */
async function openCustomers(shop: Shop) {
  const secrets = openSecretBox(testEnvironment(shop.tenant.service.database as never).SECRET_KEY)
  const { organization_id } = shop
  const context = { organization_id, actor: 'test', now: '2026-03-01T10:00:00Z', currency: 'USD', time_zone: 'UTC' }
  await db().write(async (sql) => {
    const records = [
      ...people,
      { email: 'buyer@nordhaus.example', name: 'Bo Nord', trading_partner_id: shop.account_id },
    ]
    const diffs = await diffCustomers(secrets)(sql, context, records)
    await writeCustomers(secrets)(
      sql,
      context,
      diffs.flatMap((one) => ('write' in one ? [one.write] : [])),
    )
    await sql`
      update customers set last_order_at = '2026-03-02T12:00:00Z', first_order_at = '2026-03-02T12:00:00Z', orders_count = 1
      where organization_id = ${organization_id} and email_domain = 'example.com'`
    await sql`
      update customers set last_order_at = '2026-02-02T12:00:00Z', first_order_at = '2026-01-02T12:00:00Z', orders_count = 2
      where organization_id = ${organization_id} and email_domain = 'navy.example'`
  })
}

const names = (answer: any) => answer.body.data.rows.map(({ display_name }: any) => display_name)

test('customers are listed by their most recent order, and found by words or by the whole address', async () => {
  const shop = await openShop()
  await openCustomers(shop)
  const { get } = shop.tenant
  const all = await get(path)
  expect(names(all).slice(0, 2)).toEqual(['Ada L.', 'Grace H.'])
  expect(all.body.data).toMatchObject({ size: 4, offset: 0, filtered_max_size: 4 })
  expect(all.body.data.rows[0]).toMatchObject({
    kind: 'consumer',
    display_name_words: ['ada', 'l'],
    email_domain: 'example.com',
    country_code: 'GB',
    region: 'SW',
    orders_count: 1,
    last_order_at: '2026-03-02T12:00:00+00:00',
    account: null,
  })
  expect(all.text).not.toMatch(/Lovelace|Hopper|1AA|@/)
  expect(names(await get(`${path}?search=ADA`)).toSorted()).toEqual(['Ada B.', 'Ada L.'])
  expect(names(await get(`${path}?search=ada%20L.`))).toEqual(['Ada L.'])
  expect(names(await get(`${path}?search=ad`))).toEqual([])
  expect(names(await get(`${path}?search=.`))).toEqual([])
  expect(names(await get(`${path}?search=%20ada.lovelace%40EXAMPLE.com`))).toEqual(['Ada L.'])
  expect(names(await get(`${path}?search=lovelace%40example.com`))).toEqual([])
  expect(names(await get(`${path}?search=%40example.com`))).toEqual([])
  expect(names(await get(`${path}?limit=1&offset=1`))).toEqual(['Grace H.'])
  const ofAccount = await get(`${path}?trading_partner_id=${shop.account_id}`)
  expect(ofAccount.body.data.rows).toMatchObject([
    { kind: 'account', account: { name: 'Nordhaus', trading_partner_id: shop.account_id } },
  ])
  const other = await openShop()
  expect(names(await other.tenant.get(`${path}?search=ada.lovelace%40example.com`))).toEqual([])
  for (const [query, field] of [
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
    [`trading_partner_id=${shop.organization_id}`, 'trading_partner_id'],
  ]) {
    const { status, body } = await get(`${path}?${query}`)
    expect([query, status, body.code, body.data.field]).toEqual([query, 400, 'bad_request', field])
  }
})

test('a customer is read with its orders, returns and refunds, which a redaction keeps', async () => {
  const shop = await openReturnedShop(db())
  await openCustomers(shop)
  const { get } = shop.tenant
  const { customer_id } = (await get(`${path}?search=ada.lovelace%40example.com`)).body.data.rows[0]
  await shop.tenant.service.database.sql`
    update sales_orders set customer_id = ${customer_id} where organization_id = ${shop.organization_id}`
  const made = await create(shop, {
    order_id: shop.order.order_id,
    location_id: shop.ids.locations.Main,
    refund: { status: 'partial', cents: 3000, freight_cents: 84 },
    lines: [{ sku: 'J-S', expected_quantity: 2 }],
  })
  await receive(shop, made.body.data.id, { lines: [restocked('J-S', 1)] })
  const read = (await get(`${path}/${customer_id}`)).body.data
  expect(read).toMatchObject({
    display_name: 'Ada L.',
    // 3 × 27.00 and 2 × 50.00.
    orders: [{ order_id: shop.order.order_id, lifecycle: 'open', units: 5, total: { cents: 18_100, currency: 'USD' } }],
    returns: [{ id: made.body.data.id, state: 'partially_received', units_expected: 2, units_received: 1 }],
    refunds: [
      { return_id: made.body.data.id, order_id: shop.order.order_id, amount: { cents: 3000, currency: 'USD' } },
    ],
  })
  await db().write((sql) =>
    redact(sql, { organization_id: shop.organization_id, actor: 'test', now: '2026-03-05T10:00:00Z' }, customer_id),
  )
  const redacted = (await get(`${path}/${customer_id}`)).body.data
  expect(redacted).toMatchObject({ display_name: null, email_domain: null, display_name_words: [] })
  expect([redacted.orders, redacted.returns, redacted.refunds]).toEqual([read.orders, read.returns, read.refunds])
  expect((await get(`${path}?search=ada.lovelace%40example.com`)).body.data.filtered_max_size).toBe(0)
  const absent = await get(`${path}/${shop.order.order_id}`)
  expect([absent.status, absent.body.code]).toEqual([404, 'customer_not_on_file'])
  const stranger = await openShop()
  expect((await stranger.tenant.get(`${path}/${customer_id}`)).body.code).toBe('customer_not_on_file')
})

test('a key of one account reads only the customers of that account', async () => {
  const shop = await openShop()
  await openCustomers(shop)
  const { service, mint } = shop.tenant
  const all = (await shop.tenant.get(path)).body.data.rows
  const { api_key: key } = await mint({ trading_partner_id: shop.account_id })
  const read = async (address: string) => {
    const { status, body } = await call(service, 'GET', address, { key })
    return [status, body.code ?? names({ body: { data: { rows: body.data.rows ?? [body.data] } } })]
  }
  const idOf = (name: string) => all.find(({ display_name }: any) => display_name === name).customer_id
  expect(await read(`${path}?trading_partner_id=${shop.account_id}`)).toEqual([200, ['Bo N.']])
  expect(await read(`${path}/${idOf('Bo N.')}`)).toEqual([200, ['Bo N.']])
  expect(await read(path)).toEqual([403, 'account_mismatch'])
  expect(await read(`${path}/${idOf('Ada L.')}`)).toEqual([403, 'account_mismatch'])
})

test('a key of one account neither takes over another’s customer nor reads what that customer ordered elsewhere', async () => {
  const shop = await openShop()
  await openCustomers(shop)
  const { tenant, ids } = shop
  const { api_key: key } = await tenant.mint({ trading_partner_id: shop.account_id })
  const ordering = (email: string, body: object, options: object = {}) =>
    tenant.post(
      '/api/v1/sales/orders',
      {
        location_id: ids.locations.Main,
        sales_channel_id: ids.sales_channels.Online,
        customer: { email, name: 'Someone Else', country_code: 'FR' },
        lines: [{ sku: 'J-S', quantity: 1 }],
        ...body,
      },
      { headers: { 'Idempotency-Key': uuidv7() }, ...options },
    )
  const own = { trading_partner_id: shop.account_id }
  const priced = { lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 5000 }] }
  expect((await ordering('grace@navy.example', own, { key })).status).toBe(201)
  const [grace] = (await tenant.get(`${path}?search=grace%40navy.example`)).body.data.rows
  expect(grace).toMatchObject({ display_name: 'Grace H.', country_code: null, account: null, orders_count: 3 })
  const refused = await call(tenant.service, 'GET', `${path}/${grace.customer_id}`, { key })
  expect([refused.status, refused.body.code]).toEqual([403, 'account_mismatch'])
  expect((await ordering('buyer@nordhaus.example', priced)).status).toBe(201)
  const placed = await ordering('buyer@nordhaus.example', own, { key })
  const { customer_id } = placed.body.data.customer
  expect((await tenant.get(`${path}/${customer_id}`)).body.data.orders).toHaveLength(2)
  const read = await call(tenant.service, 'GET', `${path}/${customer_id}`, { key })
  expect(read.body.data.orders.map(({ order_id }: any) => order_id)).toEqual([placed.body.data.order_id])
})
