import { newSession } from '../../support/service/session.ts'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { announced, besideTheirReads, listenToAll } from '../../support/document/event_reads.ts'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'
import { readSales, useDatabase } from '../support/sales.ts'
import {
  cancel,
  create,
  createdReturn,
  expectedReturns,
  expectProven,
  openReturnedShop,
  receive,
  restocked,
  returnsPath,
  sellJumpers,
  stockOf,
} from './returned_shop.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

test('a return is expected until it arrives, and its units come back at the cost at which they left', async () => {
  const shop = await openReturnedShop(db())
  await listenToAll(shop.tenant)
  const made = await createdReturn(shop, 2, { reason: 'wrong_size', expected_on: '2026-12-01' })
  expect(made).toMatchObject({
    name: 'RET-1001',
    state: 'expected',
    origin: 'api',
    reason: 'wrong_size',
    refund_status: 'none',
    expected_on: '2026-12-01',
    units_expected: 2,
    units_received: 0,
    order: { order_id: shop.order.order_id },
    refund: { status: 'none', cents: null },
    exceptions: [],
    movements: [],
    lines: [{ order_line_item_id: shop.order.lines[0]!.line_id, sku: 'J-S', expected_quantity: 2 }],
  })
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 0, average_cost: null, ledger: 0 })
  expect(await expectedReturns(shop, 'J-S')).toBe(2)
  const first = await receive(shop, made.id, {
    received_at: '2026-03-20T10:00:00Z',
    lines: [restocked('J-S', 1)],
  })
  expect(first.body.data).toMatchObject({ state: 'partially_received', units_received: 1, closed_at: null })
  expect(await expectedReturns(shop, 'J-S')).toBe(1)
  const second = await receive(shop, made.id, { received_at: '2026-03-21', lines: [restocked('J-S', 1)] })
  expect(second.body.data).toMatchObject({
    state: 'closed',
    received_at: '2026-03-21T00:00:00+00:00',
    units_received: 2,
    units_restocked: 2,
    lines: [{ received_quantity: 2, restocked_quantity: 2, disposition: 'restock' }],
  })
  const { movements } = second.body.data
  expect(
    movements.map(({ kind, quantity_delta, cost_basis, unit_cost, document }: any) => [
      kind,
      quantity_delta,
      cost_basis,
      unit_cost.usd,
      document.type,
      document.id,
    ]),
  ).toEqual([
    ['return', 1, 'left_at', 8.5, 'return', String(made.id)],
    ['return', 1, 'left_at', 8.5, 'return', String(made.id)],
  ])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 2, average_cost: '8.5000', ledger: 2 })
  expect(await expectedReturns(shop, 'J-S')).toBe(0)
  const sent = await announced(shop.tenant)
  expect(sent.map(({ event }) => event).toSorted()).toEqual([
    'movement.recorded',
    'movement.recorded',
    'return.created',
    'return.received',
    'return.received',
  ])
  const last = sent.filter(({ event }) => event === 'return.received').slice(-1)
  const [records, reads] = await besideTheirReads(shop.tenant, last)
  expect(records).toEqual(reads)
  await expectProven(db(), shop)
})

test('units and the price paid count on the day of receipt, in the time zone of the organisation', async () => {
  const shop = await openReturnedShop(db(), { quantity: 3 })
  await shop.tenant.service.database.sql`
    update organizations set time_zone = 'Pacific/Auckland' where organization_id = ${shop.organization_id}`
  const made = await createdReturn(shop, 3)
  await receive(shop, made.id, { received_at: '2026-03-20T12:30:00Z', lines: [restocked('J-S', 1)] })
  await receive(shop, made.id, {
    received_at: '2026-03-22',
    lines: [{ sku: 'J-S', received_quantity: 2, disposition: 'write_off' }],
  })
  const days = (await readSales(db().reads, shop)).filter(({ returned_units }) => returned_units > 0)
  expect(days).toMatchObject([
    { sku: 'J-S', day: '2026-03-21', location: 'Main', returned_units: 1, returns: 2700, taxes: -216, cost: -850 },
    { sku: 'J-S', day: '2026-03-22', location: 'Main', returned_units: 2, returns: 5400, taxes: -432, cost: -1700 },
  ])
  expect(await stockOf(shop, 'J-S')).toEqual({ on_hand: 1, average_cost: '8.5000', ledger: 1 })
  await expectProven(db(), shop)
})

