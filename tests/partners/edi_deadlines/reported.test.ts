/** Deadlines as exceptions: opened once, ended when the document left, and left alone once a person resolved them. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { reportDeadlinesJob } from '../../../server/partners/edi/deadlines/report_deadlines.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../../selling/edi_orders/edi_shop.ts'
import { useDatabase } from '../../selling/support/sales.ts'

setDefaultTimeout(60_000)
const db = useDatabase()

const line = 'PO1*1*4*EA*25.00*PE*SK*771-S'

const report = async ({ tenant }: EdiShop) => {
  await tenant.service.database.sql`delete from job_runs where job = ${reportDeadlinesJob.name}`
  expect(await runWhenDue(db(), reportDeadlinesJob)).toBe(true)
}
const profile = (shop: EdiShop, more: object) =>
  shop.admin.put(`/api/v1/wholesale/accounts/${shop.account_id}/edi-profile`, {
    edi_qualifier: 'ZZ',
    edi_id: `N${shop.account_id.slice(-10).toUpperCase()}`,
    version: '4010',
    documents_taken: ['855', '856', '865'],
    ...more,
  })
const arrivedAgo = ({ tenant }: EdiShop, minutes: number) => tenant.service.database.sql`
  update edi_documents set received_at = now() - make_interval(mins => ${minutes})
  where organization_id = ${tenant.organization_id} and document_type = '850'`
const about = async (shop: EdiShop, query = 'is_open=true') => {
  const { rows } = (await shop.admin.get(`/api/v1/exceptions?kind=edi_deadline&${query}`)).body.data
  return rows as any[]
}
const pressing = async (shop: EdiShop) =>
  (await about(shop)).map(({ severity, sentence }) => [severity, /(is due by|was due by)/.exec(sentence)?.[0]])

test('what is due within four hours is a warning, what is late blocks, and each is open once', async () => {
  const shop = await openEdiShop()
  await profile(shop, { acknowledge_within_hours: 6 })
  const order = await shop.drafted(...order850('PO-1', line))
  await arrivedAgo(shop, 119)
  await report(shop)
  expect(await about(shop)).toEqual([])
  await arrivedAgo(shop, 121)
  await report(shop)
  await report(shop)
  expect(await pressing(shop)).toEqual([['warning', 'is due by']])
  expect((await about(shop))[0]!.subject).toEqual({ type: 'sales_order', id: order.order_id })
  await arrivedAgo(shop, 361)
  await report(shop)
  expect(await pressing(shop)).toEqual([['blocking', 'was due by']])
  const [ended] = await about(shop, 'is_open=false')
  expect([ended.resolution, ended.resolved_by]).toEqual(['superseded', 'service:edi_deadlines'])
  expect((await shop.events()).filter((name) => name.startsWith('exception.'))).toEqual([
    'exception.opened',
    'exception.resolved',
    'exception.opened',
  ])
})

test('an exception ends when the document left, and comes back if the account rejects it', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await profile(shop, { acknowledge_within_hours: 1 })
  const order = await shop.drafted(...order850('PO-1', line))
  await arrivedAgo(shop, 61)
  await shop.act(order, 'confirm', acceptAll(order))
  await report(shop)
  expect(await pressing(shop)).toEqual([['blocking', 'was due by']])
  const become = (state: string) => sql`
    update edi_documents set state = ${state}, sent_at = now(), next_attempt_at = null
    where organization_id = ${organization_id} and document_type = '855'`
  await become('sent')
  await report(shop)
  expect(await about(shop)).toEqual([])
  await become('rejected')
  await report(shop)
  expect(await pressing(shop)).toEqual([['blocking', 'was due by']])
  // An account that expects nothing any more is owed nothing.
  await profile(shop, {})
  await report(shop)
  expect(await about(shop)).toEqual([])
})

test('one that a person resolved is not opened again, and one of the next state is', async () => {
  const shop = await openEdiShop()
  await profile(shop, { acknowledge_within_hours: 1 })
  const order = await shop.drafted(...order850('PO-1', line))
  await arrivedAgo(shop, 61)
  await report(shop)
  const [{ id }] = (await about(shop)) as [any]
  const resolved = await shop.admin.post(`/api/v1/exceptions/${id}/resolve`, { resolution: 'Agreed by phone' })
  expect([resolved.status, resolved.text]).toEqual([200, resolved.text])
  await report(shop)
  expect(await about(shop)).toEqual([])
  await shop.tenant.service.database.sql`
    update sales_orders set requested_ship_date = '2026-01-02' where order_id = ${order.order_id}`
  await report(shop)
  expect((await about(shop)).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('was not sent before the day on which the order is to ship'),
  ])
})

test('a held order is about its document, and a shipment whose arrival is unknown about its order', async () => {
  const shop = await openEdiShop()
  await profile(shop, { acknowledge_within_hours: 1, notice_before_hours: 1 })
  const blanket = order850('PO-2', line).map((one) => one.replace('*SA*', '*BK*'))
  expect((await shop.receive(blanket))[0]!.state).toBe('held')
  const order = await shop.drafted(...order850('PO-1', line))
  await shop.act(order, 'confirm', acceptAll(order))
  await shop.ship(order, { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }] })
  await report(shop)
  const rows = await about(shop)
  expect(rows.map(({ severity, subject }) => [severity, subject.type]).toSorted()).toEqual([
    ['warning', 'edi_document'],
    ['warning', 'sales_order'],
    ['warning', 'sales_order'],
  ])
  expect(rows.filter(({ sentence }) => sentence.includes('(856)')).map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('when they do is unknown'),
  ])
})

test('more than are reported at once hide none for which there is time', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const order = await shop.drafted(...order850('PO-1', line))
  await shop.act(order, 'confirm', acceptAll(order))
  await shop.ship(order, { lines: [{ line_item_id: order.line_items[0].line_item_id, quantity: 1 }] })
  // An account for which notices are expected from now on, although a thousand shipments arrived without one.
  await sql`
    insert into fulfilments (organization_id, fulfilment_id, order_id, name, location_id, shipped_at, shipped_on, deliver_on, recorded_by)
    select organization_id, gen_random_uuid(), order_id, name || '-' || n, location_id, now() - interval '9 days',
      (now() - interval '9 days')::date, (now() - interval '2 days')::date, 'test'
    from fulfilments, generate_series(1, 1000) n where organization_id = ${shop.tenant.organization_id}`
  await profile(shop, { acknowledge_within_hours: 1, notice_before_hours: 1 })
  await report(shop)
  const open = async (query: string) => (await about(shop, `is_open=true&limit=1&${query}`)).length
  expect([await open('severity=warning'), await open('severity=blocking')]).toEqual([1, 1])
  const sentences = async () =>
    (
      await sql`
      select sentence from exceptions where organization_id = ${shop.tenant.organization_id} and resolved_at is null`
    ).map((row) => row.sentence)
  const opened = await sentences()
  expect(opened.length).toBe(1000)
  expect(opened.filter((one) => one.includes('(855)')).length).toBe(1)
})
