/** Allocation: outstanding units of order lines hold stock, as far as it is available. */
import type { Sql } from '../../contract/call.ts'
import { type NewException, openExceptions, resolveExceptions } from '../../exceptions/open.ts'
import { reserveAvailable } from '../../ledger/reserve.ts'
import { type Hold, pairKey } from '../../ledger/rules.ts'
import { counted } from '../../contract/outcome.ts'
import type { LockedLine, LockedOrder } from './locked_order.store.ts'
import { orderSubject } from './order.store.ts'
import { divideUnits, type LineQuantities, unallocatedOf } from './rules.ts'

interface WantedLine {
  line: LockedLine
  location_id: string
  wanted: number
}

type IsLeftOut = (line: LockedLine) => boolean

/** Units that lines still want, at the location that their order ships from. */
const wantedLines = ({ lines, location_id }: LockedOrder, isLeftOut: IsLeftOut): WantedLine[] =>
  lines.flatMap((line) => {
    const [wanted, from] = [unallocatedOf(line), line.location_id ?? location_id]
    return wanted > 0 && from !== null && !isLeftOut(line) ? [{ line, location_id: from, wanted }] : []
  })

/** Sums holds by variant and location, since each pair is asked for once. */
export function sumHolds(holds: readonly Hold[]): Hold[] {
  const sums = new Map<string, Hold>()
  for (const hold of holds) {
    const committed_delta = (sums.get(pairKey(hold))?.committed_delta ?? 0) + hold.committed_delta
    sums.set(pairKey(hold), { ...hold, committed_delta })
  }
  return [...sums.values()].filter(({ committed_delta }) => committed_delta !== 0)
}

/** Holds what is available for the lines of locked orders, first come first served in the order given. */
export async function allocateLines(
  sql: Sql,
  organization_id: string,
  orders: readonly LockedOrder[],
  isLeftOut: IsLeftOut = () => false,
): Promise<LockedOrder[]> {
  const requestedHolds = orders.flatMap((order) => wantedLines(order, isLeftOut))
  const holds = requestedHolds.map(({ line: { variant_id }, location_id, wanted: committed_delta }) => ({
    variant_id,
    location_id,
    committed_delta,
  }))
  const done = await reserveAvailable(sql, organization_id, sumHolds(holds))
  const heldByLine = new Map<string, { units: number; location_id: string }>()
  for (const { committed_delta, ...pair } of done) {
    const asking = requestedHolds.filter(
      (one) => one.line.variant_id === pair.variant_id && one.location_id === pair.location_id,
    )
    const parts = divideUnits(
      committed_delta,
      asking.map((one) => one.wanted),
    )
    for (const [i, one] of asking.entries())
      if (parts[i]! > 0) heldByLine.set(one.line.line_id, { units: parts[i]!, location_id: pair.location_id })
  }
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => {
      const got = heldByLine.get(line.line_id)
      if (got === undefined) return line
      return { ...line, allocated_quantity: line.allocated_quantity + got.units, location_id: got.location_id }
    }),
  }))
}

/** The holds that lines have. */
export const holdsOf = (lines: readonly LockedLine[]): Hold[] =>
  lines.flatMap(({ variant_id, location_id, allocated_quantity }) =>
    allocated_quantity > 0 && location_id !== null
      ? [{ variant_id, location_id, committed_delta: 0 - allocated_quantity }]
      : [],
  )

/** Outstanding units of an order that hold no stock. */
export const shortageOf = ({ lines }: { lines: readonly LineQuantities[] }): number =>
  lines.reduce((sum, line) => sum + unallocatedOf(line), 0)

export const shortageException = ({ order_id, name, lines }: LockedOrder): NewException => {
  const short = lines.filter((line) => unallocatedOf(line) > 0)
  const units = short.map((line) => `${counted(unallocatedOf(line), 'unit')} of ${line.sku}`)
  const named = units.slice(0, 3).join(', ') + (units.length > 3 ? ` and ${units.length - 3} more` : '')
  return {
    kind: 'allocation_short',
    severity: 'warning',
    subject: { type: orderSubject, id: order_id },
    sentence: `${name} is short of stock: ${named} could not be allocated.`,
  }
}

/** Opens `allocation_short` for a shortage. */
export async function openShortage(sql: Sql, organization_id: string, now: string, order: LockedOrder): Promise<void> {
  if (shortageOf(order) > 0) await openExceptions(sql, organization_id, now, [shortageException(order)])
}

/** Resolves `allocation_short` of orders that are short of nothing any more. */
export async function resolveShortages(
  sql: Sql,
  { organization_id, now, resolved_by }: { organization_id: string; now: string; resolved_by: string },
  orders: readonly LockedOrder[],
): Promise<void> {
  for (const order of orders) {
    if (shortageOf(order) > 0) continue
    await resolveExceptions(sql, organization_id, now, {
      kind: 'allocation_short',
      subject: { type: orderSubject, id: order.order_id },
      resolution: order.lifecycle === 'cancelled' ? 'cancelled' : 'allocated',
      resolved_by,
    })
  }
}
