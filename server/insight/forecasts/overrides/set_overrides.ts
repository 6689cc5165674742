import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { mondayOf } from '../../../calendar/days.ts'
import { arrayLiteral } from '../../../../db/sql/array_literal.ts'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Count,
  Id,
  Line,
  notBlank,
  Nullable,
  sampleId,
  Shape,
  type Static,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { readNewestOrigin } from '../reading/weeks_shown.store.ts'
import { changeOf, overrideWeeksAhead, spreadUnits, type WeekFault, weekFault } from './overrides.rules.ts'
import { type Current, lockOverrides, readCurrent, readParts, type Wanted, writeVersions } from './overrides.store.ts'

const Entry = Shape({
  variant_id: Type.Optional(Id('The variant. Exactly one of `variant_id` and `category_id` is sent.')),
  category_id: Type.Optional(
    Id(
      'A category, whose units are spread over its variants by their statistical forecasts, in whole units that sum to `units`. Overrides of its variants are replaced.',
    ),
  ),
  sales_channel_id: Id('The sales channel.'),
  week_start: CalendarDate(
    `Monday of the week; not of a week that is over, and at most ${overrideWeeksAhead} weeks ahead.`,
    { examples: ['2027-03-01'] },
  ),
  units: Nullable(
    Whole('Units expected instead; null removes the override.', {
      minimum: 0,
      maximum: limits.forecast_override_units_max,
      examples: [30],
    }),
  ),
})
type Entry = Static<typeof Entry>

const faults: Record<WeekFault, string> = {
  not_a_monday: 'must be a Monday',
  over: 'must be of a week that is not over',
  too_far: `must be at most ${overrideWeeksAhead} weeks ahead`,
}

function checkEntry(entry: Entry, at: number, today: string): void {
  const field = (name: string) => `entries[${at}].${name}`
  if ((entry.variant_id === undefined) === (entry.category_id === undefined))
    refuseField(field('variant_id'), 'or category_id must be sent, and not both')
  const fault = weekFault(entry.week_start, today)
  if (fault !== null)
    refuseField(field('week_start'), faults[fault], fault === 'over' ? [`from ${mondayOf(today)} on`] : undefined)
}

const known = {
  variant_id: (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ id: string }[]>`
    select variant_id as id from variants
    where organization_id = ${organization_id} and variant_id = any(${arrayLiteral(ids)}::uuid[])`,
  category_id: (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ id: string }[]>`
    select category_id as id from categories
    where organization_id = ${organization_id} and category_id = any(${arrayLiteral(ids)}::uuid[])`,
  sales_channel_id: (sql: Sql, organization_id: string, ids: readonly string[]) => sql<{ id: string }[]>`
    select sales_channel_id as id from sales_channels
    where organization_id = ${organization_id} and sales_channel_id = any(${arrayLiteral(ids)}::uuid[])`,
}
const nouns = { variant_id: 'variant', category_id: 'category', sales_channel_id: 'sales channel' }

async function checkIds(sql: Sql, organization_id: string, entries: readonly Entry[]): Promise<void> {
  for (const name of ['variant_id', 'category_id', 'sales_channel_id'] as const) {
    const rows = await known[name](
      sql,
      organization_id,
      entries.flatMap((entry) => entry[name] ?? []),
    )
    const ids = new Set(rows.map(({ id }) => id))
    const at = entries.findIndex((entry) => entry[name] !== undefined && !ids.has(entry[name]))
    if (at >= 0) refuseField(`entries[${at}].${name}`, `must be a ${nouns[name]} of this organisation`)
  }
}

/** The variants that an entry names, each with its units. */
async function wantedOf(
  sql: Sql,
  organization_id: string,
  entry: Entry,
  { at, newest_origin }: { at: number; newest_origin: string | null },
): Promise<Wanted[]> {
  const { variant_id, category_id, sales_channel_id, week_start, units } = entry
  const of = { sales_channel_id, week_start }
  if (category_id === undefined) return [{ ...of, variant_id: variant_id!, units, source: 'variant' }]
  const parts = await readParts(sql, organization_id, { category_id, ...of }, newest_origin)
  if (units === null) return parts.map((part) => ({ ...of, variant_id: part.variant_id, units, source: 'category' }))
  const spread = spreadUnits(
    units,
    parts.map(({ statistical_units }) => statistical_units ?? 0),
  )
  if (spread === null)
    return refuseField(`entries[${at}].category_id`, 'has no forecast in this channel and week to spread the units by')
  return parts.map((part, i) => ({
    ...of,
    variant_id: part.variant_id,
    units: part.statistical_units === null ? null : spread[i]!,
    source: 'category',
  }))
}

