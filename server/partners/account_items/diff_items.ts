/** Sets in bulk how accounts name the variants that they buy. */
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { needsOneName, unknownSku, unknownVariant } from '../../records/variant_names.rules.ts'
import type { Sql } from '../../contract/call.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordFault, RecordDiff, WriteRecords } from '../../imports/record_diff.ts'

export interface ItemRecord {
  trading_partner_id: string
  buyer_sku: string
  /** Either the id or the SKU of the variant; null, with no SKU, removes the item. */
  variant_id?: string | null
  sku?: string
}

export interface ItemWrite {
  trading_partner_id: string
  buyer_sku: string
  variant_id: string | null
  previous_variant_id: string | null
}

interface Found {
  variant_id: string | null
  previous_variant_id: string | null
}

const askedRows = recordset(account_items, ['trading_partner_id', 'buyer_sku'], {
  extra: { at: 'int', asked_id: 'uuid | null', asked_sku: 'text | null' },
})

const idOrNull = (id: string | null | undefined) => (id != null && uuidPattern.test(id) ? id : null)

const readFound = (sql: Sql, organization_id: string, records: readonly ItemRecord[]) => sql<Found[]>`
  select v.variant_id, i.variant_id as previous_variant_id
  from ${askedRows.from(
    records.map(({ trading_partner_id, buyer_sku, variant_id, sku = null }, at) => ({
      at,
      trading_partner_id,
      buyer_sku,
      asked_id: idOrNull(variant_id),
      asked_sku: sku,
    })),
  )}
  left join lateral (
    select w.variant_id from variants w where w.organization_id = ${organization_id} and w.variant_id = n.asked_id
    union all
    select w.variant_id from variants w where w.organization_id = ${organization_id} and w.sku = n.asked_sku
  ) v on true
  left join account_items i on i.organization_id = ${organization_id}
    and i.trading_partner_id = n.trading_partner_id and i.buyer_sku = n.buyer_sku
  order by n.at`

function* faultsOf({ variant_id, sku }: ItemRecord, facts: Found): Generator<RecordFault> {
  if ((variant_id === undefined) === (sku === undefined))
    yield recordFault('variant_id', needsOneName, variant_id, ['variant_id', 'sku'])
  else if (sku !== undefined && facts.variant_id === null) yield recordFault('sku', unknownSku, sku)
  else if (variant_id != null && facts.variant_id === null) yield recordFault('variant_id', unknownVariant, variant_id)
}

function diffOne(record: ItemRecord, facts: Found, seen: Set<string>): RecordDiff<ItemWrite> {
  const { trading_partner_id, buyer_sku } = record
  const key = JSON.stringify([trading_partner_id, buyer_sku])
  const faults = [...faultsOf(record, facts)]
  if (seen.has(key)) faults.push(recordFault('buyer_sku', 'is repeated', buyer_sku))
  seen.add(key)
  if (faults.length > 0) return { outcome: 'refused', faults }
  const { variant_id, previous_variant_id: previous } = facts
  if (variant_id === previous) return { outcome: 'unchanged' }
  const write = { trading_partner_id, buyer_sku, variant_id, previous_variant_id: previous }
  if (previous === null) return { outcome: 'created', write }
  return { outcome: 'changed', changes: [{ field: 'variant_id', previous_value: previous, value: variant_id }], write }
}

/** The caller has locked the accounts. */
export const diffAccountItems: DiffRecords<ItemRecord, ItemWrite> = async (sql, { organization_id }, records) => {
  const facts = await readFound(sql, organization_id, records)
  const seen = new Set<string>()
  return records.map((record, i) => diffOne(record, facts[i]!, seen))
}

const itemRows = recordset(account_items, ['trading_partner_id', 'buyer_sku', 'variant_id'])
const keyRows = recordset(account_items, ['trading_partner_id', 'buyer_sku'])

/** `undo` names the item and what it was before. */
export const writeAccountItems: WriteRecords<ItemWrite> = async (sql, { organization_id, now }, writes) => {
  const set = writes.flatMap(({ trading_partner_id, buyer_sku, variant_id }) =>
    variant_id === null ? [] : { trading_partner_id, buyer_sku, variant_id },
  )
  const removed = writes.flatMap(({ trading_partner_id, buyer_sku, variant_id }) =>
    variant_id === null ? { trading_partner_id, buyer_sku } : [],
  )
  await sql`
    insert into account_items (organization_id, ${itemRows.names}, created_at, updated_at)
    select ${organization_id}, ${itemRows.values}, ${now}, ${now} from ${itemRows.from(set)}
    on conflict on constraint account_items_pk do update
    set variant_id = excluded.variant_id, updated_at = excluded.updated_at`
  await sql`
    delete from account_items i using ${keyRows.from(removed)}
    where i.organization_id = ${organization_id} and i.trading_partner_id = n.trading_partner_id
      and i.buyer_sku = n.buyer_sku`
  return writes.map((write) => ({ undo: write }))
}
