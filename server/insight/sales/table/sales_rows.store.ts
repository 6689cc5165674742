/** Reads the totals of the sales tables, and what the rows of a page have beside the fields of their table. */
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import { readMeasures } from '../../../catalogue/price_sensitivity/price_measures.store.ts'
import { type PriceMeasure, shownMeasure } from '../../../catalogue/price_sensitivity/price_sensitivity.ts'
import { readLedgerDays } from '../../../catalogue/price_sensitivity/stock_days.store.ts'
import { earlier, mondayOf } from '../../../calendar/days.ts'
import type { Sql } from '../../../contract/call.ts'
import { money } from '../../../contract/money.ts'
import { mapInSlices } from '../../../queue/slices.ts'
import { readFilters } from '../../../tables/arguments.ts'
import { readFiltered } from '../../../tables/page.ts'
import type { Table, TableQuery } from '../../../tables/table.ts'
import { noRate } from '../sales_basis.ts'
import { convertedSums, ownFigures, ownSums, summedByKey } from '../sales_facts.store.ts'
import { inWindow, sumKeys } from './sales_table.ts'
import {
  readLostUnits,
  readRunningUnits,
  readSoldBefore,
  readSoldUnits,
  variantIdsOf,
  type PageRows,
  type SoldScope,
  type SoldUnits,
} from './stock_of_sales.store.ts'
import { markdownOf, percent, sellThroughOf, stockoutLossesOf, type VariantFacts } from './stock_of_sales.rules.ts'

interface SelectedTotals {
  units: number
  returned_units: number
  gross: number
  discounts: number
  returns: number
  taxes: number
  net: number
  unrated: string | null
}

const summed = (from: string, sums: string) => `
select coalesce(d.units, 0)::float8 as units, coalesce(d.returned_units, 0)::float8 as returned_units,
  d.gross::float8 as gross, d.discounts::float8 as discounts, d.returns::float8 as returns, d.taxes::float8 as taxes,
  d.net::float8 as net, d.unrated
from (select ${sums} from ${from}) d`

const channelKeysOfSums = ['day', 'sales_channel_id', 'currency']
const byChannel = [...channelKeysOfSums, ...ownFigures].join(', ')
const channelRows = `
  select ${byChannel} from sales_by_channel where organization_id = $1
  union all
  select ${byChannel} from sales_deltas where organization_id = $1`
/** Sums by channel and day serve every row at once; sums of selected rows read their own sales. */
const ofEveryRow = `(${channelRows}) s where true`
const ofEveryForeignRow = `(${summedByKey(channelRows, channelKeysOfSums, ownFigures)}) s where true`
const ofVariants = `filtered f
  join sales_daily s on s.organization_id = $1 and s.variant_id = f.variant_id`
const ofProducts = `filtered f
  join variants x on x.organization_id = $1 and x.product_id = f.product_id
  join sales_daily s on s.organization_id = $1 and s.variant_id = x.variant_id`

export async function readTotals(
  sql: Sql,
  table: Table,
  query: TableQuery,
  { organization_id, currency, is_own_currency, window, location_ids }: SoldScope,
) {
  const isEveryRow =
    location_ids === null &&
    !query.search &&
    readFilters(table, query.filter_args).every(({ key }) => sumKeys.includes(key))
  const from = isEveryRow
    ? is_own_currency
      ? ofEveryRow
      : ofEveryForeignRow
    : `${table.base.table === 'products' ? ofProducts : ofVariants} where true`
  const [row] = await readFiltered<SelectedTotals>(
    sql,
    table,
    organization_id,
    query,
    (_, within) => summed(`${from} ${within.get('d')}`, is_own_currency ? ownSums : convertedSums),
    inWindow(window),
  )
  const { units, returned_units, unrated, ...amounts } = row!
  const figure = (cents: number) =>
    unrated === null ? money(cents, currency, '') : money(null, currency, noRate(unrated, currency))
  return {
    gross_sales: figure(amounts.gross),
    discounts: figure(amounts.discounts),
    returns: figure(amounts.returns),
    taxes: figure(amounts.taxes),
    net_sales: figure(amounts.net),
    amounts_reason_code: unrated === null ? null : ('no_exchange_rate' as const),
    items_sold: units,
    items_returned: returned_units,
    net_items_sold: units - returned_units,
    return_rate: units > 0 ? percent(returned_units, units) : null,
    return_rate_reason_code: units > 0 ? null : ('nothing_sold' as const),
    return_rate_reason: units > 0 ? null : 'Nothing was sold in the window.',
  }
}

