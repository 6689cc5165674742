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
