/** Imports of shops as they are. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const importsOfShops: readonly ChangelogEntry[] = [
  {
    id: 'orders-without-skus',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Orders come in whole without SKUs, and with lines that are no goods',
    detail: `Lines of imported orders are matched by SKU, then by barcode, then by the name of the product with its options. In the app and in
    \`npm run import\`, what nothing matches in an order before the cut-over becomes a placeholder variant; it was refused before. The
    option \`placeholders\` also makes them of later orders, or refuses them, as \`POST /sales/orders/import\` does unless \`placeholders\` says
    otherwise. Tips, gift cards, fees, shipping lines and custom items are kept in \`lines_without_goods\` of the order and are part of its
    \`grand_total\`; the option of that name counts them as sales. \`restocked\` and \`not_eligible\` are states of lines. Rows of the response
    have \`notes\` about what was assumed.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'session.*'],
  },
]
