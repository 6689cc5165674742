import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { operation } from '../../../contract/operation.ts'
import { refuseField } from '../../../contract/refusals.ts'
import {
  CalendarDate,
  Id,
  notBlank,
  Nullable,
  Num,
  OpenChoice,
  OwnId,
  Shape,
  Text,
  Type,
  Whole,
} from '../../../contract/schema.ts'
import { doorKinds } from '../../known_values.ts'
import { windowOf } from './coverage.store.ts'
import { findAccount, findDeclaration } from '../declaration/declaration.store.ts'
import { accountId } from '../import.model.ts'
import { doorsOf } from './doors.rules.ts'
import {
  type DoorScope,
  findScope,
  hasReported,
  isScoped,
  type Limited,
  readAccountPeriods,
  readDoorPeriods,
  readDoors,
  type Scope,
} from './doors.store.ts'
import { clampWeeks, weeksField } from './get_coverage.ts'
import { PeriodAxis, WeekOfDoor } from './period.model.ts'

const figures = {
  units: Nullable(
    Whole('Units sold in the window, net of returns; null if no sales figure was reported.', { examples: [412] }),
  ),
  on_hand: Nullable(
    Whole('Units on the shelf at the end of last_week; null if that week has no shelf count.', { examples: [240] }),
  ),
  variants: Whole('Variants with a row in last_week.', { minimum: 0, examples: [36] }),
  weeks_reported: Whole('Number of periods reported.', { minimum: 0, examples: [12] }),
  last_week: Nullable(
    Text('Key of the last reported period; null without any.', { examples: ['2026-11-09/2026-11-15'] }),
  ),
  sell_through: Nullable(
    Num('Units sold of those that were sold or are on hand at the end of last_week, as a share.', {
      examples: [0.6319],
    }),
  ),
  sell_through_reason: Nullable(Text('Why sell_through is null, as a sentence; null if it is present.')),
}

const byWeek = (description: string) =>
  Type.Record(Type.String(), WeekOfDoor, {
    description,
    examples: [
      {
        '2026-11-09/2026-11-15': {
          grain: 'week',
          period_days: 7,
          period_start: '2026-11-09',
          period_end: '2026-11-15',
          units: 34,
          on_hand: 240,
          variants: 36,
        },
      },
    ],
  })

const DoorRow = Shape(
  {
    rank: Whole('Place by units, from 1.', { minimum: 1, examples: [1] }),
    door_id: Nullable(OwnId('The door; null where the account reports as a whole.')),
    door_reference: Nullable(
      Text("The account's own number of the door; null without a door.", { examples: ['0117'] }),
    ),
    name: Text('Name of the door, or of the account that reports as a whole.', { examples: ['Porto Center'] }),
    kind: Nullable(OpenChoice(doorKinds, 'Kind of door; null without a door.')),
    ...figures,
    by_week: byWeek('The reported periods of the door by `<start>/<end>`. A period that was not reported is absent.'),
  },
  { $id: 'SellOutDoor' },
)

