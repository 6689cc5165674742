/** Applies a buyer's change to the lines of its order. Pure. */
import type { PurchaseOrder850 } from '../../../edi/documents/purchase_order_850.ts'
import type {
  ChangedLine,
  LineChange,
  PurchaseOrderChange860,
} from '../../../edi/documents/purchase_order_change_860.ts'
import type { ItemIds } from '../../../edi/documents/record.ts'
import type { LockedLine } from '../../orders/locked_order.store.ts'
import type { StoredLine } from '../edi_order.store.ts'
import { contradictionOf, findChanged, isInOtherUnit, leftOtherwise } from './changed_line.rules.ts'
import type { BuyerLine, LinePart } from './read_lines.rules.ts'
import { emptyReplacement, goneOfLine, partOfCancellation, replacedLine } from './replacement.rules.ts'

/** An 850 that replaces or cancels an order is a change of it. */
export const changeOfOrder = ({ purpose, lines, ...header }: PurchaseOrder850): PurchaseOrderChange860 => ({
  ...header,
  purpose: purpose === 'cancellation' ? 'cancellation' : 'replacement',
  change_number: null,
  changed_on: null,
  lines: lines.map((line): ChangedLine => ({ ...line, change: 'replaced', quantity_left: null })),
})

/** A line of the order after the change. */
export interface LineAfter {
  position: number
  change: LineChange
  line: BuyerLine
  /** The numbers by which a change names the item of a line on file; left out of a line that it adds or leaves out. */
  named?: ItemIds
  /** What a line that is replaced no longer states, in words; left out where that is nothing. */
  gone?: string[]
  /** What is left to ship (POC04), where that is neither the quantity nor what it changes by. */
  left?: number
}

const withLeft = (after: LineAfter, before: number, changed: ChangedLine): LineAfter => {
  const left = leftOtherwise(before, changed)
  return left === null ? after : { ...after, left }
}

const idsOf = ({ buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids }: ItemIds): ItemIds => ({
  buyer_sku,
  buyer_sku_qualifier,
  supplier_sku,
  gtin,
  other_ids,
})

type Changed = Omit<ChangedLine, 'change' | 'quantity_left'>

/** A price comes with its basis. */
const priceAfter = (before: BuyerLine, changed: Changed): Pick<BuyerLine, 'unit_price' | 'price_basis'> => {
  const { unit_price, price_basis } = changed.unit_price === null ? before : changed
  return { unit_price, price_basis }
}

/** What the change states as a whole, else what was ordered before. */
function laterOf(before: BuyerLine, changed: Changed): Pick<BuyerLine, 'ship_on' | 'schedule' | 'allowances'> {
  const isDated = changed.schedule !== undefined || changed.deliver_on !== null || changed.ship_on !== undefined
  const { ship_on, schedule } = isDated ? changed : before
  const allowances = changed.allowances ?? before.allowances
  return {
    ship_on,
    schedule,
    allowances,
  }
}

function merged(before: BuyerLine, { change, quantity_left, ...changed }: ChangedLine): BuyerLine {
  const quantity = change === 'deleted' ? 0 : (changed.quantity ?? quantity_left ?? before.quantity)
  if (change === 'replaced') return { ...replacedLine(before, { change, quantity_left, ...changed }), quantity }
  return {
    ...before,
    quantity,
    unit: isInOtherUnit(before, { change, ...changed }) ? changed.unit : before.unit,
    ...priceAfter(before, changed),
    deliver_on: changed.deliver_on ?? before.deliver_on,
    ...laterOf(before, changed),
    doors: quantity === 0 ? [] : changed.doors.length > 0 ? changed.doors : before.doors,
    pack: changed.pack ?? before.pack,
  }
}

const added = ({ change: _change, quantity_left, quantity, ...line }: ChangedLine): BuyerLine => ({
  ...line,
  quantity: quantity ?? quantity_left ?? 0,
})

/** One line of a change, or why it cannot be understood. `earlier` are those of the change before it. */
function lineAfter(
  stored: readonly StoredLine[],
  changed: ChangedLine,
  {
    purpose,
    next,
    earlier,
  }: { purpose: PurchaseOrderChange860['purpose']; next: number; earlier: readonly LineAfter[] },
): LineAfter | { fault: string } {
  const target = findChanged(stored, changed, purpose)
  if (target === null) {
    const isTwice = earlier.some(
      ({ change, line }) =>
        change === 'added' && changed.line_reference !== null && line.line_reference === changed.line_reference,
    )
    if (isTwice) return { fault: `it adds line ${changed.line_reference} twice` }
    return withLeft({ position: next, change: 'added', line: added(changed) }, 0, changed)
  }
  if ('fault' in target) return target
  const { position, line } = target.stored
  const name = changed.line_reference ?? position
  if (earlier.some((one) => one.position === position)) return { fault: `it changes line ${name} twice` }
  // A line that is replaced states its unit; of another change, pieces could be meant where packs were ordered.
  if (changed.change !== 'replaced' && isInOtherUnit(line, changed))
    return { fault: `it changes line ${name} in ${changed.unit}, which is ordered in ${line.unit}` }
  const contradiction = contradictionOf(line, changed)
  if (contradiction !== null) return { fault: `line ${name} ${contradiction}` }
  const gone = changed.change === 'replaced' ? goneOfLine(line, changed) : []
  const after = { position, change: changed.change, line: merged(line, changed), named: idsOf(changed) }
  return withLeft(gone.length === 0 ? after : { ...after, gone }, line.quantity, changed)
}

