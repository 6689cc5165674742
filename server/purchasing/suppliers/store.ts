/** SQL shared by the supplier operations. */
import { suppliers } from '../../../db/schema/suppliers.ts'
import { textFragment } from '../../../db/sql/fragment.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Contact } from '../contacts/contact.model.ts'
import { contactsTable } from '../contacts/contacts_table.ts'
import type { RowOf as TableRow } from '../../tables/table.ts'
import type { Supplier, SupplierVariant } from './model.ts'
import { primaryContact, suppliersTable } from './suppliers_table.ts'

const primaryContactJoin = textFragment(primaryContact)

const readRows = (sql: Sql, organization_id: string, ids: string) => sql<TableRow<typeof suppliersTable>[]>`
  select ${suppliersTable.selected}
  from suppliers su
  left join (
    select supplier_id, count(*)::int as variant_count from supplier_variants
    where organization_id = ${organization_id} and supplier_id = any(${ids}::uuid[]) group by supplier_id
  ) vn on vn.supplier_id = su.supplier_id
  left join (
    select supplier_id, count(*)::int as contact_count from contacts
    where organization_id = ${organization_id} and supplier_id = any(${ids}::uuid[]) group by supplier_id
  ) cn on cn.supplier_id = su.supplier_id
  ${primaryContactJoin}
  where su.organization_id = ${organization_id} and su.supplier_id = any(${ids}::uuid[])`

const readContacts = (sql: Sql, organization_id: string, ids: string) => sql<Contact[]>`
  select ${contactsTable.selected} from contacts c
  join suppliers su on su.organization_id = c.organization_id and su.supplier_id = c.supplier_id
  where c.organization_id = ${organization_id} and c.supplier_id = any(${ids}::uuid[])
  order by c.is_primary desc, c.name, c.contact_id`

/** Variants of one supplier, sorted by SKU; `only` limits them to some ids. */
export const readSupplierVariants = (
  sql: Sql,
  organization_id: string,
  supplier_id: string,
  only: readonly string[] | null = null,
) => sql<SupplierVariant[]>`
  select sv.variant_id, v.product_id, v.sku, p.title as product_title, v.title as variant_title, sv.supplier_sku,
    round(sv.unit_cost, 4)::float8 as unit_cost, sv.purchase_unit, sv.purchase_unit_factor, sv.inner_pack_quantity,
    round(sv.unit_cost * sv.purchase_unit_factor, 4)::float8 as purchase_unit_cost, sv.min_order_quantity, sv.batch_size,
    coalesce(sv.lead_time_days, su.lead_time_days) as lead_time_days, sv.is_primary
  from supplier_variants sv
  join suppliers su on su.organization_id = sv.organization_id and su.supplier_id = sv.supplier_id
  join variants v on v.organization_id = sv.organization_id and v.variant_id = sv.variant_id
  join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
  where sv.organization_id = ${organization_id} and sv.supplier_id = ${supplier_id}
    and (${only === null}::boolean or sv.variant_id = any(${arrayLiteral(only ?? [])}::uuid[]))
  order by v.sku nulls last, sv.variant_id
  limit ${limits.supplier_variants_shown_max}`

export async function readSupplier(sql: Sql, organization_id: string, supplier_id: string): Promise<Supplier> {
  const ids = arrayLiteral([supplier_id])
  const [[row], contacts, variants] = await Promise.all([
    readRows(sql, organization_id, ids),
    readContacts(sql, organization_id, ids),
    readSupplierVariants(sql, organization_id, supplier_id),
  ])
  return row === undefined
    ? refuse('supplier_not_on_file')
    : { ...row, contacts: [...contacts], variants: [...variants] }
}

/** Suppliers that were just created: they have contacts but no variants. In the order of the ids. */
export async function readNewSuppliers(
  sql: Sql,
  organization_id: string,
  supplierIds: readonly string[],
): Promise<Supplier[]> {
  const ids = arrayLiteral(supplierIds)
  const [rows, contacts] = await Promise.all([
    readRows(sql, organization_id, ids),
    readContacts(sql, organization_id, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return supplierIds.map((id) => ({
    ...byId.get(id)!,
    contacts: contacts.filter(({ supplier_id }) => supplier_id === id),
    variants: [],
  }))
}

export const supplierFields = [
  'name',
  'external_id',
  'currency',
  'country_code',
  'address',
  'website',
  'lead_time_days',
  'review_period_days',
  'min_order_value_cents',
  'min_order_quantity',
  'payment_terms',
  'deposit_bp',
  'incoterm',
  'order_channel',
  'order_email',
  'edi_qualifier',
  'edi_id',
  'is_active',
] as const
const supplierColumns = selection(suppliers, 'su', supplierFields)
/** A supplier as it is stored. */
export type SupplierDraft = RowOf<typeof supplierColumns>

/** Reads a supplier and locks its row for the transaction. */
const changedColumn = selection(suppliers, 'su', ['updated_at'])

export async function lockSupplier(sql: Sql, organization_id: string, supplier_id: string) {
  const [row] = await sql<(SupplierDraft & RowOf<typeof changedColumn>)[]>`
    select ${supplierColumns}, ${changedColumn} from suppliers su
    where organization_id = ${organization_id} and supplier_id = ${supplier_id} for no key update`
  return row ?? refuse('supplier_not_on_file')
}
