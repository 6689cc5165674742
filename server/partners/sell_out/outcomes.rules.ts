/** Outcome of each row of a report. */
import { limits } from '../../contract/limits.ts'
import type { SellOutFaultReason, SellOutRefusalReason } from '../known_values.ts'

/** How the item of a row was found; `row` outcomes refuse the row alone. */
export const matchedOutcomes = ['matched_buyer_sku', 'matched_gtin', 'matched_sku'] as const
export type MatchedOutcome = (typeof matchedOutcomes)[number]

export type RefusedOutcome = SellOutRefusalReason | SellOutFaultReason
export type Outcome = MatchedOutcome | RefusedOutcome

export const outcomeWords: Record<Outcome, string> = {
  matched_buyer_sku: "The item was found by the account's own SKU.",
  matched_gtin: 'The item was found by its barcode.',
  matched_sku: 'The item was found by its SKU in the catalogue.',
  unknown_item: 'No variant has this SKU or barcode; map the SKU of the account to a variant.',
  ambiguous_item: 'The identifiers of the row name different variants; correct the mapping or the barcodes.',
  unknown_door: 'The account has no door with this reference; add the door.',
  other_door_kind: 'The door is not of the kind that the account reports for; correct the door or the declaration.',
  unreadable_value: 'A value of the row cannot be read.',
  no_item: 'The row names no item.',
  no_figure: 'The row has neither units nor a shelf count.',
  no_door: 'The row names no door.',
  future_period: 'The period has not begun.',
  long_period: `The period is longer than ${limits.sell_out_period_days_max} days.`,
}

export const isMatched = (outcome: Outcome): outcome is MatchedOutcome =>
  (matchedOutcomes as readonly string[]).includes(outcome)

/** Counts rows by outcome. */
export class OutcomeCounts {
  readonly by_reason = new Map<Outcome, number>()

  add(outcome: Outcome, count = 1): void {
    this.by_reason.set(outcome, (this.by_reason.get(outcome) ?? 0) + count)
  }

  get submitted(): number {
    return [...this.by_reason.values()].reduce((sum, count) => sum + count, 0)
  }

  get refused(): number {
    return [...this.by_reason].reduce((sum, [outcome, count]) => sum + (isMatched(outcome) ? 0 : count), 0)
  }
}

export interface NotMatched {
  by_reason: Record<string, number>
  total: number
  by_reason_words: Record<string, string>
}

export function notMatchedOf(counts: OutcomeCounts): NotMatched {
  const entries = [...counts.by_reason].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    by_reason: Object.fromEntries(entries),
    total: counts.refused,
    by_reason_words: Object.fromEntries(entries.map(([outcome]) => [outcome, outcomeWords[outcome]])),
  }
}
