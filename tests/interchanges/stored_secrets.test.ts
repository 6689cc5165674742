/** A stored secret belongs to the place that it was sent for: another place never gets it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sessionOperations } from '../../server/boot/operations.ts'
import { destinationOf } from '../../server/interchanges/transports/destination.rules.ts'
import { reencrypt } from '../../server/platform/admin/reencrypt.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import type { Sql } from '../../server/contract/call.ts'
import { startSeparateService, testService } from '../support/service/service.ts'
import { type Gateway, startReceiver } from './gateway.ts'
import {
  accountsPath,
  advice,
  type EdiRig,
  everyDocument,
  type Partner,
  queue,
  shop,
  type Shop,
  startWorkers,
} from './rig.ts'
import { type SftpServer, startSftpServer } from './sftp_server.ts'

const root = mkdtempSync(join(tmpdir(), 'merchant-api-secrets-'))
let rig: EdiRig
let theirs: SftpServer
let other: SftpServer
let gateway: Gateway
let elsewhere: Gateway
beforeAll(async () => {
  rig = await startWorkers()
  ;[theirs, other] = await Promise.all([startSftpServer(root), startSftpServer(root)])
  ;[gateway, elsewhere] = await Promise.all([startReceiver(), startReceiver()])
})
afterAll(async () => {
  await rig.stop()
  await Promise.all([theirs, other, gateway, elsewhere].map((one) => one.stop()))
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => {
  for (const one of [theirs, other]) one.offered.length = 0
  for (const one of [gateway, elsewhere]) one.received.length = 0
})

const token = 'token-of-the-gateway'
const password = 'password'

const save = ({ admin }: Shop, { trading_partner_id, party }: Partner, more: object) =>
  admin.put(`${accountsPath}/${trading_partner_id}/edi-profile`, {
    edi_qualifier: party.qualifier,
    edi_id: party.id,
    version: '5010',
    documents_taken: ['846'],
    ...more,
  })

const sftp = (more: object = {}) => ({
  host: '127.0.0.1',
  port: theirs.port,
  user_name: 'user',
  host_key: theirs.host_key,
  out_folder: '/',
  ...more,
})

/** Sends a document over the connection as it is now; whether its first attempt ended well does not matter. */
async function send(merchant: Shop, partner: Partner): Promise<void> {
  await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
}

const tokens = () =>
  [gateway, elsewhere].map(({ received }) => received.map(({ headers }) => headers.get('authorization')))

const asHttps = (url: string) => url.replace('http:', 'https:')
const asName = (url: string) => url.replace('127.0.0.1', 'localhost')

test.each<[string, () => string]>([
  ['port', () => `${elsewhere.url}/edi`],
  ['host', () => `${asName(elsewhere.url)}/edi`],
  ['scheme', () => `${asHttps(gateway.url)}/edi`],
])('a token is not sent to a gateway with another %s, and none is stored afterwards', async (_, url) => {
  const merchant = await shop()
  const connection = { http: { url: `${gateway.url}/edi`, bearer_token: token } }
  const partner = await merchant.account('Meridian', { transport: 'http', connection })
  const saved = await save(merchant, partner, { transport: 'http', connection: { http: { url: url() } } })
  expect(saved.body.data.edi_profile.connection).toMatchObject({ http: { url: url() }, has_secret: false })
  await send(merchant, partner)
  expect(tokens().flat()).not.toContain(`Bearer ${token}`)
  // Going back does not bring it back.
  const { bearer_token: _token, ...before } = connection.http
  const back = await save(merchant, partner, { transport: 'http', connection: { http: before } })
  expect(back.body.data.edi_profile.connection.has_secret).toBe(false)
  await send(merchant, partner)
  expect(tokens()[0]).toContain(null)
  expect(tokens().flat()).not.toContain(`Bearer ${token}`)
})

