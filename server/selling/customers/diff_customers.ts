/** Customers in bulk: compared, written and undone by imports. Addresses stay in memory and are never written. */
import { uuidv7 } from 'uuidv7'
import { customers } from '../../../db/schema/selling/customers.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { assignments, list, named } from '../../../db/sql/lists.ts'
import { uuidPattern } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import type {
  FieldChange,
  DiffRecords,
  RecordFault,
  RecordDiff,
  UndoOutcome,
  WriteContext,
  WriteRecords,
} from '../../imports/record_diff.ts'
import type { SecretTools } from '../../contract/call.ts'
import {
  coarseRegion,
  customerFaults,
  type CustomerRecord,
  displayNameWords,
  domainOf,
  normalizeEmail,
  shortenName,
} from './customer.rules.ts'
import { makeCustomerKey, pseudonymOf, readCustomerKey } from './customer_key.ts'

/** Stored fields, apart from the pseudonym. */
export interface CustomerFields {
  email_domain: string | null
  display_name: string | null
  country_code: string | null
  region: string | null
  trading_partner_id: string | null
  source_system: string | null
  external_id: string | null
}

export interface CustomerWrite extends CustomerFields {
  customer_id: string
  /** In memory until its pseudonym is written; null where none was given. */
  email: string | null
  previous: StoredCustomer | null
}

export interface StoredCustomer extends CustomerFields {
  customer_id: string
  /** In hexadecimal. */
  pseudonym: string | null
}

const fieldNames = [
  'email_domain',
  'display_name',
  'country_code',
  'region',
  'trading_partner_id',
  'source_system',
  'external_id',
] as const satisfies readonly (keyof CustomerFields)[]

const findCustomers = (
  sql: Sql,
  organization_id: string,
  keys: readonly { pseudonym: string | null; source_system: string | null; external_id: string | null }[],
) => sql<StoredCustomer[]>`
  select c.customer_id, encode(c.pseudonym, 'hex') as pseudonym, c.email_domain, c.display_name, c.country_code,
    c.region, c.trading_partner_id, c.source_system, c.external_id
  from customers c
  where c.organization_id = ${organization_id} and c.customer_id in (
    select p.customer_id from ${wantedRows.from(keys)}
    join customers p on p.organization_id = ${organization_id} and p.pseudonym = decode(n.pseudonym, 'hex')
    union
    select e.customer_id from ${wantedRows.from(keys)}
    join customers e on e.organization_id = ${organization_id} and e.source_system = n.source_system
      and e.external_id = n.external_id)`

const wantedRows = recordset(customers, ['source_system', 'external_id'], { extra: { pseudonym: 'text | null' } })

const sourceKey = (one: { source_system: string | null; external_id: string | null }) =>
  one.source_system === null || one.external_id === null ? null : `${one.source_system}\n${one.external_id}`

const fieldsOf = (record: CustomerRecord): CustomerFields => ({
  email_domain: record.email ? domainOf(record.email) : null,
  display_name: shortenName(record.name),
  country_code: record.country_code ?? null,
  region: coarseRegion(record),
  trading_partner_id: record.trading_partner_id ?? null,
  source_system: record.source_system ?? null,
  external_id: record.external_id ?? null,
})

/** A record that leaves a field out keeps what is there. */
const merged = (stored: StoredCustomer, fresh: CustomerFields): CustomerFields =>
  Object.fromEntries(fieldNames.map((name) => [name, fresh[name] ?? stored[name]])) as unknown as CustomerFields

const changesOf = (stored: StoredCustomer, fresh: CustomerFields, isOtherPerson: boolean): FieldChange[] => [
  ...(isOtherPerson ? [{ field: 'email', previous_value: null, value: null }] : []),
  ...fieldNames
    .filter((field) => stored[field] !== fresh[field])
    .map((field) => ({ field, previous_value: stored[field], value: fresh[field] })),
]

const refused = (...faults: readonly RecordFault[]): RecordDiff<CustomerWrite> => ({ outcome: 'refused', faults })

