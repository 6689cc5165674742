/**
 * What changed in the interface, newest first. Every difference between the document and the last released one must be
 * told by an entry here: `covers` names it, as a subject (`products.list_variants`, `event:order.created`, `code:…`,
 * `limit:…`, `answers`), as one fact of a subject (`products.list_variants in query.colour`), or as many (`suppliers.*`).
 * An entry that was released stays as it is; what comes after it needs one of its own.
 */
import type { Resource } from './resources.ts'
import type { Train } from './trains.ts'

export const changelog_areas = {
  platform: 'Every operation',
  developer: 'Keys and organisations',
  webhooks: 'Webhooks',
  receiver_kit: 'Receiver kit',
} as const

export interface ChangelogEntry {
  /** Names the entry for good: its anchor on the page and its guid in the feed. */
  id: string
  /** The day it can be used. */
  date: string
  train: Train
  /** breaking: only as part of a train that is not published yet. */
  kind: 'additive' | 'breaking'
  areas: readonly (Resource | keyof typeof changelog_areas)[]
  title: string
  /** Markdown. */
  detail: string
  /** What callers must do, as a sentence; null where nothing. */
  action_required: string | null
  covers: readonly string[]
}

export const changelog: readonly ChangelogEntry[] = [
  {
    id: 'fair-shares-between-organisations',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'webhooks'],
    title: 'Slow receivers, imports and exports of one organisation no longer delay others',
    detail: `Deliveries and documents are sent in turns by organisation. A receiver whose last attempt timed out is sent fewer at once until it
answers. Files of one organisation are read one at a time; up to eight more wait, for 20 seconds at most, before
\`SERVICE_UNAVAILABLE\`. Exports are prepared before the first byte is sent, so a fault is answered as an error; four can be fetched at
once, and a client that reads less than 32 KiB a second is cut off.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'unknown-costs-are-null',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'breaking',
    areas: ['purchase_orders'],
    title: 'An order with a line of unknown cost has no total cost',
    detail: `\`total_cost\` of an order is null while the unit cost of one of its lines is unknown, in list rows, full reads and events;
\`total_cost_reason\` says why. It was 0, or the sum of the lines with a known cost. Lines say why their costs are unknown in
\`cost_reason\`, and why cartons and cubic metres are in \`measures_reason\`; items of the purchase basket have \`cost_reason\` too.
Rows without a total sort last and are found by \`is_empty\`. Exports carry the reasons, and a printed order with a line of
unknown cost states no total.`,
    action_required: 'Accept null in total_cost of purchase orders.',
    covers: [
      'purchase_orders.*total_cost*',
      'purchase_orders.*cost_reason',
      'purchase_orders.*measures_reason',
      'session.*cost_reason',
      'event:*total_cost*',
      'purchase_orders.list filter total_cost',
    ],
  },
  {
    id: 'answers-say-what-came-of-them',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'purchase_orders'],
    title: 'Success messages tell the outcome, and a repeated delivery says that nothing moved',
    detail: `\`message.desc\` of a success says what came of the call ("Purchase order PO-1042 approved."); it repeated the summary of the
operation. Deliveries that are recorded carry \`already_on_file\` and \`moved_units\`: one with the same figures as a delivery on
file answers that one with true and 0, and says so in its message. It moved and sent nothing before, silently.`,
    action_required: null,
    covers: ['purchase_orders.record_delivery', 'purchase_orders.record_deliveries'],
  },
  {
    id: 'one-subscription-per-address-and-event',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'An address is subscribed to an event once',
    detail: `Subscribing the same address to the same event again is refused \`conflict\`, which names the subscription in
\`data.webhook_id\`, also where it is deactivated. Subscriptions that were made twice before stay.`,
    action_required: null,
    covers: ['session.create_webhook'],
  },
  {
    id: 'what-stays-is-no-change',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'suppliers', 'stocktakes', 'developer'],
    title: 'Updates that change nothing change nothing',
    detail: `A field that is sent as it stands is no change, in every updating operation: \`updated_at\` stays, nothing is announced and
no approval is taken back. An order may be sent back whole as it was read, also once it is issued or over; asking for the status
that it has, or holding it again for the same reason, answers it as it is. Lists of components, budgets and lines count by what
they hold. A quantity that is counted again counts anew only where stock has moved since.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'purchase-order-events-carry-the-whole-order',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'webhooks'],
    title: 'Purchase order events carry the whole order',
    detail: `The body of \`new_purchase_order\` and \`purchase_order_updated\` is the order exactly as Get purchase order answers it: hold and
its reason, deliveries, container plan and all else, beside the 13 fields it had. Correcting only the reference of a delivery is
announced as well, and the body holds the delivery as it was corrected.`,
    action_required: null,
    covers: ['event:new_purchase_order', 'event:purchase_order_updated'],
  },
  {
    id: 'reversals-are-dated-back',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'movements', 'inventory', 'products'],
    title: 'Correcting a delivery no longer distorts past stock',
    detail:
      'A reversal now has the `occurred_at` of the movement that it reverses. Until now it was dated when the correction was made, and stock on hand, in-stock days, velocity and the previous values of the overview counted the units twice in between. `recorded_at` still says when it was recorded.',
    action_required:
      'If you poll for new movements by `since`, subscribe to `movement.recorded`: a reversal is dated back.',
    covers: [],
  },
  {
    id: 'corrections-behind-a-stocktake',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'stocktakes', 'movements'],
    title: 'Correcting a delivery leaves a posted stocktake true',
    detail:
      'Where the stock was counted after the delivery was recorded, the correction or removal changes documents and cost, and a movement of kind `stocktake` under document type `delivery_correction` offsets it at the stocktake. Until now an error that the stocktake had found was deducted a second time.',
    action_required: null,
    covers: [],
  },
  {
    id: 'movements-of-one-document',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['movements', 'purchase_orders'],
    title: 'All movements of a document are found under it',
    detail:
      'Corrected lines are booked under the delivery, no longer under `delivery_correction`, so the movements of a delivery sum to what it brought. Both movements of a transfer stand under `transfer_order_delivery` and the id of the transfer order; arrivals used to stand under the id of their delivery. Movements recorded earlier keep their document.',
    action_required: null,
    covers: [],
  },
  {
    id: 'unit-costs-with-four-decimals',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['movements', 'products', 'stocktakes', 'inventory', 'webhooks'],
    title: 'Unit costs carry four decimals',
    detail:
      '`usd` of a unit cost is exact to the four decimals that the ledger keeps, so quantities times costs add up to the value of the ledger. `cents` stays an integer, rounded half up.',
    action_required: null,
    covers: [],
  },
  {
    id: 'price-sensitivity-counts-empty-weeks',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['products'],
    title: 'Price sensitivity counts weeks without sales',
    detail: `The elasticity comes from a Poisson regression in which a week without sales counts as zero units, at the price of the
product's other variants. Weeks that sold out are left out, siblings are taken into account, and the label needs the whole interval
behind it. New: the weeks' \`price\`, \`price_basis\` and \`units_used\`, the siblings in \`sample\`, and the codes \`too_few_units\` and
\`stock_unknown\`.`,
    action_required: null,
    covers: ['products.get_price_sensitivity'],
  },
  {
    id: 'exact-days-of-cover',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'products', 'purchase_orders', 'suppliers'],
    title: 'Days of cover are computed from the unrounded velocity',
    detail: `Exactly 182 days were answered as 182.1 and \`overstocked\`. Cover, weeks of cover, health, generated quantities and
needs-attention now use the unrounded velocity. A \`supplier\` or \`location\` filter in the generation settings proposes orders to that
supplier, or for that location, alone. An EDI 850 states every payment term, such as \`2_10_net_30\`.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'sign-in-is-documented',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'pim'],
    title: 'The document describes sign-in and the region of a caller',
    detail: `The requests under \`/auth\` that begin and end sessions, and \`POST /auth/where\`, stand in the OpenAPI document under Sign-in. The
document leads to this changelog, which every service answers at \`/changelog\`. \`limit\` of the product data list is published with
its bounds, 1 to 500; a number outside is still taken as the nearer end.`,
    action_required: null,
    covers: ['auth.*', 'pim.list_products in query.limit'],
  },
  {
    id: 'idempotency-keys-judged-first',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'An Idempotency-Key is judged before the body, and counted in characters',
    detail: `A key that stands for another request is answered \`idempotency_conflict\` even where the new request would be refused for its body.
The 255 characters of a key are counted as characters, however many bytes each takes. The 30-day record of a key-required write no
longer blocks the same key on other writes once 24 hours have passed.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'refusals-name-the-broken-rule',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Refusals name the rule that failed, in words',
    detail: `A text that is too long is refused for its length, and no refusal shows a pattern: the document has the words of each pattern as
\`x-rule\`. Instants with an offset of 16 hours or more, which were answered 500, are refused 400; days and instants lie in the years
1900 to 2999 in UTC, and the refusal lists what is allowed.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'credentials-are-read-strictly',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Bearer may be followed by tabs and spaces, and must be there',
    detail: `A key in \`Authorization\` without \`Bearer\` is refused \`key_invalid\`; it was accepted by mistake. Any run of spaces and tabs may
stand between \`Bearer\` and the key. A malformed token is \`key_invalid\` on public operations with \`X-Organization-ID\` too.`,
    action_required: 'Send `Authorization: Bearer <API_KEY>` where the word Bearer was left out.',
    covers: [],
  },
  {
    id: 'counts-match-composed-letters',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes'],
    title: 'Files of counts match letters with marks however they are composed',
    detail:
      'A SKU or location such as `É-1` was skipped where the file wrote its É as two characters, as files from a Mac do.',
    action_required: null,
    covers: ['stocktakes.import'],
  },
  {
    id: 'starter-data-names-its-makers',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['sandbox'],
    title: 'Starter data is supplied by its makers',
    detail: `A sandbox that is filled from now on has its jumpers and shirts from Harbour Knitwear and its jeans from Northside Denim, and the title
of a variant says its size alone. What was filled before stays as it is.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'marking-delivered-without-a-body',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders'],
    title: 'Orders are marked delivered without a body; recommended quantities count drafts',
    detail: `\`mark_delivered\` takes a call without a body: everything outstanding arrived now. A line whose quantity is sent as it stands is
no change, also where more arrived. \`recommended_quantity\` leaves out what drafts ask for already, and products that are not planned
and bought here. An \`over_receipt\` is resolved when the order is raised to what arrived.`,
    action_required: null,
    covers: [
      'purchase_orders.mark_delivered',
      'purchase_orders.create',
      'purchase_orders.bulk',
      'purchase_orders.update',
    ],
  },
  {
    id: 'whole-counts-in-one-request',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes'],
    title: 'All 20,000 lines of a count can be counted in one request',
    detail:
      'The body of `PATCH /api/v1/stocktakes/{stocktake_id}/counts` may be 4 MiB; at 1 MiB it ended near 7,500 lines.',
    action_required: null,
    covers: ['stocktakes.record_counts'],
  },
  {
    id: 'landed-costs-to-the-cent',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'movements'],
    title: 'Freight and duty of a delivery stand in the ledger to the cent',
    detail: `A landed cost has four decimals a unit, which is cents too much or too little on thousands of units. What is left is booked with
the receipt as a \`cost_adjustment\`, once it comes to a cent.`,
    action_required: null,
    covers: ['purchase_orders.record_delivery'],
  },
  {
    id: 'suppliers-hear-of-cancellations',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders'],
    title: 'A cancelled order is cancelled at its supplier',
    detail: `Whoever was mailed an order, or got it over EDI, is told the same way when it is cancelled: by mail with the order marked
CANCELLED, over EDI by an 850 with BEG 01. It counts as a paper of the order and stands in \`document\`. Closing an order sends nothing.`,
    action_required: null,
    covers: ['purchase_orders.update'],
  },
  {
    id: 'papers-that-fail-are-exceptions',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'orders', 'webhooks'],
    title: 'A paper that did not get through waits for a person',
    detail: `When an order could not be mailed, sent over EDI or announced to its warehouse for good, \`exception.opened\` tells of it:
\`edi_rejected\`, and two new kinds, \`mail_undelivered\` and \`inbound_undelivered\`. It is resolved by itself when the paper, or a
later one, gets there, and when the order ends.`,
    action_required: null,
    covers: [
      'event:exception.opened',
      'event:exception.resolved',
      'session.list_exceptions',
      'session.get_exception',
      'session.resolve_exception',
    ],
  },
  {
    id: 'values-of-answers-are-open',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'Codes and other values of answers stand in open lists',
    detail: `The document names the values of an answer, the codes of refusals among them, in \`x-extensible-enum\` everywhere and in
\`enum\` no longer: what is generated from it reads a value that is added later instead of failing. The values are the same.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'starter-data-is-announced',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['sandbox', 'webhooks'],
    title: 'Filling a sandbox is said to announce its opening stock',
    detail: `Each movement that \`POST /api/v1/sandbox/seed\` writes was and is announced as \`movement.recorded\`; the operation now names it.`,
    action_required: null,
    covers: ['sandbox.seed emits movement.recorded'],
  },
  {
    id: 'one-schema-for-refusals',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'developer'],
    title: 'Clients made from the document have one error',
    detail: `Every refusal refers to the schema \`Refusal\` alone; the codes of a status stand in \`x-service-codes\` of its response and,
as before, in \`x-service-refusals\` of the operation. The codes that a key's usage is filtered by are an open list: the closed one
held codes that differ in case alone, at which some generators failed. Whole numbers that may not fit 32 bits, amounts in cents
among them, have the format \`int64\`.`,
    action_required: null,
    covers: ['session.read_key_usage in query.code'],
  },
  {
    id: 'delivered-deliveries-are-forgotten',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'Deliveries are kept for 90 days once they were delivered',
    detail: `A delivery that was delivered leaves the list of its webhook after 90 days, with its attempts; the last one of each
webhook stays. What failed is kept until it is sent again or the webhook is deleted, and what waits until it is sent.`,
    action_required: null,
    covers: ['limit:webhook_delivery_days', 'session.list_webhook_deliveries'],
  },
  {
    id: 'five-hundred-webhooks',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'An organisation has at most 500 webhooks',
    detail: `Active or not; one more is refused \`conflict\` until one is deleted.`,
    action_required: null,
    covers: ['session.create_webhook', 'limit:webhooks_max'],
  },
  {
    id: 'redelivering-in-pieces',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'Very many failed deliveries are sent again in several calls',
    detail: `One call starts at most 10,000 failed deliveries of a webhook again, those that happened first; \`left\` tells how many remain
for the next.`,
    action_required: null,
    covers: ['session.redeliver_failed'],
  },
  {
    id: 'currencies-on-the-timeline',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['suppliers', 'products'],
    title: 'Another currency of a supplier stands on the timelines of its variants',
    detail: `Unit costs keep their figures when a supplier's currency changes, and count in the new one; the timelines of the variants that are bought
there first tell of it as of any other change of cost. New days of lead time or review of a supplier whose stock is at more than
40,000 places count within the hour. The currency of a new organisation must be one of ISO 4217.`,
    action_required: null,
    covers: ['suppliers.update', 'session.create_organization'],
  },
  {
    id: 'scorecards-of-very-large-suppliers',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['suppliers'],
    title: 'The scorecard of a very large supplier looks at its latest 30,000 lines',
    detail: `Where more lines were due in the 365 days, \`window.from\` of a supplier's overview is the first of the latest days that hold no more.`,
    action_required: null,
    covers: ['suppliers.get_overview'],
  },
  {
    id: 'late-freight-and-duty',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'movements', 'inventory', 'webhooks'],
    title: 'Freight and duty of what arrives, planned and late',
    detail: `Units arrive with the freight and duty that their order plans. What is billed later is told on the delivery (\`freight_cents\`,
\`duty_cents\`) or on the order (\`billed_freight_cents\`, \`billed_duty_cents\`) and booked by ledger rows of kind \`cost_adjustment\`,
which move no unit: \`cost_adjustment\` of the row says how many units cost more or less, and whether they are still on hand.
Deliveries carry what each line bears and its landed unit cost.`,
    action_required: null,
    covers: [
      'movements.list out body.data.rows[].cost_adjustment',
      'inventory.position out body.data.movements[].cost_adjustment',
      'event:movement.recorded',
    ],
  },
  {
    id: 'commitments-signals-and-exceptions',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'purchase_orders'],
    title: 'Commitments, supplier signals and the exceptions queue on a user session',
    detail: `Commitments are declared, amended, approved, closed and retired by people, and an order shows what it would draw from its own
(sold with Pro). What a supplier told about an order is written down and decided, and listed per supplier while it waits. The
queue of exceptions is read and resolved, which \`exception.resolved\` announces.`,
    action_required: null,
    covers: [
      'session.list_exceptions',
      'session.get_exception',
      'session.resolve_exception',
      'session.list_supplier_signals',
      'session.record_supplier_signal',
      'session.decide_supplier_signal',
      'session.list_commitments',
      'session.declare_commitment',
      'session.get_commitment',
      'session.amend_commitment',
      'session.approve_commitment',
      'session.close_commitment',
      'session.retire_commitment',
    ],
  },
  {
    id: 'purchase-orders',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['purchase_orders', 'webhooks'],
    title: 'Purchase orders over the API',
    detail: `Purchase, manufacturing and transfer orders from draft to delivered: create them one by one, in bulk or from a basket; approve,
issue, hold and duplicate them; record deliveries, which move stock and its cost in the same transaction. A transfer leaves its
source when it is issued; a manufacturing order holds back what it takes by the bills of materials kept in the app, and its
deliveries use it. The app's basket is filled with suggestions, and drafts can be generated once a day. A warehouse that is connected to
a location is told what will arrive there. An issue mails the printed order, writes an 850 or makes a link for the supplier, and
an export gives the order as CSV, workbook or PDF. Scopes: \`purchase_orders:read\` and \`purchase_orders:write\`. \`new_purchase_order\`, \`purchase_order_updated\` and
\`receipt.recorded\` announce what happens to them.`,
    action_required: null,
    covers: [
      'purchase_orders.*',
      'event:new_purchase_order',
      'event:purchase_order_updated',
      'event:receipt.recorded',
      'code:purchase_order_*',
      'code:document_link_invalid',
      'limit:document_link_days',
      'session.*document*',
      'session.*organization*',
      'session.create_sandbox out body.data.edi_*',
      'session.*basket*',
      'session.*generation*',
      'session.*warehouse*',
      'session.*bill*_of_materials',
      'session.read_key_usage in query.code',
    ],
  },
  {
    id: 'suppliers',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['suppliers'],
    title: 'Suppliers and their contacts over the API',
    detail: `Suppliers with their terms, the variants they supply, a scorecard of five measured figures, what needs attention, their
contacts and the notes kept on them; files of many at once with a report row by row, and suppliers made of the vendors that
products name. The timeline of a variant tells when its cost at the primary supplier changes. Scopes: \`suppliers:read\` and
\`suppliers:write\`.`,
    action_required: null,
    // A key's usage can be read by any code, those that came with suppliers too.
    covers: ['suppliers.*', 'code:supplier_*', 'session.read_key_usage in query.code'],
  },
  {
    id: 'receiver-kit-0-1-0',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['receiver_kit', 'webhooks'],
    title: 'Receiver kit 0.1.0',
    detail: `A package for Node, Bun, Deno and Workers that verifies a webhook's signature, handles each delivery once and answers so that what
failed is sent again; with adapters for Fetch, Express, Fastify, Elysia, Node and Lambda, six stores, types of the sixteen
events, a command line, and a file of signature vectors for receivers in any language.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'webhooks',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks'],
    title: 'Signed webhooks, sixteen events',
    detail: `Subscribe an address to an event and the service posts the record to it: signed with a secret of the subscription's own, at least
once, with one delivery id over all attempts. Attempts, statuses and answers can be listed; a delivery can be sent again,
alone or with all that failed; a test event can be sent at any time. The bodies of all sixteen events are published, those
included whose operations are still to come, so that receivers can be written now.`,
    action_required: null,
    covers: ['session.*webhook*', 'session.redeliver*', 'event:*', 'limit:webhook_*'],
  },
  {
    id: 'stocktakes',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['stocktakes'],
    title: 'Stocktakes',
    detail: `Open a count from a selection of variants and locations, record or import what was counted, and post it to the ledger once. Units that
move between count and posting are not lost. The variance can be read by supplier.`,
    action_required: null,
    covers: ['stocktakes.*'],
  },
  {
    id: 'stock-and-its-ledger',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['inventory', 'movements'],
    title: 'Stock, and the ledger under it',
    detail: `Stock by variant and location with days of cover and health; the position of a variant, what can be promised and why; stock over time
by category; variants against locations; how well the forecast did. \`GET /api/v1/inventory/movements\` reads the ledger that
all of it rests on: rows are added and never changed.`,
    action_required: null,
    covers: ['inventory.*', 'movements.*'],
  },
  {
    id: 'catalogue-and-product-data',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['products', 'pim'],
    title: 'The catalogue and its product data',
    detail: `Products and variants with prices, suppliers, stock and custom fields; what is on order of them; a timeline of every change; what they
lack for planning; how sales moved with price. Product data, sold with Essentials+ and Pro, tells which attributes of a
family's template a product has and who owns each value.`,
    action_required: null,
    covers: ['products.*', 'pim.*'],
  },
  {
    id: 'the-api-opens',
    date: '2026-11-21',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'developer', 'sandbox'],
    title: 'The public API opens on the train 2026-11',
    detail: `API keys with scopes, an expiry, allowed addresses and an overlap when they are replaced; exact allowances by the minute; safe retries
with \`Idempotency-Key\`; one envelope, one list of error codes; an OpenAPI 3.1 document that is made from the code that
answers; sandbox organisations with starter data.`,
    action_required: null,
    covers: ['session.*', 'sandbox.*', 'answers', 'code:*', 'limit:*'],
  },
]
