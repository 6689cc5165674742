/** What arrives and cannot be read is stored as it arrived, encrypted and for a while, and a person can act on it. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import type { Sql } from '../../server/contract/call.ts'
import { limits } from '../../server/contract/limits.ts'
import { Refusal } from '../../server/contract/refusals.ts'
import type { PurchaseOrder850 } from '../../server/edi/documents/purchase_order_850.ts'
import type { EdiDocumentHandler } from '../../server/interchanges/handler.ts'
import { ediRetentionJobs } from '../../server/interchanges/retention.ts'
import { accountFolder } from '../../server/interchanges/transports/folder.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import { reencryptArrived } from '../../server/platform/admin/reencrypt.ts'
import { openSecretBox } from '../../server/secrets/secret_box.ts'
import { secretBox } from '../../server/secrets/secret_key.ts'
import { testService } from '../support/service/service.ts'
import {
  advance,
  documentsPath,
  type EdiRig,
  interchangesPath,
  orderSet,
  shop,
  type Shop,
  startWorkers,
  written,
} from './rig.ts'

setDefaultTimeout(60_000)

let refuses = true
/** Refuses orders whose number says so, as long as their cause lasts. */
const orders: EdiDocumentHandler = {
  document_type: '850',
  handle: (_sql, _context, { record }) => {
    const { number } = record as PurchaseOrder850
    if (number.startsWith('REFUSED') && refuses) throw new Refusal('bad_request', { desc: 'Its season is closed.' })
    if (number.startsWith('HELD')) return Promise.resolve({ state: 'held', sentence: 'A person decides.' })
    return Promise.resolve({ state: 'processed', sentence: `Order ${number} was taken.` })
  },
}

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers([orders])
})
afterAll(async () => {
  await rig.stop()
})
beforeEach(() => {
  refuses = true
})

const letter = 'Dear all,\nplease deliver to Jane Roe, 12 Elm Street. \u00C9'

const interchange = async ({ member }: Shop, id: string) =>
  (await member.get(`${interchangesPath}?limit=100`)).body.data.rows.find(
    ({ interchange_id }: any) => interchange_id === id,
  )

const act = ({ member }: Shop, id: string, name: string, body?: object) =>
  member.post(`${interchangesPath}/${id}/${name}`, body)

const download = async ({ member }: Shop, id: string): Promise<string> => {
  const link = await member.get(`${interchangesPath}/${id}/file`)
  expect(link.status).toBe(200)
  const { pathname } = new URL(link.body.data.export_url)
  const answer = await fetch(`${(await testService()).base_url}${pathname}`)
  return Buffer.from(await answer.arrayBuffer()).toString('latin1')
}

const rowOf = async ({ tenant }: Shop, id: string) => {
  const [row] = await tenant.service.database.sql`
    select content, arrived_content from edi_interchanges
    where organization_id = ${tenant.organization_id} and interchange_id = ${id}`
  return row as { content: Uint8Array; arrived_content: Uint8Array | null }
}

const resolutions = async ({ member }: Shop, id: string | number) => {
  const { rows } = (await member.get(`/api/v1/exceptions?subject_id=${id}&limit=100`)).body.data
  return rows.map(({ kind, resolution }: any) => [kind, resolution]).toReversed()
}

async function age({ tenant }: Shop, days: number): Promise<void> {
  const { database } = tenant.service
  await database.sql`
    update edi_interchanges set created_at = created_at - make_interval(secs => ${days * 86_400})
    where organization_id = ${tenant.organization_id}`
  await database.sql`delete from job_runs where job like 'erase_edi_%'`
  const db = openDatabase(database.url, { write_slots: 2 })
  try {
    for (const job of ediRetentionJobs(2_557)) expect(await runWhenDue(db, job)).toBe(true)
  } finally {
    await db.close()
  }
}

test('a file that is no interchange is stored as it arrived, encrypted, and can be downloaded until it expires', async () => {
  const merchant = await shop()
  const [{ interchange: stored }] = await merchant.upload(letter, 'letter.edi')
  const { interchange_id: id, created_at, original_until } = stored
  expect(stored.state).toBe('rejected')
  expect(Date.parse(original_until) - Date.parse(created_at)).toBe(limits.edi_unreadable_days * 86_400_000)
  const { content, arrived_content } = await rowOf(merchant, id)
  expect(content).toHaveLength(0)
  for (const text of ['Dear', 'Jane', 'Elm'])
    expect(Buffer.from(arrived_content!).toString('latin1')).not.toContain(text)
  expect(await download(merchant, id)).toBe(letter)
  expect((await merchant.upload(letter, 'again.edi'))[0]).toMatchObject({ is_duplicate: true })
  const still = await act(merchant, id, 'read-again')
  expect([still.status, still.body.message.desc]).toEqual([
    409,
    'It still cannot be read. It does not begin with an ISA segment of 106 characters.',
  ])
  await age(merchant, limits.edi_unreadable_days - 1)
  expect(await download(merchant, id)).toBe(letter)
  await age(merchant, 1.001)
  expect(await interchange(merchant, id)).toMatchObject({ state: 'rejected', original_until: null })
  expect((await rowOf(merchant, id)).arrived_content).toBeNull()
  const late = await merchant.member.get(`${interchangesPath}/${id}/file`)
  expect([late.status, late.body.message.desc]).toEqual([409, expect.stringContaining('were erased on')])
  expect((await act(merchant, id, 'read-again')).status).toBe(409)
  expect(await resolutions(merchant, id)).toEqual([['document_unreadable', null]])
  expect((await act(merchant, id, 'discard', { reason: 'A letter.' })).body.data.sentence).toMatch(
    /^Discarded by .*; nothing of it was processed\. Reason: A letter\.$/,
  )
  expect(await resolutions(merchant, id)).toEqual([['document_unreadable', 'discarded']])
})

