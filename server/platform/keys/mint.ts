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
  summary: 'Mint an API key',
  desc: ({ name }) => `API key ${name} minted; its secret is shown this once.`,
  description:
    'Mints a key of the organisation that X-Organization-ID names. The answer holds the key; it is shown this once and never again. Scopes that the plan does not include may stand on a key: the plan is asked on every request, not at mint.',
  service,
  needs: 'admin',
  status: 201,
  body: Shape({
    name: Name('A label, for people to know the key by.', { examples: ['Warehouse sync'] }),
    scopes: Scopes('What the key may do.'),
    expires_in_days: KeyDays,
    allowed_addresses: Addresses('Where the key may be used from; from anywhere when empty or left out.'),
    trading_partner_id: Type.Optional(
      Nullable(Id('A trading account to bind the key to: it may then name only that account.')),
    ),
  }),
  answer: MintedKey,
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
    return { ...(await readKey(sql, organization_id, api_key_id)), api_key }
  },
})

async function checkAccount(sql: Sql, organization_id: string, trading_partner_id: string): Promise<void> {
  const [found] = await sql`
    select true from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  if (found === undefined) refuseField('trading_partner_id', 'names no trading account of this organisation')
}