test('a refund counts on its own day in place of the price, with its taxes and without its freight', async () => {
  const shop = await openReturnedShop(db())
  const refund = { status: 'partial', cents: 5916, freight_cents: 84, currency: 'USD' }
  const made = await createdReturn(shop, 2, { refund })
  expect(made).toMatchObject({
    refund_status: 'partial',
    refund: { status: 'partial', cents: 5916, currency: 'USD', usd: 59.16, reason: null },
  })
  expect(made.lines[0].refund_line_item_id).not.toBeNull()
  await receive(shop, made.id, { received_at: '2026-03-20', lines: [restocked('J-S', 2)] })
  const today = new Date().toISOString().slice(0, 10)
  const sales = (await readSales(db().reads, shop)).filter(({ day }) => day >= '2026-03-20')
  // 2 × (27.00 + 2.16) was paid: 58.32 back is exactly that.
  expect(sales.map(({ day, returned_units, returns, taxes }) => ({ day, returned_units, returns, taxes }))).toEqual([
    { day: '2026-03-20', returned_units: 2, returns: 0, taxes: 0 },
    { day: today, returned_units: 0, returns: 5400, taxes: -432 },
  ])
  await expectProven(db(), shop)
})

test('only restocked units reach the stock, whatever happens to the others', async () => {
  const shop = await openReturnedShop(db(), { quantity: 10 })
  const made = await createdReturn(shop, 10)
  const lines = [
    { sku: 'J-S', received_quantity: 3, restocked_quantity: 2, disposition: 'quarantine' },
    { sku: 'J-S', received_quantity: 1, disposition: 'write_off' },
    { sku: 'J-S', received_quantity: 1, disposition: 'return_to_supplier' },
    { sku: 'J-S', received_quantity: 1, disposition: 'missing' },
    { sku: 'J-S', received_quantity: 1, disposition: 'restock' },
    { id: made.lines[0].id, received_quantity: 1, restocked_quantity: 0 },
  ]
  const { body } = await receive(shop, made.id, { received_at: '2026-03-20', lines })
  expect(body.data).toMatchObject({
    state: 'partially_received',
    units_received: 7,
    units_missing: 1,
    units_restocked: 3,
  })
  expect(body.data.movements.map(({ quantity_delta }: any) => quantity_delta)).toEqual([2, 1])
  expect(await stockOf(shop, 'J-S')).toMatchObject({ on_hand: 3, ledger: 3 })
  const facts = await shop.tenant.service.database.sql`
    select disposition, sum(received_quantity + missing_quantity)::int as units from return_receipt_lines
    where organization_id = ${shop.organization_id} group by disposition order by disposition nulls last`
  expect([...facts]).toEqual([
    { disposition: 'missing', units: 1 },
    { disposition: 'quarantine', units: 4 },
    { disposition: 'restock', units: 1 },
    { disposition: 'return_to_supplier', units: 1 },
    { disposition: 'write_off', units: 1 },
  ])
  await expectProven(db(), shop)
})

