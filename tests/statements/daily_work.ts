/** What the people and the systems of a shop send all day, each ready to be sent again, for records of its own. */
import { uuidv7 } from 'uuidv7'
import { type Catalogue, insertRows, setFixture } from '../support/fixtures/catalogue.ts'
import { newSession, type Session } from '../support/service/session.ts'
import { type Answer, newTenant, type Tenant } from '../support/service/tenant.ts'

export interface Work {
  /** Id of the operation, and what is special about the request. */
  name: string
  /** Makes what the request needs and returns what sends it. */
  prepare: () => Promise<() => Promise<Answer>>
}

const orders = '/api/v1/sales/orders'
const returns = '/api/v1/sales/returns'

async function done(answering: Promise<Answer>): Promise<any> {
  const answer = await answering
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body.data
}

const once = () => ({ headers: { 'Idempotency-Key': uuidv7() } })

interface Shop {
  tenant: Tenant
  ids: Catalogue
  admin: Session
  account_id: string
  location_id: string
  variant_id: string
}

async function openShop(): Promise<Shop> {
  const tenant = await newTenant()
  const ids = await setFixture(tenant, {
    locations: ['Main'],
    sales_channels: ['Online'],
    suppliers: [{ name: 'Mill', currency: 'USD' }],
    products: [
      {
        title: 'Jumper',
        variants: [
          {
            sku: 'J-S',
            price_cents: 5000,
            unit_cost: '20.0000',
            stock: { Main: 1000 },
            suppliers: [{ supplier: 'Mill' }],
          },
        ],
      },
    ],
  })
  const account_id = uuidv7()
  await insertRows(tenant, 'trading_partners', [{ trading_partner_id: account_id, name: 'Nordhaus' }])
  await insertRows(tenant, 'sales_channels', [
    { sales_channel_id: uuidv7(), name: 'Nordhaus', channel_type: 'wholesale', trading_partner_id: account_id },
  ])
  const admin = await newSession(tenant)
  return { tenant, ids, admin, account_id, location_id: ids.locations.Main!, variant_id: ids.variants['J-S']! }
}

function sellingWork({ tenant, admin, account_id, location_id }: Shop): Work[] {
  const line = { sku: 'J-S', quantity: 1, unit_price_cents: 5000 }
  const create = (more: object = {}) => tenant.post(orders, { location_id, lines: [line], ...more }, once())
  const act = (order: any, name: string, body?: object) =>
    tenant.post(`${orders}/${order.order_id}/${name}`, body, once())
  const ship = (order: any) =>
    admin.post(`${orders}/${order.order_id}/shipments`, {
      lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }],
    })
  const allocated = async () => done(act(await done(create()), 'allocate'))
  const shipped = async () => done(ship(await allocated()))
  const giveBack = (order: any) => {
    const lines = [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: 1 }]
    return tenant.post(returns, { order_id: order.order_id, location_id, lines }, once())
  }
  return [
    { name: 'orders.list', prepare: async () => () => tenant.get(`${orders}?limit=50`) },
    { name: 'orders.create of a consumer', prepare: async () => () => create() },
    {
      name: 'orders.create of an account',
      prepare: async () => () => create({ trading_partner_id: account_id, lifecycle: 'open' }),
    },
    {
      name: 'orders.confirm',
      async prepare() {
        const order = await done(create({ trading_partner_id: account_id }))
        const lines = [{ line_item_id: order.line_items[0].line_item_id, verdict: 'accepted' }]
        return () => act(order, 'confirm', { lines })
      },
    },
    {
      name: 'orders.allocate',
      async prepare() {
        const order = await done(create())
        return () => act(order, 'allocate')
      },
    },
    {
      name: 'session.record_shipment',
      async prepare() {
        const order = await allocated()
        return () => ship(order)
      },
    },
    {
      name: 'orders.get of a shipped order',
      async prepare() {
        const { order_id } = await shipped()
        return () => tenant.get(`${orders}/${order_id}`)
      },
    },
    {
      name: 'returns.create',
      async prepare() {
        const order = await shipped()
        return () => giveBack(order)
      },
    },
    {
      name: 'returns.receive',
      async prepare() {
        const { id } = await done(giveBack(await shipped()))
        const lines = [{ sku: 'J-S', received_quantity: 1, restocked_quantity: 1, disposition: 'restock' }]
        return () => tenant.post(`${returns}/${id}/receive`, { lines }, once())
      },
    },
  ]
}

async function stockWork({ tenant, admin, location_id, variant_id }: Shop): Promise<Work[]> {
  const scope = { name: 'Count', counted_on: '2026-11-20', location_ids: [location_id], include_all_variants: true }
  const { id } = await done(tenant.post('/api/v1/stocktakes', scope, once()))
  let counted_quantity = 1
  return [
    { name: 'variants.get', prepare: async () => () => tenant.get(`/api/v1/variants/${variant_id}`) },
    { name: 'inventory.list_table', prepare: async () => () => tenant.get('/api/v1/inventory/table?limit=100') },
    {
      name: 'session.create_stock_adjustment',
      prepare: async () => () =>
        admin.post('/api/v1/stock-adjustments', { reason: 'found', lines: [{ variant_id, location_id, quantity: 1 }] }),
    },
    {
      name: 'stocktakes.record_counts',
      prepare: async () => () => {
        const counts = [{ variant_id, location_id, counted_quantity: counted_quantity++ }]
        return tenant.patch(`/api/v1/stocktakes/${id}/counts`, { counts }, once())
      },
    },
  ]
}

function purchasingWork({ tenant, ids, location_id, variant_id }: Shop): Work[] {
  const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const line_items = [{ variant_id, quantity: 5, unit_cost: 20 }]
  const order = () => tenant.post(path, { location_id, supplier_id: ids.suppliers.Mill, line_items }, once())
  const approve = (id: string) => tenant.post(`${path}/${id}/approve`, undefined, once())
  return [
    { name: 'purchase_orders.create', prepare: async () => order },
    {
      name: 'purchase_orders.approve',
      async prepare() {
        const { id } = await done(order())
        return () => approve(id)
      },
    },
    {
      name: 'purchase_orders.record_delivery',
      async prepare() {
        const { id } = await done(order())
        await done(approve(id))
        const delivery = { line_items: [{ variant_id, received_quantity: 5 }] }
        return () => tenant.post(`${path}/${id}/deliveries`, delivery, once())
      },
    },
  ]
}

/** In an organisation for each, since keys have so many writes a minute; nobody listens to their events. */
export const openDailyWork = async (): Promise<Work[]> => [
  ...(await stockWork(await openShop())),
  ...sellingWork(await openShop()),
  ...purchasingWork(await openShop()),
]
