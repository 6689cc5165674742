/** A supplier's acknowledgement of a purchase order, transaction set 855. */
import { identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import { X12Error } from '../x12/faults.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  optional,
  type Placed,
  purposeOf,
  quantityText,
  readPurpose,
  references,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { readItemIds, writeItemIds, writeTitle } from './items.ts'
import {
  customerReference,
  orderNumber,
  readBasis,
  readNotes,
  readReferences,
  writeNotes,
  writePrice,
  writeReferences,
} from './orders.ts'
import { partyCodes, readParties, writeParty } from './parties.ts'
import type { ItemIds, Party, Reference } from './record.ts'

/** Element 668. */
export type LineStatus =
  | 'accepted'
  | 'accepted_with_changes'
  | 'accepted_quantity_changed'
  | 'accepted_price_changed'
  | 'accepted_date_changed'
  | 'backordered'
  | 'substituted'
  | 'deleted'
  | 'rejected'

/** The decision about a line, or about part of it. */
export interface LineAnswer {
  status: LineStatus
  quantity: number
  /** Where it is not that of the line: single units, of which a part of a case or a dozen is agreed. */
  unit?: string
  /** Scheduled shipment. */
  ship_on: string | null
}

export interface AcknowledgedLine extends ItemIds {
  line_reference: string | null
  /** As the buyer ordered it, whatever the decisions say. */
  ordered_quantity: number
  unit: string
  /** The price that is confirmed; it differs from the order's where a status says so. */
  unit_price: string | null
  /** As the line of the order has it. */
  price_basis?: string
  title: string | null
  /** At least one. Quantities of rejected and deleted units are stated, too. */
  answers: LineAnswer[]
  /** What no answer can say, such as why the line is rejected, in words (MSG); left out where there is nothing of it. */
  note?: string
}

/** AD: all as ordered. AC: with changes. RD: every line is rejected. */
export type HeaderCode = 'AD' | 'AC' | 'RD'

export interface Acknowledgement855 {
  /** Left out of the first answer. */
  purpose?: 'replacement'
  /** The buyer's order number. */
  number: string
  release_number: string | null
  ordered_on: string
  acknowledged_on: string | null
  /** The supplier's own order number. */
  supplier_reference: string | null
  vendor_number: string | null
  department: string | null
  currency: string | null
  /** The customer's order reference (REF CO), and further references, as the order states them. */
  reference?: string
  references?: Reference[]
  buyer: Party | null
  supplier: Party | null
  ship_to: Party | null
  lines: AcknowledgedLine[]
}

/** As it was read: partners also send codes that we do not write, such as AK without lines. */
export interface ReadAcknowledgement855 extends Acknowledgement855 {
  header_code: string
}

const statuses = {
  accepted: 'IA',
  accepted_with_changes: 'IC',
  accepted_quantity_changed: 'IQ',
  accepted_price_changed: 'IP',
  accepted_date_changed: 'DR',
  backordered: 'IB',
  substituted: 'IS',
  deleted: 'ID',
  rejected: 'IR',
} as const satisfies Record<LineStatus, string>
/**
 * Further codes that suppliers send: accepted and shipped, forwarded, released or to be scheduled; balance backordered.
 */
const furtherStatuses: Record<string, LineStatus> = {
  AC: 'accepted',
  AA: 'accepted',
  AR: 'accepted',
  SP: 'accepted',
  BP: 'backordered',
}
/** Current schedule ship. */
const scheduledShip = '068'

const isRefused = ({ answers }: AcknowledgedLine) =>
  answers.every(({ status }) => status === 'rejected' || status === 'deleted')

const isAsOrdered = ({ answers, ordered_quantity }: AcknowledgedLine) =>
  answers.every(({ status }) => status === 'accepted') &&
  answers.reduce((sum, { quantity }) => sum + quantity, 0) === ordered_quantity

/** Derived from the decisions, so that header and lines agree. */
export function headerCode(lines: readonly AcknowledgedLine[]): HeaderCode {
  if (lines.length === 0 || lines.some(({ answers }) => answers.length === 0))
    throw new X12Error('An acknowledgement needs lines, and every line an answer.')
  if (lines.every(isRefused)) return 'RD'
  return lines.every(isAsOrdered) ? 'AD' : 'AC'
}

/** Segments after BAK or BCA; days of the order, and notes on them, follow its references. */
export const writeAnswerHeader = (
  answer: Omit<Acknowledgement855, 'lines'>,
  days: readonly Segment[] = [],
): Segment[] => [
  ...optional(answer.currency, (currency) => segment('CUR', 'SE', currency)),
  ...references([
    ['DP', answer.department],
    ['IA', answer.vendor_number],
    ['CO', answer.reference ?? null],
  ]),
  ...writeReferences(answer.references),
  ...days,
  ...writeParty(partyCodes.buyer, answer.buyer),
  ...writeParty(partyCodes.supplier, answer.supplier),
  ...writeParty(partyCodes.ship_to, answer.ship_to),
]

export function readAnswerHeader(head: Segments) {
  const party = readParties(head)
  return {
    currency: head.find('CUR')?.text(2) ?? null,
    department: head.reference('DP'),
    vendor_number: head.reference('IA'),
    ...customerReference(head),
    ...readReferences(head, ['DP', 'IA', 'CO']),
    buyer: party(partyCodes.buyer),
    supplier: party(partyCodes.supplier),
    ship_to: party(partyCodes.ship_to),
  }
}

/** Segments after PO1 or POC. */
export const writeAnswers = ({ title, unit, answers, note }: AcknowledgedLine): Segment[] => [
  ...writeTitle(title),
  ...answers.map(({ status, quantity, ship_on, unit: own = unit }) => {
    const day = ship_on === null ? [] : [scheduledShip, x12Day(ship_on)]
    return segment('ACK', statuses[status], quantityText(quantity), own, ...day)
  }),
  ...writeNotes(note ?? null),
]

function readAnswer(ack: Placed, orderedUnit: string): LineAnswer {
  const unit = ack.text(3) ?? orderedUnit
  return {
    status: furtherStatuses[ack.need(1)] ?? ack.choice(1, statuses),
    quantity: ack.needQuantity(2),
    ...(unit === orderedUnit ? {} : { unit }),
    ship_on: ack.day(5),
  }
}

export function readAnswers(loop: Segments, orderedUnit: string): Pick<AcknowledgedLine, 'title' | 'answers' | 'note'> {
  const note = readNotes(loop)
  return {
    title: loop.find('PID')?.text(5) ?? null,
    answers: loop.filter('ACK').map((ack) => readAnswer(ack, orderedUnit)),
    ...(note === null ? {} : { note }),
  }
}

const orderedOf = (lines: readonly AcknowledgedLine[]) => lines.map(({ ordered_quantity }) => ordered_quantity)

const writeLine = (line: AcknowledgedLine): Segment[] => [
  segment(
    'PO1',
    line.line_reference,
    quantityText(line.ordered_quantity),
    line.unit,
    ...writePrice(line.unit_price, line.unit, line.price_basis),
    ...writeItemIds(line),
  ),
  ...writeAnswers(line),
]

export const supplierReference = (text: string | null): string =>
  text === null ? '' : identifier(text, 50, "The supplier's order number")

export function write855(answer: Acknowledgement855): OutgoingSet {
  const { number, ordered_on, release_number, acknowledged_on, lines } = answer
  const own = supplierReference(answer.supplier_reference)
  const order = [orderNumber(number), x12Day(ordered_on), release_number]
  const segments = [
    segment('BAK', purposeOf(answer), headerCode(lines), ...order, '', '', own, x12Day(acknowledged_on)),
    ...writeAnswerHeader(answer),
    ...lines.flatMap(writeLine),
    totals(lines.length, orderedOf(lines)),
  ]
  return { type: '855', segments }
}

function readLine(loop: Segments): AcknowledgedLine {
  const po1 = loop.need('PO1')
  const unit = po1.need(3)
  return {
    line_reference: po1.text(1),
    ordered_quantity: po1.needQuantity(2),
    unit,
    unit_price: po1.decimal(4),
    ...readBasis(po1, 5, unit),
    ...readItemIds(po1, 6),
    ...readAnswers(loop, unit),
  }
}

export function read855(content: Content): ReadAcknowledgement855 {
  const all = contentOf(content, '855')
  const { head, loops, tail } = all.loops('PO1')
  const bak = all.need('BAK')
  const lines = loops.map(readLine)
  checkTotals(tail, lines.length, orderedOf(lines))
  return {
    ...readPurpose(bak.raw(1)),
    header_code: bak.need(2),
    number: bak.need(3),
    ordered_on: bak.needDay(4),
    release_number: bak.text(5),
    supplier_reference: bak.text(8),
    acknowledged_on: bak.day(9),
    ...readAnswerHeader(head),
    lines,
  }
}
