import { expect, test } from 'bun:test'
import { newPlanning, type Planning } from '../planning_fixture.ts'
import {
  deliver,
  draws,
  gate,
  group,
  inDays,
  newCash,
  order,
  pay,
  payments,
  setRate,
  settings,
  today,
} from './cash_fixture.ts'

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)

/** Everything that the answer draws, in cents. */
const drawn = (answer: any) =>
  Math.round(sum(answer.groups.flatMap((one: any) => [...one.weekly_draw_usd, one.later_draw_usd])) * 100)

test('the whole draw is what rows of orders and deliveries are worth less what was paid, after corrections', async () => {
  const planning = await newPlanning({ suppliers: ['Mill', 'Weaver'] })
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  await sql`
    update suppliers set payment_terms = '2/10 net 30', deposit_bp = 3333
    where organization_id = ${tenant.organization_id}`
  const orders = `/api/v1/organizations/${tenant.organization_id}/purchase-orders`
  const opened: string[] = []
  for (const [at, unit_cost] of [12.3456, 7.77, 0.0333, 19.99, 5].entries()) {
    const created = await tenant.post(orders, {
      supplier_id: ids.suppliers[at % 2 === 0 ? 'Mill' : 'Weaver'],
      location_id: ids.locations.Main,
      line_items: [
        { variant_id: ids.variants.J, quantity: 31 + at, unit_cost, expected_delivery_date: inDays(at * 17 + 3) },
        { variant_id: ids.variants.C, quantity: 7, unit_cost: 3.0001 },
      ],
    })
    const id = created.body.data.id as string
    await tenant.post(`${orders}/${id}/approve`)
    if (at > 0) await tenant.post(`${orders}/${id}/issue`, { channel: 'link' })
    opened.push(id)
  }
  const receive = async (id: string, quantity: number) =>
    (
      await tenant.post(`${orders}/${id}/deliveries`, {
        line_items: [{ variant_id: ids.variants.J, received_quantity: quantity }],
      })
    ).body.data.delivery_id as string
  const corrected = await receive(opened[1]!, 12)
  await tenant.patch(`${orders}/${opened[1]}/deliveries/${corrected}`, {
    line_items: [{ variant_id: ids.variants.J, received_quantity: 9 }],
  })
  const removed = await receive(opened[2]!, 20)
  await tenant.delete(`${orders}/${opened[2]}/deliveries/${removed}`)
  await receive(opened[2]!, 5)
  await receive(opened[3]!, 34)
  await receive(opened[4]!, 4)
  await tenant.patch(`${orders}/${opened[4]}`, { status: 'cancelled' })
  await pay(planning, { purchase_order_id: opened[1], kind: 'deposit', amount_cents: 2_000 })
  await pay(planning, { purchase_order_id: opened[3], amount_cents: 11_111 })
  await pay(planning, { supplier_id: ids.suppliers.Mill, amount_cents: 13 })
  const [expected] = await sql<{ cents: number }[]>`
    with worth as (
      select l.purchase_order_id, 'expected ' || coalesce(l.expected_delivery_date, o.expected_delivery_date)::text as part,
        (l.quantity - l.delivered_quantity) * l.unit_cost as amount
      from purchase_order_lines l
      join purchase_orders o using (organization_id, purchase_order_id)
      where l.organization_id = ${tenant.organization_id} and o.status in ('approved', 'issued', 'partially_delivered')
      union all
      select n.purchase_order_id, n.delivery_id::text, n.received_quantity * l.unit_cost
      from purchase_order_delivery_lines n
      join purchase_order_deliveries d using (organization_id, delivery_id)
      join purchase_order_lines l on l.organization_id = n.organization_id and l.line_id = n.line_id
      where n.organization_id = ${tenant.organization_id} and d.removed_at is null
    ), parts as (select round(sum(amount) * 100) as cents from worth group by purchase_order_id, part)
    select ((select sum(cents) from parts) - (select sum(amount_cents) from supplier_payments
      where organization_id = ${tenant.organization_id}))::float8 as cents`
  const answer = await gate(planning)
  expect(answer.groups.map(({ key }: any) => key)).toEqual(['net_30'])
  expect(drawn(answer)).toBe(expected!.cents)
  expect(expected!.cents).toBeGreaterThan(50_000)
})

