/** Transports: files are taken whole and once, and put aside when they are stored; servers are known by their keys. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { accountFolder } from '../../server/interchanges/transports/folder.ts'
import { verdictOf } from '../../server/interchanges/transports/complete.rules.ts'
import type { EdiDocumentHandler } from '../../server/interchanges/handler.ts'
import { testService } from '../support/service/service.ts'
import {
  accountsPath,
  advance,
  advice,
  archived,
  type EdiRig,
  orderSet,
  type Partner,
  queue,
  shop,
  type Shop,
  startWorkers,
  written,
} from './rig.ts'
import { type SftpServer, startSftpServer } from './sftp_server.ts'

const orders: EdiDocumentHandler = {
  document_type: '850',
  handle: async () => ({ state: 'processed', sentence: 'The order was taken.' }),
}

let rig: EdiRig
let server: SftpServer
const root = mkdtempSync(join(tmpdir(), 'merchant-api-sftp-'))
beforeAll(async () => {
  rig = await startWorkers([orders])
  server = await startSftpServer(root)
})
afterAll(async () => {
  await rig.stop()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => {
  server.breaks_on = null
  for (const name of ['in', 'out', 'done']) {
    rmSync(join(root, name), { recursive: true, force: true })
    mkdirSync(join(root, name))
  }
})

/** A file that was last written so many seconds ago. */
function put(folder: string, name: string, text: string, seconds = 60): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text, 'latin1')
  const at = Date.now() / 1_000 - seconds
  utimesSync(join(folder, name), at, at)
}

/** Polls once more, and reads and answers what came. */
async function poll(merchant: Shop): Promise<void> {
  await rig.worker.settle()
  await advance(merchant, 4_000)
  await rig.worker.settle()
}

async function folderPartner() {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { transport: 'folder' })
  const { DATA_DIR } = (await testService()).settings
  const { organization_id } = merchant.tenant
  const folder = accountFolder(DATA_DIR, { organization_id, trading_partner_id: partner.trading_partner_id })
  return { merchant, partner, folder }
}

const inbound = async (merchant: Shop) => merchant.documents('&direction=inbound')

test('complete files are taken, read and moved to done; files of writers at work stay', async () => {
  const { merchant, partner, folder } = await folderPartner()
  const [first, second, third, fourth] = ['A1', 'A2', 'A3', 'A4'].map((number) =>
    written(merchant, partner, [orderSet(number)]),
  )
  put(join(folder, 'in'), 'one.edi', first! + second!)
  put(join(folder, 'in'), 'two.edi.part', third!)
  put(join(folder, 'in'), '.three.edi', third!)
  put(join(folder, 'in'), 'cut.edi', fourth!.slice(0, -20))
  put(join(folder, 'in'), 'young.edi', third!, 0)
  await poll(merchant)
  expect((await inbound(merchant)).map(({ state }) => state)).toEqual(['processed', 'processed'])
  expect(readdirSync(join(folder, 'in')).toSorted()).toEqual(['.three.edi', 'cut.edi', 'two.edi.part', 'young.edi'])
  expect(readdirSync(join(folder, 'done'))).toEqual(['one.edi'])
  // Their 997s wait for the account in the folder.
  expect(readdirSync(join(folder, 'out')).length).toBe(2)

  put(join(folder, 'in'), 'cut.edi', fourth!)
  await poll(merchant)
  expect((await inbound(merchant)).length).toBe(3)
  put(join(folder, 'in'), 'letter.edi', 'Dear all,', 1_000)
  await poll(merchant)
  expect(readdirSync(join(folder, 'in'))).not.toContain('letter.edi')
  expect((await merchant.exceptions()).map(({ kind }) => kind)).toEqual(['document_unreadable'])
})

