/**
 * /portal: the pages that people of a trading account see. A cookie admits them to one account; every statement names the
 * organisation and the account of its seat, never an id of the request alone. Unknown ids and those of others look alike.
 */
import type { PipelineContext } from '../../pipeline/context.ts'
import { callerAddress } from '../../pipeline/address.ts'
import { asRefusal } from '../../pipeline/answer_file.ts'
import { addressSubject, countAttempt } from '../../pipeline/attempts.ts'
import { readBody } from '../../pipeline/body.ts'
import { beginExchange, securityHeaders } from '../../pipeline/exchange.ts'
import { limits } from '../../contract/limits.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { fileNameOf } from '../../documents/printing/printed_order.ts'
import { readInvoice } from '../../selling/invoices/invoice.store.ts'
import { invoiceFile } from '../../selling/invoices/invoice_file.ts'
import { readInvoicesOfAccount } from '../../selling/invoices/summaries.store.ts'
import { accountBody, orderBody } from './account_pages.ts'
import { seatCookie, tokenOf } from './browser.rules.ts'
import { answerNewLink, answerNewLinkForm } from './new_link.ts'
import { acceptPage, newLinkWay, plainPage, privateHeaders, seatPage } from './page.ts'
import { acceptInvitation, admitSeat, endSession, type Seat } from './session.store.ts'
import { readOpenOrders, readShownLines, readShownOrder, readShownShipments } from './shown.store.ts'
import { type Answer, foreignForm, goTo, isForeignForm, page, type Visit } from './visit.ts'

const notFound = ({ root }: Visit): Answer =>
  page(404, plainPage(root, 'Not found', ['Your account has nothing under this address.']))

/** One page for a missing, expired, revoked and invented session. */
const signedOut = ({ root, context: { settings } }: Visit): Answer =>
  page(
    401,
    plainPage(
      root,
      'Open the link of your invitation',
      [
        'This browser is not signed in to a portal, or your access has ended.',
        'Open the link in your invitation. If it was used or is older than a week, ask for a new one.',
      ],
      newLinkWay(root),
    ),
    { 'Set-Cookie': seatCookie.end(settings) },
  )

/** One page for an unknown, used, revoked and expired invitation. */
const refusedInvitation = ({ root }: Visit): Answer =>
  page(
    404,
    plainPage(
      root,
      'This invitation cannot be used',
      ['It was used already, was replaced or withdrawn, or is older than a week.'],
      newLinkWay(root),
    ),
  )

const cookieOf = ({ context, exchange }: Visit) =>
  seatCookie.read(exchange.request.headers.get('cookie'), context.settings)

/** The seat of the request, counted; null if there is none. */
async function admit(visit: Visit, what: string, perMinute: number, opens: boolean): Promise<Seat | null> {
  const { db, settings } = visit.context
  const seat = await admitSeat(db.autocommit, settings.SERVICE_REGION, cookieOf(visit), opens)
  if (seat !== null) await countAttempt(db.autocommit, new Map([[`portal ${what} ${seat.seat_id}`, perMinute]]))
  return seat
}
const admitToPage = (visit: Visit) => admit(visit, 'page', limits.portal_requests_per_minute_and_seat, true)

async function answerAccount(visit: Visit): Promise<Answer> {
  const seat = await admitToPage(visit)
  if (seat === null) return signedOut(visit)
  const { reads } = visit.context.db.of(seat.organization_id)
  const [orders, shipments, invoices] = await Promise.all([
    readOpenOrders(reads, seat),
    readShownShipments(reads, seat),
    readInvoicesOfAccount(reads, seat.organization_id, seat.trading_partner_id),
  ])
  const body = accountBody(visit.root, { orders, shipments, invoices })
  return page(200, seatPage(visit.root, 'Orders and invoices', seat, body))
}

async function answerOrder(visit: Visit, order_id: string): Promise<Answer> {
  const seat = await admitToPage(visit)
  if (seat === null) return signedOut(visit)
  if (!uuidPattern.test(order_id)) return notFound(visit)
  const { reads } = visit.context.db.of(seat.organization_id)
  const [order, lines, shipments] = await Promise.all([
    readShownOrder(reads, seat, order_id),
    readShownLines(reads, seat, order_id),
    readShownShipments(reads, seat, order_id),
  ])
  if (order === null) return notFound(visit)
  return page(200, seatPage(visit.root, `Order ${order.name}`, seat, orderBody(visit.root, order, lines, shipments)))
}

