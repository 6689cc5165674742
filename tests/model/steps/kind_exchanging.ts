/** Returns that are announced first, and exchanged for another order before or after their units arrive. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Kind } from './kind.ts'
import { nameCredits } from './play_credits.ts'
import { announce, returnsPath, takeIn } from './play_returns.ts'
import { compareSale } from './play_sales.ts'
import { arrivedUnits, type SaleStep, stated } from './sale_steps.ts'
import { does, place, soldSku, which } from '../setting.ts'
import { balanceOf, type Terms, totalOf } from '../truth/selling/exchanges.ts'
import type { Sale } from '../truth/selling/sale.ts'
import type { Exchange, Return } from '../truth/selling/takings.ts'
import { agree, choose, type World } from '../world.ts'

type ReturnOf = SaleStep & { does: 'return_sale' }

export type ExchangeStep =
  | (Pick<ReturnOf, 'line' | 'quantity' | 'refund'> & { does: 'announce_return'; sale: number })
  | (Pick<ReturnOf, 'restocked' | 'disposition' | 'received_at' | 'not_in_count'> & {
      does: 'receive_return'
      return: number
    })
  | { does: 'cancel_return' | 'cancel_exchange'; return: number }
  | {
      does: 'exchange'
      return: number
      /** Null where the return is. */
      to: string | null
      freight: number
      freight_tax: number
      /** Null for the one that agrees with the difference. */
      settlement: string | null
      /** A SKU is null for that of what comes back, a price if nothing is said of it. */
      lines: { sku: string | null; quantity: number; price: number | null; percent: number; tax: number }[]
    }

function termsOf({ model }: World, one: Return, step: ExchangeStep & { does: 'exchange' }): Terms {
  const { freight, freight_tax } = step
  const lines = step.lines.map(({ sku, price, percent, quantity, tax }) => {
    const discount = price === null ? 0 : Math.floor((quantity * price * percent) / 100)
    return { sku: sku ?? one.sale.lines[one.line]!.sku, quantity, price, discount, tax: price === null ? 0 : tax }
  })
  const terms = { lines, freight, freight_tax, place: step.to ?? one.place, settlement: step.settlement ?? '' }
  return step.settlement === null ? { ...terms, settlement: model.exchanges.settlementOf(one, terms) } : terms
}

async function exchange(world: World, one: Return, step: ExchangeStep & { does: 'exchange' }): Promise<void> {
  const { model, admin, ids } = world
  const terms = termsOf(world, one, step)
  const answer = await admin.post(`${returnsPath}/${one.id}/exchange`, {
    settlement: terms.settlement,
    location_id: ids.locations[terms.place],
    freight_cents: terms.freight,
    freight_tax_cents: terms.freight_tax,
    lines: terms.lines.map(({ sku, quantity, price, discount, tax }) => ({
      sku,
      quantity,
      ...(price === null ? {} : { unit_price_cents: price, discount_cents: discount, tax_cents: tax }),
    })),
  })
  const { status, exchange: made } = model.exchanges.create(one, terms)
  if (!agree(world, `exchange: ${terms.settlement}`, answer, status) || made === undefined) return
  world.note(one.receipt === null ? 'exchange before arrival' : 'exchange after arrival', true)
  const { replacement } = made
  replacement.id = answer.body.data.order.order_id
  const order = (await world.ask('GET', `/api/v1/sales/orders/${replacement.id}`)).body.data
  replacement.line_ids = order.line_items.map((line: { line_item_id: string }) => line.line_item_id)
  if (made.notes.length > 0) await nameCredits(world, 'credit by an exchange')
}

const exchangeOf = ({ model }: World, one: Return) => model.takings.exchange(one)

/** Returns that a step applies to. */
const fits = (world: World): Record<Extract<ExchangeStep, { return: number }>['does'], (one: Return) => boolean> => ({
  receive_return: ({ receipt, is_cancelled }) => receipt === null && !is_cancelled,
  cancel_return: ({ receipt, is_cancelled }) => receipt === null && !is_cancelled,
  exchange: (one) => !one.is_cancelled && !one.is_stated && exchangeOf(world, one) === undefined,
  cancel_exchange: (one) => exchangeOf(world, one) !== undefined,
})

