/** API keys as the app is shown them. */
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

/** Of several that hold, the one that came first. stopping: replaced, and still in its overlap. */
export const key_states = ['active', 'stopping', 'stopped', 'expired', 'revoked'] as const

export const KeyId = Shape({ api_key_id: Id('The key, by its id; never the key itself.') })

const key_fields = {
  api_key_id: OwnId('The key.'),
  name: Text('Its label.', { examples: ['Warehouse sync'] }),
  hint: Text('The first characters of the key, to tell keys apart.', { examples: ['svc_us_4fTq…'] }),
  scopes: Type.Array(Text('A scope it holds.', { examples: ['inventory:read'] })),
  state: OpenChoice(key_states, 'Whether it works.'),
  allowed_addresses: Type.Array(Text('An address or range it may be used from.', { examples: ['203.0.113.0/24'] }), {
    description: 'Empty: it may be used from anywhere.',
  }),
  account: Nullable(
    Shape(
      { trading_partner_id: OwnId('The account.'), name: Text('Name of the account.') },
      { description: 'The trading account the key is bound to; null when it is not bound.' },
    ),
  ),
  version: Text('The date train it is pinned to.', { examples: ['2026-11'] }),
  minted_at: Instant('When it was minted.'),
  minted_by: Nullable(
    Shape(
      { user_id: Text('The person.'), name: Text('Name of the person.') },
      { description: 'Who minted it; null when the server did, or the person is gone.' },
    ),
  ),
  expires_at: Instant('When it expires by itself.'),
  stops_at: Nullable(Instant('When it stops after its replacement; null while it was not replaced.')),
  replaced_by: Nullable(OwnId('The key that replaced it.')),
  revoked_at: Nullable(Instant('When it was revoked.')),
}

export const ApiKey = Shape(key_fields)
export type ApiKey = Static<typeof ApiKey>

export const MintedKey = Shape({
  ...key_fields,
  api_key: Text('The key itself. It is shown this once and never again.', {
    examples: ['svc_us_4fTqW0bZ8nYkR2mVx6LdP1sHjC9eG3a7Uo5t'],
  }),
})

export const Scopes = (description: string) =>
  Type.Array(Text('One of the scope strings.', { maxLength: 100, examples: ['inventory:read'] }), {
    minItems: 1,
    maxItems: scopes.length,
    description: `${description} resource:write includes resource:read. One of ${scopes.join(', ')}.`,
  })
export const KeyDays = Type.Optional(
  Whole(`Days until it expires; ${limits.key_days_default} when left out.`, {
    minimum: 1,
    maximum: limits.key_days_max,
  }),
)
export const Addresses = (description: string) =>
  Type.Optional(
    Type.Array(
      Text('An IPv4 or IPv6 address, or a range in CIDR notation.', { maxLength: 64, examples: ['203.0.113.0/24'] }),
      { maxItems: limits.key_addresses_max, description },
    ),
  )