test('a file that was stored but not put aside is stored once', async () => {
  const { merchant, partner, folder } = await folderPartner()
  const text = written(merchant, partner, [orderSet('A1')])
  put(join(folder, 'in'), 'one.edi', text)
  await poll(merchant)
  // As if the process had died between both.
  renameSync(join(folder, 'done', 'one.edi'), join(folder, 'in', 'one.edi'))
  await poll(merchant)
  expect((await inbound(merchant)).length).toBe(1)
  expect(readdirSync(join(folder, 'done'))).toEqual(['one.edi'])
})

test('an interchange over the connection of another account is held', async () => {
  const { merchant, folder } = await folderPartner()
  const other = await merchant.account('Harbor')
  put(join(folder, 'in'), 'one.edi', written(merchant, other, [orderSet('A1')]))
  await poll(merchant)
  expect(await inbound(merchant)).toEqual([])
  expect((await merchant.exceptions('&kind=edi_held'))[0].sentence).toContain(
    'It states Harbor as its sender, but came over the connection of Meridian.',
  )
})

test('a file is complete with its trailer and a while of quiet, whatever its line breaks', () => {
  const patience = { quiet_seconds_min: 2, incomplete_seconds_max: 900, bytes_max: 1_000 }
  const isa = `ISA*${'x'.repeat(100)}>~`
  const verdict = (text: string, quiet_seconds: number) =>
    verdictOf({ bytes: text.length, quiet_seconds }, text, patience)
  expect(verdict(`${isa}\nIEA*0*1~\n`, 3)).toBe('take')
  expect(verdict(`${isa}IEA*0*1~`, 1)).toBe('wait')
  expect(verdict(`${isa}IEA*0*1`, 3)).toBe('wait')
  expect(verdict(`${isa}GE*0*1~`, 3)).toBe('wait')
  expect(verdict(`${isa}IEA*0*1~ISA*`, 3)).toBe('wait')
  expect(verdict('', 3)).toBe('wait')
  expect(verdict('Dear all', 900)).toBe('take')
  expect(verdict(`${isa.slice(0, -1)}\nGS*1\nIEA*0*1\n`, 3)).toBe('take')
})

const sftp = (more: object = {}) => ({
  host: '127.0.0.1',
  port: server.port,
  user_name: 'user',
  host_key: server.host_key,
  out_folder: '/out',
  in_folder: '/in',
  done_folder: '/done',
  password: 'password',
  ...more,
})

const sftpPartner = async (merchant: Shop, more: object = {}): Promise<Partner> =>
  merchant.account('Meridian', { transport: 'sftp', connection: { sftp: sftp(more) } })

test('documents travel to and from an SFTP server', async () => {
  const merchant = await shop()
  const partner = await sftpPartner(merchant)
  const document_id = await queue(merchant, partner, '846', advice())
  put(join(root, 'in'), 'po.edi', written(merchant, partner, [orderSet('A1')]))
  await poll(merchant)
  const [sent] = await merchant.documents('&document_type=846')
  expect([sent.document_id, sent.state, sent.sentence]).toEqual([
    document_id,
    'sent',
    'The inventory advice (846) was sent to Meridian.',
  ])
  const { text } = await archived(merchant, document_id)
  const name = readdirSync(join(root, 'out')).find((one) => one.startsWith('846'))!
  expect(name).toMatch(/^846_00000000\d\.edi$/)
  expect(readFileSync(join(root, 'out', name), 'latin1')).toBe(text)
  expect((await inbound(merchant)).map(({ state }) => state)).toEqual(['processed'])
  expect([readdirSync(join(root, 'in')), readdirSync(join(root, 'done'))]).toEqual([[], ['po.edi']])
  expect(readdirSync(join(root, 'out')).length).toBe(2)
})

