/** `updated_at` in the body of an update: a change that was made from an older read is refused, to the microsecond. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openOrderShop, type OrderShop, path as ordersPath } from '../selling/support/orders.ts'
import { openFollowedShop } from '../tables/follow/followed_lists.ts'
import type { Answer } from '../support/service/tenant.ts'

setDefaultTimeout(60_000)

interface Guarded {
  name: string
  /** A record that was just made: how to change one text of it, and its table and key in the database. */
  open: (shop: OrderShop) => Promise<{
    read: () => Promise<any>
    change: (body: object) => Promise<Answer>
    field: string
    table: string
    key: [string, string | number]
    /** What `data` of the refusal has beside `updated_at`. */
    data: object
  }>
}

const contact = async ({ tenant }: OrderShop) => {
  const made = await tenant.post('/api/v1/contacts', {
    name: 'Inês',
    preferred_contact_method: 'EMAIL',
    email: 'ines@mill.example',
  })
  return made.body.data.id as number
}

const guarded: Guarded[] = [
  {
    name: 'a sales order',
    open: async (shop) => {
      const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
      return {
        read: () => shop.get(order),
        change: (body) => shop.tenant.patch(`${ordersPath}/${order.order_id}`, body),
        field: 'reference',
        table: 'sales_orders',
        key: ['order_id', order.order_id],
        data: { act: 'update', lifecycle: 'open' },
      }
    },
  },
  {
    name: 'a purchase order',
    open: async ({ tenant }) => {
      const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
      const [{ id }] = (await tenant.get(path)).body.data.rows
      const session = `${path}/${id}`
      return {
        read: async () => (await tenant.patch(session, { external_id: 'first' })).body.data,
        change: (body) => tenant.patch(session, body),
        field: 'external_id',
        table: 'purchase_orders',
        key: ['purchase_order_id', id],
        data: { act: 'amend', status: 'draft' },
      }
    },
  },
  {
    name: 'a contact',
    open: async (shop) => {
      const id = await contact(shop)
      return {
        read: async () => (await shop.tenant.get(`/api/v1/contacts/${id}`)).body.data,
        change: (body) => shop.tenant.patch(`/api/v1/contacts/${id}`, body),
        field: 'role',
        table: 'contacts',
        key: ['contact_id', id],
        data: {},
      }
    },
  },
  {
    name: 'a note about a contact',
    open: async (shop) => {
      const notes = `/api/v1/contacts/${await contact(shop)}/notes`
      const { id } = (await shop.tenant.post(notes, { title: 'Holidays', body: 'August' })).body.data
      return {
        read: async () => (await shop.tenant.get(`${notes}/${id}`)).body.data,
        change: (body) => shop.tenant.patch(`${notes}/${id}`, body),
        field: 'body',
        table: 'contact_notes',
        key: ['note_id', id],
        data: {},
      }
    },
  },
  {
    name: 'a supplier',
    open: async ({ tenant }) => {
      const made = await tenant.post('/api/v1/inventory/suppliers', { suppliers: [{ name: 'Mill' }] })
      const path = `/api/v1/inventory/suppliers/${made.body.data.suppliers[0].id}`
      return {
        read: async () => (await tenant.get(path)).body.data,
        change: (body) => tenant.put(path, body),
        field: 'incoterm',
        table: 'suppliers',
        key: ['supplier_id', made.body.data.suppliers[0].id],
        data: {},
      }
    },
  },
]

const text = (field: string, n: number) => (field === 'incoterm' ? ['FOB', 'EXW', 'CIF', 'DAP'][n]! : `text ${n}`)

for (const { name, open } of guarded)
  test(`${name} is changed only from the state that was read, to the microsecond`, async () => {
    const shop = await openFollowedShop()
    const { read, change, field, table, key, data } = await open(shop)
    const { sql } = shop.tenant.service.database
    await read()
    // The finest instant that is stored.
    await sql`update ${sql(table)} set updated_at = '2026-11-26T09:30:00.123456Z' where ${sql(key[0])} = ${key[1]}`
    const states = async (updated_at: string, n: number) => {
      const answer = await change({ [field]: text(field, n), updated_at })
      return [answer.status, answer.body.code ?? null, answer.body.data] as const
    }
    const held = '2026-11-26T09:30:00.123456+00:00'
    for (const other of [
      '2026-11-26T09:30:00.123455Z',
      '2026-11-26T09:30:00.123457Z',
      '2026-11-26T09:30:00.123Z',
      '2026-11-26T09:30:00Z',
    ]) {
      const [status, code, said] = await states(other, 1)
      expect([other, status, code]).toEqual([other, 409, 'conflict'])
      expect(said).toEqual({ ...data, updated_at: held })
    }
    // The same instant in another zone.
    const [status, , changed] = await states('2026-11-26T11:30:00.123456+02:00', 1)
    expect([status, changed[field]]).toEqual([200, text(field, 1)])
    expect((await states(held, 2))[0]).toBe(409)
    const all = await Promise.all([0, 2, 3].map((n) => states(changed.updated_at, n)))
    expect(all.map(([one]) => one).toSorted()).toEqual([200, 409, 409])
    expect((await change({ [field]: text(field, 1) })).status).toBe(200)
  })

test('an update of an order that only sends updated_at names no change', async () => {
  const shop = await openOrderShop()
  const order = await shop.placed({ lines: [{ sku: 'J-S', quantity: 1 }] })
  const refused = await shop.tenant.patch(`${ordersPath}/${order.order_id}`, { updated_at: order.updated_at })
  expect([refused.status, refused.body.data?.field]).toEqual([400, 'body'])
})
