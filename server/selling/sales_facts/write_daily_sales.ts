/** Writes days of sales, and undoes them. The control totals of each imported channel-day change with its rows. */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { assignments, matches, named } from '../../../db/sql/lists.ts'
import type { Fragment, Sql } from '../../contract/sql.ts'
import type { UndoOutcome, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import { channelDayKey, claimForImport, type ChannelDay, channelDaysOf } from './channel_days.ts'
import type { DailySalesWrite } from './daily_sales.rules.ts'
import { countLinesOfDays } from './count_lines.ts'
import { resolveNotCounted } from './not_counted.ts'
import { type DailyRow, salesKeyText } from './diff_daily_sales.ts'
import { figureNames, salesKeyNames } from '../../contract/stock.ts'
import type { SalesKey, SalesPart } from './sales_figures.rules.ts'

const keyRows = recordset(sales_daily, salesKeyNames)
const partRows = recordset(sales_daily, [...salesKeyNames, ...figureNames])

/** Undo data of a write: its key, the previous values, and a hash of the written ones. */
interface Change extends SalesKey {
  previous: SalesPart | null
  written: string
  /** Hash of the previous row; absent where there was none. */
  previous_hash?: string
}

/** That of a new row, by far the most: the values of its key and the hash, since names are longer than values. */
type Creation = [
  variant_id: string,
  day: string,
  sales_channel_id: string,
  location_id: string,
  currency: string,
  written: string,
]

/** Imports of before 30 November 2026 have a change for a new row, too. */
export type DailySalesUndo = Change | Creation

function changeOf(undo: DailySalesUndo): Change {
  if (!Array.isArray(undo)) return undo
  const [variant_id, day, sales_channel_id, location_id, currency, written] = undo
  return { variant_id, day, sales_channel_id, location_id, currency, written, previous: null }
}

const keyOf = ({ variant_id, day, sales_channel_id, location_id, currency }: SalesKey): SalesKey => ({
  variant_id,
  day,
  sales_channel_id,
  location_id,
  currency,
})

/** Fields one by one: made from a list of names, an object takes ten times as long and a row of a file has several. */
const partOf = (row: SalesPart | DailyRow): SalesPart => ({
  variant_id: row.variant_id,
  day: row.day,
  sales_channel_id: row.sales_channel_id,
  location_id: row.location_id,
  currency: row.currency,
  units: row.units,
  returned_units: row.returned_units,
  gross_sales_cents: row.gross_sales_cents,
  discounts_cents: row.discounts_cents,
  returns_cents: row.returns_cents,
  taxes_cents: row.taxes_cents,
  costed_units: row.costed_units,
  known_cost_cents: row.known_cost_cents,
  priced_units: row.priced_units,
  known_regular_value_cents: row.known_regular_value_cents,
  known_markdown_units: row.known_markdown_units,
})

const writtenRows = recordset(sales_daily, [...salesKeyNames, ...figureNames], { extra: { at: 'int' } })

interface Written {
  hash: string
  previous_hash: string | null
  previous: DailyRow | null
}

/** Changes control totals by rows that come (1) and go (-1). */
const changeTotals = (sql: Sql, organization_id: string, rows: Fragment) => sql`
  update sales_channel_days d set row_count = d.row_count + t.row_count::int, units = d.units + t.units::int,
    net_sales_cents = d.net_sales_cents + t.net, checksum = d.checksum + t.checksum, updated_at = now()
  from (
    select m.day, m.sales_channel_id, sum(m.sign) as row_count, sum(m.sign * m.units) as units,
      sum(m.sign * m.net)::bigint as net, sum(m.sign * m.hash::numeric) as checksum
    from (${rows}) m
    group by m.day, m.sales_channel_id
  ) t
  where d.organization_id = ${organization_id} and d.day = t.day and d.sales_channel_id = t.sales_channel_id`

/**
 * Writes rows, changes the control totals of their days by the difference, and returns for each row, in the order given,
 * the hash of what is there now and what was there before. The caller has locked the days, so the statement sees their
 * latest rows. A full join is never a nested loop, however few rows are expected; without `offset 0`, the join around it
 * would make a left one of it.
 */
const replaceRows = (sql: Sql, organization_id: string, parts: readonly SalesPart[]) => sql<Written[]>`
  with given as materialized (
    select n.at, ${partRows.values} from ${writtenRows.from(parts.map((part, at) => ({ at, ...partOf(part) })))}
  ), old as materialized (
    select n.at, s.*, sales_row_hash(s) as hash from given n
    join sales_daily s on s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}
  ), written as (
    insert into sales_daily as s (organization_id, ${partRows.names})
    select ${organization_id}, ${partRows.values} from given n
    order by ${named(salesKeyNames, 'n')}
    on conflict on constraint sales_daily_pk do update set
      ${assignments(figureNames)}
    returning ${named(salesKeyNames, 's')}, s.units,
      s.gross_sales_cents - s.discounts_cents - s.returns_cents as net, sales_row_hash(s) as hash
  ), totals as (
    ${changeTotals(
      sql,
      organization_id,
      sql`
        select 1 as sign, day, sales_channel_id, units, net, hash from written
        union all
        select -1, day, sales_channel_id, units, gross_sales_cents - discounts_cents - returns_cents, hash from old`,
    )}
  )
  select w.hash::text as hash, n.previous_hash, n.previous
  from (
    select n.*, o.hash::text as previous_hash, case when o.hash is not null then to_jsonb(o) end as previous
    from given n
    full join old o on o.at = n.at
    offset 0
  ) n
  join written w on ${matches(salesKeyNames, 'w', 'n')}
  order by n.at`

/**
 * The same for days on which no import has a row yet: there is nothing to compare with and no conflict to look for, which
 * the primary key would refuse. The hashes come as one text.
 */
async function insertRows(sql: Sql, organization_id: string, parts: readonly SalesPart[]): Promise<Written[]> {
  const [inserted] = await sql<{ hashes: string }[]>`
    with given as materialized (
      select n.at, ${partRows.values} from ${writtenRows.from(parts.map((part, at) => ({ at, ...partOf(part) })))}
    ), written as (
      insert into sales_daily as s (organization_id, ${partRows.names})
      select ${organization_id}, ${partRows.values} from given n
      order by ${named(salesKeyNames, 'n')}
      returning ${named(salesKeyNames, 's')}, s.units,
        s.gross_sales_cents - s.discounts_cents - s.returns_cents as net, sales_row_hash(s) as hash
    ), totals as (
      ${changeTotals(sql, organization_id, sql`select 1 as sign, day, sales_channel_id, units, net, hash from written`)}
    )
    select string_agg(w.hash::text, ',' order by n.at) as hashes
    from given n
    full join written w on ${matches(salesKeyNames, 'w', 'n')}`
  return inserted!.hashes.split(',').map((hash) => ({ hash, previous_hash: null, previous: null }))
}

const readHashes = (sql: Sql, organization_id: string, keys: Fragment) => sql<(SalesKey & { hash: string })[]>`
  select ${named(salesKeyNames, 's')}, sales_row_hash(s)::text as hash
  from ${keys}
  join sales_daily s on s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}`

/** An order or another import claimed a day between diff and write: comparing again tells which records it concerns. */
export class SalesDayTaken extends Error {}

/** `undo` of each write is a DailySalesUndo. */
export const writeDailySales: WriteRecords<DailySalesWrite> = async (sql, { organization_id }, writes) => {
  if (writes.length === 0) return []
  const claimed = await claimForImport(sql, organization_id, writes)
  const days = new Map(claimed.map((one) => [channelDayKey(one), one]))
  const [empty, filled]: [number[], number[]] = [[], []]
  for (const [at, write] of writes.entries()) {
    const day = days.get(channelDayKey(write))
    if (day?.origin !== 'import' || day.source_system !== write.source_system)
      throw new SalesDayTaken(`the sales of ${write.day} no longer come from this import`)
    ;(day.row_count === 0 ? empty : filled).push(at)
  }
  const undos: { undo: DailySalesUndo }[] = []
  const put = async (places: readonly number[], write: typeof insertRows) => {
    if (places.length === 0) return
    const rows = await write(
      sql,
      organization_id,
      places.map((at) => writes[at]!),
    )
    for (const [i, at] of places.entries()) undos[at] = { undo: undoOf(writes[at]!, rows[i]!) }
  }
  await put(empty, insertRows)
  await put(filled, replaceRows)
  return undos
}

function undoOf(write: SalesKey, { hash, previous, previous_hash }: Written): DailySalesUndo {
  const { variant_id, day, sales_channel_id, location_id, currency } = write
  if (previous === null || previous_hash === null)
    return [variant_id, day, sales_channel_id, location_id, currency, hash]
  return { ...keyOf(write), written: hash, previous: partOf(previous), previous_hash }
}

/** Deletes rows and takes them away from the control totals of their days. */
const deleteRows = (sql: Sql, organization_id: string, keys: Fragment) => sql`
  with deleted as (
    delete from sales_daily s using ${keys}
    where s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}
    returning s.day, s.sales_channel_id, s.units, s.gross_sales_cents - s.discounts_cents - s.returns_cents as net,
      sales_row_hash(s) as hash
  )
  update sales_channel_days d set row_count = d.row_count - t.row_count::int, units = d.units - t.units::int,
    net_sales_cents = d.net_sales_cents - t.net, checksum = d.checksum - t.checksum, updated_at = now()
  from (
    select day, sales_channel_id, count(*) as row_count, sum(units) as units, sum(net)::bigint as net,
      sum(hash::numeric) as checksum
    from deleted group by day, sales_channel_id
  ) t
  where d.organization_id = ${organization_id} and d.day = t.day and d.sales_channel_id = t.sales_channel_id`

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

const writtenAgain: UndoOutcome = {
  outcome: 'refused',
  faults: [{ field: 'record', rule: 'was written again since; undo that first', value: null }],
}

/**
 * Undoes writes in their transaction; a row that was written again since is refused and stays. Where a day has no
 * imported row left, the lines of orders count on it that came while the import had it.
 */
export const undoDailySales = async (
  sql: Sql,
  { organization_id }: WriteContext,
  stored: readonly DailySalesUndo[],
): Promise<readonly UndoOutcome[]> => {
  if (stored.length === 0) return []
  const undos = stored.map(changeOf)
  const days = dayRows.from(channelDaysOf(undos).map(({ day, sales_channel_id }) => ({ day, sales_channel_id })))
  await lockDays(sql, organization_id, days)
  const hashes = await readHashes(sql, organization_id, keyRows.from(undos.map(keyOf)))
  const current = new Map(hashes.map((row) => [salesKeyText(row), row.hash]))
  const outcomes = undos.map((undo): UndoOutcome => {
    const hash = current.get(salesKeyText(undo))
    if (hash === undo.written && hash !== undo.previous_hash) return { outcome: 'undone' }
    return hash === undo.previous_hash ? { outcome: 'unchanged' } : writtenAgain
  })
  const undone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  if (undone.length > 0) {
    const created = undone.filter(({ previous }) => previous === null)
    const changed = undone.flatMap(({ previous }) => (previous === null ? [] : [previous]))
    if (created.length > 0) await deleteRows(sql, organization_id, keyRows.from(created.map(keyOf)))
    if (changed.length > 0) await replaceRows(sql, organization_id, changed)
    const released = await releaseDays(sql, organization_id, days)
    if (released.length > 0) {
      await countLinesOfDays(sql, organization_id, released)
      await resolveNotCounted(sql, organization_id, released)
    }
  }
  return outcomes
}
