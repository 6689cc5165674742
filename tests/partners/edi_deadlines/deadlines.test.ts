/** What accounts expect by a time: acknowledgements and shipping notices that are due, late, missed or sent. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../../selling/edi_orders/edi_shop.ts'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { path } from '../../selling/support/orders.ts'

setDefaultTimeout(60_000)

const deadlinesPath = '/api/v1/wholesale/edi/deadlines'
const line = 'PO1*1*4*EA*25.00*PE*SK*771-S'
const hour = 3_600_000
const at = (instant: string) => new Date(instant).getTime()
const dayFrom = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString().slice(0, 10)

/** Has the account expect documents by a time. */
export async function expectBy(shop: EdiShop, more: object) {
  const saved = await shop.admin.put(`/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`, {
    edi_qualifier: 'ZZ',
    edi_id: `N${shop.account_id.slice(-10).toUpperCase()}`,
    version: '4010',
    documents_taken: ['855', '856', '865'],
    ...more,
  })
  expect([saved.status, saved.text]).toEqual([200, saved.text])
}

const listed = async (shop: EdiShop, query = '') => {
  const answer = await shop.admin.get(`${deadlinesPath}${query}`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body.data.rows as any[]
}
const states = async (shop: EdiShop, query = '') => (await listed(shop, query)).map(({ state }) => state)

/** The order arrived so many hours ago. */
const arrivedAgo = ({ tenant }: EdiShop, hours: number) => tenant.service.database.sql`
  update edi_documents set received_at = date_trunc('second', now()) - make_interval(hours => ${hours})
  where organization_id = ${tenant.organization_id} and document_type = '850'`
/** State and time of the documents of a type at the account. */
const left = ({ tenant }: EdiShop, document_type: string, state: string, sent_at: string) => tenant.service.database
  .sql`
  update edi_documents set state = ${state}, sent_at = ${sent_at}, next_attempt_at = null
  where organization_id = ${tenant.organization_id} and document_type = ${document_type} and direction = 'outbound'`

test('an acknowledgement is due so many hours after the order arrived, then late, and missed on the day of shipment', async () => {
  const shop = await openEdiShop('America/New_York')
  const order = await shop.drafted(...order850('PO-1', line))
  expect(await listed(shop)).toEqual([])
  await expectBy(shop, { acknowledge_within_hours: 24 })
  const [{ sentence, since, due_at, ...row }] = (await listed(shop)) as [any]
  const dueBy = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at(due_at))
  expect(sentence).toBe(`The order acknowledgement (855) of ${order.name} for Nordhaus is due by ${dueBy}.`)
  expect(row).toEqual({
    document_type: '855',
    state: 'due',
    account: { name: 'Nordhaus', trading_partner_id: shop.account_id },
    order: { name: order.name, order_id: order.order_id },
    held_document_id: null,
    shipment: null,
    sent_at: null,
  })
  expect(at(due_at) - at(since)).toBe(24 * hour)
  await arrivedAgo(shop, 23)
  expect(await states(shop)).toEqual(['due'])
  await arrivedAgo(shop, 25)
  // Without a day of shipment it is never too late.
  expect(await states(shop)).toEqual(['late'])
  const patch = (requested_ship_date: string) => shop.tenant.patch(`${path}/${order.order_id}`, { requested_ship_date })
  expect((await patch(dayFrom(3))).status).toBe(200)
  expect(await states(shop)).toEqual(['late'])
  await shop.tenant.service.database.sql`
    update sales_orders set requested_ship_date = ${dayFrom(-1)} where organization_id = ${shop.tenant.organization_id}`
  expect(await states(shop)).toEqual(['missed'])
  await arrivedAgo(shop, 1)
  expect(await states(shop)).toEqual(['due'])
})

