/** Compares days of sales from files with those stored, for an import of history or a shop system's daily export. Writes nothing. */
import { sales_daily } from '../../../db/schema/selling/sales.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { matches } from '../../../db/sql/lists.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { FoundVariants } from '../../records/variant_names.rules.ts'
import { findVariants } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { mapInSlices } from '../../queue/slices.ts'
import type { DiffRecords, RecordFault, RecordDiff } from '../../imports/record_diff.ts'
import { channelDayKey, type ClaimedDay, readChannelDays } from './channel_days.ts'
import { changesOf, type DailySalesRecord, type DailySalesWrite, recordFaults, writeOf } from './daily_sales.rules.ts'
import { figureNames, salesKeyNames } from '../../contract/stock.ts'
import { hasSameFigures, type SalesKey } from './sales_figures.rules.ts'
import { nameKey, normalText } from '../../records/texts.ts'

const keyRows = recordset(sales_daily, salesKeyNames)
const dailyColumns = selection(sales_daily, 's', [...salesKeyNames, ...figureNames])
export type DailyRow = RowOf<typeof dailyColumns>

export const salesKeyText = (key: SalesKey) =>
  [key.variant_id, key.day, key.sales_channel_id, key.location_id, key.currency].join(' ')

const keyOf = ({ variant_id, day, sales_channel_id, location_id, currency }: SalesKey): SalesKey => ({
  variant_id,
  day,
  sales_channel_id,
  location_id,
  currency,
})

const readDailyRows = (sql: Sql, organization_id: string, keys: readonly SalesKey[]) => sql<DailyRow[]>`
  select ${dailyColumns} from ${keyRows.from(keys.map(keyOf))}
  join sales_daily s on s.organization_id = ${organization_id} and ${matches(salesKeyNames, 's', 'n')}`

/** Ids by id and by name in lower case; null where several have the name. */
type Names = Map<string, string | null>

function namesOf(rows: readonly { id: string; name: string }[]): Names {
  const names: Names = new Map()
  for (const { id, name } of rows) {
    const word = nameKey(name)
    names.set(word, names.has(word) ? null : id)
  }
  for (const { id } of rows) names.set(id, id)
  return names
}

const idOf = (names: Names, word: string) => names.get(nameKey(word))

interface Known {
  channels: Names
  locations: Names
  variants: FoundVariants<{ variant_id: string }>
}

async function readKnown(sql: Sql, organization_id: string, records: readonly DailySalesRecord[]): Promise<Known> {
  const skus = records.flatMap(({ sku, variant_id }) => (sku && !variant_id ? [normalText(sku)] : []))
  const ids = records.flatMap(({ variant_id }) => variant_id ?? [])
  const [channels, locations, variants] = await Promise.all([
    sql<{ id: string; name: string }[]>`
      select sales_channel_id as id, name from sales_channels where organization_id = ${organization_id}`,
    sql<{ id: string; name: string }[]>`
      select location_id as id, name from locations where organization_id = ${organization_id}`,
    findVariants(sql, organization_id, { ids, skus }),
  ])
  return {
    channels: namesOf(channels),
    locations: namesOf(locations),
    variants,
  }
}

type Resolved = { faults: RecordFault[] } | { write: DailySalesWrite }

function resolve(record: DailySalesRecord, known: Known, today: string, currency: string): Resolved {
  const faults = recordFaults(record, today)
  const find = (field: string, id: string | null | undefined, value: string | null, what: string): string => {
    if (id) return id
    const rule = id === null ? `names several ${what}s; use the id` : `must be a ${what} of this organisation`
    if (!faults.some((fault) => fault.field === field)) faults.push({ field, rule, value })
    return ''
  }
  const byId = record.variant_id ? record.variant_id.toLowerCase() : null
  const key = {
    variant_id: find(
      byId === null ? 'sku' : 'variant_id',
      (byId === null ? known.variants.by_sku.get(normalText(record.sku ?? '')) : known.variants.by_id.get(byId))
        ?.variant_id,
      byId ?? record.sku ?? null,
      'variant',
    ),
    day: record.day,
    sales_channel_id: find('channel', idOf(known.channels, record.channel), record.channel, 'sales channel'),
    location_id: find('location', idOf(known.locations, record.location), record.location, 'location'),
    currency: record.currency ?? currency,
  }
  return faults.length > 0 ? { faults } : { write: writeOf(record, key) }
}

/** Why a record cannot count on its channel-day. */
function dayFault(write: DailySalesWrite, claimed: ClaimedDay | undefined, channel: string): RecordFault | null {
  if (claimed === undefined) return null
  if (claimed.origin === 'orders')
    return {
      field: 'day',
      rule: `has orders on channel ${channel}; a day comes from orders or from an import`,
      value: write.day,
    }
  if (claimed.source_system === write.source_system) return null
  const source = claimed.source_system ?? 'a file without a source system'
  return { field: 'source_system', rule: `must be that of the day's import, ${source}`, value: write.source_system }
}

export const diffDailySales: DiffRecords<DailySalesRecord, DailySalesWrite> = async (sql, context, records) => {
  const { organization_id, currency, time_zone, now } = context
  const known = await readKnown(sql, organization_id, records)
  const today = dayInTimeZone(time_zone, now)
  const resolved = await mapInSlices(records, (record) => resolve(record, known, today, currency))
  const writes = resolved.flatMap((one) => ('write' in one ? [one.write] : []))
  if (writes.length === 0) return resolved.map((one) => refused('faults' in one ? one.faults : []))
  const claimed = await readChannelDays(sql, organization_id, writes)
  const days = new Map(claimed.map((one) => [channelDayKey(one), one]))
  // A day without a claim has no rows.
  const there = writes.filter((write) => days.has(channelDayKey(write)))
  const rows = there.length === 0 ? [] : await readDailyRows(sql, organization_id, there)
  const storedOf = new Map(rows.map((row) => [salesKeyText(row), row]))
  const sources = new Map<string, string | null>()
  const seen = new Set<string>()
  return mapInSlices(resolved, (one, i): RecordDiff<DailySalesWrite> => {
    if ('faults' in one) return refused(one.faults)
    const { write } = one
    const day = days.get(channelDayKey(write)) ?? firstOfDay(sources, write)
    const fault = dayFault(write, day, records[i]!.channel)
    if (fault !== null) return refused([fault])
    const text = salesKeyText(write)
    if (seen.has(text))
      return refused([
        {
          field: 'day',
          rule: 'repeats variant, day, channel, location and currency of a record before it',
          value: write.day,
        },
      ])
    seen.add(text)
    const row = storedOf.get(text)
    if (row === undefined) return { outcome: 'created', write }
    return hasSameFigures(row, write)
      ? { outcome: 'unchanged' }
      : { outcome: 'changed', changes: changesOf(row, write), write }
  })
}

const refused = (faults: readonly RecordFault[]): RecordDiff<DailySalesWrite> => ({ outcome: 'refused', faults })

/** On a day without a claim, the first record's source is the source of all. */
function firstOfDay(sources: Map<string, string | null>, write: DailySalesWrite): ClaimedDay {
  const key = channelDayKey(write)
  if (!sources.has(key)) sources.set(key, write.source_system)
  const { day, sales_channel_id } = write
  return { day, sales_channel_id, origin: 'import', source_system: sources.get(key) ?? null }
}