/** Deliveries of Mill whose payments took 10, 21 and 30 days, and one paid before it arrived. */
async function openPaid(): Promise<Planning> {
  const delivered = { status: 'delivered', delivered: 10 }
  const names = ['A', 'B', 'C', 'D', 'E']
  const planning = await newCash(
    names.map((name) => order(name, 'Mill', 10, '10.0000', delivered)),
    Object.fromEntries(names.map((name) => [name, inDays(-80)])),
  )
  for (const [at, days] of [10, 21, 30].entries()) {
    const name = names[at]!
    await deliver(planning, name, inDays(-60), 10)
    await pay(planning, {
      purchase_order_id: planning.ids.purchase_orders[name],
      amount_cents: 4_000,
      paid_on: inDays(-60),
    })
    await pay(planning, {
      purchase_order_id: planning.ids.purchase_orders[name],
      amount_cents: 6_000,
      paid_on: inDays(-60 + days),
    })
  }
  return planning
}

test('terms are the median of whole payments; declared terms hold until something was paid whole', async () => {
  const planning = await openPaid()
  const { ids, session } = planning
  const termsOf = async () => {
    const { terms_days, terms_source, terms_measured_from } = group(await gate(planning), 'net_28')
    return [terms_days, terms_source, terms_measured_from]
  }
  await deliver(planning, 'E', inDays(-7), 10)
  expect(await termsOf()).toEqual([21, 'measured', 3])
  await deliver(planning, 'D', inDays(-50), 10)
  const early = { purchase_order_id: ids.purchase_orders.D, paid_on: inDays(-70) }
  const part = await pay(planning, { ...early, amount_cents: 9_999 })
  expect(await termsOf()).toEqual([21, 'measured', 3])
  const rest = await pay(planning, { ...early, amount_cents: 1 })
  // 0, 10, 21 and 30 days: the mean of 10 and 21, rounded half up.
  expect(await termsOf()).toEqual([16, 'measured', 4])
  for (const id of [part, rest]) expect((await session.delete(`${payments}/${id}`)).status).toBe(204)
  expect(await termsOf()).toEqual([21, 'measured', 3])
  const declared = await newCash([order('A', 'Mill', 10, '10.0000', { expected_delivery_date: today })])
  const { weekly_draw_usd, ...terms } = group(await gate(declared), 'net_28')
  expect(terms).toMatchObject({ terms_days: 28, terms_source: 'declared', terms_measured_from: 0, open_buy_usd: null })
  expect(weekly_draw_usd).toEqual(draws({ 0: 30, 4: 70 }))
})

test('payments settle the deposit, then the oldest deliveries; a deleted payment is owed again', async () => {
  const planning = await newCash(
    [
      order('PO', 'Mill', 100, '10.0000', {
        status: 'partially_delivered',
        delivered: 60,
        expected_delivery_date: today,
      }),
    ],
    { PO: inDays(-90) },
  )
  const purchase_order_id = planning.ids.purchase_orders.PO
  await deliver(planning, 'PO', inDays(-14), 40)
  await deliver(planning, 'PO', inDays(-7), 20)
  const owed = async () => group(await gate(planning), 'net_28').weekly_draw_usd
  // Deposit 300; of the receipts 400, 200 and 400 it credits 120, 60 and 120.
  expect(await owed()).toEqual(draws({ 0: 300, 2: 280, 3: 140, 4: 280 }))
  const deposit = await pay(planning, { purchase_order_id, kind: 'deposit', amount_cents: 35_000 })
  expect(await owed()).toEqual(draws({ 2: 230, 3: 140, 4: 280 }))
  await pay(planning, { purchase_order_id, amount_cents: 25_000 })
  // The first delivery is paid today, 14 days after it arrived.
  expect(await owed()).toEqual(draws({ 1: 120, 2: 280 }))
  await planning.session.delete(`${payments}/${deposit}`)
  expect(await owed()).toEqual(draws({ 0: 300, 2: 30, 3: 140, 4: 280 }))
})