export const getDoors = operation({
  id: 'sell_out.get_doors',
  route: 'GET /api/v1/sell-out/doors',
  summary: 'Get sell-out by door',
  description:
    "Returns what the doors of an account sold in the last weeks, ranked by units, with the account's total. Filters combine with AND: a variant counts if it fits all of them. Where the account is declared `row_omitted`, a door that reported a week without a row of the scope sold zero; where it is declared `explicit_zero`, that week is absent. A door that did not report is never zero. Days are those of the organisation's time zone.",
  query: Type.Object(
    {
      account_id: accountId,
      weeks: weeksField('today'),
      product_id: Type.Optional(Id('Only variants of this product.')),
      variant_id: Type.Optional(Id('Only this variant.')),
      family_id: Type.Optional(Id('Only variants of products of this family.')),
      category: Type.Optional(
        Text('Only variants of products of this category: its id, or its exact name, case-sensitive.', {
          minLength: 1,
          maxLength: limits.name_length_max,
          ...notBlank,
          examples: ['Jumpers'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Shape(
    {
      account: Text('Name of the account.', { examples: ['Meridian'] }),
      account_id: OwnId('The account.'),
      weeks: Whole('Number of weeks, after clamping.', { minimum: 1, maximum: 52, examples: [13] }),
      as_of: CalendarDate('Last day of the window: today.'),
      product_id: Nullable(OwnId('The product filtered by; null without one.')),
      variant_id: Nullable(OwnId('The variant filtered by; null without one.')),
      family_id: Nullable(OwnId('The family filtered by; null without one.')),
      category: Nullable(Text('The category filtered by, as sent; null without one.', { examples: ['Jumpers'] })),
      scope_reason: Nullable(
        Text('Why the scope has no figures, as a sentence; null if it has.', {
          examples: ['No variant fits all filters.'],
        }),
      ),
      period_axis: PeriodAxis('Every reported period of the window, oldest first, with its key and its bounds.'),
      account_total: Shape(figures, { description: 'The sums over all doors that reported.' }),
      by_week: byWeek("The account's sums by period; a variant that several doors have counts once."),
      doors: Type.Array(DoorRow, { description: 'The doors that reported, by units, the largest first.' }),
    },
    { $id: 'SellOutDoors' },
  ),
  async run({ sql, caller, query, now }) {
    const { organization_id, time_zone } = caller
    const account = await findAccount(sql, caller, query.account_id)
    const { trading_partner_id: account_id } = account
    const as_of = dayInTimeZone(time_zone, now)
    const weeks = clampWeeks(query.weeks ?? limits.sell_out_weeks_default)
    const days = windowOf(as_of, weeks)
    const { product_id, variant_id, family_id, category } = query
    const scope = { product_id, variant_id, family_id, category }
    const [limited, declaration] = await Promise.all([
      isScoped(scope) ? limitOf(sql, organization_id, scope) : null,
      findDeclaration(sql, organization_id, account_id),
    ])
    const has_absent_zeros = declaration?.absence_convention === 'row_omitted'
    const [{ reason, ...facts }, doors] = await Promise.all([
      readFacts(sql, { organization_id, account_id, ...days, limited, has_absent_zeros }),
      readDoors(sql, organization_id, account_id),
    ])
    const { period_axis, ...answer } = doorsOf({ account_id, account_name: account.name, days, ...facts, doors })
    return {
      account: account.name,
      account_id,
      weeks,
      as_of,
      product_id: product_id ?? null,
      variant_id: variant_id ?? null,
      family_id: family_id ?? null,
      category: category ?? null,
      scope_reason: reason,
      period_axis,
      ...answer,
    }
  },
})

/** The variants or categories in scope; a record that does not exist is refused. */
async function limitOf(sql: Sql, organization_id: string, scope: Scope): Promise<Limited> {
  const { known, limited } = await findScope(sql, organization_id, scope)
  const { product_id, variant_id, family_id, category } = scope
  if (product_id !== undefined && !known.product) refuseField('product_id', 'must be a product of this organisation')
  if (variant_id !== undefined && !known.variant) refuseField('variant_id', 'must be a variant of this organisation')
  if (family_id !== undefined && !known.family) refuseField('family_id', 'must be a family of this organisation')
  if (category !== undefined && !known.category)
    refuseField('category', 'must be the id or the exact name of a category of this organisation')
  return limited
}

async function readFacts(sql: Sql, scope: DoorScope) {
  const { limited } = scope
  if (limited !== null && 'variant_ids' in limited && limited.variant_ids.length === 0)
    return { found: [], account_periods: [], reason: 'No variant fits all filters.' }
  const [doorPeriods, account_periods] = await Promise.all([
    readDoorPeriods(sql, scope),
    readAccountPeriods(sql, scope),
  ])
  if (doorPeriods.length > 0) return { found: doorPeriods, account_periods, reason: null }
  const reason =
    limited !== null && (await hasReported(sql, scope))
      ? 'The account has not reported these variants in these weeks.'
      : 'The account has not reported in these weeks.'
  return { found: doorPeriods, account_periods, reason }
}
