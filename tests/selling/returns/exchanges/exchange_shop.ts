/** Orders whose units came back, what replaces them, and how both count. */
import { expect } from 'bun:test'
import { type OrderShop, path } from '../../support/orders.ts'
import { returnsPath } from '../returned_shop.ts'
import { uuidv7 } from 'uuidv7'

export const today = () => new Date().toISOString().slice(0, 10)

/** Units of J-S that have shipped: at 15.00 with 10 % off and 1.00 tax each, unless lines say otherwise. */
export async function sold(shop: OrderShop, quantity: number, rest: object = {}): Promise<any> {
  const line = {
    sku: 'J-S',
    quantity,
    unit_price_cents: 1500,
    discount_cents: 150 * quantity,
    tax_cents: 100 * quantity,
  }
  const order = await shop.placed({ ordered_at: '2026-03-01T10:00:00Z', lines: [line], ...rest })
  const shipment = { shipped_at: '2026-03-02T10:00:00Z', lines: [{ sku: 'J-S', quantity }] }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  return order
}

export async function takeBack(shop: OrderShop, order: any, units = 1, rest: object = {}): Promise<any> {
  const answer = await shop.tenant.post(
    returnsPath,
    {
      order_id: order.order_id,
      location_id: shop.ids.locations.Main,
      lines: [{ order_line_item_id: order.line_items[0].line_item_id, expected_quantity: units }],
      ...rest,
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data
}

export const exchange = (
  { admin }: OrderShop,
  { id }: { id: number },
  settlement: string,
  lines: object[],
  rest: object = {},
) => admin.post(`${returnsPath}/${id}/exchange`, { settlement, lines, ...rest })

export const cancel = ({ admin }: OrderShop, { id }: { id: number }, reason = 'The customer keeps it') =>
  admin.post(`${returnsPath}/${id}/exchange/cancel`, { reason })

export const receive = ({ tenant }: OrderShop, { id }: { id: number }, lines: object[], received_at = '2026-03-10') =>
  tenant.post(`${returnsPath}/${id}/receive`, { received_at, lines })

export const get = async ({ tenant }: OrderShop, { id }: { id: number }) =>
  (await tenant.get(`${returnsPath}/${id}`)).body.data

export const ship = ({ admin, ids }: OrderShop, order_id: string, lines: object[]) =>
  admin.post(`${path}/${order_id}/shipments`, { location_id: ids.locations.Main, lines })

export const list = async ({ admin }: OrderShop, { id }: { id: number }): Promise<any[]> =>
  (await admin.get(`${returnsPath}/${id}/exchanges`)).body.data.exchanges

export const newest = async (shop: OrderShop, back: { id: number }) => (await list(shop, back)).at(-1)

/** Net sales by day, with units sold and returned over all days. */
export async function net({ tenant }: OrderShop) {
  const rows = await tenant.service.database.sql`
    select day::text, sum(gross_sales_cents - discounts_cents - returns_cents)::int as cents, sum(units)::int as units,
      sum(returned_units)::int as returned
    from sales_daily where organization_id = ${tenant.organization_id} group by day order by day`
  const sum = (of: (row: any) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    days: rows.map(({ day, cents }) => [day, cents]),
    cents: sum(({ cents }) => cents),
    units: sum(({ units }) => units),
    returned: sum(({ returned }) => returned),
  }
}

export const shown = ({ state, returned, replacement, balance, difference, settlement, is_as_agreed }: any) => ({
  state,
  returned: returned.cents,
  replacement: replacement.cents,
  difference: [balance, difference.cents],
  settlement: [settlement, is_as_agreed],
})

/** The reason of a refusal and its data. */
export const refusal = ({ status, body }: any) => [status, body.code, body.data?.reason]