async function answerInvoice(visit: Visit, invoice_id: string): Promise<Answer> {
  const seat = await admit(visit, 'file', limits.portal_files_per_minute_and_seat, false)
  if (seat === null) return signedOut(visit)
  if (!/^[1-9]\d{0,15}$/.test(invoice_id) || !Number.isSafeInteger(Number(invoice_id))) return notFound(visit)
  const { organization_id, trading_partner_id, account_name } = seat
  const { reads } = visit.context.db.of(organization_id)
  const reader = { organization_id, account: { trading_partner_id, name: account_name } }
  // Refuses an invoice of another account as unknown, before any of it is printed.
  const { name } = await readInvoice(reads, reader, Number(invoice_id))
  const invoicePdf = await invoiceFile.make(reads, organization_id, { invoice_id })
  if (invoicePdf === null) return notFound(visit)
  return {
    status: 200,
    body: await invoicePdf.bytes(),
    headers: {
      ...privateHeaders,
      'Content-Type': invoicePdf.content_type,
      'Content-Disposition': `attachment; filename="${fileNameOf(name)}.pdf"`,
    },
  }
}

async function answerAccept(visit: Visit): Promise<Answer> {
  const { context, exchange, root } = visit
  const { request } = exchange
  const { db, settings } = context
  if (isForeignForm(visit)) return foreignForm(visit)
  const body = await readBody(request, limits.portal_body_bytes_max)
  const attempts = limits.sign_in_attempts_per_minute_and_address
  await countAttempt(db.autocommit, new Map([[addressSubject('portal', exchange.address!), attempts]]))
  const token = tokenOf(body, request.headers.get('content-type'))
  if (token === null) return refusedInvitation(visit)
  const session = await db.write((sql) => acceptInvitation(sql, settings.SERVICE_REGION, token))
  if (session === null) return refusedInvitation(visit)
  return goTo(`${root}/portal`, seatCookie.set(session, settings))
}

async function answerSignOut(visit: Visit): Promise<Answer> {
  const { context, root } = visit
  const { db, settings } = context
  if (isForeignForm(visit)) return foreignForm(visit)
  const seat = await admit(visit, 'page', limits.portal_requests_per_minute_and_seat, false)
  if (seat !== null) await endSession(db.autocommit, seat, cookieOf(visit)!)
  return goTo(`${root}/portal`, seatCookie.end(settings))
}

/** The routes of the portal, with their parameters as the router writes them. */
export const portalRoutes: readonly {
  method: 'GET' | 'POST'
  path: string
  answer: (visit: Visit, params: Record<string, string>) => Promise<Answer>
}[] = [
  { method: 'GET', path: '/portal', answer: answerAccount },
  { method: 'GET', path: '/portal/accept', answer: async ({ root }) => page(200, acceptPage(root)) },
  { method: 'POST', path: '/portal/accept', answer: answerAccept },
  { method: 'GET', path: '/portal/new-link', answer: async (visit) => answerNewLinkForm(visit) },
  { method: 'POST', path: '/portal/new-link', answer: answerNewLink },
  { method: 'POST', path: '/portal/sign-out', answer: answerSignOut },
  { method: 'GET', path: '/portal/orders/:order_id', answer: (visit, params) => answerOrder(visit, params.order_id!) },
  {
    method: 'GET',
    path: '/portal/invoices/:invoice_id',
    answer: (visit, params) => answerInvoice(visit, params.invoice_id!),
  },
]

/** Returns an error as a page, because a person reads it in a browser. */
function answerTrouble(visit: Visit, error: unknown): Answer {
  const { exchange, context, root } = visit
  const refusal = asRefusal(context, exchange, error)
  exchange.code = refusal.code
  if (refusal.status === 404) return notFound(visit)
  const seconds = refusal.retry_after_seconds
  const title = refusal.status >= 500 ? 'Please try again' : 'Not possible at the moment'
  return page(
    refusal.status,
    plainPage(root, title, [refusal.desc]),
    seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  )
}

export async function answerPortal(
  context: PipelineContext,
  request: Request,
  answer: (visit: Visit) => Promise<Answer>,
  peer_address: string,
): Promise<Response> {
  const { settings } = context
  const exchange = beginExchange(request, null, peer_address, settings)
  exchange.address = callerAddress(request, peer_address, settings.TRUSTED_PROXIES)
  const visit = { context, exchange, root: new URL(settings.BASE_URL).pathname.replace(/\/$/, '') }
  const { status, body, headers } = await answer(visit).catch((error: unknown) => answerTrouble(visit, error))
  exchange.status = status
  // Pages that a cookie opens are for no script of another origin, so the API's CORS headers are left out.
  const common = {
    ...securityHeaders(settings),
    'X-Request-Id': exchange.request_id,
    'X-Service-Region': settings.SERVICE_REGION,
  }
  context.observe(exchange)
  return new Response(body as Uint8Array<ArrayBuffer> | string | null, { status, headers: { ...headers, ...common } })
}
