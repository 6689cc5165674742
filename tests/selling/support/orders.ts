/** A shop that takes orders over HTTP, with stock, an account and a price list. */
import { expect } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { proveSales } from '../../support/prove_sales.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { type Catalogue, insertRows, setFixture } from '../../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../../support/service/tenant.ts'

export const path = '/api/v1/sales/orders'

export interface OrderShop {
  tenant: Tenant
  ids: Catalogue
  account_id: string
  /** The account's own channel. */
  channel_id: string
  admin: Session
  create: (body: object, options?: { key?: string }) => Promise<Answer>
  /** Creates an order and answers it. */
  placed: (body: object) => Promise<any>
  act: (order: { order_id: string }, act: string, body?: object) => Promise<Answer>
  get: (order: { order_id: string }) => Promise<any>
  /** Stock at Main as [on hand, committed]. */
  stock: (sku: string, location?: string) => Promise<[number, number]>
  /** Names of the events that were recorded, oldest first. */
  events: () => Promise<string[]>
}

const receivers = [
  'order.created',
  'order.updated',
  'order.fulfilled',
  'order.cancelled',
  'exception.opened',
  'exception.resolved',
]

export async function openOrderShop(time_zone = 'UTC'): Promise<OrderShop> {
  const tenant = await newTenant()
  const { sql } = tenant.service.database
  await sql`update organizations set time_zone = ${time_zone} where organization_id = ${tenant.organization_id}`
  const ids = await setFixture(tenant, {
    locations: ['Main', 'Store'],
    sales_channels: ['Online'],
    categories: ['Knitwear'],
    products: [
      {
        title: 'Jumper',
        category: 'Knitwear',
        variants: [
          { sku: 'J-S', price_cents: 5000, unit_cost: '20.0000', stock: { Main: { on_hand: 10 } } },
          { sku: 'J-M', price_cents: 6000, unit_cost: '25.0000', stock: { Main: { on_hand: 5 } } },
          { sku: 'J-L' },
        ],
      },
    ],
  })
  const [price_list_id, account_id, channel_id] = [uuidv7(), uuidv7(), uuidv7()]
  await insertRows(tenant, 'price_lists', [
    { price_list_id, name: 'Wholesale', currency: 'USD', created_at: new Date(), updated_at: new Date() },
  ])
  await insertRows(tenant, 'price_list_prices', [
    { price_list_id, variant_id: ids.variants['J-S'], price_cents: 2500, updated_at: new Date() },
  ])
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name, price_list_id, payment_terms)
    values (${tenant.organization_id}, ${account_id}, 'Nordhaus', ${price_list_id}, 'net_30')`
  await sql`
    insert into sales_channels (organization_id, sales_channel_id, name, channel_type, trading_partner_id)
    values (${tenant.organization_id}, ${channel_id}, 'Nordhaus', 'wholesale', ${account_id})`
  const admin = await newSession(tenant)
  for (const type of receivers)
    expect((await admin.post('/api/v1/webhooks', { hook_url: 'http://127.0.0.1:9/hook', type })).status).toBe(201)
  const create = (body: object, options: { key?: string } = {}) =>
    tenant.post(
      path,
      { location_id: ids.locations.Main, ...body },
      { headers: { 'Idempotency-Key': uuidv7() }, ...options },
    )
  return {
    tenant,
    ids,
    account_id,
    channel_id,
    admin,
    create,
    placed: async (body) => {
      const answer = await create(body)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body.data
    },
    act: ({ order_id }, act, body) => tenant.post(`${path}/${order_id}/${act}`, body),
    get: async ({ order_id }) => (await tenant.get(`${path}/${order_id}`)).body.data,
    stock: async (sku, location = 'Main') => {
      const [level] = await sql`
        select on_hand, committed from stock_levels where organization_id = ${tenant.organization_id}
          and variant_id = ${ids.variants[sku]!} and location_id = ${ids.locations[location]!}`
      return [level?.on_hand ?? 0, level?.committed ?? 0]
    },
    events: async () => {
      const rows = await sql`
        select event from webhook_events where organization_id = ${tenant.organization_id} order by event_id`
      return rows.map(({ event }) => event)
    },
  }
}

/** Recomputes holds, the ledger and sales by day from the lines, by other means than the code that wrote them. */
export async function proveBooks({ tenant }: OrderShop): Promise<void> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const held = await sql`
    select s.variant_id, s.location_id from stock_levels s
    where s.organization_id = ${organization_id} and s.committed <> coalesce((select sum(l.allocated_quantity)
      from order_lines l where l.organization_id = s.organization_id and l.variant_id = s.variant_id
        and l.location_id = s.location_id), 0)`
  expect([...held]).toEqual([])
  const shipped = await sql`
    select l.line_id from order_lines l where l.organization_id = ${organization_id}
      and l.fulfilled_quantity <> coalesce((select sum(f.quantity) from fulfilment_lines f
        where f.organization_id = l.organization_id and f.order_line_id = l.line_id), 0)`
  expect([...shipped]).toEqual([])
  const unbooked = await sql`
    select f.variant_id, f.units, m.units as booked from (
      select variant_id, sum(quantity) as units from fulfilment_lines where organization_id = ${organization_id}
      group by variant_id) f
    full join (select variant_id, -sum(quantity_delta) as units from stock_movements
      where organization_id = ${organization_id} and kind = 'fulfilment' group by variant_id) m using (variant_id)
    where coalesce(f.units, 0) <> coalesce(m.units, 0)`
  expect([...unbooked]).toEqual([])
  const found = await sql.begin(async (tx) => ({
    ledger: await verifyLedger(tx as never, { organization_id, is_full: true }),
    sales: await proveSales(tx as never, { organization_id, is_full: true }),
  }))
  expect(found.ledger.faults).toEqual([])
  expect(found.sales.sales.faults).toEqual([])
  expect(found.sales.counts).toEqual([])
  expect(found.sales.order_counts).toEqual([])
}
