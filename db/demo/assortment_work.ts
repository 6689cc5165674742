/** Work on the assortment: demand events, a set sold as a bundle, stock corrected by hand, units to order next. */
import { addDays } from '../../server/calendar/days.ts'
import { createBundle } from '../../server/catalogue/bundles/bundles.ts'
import { createProduct } from '../../server/catalogue/products/create_product.ts'
import { createDemandEvent } from '../../server/insight/velocity/demand_events/demand_events.ts'
import { addToBasket } from '../../server/purchasing/baskets/add_basket_items.ts'
import { createAdjustment } from '../../server/stock/adjustments/create.ts'
import type { Desk } from './desk.ts'

interface WorkFacts {
  today: string
  location_id: string
  sales_channel_id: string
  category_ids: readonly string[]
}

interface Stocked {
  variant_id: string
  price_cents: number
}

/** One variant of each product, most stock first. */
const readStocked = ({ sql, organization_id }: Desk, location_id: string) => sql<Stocked[]>`
  select variant_id, price_cents from (
    select distinct on (v.product_id) v.variant_id, v.sku, v.price_cents::float8 as price_cents,
      l.on_hand - l.committed as available
    from stock_levels l
    join variants v on v.organization_id = ${organization_id} and v.variant_id = l.variant_id
    join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id and p.status = 'ACTIVE'
    join supplier_variants u on u.organization_id = ${organization_id} and u.variant_id = v.variant_id and u.is_primary
    where l.organization_id = ${organization_id} and l.location_id = ${location_id} and v.price_cents is not null
      and v.archived_at is null and l.on_hand - l.committed >= 4
    order by v.product_id, l.on_hand - l.committed desc, v.sku) s
  order by available desc, sku limit 6`

async function recordEvents(desk: Desk, { today, sales_channel_id, category_ids }: WorkFacts, of: readonly Stocked[]) {
  const day = (days: number) => addDays(today, days)
  const events = [
    {
      name: 'Mid-season sale',
      kind: 'promotion',
      starts_on: day(-70),
      ends_on: day(-57),
      category_ids: category_ids.slice(0, 2),
    },
    { name: 'Holiday week', kind: 'holiday', starts_on: day(-364), ends_on: day(-358) },
    {
      name: 'Feature in a magazine',
      kind: 'press',
      starts_on: day(-42),
      ends_on: day(-36),
      note: 'Two pages on the new collection.',
      variant_ids: of.slice(0, 3).map(({ variant_id }) => variant_id),
    },
    {
      name: 'Members week',
      kind: 'promotion',
      starts_on: day(14),
      ends_on: day(20),
      sales_channel_ids: [sales_channel_id],
    },
  ]
  for (const event of events) await desk.run(createDemandEvent, { body: event, at: `${day(-30)}T09:00:00Z` })
}

/** The set is new, so it has not sold yet. */
async function offerSet(desk: Desk, today: string, parts: readonly Stocked[]): Promise<void> {
  const at = `${addDays(today, -12)}T09:00:00Z`
  const price_cents = Math.round(parts.reduce((sum, one) => sum + one.price_cents, 0) * 0.9)
  const body = {
    title: 'Weekend set',
    description: 'Two pieces that are worn together.',
    handle: 'weekend-set',
    options: [{ name: 'Size', values: ['One size'] }],
    variants: [{ sku: 'SET-WEEKEND', option_values: { Size: 'One size' }, price_cents }],
  }
  const created = await desk.run<{ variants: { variant_id: string }[] }>(createProduct, { body, at })
  const components = parts.map(({ variant_id }) => ({ component_variant_id: variant_id, quantity: 1 }))
  const bundle = { bundle_variant_id: created.variants[0]!.variant_id, components }
  await desk.run(createBundle, { body: bundle, at })
}

export async function workOnRange(desk: Desk, facts: WorkFacts): Promise<void> {
  const { today, location_id } = facts
  const stocked = [...(await readStocked(desk, location_id))]
  if (stocked.length < 3) return
  await recordEvents(desk, facts, stocked)
  await offerSet(desk, today, stocked.slice(0, 2))
  const lines = stocked.slice(0, 2).map(({ variant_id }) => ({ variant_id, location_id, quantity: -1 }))
  const damaged = { reason: 'damaged', note: 'Water damage in aisle 4.', lines }
  await desk.run(createAdjustment, { body: damaged, at: `${addDays(today, -1)}T23:50:00Z` })
  const items = stocked.slice(2).map(({ variant_id }) => ({ variant_id, location_id, quantity: 24 }))
  await desk.run(addToBasket, { body: { items }, at: `${addDays(today, -1)}T16:00:00Z` })
}
