/** Redacting a person who came in by every way: no trace in any row of any table, or in any file. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { imports } from '../../../server/boot/imports.ts'
import { allJobs } from '../../../server/boot/jobs.ts'
import { personalKinds } from '../../../server/imports/kind.ts'
import { openImporter } from '../../imports/rig.ts'
import { startReceiver } from '../../outbox/receiver.ts'
import { type DeliveryRig, startDeliveryRig } from '../../outbox/rig.ts'
import { nextTransaction, tablesWith } from '../../support/document/row_search.ts'
import { testService } from '../../support/service/service.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { acceptAll, type EdiShop, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'
import { openReader } from '../order_documents/paper_shop.ts'

setDefaultTimeout(120_000)

let deliveries: DeliveryRig
beforeAll(async () => {
  deliveries = await startDeliveryRig()
})
afterAll(() => deliveries.stop())

/** Nobody else of any test is called so. */
const personOf = () => {
  // Letters: a name with a number in it is not kept.
  const mark = uuidv7()
    .slice(-8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
  return {
    name: `Zq${mark}a Wv${mark}b`,
    first: `Zq${mark}a`,
    email: `uk${mark}c@dm${mark}d.example`,
    phone: `+49-${mark}e`,
  }
}
type Person = ReturnType<typeof personOf>
/** Any of these is a trace: the shown name begins with the first name, and the domain is part of the address. */
const tracesOf = ({ name, first, email, phone }: Person) => [
  first,
  name.split(' ')[1]!,
  email.split('@')[0]!,
  email.split('@')[1]!,
  phone,
]

async function filesWith({ service, organization_id }: Tenant, texts: readonly string[]): Promise<string[]> {
  const folder = join(service.settings.DATA_DIR, 'files', organization_id)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => {
    const content = readFileSync(join(folder, name)).toString('latin1').toLowerCase()
    return texts.some((text) => content.includes(text.toLowerCase()))
  })
}

async function runFileJobs({ service }: Tenant): Promise<void> {
  const context = service.running!.context
  const names = ['delete_personal_uploads', 'clear_staged_uploads', 'delete_organization_exports']
  for (const job of allJobs(context).filter(({ name }) => names.includes(name)))
    await job.run((work) => context.db.write((sql) => work(sql, new Date().toISOString())))
}

/** An order of the web shop, by a key: created, changed, held, shipped in part, voided, returned. */
async function throughTheApi(shop: EdiShop, person: Person): Promise<string> {
  const { tenant, admin, ids } = shop
  const order = await shop.placed({
    sales_channel_id: ids.sales_channels['Online'],
    customer: { email: person.email, name: person.name, country_code: 'DE' },
    reference: `gift for ${person.name}`,
    notes: `call ${person.phone}`,
    lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 5000 }],
  })
  const path = `/api/v1/sales/orders/${order.order_id}`
  const patched = await tenant.patch(
    path,
    { notes: `mail ${person.email}` },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([patched.status, patched.text]).toEqual([200, patched.text])
  expect((await admin.post(`${path}/hold`, { reason: 'fraud', note: person.name })).status).toBe(200)
  expect((await admin.post(`${path}/release-hold`, { note: person.phone })).status).toBe(200)
  await shop.act(order, 'allocate')
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 2 }] })
  const [shipment] = (await shop.get(order)).shipments
  const voided = await admin.post(`${path}/shipments/${shipment.shipment_id}/void`, { reason: `of ${person.name}` })
  expect([voided.status, voided.text]).toEqual([200, voided.text])
  await shop.act(order, 'allocate')
  await shop.ship(order, { lines: [{ sku: 'J-S', quantity: 2 }] })
  const returned = await tenant.post(
    '/api/v1/sales/returns',
    { order_id: order.order_id, location_id: ids.locations['Main'], lines: [{ sku: 'J-S', expected_quantity: 2 }] },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  const refund = { refund: { status: 'partial', cents: 100 }, reason: `${person.name} called` }
  expect((await admin.post(`/api/v1/sales/returns/${returned.body.data.id}/refund`, refund)).status).toBe(200)
  const payments = '/api/v1/sales/payments'
  const paid_on = new Date().toISOString().slice(0, 10)
  const money = { order_id: order.order_id, amount_cents: 5000, currency: 'USD', paid_on, reference: person.name }
  const payment = await admin.post(payments, money)
  expect([payment.status, payment.text]).toEqual([201, payment.text])
  const reason = `${person.name} stopped it`
  for (const [act, body] of [
    ['unapply', { reason }],
    ['pay-out', { reason, reference: person.name, amount_cents: 100 }],
    ['reverse', { reason }],
  ] as const) {
    const { status } = await admin.post(`${payments}/${payment.body.data.customer_payment_id}/${act}`, body)
    expect([act, status]).toEqual([act, 200])
  }
  await inspectAndExchange(shop, person, `/api/v1/sales/returns/${returned.body.data.id}`)
  return order.customer.customer_id
}

