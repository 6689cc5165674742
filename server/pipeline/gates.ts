/** Steps 6 to 12: authorisation of a resolved key. Each refusal says what would allow the call. */
import type { KeyCaller } from '../contract/call.ts'
import { accountFields } from '../contract/codes.ts'
import type { Operation } from '../contract/operation.ts'
import { refuse, refuseField } from '../contract/refusals.ts'
import { planReaches, resources, rung_words, scopeAllows } from '../contract/resources.ts'
import { type Train, trains } from '../contract/trains.ts'

export function checkPublic(operation: Operation | null): asserts operation is Operation {
  if (operation === null || operation.surface !== 'public') refuse('not_public')
}

/** A key created before the gate's date keeps working on a plan without the public API. */
export function checkPlanSellsApi(caller: KeyCaller, grandfathered: boolean): void {
  if (grandfathered || planReaches(caller.plan, 'every_plan')) return
  refuse('plan_excludes', {
    desc: 'Your plan does not include the public API. It is included with Essentials and above.',
  })
}

export function checkScope(caller: KeyCaller, operation: Operation): void {
  if (operation.resource === null || scopeAllows(caller.scopes, operation.resource, operation.verb)) return
  refuse('scope_missing', {
    desc: `This key cannot ${operation.verb} ${resources[operation.resource].word}.`,
    data: { scope: operation.scope },
  })
}

export function checkResourcePlan(plan: KeyCaller['plan'], operation: Operation): void {
  if (operation.gate === null || planReaches(plan, operation.gate.tier)) return
  const { capability, tier } = operation.gate
  refuse('plan_excludes', {
    desc: `Your plan does not include ${capability}. It is included with ${rung_words[tier]}${tier === 'pro' ? '' : ' and above'}.`,
  })
}

export function checkOrganization(organization_id: string, named: string | undefined): void {
  if (named === undefined || named.toLowerCase() === organization_id) return
  refuse('organization_mismatch')
}

export function checkAccountAggregate(caller: KeyCaller, operation: Operation): void {
  if (caller.account === null || operation.account !== 'aggregate') return
  refuse('account_mismatch', {
    desc: `This key is bound to the account ${caller.account.name}; this operation reads all accounts of the organisation.`,
  })
}

/** An account-bound key may name only its own account, in any part of the request. */
export function checkAccountNamed(caller: KeyCaller, part: unknown): void {
  if (caller.account === null || part === null || typeof part !== 'object') return
  for (const field of accountFields) {
    const named = (part as Record<string, unknown>)[field]
    if (typeof named !== 'string' || named.toLowerCase() === caller.account.trading_partner_id) continue
    refuse('account_mismatch', {
      desc: `This key is bound to the account ${caller.account.name} and cannot name the account ${named}.`,
    })
  }
}

/** Service-Version: a known train, or absent for the one the key is pinned to. */
export function chooseTrain(request: Request, pinned: string): Train {
  const requestedVersion = request.headers.get('service-version') ?? pinned
  if ((trains as readonly string[]).includes(requestedVersion)) return requestedVersion as Train
  return refuseField('Service-Version', 'must name a published date train', trains)
}
