/** The table of contacts. */
import { limits } from '../../contract/limits.ts'
import { type Column, defineTable } from '../../tables/table.ts'
import { Contact } from './contact.model.ts'
import { contact_columns } from './contact.store.ts'

const text = (name: string, description: string, more: Partial<Column> = {}): Column => ({
  type: 'text',
  expression: `c.${name}`,
  sort: true,
  description,
  ...more,
})

export const contactsTable = defineTable({
  name: 'contacts',
  row: Contact,
  base: { table: 'contacts', alias: 'c', key: ['contact_id'] },
  joins: {
    su: {
      sql: 'left join suppliers su on su.organization_id = c.organization_id and su.supplier_id = c.supplier_id',
    },
  },
  select: contact_columns,
  columns: {
    name: text('name', 'Name of the person.', { search: true, not_null: true }),
    email: text('email', 'E-mail address.', { search: true }),
    phone: text('phone', 'Telephone number.', { search: true }),
    city: text('city', 'Town.'),
    country: text('country', 'Country.'),
    role: text('role', 'What the person does.'),
    department: text('department', 'Where in the company.'),
    preferred_contact_method: text('preferred_contact_method', 'email or phone.', {
      filter: ['eq', 'neq', 'in', 'not_in'],
      values: ['email', 'phone'],
      not_null: true,
    }),
    supplier_id: { type: 'id', expression: 'c.supplier_id', description: 'The supplier.' },
    supplier_name: {
      type: 'text',
      expression: 'su.name',
      needs: ['su'],
      sort: true,
      search: true,
      description: 'Name of the supplier.',
    },
    is_primary_contact: {
      type: 'boolean',
      expression: 'c.is_primary',
      sort: true,
      not_null: true,
      description: 'Whether the person is the primary contact of the supplier.',
    },
    created_at: {
      type: 'instant',
      expression: 'c.created_at',
      sort: true,
      not_null: true,
      description: 'When the contact was made.',
    },
    updated_at: {
      type: 'instant',
      expression: 'c.updated_at',
      sort: true,
      not_null: true,
      description: 'When it last changed.',
    },
  },
  default_sort: 'name',
  limit_default: limits.page_limit_default,
  limit_max: limits.page_limit_max,
})
