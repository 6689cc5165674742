/** The line of an order that a line of its change concerns, and what the change says against it. Pure. */
import Big from 'big.js'
import { listOf } from '../../../contract/outcome.ts'
import type {
  ChangedLine,
  LineChange,
  PurchaseOrderChange860,
} from '../../../edi/documents/purchase_order_change_860.ts'
import { packReadings } from '../../../edi/documents/units.ts'
import type { StoredLine } from '../edi_order.store.ts'
import { isPrepack, unitsPer } from '../units.rules.ts'
import type { BuyerLine } from './read_lines.rules.ts'

const itemNames = ['buyer_sku', 'supplier_sku', 'gtin'] as const

const isSameItem = (one: BuyerLine, other: ChangedLine, fold: (text: string | null) => string | null): boolean =>
  itemNames.some((name) => one[name] !== null && fold(one[name]) === fold(other[name]))
const asWritten = (text: string | null) => text
const inLowerCase = (text: string | null) => text?.toLowerCase() ?? null

const withItem = (stored: readonly StoredLine[], changed: ChangedLine): readonly StoredLine[] => {
  const exact = stored.filter(({ line }) => isSameItem(line, changed, asWritten))
  return exact.length > 0 ? exact : stored.filter(({ line }) => isSameItem(line, changed, inLowerCase))
}

const isOrdered = ({ line }: StoredLine) => line.quantity > 0

const namesOf = (all: readonly StoredLine[]) =>
  `${all.length === 1 ? 'line' : 'lines'} ${listOf(
    all.map(({ line, position }) => line.line_reference ?? `${position} (without a number)`),
    'and',
  )}`

const itemOf = (changed: ChangedLine) => itemNames.map((name) => changed[name]).find((one) => one !== null) ?? null

/** The line that is changed, null where the change adds one, or why that is not clear. */
export type FoundLine = { stored: StoredLine } | { fault: string } | null

function addedLine(stored: readonly StoredLine[], { line_reference }: ChangedLine): FoundLine {
  const known =
    line_reference !== null && stored.some((one) => isOrdered(one) && one.line.line_reference === line_reference)
  return known ? { fault: `it adds line ${line_reference}, which the order already has` } : null
}

/** A number of a line is never answered with another line that has the item. */
function numberedLine(stored: readonly StoredLine[], changed: ChangedLine, isWhole: boolean): FoundLine {
  const { line_reference } = changed
  const numbered = stored.filter(({ line }) => line.line_reference === line_reference)
  const all = numbered.some(isOrdered) ? numbered.filter(isOrdered) : numbered
  const [only, ...others] = all
  if (only === undefined) {
    if (isWhole) return null
    const alike = withItem(stored, changed)
    const where = alike.length === 0 ? '' : `; its item is that of ${namesOf(alike)}`
    return { fault: `it changes line ${line_reference}, which the order does not have${where}` }
  }
  if (others.length === 0) return { stored: only }
  const [named, ...more] = withItem(all, changed)
  return named !== undefined && more.length === 0
    ? { stored: named }
    : { fault: `it changes line ${line_reference}, and ${all.length} lines of the order have that number` }
}

function unnumberedLine(stored: readonly StoredLine[], changed: ChangedLine, isWhole: boolean): FoundLine {
  const [only, ...others] = withItem(stored, changed)
  if (only !== undefined && others.length === 0) return { stored: only }
  if (isWhole) return null
  return {
    fault:
      only === undefined
        ? 'it changes line without a number, which the order does not have'
        : `it changes the item ${itemOf(changed)} without the number of a line, and ${namesOf([only, ...others])} have it`,
  }
}

/** By the buyer's number of the line; only a change without one is understood by its item, in any case. */
export function findChanged(
  stored: readonly StoredLine[],
  changed: ChangedLine,
  purpose: PurchaseOrderChange860['purpose'],
): FoundLine {
  if (changed.change === 'added') return addedLine(stored, changed)
  // The lines of a replacement are the whole order: it may number them again.
  const isWhole = purpose === 'replacement'
  return changed.line_reference === null
    ? unnumberedLine(stored, changed, isWhole)
    : numberedLine(stored, changed, isWhole)
}

/** Whether the quantity is in another unit; a line that is deleted, or keeps its quantity, has none. */
export const isInOtherUnit = (
  before: BuyerLine,
  { change, quantity, unit }: Pick<ChangedLine, 'change' | 'quantity' | 'unit'>,
) => !(change === 'deleted' && quantity === 0) && quantity !== null && unit !== before.unit

