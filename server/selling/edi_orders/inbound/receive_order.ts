/**
 * Purchase orders (850) of accounts. An order becomes a draft through the same functions as one of the API. What a person
 * must look at opens exceptions on the draft; an order that cannot become one is held, with an exception that says why.
 */
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { counted } from '../../../contract/outcome.ts'
import { limits } from '../../../contract/limits.ts'
import { Refusal } from '../../../contract/refusals.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { PurchaseOrder850 } from '../../../edi/documents/purchase_order_850.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import { openExceptions } from '../../../exceptions/open.ts'
import type {
  EdiDocumentHandler,
  HandlerContext,
  HandlerOutcome,
  ReceivedEdiDocument,
} from '../../../interchanges/handler.ts'
import { checkShipWindow, checkTotal } from '../../orders/creation/creation.rules.ts'
import { type NewLine, type PlacedOrder, placeOrder } from '../../orders/creation/creation.store.ts'
import { readChannel, readLocation } from '../../orders/references.store.ts'
import { findByNumber, insertEdiOrder, lockNumber, type Named, readDoors, readEdiOrder } from '../edi_order.store.ts'
import { termsText } from './asked/words.rules.ts'
import { settleAllowances } from './allowances/allowances.rules.ts'
import { differencesOf } from './duplicate.rules.ts'
import { cancelsNothing, holdEdiDocument } from './hold_document.ts'
import {
  checkLines,
  currencyOf,
  datesOf,
  exceptionsOf,
  linesOf,
  type Note,
  notesOfProblems,
  readBuyer,
  readingOf,
  readLines,
  type ReadOrderLine,
} from './order_lines.ts'
import { changeOfOrder } from './change.rules.ts'
import { impossibleDays, saysTheSame, textNotes } from './days_and_texts.rules.ts'
import { receiveChange } from './receive_change.ts'
import { compareTotal, totalsOf } from './allowances/totals.rules.ts'

interface Draft {
  placed: PlacedOrder
  read: ReadOrderLine[]
  lines: NewLine[]
  notes: Note[]
  buyer_id: string | null
  /** What the document says beside its lines and what came of it, in words. */
  told: string[]
}

/** How the account sends an order that it believes to be on file. */
const sentAs = { duplicate: 'repetition (BEG01 07)', replacement: 'replacement (BEG01 05)' } as const

/** About the order as a whole: its total, its allowances, and what kind of order it is. */
function orderNotes({ order_type, purpose, number }: Omit<PurchaseOrder850, 'lines'>, total: string | null): Note[] {
  const sentences = [
    ...(total === null ? [] : [total]),
    ...(purpose === 'duplicate' || purpose === 'replacement'
      ? [`it was sent as a ${sentAs[purpose]}, but no order ${number} is on file; ask whether it is to be delivered`]
      : []),
    ...(order_type === 'DS'
      ? [
          'it is a drop shipment to a consumer (DS): the name, address and telephone of the recipient are not stored, so the draft lacks the place to ship to; ship it with the documents of the account',
        ]
      : []),
  ]
  return sentences.map((sentence) => ({ kind: 'not_understood', name: 'order', sentence }))
}

/** The order stays in its own currency, in which the price list of the account may have no prices. */
const currencyNotes = (currency: string, agreed: string): Note[] =>
  currency === agreed
    ? []
    : [{ kind: 'not_understood', name: 'order', sentence: `it is in ${currency}, and the account trades in ${agreed}` }]

/** The time zone in which a day begins first: a later day than its own is none anywhere. */
const earliestZone = 'Pacific/Kiritimati'

const futureNotes = (stated: string, ordered_on: string, now: string): Note[] =>
  stated <= dayInTimeZone(earliestZone, now)
    ? []
    : [
        {
          kind: 'not_understood',
          name: 'order',
          sentence: `its date ${stated} (BEG05) has not come; the day on which it arrived, ${ordered_on}, is kept in its place`,
        },
      ]

/** A day of the buyer is at most today: its clock may be ahead of ours. */
const notAfterToday = (day: string, today: string) => (day > today ? today : day)

