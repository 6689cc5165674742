import { recordAudit } from '../../audit/record.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, Name, Nullable, Shape, Type } from '../../contract/schema.ts'
import { Addresses, KeyDays, MintedKey, Scopes, service } from './model.ts'
import { checkAddresses, checkScopes } from './rules.ts'
import { insertKey, readKey } from './store.ts'

export const mintKeyOperation = sessionOperation({
  id: 'session.mint_key',
  route: 'POST /api/v1/developer/keys',
  summary: 'Create an API key',
  desc: ({ name }) => `API key ${name} created. The full key is shown only once.`,
  description: `Creates an API key for the organisation in X-Organization-ID. The response contains the full key, which is shown only once. A key may have scopes that the plan does not include: the plan is checked on every request, not when the key is created. An organisation can have at most ${limits.active_keys_max} active keys; keys in the overlap of a replacement, expired and revoked ones are not counted. One more is refused with \`conflict\`: revoke a key, or replace one.`,
  service,
  needs: 'admin',
  status: 201,
  body: Shape({
    name: Name('Label of the key.', { examples: ['Warehouse sync'] }),
    scopes: Scopes('Scopes of the key.'),
    expires_in_days: KeyDays,
    allowed_addresses: Addresses('Addresses the key may be used from. Empty or omitted allows any address.'),
    trading_partner_id: Type.Optional(
      Nullable(Id('Id of a trading account to bind the key to. The key can then name only that account.')),
    ),
  }),
  answer: MintedKey,
  refusals: ['conflict'],
  conflict: `The organisation has ${limits.active_keys_max} active keys, the maximum.`,
  async run({ sql, caller, region, body }) {
    const { organization_id, user_id } = caller
    const { name, scopes, expires_in_days, allowed_addresses = [], trading_partner_id = null } = body
    checkScopes(scopes)
    checkAddresses(allowed_addresses)
    if (trading_partner_id !== null) await checkAccount(sql, organization_id, trading_partner_id)
    const { api_key_id, api_key } = await insertKey(sql, {
      organization_id,
      region,
      label: name.trim(),
      scopes,
      expires_in_days: expires_in_days ?? limits.key_days_default,
      allowed_addresses,
      trading_partner_id,
      minted_by: user_id,
    })
    const key = await readKey(sql, organization_id, api_key_id)
    await recordAudit(sql, caller, {
      kind: 'key.created',
      subject_id: api_key_id,
      subject: key.name,
      sentence: `API key ${key.name} created with the scopes ${scopes.join(', ')}.`,
    })
    return { ...key, api_key }
  },
})

async function checkAccount(sql: Sql, organization_id: string, trading_partner_id: string): Promise<void> {
  const [found] = await sql`
    select true from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  if (found === undefined) refuseField('trading_partner_id', 'must be a trading account of this organisation')
}
