/** Rows of a report that were left out, in words. Pure. */
import { counted } from '../../contract/outcome.ts'
import type { RefusedOutcome } from './outcomes.rules.ts'

export interface LeftOutRow {
  reason: RefusedOutcome
  door_reference: string | null
  buyer_sku: string | null
  gtin: string | null
  sku: string | null
}

export interface LeftOut {
  submitted: number
  refused: number
  by_reason: ReadonlyMap<string, number>
  /** The first ones, in their order. */
  rows: readonly LeftOutRow[]
}

const words: Record<RefusedOutcome, string> = {
  unknown_item: 'with an unknown item',
  ambiguous_item: 'whose numbers name several items',
  unknown_door: 'of an unknown store',
  other_door_kind: 'of a store of another kind than the account reports for',
  unreadable_value: 'with a value that cannot be read',
  no_item: 'without an item',
  no_figure: 'without a figure',
  no_door: 'without a store',
  future_period: 'of a period that has not begun',
  long_period: 'of a period that is too long',
}

const nameOf = ({ buyer_sku, gtin, sku, door_reference }: LeftOutRow): string => {
  const item = [...new Set([buyer_sku, sku, gtin].filter((one) => one !== null))].join(', ') || 'no item'
  return door_reference === null ? item : `${item} at ${door_reference}`
}

/** E.g. `2 with an unknown item (771-Z at 0117; 771-Y at 0118)`, the most frequent reason first. */
export function leftOutWords({ by_reason, rows }: LeftOut, named: number): string {
  const parts = [...by_reason]
    .filter(([reason]) => reason in words)
    .toSorted(([one, count], [other, less]) => less - count || (one < other ? -1 : 1))
  let left = named
  return parts
    .map(([reason, count]) => {
      const names = rows.filter((row) => row.reason === reason).slice(0, left)
      left -= names.length
      const more = count > names.length && names.length > 0 ? '; and more' : ''
      const listed = names.length === 0 ? '' : ` (${names.map(nameOf).join('; ')}${more})`
      return `${count.toLocaleString('en-US')} ${words[reason as RefusedOutcome]}${listed}`
    })
    .join(', ')
}

/** What the exception about a report says. */
export const leftOutSentence = (account: string, left: LeftOut, named: number): string =>
  `A report of ${account}: ${left.refused.toLocaleString('en-US')} of ${counted(left.submitted, 'row')} left out: ${leftOutWords(left, named)}. Correct the items or stores of the account, and import the rows that were left out.`