test('a token stays with its gateway under another path, and a new one goes to a new gateway', async () => {
  const merchant = await shop()
  const connection = { http: { url: `${gateway.url}/edi`, bearer_token: token } }
  const partner = await merchant.account('Meridian', { transport: 'http', connection })
  const moved = { transport: 'http', connection: { http: { url: `${gateway.url}/edi/v2` } } }
  expect((await save(merchant, partner, moved)).body.data.edi_profile.connection.has_secret).toBe(true)
  await send(merchant, partner)
  const http = { url: `${elsewhere.url}/edi`, bearer_token: 'another-token' }
  await save(merchant, partner, { transport: 'http', connection: { http } })
  await send(merchant, partner)
  expect(tokens()).toEqual([[`Bearer ${token}`], ['Bearer another-token']])
})

test.each<[string, () => object]>([
  ['host', () => ({ host: 'localhost' })],
  ['port', () => ({ port: other.port })],
  ['user name', () => ({ user_name: 'root' })],
  ['host key', () => ({ host_key: other.host_key })],
  ['port and host key', () => ({ port: other.port, host_key: other.host_key })],
])('a change of the %s needs the password again, which the new place never gets', async (_, more) => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', {
    transport: 'sftp',
    connection: { sftp: { ...sftp(), password } },
  })
  const refused = await save(merchant, partner, { transport: 'sftp', connection: { sftp: sftp(more()) } })
  expect([refused.status, refused.body.data.field]).toEqual([400, 'connection.sftp.password'])
  await send(merchant, partner)
  expect([theirs.offered, other.offered]).toEqual([[password], []])

  const given = await save(merchant, partner, {
    transport: 'sftp',
    connection: { sftp: { ...sftp(more()), password: 'of the new place' } },
  })
  expect(given.body.data.edi_profile.connection.has_secret).toBe(true)
  await send(merchant, partner)
  expect(other.offered).not.toContain(password)
})

test('folders and spellings of the same SFTP server keep its password', async () => {
  const settings = { ...sftp(), in_folder: null, host: 'SFTP.Meridian.example', host_key: `${sftp().host_key}=` }
  expect(destinationOf('sftp', settings)).toBe(destinationOf('sftp', sftp({ host: 'sftp.meridian.example' })))
  expect(destinationOf('sftp', sftp({ port: 22 }))).toBe(destinationOf('sftp', sftp({ port: undefined })))
  const merchant = await shop()
  const connection = { sftp: { ...sftp(), password } }
  const partner = await merchant.account('Meridian', { transport: 'sftp', connection })
  const saved = await save(merchant, partner, { transport: 'sftp', connection: { sftp: sftp({ in_folder: '/in' }) } })
  expect(saved.body.data.edi_profile.connection.has_secret).toBe(true)
})

test('a secret does not pass from one transport to the other', async () => {
  const merchant = await shop()
  const connection = { http: { url: `${gateway.url}/edi`, bearer_token: token } }
  const partner = await merchant.account('Meridian', { transport: 'http', connection })
  const answer = await save(merchant, partner, { transport: 'sftp', connection: { sftp: sftp() } })
  expect([answer.status, answer.body.data.field]).toEqual([400, 'connection.sftp.password'])
})

test('only administrators set and delete EDI profiles', async () => {
  const merchant = await shop()
  const { trading_partner_id, party } = await merchant.account('Meridian')
  const path = `${accountsPath}/${trading_partner_id}/edi-profile`
  const profile = { edi_qualifier: party.qualifier, edi_id: party.id, version: '5010', documents_taken: [] }
  const answers = [await merchant.member.put(path, profile), await merchant.member.delete(path)]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'admin_required'],
    [403, 'admin_required'],
  ])
})

