/** Changes of sales orders after they were placed: of what they hold, have shipped, and where from. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { does, instantAgo, past, place, seldom, which } from '../setting.ts'
import type { Sale } from '../truth/selling/sale.ts'
import { outstanding, stateOf } from '../truth/selling/sales.ts'
import { nameCredits } from './play_credits.ts'
import { compareSale, hasLines, newest } from './play_sales.ts'
import { agree, choose, elsewhereThan, type World } from '../world.ts'

export type ChangeStep =
  | { does: 'change_sale'; sale: number; line: number; quantity: number }
  | { does: 'cancel_units'; sale: number; line: number; quantity: number }
  | { does: 'unallocate_sale'; sale: number }
  | { does: 'void_shipment'; sale: number }
  | { does: 'move_sale'; sale: number; to: string }
  | { does: 'split_sale'; sale: number; by: 'line' | 'location' | 'short'; line: number; quantity: number; to: string }
  | { does: 'split_by_date'; sale: number; days: (string | null)[] }
  | { does: 'merge_sales'; sale: number; other: number; is_alike: boolean }
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

const idsOf = (order: any): string[] => order.line_items.map((line: any) => line.line_item_id)

/** Asks for the split, and compares every order that comes of it. */
async function split(
  world: World,
  sale: Sale,
  body: { by: string },
  { status, fresh }: { status: number; fresh: Sale[] },
): Promise<void> {
  const answer = await world.admin.post(`${path}/${sale.id}/split`, body)
  const isDraft = sale.is_draft ? ' of a draft' : ''
  if (!agree(world, `split by ${body.by}${isDraft}`, answer, status)) return
  const { order, new_orders } = answer.body.data
  sale.line_ids = idsOf(order)
  for (const [i, one] of fresh.entries()) {
    one.id = new_orders[i].order_id
    one.line_ids = idsOf(new_orders[i])
  }
  for (const one of [sale, ...fresh]) await compareSale(world, one)
}

async function splitNamed(world: World, sale: Sale, step: ChangeStep & { does: 'split_sale' }): Promise<void> {
  const { model, ids } = world
  const { by, quantity, to } = step
  const line = step.line % sale.lines.length
  const place = by === 'line' ? {} : { place: to }
  const lines = by === 'short' ? {} : { lines: [{ line_item_id: sale.line_ids[line], quantity }] }
  const body = {
    by: by === 'line' ? by : 'location',
    ...(by === 'line' ? {} : { location_id: ids.locations[to] }),
    ...lines,
  }
  await split(world, sale, body, model.splits.split(sale, by === 'short' ? null : [{ line, quantity }], place))
}

async function splitByDate(world: World, sale: Sale, { days }: ChangeStep & { does: 'split_by_date' }): Promise<void> {
  const dated = sale.lines.flatMap((line, at) => (outstanding(line) > 0 ? [{ line, at, day: days[at] ?? null }] : []))
  for (const { line, day } of dated) line.day = day
  if (dated.length > 0) {
    const lines = dated.map(({ at, day }) => ({ line_item_id: sale.line_ids[at], requested_ship_date: day }))
    agree(world, 'date lines', await world.ask('PATCH', `${path}/${sale.id}`, { lines }), 200)
  }
  await split(world, sale, { by: 'date' }, world.model.splits.splitByDay(sale))
}

async function merge(world: World, sale: Sale, step: ChangeStep & { does: 'merge_sales' }): Promise<void> {
  const { splits, sales } = world.model
  const others = sales.orders.filter((one) => one !== sale && splits.mayDivide(one))
  const other = choose(
    others,
    step.other,
    (one) => splits.mayMerge(one) && splits.areAlike(sale, one) === step.is_alike,
  )
  if (other === undefined) return
  const word = sale.is_draft ? 'merge drafts' : 'merge'
  const answer = await world.admin.post(`${path}/${sale.id}/merge`, { from_order_ids: [other.id] })
  if (agree(world, word, answer, splits.merge(sale, other))) await compareSale(world, other)
}

/** Orders that are divided and joined, drafts too. */
async function playDivision(
  world: World,
  step: ChangeStep & { does: 'split_sale' | 'split_by_date' | 'merge_sales' },
): Promise<Sale | undefined> {
  const { sales, splits } = world.model
  const orders = sales.orders.filter(splits.mayDivide)
  const fits =
    step.does === 'merge_sales' ? splits.mayMerge : (one: Sale) => one.lines.some((line) => outstanding(line) > 0)
  const sale = choose(orders, step.sale, fits)
  if (sale === undefined) return undefined
  if (step.does === 'merge_sales') await merge(world, sale, step)
  if (step.does === 'split_sale') await splitNamed(world, sale, step)
  if (step.does === 'split_by_date') await splitByDate(world, sale, step)
  return sale
}

/** Drafts change in other ways, which the steps of placing and confirming cover. */
async function playChange(world: World, step: ChangeStep): Promise<Sale | undefined> {
  const { model, ask, admin, ids } = world
  if (step.does === 'split_sale' || step.does === 'split_by_date' || step.does === 'merge_sales')
    return playDivision(world, step)
  const orders = model.sales.orders.filter((sale) => !sale.is_draft && hasLines(sale))
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
  does: [
    'change_sale',
    'cancel_units',
    'unallocate_sale',
    'move_sale',
    'void_shipment',
    'correct_shipment',
    'split_sale',
    'split_by_date',
    'merge_sales',
  ],
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
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('split_sale'),
        sale: which,
        by: fc.constantFrom('line', 'location', 'short'),
        line: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 5 }),
        to: place,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        does: does('split_by_date'),
        sale: which,
        days: fc.array(fc.constantFrom(null, '2031-01-01', '2031-02-01'), { minLength: 3, maxLength: 3 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ does: does('merge_sales'), sale: which, other: which, is_alike: seldom.map((is) => !is) }),
    },
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
