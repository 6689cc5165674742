/** Existence checks shared by the catalogue reads. */
import type { Sql } from '../contract/call.ts'

export async function isProductOnFile(sql: Sql, organization_id: string, product_id: string): Promise<boolean> {
  const existing = await sql<{ one: number }[]>`
    select 1 as one from products where organization_id = ${organization_id} and product_id = ${product_id}`
  return existing.length > 0
}

export async function isLocationOnFile(sql: Sql, organization_id: string, location_id: string): Promise<boolean> {
  const existing = await sql<{ one: number }[]>`
    select 1 as one from locations where organization_id = ${organization_id} and location_id = ${location_id}`
  return existing.length > 0
}
