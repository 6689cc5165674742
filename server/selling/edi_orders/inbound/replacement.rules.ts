/** A replacement states all of its order, or of its line: what it no longer states goes, and is named. Pure. */
import { listOf } from '../../../contract/outcome.ts'
import type { ChangedLine, PurchaseOrderChange860 } from '../../../edi/documents/purchase_order_change_860.ts'
import type { OrderHeader } from '../../../edi/documents/record.ts'
import { packReadings } from '../../../edi/documents/units.ts'
import type { StoredLine } from '../edi_order.store.ts'
import type { BuyerLine, LineNote } from './read_lines.rules.ts'

export const dateNames = {
  deliver_on: 'delivery requested (002)',
  ship_from_on: 'ship on (010)',
  cancel_after: 'cancel after (001)',
  ship_not_before: 'do not ship before (037)',
  ship_not_after: 'do not ship after (038)',
  deliver_not_before: 'do not deliver before (064)',
  deliver_not_after: 'do not deliver after (063)',
} as const satisfies Partial<Record<keyof OrderHeader, string>>
const placeNames = { buyer: 'buyer (BY)', ship_to: 'ship-to (ST)', bill_to: 'bill-to (BT)' } as const
/** They name the order in the books of both sides, and stay. */
const keptNames = {
  currency: 'currency',
  reference: 'reference (CO)',
  department: 'department (DP)',
  vendor_number: 'vendor number (IA)',
  routing: 'routing (TD5)',
  freight: 'payment of freight (FOB01)',
} as const

const namesOf = <Name extends string>(names: Readonly<Record<Name, string>>) => Object.keys(names) as Name[]

export interface HeaderAfter {
  /** The buyer's words from now on. */
  header: OrderHeader
  /** What the replacement no longer states, in words. */
  gone: string[]
  kept: string[]
}

type Stated = Omit<PurchaseOrderChange860, 'lines'>

const isLost = (before: unknown, after: unknown) => (before ?? null) !== null && (after ?? null) === null

function datesAfter(ordered: OrderHeader, change: Stated): Partial<OrderHeader> {
  const isWhole = change.purpose === 'replacement'
  return Object.fromEntries(
    namesOf(dateNames).flatMap((name) => {
      const day = change[name] ?? (isWhole ? null : ordered[name])
      return day === undefined || (day === null && name.startsWith('deliver_not')) ? [] : [[name, day]]
    }),
  )
}

/** A change moves days alone; other things that it states otherwise stay. */
export function headerAfter(ordered: OrderHeader, change: Stated): HeaderAfter {
  const { deliver_not_before: _before, deliver_not_after: _after, ...rest } = ordered
  const dated = { ...rest, ...datesAfter(ordered, change) }
  if (change.purpose !== 'replacement') return { header: dated, gone: [], kept: [] }
  const { allowances: _allowances, ...others } = dated
  const places = namesOf(placeNames).filter((name) => isLost(ordered[name], change[name]))
  const isTermless = isLost(ordered.terms, change.terms)
  const allowances = change.allowances ?? []
  return {
    header: {
      ...others,
      ...Object.fromEntries(places.map((name) => [name, null])),
      ...(isTermless ? { terms: null } : {}),
      ...(allowances.length === 0 ? {} : { allowances }),
      total: change.total,
    },
    gone: [
      ...namesOf(dateNames).flatMap((name) =>
        isLost(ordered[name], change[name]) ? [`${dateNames[name]} ${ordered[name]}`] : [],
      ),
      ...places.map((name) => `the ${placeNames[name]} ${ordered[name]!.code ?? ordered[name]!.name}`.trimEnd()),
      ...(isTermless ? ['the terms (ITD)'] : []),
      ...(isLost(ordered.allowances, change.allowances) ? ['the allowances and charges (SAC)'] : []),
    ],
    kept: [
      ...namesOf(keptNames).flatMap((name) =>
        isLost(ordered[name], change[name]) ? [`the ${keptNames[name]} ${ordered[name]}`] : [],
      ),
      ...(isLost(ordered.references, change.references) ? ['the references (REF)'] : []),
    ],
  }
}