test('what is polled is stored as it arrived too, and discarding erases it', async () => {
  const merchant = await shop()
  const { trading_partner_id } = await merchant.account('Meridian', { transport: 'folder' })
  const { DATA_DIR } = (await testService()).settings
  const folder = join(
    accountFolder(DATA_DIR, { organization_id: merchant.tenant.organization_id, trading_partner_id }),
    'in',
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'letter.edi'), letter, 'latin1')
  utimesSync(join(folder, 'letter.edi'), Date.now() / 1_000 - 1_000, Date.now() / 1_000 - 1_000)
  await rig.worker.settle()
  await advance(merchant, 4_000)
  await rig.worker.settle()
  const [stored] = (await merchant.member.get(`${interchangesPath}?state=rejected`)).body.data.rows
  expect(await download(merchant, stored.interchange_id)).toBe(letter)
  expect((await act(merchant, stored.interchange_id, 'discard')).status).toBe(200)
  expect((await rowOf(merchant, stored.interchange_id)).arrived_content).toBeNull()
  expect((await merchant.member.get(`${interchangesPath}/${stored.interchange_id}/file`)).status).toBe(409)
})

test('a corrected file takes the place of an interchange that was cut off, with its number', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1')])
  const cut = text.slice(0, text.indexOf('GE*'))
  const [{ interchange: broken }] = await merchant.upload(cut)
  const id = broken.interchange_id
  expect(await download(merchant, id)).toBe(cut)
  const replace = (replaces: string, raw: string) =>
    merchant.member.post(`${interchangesPath}?file_name=mended.edi&replaces=${replaces}`, undefined, {
      raw: Buffer.from(raw, 'latin1'),
      headers: { 'Content-Type': 'application/edi-x12' },
    })
  const [{ interchange: used }] = await merchant.upload(text)
  expect([used.state, used.sentence]).toEqual(['held', expect.stringContaining('used the control number')])
  await act(merchant, used.interchange_id, 'discard', { reason: 'Read in place of the first.' })
  const second = written(merchant, partner, [orderSet('A2')])
  const [{ interchange: broken2 }] = await merchant.upload(second.slice(0, second.indexOf('IEA*')))
  const answer = await replace(broken2.interchange_id, second)
  expect([answer.status, answer.body.data.interchanges[0].interchange.state]).toEqual([201, 'received'])
  await rig.worker.settle()
  expect((await merchant.documents('&direction=inbound')).map(({ sentence }) => sentence)).toEqual([
    'Order A2 was taken.',
  ])
  expect(await interchange(merchant, broken2.interchange_id)).toMatchObject({
    state: 'rejected',
    sentence: expect.stringMatching(/^Replaced by .* with mended\.edi; nothing of it was processed\.$/),
    original_until: null,
  })
  expect(await resolutions(merchant, broken2.interchange_id)).toEqual([['document_unreadable', 'replaced']])
  const elsewhere = await shop()
  const readId = answer.body.data.interchanges[0].interchange.interchange_id
  const [{ interchange: foreign }] = await elsewhere.upload('Dear all')
  for (const wrong of [readId, foreign.interchange_id, crypto.randomUUID()]) {
    const refused = await replace(wrong, written(merchant, partner, [orderSet('A3')]))
    expect([refused.status, refused.body.data.field]).toEqual([400, 'replaces'])
  }
})

test('what was kept is read again once it is understood, as if it arrived now', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const [{ interchange: stored }] = await merchant.upload('Dear all')
  const id = stored.interchange_id
  const { sql } = merchant.tenant.service.database
  const { settings } = await testService()
  // As a service kept it that understood less.
  const sealed = secretBox(settings).encrypt(written(merchant, partner, [orderSet('A1')]), id)
  await sql`update edi_interchanges set arrived_content = ${sealed} where interchange_id = ${id}`
  const again = await act(merchant, id, 'read-again')
  expect(again.body.data.interchanges.map((one: any) => one.interchange.state)).toEqual(['received'])
  await rig.worker.settle()
  expect((await merchant.documents('&direction=inbound')).map(({ state }) => state)).toEqual(['processed'])
  expect(await resolutions(merchant, id)).toEqual([['document_unreadable', 'read_again']])
  expect((await act(merchant, id, 'read-again')).status).toBe(409)
})

