/** The purchase order, transaction set 850. */
import { identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  quantityText,
  refuseMissing,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { readItemIds, writeItemIds } from './items.ts'
import {
  orderNumber,
  readBasis,
  readHeader,
  readLineDetails,
  writeHeader,
  writeLineDetails,
  writePrice,
  writeTotal,
} from './orders.ts'
import type { OrderHeader, OrderLine } from './record.ts'

export interface Line850 extends OrderLine {
  quantity: number
}

export interface PurchaseOrder850 extends OrderHeader {
  /** replacement: replaces an order sent before. cancellation: withdraws it. duplicate: repeats it. */
  purpose: 'original' | 'replacement' | 'cancellation' | 'duplicate'
  lines: Line850[]
}

const purposes = { original: '00', cancellation: '01', replacement: '05', duplicate: '07' } as const

const writeLine = (line: Line850): Segment[] => [
  segment(
    'PO1',
    line.line_reference,
    quantityText(line.quantity),
    line.unit,
    ...writePrice(line.unit_price, line.unit, line.price_basis),
    ...writeItemIds(line),
  ),
  ...writeLineDetails(line),
]

export function write850(order: PurchaseOrder850): OutgoingSet {
  const { purpose, order_type, number, release_number, ordered_on, lines } = order
  const release = release_number === null ? '' : identifier(release_number, 30, 'The release')
  const quantities = lines.map(({ quantity }) => quantity)
  const segments = [
    segment('BEG', purposes[purpose], order_type, orderNumber(number), release, x12Day(ordered_on)),
    ...writeHeader(order),
    ...lines.flatMap(writeLine),
    totals(lines.length, quantities),
    ...writeTotal(order.total),
  ]
  return { type: '850', segments }
}

function readLine(loop: Segments): Line850 {
  const po1 = loop.need('PO1')
  const quantity = po1.needQuantity(2)
  const unit = po1.need(3)
  return {
    line_reference: po1.text(1),
    quantity,
    unit,
    unit_price: po1.decimal(4),
    ...readBasis(po1, 5, unit),
    ...readItemIds(po1, 6),
    ...readLineDetails(loop, quantity),
  }
}

export function read850(content: Content): PurchaseOrder850 {
  const all = contentOf(content, '850')
  const { head, loops, tail } = all.loops('PO1')
  const beg = all.need('BEG')
  const lines = loops.map(readLine)
  const quantities = lines.map(({ quantity }) => quantity)
  const purpose = beg.choice(1, purposes)
  // Only a cancellation needs no lines: it withdraws all of them.
  if (lines.length === 0 && purpose !== 'cancellation') refuseMissing('PO1', (tail.all[0] ?? all.all.at(-1)!).position)
  checkTotals(tail, lines.length, quantities)
  return {
    purpose,
    order_type: beg.need(2),
    number: beg.need(3),
    release_number: beg.text(4),
    ordered_on: beg.needDay(5),
    ...readHeader(head, tail),
    lines,
  }
}
