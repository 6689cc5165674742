/** Bundles race for the last component that they share. */
import { uuidv7 } from 'uuidv7'
import type { Race } from './race.ts'

/** X takes two of the component and Y one, so that its five units are always held to the last. */
export const lastComponents: Race = {
  name: 'the last components of bundles',
  needs: { units: 5, orders: 20, quantity: 1 },
  async prepare({ rig, shop, post }, { variant_id, orders }) {
    const { organization_id, product_id } = shop
    const [x, y] = [uuidv7(), uuidv7()]
    const ids = orders.map(({ order_id }) => order_id)
    await rig.sql.begin(async (tx) => {
      await tx`
        insert into variants (organization_id, variant_id, product_id, sku, title)
        select ${organization_id}, v::uuid, ${product_id}::uuid, v, 'Set' from unnest(${[x, y]}::text[]) v`
      await tx`
        insert into bundles (organization_id, bundle_variant_id)
        select ${organization_id}, v from unnest(${[x, y]}::uuid[]) v`
      await tx`
        insert into bundle_components (organization_id, bundle_variant_id, component_variant_id, quantity)
        values (${organization_id}, ${x}, ${variant_id}, 2), (${organization_id}, ${y}, ${variant_id}, 1)`
      await tx`
        update order_lines l set variant_id = case when n.place % 2 = 0 then ${x}::uuid else ${y}::uuid end
        from unnest(${ids}::uuid[]) with ordinality as n (order_id, place)
        where l.organization_id = ${organization_id} and l.order_id = n.order_id`
    })
    const allocations = ids.map((order_id) => () => post(`/api/v1/sales/orders/${order_id}/allocate`))
    return {
      attempts: allocations.flatMap((one) => [one, one]),
      check: async () => {
        const [row] = await rig.sql<{ held: number; committed: number }[]>`
          select (select coalesce(sum(l.allocated_quantity * case l.variant_id when ${x}::uuid then 2 else 1 end), 0)
              from order_lines l
              where l.organization_id = ${organization_id} and l.order_id = any(${ids}::uuid[]))::int as held,
            (select coalesce(sum(s.committed), 0) from stock_levels s
              where s.organization_id = ${organization_id} and s.variant_id = ${variant_id})::int as committed`
        return Math.abs(row!.held - 5) + Math.abs(row!.committed - 5)
      },
    }
  },
}
