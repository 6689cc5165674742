/** Session operations on scenarios of the cash gate. */
import { uuidv7 } from 'uuidv7'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import {
  Id,
  Instant,
  Line,
  notBlank,
  Nullable,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  uuidPattern,
  Whole,
} from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { refuseUnknown, refusingTakenNames } from '../../records/single.ts'
import { readCategories } from '../buy_plans/plan_scope.store.ts'
import type { Change } from './cash.rules.ts'
import { service } from './cash_settings.ts'

const weeks = (description: string) =>
  Whole(description, { minimum: 0, maximum: limits.cash_scenario_weeks_max, examples: [4] })
const share = Whole('Share of the open buy that is not bought, in basis points.', {
  minimum: 1,
  maximum: 10_000,
  examples: [2_500],
})
const group_key = {
  description: 'Key of a group of suppliers, as in the cash gate.',
  pattern: '^(net_(0|[1-9][0-9]{0,2})|no_terms)$',
  'x-rule': 'must be net_ and a number of days, or no_terms',
  examples: ['net_30'],
} as const
const terms_days = Whole('Days from receipt to payment.', { minimum: 0, maximum: 365, examples: [60] })
const cutCategory = 'Category whose open buy is cut; null for every category without its own cut.'

const Scenario = Shape(
  {
    scenario_id: OwnId('Id of the scenario.'),
    name: Text('Name of the scenario.', { examples: ['Slower spring'] }),
    delay_receipts_weeks: weeks('Weeks by which receipts that are still expected, and the open buy, arrive later.'),
    open_buy_cuts: Type.Array(Shape({ category_id: Nullable(OwnId(cutCategory)), cut_bp: share }), {
      description: 'Cuts of the open buy.',
    }),
    group_terms: Type.Array(Shape({ group_key: Text(group_key.description, { examples: ['net_30'] }), terms_days }), {
      description: 'Other terms of groups.',
    }),
    created_at: Instant('When the scenario was created.'),
  },
  { $id: 'CashScenario' },
)
type Scenario = Static<typeof Scenario>

const list = <T extends Parameters<typeof Type.Array>[0]>(of: T, description: string) =>
  Type.Optional(Type.Array(of, { maxItems: limits.cash_scenario_changes_max, description }))

const NewScenario = Shape(
  {
    name: Line('Name of the scenario; unique in the organisation, case ignored.', {
      maxLength: limits.name_length_max,
      ...notBlank,
      examples: ['Slower spring'],
    }),
    delay_receipts_weeks: Type.Optional(
      weeks('Weeks by which receipts that are still expected, and the open buy, arrive later; 0 if absent.'),
    ),
    open_buy_cuts: list(Shape({ category_id: Nullable(Id(cutCategory)), cut_bp: share }), 'Cuts of the open buy.'),
    group_terms: list(
      Shape({ group_key: Text(group_key.description, { ...group_key }), terms_days }),
      'Other terms of groups.',
    ),
  },
  { examples: [{ name: 'Slower spring', delay_receipts_weeks: 4 }] },
)

const readScenarios = (sql: Sql, organization_id: string, scenario_id: string | null) => sql<Scenario[]>`
  select scenario_id, name, delay_receipts_weeks, open_buy_cuts, group_terms, created_at from cash_scenarios
  where organization_id = ${organization_id}
    and (${scenario_id}::uuid is null or scenario_id = ${scenario_id}::uuid)
  order by created_at, scenario_id`

/** The scenario that a read names; an unknown one is refused. */
export async function findScenario(sql: Sql, organization_id: string, scenario_id: string): Promise<Scenario> {
  const [scenario] = uuidPattern.test(scenario_id) ? await readScenarios(sql, organization_id, scenario_id) : []
  return scenario ?? refuseField('scenario', 'must be the id of a cash scenario of this organisation')
}

/** What a scenario changes. A category's own cut replaces the cut of all categories. */
export function changeOf({ delay_receipts_weeks, open_buy_cuts, group_terms }: Scenario): Change {
  const cuts = new Map(open_buy_cuts.map((one) => [one.category_id, one.cut_bp]))
  const terms = new Map(group_terms.map((one) => [one.group_key, one.terms_days]))
  return {
    delay_receipts_weeks,
    cutOf: (category_id) => cuts.get(category_id) ?? cuts.get(null) ?? 0,
    termsOf: (key) => terms.get(key) ?? null,
  }
}

