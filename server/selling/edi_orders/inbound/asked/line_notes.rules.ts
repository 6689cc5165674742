/** What a changed line says beside its change that can mean another quantity or another item. Pure. */
import type { ItemIds } from '../../../../edi/documents/record.ts'
import type { LockedLine } from '../../../orders/locked_order.store.ts'
import { isPrepack, unitsPer } from '../../units.rules.ts'
import type { LineAfter } from '../change.rules.ts'
import { doubtfulNumbers, findItem, type KnownItems } from '../find_item.rules.ts'
import type { NamedNote } from './header_notes.rules.ts'

const named = ({ position, line }: LineAfter, sentence: string): NamedNote => ({
  kind: 'not_understood',
  name: `line ${line.line_reference ?? position}`,
  sentence,
})

type Shipped = Pick<LockedLine, 'edi_position' | 'fulfilled_quantity' | 'over_shipped_quantity'>

/**
 * POC04 is what is left to ship: partners state all of the line, what has not shipped of it, or by how much it changes. Anything
 * else contradicts the quantity.
 */
export function leftNotes(changed: readonly LineAfter[], lines: readonly Shipped[]): NamedNote[] {
  return changed.flatMap((after) => {
    const { left, line, position } = after
    if (left === undefined) return []
    const mine = lines.filter(({ edi_position }) => edi_position === position)
    const units = mine.reduce((sum, one) => sum + one.fulfilled_quantity - one.over_shipped_quantity, 0)
    const shipped = Math.ceil(units / (unitsPer(line) || 1))
    if (left <= line.quantity && left >= line.quantity - shipped) return []
    const has = shipped === 0 ? 'none has shipped' : `${shipped} have shipped`
    return [named(after, `${left} are left to ship (POC04), where ${line.quantity} are ordered (03) and ${has}; the quantity ordered counts`)]
  })
} // prettier-ignore

/** Numbers that the change adds to those of its line. */
function freshIds(line: ItemIds, ids: ItemIds): ItemIds {
  const before = new Set([line.gtin, ...line.other_ids.map(({ id }) => id)])
  return {
    buyer_sku: null,
    buyer_sku_qualifier: null,
    supplier_sku: null,
    gtin: before.has(ids.gtin) ? null : ids.gtin,
    other_ids: ids.other_ids.filter(({ id }) => !before.has(id)),
  }
}

/** Numbers by which a change names a line on file, and which may mean another item. */
export const numberNotes = (changed: readonly LineAfter[], items: KnownItems): NamedNote[] =>
  changed.flatMap((after) => {
    const { line, named: ids } = after
    if (ids === undefined || isPrepack(line)) return []
    const item = findItem(line, items)
    return 'fault' in item
      ? []
      : doubtfulNumbers(freshIds(line, ids), item, items).map((sentence) => named(after, sentence))
  })
