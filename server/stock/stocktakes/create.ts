import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, sampleId, Flag, Id, Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { checkDay } from '../../ledger/books.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { Stocktake } from './model.ts'
import { findStocktake, refreshTotals } from './store.ts'

const linesMax = limits.stocktake_lines_max

const NewStocktake = Shape(
  {
    name: Text('Display name of the stocktake; must not be blank.', {
      minLength: 1,
      maxLength: 200,
      examples: ['Autumn count'],
    }),
    counted_on: CalendarDate('Date of the count, not in the future.'),
    location_ids: Type.Array(Id('Id of a location.'), {
      minItems: 1,
      maxItems: linesMax,
      description: 'Locations to count. Duplicates are ignored.',
    }),
    variant_ids: Type.Optional(
      Type.Array(Id('Id of a variant.'), {
        maxItems: linesMax,
        description: 'Variants to count at each location. Cannot be combined with `include_all_variants`.',
      }),
    ),
    include_all_variants: Type.Optional(
      Flag(
        'Set to true to count every variant of the organisation at each location. Cannot be combined with `variant_ids`.',
      ),
    ),
  },
  {
    $id: 'NewStocktake',
    examples: [
      { name: 'Autumn count', counted_on: '2026-11-21', location_ids: [sampleId], include_all_variants: true },
    ],
  },
)
type NewStocktake = Static<typeof NewStocktake>

export const createStocktake = operation({
  id: 'stocktakes.create',
  route: 'POST /api/v1/stocktakes',
  summary: 'Create a stocktake',
  desc: ({ name, line_count }) => `Stocktake ${name} created with ${counted(line_count, 'line')}.`,
  description: `Creates an open stocktake with one line for each selected variant at each selected location, whether or not stock is held there, at most ${linesMax.toLocaleString('en-US')} lines. Select variants with either \`variant_ids\` or \`include_all_variants: true\`, not both. No stock moves until the stocktake is posted.`,
  body: NewStocktake,
  answer: Stocktake,
  transaction_seconds_max: limits.large_write_seconds_max,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const selection = checkSelection(body)
    await checkDay(sql, organization_id, now, 'counted_on', body.counted_on)
    const [location_ids, variant_ids] = await Promise.all([
      findLocations(sql, organization_id, body.location_ids),
      findVariants(sql, organization_id, selection.variant_ids),
    ])
    checkSize(variant_ids.length * location_ids.length, selection.variant_ids === null)
    const stocktake_id = uuidv7()
    await sql`
      insert into stocktakes (organization_id, stocktake_id, name, counted_on, include_all_variants, currency, created_by)
      values (${organization_id}, ${stocktake_id}, ${selection.name}, ${body.counted_on},
        ${selection.variant_ids === null}, ${caller.currency}, ${actorOf(caller)})`
    await inBulk(sql, variant_ids.length * location_ids.length, async () => {
      await insertLines(sql, organization_id, stocktake_id, location_ids, variant_ids)
      await refreshTotals(sql, organization_id, stocktake_id)
    })
    return findStocktake(sql, organization_id, stocktake_id)
  },
})

/** The trimmed name and the selected variants; null selects every variant. */
function checkSelection(body: NewStocktake): { name: string; variant_ids: string[] | null } {
  const name = body.name.trim()
  if (name === '') refuseField('name', 'must not be blank')
  const takesAll = body.include_all_variants === true
  if (takesAll === (body.variant_ids !== undefined)) {
    const rule = takesAll
      ? 'cannot be combined with include_all_variants'
      : 'is required unless include_all_variants is true'
    refuseField('variant_ids', rule)
  }
  if (body.variant_ids?.length === 0) refuseField('variant_ids', 'selects no lines; name at least one variant')
  return { name, variant_ids: body.variant_ids ?? null }
}

function checkSize(lines: number, takesAll: boolean): void {
  const field = takesAll ? 'include_all_variants' : 'variant_ids'
  if (lines === 0) refuseField(field, 'selects no lines; the organisation has no variant')
  if (lines > linesMax)
    refuseField(field, 'selects too many lines across the locations', [
      `at most ${linesMax.toLocaleString('en-US')} lines`,
    ])
}

async function findLocations(sql: Sql, organization_id: string, requested: readonly string[]): Promise<string[]> {
  const location_ids = [...new Set(requested)]
  const rows = await sql<{ location_id: string }[]>`
    select location_id from locations
    where organization_id = ${organization_id} and location_id = any(${location_ids}::uuid[])`
  const known = new Set(rows.map(({ location_id }) => location_id))
  const unknown = requested.findIndex((location_id) => !known.has(location_id))
  if (unknown >= 0) refuseField(`location_ids[${unknown}]`, 'must be a location of this organisation')
  return location_ids
}

/** Reads one more than the maximum, which is enough to detect too many. */
async function findVariants(sql: Sql, organization_id: string, requested: readonly string[] | null): Promise<string[]> {
  if (requested === null) {
    const rows = await sql<{ variant_id: string }[]>`
      select variant_id from variants where organization_id = ${organization_id} limit ${linesMax + 1}`
    return rows.map(({ variant_id }) => variant_id)
  }
  const variant_ids = [...new Set(requested)]
  const rows = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and variant_id = any(${variant_ids}::uuid[])`
  const known = new Set(rows.map(({ variant_id }) => variant_id))
  const unknown = requested.findIndex((variant_id) => !known.has(variant_id))
  if (unknown >= 0) refuseField(`variant_ids[${unknown}]`, 'must be a variant of this organisation')
  return variant_ids
}

export async function insertLines(
  sql: Sql,
  organization_id: string,
  stocktake_id: string,
  location_ids: readonly string[],
  variant_ids: readonly string[],
): Promise<void> {
  await sql`
    insert into stocktake_locations (organization_id, stocktake_id, location_id)
    select ${organization_id}, ${stocktake_id}, unnest(${[...location_ids]}::uuid[])`
  await sql`
    insert into stocktake_lines (organization_id, stocktake_id, variant_id, location_id, system_quantity,
      system_sequence)
    select ${organization_id}, ${stocktake_id}, c.variant_id, p.location_id, coalesce(l.on_hand, 0),
      coalesce(l.sequence, 0)
    from unnest(${[...variant_ids]}::uuid[]) as c (variant_id)
    cross join unnest(${[...location_ids]}::uuid[]) as p (location_id)
    left join stock_levels l on l.organization_id = ${organization_id} and l.variant_id = c.variant_id
      and l.location_id = p.location_id`
}
