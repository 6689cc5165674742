/**
 * What changed in the interface, newest first. Every difference between the document and the last released one must be
 * told by an entry here: `covers` names it, as a subject (`products.list_variants`, `event:order.created`, `code:…`,
 * `limit:…`, `answers`), as one fact of a subject (`products.list_variants in query.colour`), or as many (`suppliers.*`).
 * An entry that was released stays as it is; what comes after it needs one of its own.
 */
import { entries_2026_11_21 } from './changelog_2026_11_21.ts'
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
    id: 'people-are-invited',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'breaking',
    areas: ['developer'],
    title: 'People are invited to an organisation instead of added',
    detail: `Adding a member by e-mail told the name, id and last sign-in of a stranger and joined them without asking, so
\`POST /api/v1/organizations/{organization_id}/memberships\` is withdrawn. \`POST …/invitations\` mails an invitation instead: the
answer is the same for every address, and the person belongs once they accept. Invitations expire, can be revoked, work once and
are limited by person and organisation.`,
    action_required: 'Invite people with `POST /api/v1/organizations/{organization_id}/invitations`.',
    covers: ['session.add_membership'],
  },
  {
    id: 'invitations',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer'],
    title: 'Invitations, and passwords reset by mail',
    detail: `Operations list, send, revoke and accept invitations; people without an account accept with \`POST /auth/accept-invitation\`.
\`POST /auth/request-password-reset\` and \`POST /auth/reset-password\` set a forgotten password by mail. A changed password ends every
session of the person, and passwords that are common, repetitive or sequential are refused. Names and labels of organisations, people,
keys, connections and commitments are one line without control characters or marks that change the direction of text.`,
    action_required: null,
    covers: [
      'session.list_invitations',
      'session.invite',
      'session.get_invitation_mail',
      'session.revoke_invitation',
      'session.accept_invitation',
      'session.list_memberships',
      'session.* in body.name *',
      'session.* in body.name',
      'code:reset_token_invalid',
    ],
  },
  {
    id: 'uploads-stream',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer'],
    title: 'Uploads are streamed, limited, listed and deleted',
    detail: `An organisation has at most four uploads under way (\`rate_limited\`) and 2 GiB of files (\`upload_space_full\`).
\`GET /api/v1/files\` lists them with the space they take, \`DELETE /api/v1/files\` frees it, and a file is deleted 30 days after it was
uploaded.`,
    action_required: null,
    covers: ['session.upload_file', 'session.list_files', 'session.delete_file'],
  },
  {
    id: 'session-allowances',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform'],
    title: 'User sessions have an allowance of their own',
    detail: `A person has 3,000 reads and 600 writes a minute over all sessions, told in the same headers as those of a key and refused with
429 \`rate_limited\`. Requests of the app are still not counted against any key.`,
    action_required: null,
    covers: ['session.* code rate_limited', '* header*'],
  },
  {
    id: 'edi-identities-are-verified',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['developer', 'purchase_orders'],
    title: 'A claimed EDI identity is used once it is verified',
    detail: `Two organisations could set the same EDI identity and send as each other. An identity is now a claim until the operator of the
service verifies it, for one organisation alone; \`edi_verified_at\` says when. Until then interchanges carry the identity that the
service makes of the id of the organisation. Identities that one organisation alone had set stay in use.`,
    action_required: null,
    covers: ['session.* edi_verified_at', 'session.* out body.data*.edi_verified_at'],
  },
  {
    id: 'opaque-integer-ids',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['movements', 'suppliers', 'products'],
    title: 'Integer ids tell nothing about volume or order',
    detail: `Ids of movements, contacts and catalogue changes that are made from now on are integers of 16 digits (at most 2^53 - 1, exact in
JSON) without an order. Ids that were given out before stay. The ledger and the timelines keep their order: newest first, and of one
instant what was recorded last.`,
    action_required: 'Sort by `occurred_at`, and store these ids in 64 bits.',
    covers: ['movements.list', 'products.list_catalogue_events', 'products.list_variant_events'],
  },
  {
    id: 'test-deliveries-are-marked',
    date: '2026-11-22',
    train: '2026-11',
    kind: 'additive',
    areas: ['webhooks', 'receiver_kit'],
    title: 'Test deliveries are marked, and deliveries name their sender',
    detail: `A delivery that somebody asked for in the app carries \`X-Service-Test: true\`; the receiver kit hands it to handlers as
\`is_test\`. Every delivery carries a \`User-Agent\` that begins with \`merchant-api/\`.`,
    action_required: null,
    covers: ['event:* out header.X-Service-Test'],
  },
  ...entries_2026_11_21,
]
