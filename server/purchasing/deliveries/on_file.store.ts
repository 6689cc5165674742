/** Reads all records that the given orders refer to, in one round trip. */
import type { Sql } from '../../contract/call.ts'
import {
  keyOf,
  type KnownCommitment,
  type KnownLocation,
  type KnownSupplier,
  type KnownVariant,
  type OnFile,
  type SourceStock,
} from '../order_creation/creation.rules.ts'

export interface Named {
  location_ids: readonly string[]
  supplier_ids: readonly string[]
  commitment_ids: readonly string[]
  variant_ids: readonly string[]
  /** Locations whose stock levels are read. */
  source_location_ids: readonly string[]
}

/** A list of UUIDs as one parameter. */
const list = (ids: readonly string[]) => `{${[...new Set(ids)].join(',')}}`

const byId = <T extends object, K extends keyof T>(rows: readonly T[], key: K): Map<string, T> =>
  new Map(rows.map((row) => [String(row[key]), row]))

const readSourceStock = (sql: Sql, organization_id: string, named: Named) => sql<SourceStock[]>`
  select location_id, variant_id, on_hand, committed, average_cost from stock_levels
  where organization_id = ${organization_id} and variant_id = any(${list(named.variant_ids)}::uuid[])
    and location_id = any(${list(named.source_location_ids)}::uuid[])`

const readSupplierCosts = (sql: Sql, organization_id: string, named: Named) => sql<
  { supplier_id: string; variant_id: string; unit_cost: string }[]
>`
  select supplier_id, variant_id, unit_cost from supplier_variants
  where organization_id = ${organization_id} and supplier_id = any(${list(named.supplier_ids)}::uuid[])
    and variant_id = any(${list(named.variant_ids)}::uuid[]) and unit_cost is not null`

export async function readOnFile(sql: Sql, organization_id: string, currency: string, named: Named): Promise<OnFile> {
  const [locations, suppliers, commitments, variants, costs, stock] = await Promise.all([
    sql<KnownLocation[]>`
      select location_id, name, is_active from locations
      where organization_id = ${organization_id} and location_id = any(${list(named.location_ids)}::uuid[])`,
    sql<KnownSupplier[]>`
      select supplier_id, name, currency, lead_time_days, is_active from suppliers
      where organization_id = ${organization_id} and supplier_id = any(${list(named.supplier_ids)}::uuid[])`,
    sql<KnownCommitment[]>`
      select commitment_id, name, status from commitments
      where organization_id = ${organization_id} and commitment_id = any(${list(named.commitment_ids)}::uuid[])`,
    sql<KnownVariant[]>`
      select v.variant_id, v.sku, p.status as product_status, v.unit_cost, p.currency
      from variants v
      join products p on p.organization_id = v.organization_id and p.product_id = v.product_id
      where v.organization_id = ${organization_id} and v.variant_id = any(${list(named.variant_ids)}::uuid[])`,
    readSupplierCosts(sql, organization_id, named),
    readSourceStock(sql, organization_id, named),
  ])
  return {
    currency,
    locations: byId(locations, 'location_id'),
    suppliers: byId(suppliers, 'supplier_id'),
    commitments: byId(commitments, 'commitment_id'),
    variants: byId(variants, 'variant_id'),
    supplier_costs: new Map(costs.map((row) => [keyOf(row.supplier_id, row.variant_id), row.unit_cost])),
    source_stock: new Map(stock.map((row) => [keyOf(row.location_id, row.variant_id), row])),
  }
}
