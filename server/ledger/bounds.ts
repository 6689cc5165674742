/** Limits of stock level columns, checked before the database would fail on them. */
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { refuse } from '../contract/refusals.ts'

interface Figure {
  variant_id: string
  location_id: string
  units: number
}

/** SKU and location of a stock level, for a refusal. */
export async function readNames(sql: Sql, organization_id: string, level: Pick<Figure, 'variant_id' | 'location_id'>) {
  const [named] = await sql<{ sku: string; location_name: string }[]>`
    select v.sku, o.name as location_name from variants v join locations o using (organization_id)
    where v.organization_id = ${organization_id} and v.variant_id = ${level.variant_id}
      and o.location_id = ${level.location_id}`
  return named!
}

/** Refuses with `bad_request`, naming the first level that is too large. */
export async function checkUnits(
  sql: Sql,
  organization_id: string,
  figures: readonly Figure[],
  where: 'on hand' | 'on the way',
): Promise<void> {
  const beyond = figures.find(({ units }) => units > limits.stock_units_max)
  if (beyond === undefined) return
  const { sku, location_name } = await readNames(sql, organization_id, beyond)
  const most = limits.stock_units_max.toLocaleString('en-US')
  refuse('bad_request', {
    desc: `More than ${most} units of ${sku} would be ${where} at ${location_name}, which exceeds the maximum.`,
    data: { variant_id: beyond.variant_id, location_id: beyond.location_id, sku, location_name },
  })
}
