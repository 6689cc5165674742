/** The reading of an order paper: every value with its text, its place on the paper and its confidence. */

/** Fractions of the width and height of a page. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A page and a box on it, or a cell such as B7, of a further sheet with its name: Lines!B7. */
export interface Place {
  page: number | null
  box: Box | null
  cell: string | null
}

export interface Cell {
  text: string
  /** 0 to 1. */
  confidence: number
  place: Place
  /** Repeats the value of a merged cell that stands above. */
  is_merged?: true
}

/** Cells that a person does not see: a row, a column or a sheet is hidden. */
export interface Hidden {
  kind: 'row' | 'column' | 'sheet'
  /** Such as 5, C or Lines!C; the name of a sheet. */
  name: string
  rows: ReadRow[]
}

/** The place of a text that is the name of a sheet. */
export const sheetName = 'name of the sheet'

export type ReadRow = (Cell | null)[]

export const lineValues = [
  'item',
  'sku',
  'buyer_sku',
  'barcode',
  'style',
  'color',
  'size',
  'description',
  'quantity',
  'unit',
  'packs',
  'pack_size',
  'total_quantity',
  'unit_price',
  'net_price',
  'list_price',
  'price_per',
  'discount_percent',
  'discount',
  'amount',
  'door',
  'ship_date',
  'cancel_date',
] as const
export type LineValue = (typeof lineValues)[number]

export const paperValues = [
  'reference',
  'order_date',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
  'door_reference',
  'currency',
  'total_units',
  'total_amount',
] as const
export type PaperValue = (typeof paperValues)[number]

export const paperDates = [
  'order_date',
  'requested_ship_date',
  'ship_window_start',
  'ship_window_end',
  'cancel_date',
] as const satisfies readonly PaperValue[]
export type PaperDate = (typeof paperDates)[number]

export interface ReadLine {
  line_number: number
  /** The number that the paper itself gives the line. */
  reference: string | null
  values: Partial<Record<LineValue, Cell>>
  /** In single units. */
  quantity: number | null
  /** Of a single unit, before the discount. */
  unit_price_cents: number | null
  /** Prices of a single unit that the paper can mean, where it leaves open which; the account's price list settles it. */
  price_readings: number[]
  discount_cents: number
  amount_cents: number | null
  /** Fields that follow from others, and that the paper does not state. */
  derived: 'unit_price_cents'[]
  door_reference: string | null
  /** `YYYY-MM-DD`. */
  requested_ship_date: string | null
  cancel_date: string | null
  /** Values of its order that stand in columns of the table. */
  order_values: Partial<Record<'reference' | 'order_date' | 'ship_window_start' | 'ship_window_end' | 'currency', Cell>>
}

/** Why a paper is not taken over as it stands. */
export interface Problem {
  code: ProblemCode
  /** Line that it concerns; null for the paper as a whole. */
  line_number: number | null
  sentence: string
}

export const problemCodes = [
  'encrypted',
  'damaged',
  'too_many_pages',
  'too_large',
  'too_slow',
  'not_an_order',
  'row_unreadable',
  'no_lines',
  'too_many_lines',
  'total_differs',
  'total_missing',
  'amount_ambiguous',
  'date_unreadable',
  'currency_differs',
  'item_unknown',
  'item_ambiguous',
  'item_archived',
  'identifiers_disagree',
  'quantity_unreadable',
  'price_unreadable',
  'column_unknown',
  'cell_unknown',
  'columns_disagree',
  'unit_unknown',
  'quantity_ambiguous',
  'price_ambiguous',
  'charge_unread',
  'sheets_repeat',
  'price_missing',
  'amount_differs',
  'confidence_low',
  'order_duplicate',
  'order_refused',
  'interrupted',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export interface Reading {
  page_count: number | null
  /** Whether the text was recognised from an image. */
  is_recognised: boolean
  values: Partial<Record<PaperValue, Cell>>
  /** `YYYY-MM-DD`. */
  dates: Partial<Record<PaperDate, string>>
  total_units: number | null
  total_cents: number | null
  /** Codes and signs of currencies beside prices and amounts. */
  currency_marks: string[]
  /** The headers of its table, by which another paper of the same layout is known. */
  layout: string
  lines: ReadLine[]
  problems: Problem[]
}

/** Why a file cannot be read at all. */
export class PaperFault extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly sentence: string,
  ) {
    super(sentence)
  }
}