/** The lines that a cancellation names, which must be all of the order. */
function cancelled(
  stored: readonly StoredLine[],
  { lines, purpose }: PurchaseOrderChange860,
): { fault: string } | null {
  const namedLines: StoredLine[] = []
  for (const changed of lines) {
    const target = changed.change === 'added' ? null : findChanged(stored, changed, purpose)
    if (target !== null && 'fault' in target) return target
    if (target !== null) namedLines.push(target.stored)
  }
  const fault = partOfCancellation(stored, lines, namedLines)
  return fault === null ? null : { fault }
}

/** The lines that the change concerns, or why it cannot be understood. */
export function linesAfter(
  stored: readonly StoredLine[],
  whole: PurchaseOrderChange860,
): LineAfter[] | { fault: string } {
  const { purpose, lines } = whole
  const empty = emptyReplacement(whole)
  if (empty !== null) return { fault: empty }
  const deleted = (gone: readonly StoredLine[]): LineAfter[] =>
    gone.map(({ position, line }) => ({ position, change: 'deleted', line: { ...line, quantity: 0, doors: [] } }))
  if (purpose === 'cancellation') return cancelled(stored, whole) ?? deleted(stored)
  const last = Math.max(0, ...stored.map(({ position }) => position))
  const after: LineAfter[] = []
  for (const changed of lines) {
    const next = last + 1 + after.filter(({ position }) => position > last).length
    const one = lineAfter(stored, changed, { purpose, next, earlier: after })
    if ('fault' in one) return one
    after.push(one)
  }
  const gone = stored.filter(({ position }) => !after.some((one) => one.position === position))
  return purpose === 'replacement' ? [...after, ...deleted(gone)] : after
}

/** The lines of a change in its own words: what is declined that cannot be read against the order. */
export const statedLines = ({ lines }: PurchaseOrderChange860): LineAfter[] =>
  lines.map((line) => ({ position: 0, change: line.change, line: added(line) }))

const keyOf = ({ variant_id, door_reference }: { variant_id: string; door_reference: string | null }) =>
  `${variant_id} ${door_reference ?? ''}`

export interface Reconciled {
  /** Lines of the order with the quantity that the buyer now wants; 0 if the change leaves the line out. */
  requested: { line: LockedLine; quantity: number; part: LinePart | null }[]
  /** Parts without a line. */
  fresh: LinePart[]
}

/**
 * Matches the parts of a buyer's line to lines of the order with the same item and door: those of the same day, and then
 * any. `dayOf` is the day of a part, null for that of the order.
 */
export function reconcile(
  existing: readonly LockedLine[],
  parts: readonly LinePart[],
  dayOf: (part: LinePart) => string | null,
): Reconciled {
  const left = new Map<string, LinePart[]>()
  for (const part of parts) {
    const key = keyOf({ ...part, variant_id: part.variant.variant_id })
    const alike = left.get(key) ?? []
    const same = alike.find((one) => dayOf(one) === dayOf(part))
    if (same === undefined) left.set(key, [...alike, { ...part }])
    else same.quantity += part.quantity
  }
  const matched = new Map<LockedLine, LinePart>()
  const match = (line: LockedLine, fits: (part: LinePart) => boolean) => {
    const alike = left.get(keyOf(line)) ?? []
    const part = matched.has(line) ? undefined : alike.find(fits)
    if (part === undefined) return
    matched.set(line, part)
    left.set(
      keyOf(line),
      alike.filter((one) => one !== part),
    )
  }
  for (const line of existing) match(line, (part) => dayOf(part) === line.requested_ship_date)
  for (const line of existing) match(line, () => true)
  return {
    requested: existing.map((line) => {
      const part = matched.get(line) ?? null
      return { line, quantity: part?.quantity ?? 0, part }
    }),
    fresh: [...left.values()].flat(),
  }
}

/** The parts of a buyer's line without the units that lines of other orders have of them: of their day, and then of any. */
export function lessElsewhere(
  parts: readonly LinePart[],
  others: readonly LockedLine[],
  dayOf: (part: LinePart) => string | null,
): LinePart[] {
  const left = parts.map(({ quantity }) => quantity)
  const elsewhere = others.map(({ quantity, cancelled_quantity }) => quantity - cancelled_quantity)
  const subtract = (fits: (part: LinePart, line: LockedLine) => boolean) => {
    for (const [i, part] of parts.entries())
      for (const [j, line] of others.entries()) {
        if (!fits(part, line)) continue
        const units = Math.min(left[i]!, elsewhere[j]!)
        left[i]! -= units
        elsewhere[j]! -= units
      }
  }
  const isSame = (part: LinePart, line: LockedLine) =>
    keyOf({ ...part, variant_id: part.variant.variant_id }) === keyOf(line)
  subtract((part, line) => isSame(part, line) && dayOf(part) === line.requested_ship_date)
  subtract(isSame)
  return parts.flatMap((part, i) => (left[i]! > 0 ? [{ ...part, quantity: left[i]! }] : []))
}
