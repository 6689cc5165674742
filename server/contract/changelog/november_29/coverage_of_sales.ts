/** What figures say of sales and months that they do not cover. */
import type { ChangelogEntry } from '../entry.ts'

export const coverageOfSales: readonly ChangelogEntry[] = [
  {
    id: 'long-promotions-are-suggested',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures: 'Suggested demand events of three weeks and more, and the expected units of all',
      reach: 'every_period',
    },
    areas: ['sales'],
    title: 'Promotions of three to six weeks are suggested as events: figures change',
    detail: `The usual units of a day are a running median of 91 days where the window has 45 days on both sides, and of 43 days at its ends. It was
    one of 43 days everywhere, which took a promotion of three weeks for the usual level. The configuration of forecasts states for which
    series the probability of the intervals is proven.`,
    action_required: null,
    covers: ['sales.list_suggested_events', 'session.get_forecast_config'],
  },
  {
    id: 'windows-state-their-coverage',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'metrics'],
    title: 'Overview, analytics, metrics and the sales table state their coverage',
    detail: `\`coverage\` states on how many days and in how many channels of the window sales are recorded, the last day up to which they are known, and
    which currencies are converted. The sales overview and table have it beside their window, calendar and \`basis_note\`; sales analytics have
    all four in \`basis\` of each group; metrics have \`window\`, \`coverage\` for the domain of sales, and \`basis_note\`.`,
    action_required: null,
    covers: ['sales.get_new_overview', 'sales.list_sales', 'sales.get_analytics', 'metrics.query'],
  },
  {
    id: 'markdowns-without-regular-prices',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures:
        'Realised markdowns and the first markdowns of buy plans where the regular price of some units is not known',
      reach: 'every_period',
    },
    areas: ['planning', 'metrics'],
    title: 'Sales without a regular price are left out of markdowns and counted: figures change',
    detail: `A wholesale order without a price list made the realised markdown of the month null for the whole company, and its markdown
    zero in the first figures of a buy plan. Sales of a channel and category on a day on which the regular price of some unit is not known
    are now left out of realised markdowns, and \`realised_markdown_left_out_units\` counts their units. The markdown of a plan's
    cell is that of the units with a regular price, and null without any; before, it was the discounts. \`realised_markdown_units\` is null
    where the markdowns are discounts alone, of which units are not counted. The metric \`markdown_rate\` divides by the units whose regular price
    is known, and the new measure \`unpriced_units\` counts the others.`,
    action_required: null,
    covers: [
      'planning.get_commitment_money',
      'session.create_buy_plan',
      'planning.get_buy_plan_table',
      'metrics.query',
      'metrics.get_dictionary',
    ],
  },
  {
    id: 'one-cover-of-a-variant',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'products', 'inventory'],
    title: 'Weeks of cover in the velocity table are those of the overview: figures change',
    detail: `\`weeks_of_cover\` of the velocity table counts with the combined rates of the locations, as the overview of a variant, the inventory and
    the metrics do: by the newest forecast, or by the units sold in the last four weeks on days with stock. It was the available units by the
    velocity of the window, so one variant had several covers. Where no location has a rate, the velocity counts as before. A bundle
    that is assembled when it is sold has no cover of its own; \`cover_reason_code\` is \`assembled_when_sold\`.`,
    action_required: null,
    covers: ['sales.list_velocity'],
  },
  {
    id: 'plan-side-left-out',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'The plan side states which commitments its lines do not contain',
    detail: `The four cost lines of commitments count those whose plan has a locked version with months of the fiscal year. The others were left out
    without a word. \`left_out\` lists their budgets, orders and receipts of the year by cause, category and currency: no version is locked,
    the plan is of another year, the commitment is retired, or the buy plan has no cells of the category.`,
    action_required: null,
    covers: ['planning.get_buy_plan_side'],
  },
  {
    id: 'orders-on-imported-days',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'orders', 'returns'],
    title: 'Orders on a day that an import has are no longer passed over in silence',
    detail: `The sales of a channel on a day come from orders or from an import. An order, a shipment or a refund on a day that an import has is
    kept and does not count, as before; now an exception of the kind \`sales_not_counted\` says so, once for each channel and day. It ends
    when the import of the day is undone, as the orders count from then on.`,
    action_required: null,
    covers: [
      'orders.*',
      'returns.create',
      'returns.cancel',
      'session.correct_refund',
      'session.credit_return',
      'session.credit_invoice',
      'session.cancel_credit_note',
      'session.list_exceptions',
    ],
  },
  {
    id: 'coverage-of-sales-by-channel',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'reports', 'products', 'inventory'],
    title: 'Figures end where sales are recorded: figures change',
    detail: `The sales of a channel that is imported, by days or by orders of files, are known up to its newest day; those of a channel whose
    orders come in as they are placed are known to now. Days after that are unknown, where they were zero before. Default windows of the sales
    overview and table, weekly trade with its last year, velocity and with it cover and health, the origin of forecasts and suggested events end
    with the last day up to which every active channel is known. Periods after it are null with the reason in channel performance, net sales
    and analytics; a channel that ends before the others is not compared. \`coverage.recorded_through\` states the day. In the app,
    \`GET /api/v1/sales/coverage\` lists the channels, and \`PUT /api/v1/sales-channels/{sales_channel_id}/recorded-through\` states that
    an import is complete up to a later day, so that days without sales up to it are zero.`,
    action_required:
      'If a channel is imported and had no sales on its last days, state how far it is complete; otherwise its figures end with its newest day.',
    covers: [
      'session.list_sales_coverage',
      'session.state_recorded_through',
      'sales.get_channel_performance',
      'sales.get_net_sales',
      'sales.get_analytics',
      'sales.get_new_overview',
      'sales.list_sales',
      'sales.list_velocity',
      'sales.get_velocity_totals',
      'sales.get_bundle_contributions',
      'sales.list_suggested_events',
      'sales.get_event_analytics',
    ],
  },
  {
    id: 'months-that-have-not-happened',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Buy plans leave months unknown that last year does not have: figures change',
    detail: `In a plan made of \`last_year_actuals\`, months of the year before that have not happened, that ended before the first recorded
    sale, or that an import of the channel does not reach are null, with the reason in the table and the plan side. The running month counts
    up to yesterday, and its closing stock is null. They were zero before, and the running month closed with the stock of now.
    In the app, \`GET /api/v1/mfp/{mfp_id}/baseline\` says of each month what is recorded. \`unmeasured_months\` fills such months if you say so: \`year_before\`
    with the same month of the year before last, \`zero\` with nothing sold.`,
    action_required: null,
    covers: [
      'session.create_buy_plan',
      'session.get_buy_plan_baseline',
      'planning.get_buy_plan_table',
      'planning.get_buy_plan_side',
    ],
  },
]