test('a connection that breaks loses and doubles nothing', async () => {
  const merchant = await shop()
  const partner = await sftpPartner(merchant, { done_folder: null })
  put(join(root, 'in'), 'po.edi', written(merchant, partner, [orderSet('A1')]))
  server.breaks_on = (_, act) => act === 'remove' || act === 'rename'
  await queue(merchant, partner, '846', advice())
  await poll(merchant)
  expect(existsSync(join(root, 'in', 'po.edi'))).toBe(true)
  expect((await merchant.documents('&document_type=846'))[0].state).toBe('queued')
  server.breaks_on = null
  await poll(merchant)
  expect(readdirSync(join(root, 'in'))).toEqual([])
  expect((await inbound(merchant)).length).toBe(1)
  expect((await merchant.documents('&document_type=846'))[0].state).toBe('sent')
  expect(readdirSync(join(root, 'out')).filter((name) => name.startsWith('846')).length).toBe(1)
})

test('a server with another host key gets neither password nor file', async () => {
  const merchant = await shop()
  const host_key = `SHA256:${'A'.repeat(43)}`
  const partner = await sftpPartner(merchant, { host_key })
  const logins = server.logins
  await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const [document] = await merchant.documents()
  expect(document.state).toBe('queued')
  expect(document.sentence).toContain(`the server has the host key ${server.host_key}, not ${host_key}`)
  expect(server.logins).toBe(logins)
  for (let failures = 0; failures < 4; failures++) await poll(merchant)
  const open = await merchant.exceptions('&kind=edi_undelivered&subject_type=trading_account')
  expect(open.map(({ subject }) => subject.id)).toEqual([partner.trading_partner_id])
})

test('secrets of a connection are never returned, stay where they are left out, and end with the transport', async () => {
  const merchant = await shop()
  const partner = await sftpPartner(merchant)
  const path = `${accountsPath}/${partner.trading_partner_id}/edi-profile`
  const { password: _, ...settings } = sftp({ out_folder: '/elsewhere' })
  const profile = { edi_qualifier: 'ZZ', edi_id: partner.party.id, version: '5010', documents_taken: ['997'] }
  const saved = await merchant.admin.put(path, { ...profile, transport: 'sftp', connection: { sftp: settings } })
  expect(saved.body.data.edi_profile.connection).toMatchObject({ sftp: settings, has_secret: true })
  expect(saved.text).not.toContain('"password"')
  const [row] = await merchant.tenant.service.database.sql<{ encrypted_secret: Uint8Array }[]>`
    select encrypted_secret from edi_connections where trading_partner_id = ${partner.trading_partner_id}`
  expect(Buffer.from(row!.encrypted_secret).toString('latin1')).not.toContain('password')
  expect((await merchant.admin.put(path, profile)).body.data.edi_profile.connection).toBeNull()
  const without = await merchant.admin.put(path, { ...profile, transport: 'sftp', connection: { sftp: settings } })
  expect([without.status, without.body.data.field]).toEqual([400, 'connection.sftp.password'])
})

test('a connection must be that of the transport and lead to a public address', async () => {
  const merchant = await shop()
  const { trading_partner_id, party } = await merchant.account('Meridian')
  const fault = async (more: object) => {
    const answer = await merchant.admin.put(`${accountsPath}/${trading_partner_id}/edi-profile`, {
      edi_qualifier: 'ZZ',
      edi_id: party.id,
      version: '5010',
      documents_taken: [],
      ...more,
    })
    return [answer.status, answer.body.data?.field]
  }
  const http = { url: 'https://10.1.2.3/edi' }
  expect(await fault({ transport: 'http' })).toEqual([400, 'connection.http'])
  expect(await fault({ connection: { http } })).toEqual([400, 'connection.http'])
  expect(await fault({ transport: 'http', connection: { http } })).toEqual([400, 'connection.http.url'])
  expect(await fault({ transport: 'sftp', connection: { sftp: sftp({ host: '192.168.0.4' }) } })).toEqual([
    400,
    'connection.sftp.host',
  ])
  const both = sftp({ private_key: '-----BEGIN PRIVATE KEY-----' })
  expect(await fault({ transport: 'sftp', connection: { sftp: both } })).toEqual([400, 'connection.sftp.private_key'])
  expect(await fault({ transport: 'sftp', connection: { sftp: sftp({ host_key: 'MD5:aa' }) } })).toEqual([
    400,
    'connection.sftp.host_key',
  ])
})