async function playReturn(world: World, step: Extract<ExchangeStep, { return: number }>): Promise<Sale | undefined> {
  const { model, ask, admin } = world
  const one = choose(model.takings.returns, step.return, fits(world)[step.does])
  if (one === undefined) return undefined
  if (step.does === 'receive_return') await takeIn(world, one, step)
  if (step.does === 'exchange') await exchange(world, one, step)
  if (step.does === 'cancel_return') {
    const answer = await ask('POST', `${returnsPath}/${one.id}/cancel`, {})
    agree(world, 'cancel return', answer, model.credits.cancelReturn(one))
  }
  if (step.does === 'cancel_exchange') {
    const answer = await admin.post(`${returnsPath}/${one.id}/exchange/cancel`, { reason: 'The customer keeps it' })
    agree(world, 'cancel exchange', answer, model.exchanges.cancel(one))
  }
  return one.sale
}

async function playAnnounced(world: World, step: ExchangeStep & { does: 'announce_return' }) {
  const { orders } = world.model.sales
  const isReturnable = (sale: Sale) =>
    sale.lines.some(({ fulfilled }, at) => fulfilled > world.model.takings.comingBack(sale, at))
  const sale = choose(orders, step.sale, isReturnable)
  if (sale !== undefined && (await announce(world, sale, step)) !== undefined) world.note('announce a return', true)
  return sale
}

const line = fc.record({
  sku: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: soldSku }),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.constantFrom(null, null, 0, 450, 899),
  percent: fc.constantFrom(0, 0, 10, 100),
  tax: fc.constantFrom(0, 0, 50),
})
const settlement = fc.constantFrom(null, null, null, null, null, 'charge', 'refund', 'none', 'credit_note')

export const exchanging: Kind<ExchangeStep> = {
  does: ['announce_return', 'receive_return', 'cancel_return', 'exchange', 'cancel_exchange'],
  steps: [
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('announce_return'),
        sale: which,
        line: fc.nat(2),
        quantity: fc.integer({ min: 1, max: 4 }),
        refund: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: stated }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: does('receive_return'), return: which, ...arrivedUnits }) },
    { weight: 2, arbitrary: fc.record({ does: does('cancel_return'), return: which }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: does('exchange'),
        return: which,
        to: fc.oneof(fc.constant(null), place),
        freight: fc.constantFrom(0, 0, 100),
        freight_tax: fc.constantFrom(0, 0, 19),
        settlement,
        lines: fc.array(line, { minLength: 1, maxLength: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: does('cancel_exchange'), return: which }) },
  ],
  play: async (world, step) => ({
    sale: step.does === 'announce_return' ? await playAnnounced(world, step) : await playReturn(world, step),
  }),
}

function expected({ model }: World, one: Exchange) {
  const [returned, replacement] = [model.exchanges.worthNow(one), totalOf(one.replacement)]
  const hasShipped = one.replacement.lines.some(({ fulfilled }) => fulfilled > 0)
  const agreed = one.replacement_cents - one.returned_cents
  return {
    state: one.is_cancelled ? 'cancelled' : hasShipped ? 'shipped' : 'open',
    order: one.replacement.id,
    returned,
    replacement,
    balance: balanceOf(returned, replacement),
    difference: Math.abs(replacement - returned),
    settlement: one.settlement,
    is_as_agreed: one.settlement === 'credit_note' || replacement - returned === agreed,
  }
}

/** Every exchange of what comes back of an order, and what replaces it. */
export async function compareExchanges(world: World, sale: Sale): Promise<void> {
  const { takings } = world.model
  const exchanges = takings.exchanges.filter(({ returned }) => returned.sale === sale)
  for (const [returned, all] of Map.groupBy(exchanges, (one) => one.returned)) {
    const answer = await world.admin.get(`${returnsPath}/${returned.id}/exchanges`)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      answer.body.data.exchanges.map((one: any) => ({
        state: one.state,
        order: one.order.order_id,
        returned: one.returned.cents,
        replacement: one.replacement.cents,
        balance: one.balance,
        difference: one.difference.cents,
        settlement: one.settlement,
        is_as_agreed: one.is_as_agreed,
      })),
      all.map((one) => expected(world, one)),
      `exchanges of return ${returned.id}`,
    )
    for (const { replacement } of all) await compareSale(world, replacement)
  }
}
