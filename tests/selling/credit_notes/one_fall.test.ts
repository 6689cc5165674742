/** Net sales fall once, on the day of the refund or credit note, else as units arrive, in whatever order things happen. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  type CreditedShop,
  netByDay,
  openCreditedShop,
  proveCredits,
  receivedOn,
  shippedOn,
  today,
} from './credited_shop.ts'

setDefaultTimeout(600_000)

type Act = 'return' | 'receive' | 'refund' | 'credit' | 'allowance' | 'cancel_credit' | 'take_back_refund'

const [price, units, allowed, refunded] = [2500, 2, 300, 1200]

/** What the books must say, kept apart from the code that writes them: cents of one order by day. */
interface Model {
  days: Map<string, number>
  isStated: boolean
  /** Counted as the unit arrived, and not taken back. */
  receipt: number
  refund: number
  credit: number | null
  allowance: number
}

const add = ({ days }: Model, day: string, cents: number) => days.set(day, (days.get(day) ?? 0) + cents)
const net = ({ days }: Model) => [...days.values()].reduce((sum, cents) => sum + cents, 0)

/** Plays an act in the model; false where it is refused. */
const rules: Record<Act, (model: Model) => boolean> = {
  return: () => true,
  receive(model) {
    if (model.isStated) return true
    model.receipt = Math.min(price, net(model))
    add(model, receivedOn, 0 - model.receipt)
    return true
  },
  refund(model) {
    if (model.credit !== null) return false
    if (refunded > net(model) + model.refund + model.receipt) return false
    add(model, today(), model.receipt + model.refund - refunded)
    Object.assign(model, { receipt: 0, refund: refunded, isStated: true })
    return true
  },
  take_back_refund(model) {
    if (model.credit !== null) return false
    add(model, today(), model.receipt + model.refund)
    Object.assign(model, { receipt: 0, refund: 0, isStated: true })
    return true
  },
  credit(model) {
    if (model.refund > 0 || model.credit !== null) return false
    const credit = (units * price - model.allowance) / units
    if (credit > net(model) + model.receipt) return false
    add(model, today(), model.receipt - credit)
    Object.assign(model, { receipt: 0, credit, isStated: true })
    return true
  },
  allowance(model) {
    if (allowed > net(model)) return false
    add(model, today(), 0 - allowed)
    model.allowance += allowed
    return true
  },
  cancel_credit(model) {
    add(model, today(), model.credit!)
    model.credit = null
    return true
  },
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

/** Every order of the acts in which each comes after what it needs. */
const orders = (acts: readonly Act[]) =>
  permutations(acts).filter((all) => {
    const at = (act: Act) => all.indexOf(act)
    const isAfter = (act: Act, needed: Act) => at(act) < 0 || at(act) > at(needed)
    return (
      (['receive', 'refund', 'credit', 'take_back_refund'] as const).every((act) => isAfter(act, 'return')) &&
      isAfter('cancel_credit', 'credit') &&
      isAfter('take_back_refund', 'refund')
    )
  })

async function play(shop: CreditedShop, acts: readonly Act[], before: Record<string, number>) {
  const order = await shop.sold({ terms: 'prepaid', lines: [{ sku: 'J-S', quantity: units }] })
  const invoice = await shop.invoiced(order)
  const model: Model = {
    days: new Map([[shippedOn, units * price]]),
    isStated: false,
    receipt: 0,
    refund: 0,
    credit: null,
    allowance: 0,
  }
  const at: { returned?: any; note?: any } = {}
  const http: Record<Act, () => Promise<{ status: number; body?: any }>> = {
    return: async () => ({ status: 200, body: (at.returned = await shop.takeBack(order, 1)) }),
    receive: () => shop.receive(at.returned, 1),
    refund: () => shop.refund(at.returned, { status: 'partial', cents: refunded }),
    take_back_refund: () => shop.refund(at.returned, { status: 'none' }),
    credit: async () => {
      const answer = await shop.creditReturn(at.returned)
      at.note = answer.body.data?.credit_notes?.[0]
      return answer
    },
    allowance: () => shop.allow(invoice, { amount_cents: allowed }),
    cancel_credit: () => shop.cancel(at.note),
  }
  for (const act of acts) {
    if (act === 'cancel_credit' && model.credit === null) continue
    const isTaken = rules[act](model)
    const { status } = await http[act]()
    expect([acts, act, status < 300]).toEqual([acts, act, isTaken])
    const days = { ...before }
    for (const [day, cents] of model.days) days[day] = (days[day] ?? 0) + cents
    for (const day of Object.keys(days)) if (days[day] === 0) delete days[day]
    expect([acts, act, await netByDay(shop)]).toEqual([acts, act, days])
    Object.assign(at, { days })
  }
  return (at as { days: Record<string, number> }).days
}

test.each([
  [['return', 'receive', 'refund', 'credit', 'allowance']],
  [['return', 'receive', 'credit', 'cancel_credit', 'refund']],
  [['return', 'receive', 'refund', 'take_back_refund', 'credit']],
] as [Act[]][])('in every order of %p', async (acts) => {
  const shop = await openCreditedShop()
  const all = orders(acts)
  expect(all.length).toBeGreaterThanOrEqual(12)
  let days: Record<string, number> = {}
  for (const order of all) days = await play(shop, order, days)
  await proveCredits(shop)
})