/** What people write of returned units: in an event and a remembered answer too, since another unit arrives afterwards. */
async function inspectAndExchange({ tenant, admin }: EdiShop, person: Person, path: string): Promise<void> {
  const arrive = (disposition: string) =>
    tenant.post(
      `${path}/receive`,
      { lines: [{ sku: 'J-S', received_quantity: 1, disposition }] },
      { headers: { 'Idempotency-Key': uuidv7() } },
    )
  expect((await arrive('quarantine')).status).toBe(200)
  const inspected = await admin.post(`${path}/inspections`, {
    lines: [{ sku: 'J-S', quantity: 1, disposition: 'write_off' }],
    note: `worn by ${person.name}`,
  })
  expect([inspected.status, inspected.text]).toEqual([200, inspected.text])
  const { inspection_id } = inspected.body.data.lines[0].receipts[0].inspections[0]
  const reverted = await admin.post(`${path}/inspections/${inspection_id}/revert`, { reason: `${person.phone} called` })
  expect(reverted.status).toBe(200)
  const lines = [{ sku: 'J-S', quantity: 1, unit_price_cents: 100 }]
  expect((await admin.post(`${path}/exchange`, { lines, settlement: 'charge' })).status).toBe(201)
  expect((await admin.post(`${path}/exchange/cancel`, { reason: `for ${person.name}` })).status).toBe(200)
  const later = await arrive('restock')
  expect(later.text).toContain(person.name)
}

/** An order of an account over EDI, whose buyer writes about the person, and one on paper; both are given the person. */
async function throughDocuments(shop: EdiShop, person: Person): Promise<void> {
  const { tenant, account_id } = shop
  const draft = await shop.drafted(
    ...order850('PO-1', `N9*L1*NOTES`, `MSG*For ${person.name}`, `MSG*${person.phone}`, 'PO1*1*2*EA*25**BP*771-S'),
  )
  const reader = await openReader()
  const content = Buffer.from(
    `Our SKU,Quantity,Description\n771-S,2,for ${person.name} ${person.email}\nGHOST-1,4,x\n`,
  ).toString('base64')
  const filed = await tenant.post(
    '/api/v1/sales/orders/documents',
    {
      account_id,
      file_name: `${person.first}.csv`,
      content,
    },
    { headers: { 'Idempotency-Key': uuidv7() } },
  )
  expect([filed.status, filed.text]).toEqual([201, filed.text])
  await reader.settle()
  await reader.stop()
  const drawn = (await tenant.post(`/api/v1/sales/orders/documents/${filed.body.data.document_id}/take`)).body.data
  expect((await shop.act(draft, 'confirm', acceptAll(draft))).status).toBe(200)
  for (const { order_id } of [draft, drawn]) {
    const customer = { email: person.email, name: person.name }
    const given = await tenant.patch(`/api/v1/sales/orders/${order_id}`, { customer })
    expect([given.status, given.text]).toEqual([200, given.text])
  }
}

const redact = async (shop: Pick<EdiShop, 'admin'>, customer_id: string) =>
  shop.admin.post(`/api/v1/sales/customers/${customer_id}/redact`)

test('no trace of a redacted person is in the database or the files, whichever way the person came in', async () => {
  const since = await nextTransaction(await testService())
  const echo = await startReceiver((response, { body }) => response.writeHead(200).end(body))
  const [shop, person] = [await openEdiShop(), personOf()]
  const { tenant, admin } = shop
  for (const type of ['order.created', 'order.updated', 'return.created', 'return.received'])
    expect((await admin.post('/api/v1/webhooks', { hook_url: echo.url, type })).status).toBe(201)
  const customer_id = await throughTheApi(shop, person)
  await throughDocuments(shop, person)
  await deliveries.pass(0)
  const before = await tablesWith(tenant.service, since, tracesOf(person))
  const expected = [
    'customers',
    'order_changes',
    'order_documents',
    'order_holds',
    'customer_payments',
    'payment_allocations',
    'refunds',
    'remembered_writes',
    'return_exchanges',
    'return_inspections',
    'sales_orders',
  ]
  expect(new Set(before.flat())).toEqual(
    new Set([
      ...expected,
      'edi_interchanges',
      'edi_orders',
      'exceptions',
      'voided_shipments',
      'webhook_attempts',
      'webhook_events',
    ]),
  )
  expect(await filesWith(tenant, tracesOf(person))).toHaveLength(1)
  expect(echo.received.some(({ body }) => body.includes(person.first))).toBe(true)

  expect((await redact(shop, customer_id)).status).toBe(200)
  await runFileJobs(tenant)
  expect(await tablesWith(tenant.service, since, tracesOf(person))).toEqual(tracesOf(person).map(() => []))
  expect(await filesWith(tenant, tracesOf(person))).toEqual([])
  await echo.stop()
})

