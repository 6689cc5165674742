/** The operations on webhooks, in the order of the specification. */
import type { SessionCaller, WriteCall } from '../../contract/call.ts'
import type { Operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { planReaches } from '../../contract/resources.ts'
import { sendTest, listDeliveries, getDelivery, redeliverOne, redeliverFailed } from './deliveries.ts'
import { listWebhooks, getWebhook, activateWebhook, deactivateWebhook, deleteWebhook } from './manage.ts'
import { createWebhook, rotateSecret } from './subscribe.ts'

/** Webhooks are sold with the public API. An organisation with an active webhook keeps managing it on any plan. */
async function checkPlan({ sql, caller }: WriteCall & { caller: SessionCaller }): Promise<void> {
  const { organization_id, plan } = caller
  if (planReaches(plan, 'every_plan')) return
  const [row] = await sql<{ runs: boolean }[]>`
    select exists (select from webhooks where organization_id = ${organization_id} and is_active) as runs`
  if (row!.runs) return
  refuse('plan_excludes', {
    desc: 'Your plan does not include webhooks. Webhooks are included with the public API, starting with the Essentials plan.',
  })
}

const withPlanCheck = ({ run, ...operation }: Operation): Operation => ({
  ...operation,
  refusals: [...operation.refusals, 'plan_excludes'],
  async run(call: never) {
    await checkPlan(call)
    return run(call)
  },
})

export const webhookOperations: readonly Operation[] = [
  listWebhooks,
  createWebhook,
  getWebhook,
  activateWebhook,
  deactivateWebhook,
  rotateSecret,
  sendTest,
  deleteWebhook,
  listDeliveries,
  getDelivery,
  redeliverOne,
  redeliverFailed,
].map(withPlanCheck)