/** The channels and locations that filters limit the sums to, as array literals; null for all. */
export function channelsOf(table: Table, filter_args: string | undefined) {
  const listed = (idColumn: string) =>
    readFilters(table, filter_args)
      .filter(({ key }) => key === idColumn)
      .map(({ value }) => new Set([value].flat() as string[]))
      .reduce<Set<string> | null>((all, one) => all?.intersection(one) ?? one, null)
  const literal = (values: Set<string> | null) => (values === null ? null : arrayLiteral([...values]))
  return {
    sales_channel_ids: literal(listed('sales_channel_id')),
    channel_types: literal(listed('channel_type')),
    location_ids: literal(listed('location_id')),
  }
}

const sumOf = <T>(all: readonly T[], figure: (one: T) => number) => all.reduce((sum, one) => sum + figure(one), 0)

/** What sold of the variants of a page. */
export const readUnits = (sql: Sql, scope: SoldScope, rows: PageRows) =>
  scope.is_running ? readRunningUnits(sql, scope, rows) : readSoldUnits(sql, scope, rows)

type Units = ReturnType<typeof readUnits>

/** Sales and the ledger are read at once. */
async function readVariantFacts(
  sql: Sql,
  scope: SoldScope,
  rows: PageRows,
  units: Units,
): Promise<(VariantFacts & SoldUnits)[]> {
  const { organization_id, time_zone, window } = scope
  const [sold, ledger] = await Promise.all([
    units,
    readLedgerDays(sql, organization_id, variantIdsOf(sql, organization_id, rows), { since: window.start, time_zone }),
  ])
  const ledgers = Map.groupBy(ledger, ({ variant_id }) => variant_id)
  const beganOn = (variant_id: string) =>
    (ledgers.get(variant_id) ?? []).flatMap(({ began_on }) => began_on ?? []).toSorted()[0] ?? null
  const begun = [...ledgers.keys()].flatMap((variant_id) => {
    const began_on = beganOn(variant_id)
    return began_on !== null && began_on > window.start ? [{ variant_id, began_on }] : []
  })
  const before = begun.length === 0 ? [] : await readSoldBefore(sql, scope, begun)
  const isSoldBefore = new Set(before.map(({ variant_id }) => variant_id))
  const factsOf = (one: SoldUnits) => {
    const levels = ledgers.get(one.variant_id) ?? []
    const moved = levels.flatMap(({ days }) => days).filter(({ day }) => day <= window.end)
    return {
      ...one,
      opening: sumOf(levels, ({ opening }) => opening),
      opened: sumOf(moved, ({ opened }) => opened),
      received: sumOf(moved, ({ received }) => received),
      began_on: beganOn(one.variant_id),
      is_sold_before: isSoldBefore.has(one.variant_id),
    }
  }
  return mapInSlices(sold, factsOf, organization_id)
}

/** Sell-through by the id of the row: a variant, or a product over its variants. */
export async function readSellThrough(sql: Sql, scope: SoldScope, rows: PageRows, units: Units) {
  const factsOfRow = Map.groupBy(await readVariantFacts(sql, scope, rows, units), ({ row_id }) => row_id)
  const figuresOf = (id: string) => [id, sellThroughOf(factsOfRow.get(id) ?? [])] as const
  return new Map(await mapInSlices(rows.ids, figuresOf, scope.organization_id))
}

/** Markdown by the id of the row. */
export async function markdownsOf(rows: PageRows, units: Units) {
  const ofRow = Map.groupBy(await units, ({ row_id }) => row_id)
  return new Map(rows.ids.map((id) => [id, markdownOf(ofRow.get(id) ?? [])]))
}

/** Stockout losses by the id of the row. Of a window that ends in the future the days that have begun count. */
export async function readStockoutLosses(sql: Sql, scope: SoldScope, rows: PageRows, today: string) {
  const lost = await readLostUnits(sql, scope, rows, earlier(scope.window.end, today))
  const ofRow = Map.groupBy(lost, ({ row_id }) => row_id)
  return new Map(rows.ids.map((id) => [id, stockoutLossesOf(ofRow.get(id) ?? [], scope.currency)]))
}

/** Measuring a page would take a second of the process; the job does it within minutes. */
const notMeasured: PriceMeasure = {
  elasticity: null,
  standard_error: null,
  low: null,
  high: null,
  reason_code: 'not_measured_yet',
  reason: 'The price sensitivity of the variant has not been measured yet, or not since its sales or stock changed.',
}

/** The figures of products.get_price_sensitivity by variant, as they are stored. */
export async function readPriceSensitivities(
  sql: Sql,
  { organization_id, time_zone }: SoldScope,
  variant_ids: readonly string[],
  today: string,
) {
  const stored = await readMeasures(sql, organization_id, variant_ids, { end_exclusive: mondayOf(today), time_zone })
  const measureOfVariant = new Map(stored.map((one) => [one.variant_id, shownMeasure(one)]))
  return (variant_id: string) => measureOfVariant.get(variant_id) ?? shownMeasure(notMeasured)
}