test('an acknowledgement counts from when it left, unless the account rejected it', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 2 })
  const order = await shop.drafted(...order850('PO-1', line))
  await arrivedAgo(shop, 3)
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const [{ due_at, state }] = (await listed(shop)) as [any]
  // It is queued, and has not left.
  expect(state).toBe('late')
  await left(shop, '855', 'stored', due_at)
  expect(await states(shop)).toEqual(['late'])
  await left(shop, '855', 'sent', due_at)
  expect((await listed(shop)).map((one) => [one.state, one.sent_at])).toEqual([['met', due_at]])
  await left(shop, '855', 'accepted', new Date(at(due_at) + 1).toISOString())
  expect(await listed(shop)).toMatchObject([{ state: 'met_late' }])
  await left(shop, '855', 'rejected', due_at)
  expect(await states(shop)).toEqual(['late'])
})

test('an order that is held is due from its arrival, also once it is taken', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 2 })
  await shop.tenant.service.database.sql`
    update trading_partners set archived_at = now() where organization_id = ${shop.tenant.organization_id}`
  expect((await shop.receive(order850('PO-1', line))).map(({ state }) => state)).toEqual(['held'])
  await arrivedAgo(shop, 3)
  const [held] = (await listed(shop)) as [any]
  expect([held.state, held.order, held.shipment]).toEqual(['late', null, null])
  expect(held.sentence).toStartWith(
    `The order acknowledgement (855) of the order in document ${held.held_document_id}, which is held, for Nordhaus was due`,
  )
  await shop.tenant.service.database.sql`
    update trading_partners set archived_at = null where organization_id = ${shop.tenant.organization_id}`
  expect((await shop.decide('850', 'take')).status).toBe(200)
  expect(await listed(shop)).toMatchObject([
    { state: 'late', order: { name: expect.any(String) }, held_document_id: null, since: held.since },
  ])
})

test('a second order with the number of another is owed no acknowledgement, nor is a declined one that has its own', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 2 })
  await shop.drafted(...order850('PO-1', line))
  expect((await shop.receive(order850('PO-1', line)))[0]!.state).toBe('held')
  expect(await listed(shop)).toHaveLength(1)
  const blanket = order850('PO-2', line).map((one) => one.replace('*SA*', '*BK*'))
  expect((await shop.receive(blanket))[0]!.state).toBe('held')
  expect((await listed(shop)).map(({ order }) => order === null)).toEqual([false, true])
  expect((await shop.decide('850', 'decline')).status).toBe(200)
  expect((await listed(shop)).map(({ order }) => order === null)).toEqual([false])
})

test('an order that was answered without an acknowledgement is owed none', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 2 })
  const cancelled = await shop.drafted(...order850('PO-1', line))
  expect(await listed(shop)).toHaveLength(1)
  // The account took it back before it was acknowledged, which an 865 answers.
  const [outcome] = await shop.receive(['860', 'BCH*01*SA*PO-1**1*20261101', 'POC*1*DI*4*4*EA*25.00*PE*SK*771-S'])
  expect([outcome!.state, (await shop.get(cancelled)).lifecycle]).toEqual(['processed', 'cancelled'])
  expect((await shop.queued('865')).length).toBe(1)
  expect(await listed(shop)).toEqual([])
  // It was confirmed while the account took no 855, so none can follow.
  await expectBy(shop, { documents_taken: ['856'] })
  const order = await shop.drafted(...order850('PO-2', line))
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  await expectBy(shop, { acknowledge_within_hours: 2 })
  expect(await listed(shop)).toEqual([])
})

test('a held cancellation of an order that never arrived is owed no acknowledgement', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 2 })
  const cancellation = order850('PO-9', line).map((one) => one.replace('BEG*00', 'BEG*01'))
  expect((await shop.receive(cancellation))[0]!.state).toBe('held')
  expect(await listed(shop)).toEqual([])
})