async function unknownAccounts(sql: Sql, organization_id: string, records: readonly CustomerRecord[]) {
  const ids = [
    ...new Set(records.flatMap(({ trading_partner_id }) => (trading_partner_id ? [trading_partner_id] : []))),
  ]
  const known = await sql<{ id: string }[]>`
    select trading_partner_id as id from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = any(${ids.filter((id) => uuidPattern.test(id))}::uuid[])`
  const knownIds = new Set(known.map(({ id }) => id))
  return new Set(ids.filter((id) => !knownIds.has(id)))
}

export const diffCustomers =
  (secrets: SecretTools): DiffRecords<CustomerRecord, CustomerWrite> =>
  async (sql, { organization_id }, records) => {
    const key = await readCustomerKey(sql, secrets, organization_id)
    const keys = records.map((record) => ({
      pseudonym: key !== null && record.email ? pseudonymOf(key, record.email) : null,
      source_system: record.source_system ?? null,
      external_id: record.external_id ?? null,
    }))
    const [stored, unknown] = await Promise.all([
      findCustomers(sql, organization_id, keys),
      unknownAccounts(sql, organization_id, records),
    ])
    const byPseudonym = new Map(
      stored.flatMap((one) => (one.pseudonym === null ? [] : [[one.pseudonym, one] as const])),
    )
    const bySource = new Map(stored.map((one) => [sourceKey(one), one]))
    const seen = new Set<string>()
    return records.map((record, i): RecordDiff<CustomerWrite> => {
      const faults = customerFaults(record)
      const account = record.trading_partner_id
      if (account && unknown.has(account))
        faults.push({
          field: 'trading_partner_id',
          rule: 'must be a trading account of this organisation',
          value: account,
        })
      if (faults.length > 0) return refused(...faults)
      const { pseudonym } = keys[i]!
      const source = sourceKey(keys[i]!)
      const email = record.email ? normalizeEmail(record.email) : null
      const identities = [email, source].filter((one) => one !== null)
      if (identities.some((one) => seen.has(one)))
        return refused({
          field: email === null ? 'external_id' : 'email',
          rule: 'repeats a record before it',
          value: null,
        })
      for (const one of identities) seen.add(one)
      const known = pseudonym === null ? undefined : byPseudonym.get(pseudonym)
      const sourced = source === null ? undefined : bySource.get(source)
      if (known && sourced && known.customer_id !== sourced.customer_id)
        return refused({
          field: 'external_id',
          rule: 'belongs to another customer than the e-mail address',
          value: record.external_id ?? null,
        })
      const stored = known ?? sourced
      const fresh = fieldsOf(record)
      if (stored === undefined)
        return { outcome: 'created', write: { ...fresh, customer_id: uuidv7(), email, previous: null } }
      const next = merged(stored, fresh)
      const changes = changesOf(stored, next, email !== null && stored.pseudonym !== pseudonym)
      if (changes.length === 0) return { outcome: 'unchanged' }
      return {
        outcome: 'changed',
        changes,
        write: { ...next, customer_id: stored.customer_id, email, previous: stored },
      }
    })
  }

const storedNames = ['kind', ...fieldNames, 'display_name_words'] as const
const customerRows = recordset(customers, ['customer_id', ...storedNames], {
  extra: { pseudonym_hex: 'text | null' },
})

const rowOf = ({ pseudonym, ...row }: StoredCustomer) => ({
  ...row,
  kind: row.trading_partner_id === null ? 'consumer' : 'account',
  display_name_words: displayNameWords(row.display_name),
  pseudonym_hex: pseudonym,
})

async function storeRows(
  sql: Sql,
  { organization_id, now }: WriteContext,
  rows: readonly StoredCustomer[],
): Promise<void> {
  const written = rows.map(rowOf)
  await sql`
    insert into customers as c (organization_id, customer_id, ${list(storedNames)}, pseudonym,
      created_at, updated_at)
    select ${organization_id}, n.customer_id, ${named(storedNames, 'n')}, decode(n.pseudonym_hex, 'hex'),
      ${now}::timestamptz, ${now}::timestamptz
    from ${customerRows.from(written)} order by n.customer_id
    on conflict on constraint customers_pk do update set ${assignments([...storedNames, 'pseudonym', 'updated_at'])}
      where c.redacted_at is null`
}