test('payments on account settle the oldest deliveries of the supplier; what exceeds them is not measured', async () => {
  const delivered = { status: 'delivered', delivered: 10 }
  const planning = await newCash(
    [order('A', 'Weaver', 10, '10.0000', delivered), order('B', 'Weaver', 10, '20.0000', delivered)],
    { A: inDays(-40), B: inDays(-40) },
  )
  const { ids } = planning
  await deliver(planning, 'A', inDays(-14), 10)
  await deliver(planning, 'B', inDays(-21), 10)
  const onAccount = { supplier_id: ids.suppliers.Weaver, currency: 'USD' }
  await pay(planning, { ...onAccount, amount_cents: 5_000 })
  expect(group(await gate(planning), 'net_56').weekly_draw_usd).toEqual(draws({ 5: 150, 6: 100 }))
  await pay(planning, { ...onAccount, amount_cents: 25_700 })
  // Both are paid today: 14 and 21 days after their arrival.
  const answer = await gate(planning)
  expect(drawn(answer)).toBe(0)
  expect(answer.not_measured[0]).toMatchObject({
    subject: 'supplier_payment',
    name: 'Weaver',
    group_key: 'net_56',
    amount: { cents: 700, currency: 'USD' },
  })
  expect(answer.planned_out_coverage.orders_counted).toBe(0)
})

test('a deposit of a cancelled order is listed as money that no receipt uses up', async () => {
  const planning = await newCash([order('PO', 'Mill', 10, '10.0000', { status: 'cancelled' })])
  await pay(planning, { purchase_order_id: planning.ids.purchase_orders.PO, kind: 'deposit', amount_cents: 3_000 })
  const answer = await gate(planning)
  expect([drawn(answer), answer.planned_out_coverage.orders_counted]).toEqual([0, 0])
  expect(answer.not_measured[0]).toMatchObject({
    subject: 'supplier_payment',
    name: 'PO',
    group_key: 'net_28',
    amount: { cents: 3_000, currency: 'USD' },
    reason: 'More was paid for the order PO than it is worth; the rest is not deducted from other payments.',
  })
})

test('an order that was never issued can be deleted; what was paid for it stays on account', async () => {
  const planning = await newCash([order('PO', 'Mill', 10, '10.0000', { status: 'cancelled' })])
  const { tenant, session, ids } = planning
  await tenant.service.database.sql`
    update purchase_orders set issued_at = null where organization_id = ${tenant.organization_id}`
  const purchase_order_id = ids.purchase_orders.PO!
  await pay(planning, { purchase_order_id, kind: 'deposit', amount_cents: 3_000 })
  const path = `/api/v1/organizations/${tenant.organization_id}/purchase-orders/${purchase_order_id}`
  expect((await tenant.delete(path)).status).toBe(204)
  const [payment] = (await session.get(payments)).body.data.rows
  expect(payment).toMatchObject({ supplier: 'Mill', purchase_order_id: null, purchase_order: null, kind: 'deposit' })
})

test('deliveries and deposits before payments were recorded count as paid, and old deliveries always do', async () => {
  const planning = await newCash(
    [
      order('PO', 'Mill', 10, '10.0000', {
        status: 'partially_delivered',
        delivered: 8,
        expected_delivery_date: today,
      }),
      order('Old', 'Mill', 10, '10.0000', { status: 'delivered', delivered: 10 }),
    ],
    { PO: inDays(-60), Old: inDays(-500) },
  )
  await deliver(planning, 'Old', inDays(-400), 6)
  await deliver(planning, 'Old', inDays(-300), 4)
  await deliver(planning, 'PO', inDays(-50), 5)
  await deliver(planning, 'PO', inDays(-21), 3)
  const owed = async () => group(await gate(planning), 'net_28').weekly_draw_usd
  // Deposit 30; receipts 50, 30 and 20 less 15, 9 and 6; 40 of the old order.
  expect(await owed()).toEqual(draws({ 0: 30 + 35 + 40, 1: 21, 4: 14 }))
  const saved = await planning.session.put(settings, {
    opening_balance_cents: null,
    opening_balance_on: null,
    cash_floor_cents: null,
    payables_since: inDays(-30),
  })
  expect(saved.status).toBe(200)
  expect(await owed()).toEqual(draws({ 1: 21, 4: 14 }))
})

