import type { ChangelogEntry } from './entry.ts'

export const rulesTested: readonly ChangelogEntry[] = [
  {
    id: 'rows-of-orders-have-updated-at',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sales', 'products', 'accounts', 'stocktakes'],
    title: 'Rows of sales orders have updated_at; the largest offset answers an empty page',
    detail: `\`updated_at\` of a row is the guard of its order. Lists answered 500 at the largest offset in some orders of rows. A change of a
    line of an order that is over is always \`conflict\`. A cell of a workbook that states a date as text is that text, not a number. An EDI
    document with a NUL is rejected at once.`,
    action_required: null,
    covers: ['orders.list'],
  },
  {
    id: 'countries-and-returns-read-right',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns'],
    title: 'Country names and the largest quantities of return files are read right',
    detail: `An import of orders reads United Kingdom, Russia, Serbia, Benin and Burkina Faso as their present codes; some were read as
    codes that are no longer in use. A return file may state the largest quantity that its message allows. Refusals of return lines name
    the field that was sent, and reasons join three currencies with commas.`,
    action_required: null,
    covers: [],
  },
]
