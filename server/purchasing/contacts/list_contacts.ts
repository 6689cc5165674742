import { operation } from '../../contract/operation.ts'
import { readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { contactsTable } from './contacts_table.ts'

export const listContacts = operation({
  id: 'suppliers.list_contacts',
  route: 'GET /api/v1/contacts/table',
  summary: 'List contacts',
  description: 'Returns a page of contacts with their suppliers, sorted by name.',
  query: tableQuery(contactsTable),
  answer: Page(contactsTable.row),
  run: ({ sql, caller, query }) => readPage(sql, contactsTable, caller.organization_id, query),
})
