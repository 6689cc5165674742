/** Net sales count what comes back and what replaces it once, in whatever order return, receipt, exchange, refund and credit happen. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { path } from '../support/orders.ts'
import {
  type CreditedShop,
  netByDay,
  openCreditedShop,
  proveCredits,
  receivedOn,
  shippedOn,
  today,
} from '../credit_notes/credited_shop.ts'
import { returnsPath } from './returned_shop.ts'

setDefaultTimeout(600_000)

const consumerActs = ['return', 'receive', 'exchange', 'refund', 'cancel_exchange'] as const
const accountActs = ['return', 'receive', 'exchange', 'credit', 'ship', 'cancel_exchange'] as const
type Act = (typeof consumerActs)[number] | (typeof accountActs)[number]

const [price, units, refunded] = [2500, 2, 1200]

/** What the books must say of one order and what replaces a unit of it, kept apart from the code that writes them. */
interface Model {
  isAccount: boolean
  days: Map<string, number>
  isStated: boolean
  /** Counted as the unit arrived, and not taken back. */
  receipt: number
  refund: number
  credit: number
  exchange: { issuedCredit: boolean; hasShipped: boolean } | null
  wasExchanged: boolean
}

const add = ({ days }: Model, day: string, cents: number) => days.set(day, (days.get(day) ?? 0) + cents)

function credit(model: Model): boolean {
  if (model.refund > 0 || model.credit > 0) return false
  add(model, today(), model.receipt - price)
  Object.assign(model, { receipt: 0, credit: price, isStated: true })
  return true
}

/** Plays an act in the model; false where it is refused. */
const rules: Record<Act, (model: Model) => boolean> = {
  return: () => true,
  receive(model) {
    if (model.isStated) return true
    model.receipt = price
    add(model, receivedOn, 0 - price)
    return true
  },
  exchange(model) {
    if (model.exchange !== null) return false
    if (!model.isAccount && model.isStated) return false
    const issuedCredit = model.isAccount && model.credit === 0 && credit(model)
    model.exchange = { issuedCredit, hasShipped: false }
    model.wasExchanged = true
    if (!model.isAccount) add(model, today(), price)
    return true
  },
  refund(model) {
    if (model.exchange !== null) return false
    add(model, today(), model.receipt + model.refund - refunded)
    Object.assign(model, { receipt: 0, refund: refunded, isStated: true })
    return true
  },
  credit,
  ship(model) {
    if (model.exchange === null) return false
    model.exchange.hasShipped = true
    add(model, today(), price)
    return true
  },
  cancel_exchange(model) {
    if (model.exchange === null) return model.wasExchanged
    if (model.exchange.hasShipped) return false
    if (!model.isAccount) add(model, today(), 0 - price)
    if (model.exchange.issuedCredit) {
      add(model, today(), model.credit)
      model.credit = 0
    }
    model.exchange = null
    return true
  },
}

function permutations<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))
}

/** Every order of the acts that begins with the return; a shipment of the replacement comes after it. */
const orders = (acts: readonly Act[]) =>
  permutations(acts.filter((act) => act !== 'return'))
    .filter((all) => !all.includes('ship') || all.indexOf('ship') > all.indexOf('exchange'))
    .map((rest): Act[] => ['return', ...rest])

async function soldOrder(shop: CreditedShop, isAccount: boolean): Promise<any> {
  if (isAccount) {
    const order = await shop.sold({ terms: 'prepaid', lines: [{ sku: 'J-S', quantity: units }] })
    await shop.invoiced(order)
    return order
  }
  const lines = [{ sku: 'J-S', quantity: units, unit_price_cents: price }]
  const order = await shop.placed({ ordered_at: `${shippedOn}T08:00:00Z`, lines })
  const shipment = { shipped_at: `${shippedOn}T10:00:00Z`, lines: [{ sku: 'J-S', quantity: units }] }
  expect((await shop.admin.post(`${path}/${order.order_id}/shipments`, shipment)).status).toBe(201)
  return order
}

function actsOver(shop: CreditedShop, order: any, isAccount: boolean) {
  const at: { returned?: any; replacement?: string } = {}
  const address = () => `${returnsPath}/${at.returned.id}`
  const http: Record<Act, () => Promise<{ status: number; body?: any }>> = {
    return: async () => ({ status: 200, body: (at.returned = await shop.takeBack(order, 1)) }),
    receive: () => shop.receive(at.returned, 1),
    refund: () => shop.refund(at.returned, { status: 'partial', cents: refunded }),
    credit: () => shop.creditReturn(at.returned),
    async exchange() {
      const settlement = isAccount ? 'credit_note' : 'none'
      const lines = [{ sku: 'J-S', quantity: 1, ...(isAccount ? { unit_price_cents: price } : {}) }]
      const answer = await shop.admin.post(`${address()}/exchange`, { settlement, lines })
      at.replacement ??= answer.body.data?.order?.order_id
      return answer
    },
    ship: () => shop.admin.post(`${path}/${at.replacement}/shipments`, { lines: [{ sku: 'J-S', quantity: 1 }] }),
    cancel_exchange: () => shop.admin.post(`${address()}/exchange/cancel`, { reason: 'Agreed otherwise' }),
  }
  return http
}

