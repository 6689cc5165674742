/** Schemas of locations. */
import { locationKinds } from '../known_values.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Name,
  Nullable,
  OpenChoice,
  OwnId,
  PostalAddress,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'

export const service = 'inventory'
export const LocationPath = Shape({ location_id: Id('The location.') })

export const Location = Shape(
  {
    location_id: OwnId('The location.'),
    name: Text('Name of the location, unique within the organisation.', { examples: ['Main warehouse'] }),
    kind: OpenChoice(locationKinds, 'Kind of the location.'),
    country_code: Nullable(Text('Country, as an ISO 3166-1 alpha-2 code; null if unknown.', { examples: ['PT'] })),
    address: Nullable(
      Text('Address of the location, line by line, ending with the country; null if unknown.', {
        examples: ['Rua do Cais 12\n4800-019 Guimarães\nPortugal'],
      }),
    ),
    is_active: Flag('Whether the location is active. An archived location is false.'),
    created_at: Instant('When the location was created.'),
  },
  { $id: 'Location' },
)
export type Location = Static<typeof Location>

/** Fields of a location, as requests and imports send them. */
export const locationFields = {
  name: Name('Name of the location; unique within the organisation, case ignored.', { examples: ['East warehouse'] }),
  kind: Choice(locationKinds, 'Kind of the location; warehouse by default.', { examples: ['warehouse'] }),
  country_code: Nullable(
    Text('Country, as an ISO 3166-1 alpha-2 code.', {
      pattern: '^[A-Z]{2}$',
      'x-rule': 'must be two capital letters, A to Z',
      examples: ['PT'],
    }),
  ),
  address: Nullable(
    PostalAddress('Address that goods leave, line by line, ending with the country; shipping notices state it.'),
  ),
  is_active: Flag('Whether the location is active; true by default. false archives it.'),
}

export const LocationFields = Shape({
  name: Type.Optional(locationFields.name),
  kind: Type.Optional(locationFields.kind),
  country_code: Type.Optional(locationFields.country_code),
  address: Type.Optional(locationFields.address),
  is_active: Type.Optional(locationFields.is_active),
})
