import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, path, proveBooks } from '../support/orders.ts'

setDefaultTimeout(60_000)

test('a consumer order starts open, counts as a sale of its day and is answered like its read', async () => {
  const shop = await openOrderShop('America/New_York')
  const { tenant, ids } = shop
  const made = await shop.create({
    ordered_at: '2026-03-02T03:30:00Z',
    customer: { email: 'Jo@Example.com', name: 'Jo Doe', country_code: 'US' },
    lines: [
      { sku: 'J-S', quantity: 3, discount_cents: 1000, tax_cents: 700 },
      { variant_id: ids.variants['J-M'], quantity: 1, unit_price_cents: 4500 },
    ],
  })
  expect([made.status, made.body.message.desc]).toEqual([201, 'Order SO-1001 created; it is open.'])
  const order = made.body.data
  expect(order).toMatchObject({
    name: 'SO-1001',
    origin: 'api',
    lifecycle: 'open',
    is_wholesale: false,
    account: null,
    channel: { name: 'Online' },
    customer: { display_name: 'Jo D.' },
    units: 4,
    total: { cents: 3 * 5000 - 1000 + 4500, currency: 'USD' },
  })
  expect(await shop.get(order)).toEqual(order)
  // The evening before in New York.
  const { sql } = tenant.service.database
  const days = await sql`
    select v.sku, s.day::text as day, s.units, s.gross_sales_cents::float8 as gross, s.discounts_cents::float8 as discounts,
      s.known_cost_cents::float8 as cost, s.known_markdown_units as markdown
    from sales_daily s join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${tenant.organization_id} order by v.sku`
  expect([...days]).toEqual([
    { sku: 'J-M', day: '2026-03-01', units: 1, gross: 4500, discounts: 0, cost: 2500, markdown: 1 },
    { sku: 'J-S', day: '2026-03-01', units: 3, gross: 15_000, discounts: 1000, cost: 6000, markdown: 0 },
  ])
  const again = await shop.placed({ customer: { email: ' jo@example.COM' }, lines: [{ sku: 'J-S', quantity: 1 }] })
  expect(again.customer.customer_id).toBe(order.customer.customer_id)
  const [customer] = await sql`
    select orders_count, email_domain, first_order_at from customers where organization_id = ${tenant.organization_id}`
  expect(customer).toMatchObject({ orders_count: 2, email_domain: 'example.com' })
  expect(await shop.events()).toEqual(['order.created', 'order.created'])
  await proveBooks(shop)
})

test('a wholesale order takes agreed prices, then those of the list, and is open only if all are agreed', async () => {
  const shop = await openOrderShop()
  const lines = [
    { sku: 'J-S', quantity: 4 },
    { sku: 'J-M', quantity: 2 },
    { sku: 'J-L', quantity: 1 },
  ]
  const draft = await shop.placed({ trading_partner_id: shop.account_id, lines })
  expect(draft).toMatchObject({
    lifecycle: 'draft',
    terms: 'net_30',
    channel: { name: 'Nordhaus' },
    total: { cents: null },
  })
  expect(draft.line_items.map((line: any) => line.unit_price.cents)).toEqual([2500, null, null])
  const refused = await shop.create({
    trading_partner_id: shop.account_id,
    lifecycle: 'open',
    lines: lines.slice(0, 2),
  })
  expect(refused.body.data).toMatchObject({ field: 'lines[1].unit_price_cents' })
  const open = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines: lines.slice(0, 1) })
  expect(open).toMatchObject({ lifecycle: 'open', total: { cents: 10_000 } })
  await proveBooks(shop)
})