test('what is repeated after a redaction is without the person, and the orders stay', async () => {
  const [shop, person] = [await openEdiShop(), personOf()]
  const { tenant, admin, ids } = shop
  const body = {
    sales_channel_id: ids.sales_channels['Online'],
    location_id: ids.locations['Main'],
    customer: { email: person.email, name: person.name },
    reference: 'for Zoe',
    lines: [{ sku: 'J-S', quantity: 2, unit_price_cents: 5000 }],
  }
  const key = uuidv7()
  const send = () => tenant.post('/api/v1/sales/orders', body, { headers: { 'Idempotency-Key': key } })
  const first = await send()
  const { order_id, customer } = first.body.data
  expect(customer.display_name).toContain(person.first)
  await redact(shop, customer.customer_id)
  const again = await send()
  expect(again.status).toBe(first.status)
  expect(again.body.data).toEqual({
    ...first.body.data,
    reference: null,
    customer: { customer_id: customer.customer_id, display_name: 'Unnamed customer' },
  })
  expect((await shop.get({ order_id })).line_items).toEqual(first.body.data.line_items)
  // What is written about the orders afterwards goes with the next redaction.
  await tenant.patch(`/api/v1/sales/orders/${order_id}`, { notes: person.phone })
  expect((await redact(shop, customer.customer_id)).status).toBe(200)
  expect((await shop.get({ order_id })).notes).toBeNull()
  const kinds = (await admin.get('/api/v1/audit-events')).body.data.rows.map(({ kind }: { kind: string }) => kind)
  expect(kinds.filter((kind: string) => kind === 'customer.redacted')).toHaveLength(1)
})

test('another customer, and the reference of an account, stay as they are', async () => {
  const [shop, person, other] = [await openEdiShop(), personOf(), personOf()]
  const { ids, account_id } = shop
  const customer = { email: person.email, name: person.name }
  const placed = await shop.placed({
    sales_channel_id: ids.sales_channels['Online'],
    customer,
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 5000 }],
  })
  const others = await shop.placed({
    sales_channel_id: ids.sales_channels['Online'],
    customer: { email: other.email, name: other.name },
    reference: 'kept',
    notes: 'kept',
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 5000 }],
  })
  const wholesale = await shop.placed({
    trading_partner_id: account_id,
    customer,
    reference: 'PO 77120',
    notes: person.phone,
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 5000 }],
  })
  await redact(shop, placed.customer.customer_id)
  expect(await shop.get(others)).toMatchObject({ reference: 'kept', notes: 'kept', customer: others.customer })
  expect(await shop.get(wholesale)).toMatchObject({ reference: 'PO 77120', notes: null })
})

const csvOf = ({ email, name, phone }: Person) =>
  `Email,First Name,Last Name,Phone\n${email},${name.split(' ').join(',')},${phone}\n`

test('the file of a personal import is deleted when the import ends, and not while another needs it', async () => {
  const importer = await openImporter()
  const { tenant, session } = importer
  const person = personOf()
  const since = await nextTransaction(tenant.service)
  const file_key = await importer.upload(csvOf(person), 'people.csv')
  const made = async () => {
    const { import_id, columns } = (await session.post('/api/v1/imports', { file_key, kind: 'customers' })).body.data
    const mapped = columns.flatMap(({ header, field }: any) => (field === null ? [] : [{ header, field }]))
    const confirmed = await session.put(`/api/v1/imports/${import_id}/mapping`, { mapping: { columns: mapped } })
    expect([confirmed.status, confirmed.text]).toEqual([200, confirmed.text])
    return import_id as string
  }
  const [first, second] = [await made(), await made()]
  const finish = async (import_id: string) => {
    for (const step of ['preview', 'run'] as const) {
      expect((await importer.step(import_id, step)).status).toBe(200)
      await importer.work()
    }
    expect((await importer.get(import_id)).state).toBe('completed')
  }
  await finish(first)
  await runFileJobs(tenant)
  expect(await filesWith(tenant, tracesOf(person))).toHaveLength(1)
  expect((await importer.step(second, 'cancel')).status).toBe(200)
  await runFileJobs(tenant)
  expect(await filesWith(tenant, tracesOf(person))).toEqual([])
  expect((await session.get('/api/v1/files')).body.data.rows).toEqual([])
  const { sql } = tenant.service.database
  const [{ customer_id }] = (await sql`
    select customer_id from customers where organization_id = ${tenant.organization_id}`) as any
  expect((await redact({ admin: session }, customer_id)).status).toBe(200)
  expect(await tablesWith(tenant.service, since, tracesOf(person))).toEqual(tracesOf(person).map(() => []))
})

