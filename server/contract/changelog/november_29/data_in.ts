/** Files of shops as they are exported. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const dataIn: readonly ChangelogEntry[] = [
  {
    id: 'payments-of-matrixify-and-magento',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Payments in the order exports of Matrixify and Magento',
    detail: `Imported as \`customer_payments\`, the order exports of Matrixify and those of Magento with items bring what was paid of each order, as those of Shopify and
    WooCommerce do. The grid of orders of Magento does not state what was paid.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'amounts-in-currency-of-row',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Imported days of sales have the decimals of their own currency',
    detail: `Amounts of the import kind \`daily_sales\` are checked against the currency that their row states: 1250.50 in yen is refused, and 12.50 in dollars is taken where the
    organisation has yen. They were checked against the currency of the organisation. A \`currency\` that is no ISO 4217 code is refused.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'headers-below-titles',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'inventory', 'orders'],
    title: 'Imports find headers below titles and instructions',
    detail: `A row that repeats the headers is refused as that, in place of a fault for each of its cells. A file may have titles or instructions above its headers, as the workbooks of Square have: the headers are found among its first 20 rows that hold
    anything, and \`rows_above\` of the import shows what stands above. What is paid for an order, or comes back of it, while a later file is imported is no longer
    recorded twice. A single payment whose order has the name of another one is refused with the ids of both; it was recorded for one of them.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'imports-beside-requests',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'products'],
    title: 'Imports run beside requests',
    detail: `A server works on imports in a thread of their own, so a large file no longer slows down other requests. A later file of stock finds what moved
    here since by its keys, however many adjustments there are.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'imports-take-no-more-than-files-state',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Imports take no more than files state',
    detail: `Undoing an import of orders deletes the customers that it created, and no longer those that came in otherwise after its file was uploaded. Of totals
    of \`customer_payments\`, a row whose \`payment_state\` is \`partially_paid\` is refused without \`outstanding\`: its whole total was recorded. Several totals of one order in a
    file record the largest once, an order may be named by its id, and a name that several orders have is refused with their ids. A line that is \`part_of\` one that the
    order does not have is refused. The grid of orders of Magento is refused where an order came to another amount in the base currency. A price that was changed here
    while another file was only previewed counts as changed here.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'payments-of-order-exports',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Order exports bring what was paid',
    detail: `The order exports of Shopify and WooCommerce, imported with the kind \`customer_payments\`, state what was paid for an order in all: the option
    \`amounts\` is \`totals\`. What of it is not on file is recorded as one payment, so a later export brings what was paid since, and money that was recorded here
    meanwhile is not recorded again. More than is open is recorded as far as it is open, and the rest is named. Payments may have a time (\`paid_at\`) instead of a day. Samples of columns that a
    profile does not read are no longer kept with imports of files that name people. Undoing an import of orders refuses those with payments.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'changed-here-meanwhile',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'inventory'],
    title: 'A later file of products or stock names what changed here meanwhile',
    detail: `Stock that an import set and that moved here since, and prices that were changed here after an import, are named in the preview and the
    report of a later file that says otherwise. The option \`changed_here\` of both kinds sets them to those of the file (\`take\`, the default, as before) or leaves
    them as they are here (\`keep\`). A record that stays \`unchanged\` can have details, too.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'orders-of-matrixify-and-magento',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'products', 'inventory'],
    title: 'Exports of Matrixify and of Magento are recognised',
    detail: `Orders, products and stock of a Shopify shop in the columns of Matrixify, orders of Magento with their items, and the grid of Magento's orders,
    which has no lines: its orders come with what they came to, as one line without goods. Rows of any file of orders may state shipments, refunds and discounts
    beside the lines: \`row_type\` \`shipped_units\`, \`refunded_units\` and \`order_discount\`, with \`row_at\` and \`row_state\`. \`part_of\` marks a row that is no line of its own,
    such as the chosen variant of a configurable product. A line that has nothing to ship is given with its order, whatever a column of shipped units says.`,
    action_required: null,
    covers: ['session.*', 'orders.import'],
  },
  {
    id: 'cells-of-real-exports',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'inventory', 'orders'],
    title: 'Line breaks, archived items, Russian headers and costs without decimals in imported files',
    detail: `A line break in a SKU, a title or any other text of one line is read as a space, and removed at either end; descriptions, custom
    fields and metafields keep theirs. The product and stock exports of WooCommerce are recognised with Russian headers, and the column Archived in
    the item export of Square. A file without e-mail addresses is no longer taken to be one of customers. A cost with decimals that
    the currency of the organisation does not have is refused, as prices are. Undoing an import of orders deletes the customers that came with it and have no other order.`,
    action_required: null,
    covers: ['session.*'],
  },
]
