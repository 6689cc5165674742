import type { ReadCall } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Count, Id, Type } from '../../contract/schema.ts'
import { readFields, fieldsExport } from '../../tables/distinct.ts'
import {
  type Exportable,
  ExportablePage,
  exportedPage,
  exportQuery,
  type ExportQuery,
  notExported,
} from '../../tables/export_table.ts'
import type { Scope } from '../../tables/page.ts'
import {
  fieldsQuery,
  type FieldsQuery,
  fieldsWords,
  publishedSorts,
  type Table,
  tableQuery,
} from '../../tables/table.ts'
import { combinedTable, componentsOf, inventoryProductsTable, inventoryTable } from './inventory_tables.ts'

const exportable = (table: Table): Exportable => ({
  name: table.name,
  row: table.row,
  statements: (organization_id, query) =>
    fieldsExport(table, organization_id, query as FieldsQuery, ...componentScopes(table, query as WithBill)),
  fields: (query: ExportQuery) => (query as FieldsQuery).fields,
})

interface WithBill {
  bom_id?: string
}
/** Limits the rows to the components of a bill of materials, when one is requested. */
const componentScopes = ({ name }: Table, { bom_id }: WithBill): Scope[] =>
  bom_id === undefined ? [] : [componentsOf(name, bom_id)]

async function checkBill(sql: ReadCall['sql'], organization_id: string, bom_id: string): Promise<void> {
  const existing = await sql<{ one: number }[]>`
    select 1 as one from bills_of_materials where organization_id = ${organization_id} and bom_id = ${bom_id}`
  if (existing.length === 0) refuseField('bom_id', 'must be a bill of materials of this organisation')
}

const [locations, combined, products] = [inventoryTable, combinedTable, inventoryProductsTable].map(exportable)
export const inventoryExportables = [locations!, combined!, products!]

const keysOf = (table: Table) => [...Object.keys(table.columns), ...Object.keys(table.filters ?? {})].join(', ')

export const listInventory = operation({
  id: 'inventory.list_inventory',
  route: 'GET /api/v1/inventory/table',
  summary: 'List inventory',
  description: `Returns a page of stock. By default, each row is one variant at one location where it has ever had stock. With \`view=combined\`, each row is one variant summed over locations. With \`type=products\`, each row is one product summed over variants and locations. These two views list the whole catalogue, including items that never had stock, and compute days of cover and health from the sums and the longest lead time among them. In the summed views, a filter on \`location_id\` (eq, in) limits the sums to those locations; location columns are null and cannot be filtered or sorted.\n\nKeys of \`view=combined\`: ${keysOf(combinedTable)}. Keys of \`type=products\`: ${keysOf(inventoryProductsTable)}. ${fieldsWords} \`bom_id\` limits the rows to the components of a bill of materials, active or not; product rows then sum only those variants.`,
  query: tableQuery(inventoryTable, {
    type: Type.Optional(Choice(['variants', 'products'], 'What a row represents.', { default: 'variants' })),
    view: Type.Optional(Choice(['combined'], 'Set to combined to sum rows over locations.')),
    ...fieldsQuery(inventoryTable),
    sort_args: Type.Optional(
      Type.String({
        maxLength: 500,
        description: `Comma-separated columns; prefix \`-\` for descending. Columns: ${publishedSorts(inventoryTable).join(', ')}, if the rows have them. Defaults to \`sku\`, or \`product_title\` for products. Ties are broken by id, so pages neither skip nor repeat rows.`,
        examples: ['days_of_cover'],
        'x-sort-keys': publishedSorts(inventoryTable),
      }),
    ),
    bom_id: Type.Optional(Id('Limits the result to the components of this bill of materials.')),
    ...exportQuery,
  }),
  answer: ExportablePage(inventoryTable.row, {
    filtered_max_unique_size: Type.Optional(Count('Number of distinct rows; present only with `distinct`.')),
  }),
  async run(call) {
    const { sql, caller, query } = call
    if (query.bom_id !== undefined) await checkBill(sql, caller.organization_id, query.bom_id)
    const selected = query.type === 'products' ? products! : query.view === 'combined' ? combined! : locations!
    if (query.export) return exportedPage(call, selected)
    const table = [inventoryTable, combinedTable, inventoryProductsTable].find(({ name }) => name === selected.name)!
    const page = await readFields(sql, table, caller.organization_id, query, ...componentScopes(table, query))
    return { ...page, ...notExported } as never
  },
})
