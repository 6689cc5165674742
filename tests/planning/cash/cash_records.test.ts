import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { newSession } from '../../support/service/session.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { dollars, refusal } from '../planning_fixture.ts'
import { inDays, newCash, order, pay, payments, scenarios, settings, today } from './cash_fixture.ts'

const orders = [
  order('PO', 'Weaver', 10, '10.0000', { currency: 'EUR' }),
  order('Draft', 'Mill', 10, '10.0000', { status: 'draft' }),
  order('Nameless', undefined, 10, '10.0000'),
  order('Transfer', undefined, 10, '10.0000', { order_type: 'transfer', source_location: 'Main' }),
]

test('a payment takes supplier and currency from its order, or those of the supplier, and is listed newest first', async () => {
  const planning = await newCash(orders)
  const { session, ids } = planning
  const recorded = await session.post(payments, {
    purchase_order_id: ids.purchase_orders.PO,
    kind: 'deposit',
    amount_cents: 1_234,
    paid_on: inDays(-3),
    reference: ' WIRE-1 ',
  })
  expect([recorded.status, recorded.body.message.desc]).toEqual([201, 'Payment to Weaver recorded.'])
  expect(recorded.body.data).toEqual({
    payment_id: expect.any(String),
    supplier_id: ids.suppliers.Weaver,
    supplier: 'Weaver',
    purchase_order_id: ids.purchase_orders.PO,
    purchase_order: 'PO',
    kind: 'deposit',
    amount: { cents: 1_234, currency: 'EUR', reason: null, usd: null },
    paid_on: inDays(-3),
    reference: 'WIRE-1',
    created_at: expect.any(String),
  })
  const later = await pay(planning, { supplier_id: ids.suppliers.Mill, amount_cents: 500 })
  const foreign = await pay(planning, { supplier_id: ids.suppliers.Mill, amount_cents: 1, currency: 'GBP' })
  const { rows, filtered_max_size } = (await session.get(`${payments}?limit=2`)).body.data
  expect([rows.map((one: any) => one.payment_id), filtered_max_size]).toEqual([[foreign, later], 3])
  expect(rows[1]).toMatchObject({ supplier: 'Mill', purchase_order_id: null, amount: dollars(500), reference: null })
  const only = async (query: string) =>
    (await session.get(`${payments}?${query}`)).body.data.rows.map((one: any) => one.payment_id)
  expect(await only(`supplier_id=${ids.suppliers.Mill}`)).toEqual([foreign, later])
  expect(await only(`purchase_order_id=${ids.purchase_orders.PO}`)).toEqual([recorded.body.data.payment_id])
  expect(await only('supplier_id=unknown')).toEqual([])
  expect((await session.delete(`${payments}/${later}`)).status).toBe(204)
  expect(refusal(await session.delete(`${payments}/${later}`))).toEqual([404, 'not_found'])
  expect(await only(`supplier_id=${ids.suppliers.Mill}`)).toEqual([foreign])
})

test('a payment that fits no order, supplier, currency or day is refused with its field, and nothing is recorded', async () => {
  const planning = await newCash(orders)
  const { session, ids } = planning
  const other = await newCash(orders)
  const valid = { kind: 'balance', amount_cents: 100, paid_on: today, supplier_id: ids.suppliers.Mill }
  const { PO, Draft, Nameless, Transfer } = ids.purchase_orders
  const ofOrder = (purchase_order_id: string | undefined) => ({ supplier_id: undefined, purchase_order_id })
  const cases: [object, string][] = [
    [{ supplier_id: undefined }, 'supplier_id'],
    [{ supplier_id: uuidv7() }, 'supplier_id'],
    [{ supplier_id: other.ids.suppliers.Mill }, 'supplier_id'],
    [{ purchase_order_id: PO }, 'supplier_id'],
    [ofOrder(uuidv7()), 'purchase_order_id'],
    [ofOrder('x'), 'purchase_order_id'],
    [ofOrder(other.ids.purchase_orders.PO), 'purchase_order_id'],
    [ofOrder(Draft), 'purchase_order_id'],
    [ofOrder(Nameless), 'purchase_order_id'],
    [ofOrder(Transfer), 'purchase_order_id'],
    [{ ...ofOrder(PO), currency: 'USD' }, 'currency'],
    [{ currency: 'XQX' }, 'currency'],
    [{ currency: 'usd' }, 'currency'],
    [{ paid_on: inDays(1) }, 'paid_on'],
    [{ paid_on: 'yesterday' }, 'paid_on'],
    [{ amount_cents: 0 }, 'amount_cents'],
    [{ amount_cents: limits.supplier_payment_cents_max + 1 }, 'amount_cents'],
    [{ kind: 'refund' }, 'kind'],
    [{ reference: ' ' }, 'reference'],
  ]
  for (const [change, field] of cases) {
    const answer = await session.post(payments, { ...valid, ...change })
    expect([change, ...refusal(answer)]).toEqual([change, 400, field])
  }
  expect((await session.get(payments)).body.data.rows).toEqual([])
  expect(refusal(await session.post(payments, { ...valid, paid_on: inDays(-401) }))).toEqual([400, 'paid_on'])
  expect((await session.post(payments, { ...valid, paid_on: inDays(-400) })).status).toBe(201)
  await planning.tenant.service.database.sql`
    update organizations set books_from = ${inDays(-5)} where organization_id = ${planning.tenant.organization_id}`
  expect(refusal(await session.post(payments, { ...valid, paid_on: inDays(-6) }))).toEqual([400, 'paid_on'])
  expect((await session.post(payments, { ...valid, paid_on: inDays(-5) })).status).toBe(201)
  const mine = (await session.post(payments, valid)).body.data.payment_id
  expect(refusal(await other.session.delete(`${payments}/${mine}`))).toEqual([404, 'not_found'])
  expect(refusal(await session.delete(`${payments}/x`))).toEqual([404, 'not_found'])
})

