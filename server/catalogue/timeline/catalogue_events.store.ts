/** Catalogue timelines, newest first: pages ids by index first, then joins the full rows. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { catalogue_events } from '../../../db/schema/catalogue/events.ts'
import { selection, selections } from '../../../db/sql/selection.ts'
import type { Fragment, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import type { Static } from '../../contract/schema.ts'
import { readRowCount } from '../../tables/row_counts.ts'
import type { CatalogueEvent, TimelineQuery } from './catalogue_events.ts'

type Event = Static<typeof CatalogueEvent>

const eventColumns = selections(
  selection(catalogue_events, 'e', ['event_id', 'kind', 'occurred_at', 'actor', 'product_id']),
  selection(products, 'p', ['title as product_title']),
  selection(catalogue_events, 'e', ['variant_id']),
  selection(variants, 'v', ['sku', 'title as variant_title']),
  selection(catalogue_events, 'e', ['field', 'previous_value', 'value']),
)

const within = (sql: Sql, { kind, since, until }: TimelineQuery) => sql`
  ${kind === undefined ? sql`` : sql`and e.kind in ${sql(kind)}`}
  ${since === undefined ? sql`` : sql`and e.occurred_at >= ${since}::timestamptz`}
  ${until === undefined ? sql`` : sql`and e.occurred_at < ${until}::timestamptz`}`

const withDetails = (sql: Sql, organization_id: string, page: Fragment) => sql<Event[]>`
  select ${eventColumns}
  from (${page}) k
  join catalogue_events e on e.organization_id = ${organization_id} and e.event_id = k.event_id
  join products p on p.organization_id = ${organization_id} and p.product_id = e.product_id
  left join variants v on v.organization_id = ${organization_id} and v.variant_id = e.variant_id
  order by e.occurred_at desc, e.entry desc`

async function pageFrom(counting: PromiseLike<{ filtered: number }[]>, reading: PromiseLike<Event[]>, offset: number) {
  const [[count], rows] = await Promise.all([counting, reading])
  return {
    rows,
    size: rows.length,
    offset,
    filtered_max_size: count!.filtered,
  }
}

/** Every change of the catalogue, or of one product with its variants. */
export function readCatalogueEvents(sql: Sql, organization_id: string, query: TimelineQuery & { product_id?: string }) {
  const { offset = 0, limit = limits.page_limit_default, product_id } = query
  const where = sql`
    e.organization_id = ${organization_id}
    ${product_id === undefined ? sql`` : sql`and e.product_id = ${product_id}`} ${within(sql, query)}`
  const page = sql`
    select e.event_id from catalogue_events e where ${where}
    order by e.occurred_at desc, e.entry desc limit ${limit} offset ${offset}`
  const { kind, since, until } = query
  const isEvery = [product_id, kind, since, until].every((one) => one === undefined)
  const counting = isEvery
    ? readRowCount(sql, organization_id, 'catalogue_events').then((filtered) => [{ filtered }])
    : sql<{ filtered: number }[]>`select count(*)::int as filtered from catalogue_events e where ${where}`
  return pageFrom(counting, withDetails(sql, organization_id, page), offset)
}

/**
 * Changes of a variant and of its product as a whole. Each is read from its own index only as far as the page needs,
 * and the two are merged.
 */
export function readVariantEvents(sql: Sql, organization_id: string, variant_id: string, query: TimelineQuery) {
  const { offset = 0, limit = limits.page_limit_default } = query
  const ofVariant = sql`
    e.organization_id = ${organization_id} and e.variant_id = ${variant_id} ${within(sql, query)}`
  const ofProduct = sql`
    e.organization_id = ${organization_id} and e.variant_id is null and e.product_id = (
      select v.product_id from variants v
      where v.organization_id = ${organization_id} and v.variant_id = ${variant_id}) ${within(sql, query)}`
  const newest = (where: Fragment) => sql`
    (select e.event_id, e.entry, e.occurred_at from catalogue_events e where ${where}
    order by e.occurred_at desc, e.entry desc limit ${offset + limit}::bigint)`
  const page = sql`
    select event_id from (${newest(ofVariant)} union all ${newest(ofProduct)}) both_timelines
    order by occurred_at desc, entry desc limit ${limit} offset ${offset}`
  const counting = sql<{ filtered: number }[]>`
    select ((select count(*) from catalogue_events e where ${ofVariant})
      + (select count(*) from catalogue_events e where ${ofProduct}))::int as filtered`
  return pageFrom(counting, withDetails(sql, organization_id, page), offset)
}
