/** The advice of stock, transaction set 846. */
import { identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  dates,
  references,
  segment,
  type Segments,
  totals,
  x12Day,
  x12Time,
} from './fields.ts'
import { readItemIds, writeItemIds, writeTitle } from './items.ts'
import { partyCodes, readParties, writeParty } from './parties.ts'
import type { ItemIds, Party } from './record.ts'

export interface AdvisedItem extends ItemIds {
  line_reference: string | null
  title: string | null
  unit: string
  /** QA. */
  available: number | null
  /** 17. */
  on_hand: number | null
  /** 63. */
  on_order: number | null
  /** The day on which more is available. */
  available_on: string | null
}

export interface InventoryAdvice846 {
  purpose: 'original' | 'replacement'
  /** The sender's number of this advice. */
  reference: string
  advised_on: string
  /** HH:MM. */
  advised_at: string | null
  vendor_number: string | null
  supplier: Party | null
  buyer: Party | null
  warehouse: Party | null
  items: AdvisedItem[]
}

const purposes = { original: '00', replacement: '05' } as const
/** Element 673; what is available is also read as 33. */
const quantityCodes = { available: ['QA', '33'], on_hand: ['17'], on_order: ['63'] } as const
const kinds = ['available', 'on_hand', 'on_order'] as const
/** Element 755: the seller's report. */
const sellerReport = 'SI'
/** Date available. */
const available = '018'

const quantitiesOf = (items: readonly AdvisedItem[]) => items.flatMap((item) => kinds.map((kind) => item[kind] ?? 0))

const writeItem = (item: AdvisedItem): Segment[] => [
  segment('LIN', item.line_reference, ...writeItemIds(item)),
  ...writeTitle(item.title),
  ...dates([[available, item.available_on]]),
  ...kinds.flatMap((kind) =>
    item[kind] === null ? [] : [segment('QTY', quantityCodes[kind][0], item[kind], item.unit)],
  ),
]

export function write846(advice: InventoryAdvice846): OutgoingSet {
  const reference = identifier(advice.reference, 30, 'The number of the advice')
  const when = [x12Day(advice.advised_on), x12Time(advice.advised_at)]
  const segments = [
    segment('BIA', purposes[advice.purpose], sellerReport, reference, ...when),
    ...references([['IA', advice.vendor_number]]),
    ...(['supplier', 'buyer', 'warehouse'] as const).flatMap((name) => writeParty(partyCodes[name], advice[name])),
    ...advice.items.flatMap(writeItem),
    totals(advice.items.length, quantitiesOf(advice.items)),
  ]
  return { type: '846', segments }
}

function readItem(loop: Segments): AdvisedItem {
  const lin = loop.need('LIN')
  const stated = (kind: (typeof kinds)[number]) =>
    quantityCodes[kind]
      .map((code) => loop.find('QTY', code))
      .find((qty) => qty !== undefined)
      ?.needInteger(2) ?? null
  return {
    line_reference: lin.text(1),
    ...readItemIds(lin, 2),
    title: loop.find('PID')?.text(5) ?? null,
    unit: loop.find('QTY')?.unit(3) ?? 'EA',
    available: stated('available'),
    on_hand: stated('on_hand'),
    on_order: stated('on_order'),
    available_on: loop.date(available),
  }
}

export function read846(content: Content): InventoryAdvice846 {
  const all = contentOf(content, '846')
  const { head, loops, tail } = all.loops('LIN')
  const bia = all.need('BIA')
  const items = loops.map(readItem)
  checkTotals(
    tail,
    items.length,
    loops.flatMap((loop) => loop.filter('QTY').map((qty) => qty.integer(2) ?? 0)),
  )
  const party = readParties(head)
  return {
    purpose: bia.choice(1, purposes),
    reference: bia.need(3),
    advised_on: bia.needDay(4),
    advised_at: bia.time(5),
    vendor_number: head.reference('IA'),
    supplier: party(partyCodes.supplier),
    buyer: party(partyCodes.buyer),
    warehouse: party(partyCodes.warehouse),
    items,
  }
}