test('creating names the field that is wrong, and creates nothing', async () => {
  const shop = await openOrderShop()
  const line = { sku: 'J-S', quantity: 1 }
  const cases: [object, string][] = [
    [{ lines: [{ quantity: 1 }] }, 'lines[0].variant_id'],
    [{ lines: [{ sku: 'NOPE', quantity: 1 }] }, 'lines[0].sku'],
    [{ lines: [{ variant_id: shop.account_id, quantity: 1 }] }, 'lines[0].variant_id'],
    [{ lines: [{ ...line, quantity: 0 }] }, 'lines[0].quantity'],
    [{ lines: [{ sku: 'J-L', quantity: 1 }] }, 'lines[0].unit_price_cents'],
    [{ lines: [{ ...line, discount_cents: 5001 }] }, 'lines[0].discount_cents'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ ...line, quantity: 1_000_000, unit_price_cents: 100_000_000 }] }, 'lines'],
    [{ lines: [line], lifecycle: 'draft' }, 'lifecycle'],
    [{ lines: [line], currency: 'XXQ' }, 'currency'],
    [{ lines: [line], ordered_at: '2999-01-01T00:00:00Z' }, 'ordered_at'],
    [{ lines: [line], ship_window_start: '2026-12-02', ship_window_end: '2026-12-01' }, 'ship_window_end'],
    [{ lines: [line], location_id: shop.account_id }, 'location_id'],
    [{ lines: [line], location_id: undefined }, 'location_id'],
    [{ lines: [line], sales_channel_id: shop.account_id }, 'sales_channel_id'],
    [{ lines: [line], sales_channel_id: shop.channel_id }, 'sales_channel_id'],
    [{ lines: [line], commitment_id: shop.account_id }, 'commitment_id'],
    [{ lines: [line], trading_partner_id: shop.channel_id }, 'trading_partner_id'],
    [{ lines: [line], customer: { email: 'nobody' } }, 'customer.email'],
  ]
  for (const [body, field] of cases) {
    const answer = await shop.create(body)
    expect([answer.status, answer.body.data?.field, JSON.stringify(body)]).toEqual([400, field, JSON.stringify(body)])
  }
  expect((await shop.tenant.post(path, { lines: [line] })).body.code).toBe('idempotency_key_required')
  expect((await shop.tenant.get(path)).body.data).toMatchObject({ rows: [], max_size: 0 })
})

test('the list filters, counts states over the whole filtered set, and searches name, reference and account', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 1 }]
  const consumer = await shop.placed({ lines, reference: 'web 7_1' })
  const draft = await shop.placed({ lines, trading_partner_id: shop.account_id })
  const open = await shop.placed({ lines, trading_partner_id: shop.account_id, lifecycle: 'open' })
  const list = async (query: Record<string, string>) => {
    const answer = await shop.tenant.get(`${path}?${new URLSearchParams(query).toString()}`)
    expect(answer.status).toBe(200)
    return answer.body.data
  }
  const all = await list({ limit: '2' })
  expect(all.rows.map((row: any) => row.order_id)).toEqual([open.order_id, draft.order_id])
  expect(all).toMatchObject({
    size: 2,
    filtered_max_size: 3,
    max_size: 3,
    status_numbers: { draft: 1, open: 2, fulfilled: 0 },
  })
  const { line_items: _lines, shipments: _shipments, ...header } = draft
  expect(header).toMatchObject(all.rows[1])
  const names = async (query: Record<string, string>) => (await list(query)).rows.map((row: any) => row.name)
  expect(await names({ lifecycle: 'draft' })).toEqual([draft.name])
  expect(await names({ needs_you: 'true' })).toEqual([draft.name])
  expect(await names({ needs_you: 'false' })).toEqual([open.name, consumer.name])
  expect(await names({ is_wholesale: 'false' })).toEqual([consumer.name])
  expect(await names({ origin: 'edi' })).toEqual([])
  expect(await names({ search: '7_1' })).toEqual([consumer.name])
  expect(await names({ search: '7%1' })).toEqual([])
  expect(await names({ search: 'nordh' })).toEqual([open.name, draft.name])
  expect(await names({ search: consumer.name.toLowerCase() })).toEqual([consumer.name])
  expect(await names({ sales_channel_id: shop.channel_id })).toEqual([open.name, draft.name])
  expect(await names({ since: '2999-01-01' })).toEqual([])
  expect(await list({ trading_partner_id: shop.account_id })).toMatchObject({ filtered_max_size: 2, max_size: 2 })
  for (const field of ['trading_partner_id', 'sales_channel_id'])
    expect((await shop.tenant.get(`${path}?${field}=${consumer.order_id}`)).body.data).toMatchObject({ field })
  expect((await shop.tenant.get(`${path}?limit=501`)).status).toBe(400)
})

