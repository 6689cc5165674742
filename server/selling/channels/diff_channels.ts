/** Sales channels in bulk. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { sales_channels } from '../../../db/schema/wholesale/accounts.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import type { Sql } from '../../contract/call.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { DiffRecords, RecordFault, WriteRecords } from '../../imports/record_diff.ts'
import { lookupRows } from '../../records/lookup_rows.ts'
import {
  lookups,
  type NamedFacts,
  type NamedKind,
  type NamedRecord,
  type NamedWrite,
  diffNamed,
  splitWrites,
  undoOf,
} from '../../records/named_records.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { SalesChannelFields } from './model.ts'

export interface SalesChannelFieldValues {
  name: string
  channel_type: string
  trading_partner_id: string | null
  is_active: boolean
}
/** `id` is the channel's id; without it the name selects the channel. */
export type SalesChannelRecord = NamedRecord<SalesChannelFieldValues>
export type SalesChannelWrite = NamedWrite<SalesChannelFieldValues>

const typesWithAccount = ['wholesale', 'marketplace']

function accountFaults({ channel_type, trading_partner_id }: SalesChannelFieldValues): RecordFault[] {
  if (trading_partner_id === null || typesWithAccount.includes(channel_type)) return []
  const rule = `must be ${typesWithAccount.join(' or ')} for a channel with a trading account`
  return [{ field: 'channel_type', rule, value: channel_type, allowed: typesWithAccount }]
}

const kind: NamedKind<SalesChannelFieldValues> = {
  noun: 'sales channel',
  id_field: 'sales_channel_id',
  schema: SalesChannelFields,
  defaults: { trading_partner_id: null, is_active: true },
  faults: accountFaults,
}

const readFacts = (sql: Sql, organization_id: string, records: readonly SalesChannelRecord[]) => sql<NamedFacts[]>`
  select lower(n.name) as key, to_jsonb(own) as own, to_jsonb(same_name) as same_name
  from ${lookupRows.from(lookups(records))}
  left join sales_channels own on own.organization_id = ${organization_id} and own.sales_channel_id = n.id
  left join sales_channels same_name on same_name.organization_id = ${organization_id}
    and lower(same_name.name) = lower(n.name)
  order by n.at`

async function findAccounts(sql: Sql, organization_id: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter((id) => uuidPattern.test(id))
  if (known.length === 0) return new Set()
  const rows = await sql<{ trading_partner_id: string }[]>`
    select trading_partner_id from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = any(${arrayLiteral(known)}::uuid[])`
  return new Set(rows.map(({ trading_partner_id }) => trading_partner_id))
}

export const diffSalesChannels: DiffRecords<SalesChannelRecord, SalesChannelWrite> = async (
  sql,
  { organization_id },
  records,
) => {
  const facts = await readFacts(sql, organization_id, records)
  const sent = records.map(({ trading_partner_id: id }) => (typeof id === 'string' ? id.toLowerCase() : null))
  const accounts = await findAccounts(
    sql,
    organization_id,
    sent.filter((id) => id !== null),
  )
  return diffNamed(kind, records, facts).map(({ diff }, at) => {
    const value = sent[at]!
    if (diff.outcome === 'refused' || value === null || accounts.has(value)) return diff
    const rule = 'must be a trading account of this organisation'
    return { outcome: 'refused', faults: [{ field: 'trading_partner_id', rule, value }] }
  })
}

const newRows = recordset(sales_channels, [
  'sales_channel_id',
  'name',
  'channel_type',
  'trading_partner_id',
  'is_active',
])
const changedRows = recordset(sales_channels, ['sales_channel_id'], { extra: { changed: 'jsonb' } })

export const writeSalesChannels: WriteRecords<SalesChannelWrite> = async (sql, { organization_id, now }, writes) => {
  const { created, changed } = splitWrites(writes)
  const rows = created.map(({ id, next }) => ({ sales_channel_id: id, ...next }))
  const changes = changed.map((write) => ({ sales_channel_id: write.id, changed: write.changed }))
  await refusingTakenNames('sales_channels_by_name', kind.noun, async () => {
    if (rows.length > 0)
      await sql`
        insert into sales_channels (organization_id, created_at, ${newRows.names})
        select ${organization_id}, ${now}, ${newRows.values} from ${newRows.from(rows)}`
    if (changes.length > 0)
      await sql`
        update sales_channels t set (name, channel_type, trading_partner_id, is_active) = (
          select r.name, r.channel_type, r.trading_partner_id, r.is_active from jsonb_populate_record(t, n.changed) r)
        from ${changedRows.from(changes)}
        where t.organization_id = ${organization_id} and t.sales_channel_id = n.sales_channel_id`
  })
  return writes.map(undoOf)
}
