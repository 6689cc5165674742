/** Reads reports of sell-out (852). */
import { elementCodes } from '../../x12/faults.ts'
import { checkTotals, type Content, contentOf, type Placed, type Segments } from '../fields.ts'
import { readItemIds } from '../items.ts'
import { readDoors, readPack } from '../orders.ts'
import { partyCodes } from '../parties.ts'
import { retailPrice, type SellOut852, type SellOutRow } from '../sell_out_852.ts'
import { type PlacedActivity, readStores, type StoreLayout } from './stores.ts'
import { packReadings, singleUnits } from '../units.ts'

/** Element 859. TS and OH stand in the place of QS and QA; Q1 is what QS and QU come to. */
const activityCodes = ['QS', 'TS', 'Q1', 'QU', 'QA', 'OH', 'QP']
type Sums = ReadonlyMap<string, number>

/** Single units in one of the unit of a quantity; null if the report does not say. */
function unitsOf({ za, split }: PlacedActivity, loop: Segments): { units: number } | { fault: string } {
  const stated = [za.text(3), ...split.map((sdq) => sdq.text(1))].filter((unit) => unit !== null)
  const [unit = 'EA', ...others] = new Set(stated)
  const place = `ZA${za.raw(1)} in segment ${za.position}`
  if (others.length > 0) return { fault: `${place} is in ${unit}, and its stores are in ${others.join(', ')}` }
  const readings = singleUnits[unit] === undefined ? packReadings(readPack(loop)) : [singleUnits[unit]]
  const [units] = readings
  if (units === undefined) return { fault: `${place} is in ${unit}, and PO4 does not say how many units that is` }
  if (readings.length > 1)
    return { fault: `${place} is in ${unit}, of which PO4 has the readings ${readings.join(' and ')}` }
  return { units }
}

/** The quantity of an activity by store; the key is empty where no store is named. */
function byStore({ za, split, store }: PlacedActivity): [store: string, quantity: number][] {
  const doors = readDoors(split)
  const sum = doors.reduce((total, { quantity }) => total + quantity, 0)
  const stated = za.quantity(2)
  if (doors.length > 0 && stated !== null && stated !== sum)
    za.refuse(2, elementCodes.invalid_code, `${sum}, the sum over the doors`)
  if (doors.length === 0) return [[store ?? '', stated ?? za.needQuantity(2)]]
  return doors.map(({ door_reference, quantity }) => [door_reference, quantity])
}

interface Counted {
  byDoor: Map<string, Map<string, number>>
  faults: string[]
}

/** Sums of an item by store and activity, in single units. */
function countItem(loop: Segments, activities: readonly PlacedActivity[]): Counted {
  const counted: Counted = { byDoor: new Map(), faults: [] }
  for (const activity of activities) {
    const code = activity.za.raw(1)
    if (!activityCodes.includes(code)) continue
    const unit = unitsOf(activity, loop)
    if ('fault' in unit) counted.faults.push(unit.fault)
    else
      for (const [store, quantity] of byStore(activity)) {
        const place = store === '' ? '' : ` of store ${store}`
        if (counted.byDoor.get(store)?.has(code) === true)
          counted.faults.push(`ZA${code} in segment ${activity.za.position}${place} is stated twice for its item`)
        if (!Number.isInteger(quantity))
          counted.faults.push(`ZA${code} in segment ${activity.za.position} is ${quantity}, which is no whole number`)
        const sums = counted.byDoor.get(store) ?? new Map<string, number>()
        counted.byDoor.set(store, sums.set(code, (sums.get(code) ?? 0) + quantity * unit.units))
      }
  }
  return counted
}

type Figures = Pick<SellOutRow, 'units_sold' | 'units_returned' | 'on_hand' | 'on_order'>

/** One figure that two codes may state; they must agree. */
function either(sums: Sums, one: string, other: string): number | null | { fault: string } {
  const [first, second] = [sums.get(one), sums.get(other)]
  if (first !== undefined && second !== undefined && first !== second)
    return { fault: `${one} is ${first} and ${other} is ${second}` }
  return first ?? second ?? null
}

function figuresOf(sums: Sums): Figures | { fault: string } {
  const [sold, on_hand] = [either(sums, 'QS', 'TS'), either(sums, 'QA', 'OH')]
  if (sold !== null && typeof sold === 'object') return sold
  if (on_hand !== null && typeof on_hand === 'object') return on_hand
  const [net, returned, on_order] = [sums.get('Q1') ?? null, sums.get('QU') ?? null, sums.get('QP') ?? null]
  const rest = { on_hand, on_order }
  if (net === null) return { units_sold: sold, units_returned: returned, ...rest }
  if (sold !== null && returned !== null && sold - returned !== net)
    return { fault: `Q1 is ${net}, and QS less QU is ${sold - returned}` }
  // Returns are taken off already.
  return { units_sold: net, units_returned: null, ...rest }
}

interface ReadItem {
  rows: Omit<SellOutRow, 'period_start' | 'period_end'>[]
  faults: string[]
}

function readItem(loop: Segments, activities: readonly PlacedActivity[]): ReadItem {
  const lin = loop.need('LIN')
  const ids = readItemIds(lin, 2)
  const { byDoor, faults } = countItem(loop, activities)
  const retail_price =
    loop
      .filter('CTP')
      .find((one) => one.raw(2) === retailPrice)
      ?.decimal(3) ?? null
  const rows: ReadItem['rows'] = []
  for (const [door, sums] of byDoor) {
    const figures = figuresOf(sums)
    if ('fault' in figures)
      faults.push(`the item in segment ${lin.position}${door === '' ? '' : `, store ${door}`}: ${figures.fault}`)
    else rows.push({ ...ids, door_reference: door === '' ? null : door, ...figures, retail_price })
  }
  return { rows, faults }
}

function periodOf(xq: Placed): Pick<SellOut852, 'period_start' | 'period_end' | 'is_one_day'> {
  const period_start = xq.needDay(2)
  const last = xq.day(3)
  if (last === null) return { period_start, period_end: period_start, is_one_day: true }
  if (last < period_start) xq.refuse(3, elementCodes.invalid_date, `a day from ${period_start} on`)
  return { period_start, period_end: last }
}

/** `layout`: where the account names stores, if that is settled. */
export function read852(content: Content, layout: StoreLayout | null = null): SellOut852 {
  const all = contentOf(content, '852')
  const { head, loops, tail } = all.loops('LIN')
  const { is_one_day, ...period } = periodOf(all.need('XQ'))
  const { items, fault } = readStores(head, loops, layout)
  const read = loops.map((loop, i) => readItem(loop, items[i] ?? []))
  const faults = [...(fault === null ? [] : [fault]), ...read.flatMap((item) => item.faults)]
  checkTotals(
    tail,
    loops.length,
    loops.flatMap((loop) => loop.filter('ZA').map((za) => za.quantity(2) ?? 0)),
  )
  const references = (qualifier: string) => head.reference(qualifier, 'N9') ?? head.reference(qualifier)
  return {
    ...period,
    ...(is_one_day === undefined ? {} : { is_one_day }),
    ...(faults.length === 0 ? {} : { faults }),
    vendor_number: references('IA'),
    department: references('DP'),
    retailer: head.find('N1', partyCodes.buyer)?.text(2) ?? null,
    rows: read.flatMap(({ rows }) => rows.map((row) => ({ ...row, ...period }))),
  }
}