async function draftOf(
  sql: Sql,
  { organization_id, currency: cost_currency, time_zone, now }: HandlerContext,
  { account: { trading_partner_id } }: ReceivedEdiDocument,
  { lines, ...header }: PurchaseOrder850,
): Promise<Draft> {
  checkLines(lines.length)
  const account = await readBuyer(sql, organization_id, trading_partner_id)
  const currency = currencyOf(header, account)
  const [sales_channel_id, location_id] = await Promise.all([
    readChannel(sql, organization_id, undefined, trading_partner_id),
    readLocation(sql, organization_id, undefined),
  ])
  const today = dayInTimeZone(time_zone, now)
  const ordered_on = notAfterToday(header.ordered_on, today)
  const dates = datesOf(header, account.transit_days)
  checkShipWindow(dates)
  const reading = await readingOf(sql, organization_id, account, { lines, currency, day: ordered_on, header })
  const read = readLines(lines, reading)
  const { transit_days } = account
  const facts = { currency, cost_currency, transit_days, requested_ship_date: dates.requested_ship_date }
  const orderLines: NewLine[] = []
  for (const line of read) orderLines.push(...linesOf(line, facts, orderLines.length + 1))
  checkLines(orderLines.length)
  checkTotal(orderLines)
  const { allowances = [] } = header
  const settled = settleAllowances(orderLines, read, allowances, currency)
  const { matched, note } = compareTotal(header.total, totalsOf(read, allowances, reading), currency)
  return {
    read,
    lines: settled.lines,
    buyer_id: account.buyer_id,
    notes: [
      ...textNotes(header),
      ...impossibleDays(dates, orderLines),
      ...futureNotes(header.ordered_on, ordered_on, now),
      ...orderNotes(header, note),
      ...currencyNotes(currency, account.currency),
      ...settled.notes,
    ],
    told: [...(matched === null ? [] : [matched]), ...settled.kept, ...referenceWords(header)],
    placed: {
      ...dates,
      origin: 'edi',
      lifecycle: 'draft',
      is_wholesale: true,
      trading_partner_id,
      customer_id: null,
      sales_channel_id,
      location_id,
      commitment_id: null,
      door_reference: header.ship_to?.code ?? null,
      currency,
      // The document names a day; an order of an earlier day was placed at its noon in UTC.
      ordered_at: ordered_on === today ? now : `${ordered_on}T12:00:00Z`,
      ordered_on,
      reference: header.number,
      terms: termsText(header.terms)?.slice(0, limits.sales_order_label_length_max) ?? account.payment_terms,
      freight_cents: settled.freight_cents,
      freight_tax_cents: 0,
      shipping_method: header.routing?.slice(0, limits.sales_order_label_length_max) ?? null,
      notes: header.notes === null ? null : header.notes.slice(0, limits.sales_order_notes_length_max),
    },
  }
}

/** The references that sort the order in the books of the account, in words. */
const referenceWords = ({ references = [] }: Pick<OrderHeader, 'references'>): string[] =>
  references.length === 0
    ? []
    : [`references ${references.map(({ qualifier, id }) => `${qualifier} ${id}`).join(', ')}`]

const withoutNumber =
  'the place to ship to has no number; its name and address are not stored, as they may be those of a person, so state the door of the order before it ships'

/** Places of the order that are unknown: where it goes, and the buyer that is neither a store nor the account itself. */
function headerNotes(
  { ship_to, buyer, order_type }: OrderHeader,
  doors: ReadonlySet<string>,
  buyer_id: string | null,
): Note[] {
  const isUnknown = (code: string | null): code is string => code !== null && !doors.has(code.toLowerCase())
  const place = ship_to?.code ?? null
  const orderedBy = buyer?.code ?? null
  const isOther =
    orderedBy?.toLowerCase() !== place?.toLowerCase() && orderedBy?.toLowerCase() !== buyer_id?.toLowerCase()
  // A drop shipment says the same of its recipient.
  const isNameless = ship_to !== null && place === null && order_type !== 'DS'
  return [
    ...(isNameless ? [{ name: 'ship to', sentence: withoutNumber }] : []),
    ...(isUnknown(place) ? [{ name: 'ship to', sentence: `unknown door ${place}` }] : []),
    ...(isUnknown(orderedBy) && isOther
      ? [{ name: 'buyer', sentence: `${orderedBy} is neither a door nor the id of the account as a buyer` }]
      : []),
  ].map((note) => ({ kind: 'unknown_door', ...note }))
}

