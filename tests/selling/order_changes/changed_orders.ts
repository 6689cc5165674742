/** Acts on orders that change, and sums of what must stay the same. */
import { type OrderShop, path } from '../support/orders.ts'

export const act = (shop: OrderShop, { order_id }: { order_id: string }, name: string, body: object = {}) =>
  shop.admin.post(`${path}/${order_id}/${name}`, body)

export const lineOf = (order: any, i = 0) => order.line_items[i].line_item_id

/** Sums over orders of what must stay the same. */
export const sumsOf = (...orders: any[]) => {
  const sum = (of: (order: any) => number) => orders.reduce((all, order) => all + of(order), 0)
  const lines = (of: (line: any) => number) =>
    sum((order) => order.line_items.reduce((all: number, one: any) => all + of(one), 0))
  return {
    units: sum(({ units }) => units),
    allocated: sum(({ allocated_units }) => allocated_units),
    cancelled: sum(({ cancelled_units }) => cancelled_units),
    total: sum(({ total }) => total.cents),
    freight: sum(({ freight }) => freight.cents),
    freight_tax: sum(({ freight_tax }) => freight_tax.cents),
    discount: lines(({ discount }) => discount.cents),
    tax: lines(({ tax }) => tax.cents),
  }
}

export const soldOf = async ({ tenant }: OrderShop) => {
  const rows = await tenant.service.database.sql`
    select day::text as day, sum(units)::int as units, sum(gross_sales_cents)::int as gross, sum(discounts_cents)::int as discounts,
      sum(taxes_cents)::int as taxes
    from sales_daily where organization_id = ${tenant.organization_id} group by day order by day`
  return rows.map((row) => ({ ...row }))
}
