/** The change of a purchase order by its buyer, transaction set 860. */
import { identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  type Placed,
  quantityText,
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

/** Element 670. */
export type LineChange =
  | 'added'
  | 'changed'
  | 'dates_changed'
  | 'deleted'
  | 'price_changed'
  | 'price_and_quantity_changed'
  | 'quantity_decreased'
  | 'quantity_increased'
  | 'replaced'
  | 'unchanged'

export interface ChangedLine extends OrderLine {
  change: LineChange
  /** Ordered after the change; null if the change does not concern it. */
  quantity: number | null
  /** Still to be delivered after the change. */
  quantity_left: number | null
}

export interface PurchaseOrderChange860 extends OrderHeader {
  /** cancellation: withdraws the whole order. replacement: the lines are the whole order from now on. */
  purpose: 'change' | 'cancellation' | 'replacement'
  /** The buyer's number of this change. */
  change_number: string | null
  changed_on: string | null
  lines: ChangedLine[]
}

const purposes = { change: '04', cancellation: '01', replacement: '05' } as const
const changes = {
  added: 'AI',
  changed: 'CA',
  dates_changed: 'CT',
  deleted: 'DI',
  price_changed: 'PC',
  price_and_quantity_changed: 'PQ',
  quantity_decreased: 'QD',
  quantity_increased: 'QI',
  replaced: 'RZ',
  unchanged: 'NC',
} as const satisfies Record<LineChange, string>

/** Changes that say nothing without the quantity. */
const needsQuantity = new Set<LineChange>([
  'added',
  'price_and_quantity_changed',
  'quantity_decreased',
  'quantity_increased',
])

/** POC up to the price, which 860 and 865 share. */
export function writeChange(
  line: { change: LineChange } & Pick<OrderLine, 'line_reference' | 'unit' | 'unit_price' | 'price_basis'>,
  quantity: number | null,
  left: number | null,
): (string | number | null)[] {
  const unit = quantity === null && line.unit === 'EA' ? '' : line.unit
  return [
    line.line_reference,
    changes[line.change],
    quantity === null ? null : quantityText(quantity),
    left === null ? null : quantityText(left),
    unit,
    ...writePrice(line.unit_price, line.unit, line.price_basis),
  ]
}

/** Further codes of the element tell that a line changed and no more. */
export const readChange = (poc: Placed): LineChange =>
  (Object.keys(changes) as LineChange[]).find((name) => changes[name] === poc.need(2)) ?? 'changed'

const writeLine = (line: ChangedLine): Segment[] => [
  segment('POC', ...writeChange(line, line.quantity, line.quantity_left), ...writeItemIds(line)),
  ...writeLineDetails(line),
]

const quantitiesOf = (lines: readonly ChangedLine[]) => lines.map(({ quantity }) => quantity ?? 0)

export function write860(order: PurchaseOrderChange860): OutgoingSet {
  const { purpose, order_type, number, release_number, change_number, ordered_on, changed_on, lines } = order
  const release = release_number === null ? '' : identifier(release_number, 30, 'The release')
  const change = change_number === null ? '' : identifier(change_number, 8, 'The number of the change')
  const head = [purposes[purpose], order_type, orderNumber(number), release, change, x12Day(ordered_on)]
  const segments = [
    segment('BCH', ...head, '', '', '', '', x12Day(changed_on)),
    ...writeHeader(order),
    ...lines.flatMap(writeLine),
    totals(lines.length, quantitiesOf(lines)),
    ...writeTotal(order.total),
  ]
  return { type: '860', segments }
}

function readLine(loop: Segments): ChangedLine {
  const poc = loop.need('POC')
  const change = readChange(poc)
  const quantity = needsQuantity.has(change) ? poc.needQuantity(3) : poc.quantity(3)
  const unit = poc.unit(5) ?? 'EA'
  return {
    line_reference: poc.text(1),
    change,
    quantity,
    quantity_left: poc.quantity(4),
    unit,
    unit_price: poc.decimal(6),
    ...readBasis(poc, 7, unit),
    ...readItemIds(poc, 8),
    ...readLineDetails(loop, quantity),
  }
}

export function read860(content: Content): PurchaseOrderChange860 {
  const all = contentOf(content, '860')
  const { head, loops, tail } = all.loops('POC')
  const bch = all.need('BCH')
  const lines = loops.map(readLine)
  checkTotals(tail, lines.length, quantitiesOf(lines))
  return {
    purpose: bch.choice(1, purposes),
    order_type: bch.need(2),
    number: bch.need(3),
    release_number: bch.text(4),
    change_number: bch.text(5),
    ordered_on: bch.needDay(6),
    changed_on: bch.day(11),
    ...readHeader(head, tail),
    lines,
  }
}
