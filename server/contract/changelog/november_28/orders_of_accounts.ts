/** Orders of trading accounts: who agrees to them, and how they are worked on. Newest first. */
import type { ChangelogEntry } from '../entry.ts'

export const ordersOfAccounts: readonly ChangelogEntry[] = [
  {
    id: 'changes-of-split-orders',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'A change over EDI finds lines that were split off',
    detail: `An 860 of an order that was split can be taken: each line changes on the order that has units of it left to ship, and one 865
    answers for all of them. Where several orders could be meant, the exception \`order_change\` and the refusal name them. A held 850 whose
    number came on file meanwhile stays held when it is taken, and opens \`duplicate_order\` on that order.`,
    action_required: null,
    covers: ['session.decide_edi_document'],
  },
  {
    id: 'shipped-prices-change',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Prices change until they are invoiced',
    detail: `Prices, discounts and taxes of a line change with \`PATCH\` until units of it are invoiced or returned, also after they have shipped and
    when the order is fulfilled: the sales of the day on which they left count at the new price. Lines that are added to an order that
    came over EDI are in the 865. An 860 that is taken while a warehouse is asked to ship sends it the next revision of the request.`,
    action_required: null,
    covers: ['orders.update', 'session.decide_edi_document'],
  },
  {
    id: 'orders-have-a-timeline',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'What happened to an order, how it travels, and what to pick',
    detail: `The app shows the timeline of a sales order: who did what to it, when and why, with values before and after. Orders have a
    \`shipping_method\`, in requests and reads, and requests to warehouses carry it in \`order.shipping_method\` where one is stated. Pick
    lists of one or several orders are printed as PDF. Orders with different shipping methods are not merged.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'session.*', 'limit:order_timeline*'],
  },
  {
    id: 'acts-on-many-orders',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Act on many orders at once',
    detail: `The app confirms, allocates, releases or cancels up to 100 sales orders with one request. Each order is reported with its outcome and
    the reason if it was refused.`,
    action_required: null,
    covers: ['session.act_on_orders', 'limit:sales_orders_bulk*'],
  },
  {
    id: 'orders-are-worked-through',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Lists of orders to work through',
    detail: `The list of sales orders has the filters \`lifecycles\` (several states), \`exception_kind\`, \`late\`, \`customer_id\`, \`location_id\`,
    \`ship_from\`, \`ship_until\` and \`external_id\`, and returns lines with \`include_lines\`. An order can be created with an
    \`external_id\`, once; \`search\` finds it. Orders have \`tax\` and \`grand_total\`, and whole ones their returns; lines have
    \`returned_quantity\` and \`returnable_quantity\`.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'session.*'],
  },
  {
    id: 'allocation-has-a-horizon',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Later orders can wait for stock',
    detail: `An organisation and each account can have \`allocation_horizon_days\`. An order whose ship window opens later then holds no stock when it
    is confirmed, and the job that allocates the book leaves it out; allocating it by request holds stock. \`cover\` of its lines shows the
    units that are available, and those that open orders bring by the start of the window. Without a horizon nothing changes.`,
    action_required: null,
    covers: ['orders.*', 'event:order.*', 'session.*'],
  },
  {
    id: 'orders-of-requests-are-questioned',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'Orders by request are checked like orders over EDI',
    detail: `An order of an account that repeats the reference of another one opens \`duplicate_order\`, and one that names doors that are not on
    file \`unknown_door\`, as over EDI; both close when the order is confirmed or cancelled, or states something else. \`buyer_sku\` of a
    line is filled from the items of the account where exactly one of them is the variant. A cancel date before the start of the ship
    window is refused. Amounts are hundredths of every currency, and must be amounts that the currency has: those in JPY are multiples
    of 100.`,
    action_required: null,
    covers: ['orders.create', 'orders.update', 'orders.confirm', 'orders.cancel'],
  },
  {
    id: 'imported-orders-are-announced',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders', 'webhooks'],
    title: 'Imported history is announced, and marked',
    detail: `\`order.created\` is sent for every order that an import brings, also for one that was over before the cut-over. Such an order has
    \`imported: true\`, in its events and reads. A webhook that is created with \`include_imported: false\` does not receive them.`,
    action_required:
      'Create the webhook with `include_imported: false`, or skip records with `imported: true`, if your receiver should not see history.',
    covers: [
      'orders.*',
      'event:order.*',
      'session.create_webhook',
      'session.list_webhooks',
      'session.get_webhook',
      'session.activate_webhook',
      'session.deactivate_webhook',
      'session.rotate_webhook_secret',
    ],
  },
  {
    id: 'accounts-agree-no-prices',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['orders'],
    title: 'The seller agrees to prices and orders',
    detail: `A key that is bound to an account creates drafts at the prices of the account's list. It is refused with \`conflict\`, and
    \`data.reason\` \`account_key\`, if it states another price or a discount, asks for an open order, or confirms one. A wholesale line
    without a price in the request or in the list stays open until it is confirmed: the price for consumers no longer becomes the price
    of an account, and an imported wholesale line is no markdown from it. A wholesale order that names no channel takes the account's own
    one, else the only wholesale channel; otherwise the channel is asked for.`,
    action_required:
      'Name `sales_channel_id` in wholesale orders if the account has no channel of its own and there is no single wholesale channel, and state the prices that no price list has when you confirm.',
    covers: ['orders.create', 'orders.update', 'orders.confirm', 'orders.file_document'],
  },
]
