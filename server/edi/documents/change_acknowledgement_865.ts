/** A supplier's acknowledgement of the change of a purchase order, transaction set 865. */
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  type AcknowledgedLine,
  type Acknowledgement855,
  headerCode,
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
  purposeOf,
  readPurpose,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { readItemIds, writeItemIds } from './items.ts'
import { orderNumber, readBasis } from './orders.ts'
import { type LineChange, readChange, writeChange } from './purchase_order_change_860.ts'

/** ordered_quantity is the quantity that the change asked for. */
export interface AnsweredLine extends AcknowledgedLine {
  /** The acknowledged change. */
  change: LineChange
}

export interface ChangeAcknowledgement865 extends Omit<Acknowledgement855, 'lines'> {
  /** The buyer's number of the change. */
  change_number: string | null
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

export function write865(answer: ChangeAcknowledgement865): OutgoingSet {
  const { number, release_number, change_number, ordered_on, acknowledged_on, lines } = answer
  const order = [orderNumber(number), release_number, change_number, x12Day(ordered_on)]
  const own = supplierReference(answer.supplier_reference)
  const segments = [
    segment('BCA', purposeOf(answer), headerCode(lines), ...order, '', '', own, x12Day(acknowledged_on)),
    ...writeAnswerHeader(answer),
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
    ordered_quantity: poc.needInteger(3),
    unit,
    unit_price: poc.decimal(6),
    ...readBasis(poc, 7, unit),
    ...readItemIds(poc, 8),
    ...readAnswers(loop),
  }
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
    lines,
  }
}
