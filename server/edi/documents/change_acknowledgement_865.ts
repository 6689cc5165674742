/** A supplier's acknowledgement of the change of a purchase order, transaction set 865. */
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  type AcknowledgedLine,
  type Acknowledgement855,
  headerCode,
  type HeaderCode,
  readAnswerHeader,
  readAnswers,
  supplierReference,
  writeAnswerHeader,
  writeAnswers,
} from './acknowledgement_855.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  dates,
  purposeOf,
  readPurpose,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { readItemIds, writeItemIds } from './items.ts'
import { orderNumber, readBasis, readNotes, writeNotes } from './orders.ts'
import { type LineChange, readChange, writeChange } from './purchase_order_change_860.ts'

/** ordered_quantity is the quantity that the change asked for. */
export interface AnsweredLine extends AcknowledgedLine {
  /** The acknowledged change. */
  change: LineChange
}

const dayCodes = { ship_from_on: '010', cancel_after: '001', ship_not_before: '037', ship_not_after: '038' } as const
const dayNames = ['ship_from_on', 'cancel_after', 'ship_not_before', 'ship_not_after'] as const

/** When the order ships and until when it stands, as the same codes of an 850 ask for it. */
export type ShipDays = Partial<Record<(typeof dayNames)[number], string>>

export interface ChangeAcknowledgement865 extends Omit<Acknowledgement855, 'lines'> {
  /** The buyer's number of the change. */
  change_number: string | null
  /** The days that stand once they have changed; left out where they have not. */
  days?: ShipDays
  /** What no segment can say, such as that a day no longer applies; left out where there is nothing of it. */
  notes?: string
  lines: AnsweredLine[]
}

export interface ReadChangeAcknowledgement865 extends ChangeAcknowledgement865 {
  header_code: string
}

const orderedOf = (lines: readonly AnsweredLine[]) => lines.map(({ ordered_quantity }) => ordered_quantity)

const writeLine = (line: AnsweredLine): Segment[] => [
  segment('POC', ...writeChange(line, line.ordered_quantity, null), ...writeItemIds(line)),
  ...writeAnswers(line),
]

const isTakenOff = ({ ordered_quantity, answers }: AnsweredLine) =>
  ordered_quantity === 0 && answers.every(({ status }) => status === 'deleted')

/**
 * RD where every line is rejected. A line that the change takes off, and that is, is as ordered; lines of an order that ships
 * on other days are accepted with changes.
 */
function codeOf({ days, notes, lines }: ChangeAcknowledgement865): HeaderCode {
  const whole = headerCode(lines)
  const left = lines.filter((line) => !isTakenOff(line))
  const isDated = days !== undefined || notes !== undefined
  if (left.length === lines.length) return whole === 'AD' && isDated ? 'AC' : whole
  const isAsAsked = !isDated && (left.length === 0 || headerCode(left) === 'AD')
  return isAsAsked ? 'AD' : 'AC'
}

export function write865(answer: ChangeAcknowledgement865): OutgoingSet {
  const { number, release_number, change_number, ordered_on, acknowledged_on, days = {}, notes = null, lines } = answer
  const shipDays = dates(dayNames.map((name) => [dayCodes[name], days[name] ?? null]))
  const order = [orderNumber(number), release_number, change_number, x12Day(ordered_on)]
  const own = supplierReference(answer.supplier_reference)
  const segments = [
    segment('BCA', purposeOf(answer), codeOf(answer), ...order, '', '', own, x12Day(acknowledged_on)),
    ...writeAnswerHeader(answer, [...shipDays, ...writeNotes(notes)]),
    ...lines.flatMap(writeLine),
    totals(lines.length, orderedOf(lines)),
  ]
  return { type: '865', segments }
}

function readLine(loop: Segments): AnsweredLine {
  const poc = loop.need('POC')
  const unit = poc.unit(5) ?? 'EA'
  return {
    line_reference: poc.text(1),
    change: readChange(poc),
    ordered_quantity: poc.needQuantity(3),
    unit,
    unit_price: poc.decimal(6),
    ...readBasis(poc, 7, unit),
    ...readItemIds(poc, 8),
    ...readAnswers(loop, unit),
  }
}

function readDays(head: Segments): Pick<ChangeAcknowledgement865, 'days'> {
  const stated = dayNames.flatMap((name) => {
    const day = head.date(dayCodes[name])
    return day === null ? [] : [[name, day]]
  })
  return stated.length === 0 ? {} : { days: Object.fromEntries(stated) as ShipDays }
}

function readWords(head: Segments): Pick<ChangeAcknowledgement865, 'notes'> {
  const notes = readNotes(head)
  return notes === null ? {} : { notes }
}

export function read865(content: Content): ReadChangeAcknowledgement865 {
  const all = contentOf(content, '865')
  const { head, loops, tail } = all.loops('POC')
  const bca = all.need('BCA')
  const lines = loops.map(readLine)
  checkTotals(tail, lines.length, orderedOf(lines))
  return {
    ...readPurpose(bca.raw(1)),
    header_code: bca.need(2),
    number: bca.need(3),
    release_number: bca.text(4),
    change_number: bca.text(5),
    ordered_on: bca.needDay(6),
    supplier_reference: bca.text(9),
    acknowledged_on: bca.day(10),
    ...readAnswerHeader(head),
    ...readDays(head),
    ...readWords(head),
    lines,
  }
}