const shippedOrder = async (shop: EdiShop, body: object = {}) => {
  const order = await shop.drafted(...order850(`PO-${crypto.randomUUID().slice(0, 8)}`, line))
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const [{ line_item_id }] = order.line_items
  const lines = [{ line_item_id, quantity: 1 }]
  const shipped = await shop.ship(order, { cartons: [{ weight_kg: 1, lines }], ...body })
  return { order, shipment: shipped.shipments[0] }
}
const move = ({ tenant }: EdiShop, set: { shipped_on?: string; deliver_on?: string }) => tenant.service.database.sql`
  update fulfilments set shipped_on = coalesce(${set.shipped_on ?? null}::date, shipped_on),
    deliver_on = coalesce(${set.deliver_on ?? null}::date, deliver_on)
  where organization_id = ${tenant.organization_id}`

test('a shipping notice is due so many hours before the day of arrival begins where the organisation is', async () => {
  const shop = await openEdiShop('Asia/Tokyo')
  await expectBy(shop, { notice_before_hours: 4 })
  const { order, shipment } = await shippedOrder(shop, { deliver_on: dayFrom(5) })
  expect(await listed(shop)).toEqual([
    {
      document_type: '856',
      state: 'due',
      sentence: `The shipping notice (856) of ${shipment.name} for Nordhaus is due by ${dayFrom(4)} 20:00.`,
      account: { name: 'Nordhaus', trading_partner_id: shop.account_id },
      order: { name: order.name, order_id: order.order_id },
      held_document_id: null,
      shipment: { name: shipment.name, shipment_id: shipment.shipment_id },
      since: shipment.shipped_at,
      due_at: `${dayFrom(4)}T11:00:00+00:00`,
      sent_at: null,
    },
  ])
  await expectBy(shop, { notice_before_hours: 240 })
  expect(await states(shop)).toEqual(['late'])
  await move(shop, { shipped_on: dayFrom(-9), deliver_on: dayFrom(-2) })
  expect(await states(shop)).toEqual(['missed'])
})

test('the day of arrival is the stated one, else counts the days in transit, else it is unknown, as on the day itself', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const transit = (days: number | null) => sql`
    update trading_partners set transit_time_days = ${days} where organization_id = ${shop.tenant.organization_id}`
  await expectBy(shop, { notice_before_hours: 0 })
  await transit(null)
  const { shipment } = await shippedOrder(shop)
  const row = async () => {
    const [{ state, due_at }] = (await listed(shop)) as [any]
    return [state, due_at === null ? null : new Date(due_at).toISOString()]
  }
  expect(await row()).toEqual(['undetermined', null])
  await transit(3)
  const shippedOn = shipment.shipped_at.slice(0, 10)
  const after = (days: number) => new Date(at(`${shippedOn}T00:00:00Z`) + days * 24 * hour).toISOString()
  expect(await row()).toEqual(['due', after(3)])
  await move(shop, { deliver_on: after(1).slice(0, 10) })
  expect(await row()).toEqual(['due', after(1)])
  await move(shop, { deliver_on: shippedOn })
  expect(await row()).toEqual(['undetermined', null])
})

test('a notice counts once it left; one of a shipment that was voided does not', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await expectBy(shop, { notice_before_hours: 4 })
  const { order, shipment } = await shippedOrder(shop, { deliver_on: dayFrom(5) })
  expect((await shop.tenant.post(`${path}/${order.order_id}/shipping-notice`)).status).toBe(200)
  expect(await states(shop)).toEqual(['due'])
  const [{ due_at }] = (await listed(shop)) as [any]
  await left(shop, '856', 'sent', due_at)
  expect(await states(shop)).toEqual(['met'])
  await left(shop, '856', 'sent', new Date(at(due_at) + 1).toISOString())
  expect(await states(shop)).toEqual(['met_late'])
  // A notice of another shipment, a cancellation, and one of before the shipment was recorded announce nothing of it.
  const other = async (record: object) => sql`
    update edi_documents set record = record || ${JSON.stringify(record)}::text::jsonb
    where organization_id = ${organization_id} and document_type = '856'`
  await other({ shipment_number: 'SO-X-1' })
  expect(await states(shop)).toEqual(['due'])
  await other({ shipment_number: shipment.name, purpose: 'cancellation' })
  expect(await states(shop)).toEqual(['due'])
  await other({ purpose: 'original' })
  await sql`
    update edi_documents set created_at = created_at - interval '1 day'
    where organization_id = ${organization_id} and document_type = '856'`
  expect(await states(shop)).toEqual(['due'])
  const voided = await shop.admin.post(`${path}/${order.order_id}/shipments/${shipment.shipment_id}/void`, {
    reason: 'Mistyped',
  })
  expect(voided.status).toBe(200)
  expect(await listed(shop)).toEqual([])
})

