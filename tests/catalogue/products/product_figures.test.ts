/** The figures of products that a job keeps: reads answer the same with them as without, after every kind of change. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { foldProductChanges } from '../../../server/catalogue/product_figures/measure_products.ts'
import { deleteCreated } from '../../../server/catalogue/product_records/undo.store.ts'
import { moveStock } from '../../support/fixtures/catalogue.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { refresh } from '../../insight/velocity/velocity_fixture.ts'
import { catalogueFixture, filterArgs } from '../catalogue_fixture.ts'

setDefaultTimeout(120_000)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** By plain sums over variants, suppliers and stock levels. */
const figuresOfRows = ({ service, organization_id }: Tenant) =>
  service.database.sql.unsafe<Record<string, unknown>[]>(
    `with supplied as (
      select s.variant_id, min(coalesce(s.lead_time_days, u.lead_time_days)) as lead, min(s.min_order_quantity) as least
      from supplier_variants s join suppliers u using (organization_id, supplier_id)
      where s.organization_id = $1 group by 1
    ), one as (
      select v.*, s.variant_id is null as no_supplier, coalesce(v.lead_time_days, s.lead) is null as no_lead, s.least is null as no_least,
        v.carton_quantity is null or v.carton_cbm is null or v.carton_weight_kg is null as no_carton
      from variants v left join supplied s on s.variant_id = v.variant_id where v.organization_id = $1
    ), held as (
      select v.product_id, sum(l.on_hand) as on_hand, sum(abs(l.on_hand)) as counted_units,
        sum(l.on_hand * coalesce(l.average_cost, 0)) as cost, sum(case when l.average_cost is null then abs(l.on_hand) else 0 end) as uncosted,
        sum(l.on_hand * coalesce(v.price_cents, 0)) as revenue, sum(case when v.price_cents is null then abs(l.on_hand) else 0 end) as unpriced
      from stock_levels l join variants v using (organization_id, variant_id) where l.organization_id = $1 group by 1
    )
    select p.title, count(o.variant_id)::int as variants,
      count(*) filter (where o.variant_id is not null and (o.price_cents is null or o.unit_cost is null or no_supplier or no_lead
        or no_least or no_carton))::int as incomplete_variants,
      count(*) filter (where o.variant_id is not null and o.price_cents is null)::int as lack_price,
      count(*) filter (where o.variant_id is not null and o.unit_cost is null)::int as lack_unit_cost,
      count(*) filter (where no_supplier)::int as lack_supplier, count(*) filter (where no_lead)::int as lack_lead_time,
      count(*) filter (where no_least)::int as lack_min_order_quantity, count(*) filter (where no_carton)::int as lack_carton_measures,
      coalesce(max(h.on_hand), 0)::int as on_hand, coalesce(max(h.counted_units), 0)::int as counted_units,
      coalesce(max(h.cost), 0)::float8 as cost, coalesce(max(h.uncosted), 0)::int as uncosted_units,
      coalesce(max(h.revenue), 0)::float8 as revenue_cents, coalesce(max(h.unpriced), 0)::int as unpriced_units
    from products p
    left join one o on o.product_id = p.product_id
    left join held h on h.product_id = p.product_id
    where p.organization_id = $1 group by p.title order by p.title`,
    [organization_id],
  )

const stored = ({ service, organization_id }: Tenant) =>
  service.database.sql.unsafe<Record<string, unknown>[]>(
    `select p.title, g.variants, g.incomplete_variants, g.lack_price, g.lack_unit_cost, g.lack_supplier, g.lack_lead_time, g.lack_min_order_quantity,
      g.lack_carton_measures, g.on_hand::int as on_hand, g.counted_units::int as counted_units, g.cost::float8 as cost,
      g.uncosted_units::int as uncosted_units, g.revenue_cents::float8 as revenue_cents, g.unpriced_units::int as unpriced_units
    from product_figures g join products p using (organization_id, product_id)
    where g.organization_id = $1 order by p.title`,
    [organization_id],
  )

