/** Freight and duty of all deliveries of an order together, billed whenever. */
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { does, which } from '../setting.ts'
import { agree, choose } from '../world.ts'

interface BillStep {
  does: 'bill'
  order: number
  /** In cents; null for none, undefined leaves it. */
  freight: number | null | undefined
  duty: number | null | undefined
}

const cents = (...some: number[]) => fc.constantFrom(undefined, null, 0, ...some)

export const billing: Kind<BillStep> = {
  does: ['bill'],
  steps: [
    {
      weight: 4,
      arbitrary: fc.record({ does: does('bill'), order: which, freight: cents(700, 2_503, 99), duty: cents(333) }),
    },
  ],
  async play(world, { order: at, freight, duty }) {
    const { model, ask } = world
    const order = choose(model.orders, at, ({ type, status }) => type === 'purchase' && status !== 'draft')
    if (order === undefined || (freight === undefined && duty === undefined)) return {}
    const answer = await ask('PATCH', world.at(`/${order.id}`), {
      ...(freight === undefined ? {} : { billed_freight_cents: freight }),
      ...(duty === undefined ? {} : { billed_duty_cents: duty }),
    })
    const bills = { ...(freight === undefined ? {} : { freight }), ...(duty === undefined ? {} : { duty }) }
    agree(world, `bill ${order.type}`, answer, model.bill(order, bills))
    return { order }
  },
}
