/** What documents say is erased at the end of its retention; numbers and hashes stay. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import type { PurchaseOrder850 } from '../../server/edi/documents/purchase_order_850.ts'
import type { EdiDocumentHandler } from '../../server/interchanges/handler.ts'
import { ediRetentionJobs } from '../../server/interchanges/retention.ts'
import { runWhenDue } from '../../server/jobs/job.ts'
import {
  advance,
  advice,
  documentsPath,
  type EdiRig,
  interchangesPath,
  orderSet,
  queue,
  shop,
  type Shop,
  startWorkers,
  written,
} from './rig.ts'

setDefaultTimeout(60_000)

/** Holds orders whose number says so. */
const orders: EdiDocumentHandler = {
  document_type: '850',
  handle: (_sql, _context, { record }) => {
    const isHeld = (record as PurchaseOrder850).number.startsWith('HELD')
    return Promise.resolve({ state: isHeld ? 'held' : 'processed', sentence: 'Taken.' })
  },
}

let rig: EdiRig
beforeAll(async () => {
  rig = await startWorkers([orders])
})
afterAll(async () => {
  await rig.stop()
})

/** The organisation's rows become older by so many days. */
async function age({ tenant }: Shop, days: number): Promise<void> {
  const { sql } = tenant.service.database
  for (const table of ['edi_interchanges', 'edi_documents'])
    await sql`
      update ${sql(table)} set created_at = created_at - make_interval(days => ${days})
      where organization_id = ${tenant.organization_id}`
}

async function erase({ tenant }: Shop, archiveDays: number): Promise<void> {
  const { database } = tenant.service
  await database.sql`delete from job_runs where job like 'erase_edi_%'`
  const db = openDatabase(database.url, { write_slots: 2 })
  try {
    for (const job of ediRetentionJobs(archiveDays)) expect(await runWhenDue(db, job)).toBe(true)
  } finally {
    await db.close()
  }
}

const retainedRows = async ({ tenant }: Shop) => {
  const rows = await tenant.service.database.sql`
    select direction, octet_length(content) > 0 as has_bytes, octet_length(content_hash) as hash, control_number
    from edi_interchanges where organization_id = ${tenant.organization_id} order by direction, created_at, interchange_id`
  return rows.map(({ direction, has_bytes }) => [direction, has_bytes])
}

test('bytes are erased after the days of the archive, and records after seven years', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { documents_taken: ['846'] })
  await merchant.upload(written(merchant, partner, [orderSet('A1')]))
  const document_id = await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  await age(merchant, 100)
  await erase(merchant, 101)
  expect(await retainedRows(merchant)).toEqual([
    ['inbound', true],
    ['outbound', true],
  ])
  await erase(merchant, 99)
  expect(await retainedRows(merchant)).toEqual([
    ['inbound', false],
    ['outbound', false],
  ])
  const { sql } = merchant.tenant.service.database
  const record = async () => {
    const [row] = await sql`
      select record from edi_documents
      where organization_id = ${merchant.tenant.organization_id} and document_id = ${document_id}`
    return row!.record
  }
  expect(await record()).not.toBeNull()
  await age(merchant, 366 * 7)
  await erase(merchant, 99)
  expect(await record()).toBeNull()
  const listed = await merchant.documents()
  expect(listed.map(({ document_type, file_path }) => [document_type, file_path]).toSorted()).toEqual([
    ['846', null],
    ['850', null],
  ])
  expect(listed.every(({ control_number }) => control_number > 0)).toBe(true)
})

test('a duplicate is recognised after its bytes were erased, and its control number stays used', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const text = written(merchant, partner, [orderSet('A1')], { control_number: 7 })
  await merchant.upload(text)
  await rig.worker.settle()
  await age(merchant, 100)
  await erase(merchant, 30)
  const [again] = await merchant.upload(text)
  expect(again.is_duplicate).toBe(true)
  const [other] = await merchant.upload(written(merchant, partner, [orderSet('A2')], { control_number: 7 }))
  expect(other.interchange.state).toBe('held')
})

test('what waits for a person or is to be sent keeps its bytes', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { documents_taken: ['846'] })
  await merchant.upload(written(merchant, partner, [orderSet('HELD1')]))
  await merchant.upload(written(merchant, { ...partner, party: { qualifier: 'ZZ', id: 'STRANGER' } }, [orderSet('A2')]))
  const document_id = await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const { sql } = merchant.tenant.service.database
  // Waits for its next attempt.
  await sql`
    update edi_documents set state = 'queued', ended_at = null, next_attempt_at = now() + interval '1 hour'
    where organization_id = ${merchant.tenant.organization_id} and document_id = ${document_id}`
  await age(merchant, 4_000)
  await erase(merchant, 30)
  expect(await retainedRows(merchant)).toEqual([
    ['inbound', true],
    ['inbound', true],
    ['outbound', true],
  ])
  await advance(merchant, 3_600)
  await rig.worker.settle()
  await erase(merchant, 30)
  expect((await retainedRows(merchant)).at(-1)).toEqual(['outbound', false])
})

test('erased bytes are neither downloaded nor sent again, and the refusal says so', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { documents_taken: ['846'] })
  const document_id = await queue(merchant, partner, '846', advice())
  await rig.worker.settle()
  const [interchange] = (await merchant.member.get(interchangesPath)).body.data.rows
  await age(merchant, 100)
  await erase(merchant, 30)
  const answers = [
    await merchant.member.post(`${documentsPath}/${document_id}/download`),
    await merchant.member.post(`${documentsPath}/${document_id}/resend`),
    await merchant.member.get(`${interchangesPath}/${interchange.interchange_id}/file`),
  ]
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([409, 'conflict'])
    expect(body.message.desc).toContain('at the end of their retention')
  }
  expect((await merchant.documents())[0].state).toBe('stored')
})
