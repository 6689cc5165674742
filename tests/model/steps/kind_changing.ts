/** Changes of sales orders after they were placed: of what they hold, have shipped, and where from. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { does, place, which } from '../setting.ts'
import type { Sale } from '../truth/sale.ts'
import { stateOf } from '../truth/sales.ts'
import { agree, choose, type World } from '../world.ts'

export type ChangeStep =
  | { does: 'change_sale'; sale: number; line: number; quantity: number }
  | { does: 'unallocate_sale' | 'void_shipment'; sale: number }
  | { does: 'move_sale'; sale: number; to: string }

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

async function voidLast(world: World, sale: Sale): Promise<void> {
  const { id } = sale.departures.at(-1)!
  const answer = await world.admin.post(`${path}/${sale.id}/shipments/${id}/void`, { reason: 'Recorded in error' })
  agree(world, 'void shipment', answer, world.model.live.void(sale))
}

/** Drafts change in other ways, which the steps of placing and confirming cover. */
async function playChange(world: World, step: ChangeStep): Promise<Sale | undefined> {
  const { model, ask, admin, ids } = world
  const orders = model.sales.orders.filter(({ is_draft }) => !is_draft)
  if (step.does === 'void_shipment') {
    const sale = choose(orders.filter(model.live.mayVoid), step.sale)
    if (sale !== undefined) await voidLast(world, sale)
    return sale
  }
  const sale = choose(orders, step.sale, step.does === 'unallocate_sale' ? isHeld : isOpen)
  if (sale === undefined) return undefined
  if (step.does === 'change_sale') await change(world, sale, step)
  if (step.does === 'unallocate_sale')
    agree(world, 'unallocate', await admin.post(`${path}/${sale.id}/unallocate`, {}), model.live.unallocate(sale))
  if (step.does === 'move_sale') {
    const answer = await ask('PATCH', `${path}/${sale.id}`, { location_id: ids.locations[step.to] })
    agree(world, 'move sale', answer, model.live.move(sale, step.to))
  }
  return sale
}

export const changing: Kind<ChangeStep> = {
  does: ['change_sale', 'unallocate_sale', 'move_sale', 'void_shipment'],
  steps: [
    {
      weight: 6,
      arbitrary: fc.record({ does: does('change_sale'), sale: which, line: fc.nat(2), quantity: fc.nat(9) }),
    },
    { weight: 2, arbitrary: fc.record({ does: does('unallocate_sale'), sale: which }) },
    { weight: 2, arbitrary: fc.record({ does: does('move_sale'), sale: which, to: place }) },
    { weight: 4, arbitrary: fc.record({ does: does('void_shipment'), sale: which }) },
  ],
  play: async (world, step) => ({ sale: await playChange(world, step) }),
}
