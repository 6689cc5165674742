/** Changes of sales orders after they were placed: of what they hold, have shipped, and where from. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { does, instantAgo, past, place, seldom, which } from '../setting.ts'
import type { Sale } from '../truth/selling/sale.ts'
import { stateOf } from '../truth/selling/sales.ts'
import { nameCredits } from './play_credits.ts'
import { newest } from './play_sales.ts'
import { agree, choose, elsewhereThan, type World } from '../world.ts'

export type ChangeStep =
  | { does: 'change_sale'; sale: number; line: number; quantity: number }
  | { does: 'cancel_units'; sale: number; line: number; quantity: number }
  | { does: 'unallocate_sale'; sale: number }
  | { does: 'void_shipment'; sale: number }
  | { does: 'move_sale'; sale: number; to: string }
  | {
      does: 'correct_shipment'
      sale: number
      is_elsewhere: boolean
      shipped_at: string | null
      lines: { line: number; quantity: number }[]
    }

const path = '/api/v1/sales/orders'
const isOpen = (sale: Sale) => !['draft', 'fulfilled', 'cancelled'].includes(stateOf(sale))
const isHeld = ({ lines }: Sale) => lines.some(({ allocated }) => allocated > 0)

async function change(world: World, sale: Sale, step: ChangeStep & { does: 'change_sale' }): Promise<void> {
  const at = step.line % sale.lines.length
  const lines = [{ line_item_id: sale.line_ids[at], quantity: step.quantity }]
  const answer = await world.ask('PATCH', `${path}/${sale.id}`, { lines })
  const act = step.quantity === 0 ? 'change to none' : 'change quantity'
  agree(world, act, answer, world.model.live.change(sale, at, step.quantity))
}

async function cancelUnits(world: World, sale: Sale, step: ChangeStep & { does: 'cancel_units' }): Promise<void> {
  const at = step.line % sale.lines.length
  const lines = [{ line_item_id: sale.line_ids[at], quantity: step.quantity }]
  const answer = await world.ask('POST', `${path}/${sale.id}/cancel`, { lines })
  agree(world, 'cancel units', answer, world.model.live.cancelUnits(sale, at, step.quantity))
}

async function voidLast(world: World, sale: Sale): Promise<void> {
  const { id } = sale.departures.at(-1)!
  const answer = await world.admin.post(`${path}/${sale.id}/shipments/${id}/void`, { reason: 'Recorded in error' })
  const isBilled = world.model.takings.notes.length
  const isVoid = agree(world, 'void shipment', answer, world.model.shipping.void(sale))
  if (isVoid && world.model.takings.notes.length > isBilled) await nameCredits(world, 'void a billed shipment')
}

async function correctLast(world: World, sale: Sale, step: ChangeStep & { does: 'correct_shipment' }): Promise<void> {
  const { model, admin, ids } = world
  const last = sale.departures.at(-1)!
  // Nothing can have come back before it left.
  const isTimed = step.shipped_at !== null && model.takings.of(sale).length === 0
  const shipped_at = isTimed ? instantAgo(step.shipped_at!) : null
  const from = step.is_elsewhere ? elsewhereThan(last.from) : last.from
  const units = new Map(last.lines.map(({ line, shipment }) => [line, shipment.quantity]))
  for (const { line, quantity } of step.lines) units.set(line % sale.lines.length, quantity)
  const lines = [...units].flatMap(([line, quantity]) => (quantity === 0 ? [] : [{ line, quantity }]))
  if (lines.length === 0) return
  const answer = await admin.post(`${path}/${sale.id}/shipments/${last.id}/correct`, {
    reason: 'Counted again',
    location_id: ids.locations[from],
    ...(shipped_at === null ? {} : { shipped_at }),
    lines: lines.map(({ line, quantity }) => ({ line_item_id: sale.line_ids[line], quantity })),
  })
  const billed = model.takings.notes.length
  const isCorrected = agree(
    world,
    'correct shipment',
    answer,
    model.shipping.correct(sale, { from, shipped_at, units: lines }),
  )
  if (!isCorrected || sale.departures.at(-1) === last) return
  sale.departures.at(-1)!.id = newest(answer.body.data.order.shipments, sale)
  if (model.takings.notes.length > billed) await nameCredits(world, 'correct a billed shipment')
}

/** Drafts change in other ways, which the steps of placing and confirming cover. */
async function playChange(world: World, step: ChangeStep): Promise<Sale | undefined> {
  const { model, ask, admin, ids } = world
  const orders = model.sales.orders.filter(({ is_draft }) => !is_draft)
  if (step.does === 'void_shipment' || step.does === 'correct_shipment') {
    const shipped = choose(orders.filter(model.shipping.mayUndo), step.sale)
    if (shipped === undefined) return undefined
    if (step.does === 'correct_shipment') await correctLast(world, shipped, step)
    else await voidLast(world, shipped)
    return shipped
  }
  const sale = choose(orders, step.sale, step.does === 'unallocate_sale' ? isHeld : isOpen)
  if (sale === undefined) return undefined
  if (step.does === 'change_sale') await change(world, sale, step)
  if (step.does === 'cancel_units') await cancelUnits(world, sale, step)
  if (step.does === 'unallocate_sale')
    agree(world, 'unallocate', await admin.post(`${path}/${sale.id}/unallocate`, {}), model.live.unallocate(sale))
  if (step.does === 'move_sale') {
    const answer = await ask('PATCH', `${path}/${sale.id}`, { location_id: ids.locations[step.to] })
    agree(world, 'move sale', answer, model.live.move(sale, step.to))
  }
  return sale
}

export const changing: Kind<ChangeStep> = {
  does: ['change_sale', 'cancel_units', 'unallocate_sale', 'move_sale', 'void_shipment', 'correct_shipment'],
  steps: [
    {
      weight: 6,
      arbitrary: fc.record({ does: does('change_sale'), sale: which, line: fc.nat(2), quantity: fc.nat(9) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: does('cancel_units'),
        sale: which,
        line: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: does('unallocate_sale'), sale: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('move_sale'), sale: which, to: place }) },
    { weight: 4, arbitrary: fc.record({ does: does('void_shipment'), sale: which }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('correct_shipment'),
        sale: which,
        is_elsewhere: seldom,
        shipped_at: fc.oneof(fc.constant(null), past('10:00')),
        lines: fc.array(fc.record({ line: fc.nat(2), quantity: fc.nat(6) }), { maxLength: 2 }),
      }),
    },
  ],
  play: async (world, step) => ({ sale: await playChange(world, step) }),
}
