/** Schemas of the doors of an account. */
import { account_doors } from '../../../db/schema/wholesale/accounts.ts'
import { selection } from '../../../db/sql/selection.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Line,
  Nullable,
  OpenChoice,
  OwnId,
  PostalAddress,
  Shape,
  type Static,
  Text,
  Type,
} from '../../contract/schema.ts'
import { doorKinds } from '../known_values.ts'

export const DoorPath = Shape({ trading_partner_id: Id('The trading account.'), door_id: Id('The door.') })

export const Door = Shape(
  {
    door_id: OwnId('The door.'),
    door_reference: Text("The account's own number of the door.", { examples: ['0117'] }),
    name: Text('Name of the door.', { examples: ['Porto Center'] }),
    kind: OpenChoice(doorKinds, 'store: sells to consumers. dc: a distribution centre that receives for stores.'),
    country_code: Nullable(Text('Country, as an ISO 3166-1 alpha-2 code; null if unknown.', { examples: ['PT'] })),
    region: Nullable(Text('State or region; null if unknown.', { examples: ['Porto'] })),
    address: Nullable(
      Text('Address of the door, line by line; null if goods for it go to the ship-to address of the account.', {
        examples: ['Rua de Santa Catarina 220\n4000-451 Porto\nPortugal'],
      }),
    ),
    is_active: Flag('Whether goods are shipped to the door.'),
    created_at: Instant('When the door was created.'),
    updated_at: Instant('When the door last changed.'),
  },
  { $id: 'Door' },
)
export type Door = Static<typeof Door>

/** Select list over account_doors d. */
export const doorColumns = selection(account_doors, 'd', [
  'door_id',
  'door_reference',
  'name',
  'kind',
  'country_code',
  'region',
  'address',
  'is_active',
  'created_at',
  'updated_at',
])

const fields = {
  door_reference: Line("The account's own number of the door; unique within the account (case-insensitive).", {
    maxLength: 100,
    examples: ['0117'],
  }),
  name: Line('Name of the door.', { maxLength: 200, examples: ['Porto Center'] }),
  kind: Choice(doorKinds, 'store: sells to consumers. dc: a distribution centre that receives for stores.'),
  country_code: Nullable(
    Text('Country, as an ISO 3166-1 alpha-2 code.', {
      pattern: '^[A-Z]{2}$',
      'x-rule': 'must be two capital letters, A to Z',
      examples: ['PT'],
    }),
  ),
  region: Nullable(Line('State or region.', { maxLength: 100, examples: ['Porto'] })),
  address: Nullable(PostalAddress('Address that goods for the door are shipped to, line by line.')),
  is_active: Flag('Whether goods are shipped to the door.'),
}

export const NewDoor = Shape(
  {
    door_reference: fields.door_reference,
    name: fields.name,
    kind: fields.kind,
    country_code: Type.Optional(fields.country_code),
    region: Type.Optional(fields.region),
    address: Type.Optional(fields.address),
    is_active: Type.Optional({ ...fields.is_active, description: `${fields.is_active.description} Defaults to true.` }),
  },
  { $id: 'NewDoor' },
)
export type NewDoor = Static<typeof NewDoor>

export const DoorChange = Shape(
  {
    door_reference: Type.Optional(fields.door_reference),
    name: Type.Optional(fields.name),
    kind: Type.Optional(fields.kind),
    country_code: Type.Optional(fields.country_code),
    region: Type.Optional(fields.region),
    address: Type.Optional(fields.address),
    is_active: Type.Optional(fields.is_active),
  },
  { $id: 'DoorChange', examples: [{ is_active: false }] },
)
