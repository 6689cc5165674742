/** The segments of a set at their places, and the lines of an order or of its change. */
import Big from 'big.js'
import { componentMark, type Segment } from '../x12/segments.ts'

/** ST is segment 1. */
export type PlacedSegment = readonly [segment: Segment, position: number]

export const at = (segment: Segment, place: number): string => (segment[place] ?? '').trim()

/** Where the values of a line stand, by the segment that begins one. */
const linePlaces: Readonly<Record<string, { quantity: number; unit: number; price: number; basis: number }>> = {
  PO1: { quantity: 2, unit: 3, price: 4, basis: 5 },
  POC: { quantity: 3, unit: 5, price: 6, basis: 7 },
}

export interface PlacedLine {
  /** PO1 or POC. */
  first: PlacedSegment
  /** Its number; empty where it has none. */
  reference: string
  quantity: Big | null
  unit: string
  price: Big | null
  /** The element of the price. */
  price_place: number
  basis: string
  /** Its segments, the first one included. */
  segments: PlacedSegment[]
}

/** null for what is no number, which the syntax reports. */
export const numberAt = (segment: Segment, place: number): Big | null => {
  const text = at(segment, place)
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? new Big(text.replace(/\.$/, '')) : null
}

function lineOf(first: PlacedSegment): PlacedLine {
  const [segment] = first
  const { quantity, unit, price, basis } = linePlaces[segment[0]!]!
  return {
    first,
    reference: at(segment, 1),
    quantity: numberAt(segment, quantity),
    unit: at(segment, unit).split(componentMark)[0] || 'EA',
    price: numberAt(segment, price),
    price_place: price,
    basis: at(segment, basis),
    segments: [first],
  }
}

export interface PlacedOrder {
  header: PlacedSegment[]
  lines: PlacedLine[]
  /** From CTT on. */
  end: PlacedSegment[]
}

export function placedOrder(segments: readonly Segment[]): PlacedOrder {
  const order: PlacedOrder = { header: [], lines: [], end: [] }
  for (const [i, segment] of segments.entries()) {
    const placed: PlacedSegment = [segment, i + 2]
    const tag = segment[0] ?? ''
    if (tag === 'CTT' || order.end.length > 0) order.end.push(placed)
    else if (tag in linePlaces) order.lines.push(lineOf(placed))
    else (order.lines.at(-1)?.segments ?? order.header).push(placed)
  }
  return order
}
