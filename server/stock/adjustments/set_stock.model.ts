/** Records that set the stock on hand, as an import submits them, and what undoing them needs. */

/** The stock on hand of a variant at a location: a fact at this moment, whatever was on hand before. */
export interface StockRecord {
  /** Either the SKU or the id of the variant. SKUs match exactly, in any Unicode form. */
  sku?: string | null
  variant_id?: string | null
  /** Id of the location, or its name in any case. */
  location: string
  /** Units on hand, from 0. */
  on_hand: number
  /** `on_hand` may be below zero, as a system that sells without stock has it. */
  may_be_negative?: boolean
  /** Cost of a unit that is added, as decimal text in the organisation's currency; at most four decimals. */
  unit_cost?: string | null
}

export interface StockWrite {
  variant_id: string
  location_id: string
  /** Units on hand after the write. */
  on_hand: number
  unit_cost: string | null
}

/** The ledger row that set the stock; null if nothing had to move. */
export interface StockUndo {
  movement_id: number | null
}