test('a discarded interchange is read after all, and what is read cannot be discarded', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const [{ interchange: stored }] = await merchant.upload(
    written(merchant, partner, [orderSet('A1')]).replace('*T*', '*I*'),
  )
  const id = stored.interchange_id
  expect(stored.state).toBe('held')
  expect((await act(merchant, id, 'discard', {})).body.data.state).toBe('rejected')
  expect((await act(merchant, id, 'read-again')).body.data.interchanges[0].interchange.state).toBe('received')
  await rig.worker.settle()
  expect((await merchant.documents('&direction=inbound')).map(({ state }) => state)).toEqual(['processed'])
  for (const name of ['discard', 'read-again']) {
    const refused = await act(merchant, id, name, name === 'discard' ? {} : undefined)
    expect([refused.status, refused.body.data.state]).toEqual([409, 'read'])
  }
})

const ofDocument = ({ member }: Shop, id: number, name: string, body?: object) =>
  member.post(`${documentsPath}/${id}/${name}`, body)

test('a document that could not be processed is read again without a second 997, or discarded with a reason', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  await merchant.upload(
    written(merchant, partner, [orderSet('A1'), orderSet('REFUSED2'), orderSet('REFUSED3'), orderSet('HELD4')]),
  )
  await rig.worker.settle()
  const [processed, first, second, held] = await merchant.documents('&direction=inbound')
  expect(await resolutions(merchant, first.document_id)).toEqual([['edi_held', null]])
  // No worker reads it before the discard arrives.
  await rig.stop()
  expect((await ofDocument(merchant, first.document_id, 'read-again')).body.data.state).toBe('received')
  const meanwhile = await ofDocument(merchant, second.document_id, 'discard', { reason: 'Too late.' })
  expect([meanwhile.status, meanwhile.body.data.state]).toEqual([409, 'received'])
  rig = await startWorkers([orders])
  await rig.worker.settle()
  expect(await resolutions(merchant, first.document_id)).toEqual([
    ['edi_held', 'read_again'],
    ['edi_held', null],
  ])
  refuses = false
  await ofDocument(merchant, first.document_id, 'read-again')
  await rig.worker.settle()
  const after = await merchant.documents('&direction=inbound')
  expect(after.map(({ state }) => state)).toEqual(['processed', 'processed', 'held', 'held'])
  expect(await merchant.documents('&direction=outbound')).toHaveLength(1)
  const discarded = await ofDocument(merchant, second.document_id, 'discard', { reason: 'The account sent it again.' })
  expect(discarded.body.data).toMatchObject({
    state: 'rejected',
    sentence: expect.stringContaining('Reason: The account sent it again.'),
  })
  expect(await resolutions(merchant, second.document_id)).toEqual([['edi_held', 'discarded']])
  for (const [{ document_id }, state] of [
    [processed, 'processed'],
    [held, 'held'],
  ] as const)
    for (const [name, body] of [['read-again'], ['discard', { reason: 'No.' }]] as const) {
      const refused = await ofDocument(merchant, document_id, name, body)
      expect([refused.status, refused.body.data.state]).toEqual([409, state])
    }
  const unknown = await ofDocument(merchant, 999_999_999, 'discard', { reason: 'No.' })
  const outbound = (await merchant.documents('&direction=outbound'))[0]
  expect([unknown.status, (await ofDocument(merchant, outbound.document_id, 'read-again')).status]).toEqual([404, 404])
})

test('a test interchange of a live account is read where its profile says so', async () => {
  const merchant = await shop({ sandbox: false })
  const careful = await merchant.account('Meridian')
  const open = await merchant.account('Harbor', { takes_tests: true })
  for (const [partner, state] of [
    [careful, 'held'],
    [open, 'received'],
  ] as const)
    expect((await merchant.upload(written(merchant, partner, [orderSet('A1')])))[0].interchange.state).toBe(state)
  const detail = (await merchant.member.get(`/api/v1/wholesale/accounts/${open.trading_partner_id}`)).body.data
  expect(detail.edi_profile.takes_tests).toBe(true)
})

test('a new SECRET_KEY is used for files that cannot be read too', async () => {
  const merchant = await shop()
  const [{ interchange: stored }] = await merchant.upload(letter)
  const { settings } = await testService()
  const next = 'the next key of this test, long enough'
  const box = openSecretBox(next, [settings.SECRET_KEY!])
  const undo = new Error('nothing is kept')
  const moving = merchant.tenant.service.database.sql.begin(async (tx) => {
    await tx`delete from edi_interchanges where arrived_content is not null and interchange_id <> ${stored.interchange_id}`
    const counts = await reencryptArrived(tx as unknown as Sql, box)
    const [row] = await tx<{ arrived_content: Uint8Array }[]>`
      select arrived_content from edi_interchanges where interchange_id = ${stored.interchange_id}`
    expect(counts).toEqual({ moved: 1, current: 0 })
    expect(openSecretBox(next).decrypt(row!.arrived_content, stored.interchange_id)).toBe(letter)
    throw undo
  })
  expect(await moving.catch((error: unknown) => error)).toBe(undo)
})