async function answers(tenant: Tenant): Promise<unknown[]> {
  const all: unknown[] = []
  const overview = `/api/v1/organizations/${tenant.organization_id}/products/overview`
  for (const path of [
    overview,
    `${overview}?search=a`,
    `${overview}?${filterArgs({ key: 'category', operation: 'eq', value: 'Coats' })}`,
    '/api/v1/products/completeness?scope=all',
    '/api/v1/products/completeness',
  ]) {
    const { status, body } = await tenant.get(path)
    expect(status).toBe(200)
    all.push(body.data)
  }
  return all
}

test('overview and completeness are the same with stored figures, with marks and without either', async () => {
  const { tenant, ids } = await catalogueFixture()
  const { sql } = tenant.service.database
  const org = tenant.organization_id
  const [variant, other] = [ids.variants['AN-S']!, ids.variants['BE-1']!]
  const changes: [string, () => PromiseLike<unknown>][] = [
    ['nothing', async () => {}],
    [
      'a price',
      () => sql`update variants set price_cents = 9900 where organization_id = ${org} and variant_id = ${variant}`,
    ],
    [
      'no price',
      () => sql`update variants set price_cents = null where organization_id = ${org} and variant_id = ${other}`,
    ],
    [
      'cost, cartons and lead time',
      () => sql`
        update variants set unit_cost = null, carton_cbm = null, lead_time_days = 9 where organization_id = ${org} and variant_id = ${variant}`,
    ],
    ['terms of a supplier', () => sql`update suppliers set lead_time_days = null where organization_id = ${org}`],
    [
      'terms of a variant',
      () =>
        sql`update supplier_variants set min_order_quantity = null, lead_time_days = 4 where organization_id = ${org}`,
    ],
    [
      'no supplier',
      () => sql`delete from supplier_variants where organization_id = ${org} and variant_id = ${variant}`,
    ],
    [
      'a supplier',
      () => sql`
        insert into supplier_variants (organization_id, supplier_id, variant_id)
        select ${org}, supplier_id, ${variant} from suppliers where organization_id = ${org} and name = 'Bolt'`,
    ],
    [
      'stock',
      () =>
        moveStock(tenant, ids, [
          { sku: 'AN-M', location: 'Main', kind: 'receipt', quantity: 12, unit_cost: '31.2345' },
          { sku: 'AN-M', location: 'Store', kind: 'adjustment', quantity: -3 },
          {
            sku: 'BE-1',
            location: 'Unused',
            kind: 'receipt',
            quantity: 5,
            unit_cost: '2.50',
            occurred_at: daysAgo(40),
          },
        ]),
    ],
    [
      'a product and a variant',
      () => sql`
        with made as (
          insert into products (organization_id, product_id, title, status, currency)
          values (${org}, gen_random_uuid(), 'Gloves', 'ACTIVE', 'USD') returning product_id
        )
        insert into variants (organization_id, variant_id, product_id, sku, title)
        select ${org}, gen_random_uuid(), product_id, 'GL-1', 'One' from made`,
    ],
    [
      'a variant less',
      async () => {
        const [glove] = await sql`select variant_id from variants where organization_id = ${org} and sku = 'GL-1'`
        await sql.begin((tx) => deleteCreated(tx as never, org, [glove!.variant_id], []))
      },
    ],
    [
      'another currency',
      () => sql`update products set currency = 'EUR' where organization_id = ${org} and title = 'Anorak'`,
    ],
  ]
  for (const [name, change] of changes) {
    await change()
    const withMarks = await answers(tenant)
    await refresh(tenant)
    expect([name, [...(await stored(tenant))]]).toEqual([name, [...(await figuresOfRows(tenant))]])
    expect([name, await answers(tenant)]).toEqual([name, withMarks])
    await sql`delete from product_figures where organization_id = ${org}`
    expect([name, await answers(tenant)]).toEqual([name, withMarks])
    await sql`insert into product_changes (organization_id, product_id) select organization_id, product_id from products where organization_id = ${org}`
    while ((await sql.begin((tx) => foldProductChanges(tx as never, org))) > 0);
  }
})
