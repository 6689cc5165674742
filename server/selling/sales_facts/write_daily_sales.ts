/** Writes planned days of sales, and undoes them. The control totals of each imported channel-day change with its rows. */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'
import type { WriteContext, WriteRecords } from '../../imports/record_plan.ts'
import { channelDayKey, claimForImport, type ChannelDay, channelDaysOf } from './channel_days.ts'
import type { DailySalesWrite } from './daily_sales.rules.ts'
import { countLinesOfDays } from './count_lines.ts'
import { type DailyRow, readDailyRows, salesKeyText } from './plan_daily_sales.ts'
import { figureNames, type SalesKey, type SalesPart } from './sales_figures.rules.ts'

const keyFields = ['variant_id', 'day', 'sales_channel_id', 'location_id', 'currency'] as const
const keyRows = recordset(sales_daily, keyFields)
const partRows = recordset(sales_daily, [...keyFields, ...figureNames])

/** What undoing a write needs: where it was, what stood there before, and a hash of what was written. */
export interface DailySalesUndo extends SalesKey {
  previous: SalesPart | null
  written: string
}

const keysOf = (all: readonly SalesKey[]) =>
  all.map(({ variant_id, day, sales_channel_id, location_id, currency }) => ({
    variant_id,
    day,
    sales_channel_id,
    location_id,
    currency,
  }))

const partOf = (row: SalesPart | DailyRow): SalesPart => {
  const { variant_id, day, sales_channel_id, location_id, currency } = row
  const figures = Object.fromEntries(figureNames.map((name) => [name, row[name]])) as Record<
    (typeof figureNames)[number],
    number
  >
  return { variant_id, day, sales_channel_id, location_id, currency, ...figures }
}

/** Adds the rows there are to the control totals of their days, or takes them away before they change. */
const moveTotals = (sql: Sql, organization_id: string, keys: Fragment, sign: 1 | -1) => sql`
  update sales_channel_days d set row_count = d.row_count + ${sign}::int * t.row_count::int,
    units = d.units + ${sign}::int * t.units::int, net_sales_cents = d.net_sales_cents + ${sign}::int * t.net_sales_cents,
    checksum = d.checksum + ${sign}::int * t.checksum, updated_at = now()
  from (
    select s.day, s.sales_channel_id, count(*) as row_count, sum(s.units) as units,
      sum(s.gross_sales_cents - s.discounts_cents - s.returns_cents)::bigint as net_sales_cents,
      sum(sales_row_hash(s)::numeric) as checksum
    from ${keys}
    join sales_daily s on s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
      and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency
    group by s.day, s.sales_channel_id
  ) t
  where d.organization_id = ${organization_id} and d.day = t.day and d.sales_channel_id = t.sales_channel_id`

const replaceRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql`
  insert into sales_daily as s (organization_id, ${partRows.names})
  select ${organization_id}, ${partRows.values} from ${partRows.from(parts)}
  order by n.variant_id, n.day, n.sales_channel_id, n.location_id, n.currency
  on conflict on constraint sales_daily_pk do update set
    units = excluded.units, returned_units = excluded.returned_units, gross_sales_cents = excluded.gross_sales_cents,
    discounts_cents = excluded.discounts_cents, returns_cents = excluded.returns_cents,
    taxes_cents = excluded.taxes_cents, costed_units = excluded.costed_units,
    known_cost_cents = excluded.known_cost_cents, priced_units = excluded.priced_units,
    known_regular_value_cents = excluded.known_regular_value_cents,
    known_markdown_units = excluded.known_markdown_units`

const readHashes = (sql: Sql, organization_id: string, keys: Fragment) => sql<(SalesKey & { hash: string })[]>`
  select s.variant_id, s.day, s.sales_channel_id, s.location_id, s.currency, sales_row_hash(s)::text as hash
  from ${keys}
  join sales_daily s on s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
    and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency`

/** An order or another import claimed a day between plan and write: planning again tells which records it concerns. */
export class SalesDayTaken extends Error {}

