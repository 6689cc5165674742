/** Sales orders of the model: their lines, shipments and what came back. */
import type { LeftPart } from '../bundles.ts'
import type { Cost, Moment, Row } from '../stock.ts'

export interface Shipment {
  quantity: number
  cost: Cost
  /** What left; of a bundle, its components. */
  parts: LeftPart[]
  /** Its part of the discount and of the tax of the line. */
  discount: number
  tax: number
  paid: number
  /** Of an account, the sale that it was. */
  booked: DaySales | null
}

export interface SaleLine {
  sku: string
  quantity: number
  price: number
  /** Of all its units, in cents. */
  discount: number
  tax: number
  allocated: number
  fulfilled: number
  cancelled: number
  over: number
  /** Units that came back; those of them that had shipped as surplus, and those beyond all that shipped. */
  returned: number
  surplus: number
  excess: number
  /** In order, with what was paid for the units. */
  shipped: Shipment[]
  /** Cost of a unit in the catalogue when the order was placed. */
  unit_cost: Cost
  is_rejected: boolean
  /** On which it is to ship, if not with the order. */
  day: string | null
  /** Units that its discount and tax are for, if it has none itself. */
  zeroed: number | null
  /** What came back, in order. */
  back: Arrived[]
}

/** Shipped units of a line that came back. */
export interface Arrived {
  quantity: number
  surplus: number
  cost: Cost
  /** When they came. */
  when: Moment
  booked: DaySales
}

export type SaleState =
  | 'draft'
  | 'open'
  | 'partially_allocated'
  | 'allocated'
  | 'partially_fulfilled'
  | 'fulfilled'
  | 'cancelled'

export interface Sale {
  id: string
  line_ids: string[]
  place: string
  is_wholesale: boolean
  is_draft: boolean
  recorded: Moment
  /** When it was placed, as far as anyone knows: when it was recorded, or when its first goods left before that. */
  ordered: Moment
  /** The order that it was split off. */
  origin: Sale | null
  /** On which it is to ship. */
  day: string | null
  /** When the first shipment left; null until one has. */
  left_at: Moment | null
  departures: Departure[]
  /** Someone gave its holds back: it holds no more until it is asked to. */
  is_on_request: boolean
  /** Whether people are told that it lacks stock which it should hold. */
  is_short: boolean
  /** Supplied for the whole order, in cents. */
  freight: number
  freight_tax: number
  lines: SaleLine[]
}

/** A shipment as it was recorded. */
export interface Departure {
  id: string
  cause: object
  from: string
  left_at: Moment
  lines: { line: number; shipment: Shipment; rows: Row[] }[]
  /** Units that other orders held and that it left with. */
  took: Hold[]
}

/** Units that a line of an order holds, or held. */
export interface Hold {
  sale: Sale
  line: SaleLine
  units: number
}

/** Cents of goods, and of the tax on them. */
export interface Money {
  amount: number
  tax: number
}

export interface Units {
  line: number
  quantity: number
}

/** What a day has of a variant at a location in a channel. */
export interface DaySales {
  units: number
  gross: number
  discounts: number
  returned: number
  returns: number
  /** Units of which the cost is known, and that cost less what came back: exact, and rounded where it is shown. */
  costed: number
  cost: bigint
}

/** How units came back. */
export interface Back {
  disposition: string
  /** Units beyond those that were expected. */
  extra: number
  restocked: number
  /** A past instant or day; null for now. */
  received_at: string | null
  not_in_count: boolean
}
