import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { whileHeld } from '../../support/held.ts'
import { type Receiver, startReceiver } from '../../outbox/receiver.ts'
import { type OrderFixture } from '../order_fixture.ts'
import { type DocumentRig, startDocumentRig } from '../../documents/rig.ts'
import { connectionsPath, token, warehouseFixture } from '../warehouse_fixture.ts'

let rig: DocumentRig
beforeAll(async () => {
  rig = await startDocumentRig({})
})
afterAll(() => rig.stop())

const bodies = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body))
const documents = async (fixture: OrderFixture, id: string) => [
  ...(await fixture.tenant.service.database.sql<{ state: string; revision: number; attempts: number }[]>`
    select state, revision, attempts from outbound_documents where purchase_order_id = ${id} order by created_at, document_id`),
]

test('the warehouse gets what to expect over HTTP with its token, and the same content is not sent twice', async () => {
  const fixture = await warehouseFixture()
  const { ids } = fixture
  const receiver = await startReceiver((response) => response.writeHead(201).end('{"ok":true}'))
  const connection_id = await fixture.connect(receiver.url)
  const id = await fixture.approved({
    external_id: 'ERP-7',
    order_date: '2026-11-02',
    line_items: [
      { variant_id: ids.variants['C-S'], quantity: 24 },
      { variant_id: ids.variants['C-M'], quantity: 2, expected_delivery_date: '2026-12-01' },
    ],
  })
  const pushed = await fixture.push(id)
  expect(pushed.status).toBe(200)
  expect(pushed.body.data.purchase_order_id).toBe(id)
  const [inbound] = pushed.body.data.inbounds
  expect(inbound).toMatchObject({
    revision: 1,
    action: 'created',
    state: 'queued',
    connection_id,
    warehouse: 'Main WMS',
    location_id: ids.locations.Main,
    total_expected_units: 26,
  })
  await rig.worker.settle()
  const [received] = receiver.received
  expect(received!.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const lines = (await fixture.read(id)).line_items
  expect(bodies(receiver)).toEqual([
    {
      inbound_id: inbound.inbound_id,
      revision: 1,
      status: 'expected',
      location: { location_id: ids.locations.Main, name: 'Main' },
      purchase_order: { id, name: 'PO-1001', external_id: 'ERP-7', order_type: 'purchase', order_date: '2026-11-02' },
      supplier: { supplier_id: ids.suppliers.Mill, name: 'Mill' },
      source_location: null,
      expected_delivery_date: '2026-11-12',
      total_expected_units: 26,
      line_items: [
        {
          line_id: lines[0].line_id,
          variant_id: ids.variants['C-S'],
          sku: 'C-S',
          barcode: null,
          title: 'Coat, S',
          ordered_quantity: 24,
          received_quantity: 0,
          expected_quantity: 24,
          expected_delivery_date: '2026-11-12',
          hs_code: '620211',
          units_per_carton: 12,
        },
        {
          line_id: lines[1].line_id,
          variant_id: ids.variants['C-M'],
          sku: 'C-M',
          barcode: null,
          title: 'Coat, M',
          ordered_quantity: 2,
          received_quantity: 0,
          expected_quantity: 2,
          expected_delivery_date: '2026-12-01',
          hs_code: '620211',
          units_per_carton: null,
        },
      ],
    },
  ])
  const [document] = (await fixture.admin.get('/api/v1/outbound/documents')).body.data.rows
  expect(document).toMatchObject({ channel: 'warehouse', state: 'sent', revision: 1, recipient: 'Main WMS' })
  const { export_url } = (await fixture.admin.get(`/api/v1/outbound/documents/${document.document_id}/file`)).body.data
  const { pathname, search } = new URL(export_url)
  const file = await fetch(`${fixture.tenant.service.base_url}${pathname}${search}`)
  expect(await file.text()).toBe(received!.body)
  const again = await fixture.push(id)
  expect(again.body.data.inbounds).toEqual([{ ...inbound, action: 'unchanged', state: 'sent' }])
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(1)
  await receiver.stop()
})

test('changes amend the inbound under its id: arrivals, quantities and dates', async () => {
  const fixture = await warehouseFixture()
  const { ids } = fixture
  let works = true
  const receiver = await startReceiver((response) => response.writeHead(works ? 204 : 503).end())
  await fixture.connect(receiver.url)
  const id = await fixture.approved()
  const [{ inbound_id }] = (await fixture.push(id)).body.data.inbounds
  await rig.worker.settle()
  await fixture.tenant.post(fixture.at(`/${id}/deliveries`), {
    line_items: [{ variant_id: ids.variants['C-S'], received_quantity: 10 }],
  })
  works = false
  const [amended] = (await fixture.push(id)).body.data.inbounds
  expect(amended).toMatchObject({ inbound_id, revision: 2, action: 'amended', total_expected_units: 14 })
  await rig.worker.settle()
  works = true
  // The queued message is replaced: the warehouse gets the newest and nothing older after it.
  await fixture.tenant.patch(fixture.at(`/${id}`), { expected_delivery_date: '2097-01-15' })
  expect((await fixture.push(id)).body.data.inbounds[0]).toMatchObject({ revision: 3, action: 'amended' })
  await rig.worker.settle()
  await rig.advance(60)
  expect(bodies(receiver).map((one) => [one.inbound_id, one.revision, one.total_expected_units])).toEqual([
    [inbound_id, 1, 24],
    [inbound_id, 2, 14],
    [inbound_id, 3, 14],
  ])
  expect(bodies(receiver)[2].line_items[0]).toMatchObject({
    received_quantity: 10,
    expected_quantity: 14,
    expected_delivery_date: '2097-01-15',
  })
  expect((await documents(fixture, id)).map(({ state }) => state)).toEqual(['sent', 'replaced', 'sent'])
  await receiver.stop()
})

test('a failing warehouse is tried four times, and a later push sends the same revision again', async () => {
  const fixture = await warehouseFixture()
  let works = false
  const receiver = await startReceiver((response) => response.writeHead(works ? 204 : 503).end())
  await fixture.connect(receiver.url)
  const id = await fixture.approved()
  await fixture.push(id)
  await rig.worker.settle()
  for (const wait of [60, 600, 3_600]) await rig.advance(wait)
  expect(await documents(fixture, id)).toMatchObject([{ state: 'failed', attempts: 4 }])
  works = true
  expect((await fixture.push(id)).body.data.inbounds[0]).toMatchObject({
    action: 'resent',
    revision: 1,
    state: 'queued',
  })
  await rig.worker.settle()
  expect(bodies(receiver).map(({ revision }) => revision)).toEqual([1, 1, 1, 1, 1])
  expect((await fixture.push(id)).body.data.inbounds[0]).toMatchObject({ action: 'unchanged', state: 'sent' })
  await receiver.stop()
})

test('a message that the warehouse rejects is not retried, and a deactivated connection gets nothing', async () => {
  const fixture = await warehouseFixture()
  let status = 422
  const receiver = await startReceiver((response) => response.writeHead(status).end('no such item'))
  const connection_id = await fixture.connect(receiver.url)
  const id = await fixture.approved()
  await fixture.push(id)
  await rig.worker.settle()
  expect(await documents(fixture, id)).toMatchObject([{ state: 'failed', attempts: 1 }])
  status = 503
  await fixture.push(id)
  await rig.worker.settle()
  await fixture.admin.post(`${connectionsPath}/${connection_id}/deactivate`)
  await rig.advance(60)
  expect(receiver.received).toHaveLength(2)
  const inbounds = await fixture.tenant.service.database.sql`
    select a.status::int as status, a.detail from outbound_attempts a
    join outbound_documents d on d.organization_id = a.organization_id and d.document_id = a.document_id
    where d.purchase_order_id = ${id} order by a.started_at`
  expect([...inbounds]).toEqual([
    { status: 422, detail: 'no such item' },
    { status: 503, detail: 'no such item' },
    { status: null, detail: 'connection_deactivated' },
  ])
  // A new connection of the same location keeps the inbound's id.
  const next = await startReceiver()
  await fixture.connect(next.url)
  expect((await fixture.push(id)).body.data.inbounds[0]).toMatchObject({ action: 'amended', revision: 2 })
  await rig.worker.settle()
  expect(bodies(next)[0].inbound_id).toBe(bodies(receiver)[0].inbound_id)
  await receiver.stop()
  await next.stop()
})

test('a token that cannot be decrypted sends nothing', async () => {
  const fixture = await warehouseFixture()
  const receiver = await startReceiver()
  const connection_id = await fixture.connect(receiver.url)
  await fixture.tenant.service.database.sql`
    update warehouse_connections set encrypted_token = decode(repeat('00', 40), 'hex')
    where connection_id = ${connection_id}`
  const id = await fixture.approved()
  await fixture.push(id)
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(0)
  expect(await documents(fixture, id)).toMatchObject([{ state: 'failed' }])
  await receiver.stop()
})

test('an order that ended is called off once, where it is expected', async () => {
  const fixture = await warehouseFixture()
  const receiver = await startReceiver()
  await fixture.connect(receiver.url)
  const id = await fixture.approved()
  await fixture.push(id)
  await rig.worker.settle()
  await fixture.tenant.patch(fixture.at(`/${id}`), { status: 'cancelled' })
  const off = await fixture.push(id)
  expect(off.body.data.inbounds).toMatchObject([{ action: 'called_off', revision: 2, total_expected_units: 0 }])
  await rig.worker.settle()
  expect(bodies(receiver)[1]).toMatchObject({ status: 'called_off', revision: 2, total_expected_units: 0 })
  const again = await fixture.push(id)
  expect([again.status, again.body.code]).toEqual([409, 'conflict'])
  const deleteResponse = await fixture.tenant.delete(fixture.at(`/${id}`))
  expect([deleteResponse.status, deleteResponse.body.code]).toEqual([409, 'conflict'])
  expect(deleteResponse.body.message.desc).toContain('was sent to a warehouse')
  await receiver.stop()
})

test('an order with a new destination is called off at the old warehouse and announced to the new one', async () => {
  const fixture = await warehouseFixture()
  const [old, fresh] = [await startReceiver(), await startReceiver()]
  await fixture.connect(old.url)
  await fixture.connect(fresh.url, 'Store')
  const id = await fixture.approved()
  await fixture.push(id)
  await rig.worker.settle()
  await fixture.tenant.patch(fixture.at(`/${id}`), { location_id: fixture.ids.locations.Store })
  await fixture.tenant.post(fixture.at(`/${id}/approve`))
  const moved = (await fixture.push(id)).body.data.inbounds
  expect(moved.map((one: any) => [one.warehouse, one.action, one.revision, one.total_expected_units])).toEqual([
    ['Store WMS', 'created', 1, 24],
    ['Main WMS', 'called_off', 2, 0],
  ])
  await rig.worker.settle()
  expect(bodies(old).map(({ status }) => status)).toEqual(['expected', 'called_off'])
  expect(bodies(fresh).map(({ status }) => status)).toEqual(['expected'])
  expect((await fixture.push(id)).body.data.inbounds).toMatchObject([{ warehouse: 'Store WMS', action: 'unchanged' }])
  await old.stop()
  await fresh.stop()
})

test('a draft, a held order, an unknown order and one without a warehouse are refused, and nothing is queued', async () => {
  const fixture = await warehouseFixture()
  const bare = await fixture.approved()
  const unconnected = await fixture.push(bare)
  expect([unconnected.status, unconnected.body.code]).toEqual([409, 'conflict'])
  expect(unconnected.body.message.desc).toContain('Main has no warehouse connection')
  await fixture.connect('http://127.0.0.1:9/')
  const draft = await fixture.push(await fixture.order())
  expect(draft.body.message.desc).toContain('is a draft and cannot be sent to the warehouse. Approve it first.')
  await fixture.tenant.post(fixture.at(`/${bare}/hold`), { reason: 'Wrong price' })
  const held = await fixture.push(bare)
  expect([held.status, held.body.code, held.body.data.on_hold]).toEqual([409, 'conflict', true])
  const unknown = await fixture.push(uuidv7())
  expect([unknown.status, unknown.body.code]).toEqual([404, 'purchase_order_not_on_file'])
  expect(await documents(fixture, bare)).toEqual([])
})

test('of two concurrent pushes only one sends a message', async () => {
  const fixture = await warehouseFixture()
  const receiver = await startReceiver()
  await fixture.connect(receiver.url)
  const id = await fixture.approved()
  const push = () => fixture.push(id)
  const pushed = await whileHeld(
    fixture.tenant,
    `select from purchase_orders where purchase_order_id = '${id}' for update`,
    [push, push],
  )
  expect(pushed.map(({ body }) => body.data.inbounds[0].action).sort()).toEqual(['created', 'unchanged'])
  await rig.worker.settle()
  expect(receiver.received).toHaveLength(1)
  await receiver.stop()
})
