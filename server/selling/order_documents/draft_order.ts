/** Creates the draft order of a paper, through the functions with which orders are created by request. */
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/sql.ts'
import { type NewException, openExceptions } from '../../exceptions/open.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { type NewLine, type PlacedOrder, placeOrder } from '../orders/creation/creation.store.ts'
import { checkTotal } from '../orders/creation/creation.rules.ts'
import type { Order } from '../orders/model.ts'
import { openQuestions } from '../orders/order_questions.ts'
import { orderSubject } from '../orders/order.store.ts'
import { type Account, readAccount, readChannel, readLocation } from '../orders/references.store.ts'
import { type LineSubmission, priceSubmitted } from '../orders/submitted_lines.ts'
import { type DraftLine, exceptionsOf, type PaperHeader } from './paper.rules.ts'
import type { Problem } from './reading/reading.ts'

export interface DraftPaper {
  trading_partner_id: string
  sales_channel_id: string
  location_id: string | null
}

export const readPaperAccount = (sql: Sql, { organization_id }: WriteContext, paper: DraftPaper): Promise<Account> =>
  readAccount(sql, organization_id, paper.trading_partner_id)

/** Prices on the paper that are not those of the account's price list. */
function priceMismatches(
  lines: readonly NewLine[],
  currency: string,
  subject: NewException['subject'],
): NewException[] {
  const wrong = lines.filter(
    ({ unit_price_cents: price, regular_unit_price_cents: listed }) =>
      price != null && listed != null && price !== listed,
  )
  return wrong.map(({ line_number, unit_price_cents, regular_unit_price_cents }) => ({
    kind: 'price_mismatch',
    severity: 'warning',
    subject,
    sentence: `Line ${line_number}: the paper states ${unit_price_cents! / 100} ${currency} a unit, and the price list of the account ${regular_unit_price_cents! / 100}.`,
  }))
}

interface Draft {
  placed: PlacedOrder
  lines: NewLine[]
}

/** The order as its account's channel, price list and terms make it; refuses what orders.create refuses. */
async function draftOf(
  sql: Sql,
  context: WriteContext,
  paper: DraftPaper,
  { currency: stated, ...details }: PaperHeader,
  lines: readonly DraftLine[],
): Promise<Draft> {
  const { organization_id, now } = context
  const account = await readPaperAccount(sql, context, paper)
  const currency = stated ?? account.currency ?? context.currency
  const [sales_channel_id, location_id] = await Promise.all([
    readChannel(sql, organization_id, paper.sales_channel_id, paper.trading_partner_id),
    readLocation(sql, organization_id, paper.location_id),
  ])
  const ordered_on = dayInTimeZone(context.time_zone, now)
  const pricing = { is_wholesale: true, is_open: false, currency, cost_currency: context.currency, bound: null }
  const submitted = lines.map(({ line_number: _number, unit_price_cents, reference, ...line }): Submission => ({
    ...line,
    ...(unit_price_cents === null ? {} : { unit_price_cents }),
    buyer_line_reference: reference,
  }))
  const priced = await priceSubmitted(sql, organization_id, submitted, pricing, {
    trading_partner_id: paper.trading_partner_id,
    price_list_id: account.price_list_id,
    day: ordered_on,
  })
  checkTotal(priced)
  const placedOrder: PlacedOrder = {
    ...details,
    origin: 'document',
    lifecycle: 'draft',
    is_wholesale: true,
    trading_partner_id: paper.trading_partner_id,
    customer_id: null,
    sales_channel_id,
    location_id,
    currency,
    ordered_at: now,
    ordered_on,
    is_ordered_at_stated: false,
    freight_cents: 0,
    freight_tax_cents: 0,
    commitment_id: null,
    terms: account.payment_terms,
    notes: null,
  }
  return { placed: placedOrder, lines: priced }
}

type Submission = LineSubmission & {
  buyer_line_reference: string | null
  door_reference: string | null
  requested_ship_date: string | null
}

/**
 * Refusals happen before anything is written. `recordPaper` names the order on its paper, before the order is
 * announced, so that the announced order names its paper.
 */
export async function createDraft(
  sql: Sql,
  context: WriteContext,
  paper: DraftPaper & { problems: readonly Problem[] },
  { header, lines }: { header: PaperHeader; lines: readonly DraftLine[] },
  recordPaper: (order_id: string) => Promise<unknown>,
): Promise<Order> {
  const { organization_id, now } = context
  const draft = await draftOf(sql, context, paper, header, lines)
  return placeOrder(sql, context, draft.placed, draft.lines, async ({ order_id, name }) => {
    const subject = { type: orderSubject, id: order_id }
    const mismatches = priceMismatches(draft.lines, draft.placed.currency, subject)
    await openExceptions(sql, organization_id, now, [...exceptionsOf(paper.problems, subject), ...mismatches])
    // A repeated reference is a problem of the paper already.
    await openQuestions(sql, context, { ...draft.placed, order_id, name, reference: null, lines: draft.lines })
    await recordPaper(order_id)
  })
}
