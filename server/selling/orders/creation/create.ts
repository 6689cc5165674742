import { limits } from '../../../contract/limits.ts'
import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { operation } from '../../../contract/operation.ts'
import { isCurrency } from '../../../contract/money.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { checkDates } from '../../../ledger/books.ts'
import { Choice, currencyCode, Id, Instant, type Static, Text, Type } from '../../../contract/schema.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import { writeContext } from '../../../records/write_context.ts'
import { checkAccountIsNamed, refuseAgreement } from '../../bound_keys.ts'
import { checkAmounts } from '../../../contract/amounts.ts'
import { checkShipWindow, checkTotal } from './creation.rules.ts'
import { details, freight, Label, NewSalesOrderLine, Order } from '../model.ts'
import { type PlacedOrder, placeOrder } from './creation.store.ts'
import { type Account, checkCommitment, readAccount, readChannel, readLocation } from '../references.store.ts'
import { lockNumber } from '../../edi_orders/edi_order.store.ts'
import { openQuestions } from '../order_questions.ts'
import { priceSubmitted } from '../submitted_lines.ts'
import { identifyCustomer, OrderCustomer } from '../order_customer.ts'

const NewOrderBody = Type.Object(
  {
    trading_partner_id: Type.Optional(
      Id(
        'Id of the trading account that ordered; left out for a consumer order. Required for a key that is bound to an account.',
      ),
    ),
    customer: Type.Optional(OrderCustomer),
    sales_channel_id: Type.Optional(
      Id(
        'Id of the sales channel. If left out: the only channel in use of the account, else the only wholesale channel of no account; for a consumer order the only channel of no account.',
      ),
    ),
    location_id: Type.Optional(
      Id('Id of the location that ships the order. If left out: the only location in use. A draft may have none.'),
    ),
    lifecycle: Type.Optional(
      Choice(
        ['draft', 'open'],
        'State of a new wholesale order: draft, which is then confirmed, or open, for which every price must be agreed. Consumer orders are always open.',
      ),
    ),
    currency: Type.Optional(
      Text("ISO 4217 code of all prices; the account's currency, else the organisation's, if left out.", {
        ...currencyCode,
        examples: ['USD'],
      }),
    ),
    ordered_at: Type.Optional(
      Instant(
        'Time the customer placed the order, not in the future. Left out, it is now, or the time of the first shipment if that turns out to be earlier. Consumer sales count on its day.',
      ),
    ),
    external_id: Type.Optional(
      Label('Id of the order in your system; unique among orders that are created. Lists find it.', ['WEB-10482']),
    ),
    ...details,
    ...freight,
    lines: Type.Array(NewSalesOrderLine, {
      minItems: 1,
      maxItems: limits.sales_order_lines_max,
      description: 'Lines of the order; responses have them in `line_items`, with ids and quantities.',
    }),
  },
  {
    $id: 'NewSalesOrder',
    additionalProperties: false,
    examples: [
      {
        reference: 'PO 77120',
        sales_channel_id: exampleId('sales_channel_id'),
        location_id: exampleId('location_id'),
        lines: [{ variant_id: exampleId('variant_id'), quantity: 24, unit_price_cents: 8900 }],
      },
    ],
  },
)
type Body = Static<typeof NewOrderBody>

/** Draft or open: consumer orders are open, wholesale orders drafts unless they ask to be open. */
function stateOf({ trading_partner_id, lifecycle }: Body): 'draft' | 'open' {
  if (trading_partner_id !== undefined) return lifecycle ?? 'draft'
  if (lifecycle === 'draft') refuseField('lifecycle', 'must be open for a consumer order', ['open'])
  return 'open'
}

function currencyOf(body: Body, account: Account | null, own: string): string {
  const currency = body.currency ?? account?.currency ?? own
  if (!isCurrency(currency)) refuseField('currency', 'must be an ISO 4217 code')
  return currency
}

/** A draft of a buyer has no freight; the seller adds it. */
function checkBoundFreight(account: { name: string } | null, body: Body): void {
  const field = (['freight_cents', 'freight_tax_cents'] as const).find((name) => (body[name] ?? 0) > 0)
  if (account !== null && field !== undefined) refuseAgreement(account, 'freight is agreed by the seller', { field })
}

/** Ids that requests state are unique among each other; each file that is imported has its own system. */
const requestSource = 'api'

/** What the request states of the order itself. */
const statedOf = (body: Body, account: Account | null) => ({
  source_system: body.external_id === undefined ? null : requestSource,
  external_id: body.external_id ?? null,
  freight_cents: body.freight_cents ?? 0,
  freight_tax_cents: body.freight_tax_cents ?? 0,
  reference: body.reference ?? null,
  requested_ship_date: body.requested_ship_date ?? null,
  ship_window_start: body.ship_window_start ?? null,
  ship_window_end: body.ship_window_end ?? null,
  cancel_date: body.cancel_date ?? null,
  commitment_id: body.commitment_id ?? null,
  door_reference: body.door_reference ?? null,
  shipping_method: body.shipping_method ?? null,
  terms: body.terms ?? account?.payment_terms ?? null,
  notes: body.notes ?? null,
})