/** What a line that is replaced no longer states, in words. */
export function goneOfLine(before: BuyerLine, changed: ChangedLine): string[] {
  const [doors, days] = [changed.doors.length === 0, before.schedule ?? []]
  return [
    ...(isLost(before.unit_price, changed.unit_price) ? [`the price ${before.unit_price}`] : []),
    ...(isLost(before.deliver_on, changed.deliver_on) ? [`${dateNames.deliver_on} ${before.deliver_on}`] : []),
    ...(isLost(before.ship_on, changed.ship_on) ? [`${dateNames.ship_from_on} ${before.ship_on}`] : []),
    ...(isLost(before.schedule, changed.schedule)
      ? [`the schedule (SCH) of ${days.map(({ quantity, day }) => `${quantity} on ${day}`).join(', ')}`]
      : []),
    ...(isLost(before.allowances, changed.allowances) ? ['the allowances and charges (SAC)'] : []),
    ...(before.doors.length > 0 && doors
      ? [`the doors ${before.doors.map(({ door_reference }) => door_reference).join(', ')}`]
      : []),
    ...(isLost(before.pack, changed.pack) ? ['the pack (PO4)'] : []),
  ]
}

/** The line as it is replaced: its numbers stay, and all else is as the replacement states it. */
export function replacedLine(before: BuyerLine, changed: ChangedLine): Omit<BuyerLine, 'quantity'> {
  const { change: _change, quantity_left: _left, quantity: _quantity, ...stated } = changed
  const { line_reference, buyer_sku, buyer_sku_qualifier, supplier_sku, gtin, other_ids, title, agreed_units } = before
  const isSamePack = packReadings(changed.pack).join() === packReadings(before.pack).join()
  // Without a quantity, it states no unit either.
  const unit = changed.quantity === null ? before.unit : changed.unit
  return {
    ...stated,
    unit,
    line_reference,
    buyer_sku,
    buyer_sku_qualifier,
    supplier_sku,
    gtin,
    other_ids,
    title: stated.title ?? title,
    ...(agreed_units !== undefined && isSamePack && unit === before.unit ? { agreed_units } : {}),
  }
}

/** Why a replacement cannot be one; null if it can. */
export function emptyReplacement({ purpose, lines }: PurchaseOrderChange860): string | null {
  if (purpose !== 'replacement') return null
  if (lines.length === 0) return 'it replaces the order and has no lines; an order is withdrawn by a cancellation (01)'
  const isNothing = lines.every(
    ({ change, quantity, quantity_left }) => change === 'deleted' || (quantity ?? quantity_left) === 0,
  )
  return isNothing ? 'it replaces the order by lines without units; an order is withdrawn by a cancellation (01)' : null
}

/**
 * A cancellation withdraws the whole order. One that states what becomes of lines must withdraw all of them, since it could
 * mean a change of those lines alone. `namedLines` are those that it names.
 */
export function partOfCancellation(
  stored: readonly StoredLine[],
  lines: readonly ChangedLine[],
  namedLines: readonly StoredLine[],
): string | null {
  if (lines.length === 0) return null
  const name = (line: { line_reference: string | null }) => line.line_reference ?? 'without a number'
  const other = lines.find(({ change }) => change !== 'deleted' && change !== 'replaced')
  if (other !== undefined)
    return `it cancels the whole order (01) and changes line ${name(other)}; a change of lines is one (04)`
  const left = stored.filter((one) => one.line.quantity > 0 && !namedLines.includes(one))
  return left.length === 0
    ? null
    : `it cancels the whole order (01) and names ${lines.length === 1 ? 'one of its lines' : `${lines.length} of its lines`}, not line ${name(left[0]!.line)}; a change of lines is one (04)`
}

type Named = LineNote & { name: string }

const goneNote = (name: string, gone: readonly string[], what: string): Named => ({
  kind: 'not_understood',
  name,
  sentence: `it is replaced without ${listOf(gone, 'and')}, which ${what}`,
})

/** Of an order that was split, all of it stays: each part has days and places of its own. */
export function replacementNotes({ gone, kept }: HeaderAfter, isSplit: boolean): Named[] {
  const [goes, stays] = isSplit ? [[], [...gone, ...kept]] : [gone, kept]
  return [
    ...(goes.length === 0 ? [] : [goneNote('order', goes, 'no longer holds')]),
    ...(stays.length === 0 ? [] : [goneNote('order', stays, 'stays')]),
  ]
}

export const lineReplacementNotes = (
  changed: readonly { position: number; line: { line_reference: string | null }; gone?: readonly string[] }[],
): Named[] =>
  changed.flatMap(({ position, line, gone = [] }) =>
    gone.length === 0 ? [] : [goneNote(`line ${line.line_reference ?? position}`, gone, 'no longer holds')],
  )

/** Why a document that replaces or withdraws the order is older than it; null if it is not. */
export const olderThanOrder = ({ ordered_on }: OrderHeader, change: Stated): string | null =>
  change.purpose !== 'change' && change.ordered_on < ordered_on
    ? `it is dated ${change.ordered_on}, before the order of ${ordered_on}`
    : null
