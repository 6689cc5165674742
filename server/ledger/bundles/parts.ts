/**
 * What leaves stock when a variant is sold: the variant itself, or the components of a bundle that is assembled when it is
 * sold. This is the one place that takes bundles apart; allocation, release, shipment, its correction and return use it:
 *
 * - A locked order line has `parts` (orders/locked_order.store.ts): those that the line keeps while it holds or has shipped
 *   units, otherwise those of the bundle as it is composed now. Never move or hold `line.variant_id` itself: make holds of a
 *   line with `holdsOf`, and movements with `partUnits(line, quantity)`. `saveOrders` stores the parts that a line keeps.
 * - Several movements therefore share the document line of an order line, one for each part.
 * - A bundle is held, shipped and returned whole (reserveWhole); `quantity` of lines always counts bundles.
 * - Without an order line, `readParts` answers the parts of variants by id.
 * - In a statement, `takenApart` answers them as rows; in the text of a statement, parts.sql.ts has the same.
 */
import type { Fragment, Sql } from '../../contract/call.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import type { StockPart } from './parts.rules.ts'
import * as text from '../parts.sql.ts'

/** A text with values and fragments in place of the words in braces. */
const filled = (sql: Sql, template: string, words: Readonly<Record<string, Fragment>>): Fragment =>
  template
    .split(/(\{[a-z]+\})/)
    .map((part) => words[part] ?? textFragment(part))
    .reduce((before, part) => sql`${before}${part}`)

/**
 * Bundles that are assembled when sold, with the units of each variant that one of them takes from stock: bundles within
 * are taken apart too, and a variant that is reached in several ways is summed. `which` limits them over bundles b. A bundle
 * that is kept ready-made or archived is taken from its own stock.
 */
export const takenApart = (sql: Sql, organization_id: string, which: Fragment = sql`true`): Fragment =>
  filled(sql, text.takenApart('{organization}', '{which}'), {
    '{organization}': sql`${organization_id}`,
    '{which}': which,
  })

/** Whether a variant, the SQL of its id, is a bundle that is assembled when it is sold. */
export const isAssembled = (sql: Sql, organization_id: string, variant_id: Fragment): Fragment =>
  filled(sql, text.isAssembled('{organization}', '{variant}'), {
    '{organization}': sql`${organization_id}`,
    '{variant}': variant_id,
  })

/**
 * The cost of variant v of product r in the catalogue: of a bundle that is assembled when sold, that of its components, if
 * each has one in the currency of the bundle.
 */
export const catalogueCost = (sql: Sql, organization_id: string): Fragment => sql`
  case when ${isAssembled(sql, organization_id, sql`v.variant_id`)} then (
    select case when count(*) = count(w.unit_cost) and bool_and(q.currency = r.currency) then sum(w.unit_cost * t.units) end
    from (${takenApart(sql, organization_id, sql`b.bundle_variant_id = v.variant_id`)}) t
    join variants w on w.organization_id = ${organization_id} and w.variant_id = t.variant_id
    join products q on q.organization_id = ${organization_id} and q.product_id = w.product_id
  ) else v.unit_cost end`

/**
 * How many bundles that are assembled when sold can be put together of what is available at each location, at least one;
 * nothing is put together of stock at two places.
 */
export const bundlesAvailable = (sql: Sql, organization_id: string, which: Fragment = sql`true`): Fragment =>
  filled(sql, text.bundlesAvailable('{organization}', '{which}'), {
    '{organization}': sql`${organization_id}`,
    '{which}': which,
  })

/** Those bundles with what is available of them over all locations, 0 included. */
export const assembledUnits = (sql: Sql, organization_id: string): Fragment =>
  filled(sql, text.assembledUnits('{organization}'), { '{organization}': sql`${organization_id}` })

/** What reads show of variants at locations (parts.sql.ts). */
export const shownLevels = (sql: Sql, organization_id: string, variant_ids: Fragment): Fragment =>
  filled(sql, text.shownLevels('{organization}', '{variants}'), {
    '{organization}': sql`${organization_id}`,
    '{variants}': variant_ids,
  })

/** Parts of the bundles among some variants; a variant that is not in the result is its own part. */
export async function readParts(
  sql: Sql,
  organization_id: string,
  variant_ids: readonly string[],
): Promise<Map<string, StockPart[]>> {
  const rows = await sql<(StockPart & { bundle_variant_id: string })[]>`
    select p.bundle_variant_id, p.variant_id, v.sku, p.units
    from (${takenApart(sql, organization_id, sql`b.bundle_variant_id = any(${[...new Set(variant_ids)]}::uuid[])`)}) p
    join variants v on v.organization_id = ${organization_id} and v.variant_id = p.variant_id
    order by p.bundle_variant_id, v.sku, p.variant_id`
  return grouped(rows)
}

const grouped = (rows: readonly (StockPart & { bundle_variant_id: string })[]) =>
  new Map(
    [...Map.groupBy(rows, ({ bundle_variant_id }) => bundle_variant_id)].map(([id, of]) => [
      id,
      of.map(({ variant_id, sku, units }) => ({ variant_id, sku, units })),
    ]),
  )