export const createOrder = operation({
  id: 'orders.create',
  route: 'POST /api/v1/sales/orders',
  summary: 'Create a sales order',
  desc: ({ name, lifecycle }) => `Order ${name} created; it is ${lifecycle}.`,
  description: `Creates a sales order of up to ${limits.sales_order_lines_max.toLocaleString('en-US')} lines. With \`trading_partner_id\` it is a wholesale order, which starts as a draft and is then confirmed, unless \`lifecycle: open\` is sent and every price is agreed, in the request or by the account's price list; in a draft, a price that neither states stays open. A key that is bound to an account creates drafts at the prices of its list, and the seller agrees the others. Otherwise it is a consumer order, which starts open and counts as a sale on the day it was placed. No stock is held yet. Nothing is created if a field is refused; an error names it, e.g. \`lines[2].sku\`.`,
  idempotency: 'required',
  status: 201,
  body: NewOrderBody,
  answer: Order,
  refusals: ['account_mismatch', 'conflict'],
  conflict:
    'A key that is bound to an account asks for an open order, states a price that is not that of the price list of the account, a discount, tax, freight, or payment terms that are not those of the account (`data.reason` is `account_key`); or another order was created with the `external_id`, which `data.order_id` names.',
  emits: ['order.created', 'exception.opened'],
  async run({ sql, caller, body, now, secrets }) {
    const { organization_id } = caller
    checkAccountIsNamed(caller, body.trading_partner_id)
    checkShipWindow(body, body.lines)
    const state = stateOf(body)
    if (caller.account !== null && state === 'open')
      refuseAgreement(caller.account, 'its orders start as drafts, which the seller confirms', { field: 'lifecycle' })
    const ordered_at = body.ordered_at ?? now
    await checkDates(sql, organization_id, now, [{ field: 'ordered_at', at: body.ordered_at }])
    const { trading_partner_id = null } = body
    const [account, sales_channel_id, location_id] = await Promise.all([
      trading_partner_id === null ? null : readAccount(sql, organization_id, trading_partner_id),
      readChannel(sql, organization_id, body.sales_channel_id, trading_partner_id),
      readLocation(sql, organization_id, body.location_id),
      checkCommitment(sql, organization_id, body.commitment_id),
    ])
    if (account !== null && body.reference != null)
      await lockNumber(sql, organization_id, { ...account, number: body.reference })
    if (caller.account !== null && (body.terms ?? account!.payment_terms) !== account!.payment_terms)
      refuseAgreement(caller.account, 'payment terms are agreed by the seller', { field: 'terms' })
    checkBoundFreight(caller.account, body)
    const currency = currencyOf(body, account, caller.currency)
    checkAmounts(currency, { freight_cents: body.freight_cents, freight_tax_cents: body.freight_tax_cents })
    if (state === 'open' && location_id === null)
      refuseField('location_id', 'is required, since the organisation has no single location in use')
    const ordered_on = dayInTimeZone(caller.time_zone, ordered_at)
    const pricing = {
      is_wholesale: account !== null,
      is_open: state === 'open',
      currency,
      cost_currency: caller.currency,
      bound: caller.account,
    }
    const lines = await priceSubmitted(sql, organization_id, body.lines, pricing, {
      trading_partner_id,
      price_list_id: account?.price_list_id ?? null,
      day: ordered_on,
    })
    checkTotal(lines)
    const customer_id =
      body.customer === undefined
        ? null
        : await identifyCustomer(sql, secrets, writeContext(caller, now), body.customer, {
            trading_partner_id,
            is_bound: caller.account !== null,
          })
    const context = writeContext(caller, now)
    const placed: PlacedOrder = {
      origin: caller.kind === 'key' ? 'api' : 'app',
      lifecycle: state,
      is_wholesale: account !== null,
      trading_partner_id,
      customer_id,
      sales_channel_id,
      location_id,
      currency,
      ordered_at,
      ordered_on,
      is_ordered_at_stated: body.ordered_at !== undefined,
      ...statedOf(body, account),
    }
    await checkNew(sql, organization_id, body.external_id)
    return placeOrder(sql, context, placed, lines, (order) =>
      openQuestions(sql, context, { ...placed, ...order, lines }),
    )
  },
})

/** Two requests with one id: the second waits for the first and is refused. */
async function checkNew(sql: Sql, organization_id: string, external_id: string | undefined): Promise<void> {
  if (external_id === undefined) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order id ${organization_id} ${external_id}`}, 0))`
  const [known] = await sql<{ order_id: string; name: string }[]>`
    select order_id, name from sales_orders
    where organization_id = ${organization_id} and source_system = ${requestSource} and external_id = ${external_id}`
  if (known !== undefined)
    refuse('conflict', {
      desc: `${known.name} was created with the external_id ${external_id} already.`,
      data: { field: 'external_id', ...known },
    })
}
