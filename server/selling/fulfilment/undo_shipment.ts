/** What voiding and correcting a shipment share: which one it is, and whether later documents allow it. */
import { Count, Id, OwnId, Shape, type Static, Text, Type } from '../../contract/schema.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import type { Sql } from '../../contract/sql.ts'
import type { WriteContext } from '../../imports/record_diff.ts'
import { creditUnshipped } from '../credit_notes/credit_unshipped.ts'
import type { LockedOrder } from '../orders/locked_order.store.ts'
import { Label, Order } from '../orders/model.ts'
import { readPlacedBy } from './placed_by.ts'
import type { ReplacedShipment } from './ship_order.ts'
import { boundFault, overbilledOf, reversalsOf, unitsBack, unitsOf, unshippedOrder } from './void.rules.ts'
import {
  findShipment,
  findVoided,
  readBooked,
  readBounds,
  type ShipmentLineOnFile,
  type ShipmentOnFile,
} from './voided_shipment.store.ts'

export const ShipmentPath = Type.Object(
  {
    order_id: Id('Id of the sales order.'),
    shipment_id: Id('Id of the shipment, as the order shows it.'),
  },
  { additionalProperties: false },
)

export const Reason = Label('Reason, which the order keeps.', ['Recorded on the wrong order'])

export const UndoneOutcome = Shape(
  {
    order: Order,
    given_back_to: Type.Array(
      Shape({
        order_id: OwnId('The order.'),
        name: Text('Name of the order.', { examples: ['SO-2044'] }),
        units: Count('Units that are held for it again.', { examples: [3] }),
      }),
      { description: 'Other orders whose holds the shipment took, and that got units back.' },
    ),
    consequences: Type.Array(Text('What followed, as a sentence to display.'), {
      description: 'What followed from it, each as a sentence to display.',
      examples: [['12 units of JUMPER-M are back at Main.', '12 units are held for SO-2041 again.']],
    }),
  },
  { $id: 'ShipmentReversal', description: 'The order after a shipment of it was voided or corrected.' },
)
export type UndoneOutcome = Static<typeof UndoneOutcome>

export function readReason(reason: string): string {
  const text = reason.trim()
  if (text === '') refuseField('reason', 'must not be blank')
  return text
}

async function findToUndo(sql: Sql, organization_id: string, order: LockedOrder, shipment_id: string) {
  const { order_id, name } = order
  const shipment = await findShipment(sql, organization_id, order_id, shipment_id)
  if (shipment !== null) return shipment
  const voided = await findVoided(sql, organization_id, order_id, shipment_id)
  if (voided === null) return refuse('not_found', { desc: `${name} has no shipment of that id.` })
  const { voided_at, voided_by, replaced_by } = voided
  return refuse('conflict', {
    desc:
      replaced_by === null
        ? `${voided.name} was voided by ${voided_by}.`
        : `${voided.name} was corrected by ${voided_by}; the shipment in its place has another id.`,
    data: { reason: 'voided', voided_at, voided_by, replaced_by },
  })
}

/** A shipment before the recording of its order dates the order, if nobody stated when it was placed; without it, the order has its day again. */
async function placedWithout(
  sql: Sql,
  { organization_id, time_zone }: WriteContext,
  { order_id, ordered_at, is_ordered_at_stated }: LockedOrder,
  { fulfilment_id, shipped_at }: ShipmentOnFile,
): Promise<Partial<Pick<LockedOrder, 'ordered_at' | 'ordered_on'>>> {
  if (is_ordered_at_stated || Date.parse(shipped_at) > Date.parse(ordered_at)) return {}
  const placed_by = (await readPlacedBy(sql, organization_id, [order_id], fulfilment_id)).get(order_id)!
  return { ordered_at: placed_by, ordered_on: dayInTimeZone(time_zone, placed_by) }
}

/** The shipment with all that it undoes. Refuses one that was voided before, and one that an import brought. */
export async function readToUndo(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  shipment_id: string,
  reason: string,
): Promise<ReplacedShipment> {
  const { organization_id } = context
  const shipment = await findToUndo(sql, organization_id, order, shipment_id)
  if (shipment.is_historical)
    refuse('conflict', {
      desc: `${shipment.name} left before the organisation came here: it moved no stock, and the import that brought it can be undone.`,
      data: { reason: 'historical' },
    })
  const booked = await readBooked(sql, organization_id, shipment.fulfilment_id)
  const from = unshippedOrder(order, shipment)
  return {
    shipment,
    from: { ...from, ...(await placedWithout(sql, context, order, shipment)) },
    back: unitsBack(order, from, shipment),
    reversals: reversalsOf(shipment, booked),
    reason,
  }
}

/**
 * Refuses with `conflict` if returns need units that would no longer have shipped, and credits what invoices bill of such
 * units. Answers what was credited in sentences.
 */
export async function settleBounds(
  sql: Sql,
  context: WriteContext,
  order: LockedOrder,
  { from, shipment, reason }: ReplacedShipment,
  shipped: ReadonlyMap<string, number> = new Map(),
): Promise<string[]> {
  const ids = [...unitsOf(shipment.lines).keys()]
  const fulfilled = new Map(from.lines.map(({ line_id, fulfilled_quantity }) => [line_id, fulfilled_quantity]))
  const remaining = new Map(ids.map((id) => [id, fulfilled.get(id)! + (shipped.get(id) ?? 0)]))
  const bounds = await readBounds(sql, context.organization_id, ids)
  const fault = boundFault(shipment.name, remaining, bounds)
  if (fault !== null) refuse('conflict', { desc: fault.sentence, data: { reason: 'returned', returns: fault.returns } })
  const { time_zone, now } = context
  const today = dayInTimeZone(time_zone, now)
  return creditUnshipped(sql, { ...context, today }, order, shipment, overbilledOf(remaining, bounds), reason)
}

/** `12 units of J-M and 3 units of J-S`. */
export function unitsInWords(
  order: LockedOrder,
  { lines }: { lines: readonly Pick<ShipmentLineOnFile, 'order_line_id' | 'quantity'>[] },
): string[] {
  const skus = new Map(order.lines.map(({ line_id, sku }) => [line_id, sku]))
  const units = new Map<string, number>()
  for (const { order_line_id, quantity } of lines) {
    const sku = skus.get(order_line_id)!
    units.set(sku, (units.get(sku) ?? 0) + quantity)
  }
  return [...units].map(([sku, quantity]) => `${counted(quantity, 'unit')} of ${sku}`)
}

export const heldUnits = ({ lines }: LockedOrder): number =>
  lines.reduce((sum, { allocated_quantity }) => sum + allocated_quantity, 0)
