/** What the recorded deliveries of the model say. */
import type { Delivery, Order, SubmittedDelivery } from './orders.ts'

/** A recorded delivery with the same figures. */
export function submittedBefore(
  deliveries: readonly Delivery[],
  order: Order,
  submitted: SubmittedDelivery,
): Delivery | undefined {
  const figures = ({ reference, received_at, lines }: SubmittedDelivery) =>
    JSON.stringify([reference, received_at, lines.toSorted((a, b) => a.line - b.line)])
  return deliveries.find(
    (one) =>
      one.order === order && !one.is_removed && one.submitted !== null && figures(one.submitted) === figures(submitted),
  )
}

/** Units on hand at the end of a past day, from the current deliveries: everything else happened later. */
export function unitsOn(deliveries: readonly Delivery[], sku: string, place: string, day: string): number {
  const arrived = deliveries.filter(
    ({ is_removed, received_at }) => !is_removed && received_at !== null && received_at.slice(0, 10) <= day,
  )
  return arrived.reduce((sum, { order, lines }) => {
    const held = [...lines]
    const came = held
      .filter(([line]) => order.place === place && order.lines[line]!.sku === sku)
      .reduce((units, [, { quantity }]) => units + quantity, 0)
    const used = held
      .flatMap(([, { parts }]) => parts)
      .filter((part) => order.source === place && part.sku === sku)
      .reduce((units, { row }) => units + row.delta, 0)
    return sum + came + used
  }, 0)
}
