/** Schemas of contacts at suppliers and the notes about them. */
import { named } from '../../contract/openapi/named.ts'
import {
  Choice,
  Flag,
  Id,
  Instant,
  Nullable,
  OwnId,
  Shape,
  type Static,
  Text,
  Type,
  Whole,
} from '../../contract/schema.ts'
import { guard } from '../../records/unchanged.ts'
import { contactsTable } from './contacts_table.ts'

/** Upper case in requests; responses use lower case. */
export const contactMethods = named('ContactMethod', ['EMAIL', 'PHONE'])
export type ContactMethod = (typeof contactMethods)[number]

/** As records state it; requests state it in upper case. */

export const ContactId = Type.Object({
  contact_id: Whole('The contact, as a whole number.', { examples: [4021] }),
})
export const NoteId = Type.Object({
  contact_id: Whole('The contact, as a whole number.', { examples: [4021] }),
  note_id: Id('The note.'),
})

export const Contact = contactsTable.row
export type Contact = Static<typeof Contact>

const Line = (description: string, maxLength: number, example: string) =>
  Text(description, { minLength: 1, maxLength, examples: [example] })

/** Optional details of a contact. */
const details = {
  email: Line('E-mail address, unique in the organisation (case-insensitive).', 254, 'ines@harbour-knitwear.example'),
  phone: Line('Telephone number.', 50, '+351 253 555 010'),
  city: Line('City.', 100, 'Guimarães'),
  country: Line('Country.', 100, 'Portugal'),
  description: Line('Description of the contact.', 2_000, 'Answers on weekdays.'),
  role: Line('Role of the contact.', 100, 'Account manager'),
  department: Line('Department of the contact.', 100, 'Sales'),
}
const supplier_id = Id('The supplier the contact works for.')
const name = Line('Name of the person; must not be blank.', 200, 'Inês Carvalho')
const method = Choice(
  contactMethods,
  'Preferred contact method: EMAIL requires `email`, PHONE requires `phone`. Responses use lower case.',
)
const is_primary_contact = Flag(
  "true makes this the supplier's primary contact, replacing the current one; requires `supplier_id`.",
)

export const NewContact = Shape(
  {
    name,
    preferred_contact_method: method,
    email: Type.Optional(details.email),
    phone: Type.Optional(details.phone),
    city: Type.Optional(details.city),
    country: Type.Optional(details.country),
    description: Type.Optional(details.description),
    role: Type.Optional(details.role),
    department: Type.Optional(details.department),
    supplier_id: Type.Optional(supplier_id),
    is_primary_contact: Type.Optional(is_primary_contact),
  },
  {
    $id: 'NewSupplierContact',
    examples: [
      {
        name: 'Inês Carvalho',
        preferred_contact_method: 'EMAIL',
        email: 'ines@harbour-knitwear.example',
        role: 'Account manager',
      },
    ],
  },
)
export type NewContact = Static<typeof NewContact>

const Clearable = <T extends ReturnType<typeof Text>>(schema: T) => Type.Optional(Nullable(schema))

export const ContactChange = Shape(
  {
    name: Type.Optional(name),
    preferred_contact_method: Type.Optional(method),
    email: Clearable(details.email),
    phone: Clearable(details.phone),
    city: Clearable(details.city),
    country: Clearable(details.country),
    description: Clearable(details.description),
    role: Clearable(details.role),
    department: Clearable(details.department),
    supplier_id: Clearable(supplier_id),
    is_primary_contact: Type.Optional(is_primary_contact),
    ...guard('contact'),
  },
  { $id: 'SupplierContactChange', examples: [{ role: 'Head of sales', department: null }] },
)
export type ContactChange = Static<typeof ContactChange>

export const ContactNote = Shape(
  {
    id: OwnId('The note.'),
    title: Text('Subject of the note.', { examples: ['Holiday closing'] }),
    body: Text('Text of the note.', { examples: ['The mill is closed in the first two weeks of August.'] }),
    created_at: Instant('When the note was created.'),
    updated_at: Instant('When the note last changed.'),
  },
  { $id: 'ContactNote', description: 'A note about a contact.' },
)
export type ContactNote = Static<typeof ContactNote>

const title = Line('Subject of the note; must not be blank.', 200, 'Holiday closing')
const body = Line(
  'Text of the note; must not be blank.',
  20_000,
  'The mill is closed in the first two weeks of August.',
)

export const NewContactNote = Shape({ title, body })
export const ContactNoteChange = Shape(
  { title: Type.Optional(title), body: Type.Optional(body), ...guard('note') },
  { examples: [{ body: 'The mill is closed in the first three weeks of August.' }] },
)
