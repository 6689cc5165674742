/** The entries of 28 November about figures whose parts are not all known. */
import type { ChangelogEntry } from '../entry.ts'

export const knownAndUnknown: readonly ChangelogEntry[] = [
  {
    id: 'cash-without-a-rate',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['reports', 'cash'],
    title: 'Cash says what it does not know',
    detail: `A figure of the report of cash from the buy that contains an order without an exchange rate, or with a line without
    a known cost, is null: \`cause\` and \`reason\` say why and name the currency, and \`known_part\` is the sum of what is known. Before,
    such an order counted as zero. The cash gate has \`weekly_draw\`, \`later_draw\`, \`open_buy\` and \`committed_in\` with the same rule;
    \`weekly_draw_usd\`, \`later_draw_usd\` and \`committed_in_usd\` remain the known part. \`not_measured_reason\` of a lever says that its
    effect is that of the measured draw. Cells of every report have \`cause\` and \`known_part\`.`,
    action_required: null,
    covers: [
      'cash.get_cash_gate',
      'reports.get_cash_from_the_buy',
      'reports.get_open_to_buy',
      'reports.get_weekly_trade',
    ],
  },
  {
    id: 'one-velocity-of-a-variant',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'sales'],
    title: 'The overview of a variant has the velocity of the table',
    detail: `\`total.velocity\` of the overview of a variant is that of the velocity table: the same days, over all locations taken
    together, with \`basis\` as_sold where the ledger does not cover them. Before, it was the sum of the rates of the locations, in which
    units sold where no stock stood were missing. A variant that sold nothing has a velocity of 0. Where units were sold on no day with
    stock, the reason code is \`sold_without_stock\` and no longer nothing_sold; cover of the total then counts with the velocity.`,
    action_required: null,
    covers: ['products.get_variant_drawer_overview'],
  },
  {
    id: 'velocity-converts-currencies',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Velocity converts currencies as the sales table does',
    detail: `\`net_sales\`, \`lost_revenue\` and the contribution of the velocity table and its totals convert sales in other currencies at
    the rate in force on their day, as the sales table of the same days does. Before, one sale in another currency made them null. They
    are null with the reason code other_currency where a currency has no rate. A rate that is set, changed or deleted has the figures
    measured again.`,
    action_required: null,
    covers: ['sales.list_velocity', 'sales.get_velocity_totals'],
  },
  {
    id: 'out-of-stock-where-there-was-stock',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics'],
    title: 'Out of stock counts what ever had stock',
    detail: `The measures \`stock_levels\`, \`out_of_stock_levels\` and \`out_of_stock_rate\` count pairs of a variant and a location that
    ever had a unit on hand, as their definition says. Before, a pair that was only ordered for counted as out of stock.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'like-for-like-comparisons',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Sales are compared like for like',
    detail: `Periods that end before the first recorded sale of the organisation are null, with the reason, in channel performance, net
    sales and the charts of the sales overview; before, they were zero. Nothing is compared with a period that begins before it. The
    overview does not compare sums with a month or year of fewer days, such as 33 days of a fiscal month with 28. Channel performance
    compares a window that ends in the future with as many days as have begun; before, it was compared with the full window before.`,
    action_required: null,
    covers: ['sales.get_channel_performance', 'sales.get_net_sales', 'sales.get_new_overview'],
  },
]
