import { afterAll, beforeAll, expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { whileHeld } from '../../support/held.ts'
import { newSession } from '../../support/service/session.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { refusedField } from '../order_fixture.ts'
import { connectionsPath, token, warehouseFixture } from '../warehouse_fixture.ts'

let strict: TestService
beforeAll(async () => {
  strict = await startService({ WEBHOOK_ALLOW_LOOPBACK: 'false' })
})
afterAll(() => strict.stop())

test("a connection's token is never returned and is stored only encrypted", async () => {
  const fixture = await warehouseFixture()
  const { Main, Store } = fixture.ids.locations
  const made = await fixture.admin.post(connectionsPath, {
    name: ' Harbour ',
    location_id: Main,
    url: 'http://127.0.0.1:9/inbounds?site=7',
    bearer_token: token,
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name: 'Harbour',
    location_id: Main,
    location_name: 'Main',
    url: 'http://127.0.0.1:9/inbounds?site=7',
    is_active: true,
    created_by: 'Ada Merchant',
    deactivated_at: null,
  })
  await fixture.connect('http://127.0.0.1:9/', 'Store')
  const listed = await fixture.admin.get(connectionsPath)
  expect(listed.body.data).toMatchObject({ size: 2, filtered_max_size: 2 })
  expect(listed.body.data.rows.map(({ location_id }: any) => location_id)).toEqual([Store, Main])
  expect(made.text + listed.text).not.toContain(token)
  const [row] = await fixture.tenant.service.database.sql`
    select encode(encrypted_token, 'escape') as encrypted from warehouse_connections
    where connection_id = ${made.body.data.connection_id}`
  expect(row!.encrypted).not.toContain(token)

  const one = `${connectionsPath}/${made.body.data.connection_id}/deactivate`
  const ended = (await fixture.admin.post(one)).body.data
  expect(ended.is_active).toBe(false)
  expect((await fixture.admin.post(one)).body.data.deactivated_at).toBe(ended.deactivated_at)
  const secret = await fixture.admin.post(`${connectionsPath}/${made.body.data.connection_id}/report-secret`)
  expect([secret.status, secret.body.code]).toEqual([409, 'conflict'])
  expect((await fixture.admin.get(`${connectionsPath}?is_active=true`)).body.data.filtered_max_size).toBe(1)
  expect((await fixture.admin.get(`${connectionsPath}?is_active=false&limit=1&offset=1`)).body.data).toMatchObject({
    size: 0,
    filtered_max_size: 1,
  })
})

test('invalid connections are refused, and other organisations see none of ours', async () => {
  const fixture = await warehouseFixture()
  const { Main, Closed } = fixture.ids.locations
  const valid = { name: 'WMS', location_id: Main, url: 'http://127.0.0.1:9/', bearer_token: token }
  const cases: [Record<string, unknown>, string][] = [
    [{ name: '  ' }, 'name'],
    [{ location_id: uuidv7() }, 'location_id'],
    [{ location_id: Closed }, 'location_id'],
    [{ url: 'no address' }, 'url'],
    [{ url: 'ftp://wms.example.com/' }, 'url'],
    [{ url: 'https://user:word@wms.example.com/' }, 'url'],
    [{ bearer_token: 'short' }, 'bearer_token'],
    [{ bearer_token: 'two words here' }, 'bearer_token'],
    [{ bearer_token: 'a\r\nX-Injected: yes' }, 'bearer_token'],
    [{ secret: 'x' }, 'secret'],
  ]
  for (const [body, field] of cases)
    expect([body, refusedField(await fixture.admin.post(connectionsPath, { ...valid, ...body }))]).toEqual([
      body,
      [400, 'bad_request', field],
    ])
  const elsewhere = await newSession(await newTenant({ service: strict }))
  for (const url of ['http://127.0.0.1:9/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'https://localhost/'])
    expect(refusedField(await elsewhere.post(connectionsPath, { ...valid, url }))).toEqual([400, 'bad_request', 'url'])
  expect((await fixture.admin.get(connectionsPath)).body.data.rows).toEqual([])

  const connection_id = await fixture.connect('http://127.0.0.1:9/')
  const second = await fixture.admin.post(connectionsPath, valid)
  expect([second.status, second.body.code]).toEqual([409, 'conflict'])
  const member = await newSession(fixture.tenant, { role: 'member' })
  expect((await member.get(connectionsPath)).body.code).toBe('admin_required')
  const stranger = await warehouseFixture()
  expect((await stranger.admin.post(`${connectionsPath}/${connection_id}/deactivate`)).body.code).toBe('not_found')
  expect((await stranger.admin.get(connectionsPath)).body.data.rows).toEqual([])
})

test('of two concurrent connections for one location only one is created', async () => {
  const fixture = await warehouseFixture()
  const { Main } = fixture.ids.locations
  const make = () =>
    fixture.admin.post(connectionsPath, {
      name: 'WMS',
      location_id: Main,
      url: 'http://127.0.0.1:9/',
      bearer_token: token,
    })
  const answers = await whileHeld(fixture.tenant, 'lock table warehouse_connections in share mode', [make, make])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})
