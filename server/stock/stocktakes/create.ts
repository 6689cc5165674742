import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CalendarDate, example_id, Flag, Id, Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { Stocktake } from './model.ts'
import { findStocktake, refreshTotals } from './store.ts'

const lines_max = limits.stocktake_lines_max

const NewStocktake = Shape(
  {
    name: Text('What to call it; not blank.', { minLength: 1, maxLength: 200, examples: ['Autumn count'] }),
    counted_on: CalendarDate('Day of the count.'),
    location_ids: Type.Array(Id('A location.'), {
      minItems: 1,
      maxItems: lines_max,
      description: 'The locations to count; naming one twice is naming it once.',
    }),
    variant_ids: Type.Optional(
      Type.Array(Id('A variant.'), {
        maxItems: lines_max,
        description: 'The variants to count at each location; instead of `include_all_variants`.',
      }),
    ),
    include_all_variants: Type.Optional(
      Flag('true counts every variant of the organisation at each location; instead of `variant_ids`.'),
    ),
  },
  {
    examples: [
      { name: 'Autumn count', counted_on: '2026-11-21', location_ids: [example_id], include_all_variants: true },
    ],
  },
)
type NewStocktake = Static<typeof NewStocktake>

export const createStocktake = operation({
  id: 'stocktakes.create',
  route: 'POST /api/v1/stocktakes',
  summary: 'Create a stocktake',
  desc: ({ name, line_count }) => `Stocktake ${name} created with ${counted(line_count, 'line')}.`,
  description: `Opens a count with one line for each chosen variant at each chosen location, whether or not stock is held there, at most ${lines_max.toLocaleString('en-US')}. Name the variants in \`variant_ids\` or send \`include_all_variants\` as true, not both. Nothing moves until the count is posted.`,
  body: NewStocktake,
  answer: Stocktake,
  async run({ sql, caller, body }) {
    const { organization_id } = caller
    const selection = checkSelection(body)
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

/** The name as it is kept, and the variants named; null stands for all of them. */
function checkSelection(body: NewStocktake): { name: string; variant_ids: string[] | null } {
  const name = body.name.trim()
  if (name === '') refuseField('name', 'must not be blank')
  const takes_all = body.include_all_variants === true
  if (takes_all === (body.variant_ids !== undefined)) {
    const rule = takes_all ? 'cannot stand beside include_all_variants' : 'or include_all_variants true is required'
    refuseField('variant_ids', rule)
  }
  if (body.variant_ids?.length === 0) refuseField('variant_ids', 'selects no lines; name at least one variant')
  return { name, variant_ids: body.variant_ids ?? null }
}

function checkSize(lines: number, takes_all: boolean): void {
  const field = takes_all ? 'include_all_variants' : 'variant_ids'
  if (lines === 0) refuseField(field, 'selects no lines; the organisation has no variant')
  if (lines > lines_max)
    refuseField(field, 'selects more lines over its locations than a count may have', [
      `at most ${lines_max.toLocaleString('en-US')} lines`,
    ])
}

async function findLocations(sql: Sql, organization_id: string, asked: readonly string[]): Promise<string[]> {
  const location_ids = [...new Set(asked)]
  const rows = await sql<{ location_id: string }[]>`
    select location_id from locations
    where organization_id = ${organization_id} and location_id = any(${location_ids}::uuid[])`
  const known = new Set(rows.map(({ location_id }) => location_id))
  const unknown = asked.findIndex((location_id) => !known.has(location_id))
  if (unknown >= 0) refuseField(`location_ids[${unknown}]`, 'names no location of this organisation')
  return location_ids
}

/** One more than a count may have is enough to know that there are too many. */
async function findVariants(sql: Sql, organization_id: string, asked: readonly string[] | null): Promise<string[]> {
  if (asked === null) {
    const rows = await sql<{ variant_id: string }[]>`
      select variant_id from variants where organization_id = ${organization_id} limit ${lines_max + 1}`
    return rows.map(({ variant_id }) => variant_id)
  }
  const variant_ids = [...new Set(asked)]
  const rows = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and variant_id = any(${variant_ids}::uuid[])`
  const known = new Set(rows.map(({ variant_id }) => variant_id))
  const unknown = asked.findIndex((variant_id) => !known.has(variant_id))
  if (unknown >= 0) refuseField(`variant_ids[${unknown}]`, 'names no variant of this organisation')
  return variant_ids
}

async function insertLines(
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