function checkDistinct(wanted: readonly (Wanted & { at: number })[]): void {
  const seen = new Set<string>()
  for (const { variant_id, sales_channel_id, week_start, at } of wanted) {
    const key = `${variant_id} ${sales_channel_id} ${week_start}`
    if (seen.has(key)) refuseField(`entries[${at}]`, 'must not name a variant, channel and week again')
    seen.add(key)
  }
  if (wanted.length > limits.forecast_override_rows_max)
    refuseField('entries', `must name at most ${limits.forecast_override_rows_max} variants, channels and weeks`)
}

const changedOf = (current: readonly Current[], reason: string) =>
  current.flatMap((one) => {
    const change = changeOf({ units: one.current_units, reason: one.current_reason }, one.units, reason)
    return change === null ? [] : { ...one, change }
  })

export const setForecastOverrides = sessionOperation({
  id: 'session.set_forecast_overrides',
  route: 'PUT /api/v1/forecasts/overrides',
  summary: 'Override forecasts',
  desc: ({ created, corrected, removed }) =>
    `${created} overrides created, ${corrected} corrected, ${removed} removed.`,
  description:
    'Sets the units that a planner expects of a variant, or of a category, in a channel and week instead of the statistical forecast; null removes them. The statistical forecast stays beside them, and its score is never that of overrides. Cover and order proposals use the override where the week has a forecast. Every version is kept with author, time and reason; sending what is in force again adds none. A request changes everything or nothing.',
  service: 'sales',
  body: Shape(
    {
      reason: Line('Why the forecast is overridden, or the override removed.', {
        maxLength: limits.forecast_override_reason_length_max,
        ...notBlank,
        examples: ['Front page of the spring catalogue'],
      }),
      entries: Type.Array(Entry, {
        minItems: 1,
        maxItems: limits.forecast_override_entries_max,
        description: 'What is overridden.',
      }),
    },
    {
      $id: 'ForecastOverrideChange',
      examples: [
        {
          reason: 'Front page of the spring catalogue',
          entries: [{ variant_id: sampleId, sales_channel_id: sampleId, week_start: '2027-03-01', units: 30 }],
        },
      ],
    },
  ),
  answer: Shape({
    created: Count('Overrides that were created, by variant, channel and week.', { examples: [1] }),
    corrected: Count('Overrides whose units or reason changed.', { examples: [0] }),
    removed: Count('Overrides that were removed.', { examples: [0] }),
  }),
  async run({ sql, caller, body, now }) {
    const { organization_id, time_zone } = caller
    const { entries } = body
    const reason = body.reason.trim()
    const today = dayInTimeZone(time_zone, now)
    for (const [at, entry] of entries.entries()) checkEntry(entry, at, today)
    await checkIds(sql, organization_id, entries)
    await lockOverrides(sql, organization_id)
    const newest_origin = (await readNewestOrigin(sql, organization_id))?.origin_week ?? null
    const wanted: (Wanted & { at: number })[] = []
    for (const [at, entry] of entries.entries())
      wanted.push(
        ...(await wantedOf(sql, organization_id, entry, { at, newest_origin })).map((one) => ({ ...one, at })),
      )
    checkDistinct(wanted)
    const current = await readCurrent(
      sql,
      organization_id,
      wanted.map(({ at: _at, ...one }) => one),
      newest_origin,
    )
    const changed = changedOf(current, reason)
    if (changed.length > 0)
      await writeVersions(
        sql,
        organization_id,
        changed.map(({ change: _change, current_units: _units, current_reason: _reason, version, ...one }) => ({
          ...one,
          version: version + 1,
        })),
        { reason, made_by: actorOf(caller), now },
      )
    const count = (kind: string) => changed.filter(({ change }) => change === kind).length
    return { created: count('created'), corrected: count('corrected'), removed: count('removed') }
  },
})
