import { recordAudit } from '../../audit/record.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { ApiKey, KeyId, service } from './model.ts'
import { lockKey, readKey, revokeKey } from './store.ts'

export const revokeKeyOperation = sessionOperation({
  id: 'session.revoke_key',
  route: 'POST /api/v1/developer/keys/{api_key_id}/revoke',
  summary: 'Revoke an API key',
  desc: ({ name, state }) => `API key ${name} is ${state}.`,
  description: 'Revokes the key with effect from the next request. A key that no longer works is returned unchanged.',
  service,
  needs: 'admin',
  params: KeyId,
  answer: ApiKey,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    const key = await lockKey(sql, caller.organization_id, params.api_key_id)
    if (key.state !== 'active' && key.state !== 'stopping') return key
    await revokeKey(sql, caller.organization_id, params.api_key_id)
    await recordAudit(sql, caller, {
      kind: 'key.revoked',
      subject_id: params.api_key_id,
      subject: key.name,
      sentence: `API key ${key.name} revoked.`,
    })
    return readKey(sql, caller.organization_id, params.api_key_id)
  },
})
