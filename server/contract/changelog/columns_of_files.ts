/** The entries about how the columns of imported files are found. */
import type { ChangelogEntry } from './entry.ts'

export const columnsOfFiles: readonly ChangelogEntry[] = [
  {
    id: 'columns-of-imported-files',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes', 'returns', 'orders', 'sell_out', 'suppliers'],
    title: 'Imports of files list the columns that they did not read',
    detail: `Imports of counts, returns, orders and sell-out, and previews of sell-out, answer \`ignored_columns\`, as imports of suppliers do. A header in
    \`mappings\` is found whatever its letter case and punctuation; a column that is spelled exactly so comes first. A refused header is answered
    with the headers of the file in \`allowed\`. A CSV file that mixes UTF-8 with another encoding is refused with both lines, where
    half of its accented letters would be wrong.`,
    action_required: null,
    covers: [
      'stocktakes.import out body.data.ignored_columns',
      'returns.import out *',
      'orders.import out *',
      'sell_out.* out body.data.ignored_columns',
    ],
  },
]
