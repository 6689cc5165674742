/** Shipments that were recorded in error. */
import type { ChangelogEntry } from '../entry.ts'

export const voidedShipments: readonly ChangelogEntry[] = [
  {
    id: 'units-in-place-of-others',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory'],
    title: 'A correction can state that another variant left than was ordered',
    detail: `A line of \`session.correct_shipment\` with \`instead_of\` names any variant and the ordered line in place of whose units it left. It
    gets a line of the order with \`instead_of_line_item_id\`: stock falls for what left and comes back for what did not, sales and invoices
    have what the customer got, at the price of the ordered line or the one that is stated. \`ordered_units\` says whether the customer is
    still owed the ordered units, or whether they are cancelled. Voiding or correcting the shipment again undoes it.`,
    action_required: null,
    covers: ['session.correct_shipment', 'orders.*'],
  },
  {
    id: 'voided-shipments',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory', 'webhooks'],
    title: 'A shipment can be voided or corrected',
    detail: `In the app, a shipment that was recorded in error is voided or corrected in one act: the stock ledger reverses its movements at their
    time and cost, sales leave the day they counted on, the units are held for the order again, and a shipping notice that was sent is
    cancelled or replaced. An order shows such shipments in \`voided_shipments\`, and a corrected one names the first in \`corrects\`; the
    lifecycle of a fulfilled order can therefore go back, and \`order.updated\` says so. A shipment that repeats an \`external_id\` with other
    content is refused with \`conflict\` and names the difference; it was answered as recorded before.`,
    action_required: null,
    covers: ['session.void_shipment', 'session.correct_shipment'],
  },
  {
    id: 'exceptions-close-with-their-cause',
    date: '2026-11-28',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'returns', 'webhooks'],
    title: 'Exceptions close when their cause ends',
    detail: `A shortage that a warehouse reported closes when the rest ships, is cancelled or is released again; over-shipped units when the
    surplus is corrected, voided or invoiced; units that left without a hold when the holds of other orders are covered; stock below zero by
    the variants that the shipment took there alone; and what was open about the draft of an order paper when it is confirmed or cancelled. A
    shipment that takes units that other orders held releases their holds, of the order that can wait longest first, and opens
    \`allocation_short\` for each. Units that came back unexpectedly are accepted with \`session.accept_returned_units\`. [A page](/reference/exceptions) shows
    what opens and closes each kind, and what a person does about it.`,
    action_required: null,
    covers: ['session.accept_returned_units'],
  },
]
