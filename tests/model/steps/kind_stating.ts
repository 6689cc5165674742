/** Costs that nobody stated when units arrived, and that are stated later. */
import fc from 'fast-check'
import { makeCostsKnown } from '../../../server/selling/unrated_costs/make_costs_known.ts'
import type { Kind } from './kind.ts'
import { does, seldom, which } from '../setting.ts'
import type { Delivery, Order } from '../truth/orders.ts'
import { costOf, shown } from '../truth/stock.ts'
import { agree, choose, type World } from '../world.ts'

export type StateStep =
  | {
      does: 'state_cost'
      delivery: number
      line: number
      /** In cents of the currency of the order. */
      cost: number
      /** Whether the job comes only after later steps. */
      waits: boolean
    }
  | { does: 'enter_costs' }

/** The job that enters stated costs, for this organisation alone. */
async function enterCosts({ tenant, model, note }: World): Promise<void> {
  const { organization_id, service } = tenant
  const context = { currency: 'USD', now: new Date().toISOString(), actor: 'service:exchange_rates' }
  await service.database.sql.begin((tx) => makeCostsKnown(tx as never, organization_id, context))
  model.enterCosts()
  model.stock.begin()
  note('enter stated costs', true)
}

const unknownLines = ({ order, lines, is_removed }: Delivery): number[] =>
  is_removed || order.type !== 'purchase' ? [] : [...lines].flatMap(([line, { unit }]) => (unit === null ? [line] : []))

async function state(world: World, step: StateStep & { does: 'state_cost' }): Promise<Order | undefined> {
  const { model, ask, at } = world
  const delivery = choose(model.deliveries, step.delivery, (one) => unknownLines(one).length > 0)
  if (delivery === undefined) return undefined
  const { order, received_at, not_in_count } = delivery
  const unknown = unknownLines(delivery)
  const line = unknown[step.line % unknown.length]
  if (line === undefined) return undefined
  const cost = costOf(step.cost / 100)!
  const answer = await ask('PATCH', at(`/${order.id}/deliveries/${delivery.id}`), {
    line_items: [{ line_id: order.line_ids[line], unit_cost: shown(cost) }],
  })
  const correction = { received_at, not_in_count, accept: false, lines: [{ line, cost }], bills: {} }
  agree(world, `state a cost in ${order.currency}`, answer, model.receiving.correct(delivery, correction))
  if (!step.waits) await enterCosts(world)
  return order
}

export const stating: Kind<StateStep> = {
  does: ['state_cost', 'enter_costs'],
  steps: [
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('state_cost'),
        delivery: which,
        line: fc.nat(2),
        cost: fc.constantFrom(0, 333, 1_150),
        waits: seldom,
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: does('enter_costs') }) },
  ],
  async play(world, step) {
    if (step.does === 'state_cost') return { order: await state(world, step) }
    await enterCosts(world)
    return {}
  },
}