test('what cannot be converted, costed or dated is listed with its amount and reason, and drawn nowhere', async () => {
  const planning = await newCash([
    order('Euro', 'Weaver', 10, '10.0000', { currency: 'EUR', expected_delivery_date: today }),
    order('Uncosted', 'Mill', 10, undefined, { expected_delivery_date: today }),
    order('Undated terms', 'Handloom', 10, '10.0000', { expected_delivery_date: today }),
    order('No supplier', undefined, 1, '10.0000', { expected_delivery_date: today }),
  ])
  const left = (answer: any) =>
    answer.not_measured
      .filter(({ subject }: any) => !['opening_balance', 'cash_floor'].includes(subject))
      .map(({ subject, name, group_key, amount, reason }: any) => [subject, name, group_key, amount.cents, reason])
  const none = 'The suppliers declare no payment terms that can be read, and no payment to them was measured.'
  const uncosted = 'The order Uncosted has a line without a known cost.'
  const before = await gate(planning)
  expect(left(before)).toEqual([
    ['purchase_order', 'Uncosted', 'net_28', null, uncosted],
    ['purchase_order', 'Euro', 'net_56', 10_000, 'No exchange rate between EUR and USD is stored.'],
    ['group_terms', 'No declared terms', 'no_terms', 11_000, none],
  ])
  expect(drawn(before)).toBe(0)
  expect(before.planned_out_coverage).toMatchObject({ orders_counted: 2, orders_left_out: 2 })
  expect(group(before, 'no_terms')).toMatchObject({ name: 'No declared terms', terms_days: null, terms_source: null })
  await setRate(planning, 'EUR', 1.25)
  const after = await gate(planning)
  expect(left(after).map(([, name]: any) => name)).toEqual(['Uncosted', 'No declared terms'])
  expect(group(after, 'net_56').weekly_draw_usd).toEqual(draws({ 8: 125 }))
  await deliver(planning, 'Undated terms', inDays(-7), 4)
  await pay(planning, { purchase_order_id: planning.ids.purchase_orders['Undated terms'], amount_cents: 4_000 })
  expect(group(await gate(planning), 'no_terms')).toMatchObject({ terms_days: 7, terms_source: 'measured' })
})

test('amounts of an organisation in another currency are in US dollars at the newest rates', async () => {
  const planning = await newCash([
    order('Euro', 'Weaver', 1, '100.0000', { currency: 'EUR', expected_delivery_date: today }),
    order('Pound', 'Weaver', 1, '100.0000', { currency: 'GBP', expected_delivery_date: inDays(-3) }),
  ])
  const { tenant, session } = planning
  await tenant.service.database.sql`
    update organizations set currency = 'EUR' where organization_id = ${tenant.organization_id}`
  await session.put(settings, { opening_balance_cents: 100_000, opening_balance_on: today, cash_floor_cents: 8_000 })
  const unrated = await gate(planning)
  expect(unrated).toMatchObject({ opening_balance_usd: null, cash_floor_usd: null, opening_balance_on: today })
  expect(unrated.not_measured.map(({ subject, amount }: any) => [subject, amount.cents, amount.currency])).toEqual([
    ['purchase_order', 10_000, 'EUR'],
    ['purchase_order', 10_000, 'GBP'],
    ['opening_balance', 100_000, 'EUR'],
    ['cash_floor', 8_000, 'EUR'],
  ])
  await setRate(planning, 'USD', 0.8)
  await setRate(planning, 'GBP', 1.2)
  const rated = await gate(planning)
  expect(rated).toMatchObject({ opening_balance_usd: 1_250, cash_floor_usd: 100, not_measured: [] })
  expect(group(rated, 'net_56').weekly_draw_usd).toEqual(draws({ 8: 125 + 150 }))
})

test('own production draws no cash, since its components are paid; a manufacturer that is paid for it does', async () => {
  const made = { order_type: 'manufacturing', source_location: 'Main', expected_delivery_date: inDays(7) } as const
  const planning = await newCash([
    order('MO-1', undefined, 10, '40.0000', made),
    order('MO-2', undefined, 10, '40.0000', { ...made, status: 'delivered', delivered: 10 }),
    order('MO-3', 'Weaver', 10, '12.5000', { ...made, order_date: inDays(-5) }),
  ])
  await deliver(planning, 'MO-2', inDays(-3), 10)
  const answer = await gate(planning)
  expect(answer.groups.map(({ key }: any) => key)).toEqual(['net_56'])
  expect(drawn(answer)).toBe(12_500)
  const subjects = answer.not_measured.map(({ subject }: any) => subject)
  expect(subjects).not.toContain('group_terms')
  expect(subjects).not.toContain('purchase_order')
  expect(answer.planned_out_coverage).toMatchObject({ orders_counted: 1, orders_left_out: 0 })
})
