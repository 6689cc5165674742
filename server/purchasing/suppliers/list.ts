import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Flag, Type } from '../../contract/schema.ts'
import { readFiltered, readPage } from '../../tables/page.ts'
import { Page, tableQuery } from '../../tables/table.ts'
import { suppliersTable } from './suppliers_table.ts'

export const listSuppliers = operation({
  id: 'suppliers.list',
  route: 'GET /api/v1/inventory/suppliers/table',
  summary: 'List suppliers',
  description:
    'Returns a page of suppliers with their terms, sorted by name. With `counts_only`, no rows are read: `filtered_max_size` is the number of matching suppliers, `rows` is empty and `size` is 0.',
  query: tableQuery(suppliersTable, {
    counts_only: Type.Optional(
      Flag('Returns only counts, with empty `rows` and `size` 0. Cannot be combined with `for_zapier`.', {
        default: false,
      }),
    ),
    for_zapier: Type.Optional(
      Flag('Sorts newest first regardless of `sort_args`, as polling triggers require.', { default: false }),
    ),
  }),
  answer: Page(suppliersTable.row),
  async run({ sql, caller: { organization_id }, query: { counts_only, for_zapier, ...query } }) {
    if (counts_only && for_zapier) refuseField('counts_only', 'cannot be combined with for_zapier')
    if (counts_only) {
      const count = () => 'select count(*)::int as filtered from filtered'
      const [row] = await readFiltered<{ filtered: number }>(sql, suppliersTable, organization_id, query, count)
      return { rows: [], size: 0, offset: query.offset ?? 0, filtered_max_size: row!.filtered }
    }
    return readPage(sql, suppliersTable, organization_id, { ...query, ...(for_zapier && { sort_args: '-created_at' }) })
  },
})
