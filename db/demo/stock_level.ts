/** The stock level of a variant at a location, and its ledger rows: sequence, on hand and moving average cost. */
import type { CopyBuffer } from './copy.ts'
import { costText } from './range_rows.ts'

export interface Document {
  type: string
  id: string
  name: string
}

/** Freight of 2% and duty of 5% on top of the purchase cost. */
const landedFactor = 1.07

/** Moving average in ten-thousandths with six decimals, as the ledger's costs have ten. */
function movingAverage(on_hand: number, average: number, received: number, cost: number): number {
  const sum = on_hand * average + received * cost
  return Math.round((sum / (on_hand + received)) * 1_000_000) / 1_000_000
}

/** Value of units, as decimal text. */
function valueText(on_hand: number, average: number | null): string {
  if (on_hand === 0) return '0'
  if (average === null) return '\\N'
  const parts = (BigInt(on_hand) * BigInt(Math.round(average * 1_000_000))).toString().padStart(11, '0')
  return `${parts.slice(0, -10)}.${parts.slice(-10)}`
}

export class StockLevel {
  on_hand = 0
  sequence = 0
  incoming = 0
  /** Reserved for manufacturing orders. */
  committed = 0
  /** In ten-thousandths of a dollar; null until the first receipt. */
  average: number | null = null
  readonly #movements: CopyBuffer
  readonly #prefix: string
  readonly #currency: string

  constructor(
    movements: CopyBuffer,
    organization_id: string,
    currency: string,
    variant_id: string,
    location_id: string,
  ) {
    this.#movements = movements
    this.#currency = currency
    this.#prefix = `${organization_id}\t${variant_id}\t${location_id}\t`
  }

  /** Records a movement: receipts at a stated cost (landed with freight and duty), all others at the average. */
  move(kind: string, units: number, at: string, document: Document, line: string, cost: number | null, actor: string) {
    const stated = cost ?? this.average
    const isBought = kind === 'receipt' || kind === 'opening'
    const landed = cost === null || !isBought ? stated : Math.round(cost * landedFactor)
    if (units > 0 && landed !== null)
      this.average =
        this.on_hand > 0 && this.average !== null ? movingAverage(this.on_hand, this.average, units, landed) : landed
    this.on_hand += units
    this.sequence++
    const basis =
      stated === null ? 'unknown' : units < 0 || kind === 'return' ? 'left_at' : cost === null ? 'average' : 'stated'
    const costs = stated === null ? '\\N\t\\N' : `${costText(stated)}\t${costText(landed!)}`
    this.#movements.addLine(
      `${this.#prefix}${this.sequence}\t${kind}\t${units}\t${this.on_hand}\t${at}\t${at}\t${costs}\t${this.#currency}\t${basis}\t${document.type}\t${document.id}\t${document.name}\t${line}\t${actor}\t${valueText(this.on_hand, this.average)}\n`,
    )
  }
}

export const movementColumns =
  'variant_id location_id sequence kind quantity_delta on_hand_after occurred_at recorded_at unit_cost ' +
  'landed_unit_cost currency cost_basis document_type document_id document_name document_line_id actor value_after'