test('a file that waits is deleted after seven days, and that of a failed run a day later; other kinds keep theirs', async () => {
  const importer = await openImporter()
  const { tenant, session } = importer
  const { sql } = tenant.service.database
  const made = async (kind: string, name: string, columns: object) => {
    const file_key = await importer.upload(`Email,Name,SKU\nx@example.com,${name},S-1\n`, `${name}.csv`)
    const { import_id } = (await session.post('/api/v1/imports', { file_key, kind })).body.data
    await sql`
      update imports set ${sql(columns)} where organization_id = ${tenant.organization_id} and import_id = ${import_id}`
  }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const states = [
    ['customers', 'waits', { updated_at: ago(7 * 24 - 1) }],
    ['customers', 'waited', { updated_at: ago(7 * 24 + 1) }],
    ['orders', 'rerun', { state: 'failed', task: 'run', updated_at: ago(23) }],
    ['orders', 'failed', { state: 'failed', task: 'run', updated_at: ago(25) }],
    ['orders', 'unread', { state: 'failed', task: 'preview' }],
    ['accounts', 'accounts', { state: 'completed' }],
    ['products', 'products', { state: 'completed' }],
  ] as const
  for (const [kind, name, columns] of states) await made(kind, name, columns)
  await runFileJobs(tenant)
  const { rows } = (await session.get('/api/v1/files')).body.data
  expect(rows.map(({ file_name }: any) => file_name).toSorted()).toEqual(['products.csv', 'rerun.csv', 'waits.csv'])
  expect(
    personalKinds(imports.kinds)
      .filter((kind) => kind !== 'test_items')
      .toSorted(),
  ).toEqual(['accounts', 'customer_payments', 'customers', 'orders'])
})

test('the uploads of an import of returns and of an order paper are deleted once they are read', async () => {
  const shop = await openEdiShop()
  const { tenant, admin, account_id } = shop
  const person = personOf()
  const upload = async (content: string) =>
    (await admin.post('/api/v1/files?file_name=file.csv', undefined, { raw: content })).body.data.file_key
  const s3_key = await upload(`RMA,Item code,Counted,Name\nR-1,J-S,1,${person.name}\n`)
  const body = { s3_key, mappings: { reference: 'RMA', sku: 'Item code', quantity: 'Counted' } }
  const imported = await tenant.post('/api/v1/sales/returns/import', body)
  expect([imported.status, imported.text]).toEqual([200, imported.text])
  const paperKey = await upload(`Our SKU,Quantity\nJ-S,2\n`)
  const filed = await tenant.post('/api/v1/sales/orders/documents', { account_id, s3_key: paperKey })
  expect([filed.status, filed.text]).toEqual([201, filed.text])
  await runFileJobs(tenant)
  expect((await admin.get('/api/v1/files')).body.data.rows).toEqual([])
  expect(await filesWith(tenant, tracesOf(person))).toEqual([])
})

test('exports that have the person are deleted, and one that is being written begins again', async () => {
  const [shop, person] = [await openEdiShop(), personOf()]
  const { tenant } = shop
  const { sql } = tenant.service.database
  const placed = await shop.placed({
    sales_channel_id: shop.ids.sales_channels['Online'],
    customer: { email: person.email, name: person.name },
    lines: [{ sku: 'J-S', quantity: 1, unit_price_cents: 5000 }],
  })
  const common = { organization_id: tenant.organization_id, requested_by: 'user:Ada', created_at: new Date() }
  const expires_at = new Date(Date.now() + 86_400_000)
  const [ready, running] = [uuidv7(), uuidv7()]
  await sql`insert into organization_exports ${sql([{ ...common, export_id: ready, state: 'ready', expires_at }])}`
  await sql`
    insert into organization_exports ${sql([
      {
        ...common,
        export_id: running,
        state: 'queued',
        attempts: 1,
        leased_until: expires_at,
        next_attempt_at: expires_at,
        expires_at,
      },
    ])}`
  await redact(shop, placed.customer.customer_id)
  const rows = await sql`
    select export_id, attempts, leased_until, expires_at <= now() as is_expired from organization_exports
    where organization_id = ${tenant.organization_id} order by export_id`
  expect([...rows]).toMatchObject([
    { export_id: ready, is_expired: true },
    { export_id: running, attempts: 2, leased_until: null, is_expired: false },
  ])
})
