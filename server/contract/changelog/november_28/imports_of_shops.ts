/** Imports of shops as they are. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const importsOfShops: readonly ChangelogEntry[] = [
  {
    id: 'origin-of-shopify-products',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['products'],
    title: "HS codes and countries of origin come with Shopify's inventory export",
    detail: `The file is recognised as stock; imported again with the kind \`products\`, its HS codes and countries of origin become those of the
    products. A row that says once more what another says of a variant is no further variant: files of products with a row for each
    location were refused.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'orders-of-amazon',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'The Amazon report of all orders is recognised',
    detail: `Its marketplace is the sales channel, which must exist under the name in the report, such as \`Amazon.com\`, and says whether prices
    include taxes. Charges by line for shipping and gift wrap are fields of any file of orders (\`line_shipping\`, \`line_shipping_discount\`,
    \`line_shipping_tax\`, \`line_gift_wrap\`, \`line_gift_wrap_tax\`) and make up those of the order. A row with the type \`cancelled\` is a line of
    which no units are stated any more: of a new order it is left out, of an order that was imported before it cancels what is open.`,
    action_required: null,
    covers: ['session.*'],
  },
  {
    id: 'later-files-of-orders',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'returns'],
    title: 'A later export of a shop brings what is new of orders',
    detail: `Of orders that were imported before, shipments, cancellations, returns and refunds that a later file has beyond those here are
    recorded; such orders were refused. What happened here meanwhile is kept, and what contradicts it is refused with the place to correct it:
    more units than are open, more money than is left, another quantity, price or line. Such orders are \`changed\` in previews, reports and
    the response of \`POST /sales/orders/import\`. Money that was paid back on a day that the file does not state has a note that names the day
    that is assumed.`,
    action_required: null,
    covers: ['orders.import', 'session.*'],
  },
  {
    id: 'shared-skus',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['products'],
    title: 'Shops that give one SKU to several variants',
    detail: `The option \`repeated_skus=derive\` of the import of products makes unique SKUs of a SKU and the option values. The original stays as
    \`shared_sku\` of the variant, by which the table of variants is searched and filtered, and imports of orders and stock find variants.
    An order or a row of stock whose SKU is shared, and whose name or options do not say which variant it is, is refused with all of them.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'sheets-of-real-shops',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'inventory'],
    title: 'Products whose rows stand apart, and stock sheets with a column for each warehouse',
    detail: `Imports put the rows of a product together wherever they are in a file, and refuse a product with a fault in any of them whole; rows that
    stood apart were refused as repeats. Stock sheets with a column for each location are recognised, and so is the stock in product exports of Shopify. A cell below zero no longer refuses
    its row: the option \`negatives\` leaves it out, takes it as 0 or opens it below zero. A mapping of stock without a column of units is refused, and
    so is a file of such a profile until it is mapped: its rows used to be reported as unchanged.`,
    action_required: null,
    covers: ['session.*', 'limit:import_*'],
  },
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
