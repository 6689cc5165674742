/** An organisation with what the operations of the app are about: a colleague, a replaced key, a webhook that was sent to. */
import { uuidv7 } from 'uuidv7'
import { idsOf } from './foreign.ts'
import { createRecords } from './create_records.ts'
import { insertRows } from './insert_rows.ts'
import { newSession, type Session } from './session.ts'
import { newTenant, type Tenant } from './tenant.ts'

export interface SessionFixture {
  user_token: string
  ids: Map<string, string>
  /** The code of an invitation of another organisation to the person whose session it is. */
  invitation_token: string
}

/** Where a webhook of a test may send: nothing listens there. */
export const unheardAddress = 'http://127.0.0.1:9/hooks'

/** What waits for a person: a row of the queue, what a supplier told of an order, a commitment in the state asked about. */
async function setDecisions(tenant: Tenant, operationId: string): Promise<void> {
  const { purchase_order_id, supplier_id } = Object.fromEntries(await idsOf(tenant))
  await insertRows(tenant, 'exceptions', [
    {
      exception_id: uuidv7(),
      kind: 'over_receipt',
      severity: 'warning',
      subject_type: 'purchase_order',
      subject_id: purchase_order_id,
      sentence: 'More arrived than was ordered.',
      opened_at: '2026-11-20T09:30:00Z',
    },
  ])
  await insertRows(tenant, 'supplier_signals', [
    {
      signal_id: uuidv7(),
      purchase_order_id,
      supplier_id,
      signal_type: 'confirmation',
      state: 'pending',
      reported_at: '2026-11-20T09:30:00Z',
      created_at: '2026-11-20T09:30:00Z',
      updated_at: '2026-11-20T09:30:00Z',
    },
  ])
  const { sql } = tenant.service.database
  const status = operationId === 'session.close_commitment' ? 'approved' : 'declared'
  await sql`
    update commitments set status = ${status}, name = 'Autumn/Winter 2026'
    where organization_id = ${tenant.organization_id}`
}

/** Invites somebody and answers the code of the mail, which is stored. */
async function invite(admin: Session, { organization_id }: Tenant, email: string): Promise<string> {
  const path = `/api/v1/organizations/${organization_id}/invitations`
  const { invitation_id } = (await admin.post(path, { email, role: 'member' })).body.data
  const mail = await admin.get(`${path}/${invitation_id}/mail`)
  return /inv_[\w-]{43}/.exec(mail.body.data.text)![0]
}

export async function openSessionFixture(
  tenant: Tenant,
  operationId: string,
  fill: (tenant: Tenant, operationId: string) => Promise<Map<string, string> | void> = createRecords,
): Promise<SessionFixture> {
  const known = await fill(tenant, operationId)
  await setDecisions(tenant, operationId)
  const session = await newSession(tenant)
  const colleague = await newSession(tenant, { role: 'member' })
  const key = await tenant.mint()
  if (operationId === 'session.end_key_overlap')
    await session.post(`/api/v1/developer/keys/${key.api_key_id}/replace`, { overlap_hours: 24 })
  const webhook = await session.post('/api/v1/webhooks', {
    hook_url: `${unheardAddress}/first`,
    type: 'movement.recorded',
  })
  const { webhook_id } = webhook.body.data
  const delivery = await session.post(`/api/v1/webhooks/${webhook_id}/test`)
  await invite(session, tenant, 'grace@example.com')
  const host = await newTenant()
  const invitation_token = await invite(await newSession(host), host, session.email)
  const ids = new Map([...(await idsOf(tenant)), ...(known ?? [])])
  if (!ids.has('component_variant_id')) {
    // A bill of materials names two variants, and nothing goes into itself.
    const [yarn] = await tenant.service.database.sql<{ variant_id: string }[]>`
      select variant_id from variants where organization_id = ${tenant.organization_id} and sku = 'YARN-3PLY'`
    ids.set('component_variant_id', yarn!.variant_id)
  }
  ids.set('user_id', colleague.user_id).set('api_key_id', key.api_key_id).set('webhook_id', webhook_id)
  if (operationId.includes('deliver')) ids.set('delivery_id', delivery.body.data.delivery_id)
  return { user_token: session.user_token, ids, invitation_token }
}