test('the list is filtered and paged, has what is open first, and only documents of the organisation', async () => {
  const shop = await openEdiShop()
  await expectBy(shop, { acknowledge_within_hours: 48, notice_before_hours: 4 })
  const { order } = await shippedOrder(shop, { deliver_on: dayFrom(1) })
  const later = await shop.drafted(...order850('PO-2', line))
  const names = (rows: any[]) => rows.map((one) => [one.document_type, one.order.name])
  await left(shop, '855', 'sent', new Date().toISOString())
  expect(names(await listed(shop))).toEqual([
    ['856', order.name],
    ['855', later.name],
    ['855', order.name],
  ])
  expect(names(await listed(shop, '?document_type=855'))).toEqual([
    ['855', later.name],
    ['855', order.name],
  ])
  expect(names(await listed(shop, '?state=met'))).toEqual([['855', order.name]])
  expect(await listed(shop, '?state=missed')).toEqual([])
  expect(await listed(shop, `?trading_partner_id=${shop.account_id}`)).toHaveLength(3)
  expect(await listed(shop, `?trading_partner_id=${crypto.randomUUID()}`)).toEqual([])
  const { data } = (await shop.admin.get(`${deadlinesPath}?limit=1&offset=1`)).body
  expect([names(data.rows), data.filtered_max_size]).toEqual([[['855', later.name]], 3])
  const other = await newSession(await newTenant())
  expect((await other.get(deadlinesPath)).body.data.rows).toEqual([])
  expect(await listed(shop, '?trading_partner_id=x')).toEqual([])
  for (const query of ['?document_type=810', '?state=lost'])
    expect([query, (await shop.admin.get(`${deadlinesPath}${query}`)).status]).toEqual([query, 400])
})

test('hours are whole, from 1 or 0 to 720, and only of documents that the account takes', async () => {
  const shop = await openEdiShop()
  const put = async (more: object) => {
    const answer = await shop.admin.put(`/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`, {
      edi_qualifier: 'ZZ',
      edi_id: 'NORDHAUS1',
      version: '4010',
      documents_taken: ['855', '856'],
      ...more,
    })
    return answer.status === 200 ? 200 : answer.body.data.field
  }
  expect([await put({ acknowledge_within_hours: 1, notice_before_hours: 0 })]).toEqual([200])
  expect([await put({ acknowledge_within_hours: 720, notice_before_hours: 720 })]).toEqual([200])
  expect([await put({ acknowledge_within_hours: null, notice_before_hours: null, documents_taken: ['810'] })]).toEqual([
    200,
  ])
  for (const hours of [0, 721, 1.5])
    expect([hours, await put({ acknowledge_within_hours: hours })]).toEqual([hours, 'acknowledge_within_hours'])
  for (const hours of [-1, 721, 0.5])
    expect([hours, await put({ notice_before_hours: hours })]).toEqual([hours, 'notice_before_hours'])
  expect(await put({ acknowledge_within_hours: 24, documents_taken: ['856'] })).toBe('acknowledge_within_hours')
  expect(await put({ notice_before_hours: 0, documents_taken: ['855'] })).toBe('notice_before_hours')
})
