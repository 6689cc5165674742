/** Test data for tables: a product with variants written directly into the database, and filters for a URL. */
import { uuidv7 } from 'uuidv7'
import type { Tenant } from '../support/service/tenant.ts'

export interface VariantFixture {
  sku: string
  title?: string
  barcode?: string | null
  price_cents?: number | null
  unit_cost?: string | null
  last_updated_at?: string
}

export async function insertProduct(tenant: Tenant, fields: Record<string, unknown> = {}): Promise<string> {
  const product_id = uuidv7()
  const row = { organization_id: tenant.organization_id, product_id, title: 'Product', status: 'ACTIVE', ...fields }
  await tenant.service.database.sql`insert into products ${tenant.service.database.sql({ currency: 'USD', ...row })}`
  return product_id
}

export async function insertVariants(
  tenant: Tenant,
  product_id: string,
  fixtures: VariantFixture[],
): Promise<string[]> {
  const { sql } = tenant.service.database
  const rows = fixtures.map((fixture) => ({
    organization_id: tenant.organization_id,
    variant_id: uuidv7(),
    product_id,
    title: fixture.sku,
    barcode: null,
    price_cents: null,
    unit_cost: null,
    last_updated_at: '2026-11-01T00:00:00Z',
    ...fixture,
  }))
  if (rows.length > 0) await sql`insert into variants ${sql(rows)}`
  return rows.map(({ variant_id }) => variant_id)
}

export const filterArgs = (...filters: { key: string; operation: string; value?: unknown }[]) =>
  encodeURIComponent(JSON.stringify(filters))
