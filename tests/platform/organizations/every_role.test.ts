/** The role of a session is checked on every operation, of the app and of the public API. */
import { expect, test } from 'bun:test'
import { includesRole, type Role, roles } from '../../../server/contract/resources.ts'
import type { Operation } from '../../../server/contract/operation.ts'
import { publicOperations, sessionOperations } from '../../../server/boot/operations.ts'
import { planRequest, sent, targetOf } from '../../support/document/requests.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { type Answer, call, newTenant, type Tenant } from '../../support/service/tenant.ts'

/** Removing a member checks the role itself, since everyone may remove themselves. */
const ofOrganizations = sessionOperations.filter(({ session }) => session !== 'user')
const checkedByDoor = ofOrganizations.filter(({ refusals }) => !refusals.includes('admin_required'))

/** A session has fewer writes a minute than there are operations. */
const callsPerSession = 100

async function answersOf(
  tenant: Tenant,
  operations: readonly Operation[],
  role: Role,
  see: (operation: Operation, answer: Answer) => void,
): Promise<void> {
  let session: Session | undefined
  for (const [i, operation] of operations.entries()) {
    if (i % callsPerSession === 0) session = await newSession(tenant, { role })
    const plan = planRequest(operation, tenant.organization_id)
    const headers = { 'X-Organization-ID': tenant.organization_id }
    const options = { ...sent(plan, operation), key: session!.user_token, headers }
    see(operation, await call(tenant.service, operation.method, targetOf(plan), options))
  }
}

const sentences: Partial<Record<Role, string>> = {
  admin: 'Only an administrator of the organisation can do this.',
  member: 'You are a viewer of this organisation. This needs at least the role member.',
}

for (const role of roles)
  for (const [surface, operations] of [
    ['the app', checkedByDoor],
    ['the public API', publicOperations],
  ] as const)
    test(`a session with the role ${role} reaches exactly the operations of ${surface} that its role allows`, async () => {
      const tenant = await newTenant({ plan: 'pro' })
      const wrong: Record<string, string> = {}
      await answersOf(tenant, operations, role, (operation, answer) => {
        const least = operation.session as Role
        const code = answer.body?.message?.code ?? answer.body?.code
        const desc = answer.body?.message?.desc ?? answer.body?.desc
        const isRefused = answer.status === 403 && code === 'admin_required'
        const isRight = includesRole(role, least) ? !isRefused : isRefused && desc === sentences[least]
        if (!isRight) wrong[operation.id] = `${answer.status} ${answer.text.slice(0, 200)}`
      })
      expect(wrong).toEqual({})
    }, 240_000)

/** Reads that viewers may not call, and writes that they may. */
const departures: Record<string, Role> = {
  'session.remove_membership': 'viewer',
}

test('reads are for viewers and writes for members, or for administrators', () => {
  const found = [...ofOrganizations, ...publicOperations]
    .filter(({ session, verb }) => session !== 'admin' && session !== (verb === 'read' ? 'viewer' : 'member'))
    .map(({ id, session }) => [id, session])
  expect(Object.fromEntries(found)).toEqual(departures)
  expect(publicOperations.filter(({ session }) => session === 'admin').map(({ id }) => id)).toEqual([])
})

test('every operation of an organisation that requires two factors refuses a member who has not set them up', async () => {
  const tenant = await newTenant({ plan: 'pro' })
  const { sql } = tenant.service.database
  await sql`update organizations set require_two_factor = true where organization_id = ${tenant.organization_id}`
  const wrong: Record<string, string> = {}
  await answersOf(tenant, ofOrganizations, 'admin', (operation, answer) => {
    const code = answer.body?.message?.code ?? answer.body?.code
    if (answer.status !== 403 || code !== 'two_factor_required')
      wrong[operation.id] = `${answer.status} ${answer.text.slice(0, 200)}`
  })
  expect(wrong).toEqual({})
}, 240_000)
