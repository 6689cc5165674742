/**
 * The records of X12 documents are plain JSON: quantities are integers, money is decimal text, days are YYYY-MM-DD, and null
 * means that the document does not state a value. Writing a record and reading it again yields the same record.
 */

/**
 * A product number whose kind is an X12 code (element 235), e.g. IZ for the buyer's size, VA for a supplier's style.
 */
export interface ItemId {
  qualifier: string
  id: string
}

/**
 * BP part number, CB catalogue number, IN item number, PI item code, SK stock keeping unit: all of them the buyer's.
 */
export type BuyerSkuQualifier = 'BP' | 'CB' | 'IN' | 'PI' | 'SK'

export interface ItemIds {
  buyer_sku: string | null
  /** Which of the buyer's numbers buyer_sku is; acknowledgements repeat it. Null without buyer_sku. */
  buyer_sku_qualifier: BuyerSkuQualifier | null
  supplier_sku: string | null
  /** 8, 12, 13 or 14 digits. */
  gtin: string | null
  /** Every further number of the line, e.g. of style, colour and size. */
  other_ids: ItemId[]
}

export interface Address {
  /** At most four lines of at most 55 characters. */
  lines: string[]
  city: string | null
  region: string | null
  postal_code: string | null
  /** ISO 3166, two letters. */
  country: string | null
}

export interface Party {
  /** Empty if the party is identified by its code alone. */
  name: string
  /** More of the name (N2), at most four lines of at most 60 characters; left out where nothing is stated. */
  more_names?: string[]
  /** E.g. the number of a store. */
  code: string | null
  /** Who assigned the code: 92 the buyer, 91 the seller, 1 D-U-N-S, 9 D-U-N-S+4, UL a GLN. Null without a code. */
  code_qualifier: string | null
  address: Address | null
}

/** Units of a line for one door. */
export interface DoorQuantity {
  door_reference: string
  quantity: number
}

/** One item of a prepack; quantity counts the units in one pack. */
export interface PackComponent extends ItemIds {
  quantity: number
  unit_price: string | null
}

/** How the units of a line are packed. */
export interface Pack {
  /** Inner packs in one outer pack (PO401). */
  inner_packs: number | null
  /** Units in one inner pack (PO414). */
  units_per_inner_pack: number | null
  /** Single units in each of them (PO402 and PO403) if not 1: partners mean the contents of the pack or the size of an item. */
  size_in_units?: number
  /** Contents of a prepack (SLN); empty where the pack holds units of the line's own item. */
  components: PackComponent[]
}

/** Days count from the invoice date; a discount is in per cent, as decimal text, and applies within its days. */
export interface CountedTerms {
  discount_percent: string | null
  discount_days: number | null
  net_days: number
}

/** A description if the terms follow no pattern; null if none are agreed. */
export type Terms = CountedTerms | { description: string } | null

/** An allowance or a charge (SAC). */
export interface Allowance {
  kind: 'allowance' | 'charge'
  /** Element 1300, e.g. C310 discount, D240 freight. */
  code: string | null
  /** Decimal text; null if a percentage is stated alone. */
  amount: string | null
  percent: string | null
  /** Element 331: off invoice (02), billed back (01), and others; null if not stated. */
  settled_by: string | null
}

/** A part of a line's quantity with its day (SCH). */
export interface Scheduled {
  quantity: number
  /** deliver_on (002) or ship_on (010). */
  kind: 'deliver_on' | 'ship_on'
  day: string
}

/** A reference whose kind is an X12 code (element 128), e.g. MR merchandise type, PD promotion. */
export interface Reference {
  qualifier: string
  id: string
}

/** Header of an order and of its change. What is optional is left out where the document does not state it. */
export interface OrderHeader {
  number: string
  /** Element 92: SA stand-alone, NE new, DS drop shipment, BK blanket, RL release, RO rush, and others. */
  order_type: string
  /** Release of a blanket order. */
  release_number: string | null
  ordered_on: string
  /** ISO 4217. */
  currency: string | null
  /** The customer's order reference (REF CO). */
  reference: string | null
  department: string | null
  /** The supplier's number in the buyer's books (REF IA). */
  vendor_number: string | null
  terms: Terms
  /** Delivery requested (002). */
  deliver_on: string | null
  /** Shipment requested (010). */
  ship_from_on: string | null
  /** The order lapses after this day if it has not shipped (001). */
  cancel_after: string | null
  /** Do not ship before (037). */
  ship_not_before: string | null
  /** Do not ship later than (038). */
  ship_not_after: string | null
  /** Do not deliver before (064). */
  deliver_not_before?: string
  /** Do not deliver after (063). */
  deliver_not_after?: string
  notes: string | null
  buyer: Party | null
  supplier: Party | null
  ship_to: Party | null
  bill_to: Party | null
  /** Decimal text. */
  total: string | null
  allowances?: Allowance[]
  /** Who pays the freight (FOB01), e.g. CC collected or PP prepaid. */
  freight?: string
  /** Carrier and routing (TD5), in words. */
  routing?: string
  /** Its other references (REF), which every answer repeats. */
  references?: Reference[]
}

/** Line of an order and of its change. */
export interface OrderLine extends ItemIds {
  /** The buyer's number of the line; every acknowledgement repeats it. */
  line_reference: string | null
  /** E.g. EA each, CA case, PK pack, AS assortment. */
  unit: string
  /** Single units in one of the unit, as a person said where the document has two readings of it, or none. */
  agreed_units?: number
  /** Decimal text. */
  unit_price: string | null
  /** Element 639 where the price is for something else than one of the unit: PE each, HP a hundred, and others. */
  price_basis?: string
  title: string | null
  deliver_on: string | null
  /** Shipment requested for the line (010). */
  ship_on?: string
  schedule?: Scheduled[]
  allowances?: Allowance[]
  /** How the quantity is split by door; empty if it is not. */
  doors: DoorQuantity[]
  pack: Pack | null
}
