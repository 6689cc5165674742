/** SQL that imports the good rows of a supplier file. */
import type { Sql } from '../../contract/call.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { idList } from '../suppliers/store.ts'
import type { BadRow, GoodRow } from './upload.rows.ts'

const takenName = { field: 'name', rule: 'belongs to another supplier' }
const takenEmail = { field: 'contact_email', rule: 'belongs to another contact' }

const keysOf = (rows: readonly GoodRow[]) =>
  JSON.stringify(rows.map(({ row, name, contact }) => ({ row, name, email: contact?.email ?? null })))

/** Rows whose name or e-mail address already exists. */
export async function findTaken(sql: Sql, organization_id: string, rows: readonly GoodRow[]): Promise<BadRow[]> {
  const taken = await sql<{ row: number; name: string; has_name: boolean }[]>`
    select r.row, r.name, su.supplier_id is not null as has_name
    from jsonb_to_recordset(${keysOf(rows)}::text::jsonb) as r (row int, name text, email text)
    left join suppliers su on su.organization_id = ${organization_id} and lower(su.name) = lower(r.name)
    left join contacts c on c.organization_id = ${organization_id} and lower(c.email) = lower(r.email)
    where su.supplier_id is not null or c.contact_id is not null
    order by r.row`
  return taken.map(({ row, name, has_name }) => ({ row, name, ...(has_name ? takenName : takenEmail) }))
}

/** Inserts in name order, so that two writers of the same names cannot deadlock. */
const insertSuppliers = (sql: Sql, organization_id: string, now: string, rows: readonly GoodRow[]) => sql<
  { supplier_id: string }[]
>`
  insert into suppliers (organization_id, supplier_id, name, external_id, currency, country_code, address, website,
    lead_time_days, review_period_days, min_order_value_cents, min_order_quantity, payment_terms, deposit_bp, incoterm,
    order_channel, order_email, edi_qualifier, edi_id, is_active, created_at, updated_at)
  select ${organization_id}::uuid, r.supplier_id, r.name, r.external_id, r.currency, r.country_code, r.address,
    r.website, r.lead_time_days, r.review_period_days, r.min_order_value_cents, r.min_order_quantity, r.payment_terms,
    r.deposit_bp, r.incoterm, r.order_channel, r.order_email, r.edi_qualifier, r.edi_id, r.is_active,
    ${now}::timestamptz, ${now}::timestamptz
  from jsonb_to_recordset(
    ${JSON.stringify(rows.map(({ supplier_id, supplier }) => ({ supplier_id, ...supplier })))}::text::jsonb)
    as r (supplier_id uuid, name text, external_id text, currency text, country_code text, address text, website text,
      lead_time_days int, review_period_days int, min_order_value_cents bigint, min_order_quantity int,
      payment_terms text, deposit_bp int, incoterm text, order_channel text, order_email text, edi_qualifier text,
      edi_id text, is_active boolean)
  order by lower(r.name)
  on conflict (organization_id, lower(name)) do nothing
  returning supplier_id`

const insertContacts = (sql: Sql, organization_id: string, rows: readonly GoodRow[]) => sql<
  { supplier_id: string; contact_id: string }[]
>`
  insert into contacts (organization_id, name, email, phone, city, country, description, role, department,
    preferred_contact_method, supplier_id, is_primary)
  select ${organization_id}::uuid, r.name, r.email, r.phone, r.city, r.country, r.description, r.role, r.department,
    r.preferred_contact_method, r.supplier_id, r.is_primary
  from jsonb_to_recordset(${JSON.stringify(rows.flatMap(({ contact }) => contact ?? []))}::text::jsonb)
    as r (name text, email text, phone text, city text, country text, description text, role text, department text,
      preferred_contact_method text, supplier_id uuid, is_primary boolean)
  order by lower(r.email)
  on conflict (organization_id, lower(email)) do nothing
  returning supplier_id, contact_id`

export interface ImportResult {
  /** Contact ids by supplier id. */
  contact_ids: ReadonlyMap<string, string>
  /** Rows whose name or e-mail address was taken by a concurrent write. */
  overtaken: BadRow[]
}

/** Inserts suppliers with their contacts. If a contact cannot be inserted, its supplier is removed again. */
export async function importRows(
  sql: Sql,
  organization_id: string,
  now: string,
  rows: readonly GoodRow[],
): Promise<ImportResult> {
  const made = await inBulk(sql, rows.length, () => insertSuppliers(sql, organization_id, now, rows))
  const ids = new Set(made.map(({ supplier_id }) => supplier_id))
  const inserted = rows.filter(({ supplier_id }) => ids.has(supplier_id))
  const withContact = inserted.filter(({ contact }) => contact !== null)
  const contacts = await inBulk(sql, rows.length, () => insertContacts(sql, organization_id, withContact))
  const contact_ids = new Map(contacts.map(({ supplier_id, contact_id }) => [supplier_id, contact_id]))
  const withoutContact = withContact.filter(({ supplier_id }) => !contact_ids.has(supplier_id))
  if (withoutContact.length > 0) {
    await sql`
      delete from suppliers where organization_id = ${organization_id}
        and supplier_id = any(${idList(withoutContact.map(({ supplier_id }) => supplier_id))}::uuid[])`
  }
  const unnamed = rows.filter(({ supplier_id }) => !ids.has(supplier_id))
  const bad = (fault: typeof takenName) => (one: GoodRow) => ({ row: one.row, name: one.name, ...fault })
  return { contact_ids, overtaken: [...unnamed.map(bad(takenName)), ...withoutContact.map(bad(takenEmail))] }
}
