/** Units that a retailer's doors sold and hold, transaction set 852. */
import { freeText, identifier } from '../x12/characters.ts'
import type { Segment } from '../x12/segments.ts'
import type { OutgoingSet } from '../x12/write_interchange.ts'
import { decimal, optional, segment, totals, x12Day } from './fields.ts'
import { itemKey, writeItemIds } from './items.ts'
import { writeDoors } from './orders.ts'
import { partyCodes } from './parties.ts'
import type { ItemIds } from './record.ts'

/** One item in one door. Null is not reported, which is not zero; quantities may be negative. */
export interface SellOutRow extends ItemIds {
  /** Null if the report does not name doors. */
  door_reference: string | null
  /** QS before returns, or Q1 after them. */
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
  /** Only the first day is stated: the period is the week of the account in which it lies. */
  is_one_day?: true
  /** Why quantities of the report cannot be told, as sentences: nothing of it is taken then. */
  faults?: string[]
  /** Rows of one item follow one another, and each of its doors has one row. */
  rows: SellOutRow[]
}

const activities = { units_sold: 'QS', units_returned: 'QU', on_hand: 'QA', on_order: 'QP' } as const
type Activity = keyof typeof activities
const names = Object.keys(activities) as Activity[]
export const retailPrice = 'RTL'

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
