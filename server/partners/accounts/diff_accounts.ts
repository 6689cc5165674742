/** Creates and changes trading accounts in bulk: imports compare and write thousands, an operation one. */
import { trading_partners } from '../../../db/schema/wholesale/accounts.ts'
import { namedTable } from '../../../db/sql/named_table.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { refuseField } from '../../contract/refusals.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordFault, RecordDiff, WriteRecords } from '../../imports/record_diff.ts'
import { writeRows } from '../../records/named_writes.ts'
import { type AccountValues, valueColumns } from './account.model.ts'
import { accountFaults, appliedTo, changesBetween, newAccount } from './account.rules.ts'

/**
 * Input of an account; undefined leaves a field as it is, null clears it. The account is found by its
 * id, else by its reference, else by its name. A record that is not found creates an account, unless it has an id.
 */
export interface AccountRecord extends Partial<AccountValues> {
  trading_partner_id?: string
  /** Name of a price list, in place of its id. */
  price_list?: string | null
}

export interface AccountWrite {
  trading_partner_id: string
  values: AccountValues
  /** Null for a new account. */
  previous: AccountValues | null
}

/**
 * Stored records that the names and ids of a record refer to; keys are compared as the database's unique indexes do.
 */
interface Found {
  at: number
  name_key: string | null
  reference_key: string | null
  by_id: string | null
  by_reference: string | null
  by_name: string | null
  price_list_id: string | null
  price_list_currency: string | null
}

const askedRows = recordset(trading_partners, [], {
  extra: {
    at: 'int',
    id: 'uuid | null',
    account_reference: 'text | null',
    name: 'text | null',
    price_list_id: 'uuid | null',
    price_list: 'text | null',
  },
})

const idOrNull = (id: string | null | undefined) => (id != null && uuidPattern.test(id) ? id : null)

const readFound = (sql: Sql, organization_id: string, records: readonly AccountRecord[]) => sql<Found[]>`
  select n.at, lower(n.name) as name_key, lower(n.account_reference) as reference_key, i.trading_partner_id as by_id,
    r.trading_partner_id as by_reference, m.trading_partner_id as by_name, p.price_list_id,
    p.currency as price_list_currency
  from ${askedRows.from(
    records.map((record, at) => ({
      at,
      id: idOrNull(record.trading_partner_id),
      account_reference: record.account_reference?.trim() ?? null,
      name: record.name?.trim() ?? null,
      price_list_id: idOrNull(record.price_list_id),
      price_list: record.price_list?.trim() ?? null,
    })),
  )}
  left join trading_partners i on i.organization_id = ${organization_id} and i.trading_partner_id = n.id
  left join trading_partners r on r.organization_id = ${organization_id}
    and lower(r.account_reference) = lower(n.account_reference)
  left join trading_partners m on m.organization_id = ${organization_id} and lower(m.name) = lower(n.name)
  left join price_lists p on p.organization_id = ${organization_id}
    and (p.price_list_id = n.price_list_id or lower(p.name) = lower(n.price_list))
  order by n.at`

type Standing = AccountValues & { trading_partner_id: string; archived_at: string | null; list_currency: string | null }

const readStanding = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<Standing[]>`
  select t.trading_partner_id, t.archived_at, ${valueColumns}, p.currency as list_currency
  from trading_partners t
  left join price_lists p on p.organization_id = t.organization_id and p.price_list_id = t.price_list_id
  where t.organization_id = ${organization_id} and t.trading_partner_id = any(${[...ids]}::uuid[])`

/** Names what found the archived account. */
function archivedFault(record: AccountRecord, matches: Found, id: string | null): RecordFault {
  const rule = 'belongs to an archived account; restore it before changing it'
  if (record.trading_partner_id !== undefined) return recordFault('trading_partner_id', rule, id)
  return matches.by_reference === id
    ? recordFault('account_reference', rule, record.account_reference)
    : recordFault('name', rule, record.name)
}

/** Names, references and price lists that a record cannot have. */
function* clashes(record: AccountRecord, matches: Found, target: Standing | null): Generator<RecordFault> {
  const id = target?.trading_partner_id ?? null
  if (record.trading_partner_id !== undefined && target === null)
    yield recordFault('trading_partner_id', 'must be a trading account of this organisation', record.trading_partner_id)
  if (target !== null && target.archived_at !== null) yield archivedFault(record, matches, id)
  const isFoundByName = matches.by_id === null && matches.by_reference === null
  const hasOtherReference = isFoundByName && target?.account_reference != null && record.account_reference != null
  if ((matches.by_name !== null && matches.by_name !== id) || hasOtherReference)
    yield recordFault('name', 'belongs to another account', record.name)
  if (matches.by_reference !== null && matches.by_reference !== id)
    yield recordFault('account_reference', 'belongs to another account', record.account_reference)
  if (matches.price_list_id === null && (record.price_list_id != null || record.price_list != null)) {
    const field = record.price_list_id == null ? 'price_list' : 'price_list_id'
    yield recordFault(field, 'must be a price list of this organisation', record[field])
  }
}