test('more than expected and what nobody expected are accepted and open exceptions', async () => {
  const shop = await openReturnedShop(db())
  await listenToAll(shop.tenant)
  const made = await createdReturn(shop, 1)
  const { body } = await receive(shop, made.id, {
    lines: [restocked('J-S', 3), { sku: 'J-M', received_quantity: 1, disposition: 'quarantine' }],
  })
  expect(body.data).toMatchObject({ state: 'closed', units_expected: 1, units_received: 4, units_restocked: 3 })
  expect(body.data.exceptions.toSorted()).toEqual([
    '1 unit of J-M more than expected arrived on RET-1001.',
    '2 units of J-S more than expected arrived on RET-1001.',
  ])
  expect(
    body.data.lines.map(({ sku, expected_quantity, received_quantity }: any) => [
      sku,
      expected_quantity,
      received_quantity,
    ]),
  ).toEqual([
    ['J-S', 1, 3],
    ['J-M', 0, 1],
  ])
  const opened = (await announced(shop.tenant)).filter(({ event }) => event === 'exception.opened')
  expect(opened.map(({ record }: any) => [record.kind, record.subject])).toEqual([
    ['return_unmatched', { type: 'return', id: String(made.id) }],
    ['return_unmatched', { type: 'return', id: String(made.id) }],
  ])
  const admin = await newSession(shop.tenant)
  const accepted = await admin.post(`${returnsPath}/${made.id}/accept-units`)
  expect([accepted.status, accepted.body.data.units_expected, accepted.body.data.exceptions]).toEqual([200, 4, []])
  const resolved = (await announced(shop.tenant)).filter(({ event }) => event === 'exception.resolved')
  expect(resolved.map(({ record }: any) => record.resolution)).toEqual(['accepted', 'accepted'])
  await expectProven(db(), shop)
})

test('a SKU fills open lines in their order, and a line id is exact', async () => {
  const shop = await openReturnedShop(db(), { quantity: 4 })
  const line = { order_line_item_id: shop.order.lines[0]!.line_id }
  const made = await createdReturn(shop, 4, {
    lines: [
      { ...line, expected_quantity: 1 },
      { ...line, expected_quantity: 2 },
      { sku: 'J-S', expected_quantity: 1 },
    ],
  })
  const quantities = (answer: any) => answer.body.data.lines.map(({ received_quantity }: any) => received_quantity)
  expect(made.lines.map(({ expected_quantity }: any) => expected_quantity)).toEqual([1, 2, 1])
  expect(
    quantities(await receive(shop, made.id, { lines: [{ ...restocked('J-S', 1), id: made.lines[2].id }] })),
  ).toEqual([0, 0, 1])
  expect(quantities(await receive(shop, made.id, { lines: [restocked('J-S', 2)] }))).toEqual([1, 1, 1])
  const last = await receive(shop, made.id, { lines: [restocked('J-S', 1)] })
  expect(quantities(last)).toEqual([1, 2, 1])
  expect(last.body.data).toMatchObject({ state: 'closed', exceptions: [] })
})

test('returned units of unknown cost, and returns without an order, move stock at its average', async () => {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Only'],
    sales_channels: ['Online'],
    products: [{ title: 'Hat', variants: [{ sku: 'HAT', unit_cost: '4', stock: { Only: { on_hand: 10 } } }] }],
  })
  const made = await create(
    { tenant },
    {
      sales_channel_id: ids.sales_channels.Online,
      origin: 'manual',
      lines: [{ variant_id: ids.variants.HAT, expected_quantity: 2 }],
    },
  )
  expect(made.body.data).toMatchObject({ origin: 'manual', order: null, location: { name: 'Only' } })
  const { body } = await receive({ tenant }, made.body.data.id, { lines: [restocked('HAT', 2)] })
  expect(body.data.movements).toMatchObject([{ quantity_delta: 2, cost_basis: 'average', unit_cost: { usd: 4 } }])
  const [row] = await tenant.service.database.sql`
    select returned_units, returns_cents::int as returns, cost_cents from sales_daily
    where organization_id = ${tenant.organization_id} and returned_units > 0`
  expect(row).toEqual({ returned_units: 2, returns: 0, cost_cents: null })
})