async function play(shop: CreditedShop, acts: readonly Act[], isAccount: boolean, before: Record<string, number>) {
  const order = await soldOrder(shop, isAccount)
  const model: Model = {
    isAccount,
    days: new Map([[shippedOn, units * price]]),
    isStated: false,
    receipt: 0,
    refund: 0,
    credit: 0,
    exchange: null,
    wasExchanged: false,
  }
  const http = actsOver(shop, order, isAccount)
  let days: Record<string, number> = {}
  for (const act of acts) {
    if (act === 'ship' && model.exchange === null) continue
    const isTaken = rules[act](model)
    const { status } = await http[act]()
    expect([acts, act, status < 300]).toEqual([acts, act, isTaken])
    days = { ...before }
    for (const [day, cents] of model.days) days[day] = (days[day] ?? 0) + cents
    for (const day of Object.keys(days)) if (days[day] === 0) delete days[day]
    expect([acts, act, await netByDay(shop)]).toEqual([acts, act, days])
  }
  return days
}

test.each([
  ['a consumer', consumerActs, false],
  ['an account', accountActs, true],
] as const)('what %s exchanges counts once in every order of acts', async (_who, acts, isAccount) => {
  const all = orders(acts)
  expect(all.length).toBeGreaterThanOrEqual(24)
  // A key has a number of writes in each minute.
  for (let first = 0; first < all.length; first += 12) {
    const shop = await openCreditedShop()
    let days: Record<string, number> = {}
    for (const order of all.slice(first, first + 12)) days = await play(shop, order, isAccount, days)
    await proveCredits(shop)
  }
})

test('an account is credited for what comes back and invoiced for what replaces it', async () => {
  const shop = await openCreditedShop()
  const { admin, invoiced, creditReturn, takeBack, sold } = shop
  const line = { sku: 'J-S', quantity: 2, unit_price_cents: 2500, tax_cents: 200 }
  const order = await sold({ freight_cents: 100, lines: [line] })
  const back = await takeBack(order, 1)
  const exchange = (settlement: string, unit_price_cents: number) =>
    admin.post(`${returnsPath}/${back.id}/exchange`, {
      settlement,
      lines: [{ sku: 'J-M', quantity: 1, unit_price_cents }],
    })
  const early = await exchange('credit_note', 3000)
  expect([early.status, early.body.data.reason]).toEqual([409, 'not_invoiced'])
  const invoice = await invoiced(order)
  for (const settlement of ['none', 'charge', 'refund']) {
    const refused = await exchange(settlement, settlement === 'refund' ? 100 : 3000)
    expect([refused.status, refused.body.data.reason, refused.body.data.allowed]).toEqual([
      409,
      'account',
      ['credit_note'],
    ])
  }
  const made = await exchange('credit_note', 3000)
  expect([made.status, made.text]).toEqual([201, made.text])
  const one = made.body.data
  expect(one).toMatchObject({
    returned: { cents: 2500 + 100 + 50 },
    replacement: { cents: 3000 },
    balance: 'customer_owes',
    difference: { cents: 350 },
    settlement: 'credit_note',
    is_as_agreed: true,
  })
  const read = (await shop.tenant.get(`${returnsPath}/${back.id}`)).body.data
  expect(read.exchanges).toMatchObject([
    { order_id: one.order.order_id, difference: { cents: 350 }, is_cancelled: false },
  ])
  expect(read.credit).toMatchObject({ is_due: false, credit_notes: [{ state: 'issued' }] })
  const again = await creditReturn(back)
  expect([again.status, again.body.data.reason]).toEqual([409, 'credited'])
  const replacement = await shop.get(one.order)
  expect(replacement).toMatchObject({
    is_wholesale: true,
    lifecycle: 'open',
    account: { trading_partner_id: shop.account_id },
    terms: order.terms,
  })
  await shop.ship(replacement, [{ sku: 'J-M', quantity: 1 }])
  expect((await invoiced(replacement)).total.cents).toBe(3000)
  expect((await shop.read(invoice)).total.cents).toBe(5000 + 200 + 100)
  await shop.receive(back, 1)
  expect(await netByDay(shop)).toEqual({ [shippedOn]: 5000, [today()]: 3000 - 2500 })
  await proveCredits(shop)
})

test('units that cost nothing are credited once, before the exchange or by it', async () => {
  const shop = await openCreditedShop()
  const order = await shop.sold({ lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 0 }] })
  await shop.invoiced(order)
  const back = await shop.takeBack(order, 1)
  expect((await shop.creditReturn(back)).status).toBe(201)
  const exchange = (settlement: string) =>
    shop.admin.post(`${returnsPath}/${back.id}/exchange`, {
      settlement,
      lines: [{ sku: 'J-M', quantity: 1, unit_price_cents: 3000 }],
    })
  const charged = await exchange('charge')
  expect([charged.status, charged.body.data.reason]).toEqual([409, 'account'])
  const made = await exchange('credit_note')
  expect([made.status, made.text]).toEqual([201, made.text])
  expect(made.body.data).toMatchObject({ returned: { cents: 0 }, difference: { cents: 3000 } })
  expect((await shop.tenant.get(`${returnsPath}/${back.id}`)).body.data.credit.credit_notes).toHaveLength(1)
  await proveCredits(shop)
})
