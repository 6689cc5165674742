/** Every write of administrators is in the audit log, or is one of the few that keep their own record. */
import { expect, test } from 'bun:test'
import { sessionOperations } from '../../../server/boot/operations.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { idFor } from '../../support/document/foreign.ts'
import { planRequest, sent, targetOf } from '../../support/document/requests.ts'
import { copiedSessionRecords, openSessionFixture, unheardAddress } from '../../support/fixtures/session_fixture.ts'
import { call, newTenant } from '../../support/service/tenant.ts'

const decision = 'Decides on a record of trade or planning and changes no access, secret or setting.'
const resending = 'Sends again what was sent before, to the same address.'

/** Why a write of administrators is not in the audit log. */
const unaudited: Record<string, string> = {
  'session.approve_commitment': decision,
  'session.close_commitment': decision,
  'session.retire_commitment': decision,
  'session.void_invoice': decision,
  'session.cancel_credit_note': decision,
  'session.reverse_payment': decision,
  'session.pay_out_payment': decision,
  'session.lock_commitment_plan': decision,
  'session.declare_commitment_total': decision,
  'session.publish_buy_plan': decision,
  'session.lock_buy_plan': decision,
  'session.unlock_buy_plan': decision,
  'session.sign_planning_cycle': decision,
  'session.test_webhook': resending,
  'session.redeliver': resending,
  'session.redeliver_failed': resending,
  'session.read_accounting_payments': 'Reads again what was read before, from the same address.',
}

/** Bodies that change what the fixture has. */
const bodies: Record<string, unknown> = {
  'session.change_membership': { role: 'viewer' },
}

const adminWrites = sessionOperations.filter(({ session, verb }) => session === 'admin' && verb === 'write')

async function eventsOf(operation: Operation): Promise<{ status: number; text: string; kinds: string[] }> {
  const tenant = await newTenant({ plan: 'pro' })
  const { user_token, ids } = await openSessionFixture(tenant, operation.id, copiedSessionRecords)
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  const before = await sql<{ id: string }[]>`
    select audit_event_id as id from audit_events where organization_id = ${organization_id}`
  if (operation.id === 'session.activate_webhook')
    await sql`update webhooks set is_active = false where organization_id = ${organization_id}`
  const plan = planRequest(operation, organization_id, (name) => idFor(ids, name))
  const options = sent(plan, operation)
  const text = JSON.stringify(bodies[operation.id] ?? options.body ?? null).replaceAll(
    /https:[^"]*example\.com[^"]*/g,
    unheardAddress,
  )
  const answer = await call(tenant.service, operation.method, targetOf(plan), {
    ...options,
    ...(text === 'null' ? {} : { body: JSON.parse(text) }),
    key: user_token,
    headers: { 'X-Organization-ID': organization_id },
  })
  const known = before.map(({ id }) => id)
  const rows = await sql<{ kind: string; actor_kind: string; sentence: string; address: string }[]>`
    select kind, actor_kind, sentence, address from audit_events
    where organization_id = ${organization_id} and not (audit_event_id = any(${known}::uuid[]))`
  for (const row of rows) {
    expect(row.actor_kind).toBe('user')
    expect(row.address).toBeString()
    expect(row.sentence).toMatch(/^[A-Z].*\.$/)
    expect(row.sentence).not.toMatch(/undefined|null|\[object/)
  }
  return { status: answer.status, text: answer.text, kinds: rows.map(({ kind }) => kind) }
}

test('every write of administrators is in the audit log, or named with the reason why not', async () => {
  const wrong: Record<string, string> = {}
  for (const operation of adminWrites) {
    const isExcepted = Object.hasOwn(unaudited, operation.id)
    if (isExcepted) continue
    const { status, text, kinds } = await eventsOf(operation)
    if (status >= 300) wrong[operation.id] = text.slice(0, 300)
    else if (kinds.length !== 1) wrong[operation.id] = `events: ${kinds.join(', ')}`
  }
  expect(wrong).toEqual({})
}, 240_000)

test('the writes without an audit event are writes of administrators', () => {
  expect(Object.keys(unaudited).filter((id) => !adminWrites.some((one) => one.id === id))).toEqual([])
})