/** What holds for each stored secret. `destination`: operations that can change where it is sent. */
const storedSecrets: Record<string, { why: string; paths: string | null; changes: string[] }> = {
  'edi_connections.encrypted_secret': {
    why: 'forgotten with its destination, as tested above',
    paths: '/edi-profile',
    changes: ['session.set_account_edi_profile'],
  },
  'warehouse_connections.encrypted_token': {
    why: 'the addresses of a connection never change',
    paths: '/warehouse-connections',
    changes: [],
  },
  'accounting_connections.encrypted_token': {
    why: 'the address of a connection never changes',
    paths: '/accounting-connections',
    changes: [],
  },
  'webhooks.encrypted_secret': { why: 'the URL of a webhook never changes', paths: '/webhooks', changes: [] },
  'warehouse_connections.encrypted_report_secret': { why: 'checks what arrives', paths: null, changes: [] },
  'customer_keys.encrypted_key': { why: 'is sent nowhere', paths: null, changes: [] },
  'remembered_session_writes.encrypted_answer': {
    why: 'goes to the person who wrote, again',
    paths: null,
    changes: [],
  },
  'mails.encrypted_text': { why: 'a mail keeps its recipient', paths: null, changes: [] },
}

test('every stored secret is known, and what can change its destination', async () => {
  const { sql } = (await testService()).database
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%encrypted%' order by 1`
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(storedSecrets).toSorted())
  for (const { paths, changes } of Object.values(storedSecrets)) {
    if (paths === null) continue
    const found = sessionOperations.filter(({ path, method }) => path.includes(paths) && /^(PUT|PATCH)$/.test(method))
    expect(found.map(({ id }) => id as string)).toEqual(changes)
    const all = sessionOperations.filter(({ path, method }) => path.includes(paths) && method !== 'GET')
    expect(all.filter(({ session }) => session !== 'admin').map(({ id }) => id as string)).toEqual([])
  }
})

test('a new SECRET_KEY is used for the secrets of EDI connections too', async () => {
  // Of its own: other tests leave secrets of other keys.
  const service = await startSeparateService('edi_secrets')
  const { database, settings } = service
  const merchant = await shop({ service })
  const connection = { http: { url: `${gateway.url}/edi`, bearer_token: token } }
  const { trading_partner_id } = await merchant.account('Meridian', { transport: 'http', connection })
  const next = 'the next key of this test, long enough'
  const box = openSecretBox(next, [settings.SECRET_KEY!])
  const undo = new Error('nothing is kept')
  const secretOf = async (tx: Sql) => {
    const [row] = await tx<{ encrypted_secret: Uint8Array }[]>`
      select encrypted_secret from edi_connections where trading_partner_id = ${trading_partner_id}`
    return row!.encrypted_secret
  }
  const moving = database.sql.begin(async (tx) => {
    await reencrypt(tx as unknown as Sql, box)
    const encrypted = await secretOf(tx as unknown as Sql)
    expect([box.isCurrent(encrypted), openSecretBox(next).decrypt(encrypted, trading_partner_id)]).toEqual([
      true,
      token,
    ])
    throw undo
  })
  expect(await moving.catch((error: unknown) => error)).toBe(undo)
  expect(secretBox(settings).isCurrent(await secretOf(database.sql))).toBe(true)
  await service.stop()
})

test('a new and a deleted secret are events of their own, and saving what is saved is none', async () => {
  const merchant = await shop()
  const http = (url: string, bearer_token?: string) => ({
    transport: 'http',
    connection: { http: { url, bearer_token } },
  })
  const partner = await merchant.account('Meridian', http(`${gateway.url}/edi`, token))
  const kinds = async () => {
    const { rows } = (await merchant.admin.get('/api/v1/audit-events?limit=100')).body.data
    return rows.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('connection.'))
  }
  const [created, rotated, changed] = ['connection.created', 'connection.secret_rotated', 'connection.changed']
  expect((await kinds()).toSorted()).toEqual([created, rotated])
  const seen = [await kinds()]
  const steps = [
    http(`${gateway.url}/edi`, 'another-token'),
    http(`${elsewhere.url}/edi`),
    http(`${elsewhere.url}/edi`),
  ]
  for (const step of steps) {
    await save(merchant, partner, { documents_taken: everyDocument, ...step })
    seen.push(await kinds())
  }
  const added = seen.slice(1).map((now, i) => now.slice(0, now.length - seen[i]!.length).toSorted())
  expect(added).toEqual([[rotated], [changed, rotated], []])
})