async function createDraft(
  sql: Sql,
  context: HandlerContext,
  key: Named,
  record: PurchaseOrder850,
  { placed, read, lines, told, buyer_id, ...draft }: Draft,
): Promise<HandlerOutcome> {
  const { organization_id, now } = context
  const { lines: _lines, purpose: _purpose, ...header } = record
  const doors = await readDoors(sql, organization_id, key.trading_partner_id)
  const order = await placeOrder(sql, context, placed, lines, async ({ order_id }) => {
    const stored = read.map(({ position, line, fault }) => ({ position, line, fault }))
    await insertEdiOrder(sql, { organization_id, now }, { ...key, order_id, header }, stored)
    const notes = [...headerNotes(header, doors, buyer_id), ...draft.notes, ...read.flatMap((line) => line.notes)]
    await openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number: record.number }, notes))
  })
  const open = order.exceptions_open
  const more = told.map((words) => ` ${words[0]!.toUpperCase()}${words.slice(1)}.`).join('')
  return {
    state: 'processed',
    sentence: `Order ${record.number} is the draft ${order.name}${open === 0 ? '' : `, with ${counted(open, 'exception')}`}.${more}`,
    order_id: order.order_id,
  }
}

/** Element 92. */
const blanket = 'BK'

const namedBy = ({ account }: ReceivedEdiDocument, { number, release_number }: OrderHeader): Named => ({
  trading_partner_id: account.trading_partner_id,
  number,
  release_number,
})

/** An order that is sent again changes nothing; where it says otherwise than the one on file, a person decides. */
async function receiveAgain(
  sql: Sql,
  context: HandlerContext,
  received: ReceivedEdiDocument,
  record: PurchaseOrder850,
  { order_id, name }: { order_id: string; name: string },
): Promise<HandlerOutcome> {
  const stored = (await readEdiOrder(sql, context.organization_id, order_id))!
  const differences = differencesOf(stored, record)
  const again = `Order ${record.number} was sent again (BEG01 07)`
  if (differences.length === 0)
    return { state: 'processed', sentence: `${again} as ${name} has it; nothing was changed.`, order_id }
  const sentence = `${again} and differs from ${name}; nothing was changed: ${differences.slice(0, namedMax).join('; ')}${differences.length > namedMax ? '; and more' : ''}.`
  return holdEdiDocument(sql, context, received, sentence, { kind: 'duplicate_order', order_id })
}

const namedMax = 10

/** Reads an order document in the transaction that records it. */
export async function receiveOrder(
  sql: Sql,
  context: HandlerContext,
  received: ReceivedEdiDocument,
  record: PurchaseOrder850,
): Promise<HandlerOutcome> {
  const { number, purpose } = record
  const key = namedBy(received, record)
  await lockNumber(sql, context.organization_id, key)
  const known = await findByNumber(sql, context.organization_id, key)
  if (purpose === 'duplicate' && known?.is_edi === true) return receiveAgain(sql, context, received, record, known)
  if (purpose !== 'original' && known?.is_edi === true)
    return receiveChange(sql, context, received, known.order_id, changeOfOrder(record))
  if (purpose === 'cancellation') return holdEdiDocument(sql, context, received, `Order ${number} ${cancelsNothing}`)
  if (known !== null) {
    const sentence = `Order ${number} arrived again; it is ${known.name} already, and no second order was created.`
    return holdEdiDocument(sql, context, received, sentence, { kind: 'duplicate_order', order_id: known.order_id })
  }
  if (record.order_type === blanket)
    return holdEdiDocument(
      sql,
      context,
      received,
      `Order ${number} is a blanket order (BK): it asks for nothing until the account releases units of it.`,
    )
  const draft = await draftOf(sql, context, received, record).catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  if (draft instanceof Refusal)
    return holdEdiDocument(sql, context, received, `Order ${number} was not taken: ${draft.desc}`)
  const days = draft.notes.filter((note) => !saysTheSame(received.problems, note))
  const notes = [...notesOfProblems(received.problems), ...days]
  return createDraft(sql, context, key, record, { ...draft, notes })
}

export const handle850: EdiDocumentHandler = {
  document_type: '850',
  handle: (sql, context, received) => receiveOrder(sql, context, received, received.record as PurchaseOrder850),
}
