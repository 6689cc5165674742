/** Reads all records that the given orders refer to, in one round trip. */
import { products, variants } from '../../../db/schema/catalogue.ts'
import { commitments } from '../../../db/schema/commitments.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { stock_levels } from '../../../db/schema/stock.ts'
import { supplier_variants, suppliers } from '../../../db/schema/suppliers.ts'
import { type RowOf, selection, selections } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { isAssembled } from '../../ledger/bundles/parts.ts'
import type { Sql } from '../../contract/call.ts'
import { keyOf, type OnFile } from '../order_creation/creation.rules.ts'

const locationColumns = selection(locations, 'lo', ['location_id', 'name', 'is_active'])
export type KnownLocation = RowOf<typeof locationColumns>

const supplierColumns = selection(suppliers, 's', ['supplier_id', 'name', 'currency', 'lead_time_days', 'is_active'])
export type KnownSupplier = RowOf<typeof supplierColumns>

const commitmentColumns = selection(commitments, 'k', ['commitment_id', 'name', 'status'])
export type KnownCommitment = RowOf<typeof commitmentColumns>

const variantColumns = selections(
  selection(variants, 'v', ['variant_id', 'sku', 'unit_cost']),
  selection(products, 'p', ['status as product_status', 'currency']),
)
export interface KnownVariant extends RowOf<typeof variantColumns> {
  /** A bundle that has no stock of its own. */
  is_assembled: boolean
}

const sourceColumns = selection(stock_levels, 'l', [
  'location_id',
  'variant_id',
  'on_hand',
  'committed',
  'average_cost',
])
export type SourceStock = RowOf<typeof sourceColumns>

/** Ids of the records; `source_location_ids` are the locations whose stock levels are read. */
type Named = Partial<
  Record<'location_ids' | 'supplier_ids' | 'commitment_ids' | 'variant_ids' | 'source_location_ids', readonly string[]>
>

const list = (ids: readonly string[] = []) => arrayLiteral([...new Set(ids)])

const byId = <T extends object, K extends keyof T>(rows: readonly T[], key: K): Map<string, T> =>
  new Map(rows.map((row) => [String(row[key]), row]))

const readSourceStock = (sql: Sql, organization_id: string, named: Named) => sql<SourceStock[]>`
  select ${sourceColumns} from stock_levels l
  where organization_id = ${organization_id} and variant_id = any(${list(named.variant_ids)}::uuid[])
    and location_id = any(${list(named.source_location_ids)}::uuid[])`

const termColumns = selection(supplier_variants, 'sv', [
  'supplier_id',
  'variant_id',
  'unit_cost',
  'purchase_unit',
  'purchase_unit_factor',
  'inner_pack_quantity',
])

const readTerms = (sql: Sql, organization_id: string, named: Named) => sql<RowOf<typeof termColumns>[]>`
  select ${termColumns} from supplier_variants sv
  where organization_id = ${organization_id} and supplier_id = any(${list(named.supplier_ids)}::uuid[])
    and variant_id = any(${list(named.variant_ids)}::uuid[])`

export async function readOnFile(sql: Sql, organization_id: string, currency: string, named: Named): Promise<OnFile> {
  const [locations, suppliers, commitments, variants, terms, stock] = await Promise.all([
    sql<KnownLocation[]>`
      select ${locationColumns} from locations lo
      where organization_id = ${organization_id} and location_id = any(${list(named.location_ids)}::uuid[])`,
    sql<KnownSupplier[]>`
      select ${supplierColumns} from suppliers s
      where organization_id = ${organization_id} and supplier_id = any(${list(named.supplier_ids)}::uuid[])`,
    sql<KnownCommitment[]>`
      select ${commitmentColumns} from commitments k
      where organization_id = ${organization_id} and commitment_id = any(${list(named.commitment_ids)}::uuid[])`,
    sql<KnownVariant[]>`
      select ${variantColumns}, ${isAssembled(sql, organization_id, sql`v.variant_id`)} as is_assembled
      from variants v
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where v.organization_id = ${organization_id} and v.variant_id = any(${list(named.variant_ids)}::uuid[])`,
    readTerms(sql, organization_id, named),
    readSourceStock(sql, organization_id, named),
  ])
  return {
    currency,
    locations: byId(locations, 'location_id'),
    suppliers: byId(suppliers, 'supplier_id'),
    commitments: byId(commitments, 'commitment_id'),
    variants: byId(variants, 'variant_id'),
    supplier_costs: new Map(
      terms.flatMap(({ supplier_id, variant_id, unit_cost }) =>
        unit_cost === null ? [] : [[keyOf(supplier_id, variant_id), unit_cost]],
      ),
    ),
    packings: new Map(
      terms.map(({ supplier_id, variant_id, unit_cost: _cost, ...packing }) => [
        keyOf(supplier_id, variant_id),
        packing,
      ]),
    ),
    source_stock: new Map(stock.map((row) => [keyOf(row.location_id, row.variant_id), row])),
  }
}
