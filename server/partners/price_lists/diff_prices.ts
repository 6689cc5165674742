/**
 * Sets prices of price lists in bulk: imports compare and write thousands, an operation up to a thousand of one list.
 */
import { price_list_prices } from '../../../db/schema/wholesale/price_lists.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { needsOneName, unknownSku, unknownVariant } from '../../records/variant_names.rules.ts'
import type { Sql } from '../../contract/call.ts'
import { smallestCents } from '../../contract/money.ts'
import { limits } from '../../contract/limits.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordFault, RecordDiff, WriteContext, WriteRecords } from '../../imports/record_diff.ts'

export interface PriceRecord {
  /** Either the id or the name of the list, in any case. */
  price_list_id?: string | null
  price_list?: string | null
  /** Either the id or the SKU of the variant. */
  variant_id?: string | null
  sku?: string | null
  /** In hundredths of the list's currency; null removes the price. */
  price_cents: number | null
}

export interface PriceWrite {
  price_list_id: string
  variant_id: string
  price_cents: number | null
  previous_price_cents: number | null
}

interface Found {
  price_list_id: string | null
  currency: string | null
  variant_id: string | null
  price_cents: number | null
}

const askedRows = recordset(price_list_prices, [], {
  extra: {
    at: 'int',
    list_id: 'uuid | null',
    list_name: 'text | null',
    variant_id: 'uuid | null',
    sku: 'text | null',
  },
})

const idOrNull = (id: string | null | undefined) => (id != null && uuidPattern.test(id) ? id : null)

const readFound = (sql: Sql, organization_id: string, records: readonly PriceRecord[]) => sql<Found[]>`
  select p.price_list_id, p.currency, v.variant_id, c.price_cents::float8 as price_cents
  from ${askedRows.from(
    records.map((record, at) => ({
      at,
      list_id: idOrNull(record.price_list_id),
      list_name: record.price_list_id == null ? (record.price_list?.trim() ?? null) : null,
      variant_id: idOrNull(record.variant_id),
      sku: record.variant_id == null ? (record.sku ?? null) : null,
    })),
  )}
  left join price_lists p on p.organization_id = ${organization_id}
    and (p.price_list_id = n.list_id or lower(p.name) = lower(n.list_name))
  left join lateral (
    select w.variant_id from variants w where w.organization_id = ${organization_id} and w.variant_id = n.variant_id
    union all
    select w.variant_id from variants w where w.organization_id = ${organization_id} and w.sku = n.sku
  ) v on true
  left join price_list_prices c on c.organization_id = ${organization_id} and c.price_list_id = p.price_list_id
    and c.variant_id = v.variant_id
  order by n.at`

function* faultsOf(record: PriceRecord, facts: Found): Generator<RecordFault> {
  const { price_list_id, price_list, variant_id, sku, price_cents } = record
  if ((variant_id == null) === (sku == null))
    yield recordFault('variant_id', needsOneName, variant_id, ['variant_id', 'sku'])
  else if (facts.variant_id === null)
    yield sku == null ? recordFault('variant_id', unknownVariant, variant_id) : recordFault('sku', unknownSku, sku)
  if (facts.price_list_id === null)
    yield recordFault(
      price_list_id == null ? 'price_list' : 'price_list_id',
      'must be a price list of this organisation',
      price_list_id ?? price_list,
    )
  const most = limits.price_list_price_cents_max
  if (price_cents !== null && !(Number.isInteger(price_cents) && price_cents >= 0 && price_cents <= most))
    yield recordFault('price_cents', 'must be a whole number of cents', price_cents, [`0 to ${most}`])
  else if (price_cents !== null && facts.currency !== null) {
    const smallest = smallestCents(facts.currency)
    const rule = `must be a multiple of ${smallest}, since ${facts.currency} has no smaller amount`
    if (price_cents % smallest !== 0) yield recordFault('price_cents', rule, price_cents, [`multiples of ${smallest}`])
  }
}

const shown = (cents: number | null) => (cents === null ? null : String(cents))