function refuseRepeated(field: string, keys: readonly (string | null)[]): void {
  const at = keys.findIndex((key, i) => keys.indexOf(key) < i)
  if (at >= 0) refuseField(`${field}[${at}]`, 'must not repeat an earlier entry')
}

async function checkNew(sql: Sql, { organization_id }: SessionCaller, body: Static<typeof NewScenario>) {
  const { delay_receipts_weeks = 0, open_buy_cuts = [], group_terms = [] } = body
  if (delay_receipts_weeks === 0 && open_buy_cuts.length === 0 && group_terms.length === 0)
    refuseField('delay_receipts_weeks', 'must be above 0 unless open_buy_cuts or group_terms has an entry')
  const cuts = open_buy_cuts.map((one) => ({ ...one, category_id: one.category_id?.toLowerCase() ?? null }))
  const named = cuts.flatMap(({ category_id }) => category_id ?? [])
  refuseRepeated(
    'open_buy_cuts',
    cuts.map(({ category_id }) => category_id),
  )
  refuseRepeated(
    'group_terms',
    group_terms.map((one) => one.group_key),
  )
  const knownIds = new Set((await readCategories(sql, organization_id, named)).map(({ id }) => id))
  const unknown = cuts.findIndex(({ category_id }) => category_id !== null && !knownIds.has(category_id))
  if (unknown >= 0) refuseField(`open_buy_cuts[${unknown}].category_id`, 'must be a category of this organisation')
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from cash_scenarios where organization_id = ${organization_id}`
  if (row!.count >= limits.cash_scenarios_max)
    refuse('conflict', { desc: `The organisation has ${limits.cash_scenarios_max} scenarios, which is the maximum.` })
  return { delay_receipts_weeks, open_buy_cuts: cuts, group_terms }
}

export const listCashScenarios = sessionOperation({
  id: 'session.list_cash_scenarios',
  route: 'GET /api/v1/cash/scenarios',
  summary: 'List cash scenarios',
  description: 'Returns every scenario of the cash gate, the oldest first, as an array.',
  service,
  answer: Type.Array(Scenario, { description: 'Scenarios, the oldest first.' }),
  run: async ({ sql, caller: { organization_id } }) => [...(await readScenarios(sql, organization_id, null))],
})

export const createCashScenario = sessionOperation({
  id: 'session.create_cash_scenario',
  route: 'POST /api/v1/cash/scenarios',
  summary: 'Create a cash scenario',
  desc: ({ name }) => `Scenario ${name} created.`,
  description:
    'Creates a scenario that the cash gate can be computed under: expected receipts and the open buy arrive later, the open buy of categories is cut, or groups of suppliers are paid at other terms. It changes no order and no plan.',
  service,
  status: 201,
  body: NewScenario,
  answer: Scenario,
  refusals: ['conflict'],
  conflict: `The organisation has ${limits.cash_scenarios_max} scenarios, the maximum.`,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const { delay_receipts_weeks, open_buy_cuts, group_terms } = await checkNew(sql, caller, body)
    const scenario_id = uuidv7()
    await refusingTakenNames(
      'cash_scenarios_by_name',
      'scenario',
      () => sql`
        insert into cash_scenarios (organization_id, scenario_id, name, delay_receipts_weeks, open_buy_cuts,
          group_terms, created_by, created_at)
        values (${organization_id}, ${scenario_id}, ${body.name.trim()}, ${delay_receipts_weeks},
          ${JSON.stringify(open_buy_cuts)}::text::jsonb, ${JSON.stringify(group_terms)}::text::jsonb,
          ${actorOf(caller)}, ${now})`,
    )
    const [scenario] = await readScenarios(sql, organization_id, scenario_id)
    return scenario!
  },
})

export const deleteCashScenario = sessionOperation({
  id: 'session.delete_cash_scenario',
  route: 'DELETE /api/v1/cash/scenarios/{scenario_id}',
  summary: 'Delete a cash scenario',
  description: 'Deletes a scenario. Orders and plans are not touched.',
  service,
  status: 204,
  params: Shape({ scenario_id: Id('Id of the scenario.') }),
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { scenario_id } }) {
    const { count } = await sql`
      delete from cash_scenarios where organization_id = ${organization_id} and scenario_id = ${scenario_id}`
    if (count === 0) refuseUnknown('scenario')
  },
})
