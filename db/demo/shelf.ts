/** One variant at one location, and the ledger of it: numbered rows, on hand, and the moving average of what it cost. */
import type { Sheet } from './copy.ts'
import { costText } from './range_rows.ts'

export interface Document {
  type: string
  id: string
  name: string
}

/** Freight of two and duty of five per cent come on top of what a supplier is paid. */
const landed_factor = 1.07

/** Half up to the ten-thousandth, in whole numbers throughout. */
function averaged(held: number, average: number, came: number, cost: number): number {
  const sum = held * average + came * cost
  const units = held + came
  const low = Math.floor(sum / units)
  return 2 * (sum - low * units) >= units ? low + 1 : low
}

export class Shelf {
  on_hand = 0
  sequence = 0
  incoming = 0
  /** Held back for orders of the workshop. */
  committed = 0
  /** Ten-thousandths of a dollar; null while nothing came. */
  average: number | null = null
  readonly #sheet: Sheet
  readonly #prefix: string
  readonly #currency: string

  constructor(sheet: Sheet, organization_id: string, currency: string, variant_id: string, location_id: string) {
    this.#sheet = sheet
    this.#currency = currency
    this.#prefix = `${organization_id}\t${variant_id}\t${location_id}\t`
  }

  /** Books units that came at a stated cost, landed with freight and duty, or that moved at the average. */
  move(kind: string, units: number, at: string, document: Document, line: string, cost: number | null, actor: string) {
    const stated = cost ?? this.average
    const is_bought = kind === 'receipt' || kind === 'opening'
    const landed = cost === null || !is_bought ? stated : Math.round(cost * landed_factor)
    if (units > 0 && landed !== null)
      this.average =
        this.on_hand > 0 && this.average !== null ? averaged(this.on_hand, this.average, units, landed) : landed
    this.on_hand += units
    this.sequence++
    const basis =
      stated === null ? 'unknown' : units < 0 || kind === 'return' ? 'left_at' : cost === null ? 'average' : 'stated'
    const costs = stated === null ? '\\N\t\\N' : `${costText(stated)}\t${costText(landed!)}`
    this.#sheet.addLine(
      `${this.#prefix}${this.sequence}\t${kind}\t${units}\t${this.on_hand}\t${at}\t${at}\t${costs}\t${this.#currency}\t${basis}\t${document.type}\t${document.id}\t${document.name}\t${line}\t${actor}\n`,
    )
  }
}

export const movement_columns =
  'variant_id location_id sequence kind quantity_delta on_hand_after occurred_at recorded_at unit_cost ' +
  'landed_unit_cost currency cost_basis document_type document_id document_name document_line_id actor'