/** Codes of changes that keep the quantity, and those that keep the price. */
const keepsQuantity: Partial<Record<LineChange, string>> = {
  price_changed: 'PC',
  dates_changed: 'CT',
  unchanged: 'NC',
}
const keepsPrice: Partial<Record<LineChange, string>> = {
  dates_changed: 'CT',
  quantity_increased: 'QI',
  quantity_decreased: 'QD',
  unchanged: 'NC',
}

function againstQuantity(before: BuyerLine, { change, quantity, quantity_left: left }: ChangedLine): string | null {
  const ordered = `and ${before.quantity} were ordered`
  const below = [quantity, left].find((one) => one !== null && one < 0)
  if (below !== undefined) return `states the quantity ${below}`
  const broken = [quantity, left].find((one) => one !== null && !Number.isInteger(one))
  if (broken !== undefined) return `states the quantity ${broken}, which is not whole`
  if (change === 'deleted') {
    const part = [quantity, left].find((one) => one !== null && one !== 0 && one !== before.quantity)
    return part === undefined
      ? null
      : `is said to be deleted (DI) with a quantity of ${part}, ${ordered}; a part of a line is taken off by QD`
  }
  const stated = quantity ?? left
  if (stated !== null && stated !== before.quantity && keepsQuantity[change] !== undefined)
    return `states the quantity ${stated}, ${ordered}; ${keepsQuantity[change]} changes no quantity`
  if (quantity === null) return null
  if (change === 'quantity_increased' && quantity <= before.quantity)
    return `is said to be increased to ${quantity}, ${ordered}`
  if (change === 'quantity_decreased' && quantity >= before.quantity)
    return `is said to be decreased to ${quantity}, ${ordered}`
  return null
}

function againstPrice(before: BuyerLine, { change, unit_price, price_basis }: ChangedLine): string | null {
  const code = keepsPrice[change]
  if (code === undefined || unit_price === null || before.unit_price === null) return null
  const isSame = price_basis === before.price_basis && new Big(unit_price).eq(before.unit_price)
  return isSame
    ? null
    : `states the price ${unit_price}, and ${before.unit_price} was ordered; ${code} changes no price`
}

/** The items of a pack with their units, whatever else they state. */
const contentsOf = ({ pack }: Pick<BuyerLine, 'pack'>) =>
  (pack?.components ?? [])
    .map((one) => `${one.quantity} ${itemNames.map((name) => inLowerCase(one[name])).join(' ')}`)
    .toSorted()
    .join()

const packed = (units: number | null) => (units === null ? 'packs of another size' : `packs of ${units}`)

/** Another pack would change how many units are ordered, whatever the code of the change says. */
function againstPack(before: BuyerLine, { change, pack }: ChangedLine): string | null {
  if (pack === null || change === 'replaced' || change === 'deleted') return null
  const { agreed_units, ...line } = before
  // What a person said counts where the pack has two readings.
  const isOne = packReadings(pack).length === 1 || agreed_units === undefined
  const after = { ...line, ...(isOne ? {} : { agreed_units }), pack }
  const [was, is] = [unitsPer(before), unitsPer(after)]
  const code = 'a line in other packs is replaced (RZ)'
  if (was !== null && was !== is) return `states ${packed(is)}, and ${packed(was)} were ordered; ${code}`
  return isPrepack(before) && contentsOf(before) !== contentsOf(after)
    ? `states a pack of other items than was ordered; ${code}`
    : null
}

/** What is left to ship (POC04) where it is neither the quantity nor what it changes by; null if it says no more than that. */
export function leftOtherwise(
  before: number,
  { change, quantity, quantity_left: left }: Pick<ChangedLine, 'change' | 'quantity' | 'quantity_left'>,
): number | null {
  if (change === 'deleted' || quantity === null || left === null) return null
  return left === quantity || left === Math.abs(quantity - before) ? null : left
}

/** What a changed line says against the line that it changes: another item, or another change than its code says. */
export function contradictionOf(before: BuyerLine, changed: ChangedLine): string | null {
  const other = itemNames.find(
    (name) =>
      before[name] !== null && changed[name] !== null && inLowerCase(before[name]) !== inLowerCase(changed[name]),
  )
  if (other !== undefined) return `names the item ${changed[other]}, where ${before[other]} was ordered`
  return againstQuantity(before, changed) ?? againstPrice(before, changed) ?? againstPack(before, changed)
}
