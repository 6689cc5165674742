/** Units that a retailer's doors sold and hold, transaction set 852. */
import { freeText, identifier } from '../x12/characters.ts'
import { elementCodes } from '../x12/faults.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import {
  checkTotals,
  type Content,
  contentOf,
  decimal,
  optional,
  segment,
  type Segments,
  totals,
  x12Day,
} from './fields.ts'
import { itemKey, readItemIds, writeItemIds } from './items.ts'
import { readDoors, writeDoors } from './orders.ts'
import { partyCodes } from './parties.ts'
import type { ItemIds } from './record.ts'

/** One item in one door. Null is not reported, which is not zero; quantities may be negative. */
export interface SellOutRow extends ItemIds {
  /** Null if the report does not name doors. */
  door_reference: string | null
  /** QS, before returns. */
  units_sold: number | null
  /** QU: subtract from units_sold. */
  units_returned: number | null
  /** QA. */
  on_hand: number | null
  /** QP. */
  on_order: number | null
  /** Decimal text. */
  retail_price: string | null
  period_start: string
  /** The last day. */
  period_end: string
}

export interface SellOut852 {
  period_start: string
  period_end: string
  vendor_number: string | null
  department: string | null
  retailer: string | null
  /** Rows of one item follow one another, and each of its doors has one row. */
  rows: SellOutRow[]
}

const activities = { units_sold: 'QS', units_returned: 'QU', on_hand: 'QA', on_order: 'QP' } as const
type Activity = keyof typeof activities
const names = Object.keys(activities) as Activity[]
/** Parties of the header that are the door of the whole report: reporting location, ship to. */
const doorCodes = ['RL', 'ST']
const retailPrice = 'RTL'

function writeActivity(name: Activity, rows: readonly SellOutRow[]): { segments: Segment[]; sum: number | null } {
  const stated = rows.filter((row) => row[name] !== null)
  if (stated.length === 0) return { segments: [], sum: null }
  const sum = stated.reduce((total, row) => total + row[name]!, 0)
  const doors = stated.flatMap(({ door_reference, [name]: quantity }) =>
    door_reference === null ? [] : [{ door_reference, quantity: quantity! }],
  )
  return { segments: [segment('ZA', activities[name], sum, 'EA'), ...writeDoors(doors, 'EA')], sum }
}

/** Rows of one item, one for each door. */
function writeItem(rows: readonly SellOutRow[]): { segments: Segment[]; sums: number[] } {
  const written = names.map((name) => writeActivity(name, rows))
  const price = rows[0]!.retail_price
  const segments = [
    segment('LIN', '', ...writeItemIds(rows[0]!)),
    ...optional(price, (amount) => segment('CTP', '', retailPrice, decimal(amount))),
    ...written.flatMap((one) => one.segments),
  ]
  return { segments, sums: written.map(({ sum }) => sum ?? 0) }
}

export function write852(report: SellOut852): OutgoingSet {
  const { period_start, period_end, vendor_number, department, retailer, rows } = report
  const byItem = [...Map.groupBy(rows, (row) => `${itemKey(row)} ${row.retail_price} ${row.door_reference === null}`)]
  const items = byItem.map(([, ofItem]) => writeItem(ofItem))
  const segments = [
    segment('XQ', 'H', x12Day(period_start), x12Day(period_end)),
    ...optional(vendor_number, (text) => segment('N9', 'IA', identifier(text, 30, 'The vendor number'))),
    ...optional(department, (text) => segment('N9', 'DP', identifier(text, 30, 'The department'))),
    ...optional(retailer, (text) => segment('N1', partyCodes.buyer, freeText(text, 60))),
    ...items.flatMap((one) => one.segments),
    totals(
      items.length,
      items.flatMap(({ sums }) => sums),
    ),
  ]
  return { type: '852', segments }
}

type Counts = Record<Activity, number | null>

/** Counts of a LIN loop by door; the key is empty if no door is named. */
function countsByDoor({ all }: Segments, reportDoor: string): Map<string, Counts> {
  const countsOf = new Map<string, Counts>()
  const add = (door: string, name: Activity, quantity: number) => {
    const counts = countsOf.get(door) ?? { units_sold: null, units_returned: null, on_hand: null, on_order: null }
    countsOf.set(door, { ...counts, [name]: (counts[name] ?? 0) + quantity })
  }
  let door = reportDoor
  for (const [i, one] of all.entries()) {
    if (one.tag === 'N1') door = one.text(4) ?? door
    const name = one.tag === 'ZA' ? names.find((each) => activities[each] === one.raw(1)) : undefined
    if (name === undefined) continue
    const after = all.slice(i + 1)
    const end = after.findIndex(({ tag }) => tag === 'ZA' || tag === 'N1')
    const doors = readDoors(after.slice(0, end < 0 ? undefined : end))
    const sum = doors.reduce((total, { quantity }) => total + quantity, 0)
    const stated = one.integer(2)
    if (doors.length > 0 && stated !== null && stated !== sum)
      one.refuse(2, elementCodes.invalid_code, `${sum}, the sum over the doors`)
    if (doors.length === 0) add(door, name, stated ?? one.needInteger(2))
    for (const { door_reference, quantity } of doors) add(door_reference, name, quantity)
  }
  return countsOf
}

export function read852(content: Content): SellOut852 {
  const all = contentOf(content, '852')
  const { head, loops, tail } = all.loops('LIN')
  const xq = all.need('XQ')
  const period_start = xq.needDay(2)
  const period_end = xq.day(3) ?? period_start
  if (period_end < period_start) xq.refuse(3, elementCodes.invalid_date, `a day from ${period_start} on`)
  const reportDoor = doorCodes.map((code) => head.find('N1', code)?.text(4)).find((code) => code) ?? ''
  const rows = loops.flatMap((loop): SellOutRow[] => {
    const ids = readItemIds(loop.need('LIN'), 2)
    const prices = loop.filter('CTP')
    const price = prices.find((one) => one.raw(2) === retailPrice)
    return [...countsByDoor(loop, reportDoor)].map(([door, counts]) => ({
      ...ids,
      door_reference: door === '' ? null : door,
      ...counts,
      retail_price: price?.decimal(3) ?? null,
      period_start,
      period_end,
    }))
  })
  checkTotals(
    tail,
    loops.length,
    loops.flatMap((loop) => loop.filter('ZA').map((za) => za.integer(2) ?? 0)),
  )
  const references = (qualifier: string) => head.reference(qualifier, 'N9') ?? head.reference(qualifier)
  return {
    period_start,
    period_end,
    vendor_number: references('IA'),
    department: references('DP'),
    retailer: head.find('N1', partyCodes.buyer)?.text(2) ?? null,
    rows,
  }
}
