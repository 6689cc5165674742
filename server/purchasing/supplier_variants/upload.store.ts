/** SQL that imports the good rows of a supplier file. */
import { contacts, suppliers } from '../../../db/schema/suppliers.ts'
import { recordset } from '../../../db/sql/recordset.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { contactFields } from '../contacts/contact.store.ts'
import { supplierFields } from '../suppliers/store.ts'
import type { BadRow, GoodRow } from './upload.rows.ts'

const takenName = { field: 'name', rule: 'belongs to another supplier' }
const takenEmail = { field: 'contact_email', rule: 'belongs to another contact' }

const keyRows = recordset(suppliers, ['name'], { alias: 'r', extra: { row: 'int', email: 'text | null' } })
const keysOf = (rows: readonly GoodRow[]) =>
  rows.map(({ row, name, contact }) => ({ row, name, email: contact?.email ?? null }))

/** Rows whose name or e-mail address already exists. */
export async function findTaken(sql: Sql, organization_id: string, rows: readonly GoodRow[]): Promise<BadRow[]> {
  const existingSuppliers = await sql<{ row: number; name: string; has_name: boolean }[]>`
    select r.row, r.name, su.supplier_id is not null as has_name
    from ${keyRows.from(keysOf(rows))}
    left join suppliers su on su.organization_id = ${organization_id} and lower(su.name) = lower(r.name)
    left join contacts c on c.organization_id = ${organization_id} and lower(c.email) = lower(r.email)
    where su.supplier_id is not null or c.contact_id is not null
    order by r.row`
  return existingSuppliers.map(({ row, name, has_name }) => ({ row, name, ...(has_name ? takenName : takenEmail) }))
}

const supplierRows = recordset(suppliers, ['supplier_id', ...supplierFields], { alias: 'r' })

/** Inserts in name order, so that two writers of the same names cannot deadlock. */
const insertSuppliers = (sql: Sql, organization_id: string, now: string, rows: readonly GoodRow[]) => sql<
  { supplier_id: string }[]
>`
  insert into suppliers (organization_id, created_at, updated_at, ${supplierRows.names})
  select ${organization_id}::uuid, ${now}::timestamptz, ${now}::timestamptz, ${supplierRows.values}
  from ${supplierRows.from(rows.map(({ supplier_id, supplier }) => ({ supplier_id, ...supplier })))}
  order by lower(r.name)
  on conflict (organization_id, lower(name)) do nothing
  returning supplier_id`

const contactRows = recordset(contacts, contactFields, { alias: 'r' })

const insertContacts = (sql: Sql, organization_id: string, rows: readonly GoodRow[]) => sql<
  { supplier_id: string; contact_id: string }[]
>`
  insert into contacts (organization_id, ${contactRows.names})
  select ${organization_id}::uuid, ${contactRows.values}
  from ${contactRows.from(rows.flatMap(({ contact }) => contact ?? []))}
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
  const madeContacts = await inBulk(sql, rows.length, () => insertContacts(sql, organization_id, withContact))
  const contact_ids = new Map(madeContacts.map(({ supplier_id, contact_id }) => [supplier_id, contact_id]))
  const withoutContact = withContact.filter(({ supplier_id }) => !contact_ids.has(supplier_id))
  if (withoutContact.length > 0) {
    await sql`
      delete from suppliers where organization_id = ${organization_id}
        and supplier_id = any(${arrayLiteral(withoutContact.map(({ supplier_id }) => supplier_id))}::uuid[])`
  }
  const unnamed = rows.filter(({ supplier_id }) => !ids.has(supplier_id))
  const bad = (fault: typeof takenName) => (one: GoodRow) => ({ row: one.row, name: one.name, ...fault })
  return { contact_ids, overtaken: [...unnamed.map(bad(takenName)), ...withoutContact.map(bad(takenEmail))] }
}