/** Creates a customer; false if another transaction created one of this address, which this waits for. */
export async function insertCustomer(
  sql: Sql,
  secrets: SecretTools,
  { organization_id, now }: WriteContext,
  { email, previous: _none, ...customer }: CustomerWrite,
): Promise<boolean> {
  const key = await makeCustomerKey(sql, secrets, organization_id)
  const row = rowOf({ ...customer, pseudonym: email === null ? null : pseudonymOf(key, email) })
  const { count } = await sql`
    insert into customers (organization_id, customer_id, ${list(storedNames)}, pseudonym, created_at, updated_at)
    select ${organization_id}, n.customer_id, ${named(storedNames, 'n')}, decode(n.pseudonym_hex, 'hex'),
      ${now}::timestamptz, ${now}::timestamptz
    from ${customerRows.from([row])}
    on conflict (organization_id, pseudonym) do nothing`
  return count === 1
}

export interface CustomerUndo {
  customer_id: string
  previous: StoredCustomer | null
  /** The customer was redacted since, and what it was before is forgotten. */
  is_forgotten?: true
}

/** `undo` of each write is a CustomerUndo. */
export const writeCustomers =
  (secrets: SecretTools): WriteRecords<CustomerWrite> =>
  async (sql, context, writes) => {
    if (writes.length === 0) return []
    const key = await makeCustomerKey(sql, secrets, context.organization_id)
    const rows = writes.map(({ email, previous, ...row }) => ({
      ...row,
      pseudonym: email === null ? (previous?.pseudonym ?? null) : pseudonymOf(key, email),
    }))
    await storeRows(sql, context, rows)
    return writes.map(({ customer_id, previous }): { undo: CustomerUndo } => ({ undo: { customer_id, previous } }))
  }

const inUse: UndoOutcome = {
  outcome: 'refused',
  faults: [{ field: 'record', rule: 'has orders or returns, so the customer stays', value: null }],
}

/** Restores what was there; a customer who was created goes, unless orders or returns name it, and a redaction stays. */
export async function undoCustomers(
  sql: Sql,
  context: WriteContext,
  undos: readonly CustomerUndo[],
): Promise<readonly UndoOutcome[]> {
  const { organization_id } = context
  const known = undos.filter(({ is_forgotten }) => is_forgotten !== true)
  const created = known.flatMap(({ customer_id, previous }) => (previous === null ? [customer_id] : []))
  const changed = known.flatMap(({ previous }) => (previous === null ? [] : [previous]))
  const deleted = await sql<{ customer_id: string }[]>`
    delete from customers c
    where c.organization_id = ${organization_id} and c.customer_id = any(${created}::uuid[])
      and not exists (select from sales_orders o
        where o.organization_id = ${organization_id} and o.customer_id = c.customer_id)
      and not exists (select from returns r where r.organization_id = ${organization_id} and r.customer_id = c.customer_id)
    returning c.customer_id`
  if (changed.length > 0) await storeRows(sql, context, changed)
  const remaining = await sql<{ customer_id: string }[]>`
    select customer_id from customers
    where organization_id = ${organization_id} and customer_id = any(${created}::uuid[])`
  const [gone, there] = [deleted, remaining].map((rows) => new Set(rows.map(({ customer_id }) => customer_id))) as [
    Set<string>,
    Set<string>,
  ]
  return undos.map(({ customer_id, previous, is_forgotten }): UndoOutcome => {
    if (is_forgotten === true) return { outcome: 'unchanged' }
    if (previous !== null || gone.has(customer_id)) return { outcome: 'undone' }
    return there.has(customer_id) ? inUse : { outcome: 'unchanged' }
  })
}
