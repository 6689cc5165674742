/** Which of the orders into which a buyer's order was split a change of it concerns. Pure. */
import { listOf } from '../../../contract/outcome.ts'
import type { LockedOrder } from '../../orders/locked_order.store.ts'
import { outstandingOf } from '../../orders/rules.ts'
import type { LineAfter } from './change.rules.ts'

export type PartOrder = Pick<LockedOrder, 'order_id' | 'name' | 'lifecycle' | 'lines'>

const isOver = ({ lifecycle }: PartOrder) => lifecycle === 'fulfilled' || lifecycle === 'cancelled'

const linesAt = ({ lines }: PartOrder, position: number) =>
  lines.filter(({ edi_position }) => edi_position === position)

const hasLeft = (order: PartOrder, position: number) => linesAt(order, position).some((line) => outstandingOf(line) > 0)

/** Of the parts, as a sentence names them. */
export const namesOf = (orders: readonly Pick<PartOrder, 'name'>[], word: 'and' | 'or' = 'and'): string =>
  listOf(
    orders.map(({ name }) => name),
    word,
  )

const nameOf = ({ position, line }: LineAfter) => `line ${line.line_reference ?? position}`

type Target<O> = { orders: O[] } | { fault: string }

/**
 * The orders that take a changed line: the one that has units of it left to ship; all that have it if the buyer wants none of
 * it; for a line that none has, the first order, as long as it can take lines.
 */
function targetOf<O extends PartOrder>(orders: readonly O[], after: LineAfter): Target<O> {
  const { position, line } = after
  const owners = orders.filter((order) => linesAt(order, position).length > 0)
  const open = (owners.length === 0 ? orders : owners).filter((order) => !isOver(order))
  const over = { fault: `${nameOf(after)} has shipped or is cancelled on ${namesOf(owners)}` }
  if (owners.length === 0) {
    if (open.length === 0) return { fault: `nothing is left to ship of ${namesOf(orders)}` }
    if (open.length === 1 || open[0] === orders[0]) return { orders: open.slice(0, 1) }
    return { fault: `${nameOf(after)} can be added to ${namesOf(open, 'or')}` }
  }
  if (line.quantity === 0) return open.length === 0 ? over : { orders: open }
  const left = open.filter((order) => hasLeft(order, position))
  if (left.length > 1) return { fault: `units of ${nameOf(after)} are left to ship on ${namesOf(left)}` }
  const [only = owners.length === 1 ? open[0] : undefined] = left
  return only === undefined ? over : { orders: [only] }
}

export interface PartChange<O> {
  order: O
  changed: LineAfter[]
}

/** The change divided over the orders, the first one of the split first; or why a person must say which one is meant. */
export function divideChange<O extends PartOrder>(
  orders: readonly O[],
  changed: readonly LineAfter[],
): PartChange<O>[] | { fault: string } {
  const divided = new Map<O, LineAfter[]>(orders.map((order) => [order, []]))
  for (const after of changed) {
    const target = targetOf(orders, after)
    if ('fault' in target) return target
    for (const order of target.orders) divided.get(order)!.push(after)
  }
  return [...divided].flatMap(([order, mine]) => (mine.length > 0 ? [{ order, changed: mine }] : []))
}