test('cancelling is idempotent, frees the units of the order, and is refused once units arrived', async () => {
  const shop = await openReturnedShop(db())
  const made = await createdReturn(shop, 3)
  const line = { order_line_item_id: shop.order.lines[0]!.line_id, expected_quantity: 1 }
  const body = { order_id: shop.order.order_id, location_id: shop.ids.locations.Main, lines: [line] }
  expect((await create(shop, body)).body).toMatchObject({ code: 'return_more_than_sold' })
  const first = await cancel(shop, made.id)
  expect(first.body.data.state).toBe('cancelled')
  expect((await cancel(shop, made.id)).body.data).toEqual(first.body.data)
  expect(await expectedReturns(shop, 'J-S')).toBe(0)
  expect((await receive(shop, made.id, { lines: [restocked('J-S', 1)] })).body.code).toBe('conflict')
  const other = await createdReturn(shop, 2)
  await receive(shop, other.id, { lines: [restocked('J-S', 1)] })
  expect((await cancel(shop, other.id)).body.code).toBe('return_already_received')
  await receive(shop, other.id, { lines: [restocked('J-S', 1)] })
  expect((await cancel(shop, other.id)).body.code).toBe('return_already_received')
  const late = await receive(shop, other.id, { lines: [restocked('J-S', 1)] })
  expect([late.status, late.body.code]).toEqual([409, 'return_already_received'])
  expect((await stockOf(shop, 'J-S')).on_hand).toBe(2)
})

test('the list is newest first, and its numbers are those of the whole filtered set', async () => {
  const shop = await openReturnedShop(db(), { quantity: 10 })
  const made = []
  for (let i = 0; i < 4; i++) made.push(await createdReturn(shop, 1, i === 3 ? { origin: 'manual' } : {}))
  await cancel(shop, made[0].id)
  await receive(shop, made[1].id, { lines: [restocked('J-S', 1)] })
  await shop.tenant.service.database.sql`
    update returns set created_at = '2026-01-05T12:00:00Z'
    where organization_id = ${shop.organization_id} and return_id = ${made[0].id}`
  const list = async (query: string) => (await shop.tenant.get(`${returnsPath}?${query}`)).body.data
  const all = await list('limit=2&offset=1')
  expect(all.rows.map(({ id }: any) => id)).toEqual([made[2].id, made[1].id])
  expect(all).toMatchObject({
    size: 2,
    offset: 1,
    filtered_max_size: 4,
    state_numbers: { expected: 2, partially_received: 0, closed: 1, cancelled: 1 },
  })
  expect(all.rows[1]).toEqual((await shop.tenant.get(`${returnsPath}/${made[1].id}`)).body.data)
  const ids = async (query: string) => (await list(query)).rows.map(({ id }: any) => id)
  expect(await ids('state=closed')).toEqual([made[1].id])
  expect(await ids('origin=manual')).toEqual([made[3].id])
  expect(await ids(`order_id=${shop.order.order_id}&since=2026-01-06`)).toHaveLength(3)
  expect(await ids('since=2026-01-05')).toHaveLength(4)
  expect(await ids('since=2026-01-05T12:00:01Z')).toHaveLength(3)
  for (const [query, code, field] of [
    ['state=lost', 'bad_request', 'state'],
    ['origin=moon', 'bad_request', 'origin'],
    ['since=yesterday', 'date_unreadable', 'since'],
    ['since=2026-02-30', 'date_unreadable', 'since'],
    ['limit=101', 'bad_request', 'limit'],
    ['order_id=nonsense', 'bad_request', 'order_id'],
    [`trading_partner_id=${shop.order.order_id}`, 'bad_request', 'trading_partner_id'],
  ]) {
    const { status, body } = await shop.tenant.get(`${returnsPath}?${query}`)
    expect([query, status, body.code, body.data?.field]).toEqual([query, 400, code, field])
  }
})

