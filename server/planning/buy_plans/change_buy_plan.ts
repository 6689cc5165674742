/** Reading, renaming, archiving and locking a plan in the app. */
import type { SessionCaller, Sql } from '../../contract/call.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Shape } from '../../contract/schema.ts'
import { refusingTakenNames } from '../../records/single.ts'
import { BuyPlan, BuyPlanPath, planName, service } from './buy_plan.model.ts'
import { lockPlan, publishedPlan, readPlan } from './buy_plans.store.ts'

const answerPlan = async (sql: Sql, organization_id: string, mfp_id: string) =>
  publishedPlan(await readPlan(sql, organization_id, mfp_id))

export const getBuyPlan = sessionOperation({
  id: 'session.get_buy_plan',
  route: 'GET /api/v1/mfp/{mfp_id}',
  summary: 'Get a buy plan',
  description: 'Returns a buy plan, also when it is archived.',
  service,
  params: BuyPlanPath,
  answer: BuyPlan,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => answerPlan(sql, caller.organization_id, params.mfp_id),
})

export const renameBuyPlan = sessionOperation({
  id: 'session.rename_buy_plan',
  route: 'PATCH /api/v1/mfp/{mfp_id}',
  summary: 'Rename a buy plan',
  desc: ({ name }) => `Buy plan ${name} saved.`,
  description: 'Changes the name of a buy plan, also when it is locked or archived.',
  service,
  params: BuyPlanPath,
  body: Shape({ name: planName }),
  answer: BuyPlan,
  refusals: ['not_found'],
  async run({ sql, caller: { organization_id }, params: { mfp_id }, body, now }) {
    const { name } = await lockPlan(sql, organization_id, mfp_id)
    const next = body.name.trim()
    if (next !== name)
      await refusingTakenNames(
        'buy_plans_by_name',
        'buy plan',
        () => sql`
          update buy_plans set name = ${next}, updated_at = ${now}
          where organization_id = ${organization_id} and mfp_id = ${mfp_id}`,
      )
    return answerPlan(sql, organization_id, mfp_id)
  },
})

type Act = 'archive' | 'restore' | 'lock' | 'unlock'

const changed: Record<
  Act,
  (
    sql: Sql,
    plan: { organization_id: string; mfp_id: string },
    caller: SessionCaller,
    now: string,
  ) => PromiseLike<unknown>
> = {
  archive: (sql, { organization_id, mfp_id }, _, now) => sql`
    update buy_plans set archived_at = ${now}, updated_at = ${now}
    where organization_id = ${organization_id} and mfp_id = ${mfp_id} and archived_at is null`,
  restore: (sql, { organization_id, mfp_id }, _, now) => sql`
    update buy_plans set archived_at = null, updated_at = ${now}
    where organization_id = ${organization_id} and mfp_id = ${mfp_id} and archived_at is not null`,
  lock: (sql, { organization_id, mfp_id }, { user_name }, now) => sql`
    update buy_plans set locked_at = ${now}, locked_by = ${user_name}, updated_at = ${now}
    where organization_id = ${organization_id} and mfp_id = ${mfp_id} and locked_at is null`,
  unlock: (sql, { organization_id, mfp_id }, _, now) => sql`
    update buy_plans set locked_at = null, locked_by = null, updated_at = ${now}
    where organization_id = ${organization_id} and mfp_id = ${mfp_id} and locked_at is not null`,
}

const changeState = (act: Act, needs: 'admin' | 'member', done: string, description: string) =>
  sessionOperation({
    id: `session.${act}_buy_plan`,
    route: `POST /api/v1/mfp/{mfp_id}/${act}`,
    summary: `${act[0]!.toUpperCase()}${act.slice(1)} a buy plan`,
    desc: ({ name }) => `Buy plan ${name} ${done}.`,
    description,
    service,
    needs,
    params: BuyPlanPath,
    answer: BuyPlan,
    refusals: ['not_found'],
    async run({ sql, caller, params: { mfp_id }, now }) {
      const { organization_id } = caller
      await lockPlan(sql, organization_id, mfp_id)
      await changed[act](sql, { organization_id, mfp_id }, caller, now)
      return answerPlan(sql, organization_id, mfp_id)
    },
  })

export const archiveBuyPlan = changeState(
  'archive',
  'member',
  'is archived',
  'Takes a plan out of use. It stays readable with its versions. Archiving an archived plan changes nothing.',
)
export const restoreBuyPlan = changeState(
  'restore',
  'member',
  'is in use',
  'Takes an archived plan into use again. Restoring a plan that is in use changes nothing.',
)
export const lockBuyPlan = changeState(
  'lock',
  'admin',
  'is locked',
  'Locks the working plan: its cells cannot be changed until it is unlocked. Versions can still be published. Locking a locked plan changes nothing.',
)
export const unlockBuyPlan = changeState(
  'unlock',
  'admin',
  'is unlocked',
  'Unlocks the working plan. Unlocking a plan that is not locked changes nothing.',
)
