/** The entries of 26 November about files that are sent, and about sums of large values. */
import type { ChangelogEntry } from './entry.ts'

export const filesAndSums: readonly ChangelogEntry[] = [
  {
    id: 'limits-of-sent-files',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'sell_out', 'platform'],
    title: 'Limits of EDI files and wide workbooks',
    detail: `A file of X12 interchanges has at most 1,000 interchanges, and an interchange at most 20,000 documents. A file beyond a limit is refused
    whole, with the limit; where it is fetched from a folder or an SFTP server, it is listed as rejected and opens an exception. Workbooks whose rows
    times their widest row make more than 4,000,000 cells are refused, however few cells they fill. Previews of sell-out no longer
    take a database connection while they read their file.`,
    action_required: null,
    covers: ['limit:spreadsheet_area_max', 'limit:edi_*'],
  },
  {
    id: 'sums-of-large-values',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'sales'],
    title: 'Overviews answer for stock of any accepted value',
    detail: `The product overview, and the sums that jobs keep, are right for the largest accepted prices and quantities. A figure too large to be exact
    to the cent is null, with its reason. A product price above 1,000,000.00, which no order line can have, is no longer kept as the regular price
    of an order line: its markdown is unknown.`,
    action_required: null,
    covers: [],
  },
]
