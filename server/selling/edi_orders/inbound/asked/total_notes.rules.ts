/** The total that a change of an order states, against the order and the change. Pure. */
import type { PurchaseOrderChange860 } from '../../../../edi/documents/purchase_order_change_860.ts'
import type { LockedOrder } from '../../../orders/locked_order.store.ts'
import type { BuyerWords } from '../allowances/resettle.rules.ts'
import { compareTotal, otherTotal, totalsHere, totalsOf } from '../allowances/totals.rules.ts'
import type { Note, ReadOrderLine } from '../order_lines.ts'

export interface Changed {
  /** The lines that the change concerns. */
  read: readonly ReadOrderLine[]
  /** The words of the buyer from now on. */
  words: BuyerWords
  /** The order, and those that were split off from it, after the change. */
  orders: readonly Pick<LockedOrder, 'freight_cents' | 'lines'>[]
}

/** The lines of the order as they are read: without their parts where the change does not concern them. */
function wholeOf({ read, words }: Changed): ReadOrderLine[] {
  const changed = new Map(read.map((line) => [line.position, line]))
  return words.lines.map((line) => changed.get(line.position) ?? { ...line, parts: [], notes: [] })
}

/** A replacement is compared as an order is, by its own lines and allowances. */
export function totalNotes(
  { purpose, total, allowances = [] }: Pick<PurchaseOrderChange860, 'purpose' | 'total' | 'allowances'>,
  changed: Changed,
  currency: string,
): Note[] {
  const sums = (lines: readonly ReadOrderLine[], all = allowances) => totalsOf(lines, all, { currency })
  const note =
    purpose === 'replacement'
      ? compareTotal(total, sums(changed.read), currency).note
      : otherTotal(
          total,
          [sums(wholeOf(changed), [...changed.words.allowances]), totalsHere(changed.orders), sums(changed.read, [])],
          currency,
        )
  return note === null ? [] : [{ kind: 'not_understood', name: 'change', sentence: note }]
}
