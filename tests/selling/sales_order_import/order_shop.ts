/** A shop into which orders are imported, and what the tests read from the database beside the API. */
import { expect } from 'bun:test'
import { type Importer, openImporter } from '../../imports/rig.ts'
import { openOrderShop, type OrderShop } from '../support/orders.ts'
import { verifyLedger } from '../../../server/ledger/verify.ts'
import { proveSales } from '../../support/prove_sales.ts'

export const cut_over = '2026-11-01T00:00:00Z'
export const options = { cut_over, channel: 'Online', location: 'Main' }

export interface ImportShop extends OrderShop {
  importer: Importer
  /** Imports a file of orders, mapped by its headers or by `body`. */
  imported: (content: string, body?: object) => Promise<any>
  /** Rows of the report as [row, outcome, field, value, rule]. */
  report: (import_id: string) => Promise<string[][]>
  order: (name: string) => Promise<any>
}

export async function openImportShop(time_zone = 'UTC'): Promise<ImportShop> {
  const shop = await openOrderShop(time_zone)
  const importer = await openImporter(shop.tenant)
  return {
    ...shop,
    importer,
    imported: (content, body = {}) => importer.imported(content, { kind: 'orders', kind_options: options, ...body }),
    report: async (import_id) =>
      (await importer.report(import_id)).map(({ row_number, outcome, field, value, rule }) => [
        row_number!,
        outcome!,
        field!,
        value!,
        rule!,
      ]),
    order: async (name) => {
      const [row] = await shop.tenant.service.database.sql<{ order_id: string }[]>`
        select order_id from sales_orders where organization_id = ${shop.tenant.organization_id} and name = ${name}`
      if (row === undefined) throw new Error(`${name} was not imported`)
      return (await shop.tenant.get(`/api/v1/sales/orders/${row.order_id}`)).body.data
    },
  }
}

/** Sales, the ledger and holds agree with the lines, and ledger rows stand for what shipped after the cut-over alone. */
export async function proveImport({ tenant }: OrderShop): Promise<void> {
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const found = await sql.begin(async (tx) => ({
    ledger: await verifyLedger(tx as never, { organization_id, is_full: true }),
    sales: await proveSales(tx as never, { organization_id, is_full: true }),
  }))
  expect(found.ledger.faults).toEqual([])
  expect(found.sales.sales.faults).toEqual([])
  expect(found.sales.counts).toEqual([])
  const unbooked = await sql`
    select f.variant_id, f.units, m.units as booked from (
      select l.variant_id, sum(l.quantity) as units from fulfilment_lines l
      join fulfilments i on i.organization_id = l.organization_id and i.fulfilment_id = l.fulfilment_id
      where l.organization_id = ${organization_id} and not i.is_historical group by l.variant_id) f
    full join (select variant_id, -sum(quantity_delta) as units from stock_movements
      where organization_id = ${organization_id} and kind = 'fulfilment' group by variant_id) m using (variant_id)
    where f.units is distinct from m.units`
  expect([...unbooked]).toEqual([])
}

/** Sales by day as [day, sku, units, gross, discounts, returned, returns, taxes], in cents. */
export const salesOf = async ({ tenant }: OrderShop): Promise<unknown[][]> => {
  const rows = await tenant.service.database.sql`
    select s.day::text as day, v.sku, s.units, s.gross_sales_cents::float8 as gross, s.discounts_cents::float8 as discounts,
      s.returned_units, s.returns_cents::float8 as returns, s.taxes_cents::float8 as taxes
    from sales_daily s
    join variants v on v.organization_id = s.organization_id and v.variant_id = s.variant_id
    where s.organization_id = ${tenant.organization_id} order by s.day, v.sku`
  return rows.map((row) => Object.values(row))
}