test('an account-bound key names its account, and knows no other orders', async () => {
  const shop = await openOrderShop()
  const lines = [{ sku: 'J-S', quantity: 1 }]
  const consumer = await shop.placed({ lines })
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: shop.account_id } as never)
  const own = { trading_partner_id: shop.account_id }
  expect((await shop.tenant.get(path, { key })).body.code).toBe('account_mismatch')
  expect((await shop.create({ lines }, { key })).body.code).toBe('account_mismatch')
  expect((await shop.create({ lines, trading_partner_id: shop.channel_id }, { key })).body.code).toBe(
    'account_mismatch',
  )
  const { order_id } = (await shop.create({ lines, ...own }, { key })).body.data
  const listed = await shop.tenant.get(`${path}?trading_partner_id=${shop.account_id}`, { key })
  expect(listed.body.data).toMatchObject({ max_size: 1, rows: [{ order_id }] })
  expect((await shop.tenant.get(`${path}/${order_id}`, { key })).status).toBe(200)
  for (const [method, act, body] of [
    ['get', '', undefined],
    ['patch', '', { notes: 'x' }],
    ['post', '/cancel', undefined],
    ['post', '/allocate', undefined],
    ['post', '/confirm', { lines: [{ line_item_id: order_id, verdict: 'accepted' }] }],
  ] as const) {
    const target = `${path}/${consumer.order_id}${act}`
    const answer =
      method === 'get' ? await shop.tenant.get(target, { key }) : await shop.tenant[method](target, body, { key })
    expect(answer.body.code).toBe('order_not_on_file')
  }
})

test('orders that are created at once get different numbers', async () => {
  const shop = await openOrderShop()
  const body = { lines: [{ sku: 'J-S', quantity: 1 }], customer: { email: 'same@example.com' } }
  const made = await Promise.all(Array.from({ length: 12 }, () => shop.placed(body)))
  expect(new Set(made.map(({ name }) => name)).size).toBe(12)
  expect(new Set(made.map(({ customer }) => customer.customer_id)).size).toBe(1)
  await proveBooks(shop)
})

test('an order of a customer on file does not wait for another order of that customer, only to be counted', async () => {
  const shop = await openOrderShop()
  const { sql } = shop.tenant.service.database
  const [Main, Store] = [shop.ids.locations.Main!, shop.ids.locations.Store!]
  const customer = { email: 'same@example.com', name: 'Jo Doe', country_code: 'US' }
  const body = { lines: [{ sku: 'J-S', quantity: 1 }], customer }
  const { customer: onFile } = await shop.placed(body)
  const early = '2026-01-02T10:00:00Z'
  const [slow] = await sql.begin(async (tx) => {
    await tx`select from locations where location_id = ${Store} for update`
    const pending = shop.create({ ...body, location_id: Store, ordered_at: early })
    const [{ pid }] = (await tx`select pg_backend_pid() as pid`) as [{ pid: number }]
    for (let blocked = 0; blocked === 0;)
      blocked = (await sql`select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`).length
    // The first has named the customer and waits for a location; the second neither waits nor is lost in the count.
    expect((await shop.create({ ...body, location_id: Main })).status).toBe(201)
    return [pending]
  })
  expect((await slow!).status).toBe(201)
  const counted = await shop.tenant.get(`/api/v1/sales/customers/${onFile.customer_id}`)
  expect(counted.body.data).toMatchObject({
    orders_count: 3,
    first_order_at: expect.stringMatching(/^2026-01-02T10:00:00/),
  })
  await proveBooks(shop)
})

test('orders of a new customer at once, with different words about the customer, make one customer who is counted', async () => {
  const shop = await openOrderShop()
  const body = { lines: [{ sku: 'J-S', quantity: 1 }] }
  const people = [{ name: 'Jo Doe' }, { country_code: 'US' }, { region: 'US-NY' }, { name: 'Jo Doe' }]
  const made = await Promise.all(
    people.map((person) => shop.placed({ ...body, customer: { email: 'New@example.com', ...person } })),
  )
  expect(new Set(made.map(({ customer }) => customer.customer_id)).size).toBe(1)
  const { customer_id } = made[0].customer
  expect((await shop.tenant.get(`/api/v1/sales/customers/${customer_id}`)).body.data).toMatchObject({
    orders_count: 4,
    display_name: 'Jo D.',
    country_code: 'US',
    region: 'US-NY',
  })
  await proveBooks(shop)
})

