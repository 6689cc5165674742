/** The table of contacts. */
import { limits } from '../../contract/limits.ts'
import { Flag, Instant, Nullable, OpenChoice, OwnId, Text } from '../../contract/schema.ts'
import { field } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

const sorted = { filter: true, sort: true } as const

export const contactsTable = defineTable({
  name: 'contacts',
  description: 'A contact.',
  base: { table: 'contacts', alias: 'c', key: ['contact_id'] },
  joins: {
    su: {
      sql: 'left join suppliers su on su.organization_id = c.organization_id and su.supplier_id = c.supplier_id',
    },
  },
  fields: {
    id: field(
      Text('The contact: the whole number of the path, as a string.', {
        pattern: '^[0-9]+$',
        'x-rule': 'must be digits alone',
        examples: ['4021'],
      }),
      'c.contact_id::text',
    ),
    name: field(Text('Name of the contact.', { examples: ['Inês Carvalho'] }), 'c.name', { ...sorted, search: true }),
    email: field(Nullable(Text('E-mail address; unique within the organisation.')), 'c.email', {
      ...sorted,
      search: true,
    }),
    phone: field(Nullable(Text('Telephone number, as entered.', { examples: ['+351 253 555 010'] })), 'c.phone', {
      ...sorted,
      search: true,
    }),
    city: field(Nullable(Text('City.', { examples: ['Guimarães'] })), 'c.city', sorted),
    country: field(Nullable(Text('Country, as entered.', { examples: ['Portugal'] })), 'c.country', sorted),
    description: field(
      Nullable(Text('Notes about the contact.', { examples: ['Answers on weekdays.'] })),
      'c.description',
    ),
    role: field(Nullable(Text('Job title.', { examples: ['Account manager'] })), 'c.role', sorted),
    department: field(Nullable(Text('Department.', { examples: ['Sales'] })), 'c.department', sorted),
    preferred_contact_method: field(
      OpenChoice(['email', 'phone'], 'Preferred contact method, in lower case.'),
      'c.preferred_contact_method',
      sorted,
    ),
    supplier_id: field(Nullable(OwnId('Supplier of the contact; null where there is none.')), 'c.supplier_id', {
      filter: true,
    }),
    supplier_name: field(Nullable(Text('Name of the supplier.')), 'su.name', { ...sorted, search: true }),
    is_primary_contact: field(
      Flag('Whether this is the primary contact of the supplier; a supplier has at most one.'),
      'c.is_primary',
      sorted,
    ),
    created_at: field(Instant('Time of creation.'), 'c.created_at', sorted),
    updated_at: field(Instant('Time of the last change.'), 'c.updated_at', sorted),
  },
  default_sort: 'name',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