/** `undo` of each write is a DailySalesUndo. */
export const writeDailySales: WriteRecords<DailySalesWrite> = async (sql, { organization_id }, writes) => {
  if (writes.length === 0) return []
  const claimed = await claimForImport(sql, organization_id, writes)
  const days = new Map(claimed.map((one) => [channelDayKey(one), one]))
  for (const write of writes) {
    const day = days.get(channelDayKey(write))
    if (day?.origin !== 'import' || day.source_system !== write.source_system)
      throw new SalesDayTaken(`the sales of ${write.day} no longer come from this import`)
  }
  const keys = keyRows.from(keysOf(writes))
  const before = await readDailyRows(sql, organization_id, writes)
  if (before.length > 0) await moveTotals(sql, organization_id, keys, -1)
  await replaceRows(sql, organization_id, writes.map(partOf))
  await moveTotals(sql, organization_id, keys, 1)
  const hashes = await readHashes(sql, organization_id, keys)
  const previous = new Map(before.map((row) => [salesKeyText(row), partOf(row)]))
  const written = new Map(hashes.map((row) => [salesKeyText(row), row.hash]))
  return keysOf(writes).map((key): { undo: DailySalesUndo } => ({
    undo: { ...key, previous: previous.get(salesKeyText(key)) ?? null, written: written.get(salesKeyText(key))! },
  }))
}

const deleteRows = (sql: Sql, organization_id: string, keys: Fragment) => sql`
  delete from sales_daily s using ${keys}
  where s.organization_id = ${organization_id} and s.variant_id = n.variant_id and s.day = n.day
    and s.sales_channel_id = n.sales_channel_id and s.location_id = n.location_id and s.currency = n.currency`

const lockDays = (sql: Sql, organization_id: string, days: Fragment) => sql`
  select from ${days}
  join sales_channel_days d on d.organization_id = ${organization_id} and d.day = n.day
    and d.sales_channel_id = n.sales_channel_id
  order by d.day, d.sales_channel_id for update of d`

/** Days of which no imported row is left; orders may claim them again. */
const releaseDays = (sql: Sql, organization_id: string, days: Fragment) => sql<ChannelDay[]>`
  delete from sales_channel_days d using ${days}
  where d.organization_id = ${organization_id} and d.day = n.day and d.sales_channel_id = n.sales_channel_id
    and d.origin = 'import' and d.row_count = 0
  returning d.day, d.sales_channel_id`

const dayRows = recordset(sales_daily, ['day', 'sales_channel_id'])

/**
 * Undoes writes in their transaction and says for each whether it was undone; a row that was written again since stays.
 * Where a day has no imported row left, the lines of orders count on it that came while the import had it.
 */
export const undoDailySales = async (
  sql: Sql,
  { organization_id }: WriteContext,
  undos: readonly DailySalesUndo[],
): Promise<readonly { undone: boolean }[]> => {
  if (undos.length === 0) return []
  const days = dayRows.from(channelDaysOf(undos).map(({ day, sales_channel_id }) => ({ day, sales_channel_id })))
  await lockDays(sql, organization_id, days)
  const hashes = await readHashes(sql, organization_id, keyRows.from(keysOf(undos)))
  const current = new Map(hashes.map((row) => [salesKeyText(row), row.hash]))
  const isCurrent = (undo: DailySalesUndo) => current.get(salesKeyText(undo)) === undo.written
  const undone = undos.filter(isCurrent)
  if (undone.length > 0) {
    await moveTotals(sql, organization_id, keyRows.from(keysOf(undone)), -1)
    const created = undone.filter(({ previous }) => previous === null)
    const changed = undone.flatMap(({ previous }) => (previous === null ? [] : [previous]))
    if (created.length > 0) await deleteRows(sql, organization_id, keyRows.from(keysOf(created)))
    if (changed.length > 0) {
      await replaceRows(sql, organization_id, changed)
      await moveTotals(sql, organization_id, keyRows.from(keysOf(changed)), 1)
    }
    const released = await releaseDays(sql, organization_id, days)
    if (released.length > 0) await countLinesOfDays(sql, organization_id, released)
  }
  return undos.map((undo) => ({ undone: isCurrent(undo) }))
}
