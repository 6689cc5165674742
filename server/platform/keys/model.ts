/** The API key resource. */
import { named } from '../../contract/openapi/named.ts'
import { limits } from '../../contract/limits.ts'
import { scopes } from '../../contract/resources.ts'
import {
  Id,
  Instant,
  Nullable,
  OpenChoice,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'

export const service = 'developer'

/** When several apply, the earliest one. stopping: replaced, and still in its overlap. */
export const keyStates = named('ApiKeyState', ['active', 'stopping', 'stopped', 'expired', 'revoked'])

export const KeyId = Shape({ api_key_id: Id('Id of the API key; never the key itself.') })

const keyFields = {
  api_key_id: OwnId('Id of the API key.'),
  name: Text('Label of the key.', { examples: ['Warehouse sync'] }),
  hint: Text('First characters of the key.', { examples: ['svc_us_4fTq…'] }),
  scopes: Type.Array(Text('A scope of the key.', { examples: ['inventory:read'] })),
  state: OpenChoice(keyStates, 'State of the key.'),
  allowed_addresses: Type.Array(Text('Address or range the key may be used from.', { examples: ['203.0.113.0/24'] }), {
    description: 'Allowed addresses; empty allows any address.',
  }),
  account: Nullable(
    Shape(
      { trading_partner_id: OwnId('Id of the trading account.'), name: Text('Name of the account.') },
      { description: 'Trading account the key is bound to; null when it is not bound.' },
    ),
  ),
  version: Text('API version (date train) the key is pinned to.', { examples: ['2026-11'] }),
  minted_at: Instant('Time the key was created.'),
  minted_by: Nullable(
    Shape(
      { user_id: Text('Id of the user.'), name: Text('Name of the user.') },
      { description: 'User who created the key; null when the server created it or the user no longer exists.' },
    ),
  ),
  expires_at: Instant('Expiry time of the key.'),
  stops_at: Nullable(Instant('Time the key stops after being replaced; null when it was not replaced.')),
  replaced_by: Nullable(OwnId('Id of the key that replaced this one; null when it was not replaced.')),
  revoked_at: Nullable(Instant('Time the key was revoked; null when it was not.')),
  last_used_at: Nullable(
    Instant(
      `Time of the newest request with the key, refused ones included, within about a second; null when there was none in the last ${limits.usage_days} days. Requests that the key no longer admits are not recorded.`,
    ),
  ),
}

export const ApiKey = Shape(keyFields, { $id: 'ApiKey' })
export type ApiKey = Static<typeof ApiKey>

export const MintedKey = Shape(
  {
    ...keyFields,
    api_key: Text('Full API key. It is shown only in this response.', {
      examples: ['svc_us_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5t'],
    }),
  },
  { $id: 'MintedApiKey' },
)

export const Scopes = (description: string) =>
  Type.Array(Text('Scope string.', { maxLength: 100, examples: ['inventory:read'] }), {
    minItems: 1,
    maxItems: scopes.length,
    description: `${description} resource:write includes resource:read. One of ${scopes.join(', ')}.`,
  })
export const KeyDays = Type.Optional(
  Whole(`Days until the key expires. Defaults to ${limits.key_days_default}.`, {
    minimum: 1,
    maximum: limits.key_days_max,
  }),
)
export const Addresses = (description: string) =>
  Type.Optional(
    Type.Array(
      Text('IPv4 or IPv6 address, or a range in CIDR notation.', { maxLength: 64, examples: ['203.0.113.0/24'] }),
      { maxItems: limits.key_addresses_max, description },
    ),
  )
