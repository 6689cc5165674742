/** Sales channels in bulk. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { sales_channels } from '../../../db/schema/wholesale/accounts.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import type { Sql } from '../../contract/call.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { DiffRecords, RecordFault, WriteRecords } from '../../imports/record_diff.ts'
import { type NamedKind, type NamedRecord, type NamedWrite, diffNamed, undoOf } from '../../records/named_records.ts'
import { readNamedFacts, writeNamed } from '../../records/named_writes.ts'
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
  names_index: 'sales_channels_by_name',
  schema: SalesChannelFields,
  defaults: { trading_partner_id: null, is_active: true },
  faults: accountFaults,
}

const channelTable = namedTable(
  sales_channels,
  'sales_channel_id',
  ['name', 'channel_type', 'trading_partner_id', 'is_active'],
  ['created_at'],
)

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
  const facts = await readNamedFacts(sql, organization_id, channelTable, records)
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

export const writeSalesChannels: WriteRecords<SalesChannelWrite> = async (sql, context, writes) => {
  await writeNamed(sql, context, channelTable, kind, writes)
  return writes.map(undoOf)
}