test('an update changes what is sent, moves the sales of a consumer order, and nothing if all stays the same', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({
    reference: 'A',
    lines: [{ sku: 'J-S', quantity: 4, discount_cents: 400, tax_cents: 80 }],
  })
  const target = `${path}/${order.order_id}`
  const [line] = order.line_items
  const update = (body: object) => shop.tenant.patch(target, body)
  const same = await update({ reference: 'A', notes: null, lines: [{ line_item_id: line.line_item_id, quantity: 4 }] })
  expect(same.body.data).toEqual(order)
  const changed = await update({
    reference: 'B',
    cancel_date: '2026-12-24',
    location_id: shop.ids.locations.Store!.toUpperCase(),
    lines: [{ line_item_id: line.line_item_id.toUpperCase(), quantity: 3 }],
  })
  expect(changed.body.data).toMatchObject({
    reference: 'B',
    cancel_date: '2026-12-24',
    location: { name: 'Store' },
    units: 3,
    line_items: [{ ordered_quantity: 4, quantity: 3, discount: { cents: 300 }, tax: { cents: 60 } }],
  })
  expect(await shop.events()).toEqual(['order.created', 'order.updated'])
  await proveBooks(shop)
  const refused: [object, string][] = [
    [{ location_id: null }, 'location_id'],
    [{ location_id: order.order_id }, 'location_id'],
    [{ commitment_id: order.order_id }, 'commitment_id'],
    [{ ship_window_start: '2026-12-02', ship_window_end: '2026-12-01' }, 'ship_window_end'],
    [{ lines: [{ line_item_id: order.order_id }] }, 'lines[0].line_item_id'],
    [{ lines: [{ line_item_id: line.line_item_id, quantity: 0 }] }, 'lines'],
    [{ lines: [{ line_item_id: line.line_item_id, discount_cents: 99_999 }] }, 'lines[0].discount_cents'],
  ]
  for (const [body, field] of refused) expect([(await update(body)).body.data?.field, body]).toEqual([field, body])
  expect((await shop.tenant.patch(`${path}/${shop.account_id}`, { notes: 'x' })).body.code).toBe('order_not_on_file')
  await update({ location_id: shop.ids.locations.Main })
  await shop.act(order, 'allocate')
  expect((await update({ notes: 'still allowed' })).status).toBe(200)
  await shop.act(order, 'cancel')
  expect((await update({ notes: 'too late' })).body.code).toBe('conflict')
})

test('the total of an order is the same in the order, in the list and at its customer, also beside a rejected line', async () => {
  const shop = await openOrderShop()
  const draft = await shop.placed({
    trading_partner_id: shop.account_id,
    customer: { email: 'buyer@nordhaus.example' },
    lines: [
      { sku: 'J-S', quantity: 3, discount_cents: 100 },
      { sku: 'J-L', quantity: 2 },
    ],
  })
  const totals = async () => {
    const [listed] = (await shop.tenant.get(path)).body.data.rows
    const { customer_id } = listed.customer
    const { orders } = (await shop.tenant.get(`/api/v1/sales/customers/${customer_id}`)).body.data
    return [listed.total, (await shop.get(draft)).total, orders[0].total].map(({ cents }: any) => cents)
  }
  expect(await totals()).toEqual([null, null, null])
  const [small, large] = draft.line_items
  await shop.act(draft, 'confirm', {
    lines: [
      { line_item_id: small.line_item_id, verdict: 'accepted' },
      { line_item_id: large.line_item_id, verdict: 'rejected' },
    ],
  })
  // 3 × 25.00 less 1.00; nothing is agreed of the other line, whose price stays open.
  expect(await totals()).toEqual([7_400, 7_400, 7_400])
})
