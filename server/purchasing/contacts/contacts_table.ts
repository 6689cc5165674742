/** The table of contacts. */
import { preferredContactMethods } from '../known_values.ts'
import { limits } from '../../contract/limits.ts'
import { Flag, Instant, Nullable, OpenChoice, OwnId, Text } from '../../contract/schema.ts'
import { field, filterable, searchable, sortable } from '../../tables/field.ts'
import { defineTable } from '../../tables/table.ts'

export const contactsTable = defineTable({
  name: 'contacts',
  row_name: 'SupplierContact',
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
    name: field(Text('Name of the contact.', { examples: ['Inês Carvalho'] }), 'c.name', searchable),
    email: field(Nullable(Text('E-mail address; unique within the organisation.')), 'c.email', searchable),
    phone: field(
      Nullable(Text('Telephone number, as entered.', { examples: ['+351 253 555 010'] })),
      'c.phone',
      searchable,
    ),
    city: field(Nullable(Text('City.', { examples: ['Guimarães'] })), 'c.city', sortable),
    country: field(Nullable(Text('Country, as entered.', { examples: ['Portugal'] })), 'c.country', sortable),
    description: field(
      Nullable(Text('Notes about the contact.', { examples: ['Answers on weekdays.'] })),
      'c.description',
    ),
    role: field(Nullable(Text('Job title.', { examples: ['Account manager'] })), 'c.role', sortable),
    department: field(Nullable(Text('Department.', { examples: ['Sales'] })), 'c.department', sortable),
    preferred_contact_method: field(
      OpenChoice(preferredContactMethods, 'Preferred contact method, in lower case.'),
      'c.preferred_contact_method',
      sortable,
    ),
    supplier_id: field(
      Nullable(OwnId('Supplier of the contact; null where there is none.')),
      'c.supplier_id',
      filterable,
    ),
    supplier_name: field(Nullable(Text('Name of the supplier.')), 'su.name', searchable),
    is_primary_contact: field(
      Flag('Whether this is the primary contact of the supplier; a supplier has at most one.'),
      'c.is_primary',
      sortable,
    ),
    created_at: field(Instant('Time of creation.'), 'c.created_at', sortable),
    updated_at: field(Instant('Time of the last change.'), 'c.updated_at', sortable),
  },
  default_sort: 'name',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
