/** A person at a supplier, and the notes kept about them, as every operation answers them. */
import {
  Choice,
  Flag,
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

/** As requests spell them; answers spell them in lower case. */
export const contact_methods = ['EMAIL', 'PHONE'] as const
export type ContactMethod = (typeof contact_methods)[number]

/** As records state it; requests state it in upper case. */
export const preferred_contact_methods = ['email', 'phone'] as const

export const ContactId = Type.Object({
  contact_id: Whole('The contact, as a whole number.', { examples: [4021] }),
})
export const NoteId = Type.Object({
  contact_id: Whole('The contact, as a whole number.', { examples: [4021] }),
  note_id: Id('The note.'),
})

export const Contact = Shape(
  {
    id: Text('The contact: the whole number of the path, as a string.', {
      pattern: '^[0-9]+$',
      'x-rule': 'must be digits alone',
      examples: ['4021'],
    }),
    name: Text('Name of the person.', { examples: ['Inês Carvalho'] }),
    email: Nullable(Text('E-mail address; no two contacts of an organisation share one.')),
    phone: Nullable(Text('Telephone number, as it was given.', { examples: ['+351 253 555 010'] })),
    city: Nullable(Text('Town.', { examples: ['Guimarães'] })),
    country: Nullable(Text('Country, as it was given.', { examples: ['Portugal'] })),
    description: Nullable(Text('What to know about the person.', { examples: ['Answers on weekdays.'] })),
    role: Nullable(Text('What the person does.', { examples: ['Account manager'] })),
    department: Nullable(Text('Where in the company.', { examples: ['Sales'] })),
    preferred_contact_method: OpenChoice(
      preferred_contact_methods,
      'How the person wants to be reached, in lower case.',
    ),
    supplier_id: Nullable(OwnId('The supplier the person works for; null where there is none.')),
    supplier_name: Nullable(Text('Name of the supplier.')),
    is_primary_contact: Flag('Whether the supplier is reached through this person first; a supplier has at most one.'),
    created_at: Instant('When the contact was made.'),
    updated_at: Instant('When it last changed.'),
  },
  { description: 'A contact.' },
)
export type Contact = Static<typeof Contact>

const Line = (description: string, maxLength: number, example: string) =>
  Text(description, { minLength: 1, maxLength, examples: [example] })

/** What a person is described by beside the name and the method. */
const details = {
  email: Line(
    'E-mail address; at most one contact of the organisation may have it, case ignored.',
    254,
    'ines@harbour-knitwear.example',
  ),
  phone: Line('Telephone number.', 50, '+351 253 555 010'),
  city: Line('Town.', 100, 'Guimarães'),
  country: Line('Country.', 100, 'Portugal'),
  description: Line('What to know about the person.', 2_000, 'Answers on weekdays.'),
  role: Line('What the person does.', 100, 'Account manager'),
  department: Line('Where in the company.', 100, 'Sales'),
}
const supplier_id = Id('The supplier the person works for.')
const name = Line('Name of the person; not blank.', 200, 'Inês Carvalho')
const method = Choice(
  contact_methods,
  'How the person wants to be reached: EMAIL needs `email`, PHONE needs `phone`. Answered in lower case.',
)
const is_primary_contact = Flag(
  'true makes this the primary contact of the supplier in place of the one that was; it needs `supplier_id`.',
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
  },
  { examples: [{ role: 'Head of sales', department: null }] },
)
export type ContactChange = Static<typeof ContactChange>

export const ContactNote = Shape(
  {
    id: OwnId('The note.'),
    title: Text('What it is about.', { examples: ['Holiday closing'] }),
    body: Text('What it says.', { examples: ['The mill is closed in the first two weeks of August.'] }),
    created_at: Instant('When it was written.'),
    updated_at: Instant('When it last changed.'),
  },
  { description: 'A note about a contact.' },
)
export type ContactNote = Static<typeof ContactNote>

const title = Line('What it is about; not blank.', 200, 'Holiday closing')
const body = Line('What it says; not blank.', 20_000, 'The mill is closed in the first two weeks of August.')

export const NewContactNote = Shape({ title, body })
export const ContactNoteChange = Shape(
  { title: Type.Optional(title), body: Type.Optional(body) },
  { examples: [{ body: 'The mill is closed in the first three weeks of August.' }] },
)
