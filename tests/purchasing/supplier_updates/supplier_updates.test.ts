import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { newSession, type Session } from '../../support/service/session.ts'
import { type OrderFixture, orderFixture, refusedField } from '../order_fixture.ts'

const updates = (fixture: OrderFixture, query: string) =>
  fixture.tenant.get(fixture.at(`/with-supplier-updates?${query}`))
const tell = (session: Session, body: Record<string, unknown>) => session.post('/api/v1/supplier-signals', body)

async function recordSignal(session: Session, body: Record<string, unknown>): Promise<any> {
  const answer = await tell(session, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

test('pending signals are listed newest e-mail first, undated last, and all are counted', async () => {
  const fixture = await orderFixture()
  const session = await newSession(fixture.tenant, { role: 'member' })
  const { Mill, Forge } = fixture.ids.suppliers
  const [one, two] = [await fixture.order(), await fixture.order()]
  const other = await fixture.order({ supplier_id: Forge })
  const undated = await recordSignal(session, { purchase_order_id: one, signal_type: 'confirmation' })
  await recordSignal(session, {
    purchase_order_id: one,
    signal_type: 'reschedule',
    reported_at: '2026-11-02T08:00:00Z',
  })
  await recordSignal(session, {
    purchase_order_id: two,
    signal_type: 'quantity_change',
    variant_id: fixture.ids.variants['C-S'],
    reported_at: '2026-11-09T08:00:00Z',
    sentence: 'The cloth covers 20.',
  })
  await recordSignal(session, {
    purchase_order_id: one,
    signal_type: 'rejection',
    reported_at: '2026-11-05T08:00:00+02:00',
  })
  await recordSignal(session, {
    purchase_order_id: other,
    signal_type: 'price_change',
    reported_at: '2026-11-10T08:00:00Z',
  })
  const three = (await updates(fixture, `supplier_id=${Mill}`)).body.data
  expect(three.total_count).toBe(4)
  expect(three.items.map((item: any) => [item.display_name, item.signal_type, item.sku, item.sentence])).toEqual([
    ['PO-1002', 'quantity_change', 'C-S', 'The cloth covers 20.'],
    ['PO-1001', 'rejection', null, null],
    ['PO-1001', 'reschedule', null, null],
  ])
  expect(three.items[0]).toMatchObject({ purchase_order_id: two, variant_id: fixture.ids.variants['C-S'] })
  expect(Date.parse(three.items[1].reported_at)).toBe(Date.parse('2026-11-05T06:00:00Z'))
  const all = (await updates(fixture, `supplier_id=${Mill}&limit=100`)).body.data
  expect(all.items.map((item: any) => item.signal_id).at(-1)).toBe(undated.signal_id)
  expect(all.items.at(-1).reported_at).toBeNull()
  expect((await updates(fixture, `supplier_id=${Forge}&limit=1`)).body.data).toMatchObject({
    total_count: 1,
    items: [{ purchase_order_id: other, signal_type: 'price_change' }],
  })
})

test('a decided signal is no longer listed and cannot be decided again', async () => {
  const fixture = await orderFixture()
  const session = await newSession(fixture.tenant, { role: 'member' })
  const id = await fixture.order()
  const signals = [
    await recordSignal(session, { purchase_order_id: id, signal_type: 'confirmation' }),
    await recordSignal(session, { purchase_order_id: id, signal_type: 'reschedule' }),
  ]
  const decide = (signal_id: string, state: string) =>
    session.post(`/api/v1/supplier-signals/${signal_id}/decide`, { state })
  const applied = await decide(signals[0].signal_id, 'applied')
  expect([applied.status, applied.body.data.state, applied.body.data.display_name]).toEqual([200, 'applied', 'PO-1001'])
  const again = await decide(signals[0].signal_id, 'dismissed')
  expect([again.status, again.body.code, again.body.data]).toEqual([409, 'conflict', { state: 'applied' }])
  const unknown = await decide(uuidv7(), 'applied')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  const left = (await updates(fixture, `supplier_id=${fixture.ids.suppliers.Mill}`)).body.data
  expect([left.total_count, left.items.map((item: any) => item.signal_id)]).toEqual([1, [signals[1].signal_id]])
  const list = async (query: string) => (await session.get(`/api/v1/supplier-signals?${query}`)).body.data
  expect((await list(`state=applied&purchase_order_id=${id}`)).rows.map((one: any) => one.signal_id)).toEqual([
    signals[0].signal_id,
  ])
  const page = await list(`supplier_id=${fixture.ids.suppliers.Mill}&limit=1&offset=1`)
  expect([page.size, page.offset, page.filtered_max_size]).toEqual([1, 1, 2])
  expect((await list(`supplier_id=${fixture.ids.suppliers.Forge}`)).rows).toEqual([])
})

test('a signal must refer to an order with a supplier, a variant on it and an e-mail date not in the future', async () => {
  const fixture = await orderFixture()
  const session = await newSession(fixture.tenant)
  const id = await fixture.order()
  const transfer = await fixture.order({
    order_type: 'transfer',
    supplier_id: undefined,
    location_id: fixture.ids.locations.Store,
    source_location_id: fixture.ids.locations.Main,
    line_items: [{ variant_id: fixture.ids.variants['C-S'], quantity: 1 }],
  })
  const fault = async (body: Record<string, unknown>) =>
    refusedField(await tell(session, { purchase_order_id: id, signal_type: 'rejection', ...body }))
  expect(await fault({ purchase_order_id: uuidv7() })).toEqual([400, 'bad_request', 'purchase_order_id'])
  expect(await fault({ purchase_order_id: transfer })).toEqual([400, 'bad_request', 'purchase_order_id'])
  expect(await fault({ variant_id: fixture.ids.variants['C-M'] })).toEqual([400, 'bad_request', 'variant_id'])
  expect(await fault({ reported_at: '2999-01-01T00:00:00Z' })).toEqual([400, 'bad_request', 'reported_at'])
  expect(await fault({ signal_type: 'gossip' })).toEqual([400, 'bad_request', 'signal_type'])
  const nobody = await updates(fixture, `supplier_id=${uuidv7()}`)
  expect([nobody.status, nobody.body.code]).toEqual([404, 'supplier_not_on_file'])
  expect(refusedField(await updates(fixture, 'limit=3'))).toEqual([400, 'bad_request', 'supplier_id'])
  for (const limit of ['0', '101', 'x'])
    expect(refusedField(await updates(fixture, `supplier_id=${fixture.ids.suppliers.Mill}&limit=${limit}`))).toEqual([
      400,
      'bad_request',
      'limit',
    ])
})
