/** What figures of demand count, and the causes that they state. */
import type { ChangelogEntry } from '../entry.ts'

export const demand: readonly ChangelogEntry[] = [
  {
    id: 'incoming-cost-in-other-currencies',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures: 'Incoming stock cost of the product overview where orders are in other currencies',
      reach: 'every_period',
    },
    areas: ['products'],
    title: 'The product overview converts the cost of incoming stock',
    detail: `\`incoming_stock_cost\` left out the units of orders in another currency than that of the organisation. They now count at the
exchange rate of today. Units without a rate are left out, and the reason names their currency.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'codes-of-sales-and-returns',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'returns'],
    title: 'Missing amounts and rates of sales and returns have codes',
    detail: `Rows and totals of the sales table have \`amounts_reason_code\` and \`return_rate_reason_code\`, and the summary of returns
\`return_rate_reason_code\` and \`value_reason_code\`, beside the sentences.`,
    action_required: null,
    covers: ['sales.list_sales', 'returns.summarize'],
  },
  {
    id: 'sales-by-location',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics', 'sales'],
    title: 'Sales by location in metrics and in the sales table',
    detail: `Measures of sales, except sell-through, can be split and filtered by the dimension \`location\`, and the sales table takes
\`location_id\` in \`filter_args\`, which limits the sums as \`sales_channel_id\` does. Sales to consumers count at the location of the order,
wholesale at the one that ships, returns at the one that takes them back.`,
    action_required: null,
    covers: ['metrics.query', 'metrics.get_dictionary', 'sales.list_sales'],
  },
  {
    id: 'sales-by-figures-of-stock',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'The sales table sorts, filters and exports sell-through, stockout losses and markdown',
    detail: `\`sort_args\` and \`filter_args\` of the sales table take \`sell_through_percentage\`, \`lost_units\`, \`lost_sales_cents\` and
\`markdown_rate\`. Rows without the figure come last. An export has these figures if \`fields\` lists \`sell_through\`, \`stockout_losses\` or
\`markdown\`. Rows have \`markdown\`, which is new, and each of the three has a \`reason_code\`. Lost units of every row are measured for at most
5,000 variants; the velocity table sorts any number of them. The velocity table is sorted by \`contribution_class\`, too.`,
    action_required: null,
    covers: ['sales.list_sales', 'sales.list_velocity'],
  },
  {
    id: 'unknown-only-what-depends',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures:
        'Receipts at retail of months without unpriced movements, and deposits of orders whose terms have none, which were null',
      reach: 'every_period',
    },
    areas: ['planning', 'cash', 'reports'],
    title: 'A missing price or cost leaves unknown only what depends on it',
    detail: `One variant without a price made \`receipts_to_date\` at retail null in every month of the open-to-buy, also where nothing was received. It is now null
only in months in which something without a price moved and something was received. An order with a line without a known cost made deposits unknown
in the cash gate and in cash from the buy, also where its terms have none.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'stockout-losses-of-consumers',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures: 'Stockout losses of the sales table where wholesale ships, or where several locations sell',
      reach: 'every_period',
    },
    areas: ['sales'],
    title: 'Stockout losses in the sales table are the lost units of velocity',
    detail: `\`stockout_losses\` counted a wholesale shipment as demand, and a unit in any location as stock. They are now the lost units of the velocity
table over the same days: what consumers buy, by location. Filters on channels limit the lost units, not the days.`,
    action_required: null,
    covers: ['sales.list_sales'],
  },
  {
    id: 'cover-has-one-value',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: { figures: 'Days and weeks of cover that lie exactly between two tenths', reach: 'every_period' },
    areas: ['inventory', 'sales', 'products', 'metrics'],
    title: 'Days and weeks of cover are the same in every read',
    detail: `Where the exact figure lay between two tenths, such as 42.75 days, the inventory and the velocity table could show 42.7 and the overview of the
variant 42.8. Every read now rounds the exact figure half up, and is sorted by it.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'orders-that-lack-a-rate',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Open-to-buy says which exchange rate an order lacks',
    detail: `An order in a currency without an exchange rate was said to have a line without a known cost, or a variant without a price. The reason now
names the currency, with the cause \`no_exchange_rate\` where a figure has one. A figure of a single cell without a value no longer says that
some of the cells have none.`,
    action_required: null,
    covers: ['planning.get_open_to_buy'],
  },
  {
    id: 'demand-by-kind',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures:
        'Velocity, days in stock, lost units, lost revenue, cover and health where wholesale ships, or where several locations sell',
      reach: 'every_period',
    },
    areas: ['sales', 'products', 'inventory', 'metrics'],
    title: 'Velocity tells consumers from wholesale and counts stock where consumers buy: figures change',
    detail: `A wholesale shipment of 13 units caused lost units and critical health, and one unit in an outlet made every day a day in stock.
Consumers now count by location: the units sold there by the days in stock there, added over the locations; a location without a ledger of
its own is served by the others. Wholesale has a rate only from two shipping days in the window on, by all days of the window. Lost
units and lost revenue are those of consumers alone. \`in_stock_days\` and \`stockout_days\` are those of the locations at which consumers
buy, weighted by the rate of each. \`by_demand\` has the parts with their days and basis, in the velocity table and in the overview of a
variant, there also by location. A velocity without a rate has the code \`out_of_stock\`, \`single_wholesale_shipment\` or, of a product,
\`several_causes\`. Cover has \`cover_reason_code\` in the inventory, the allocation matrix and the variant, too, and no read says
"Nothing was sold" of a variant that has units sold. Weeks of cover in the overview are rounded as in the other reads. Totals of lost units are null where those of no variant are known.`,
    action_required: null,
    covers: [
      'sales.list_velocity',
      'sales.get_velocity_totals',
      'sales.get_bundle_contributions',
      'products.get_variant_drawer_overview',
      'products.get_variant',
      'products.update_variant',
      'inventory.list',
      'inventory.allocation_matrix',
      'metrics.query',
    ],
  },
]