const valuesIn = ({ trading_partner_id: _id, archived_at: _at, list_currency: _currency, ...values }: Standing) =>
  values

function diffOne(
  record: AccountRecord,
  matches: Found,
  existingAccounts: ReadonlyMap<string, Standing>,
  currency: string,
): RecordDiff<AccountWrite> {
  const id = record.trading_partner_id === undefined ? (matches.by_reference ?? matches.by_name) : matches.by_id
  const target = id === null ? null : (existingAccounts.get(id) ?? null)
  const faults = [...clashes(record, matches, target)]
  const previous = target === null ? null : valuesIn(target)
  const stated = matches.price_list_id === null ? record : { ...record, price_list_id: matches.price_list_id }
  if (record.price_list === null && record.price_list_id === undefined) stated.price_list_id = null
  const values = appliedTo(previous ?? newAccount(currency), stated)
  faults.push(...accountFaults(values))
  const listCurrency = matches.price_list_currency ?? target?.list_currency ?? null
  if (values.price_list_id !== null && listCurrency !== null && listCurrency !== values.currency)
    faults.push(
      recordFault('price_list_id', `must be a price list in the account's currency, ${values.currency}`, listCurrency, [
        values.currency,
      ]),
    )
  if (faults.length > 0) return { outcome: 'refused', faults }
  if (previous === null) return { outcome: 'created', write: { trading_partner_id: uuidv7(), values, previous } }
  const changes = changesBetween(previous, values)
  if (changes.length === 0) return { outcome: 'unchanged' }
  return { outcome: 'changed', changes, write: { trading_partner_id: target!.trading_partner_id, values, previous } }
}

/** A name, reference or account that an earlier record of the batch has. */
function repeatIn(seen: Set<string>, matches: Found): RecordFault | null {
  const id = matches.by_id ?? matches.by_reference ?? matches.by_name
  const keys = [
    ['trading_partner_id', id],
    ['name', matches.name_key],
    ['account_reference', matches.reference_key],
  ] as const
  const repeated = keys.find(([field, key]) => key !== null && seen.has(`${field} ${key}`))
  for (const [field, key] of keys) if (key !== null) seen.add(`${field} ${key}`)
  return repeated === undefined ? null : recordFault(repeated[0], 'is repeated in this batch', repeated[1])
}

/** A batch is at most 5,000 records. A second record for one account is refused. */
export const diffAccounts: DiffRecords<AccountRecord, AccountWrite> = async (sql, context, records) => {
  const { organization_id, currency } = context
  const matches = await readFound(sql, organization_id, records)
  const ids = matches.flatMap(({ by_id, by_reference, by_name }) => by_id ?? by_reference ?? by_name ?? [])
  const rows = await readStanding(sql, organization_id, [...new Set(ids)])
  const existingAccounts = new Map(rows.map((row) => [row.trading_partner_id, row]))
  const seen = new Set<string>()
  return records.map((record, i): RecordDiff<AccountWrite> => {
    const diff = diffOne(record, matches[i]!, existingAccounts, currency)
    const repeated = diff.outcome === 'refused' ? null : repeatIn(seen, matches[i]!)
    return repeated === null ? diff : { outcome: 'refused', faults: [repeated] }
  })
}

const accountTable = namedTable(
  trading_partners,
  'trading_partner_id',
  [
    'name',
    'account_reference',
    'buyer_id',
    'account_tier',
    'payment_terms',
    'currency',
    'fill_rate_target_pct',
    'cancellation_term',
    'cancellation_notice_days',
    'cancellation_term_note',
    'transit_time_days',
    'bill_to_address',
    'ship_to_address',
    'tax_id',
    'auto_release_holds',
    'allocation_horizon_days',
    'price_list_id',
  ],
  ['created_at', 'updated_at'],
  ['updated_at'],
)

const fieldOfConstraint: Record<string, string> = {
  trading_partners_by_name: 'name',
  trading_partners_by_reference: 'account_reference',
}

/** Changes only the fields that differ. `undo` names the account and what it was before; null for a new one. */
export const writeAccounts: WriteRecords<AccountWrite> = async (sql, context, writes) => {
  try {
    await writeRows(sql, context, accountTable, {
      created: writes.flatMap(({ trading_partner_id: id, values, previous }) =>
        previous === null ? { id, ...values } : [],
      ),
      changed: writes.flatMap(({ trading_partner_id: id, values, previous }) =>
        previous === null ? [] : { id, changed: differenceOf(previous, values) },
      ),
    })
  } catch (error) {
    // Another account took the name or the reference after the diff was computed.
    const field = fieldOfConstraint[(error as { constraint_name?: string }).constraint_name ?? '']
    if (field !== undefined) refuseField(field, 'belongs to another account')
    throw error
  }
  return writes.map(({ trading_partner_id, previous }) => ({ undo: { trading_partner_id, previous } }))
}
