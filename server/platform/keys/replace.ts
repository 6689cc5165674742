import { recordAudit } from '../../audit/record.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { Name, Shape, Type, Whole } from '../../contract/schema.ts'
import { Addresses, ApiKey, KeyDays, KeyId, MintedKey, Scopes, service } from './model.ts'
import { checkAddresses, checkScopes } from './rules.ts'
import { insertKey, lockKey, readKey, stopKey } from './store.ts'

export const replaceKey = sessionOperation({
  id: 'session.replace_key',
  route: 'POST /api/v1/developer/keys/{api_key_id}/replace',
  summary: 'Replace an API key',
  desc: ({ replaced }) => `API key ${replaced.name} replaced. The new key is shown only once.`,
  description:
    'Creates a new key and keeps the old one working for `overlap_hours`, after which it stops; 0 stops it immediately. Omitted fields are copied from the old key, except the expiry, which starts again. An account binding is always kept. Only an active key can be replaced; otherwise the request is refused with `conflict`. Replacing a key is possible at the limit of active keys: a key in its overlap is not counted.',
  service,
  needs: 'admin',
  status: 201,
  params: KeyId,
  body: Shape({
    overlap_hours: Whole('Hours for which the old key keeps working.', {
      minimum: 0,
      maximum: limits.key_overlap_hours_max,
      examples: [24],
    }),
    name: Type.Optional(Name('Label of the new key. Defaults to the label of the old key.')),
    scopes: Type.Optional(Scopes('Scopes of the new key. Defaults to the scopes of the old key.')),
    expires_in_days: KeyDays,
    allowed_addresses: Addresses('Addresses the new key may be used from. Defaults to those of the old key.'),
  }),
  answer: Shape({ key: MintedKey, replaced: ApiKey }),
  refusals: ['conflict', 'not_found'],
  conflict: 'The key is revoked, expired or was already replaced.',
  async run({ sql, caller, region, params, body }) {
    const { organization_id, user_id } = caller
    if (body.scopes) checkScopes(body.scopes)
    if (body.allowed_addresses) checkAddresses(body.allowed_addresses)
    const old = await lockKey(sql, organization_id, params.api_key_id)
    if (old.state !== 'active') {
      const why = old.state === 'stopping' ? 'was already replaced' : `is ${old.state}`
      refuse('conflict', { desc: `The key ${why}; only an active key can be replaced. No key was created.` })
    }
    const { api_key_id, api_key } = await insertKey(sql, {
      organization_id,
      region,
      label: body.name?.trim() ?? old.name,
      scopes: body.scopes ?? old.scopes,
      expires_in_days: body.expires_in_days ?? limits.key_days_default,
      allowed_addresses: body.allowed_addresses ?? old.allowed_addresses,
      trading_partner_id: old.account?.trading_partner_id ?? null,
      minted_by: user_id,
      is_replacement: true,
    })
    await stopKey(sql, organization_id, old.api_key_id, body.overlap_hours, api_key_id)
    const key = await readKey(sql, organization_id, api_key_id)
    await recordAudit(sql, caller, {
      kind: 'key.replaced',
      subject_id: old.api_key_id,
      subject: old.name,
      sentence: `API key ${old.name} replaced by ${api_key_id}; the old key works for another ${counted(body.overlap_hours, 'hour')}.`,
    })
    return { key: { ...key, api_key }, replaced: await readKey(sql, organization_id, old.api_key_id) }
  },
})

export const endOverlap = sessionOperation({
  id: 'session.end_key_overlap',
  route: 'POST /api/v1/developer/keys/{api_key_id}/end-overlap',
  summary: 'Stop a replaced API key',
  desc: ({ name }) => `API key ${name} no longer works.`,
  description:
    'Ends the overlap of a replaced key early. The key stops working with the next request. A key that is not in an overlap is refused with `conflict`.',
  service,
  needs: 'admin',
  params: KeyId,
  answer: ApiKey,
  refusals: ['conflict', 'not_found'],
  conflict: 'The key is not in the overlap of a replacement.',
  async run({ sql, caller, params }) {
    const { organization_id } = caller
    const { state, name } = await lockKey(sql, organization_id, params.api_key_id)
    if (state !== 'stopping') refuse('conflict', { desc: `The key is ${state}, not in the overlap of a replacement.` })
    await stopKey(sql, organization_id, params.api_key_id, 0, null)
    await recordAudit(sql, caller, {
      kind: 'key.stopped',
      subject_id: params.api_key_id,
      subject: name,
      sentence: `API key ${name} stopped before the end of its overlap.`,
    })
    return readKey(sql, organization_id, params.api_key_id)
  },
})