async function anotherAccount({ service, organization_id }: Tenant): Promise<string> {
  const trading_partner_id = crypto.randomUUID()
  await service.database.sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${trading_partner_id}, 'Other')`
  return trading_partner_id
}

test('a key of one account reads and writes only returns of its orders', async () => {
  const shop = await openReturnedShop(db(), { is_wholesale: true })
  const consumer = await sellJumpers(db(), shop)
  const own = await createdReturn(shop, 1)
  const other = await createdReturn({ ...shop, order: consumer }, 1)
  const { api_key: key } = await shop.tenant.mint({ trading_partner_id: shop.account_id } as never)
  const { tenant } = shop
  const list = await tenant.get(`${returnsPath}?trading_partner_id=${shop.account_id}`, { key })
  expect(list.body.data.rows.map(({ id }: any) => id)).toEqual([own.id])
  expect((await tenant.get(`${returnsPath}/${own.id}`, { key })).status).toBe(200)
  const refused = [
    await tenant.get(returnsPath, { key }),
    await tenant.get(`${returnsPath}/${other.id}`, { key }),
    await tenant.post(`${returnsPath}/${other.id}/cancel`, undefined, { key }),
    await tenant.post(`${returnsPath}/${other.id}/receive`, { lines: [restocked('J-S', 1)] }, { key }),
    await create(shop, { lines: [{ sku: 'J-S', expected_quantity: 1 }] }, { key }),
    await create(shop, { order_id: consumer.order_id, lines: [{ sku: 'J-S', expected_quantity: 1 }] }, { key }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'account_mismatch']))
  // Both accounts are named, and so is that there is no other one.
  const theirs = await tenant.mint({ trading_partner_id: await anotherAccount(shop.tenant) } as never)
  const { desc } = (await tenant.get(`${returnsPath}/${own.id}`, { key: theirs.api_key })).body.message
  expect(desc).toBe(`This key is bound to the account Other, and the return is of the account ${shop.account_id}.`)
  expect(refused[1]!.body.message.desc).toEndWith('and the return is of no account.')
})

test('a return whose place nobody named asks for it when it arrives', async () => {
  const shop = await openReturnedShop(db())
  const made = await createdReturn(shop, 1)
  await shop.tenant.service.database.sql`
    update returns set location_id = null where organization_id = ${shop.organization_id} and return_id = ${made.id}`
  const lines = [restocked('J-S', 1)]
  expect((await receive(shop, made.id, { lines })).body.code).toBe('return_needs_a_place')
  const { body } = await receive(shop, made.id, { lines, location_id: shop.ids.locations.Store })
  expect(body.data).toMatchObject({ state: 'closed', location: { name: 'Store' } })
  expect((await stockOf(shop, 'J-S', 'Store')).on_hand).toBe(1)
})

test('the same Idempotency-Key creates one return', async () => {
  const shop = await openReturnedShop(db())
  const body = { location_id: shop.ids.locations.Main, lines: [{ sku: 'J-M', expected_quantity: 1 }] }
  const headers = { 'Idempotency-Key': 'once' }
  const first = await create(shop, body, { headers })
  const again = await create(shop, body, { headers })
  expect(again.body).toEqual(first.body)
  const changed = await create(shop, { ...body, reason: 'color' }, { headers })
  expect([changed.status, changed.body.code]).toEqual([409, 'idempotency_conflict'])
  const without = await shop.tenant.post(returnsPath, body)
  expect([without.status, without.body.code]).toEqual([400, 'idempotency_key_required'])
  expect((await shop.tenant.get(returnsPath)).body.data.filtered_max_size).toBe(1)
})

test('a refund of an order from a channel is the channel’s', async () => {
  const shop = await openReturnedShop(db())
  await shop.tenant.service.database.sql`
    update sales_orders set origin = 'channel' where organization_id = ${shop.organization_id}`
  const body = {
    order_id: shop.order.order_id,
    location_id: shop.ids.locations.Main,
    refund: { status: 'full', cents: 2916 },
    lines: [{ sku: 'J-S', expected_quantity: 1 }],
  }
  expect((await create(shop, body)).body.code).toBe('refund_is_the_channels')
  expect((await create(shop, { ...body, origin: 'channel_refund' })).body.data.refund.cents).toBe(2916)
  await expectProven(db(), shop)
})