test('settings are replaced as a whole by an admin, and a balance needs its day', async () => {
  const { session, tenant } = await newCash([])
  const unset = { cents: null, currency: 'USD', reason: 'It has not been set.', usd: null }
  expect((await session.get(settings)).body.data).toEqual({
    opening_balance: unset,
    opening_balance_on: null,
    cash_floor: unset,
    payables_since: null,
    updated_at: null,
  })
  const balance = { opening_balance_cents: -500, opening_balance_on: today }
  const whole = { ...balance, cash_floor_cents: 0, payables_since: today }
  const saved = await session.put(settings, whole)
  expect([saved.status, saved.body.message.desc]).toEqual([200, 'Cash settings saved.'])
  expect(saved.body.data).toEqual({
    opening_balance: dollars(-500),
    opening_balance_on: today,
    cash_floor: dollars(0),
    payables_since: today,
    updated_at: expect.any(String),
  })
  const next = await session.put(settings, { ...balance, cash_floor_cents: null })
  expect(next.body.data).toMatchObject({ cash_floor: unset, payables_since: null, opening_balance_on: today })
  for (const [change, field] of [
    [{ opening_balance_on: null }, 'opening_balance_on'],
    [{ opening_balance_cents: null }, 'opening_balance_on'],
    [{ cash_floor_cents: -1 }, 'cash_floor_cents'],
    [{ opening_balance_on: '2026-02-30' }, 'opening_balance_on'],
  ] as const)
    expect([change, ...refusal(await session.put(settings, { ...whole, ...change }))]).toEqual([change, 400, field])
  const member = await newSession(tenant, { role: 'member' })
  expect((await member.put(settings, whole)).status).toBe(403)
  expect((await member.get(settings)).body.data).toEqual(next.body.data)
})

test('a scenario changes something, names known categories once, and has a name of its own', async () => {
  const planning = await newCash([])
  const { session, ids, tenant } = planning
  const valid = { name: 'Slow', delay_receipts_weeks: 1 }
  expect((await session.post(scenarios, valid)).body.data).toEqual({
    scenario_id: expect.any(String),
    ...valid,
    open_buy_cuts: [],
    group_terms: [],
    created_at: expect.any(String),
  })
  const cut = { category_id: ids.categories.Coats, cut_bp: 100 }
  const terms = { group_key: 'net_30', terms_days: 45 }
  const theirs = (await newCash([])).ids.categories.Coats
  const cases: [object, string][] = [
    [{ name: 'SLOW' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ delay_receipts_weeks: 0 }, 'delay_receipts_weeks'],
    [{ delay_receipts_weeks: 53 }, 'delay_receipts_weeks'],
    [{ open_buy_cuts: [cut, cut] }, 'open_buy_cuts[1]'],
    [{ open_buy_cuts: [{ ...cut, category_id: uuidv7() }] }, 'open_buy_cuts[0].category_id'],
    [{ open_buy_cuts: [cut, { ...cut, category_id: theirs }] }, 'open_buy_cuts[1].category_id'],
    [{ open_buy_cuts: [{ ...cut, cut_bp: 10_001 }] }, 'open_buy_cuts[0].cut_bp'],
    [{ group_terms: [terms, terms] }, 'group_terms[1]'],
    [{ group_terms: [{ ...terms, group_key: 'net 30' }] }, 'group_terms[0].group_key'],
    [{ group_terms: [{ ...terms, terms_days: 366 }] }, 'group_terms[0].terms_days'],
  ]
  for (const [change, field] of cases) {
    const answer = await session.post(scenarios, { ...valid, name: 'Other', ...change })
    expect([change, ...refusal(answer)]).toEqual([change, 400, field])
  }
  expect((await session.get(scenarios)).body.data.length).toBe(1)
  expect(refusal(await session.delete(`${scenarios}/${uuidv7()}`))).toEqual([404, 'not_found'])
  const row = { delay_receipts_weeks: 1, open_buy_cuts: [], group_terms: [], created_by: 'test' }
  await insertRows(
    tenant,
    'cash_scenarios',
    Array.from({ length: limits.cash_scenarios_max - 1 }, (_, at) => ({
      ...row,
      scenario_id: uuidv7(),
      name: `S${at}`,
      created_at: `${today}T00:00:00Z`,
    })),
  )
  expect(refusal(await session.post(scenarios, { ...valid, name: 'One more' }))).toEqual([409, 'conflict'])
})

test('an organisation without orders, plans or settings has no groups, and levers that say why they do nothing', async () => {
  const tenant = await newTenant()
  const answer = (await tenant.get('/api/v1/commitments/cash-gate')).body.data
  expect(answer.groups).toEqual([])
  expect(answer.weeks.length).toBe(limits.cash_weeks_default)
  expect(answer.levers.map(({ reason, releases }: any) => [typeof reason, releases])).toEqual(
    Array.from({ length: 5 }, () => ['string', []]),
  )
})