function diffOne(record: PriceRecord, facts: Found, seen: Set<string>): RecordDiff<PriceWrite> {
  const faults = [...faultsOf(record, facts)]
  if (faults.length > 0) return { outcome: 'refused', faults }
  const { price_list_id, variant_id, price_cents: previous } = facts
  const field = record.sku == null ? 'variant_id' : 'sku'
  const key = `${price_list_id} ${variant_id}`
  if (seen.has(key))
    return { outcome: 'refused', faults: [recordFault(field, 'is priced twice in one batch', record[field])] }
  seen.add(key)
  const { price_cents } = record
  if (price_cents === previous) return { outcome: 'unchanged' }
  const write = {
    price_list_id: price_list_id!,
    variant_id: variant_id!,
    price_cents,
    previous_price_cents: previous,
  }
  if (previous === null) return { outcome: 'created', write }
  const changes = [{ field: 'price_cents', previous_value: shown(previous), value: shown(price_cents) }]
  return { outcome: 'changed', changes, write }
}

/** A batch is at most 5,000 records. A second price of one variant in one list is refused. */
export const diffPriceListPrices: DiffRecords<PriceRecord, PriceWrite> = async (sql, { organization_id }, records) => {
  const facts = await readFound(sql, organization_id, records)
  const seen = new Set<string>()
  return records.map((record, i) => diffOne(record, facts[i]!, seen))
}

const priceRows = recordset(price_list_prices, ['price_list_id', 'variant_id', 'price_cents'])
const pairRows = recordset(price_list_prices, ['price_list_id', 'variant_id'])

const byKey = (a: PriceWrite, b: PriceWrite) => {
  const [one, other] = [`${a.price_list_id} ${a.variant_id}`, `${b.price_list_id} ${b.variant_id}`]
  return one < other ? -1 : one > other ? 1 : 0
}

/**
 * `undo` names the price and what it was before. Rows are written in one order, so that two writers cannot deadlock.
 */
export const writePriceListPrices: WriteRecords<PriceWrite> = async (sql, context, writes) => {
  const { organization_id, now } = context
  const sorted = writes.toSorted(byKey)
  const lists = [...new Set(sorted.map(({ price_list_id }) => price_list_id))]
  await sql`
    update price_lists set updated_at = ${now}
    where organization_id = ${organization_id} and price_list_id in (
      select p.price_list_id from price_lists p
      where p.organization_id = ${organization_id} and p.price_list_id = any(${lists}::uuid[])
      order by p.price_list_id for no key update)`
  const set = sorted.flatMap(({ previous_price_cents: _previous, price_cents, ...pair }) =>
    price_cents === null ? [] : { ...pair, price_cents },
  )
  const removed = sorted.flatMap(({ price_list_id, variant_id, price_cents }) =>
    price_cents === null ? { price_list_id, variant_id } : [],
  )
  await sql`
    insert into price_list_prices (organization_id, ${priceRows.names}, updated_at)
    select ${organization_id}, ${priceRows.values}, ${now} from ${priceRows.from(set)}
    on conflict on constraint price_list_prices_pk do update
    set price_cents = excluded.price_cents, updated_at = excluded.updated_at`
  await sql`
    delete from price_list_prices c using ${pairRows.from(removed)}
    where c.organization_id = ${organization_id} and c.price_list_id = n.price_list_id
      and c.variant_id = n.variant_id`
  return writes.map((write) => ({ undo: write }))
}

/** Puts back the prices as they were, where they have not changed since; returns one outcome for each. */
export async function undoPriceListPrices(sql: Sql, context: WriteContext, undos: readonly PriceWrite[]) {
  const facts = await readFound(sql, context.organization_id, undos)
  const outcomes = undos.map(({ price_cents, previous_price_cents }, i) => {
    const now = facts[i]!.price_cents
    if (now === previous_price_cents) return { outcome: 'unchanged' as const }
    if (now === price_cents) return { outcome: 'undone' as const }
    const faults = [recordFault('price_cents', 'was changed since', now, [shown(price_cents) ?? 'no price'])]
    return { outcome: 'refused' as const, faults }
  })
  const back = undos
    .filter((_, i) => outcomes[i]!.outcome === 'undone')
    .map((undo) => ({
      ...undo,
      price_cents: undo.previous_price_cents,
      previous_price_cents: undo.price_cents,
    }))
  await writePriceListPrices(sql, context, back)
  return outcomes
}
