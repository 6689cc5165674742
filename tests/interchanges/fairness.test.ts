/** One partner's flood does not hold up another, and a crash after the hand-over changes nothing. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/client/database.ts'
import { claimEdiDocuments, findDueGroups } from '../../server/interchanges/outbound/documents.store.ts'
import { writeEdiDocument } from '../../server/interchanges/outbound/write.ts'
import { accountFolder, folderTransport } from '../../server/interchanges/transports/folder.ts'
import { FairShare } from '../../server/queue/fair_share.ts'
import { caps } from '../../server/interchanges/outbound/worker.ts'
import { testService } from '../support/service/service.ts'
import { advance, advice, type EdiRig, queue, shop, startWorkers } from './rig.ts'

test('the oldest documents of one account leave a slot to every other account', () => {
  const share = new FairShare(caps)
  const group = (organization_id: string, group_id: string, minute: number) => ({
    organization_id,
    group_id,
    destination: group_id,
    due_since: `2026-11-22T10:${String(minute).padStart(2, '0')}:00Z`,
  })
  const groups = [group('a', 'flooded', 1), group('a', 'quiet', 2), group('b', 'other', 3)]
  expect(share.allot(groups).toSorted((x, y) => (x.group_id < y.group_id ? -1 : 1))).toEqual([
    { organization_id: 'a', group_id: 'flooded', jobs_max: 1 },
    { organization_id: 'b', group_id: 'other', jobs_max: 1 },
    { organization_id: 'a', group_id: 'quiet', jobs_max: 1 },
  ])
})

test('a document of one account is sent while a hundred of another one wait', async () => {
  const merchant = await shop()
  const [noisy, quiet] = [await merchant.account('Noisy'), await merchant.account('Quiet')]
  for (let i = 0; i < 100; i++) await queue(merchant, noisy, '846', advice(`N${i}`))
  await queue(merchant, quiet, '846', advice('Q'))
  const rig: EdiRig = await startWorkers()
  try {
    await rig.worker.settle()
  } finally {
    await rig.stop()
  }
  // By the clock of the database: of the hundred that were due before, most ended after it.
  const [row] = await merchant.tenant.service.database.sql<{ after: number; gapless: boolean }[]>`
    select (count(*) filter (where d.ended_at > q.ended_at))::int as after,
      array_agg(i.control_number order by i.control_number) = array(select generate_series(1, 100)::bigint) as gapless
    from edi_documents d
    join edi_interchanges i using (organization_id, interchange_id)
    cross join (select ended_at from edi_documents where organization_id = ${merchant.tenant.organization_id}
      and trading_partner_id = ${quiet.trading_partner_id}) q
    where d.organization_id = ${merchant.tenant.organization_id}
      and d.trading_partner_id = ${noisy.trading_partner_id}`
  expect(row!.after).toBeGreaterThan(50)
  expect(row!.gapless).toBe(true)
})

test('a worker that dies after the hand-over leaves one file, with one number', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian', { transport: 'folder' })
  await queue(merchant, partner, '846', advice())
  const service = await testService()
  const { organization_id } = merchant.tenant
  const { trading_partner_id } = partner
  const db = openDatabase(service.database.url)
  try {
    const groups = (await findDueGroups(db.autocommit)).filter((group) => group.organization_id === organization_id)
    const [claimed] = await claimEdiDocuments(
      db.autocommit,
      groups.map((group) => ({ ...group, jobs_max: 1 })),
    )
    const { interchange_id, file_name, content } = (await db.write((sql) => writeEdiDocument(sql, claimed!)))!
    const shipment = { organization_id, trading_partner_id, interchange_id, file_name, bytes: content }
    const connection = { organization_id, trading_partner_id, settings: {}, secret: () => null }
    const { DATA_DIR } = service.settings
    expect((await folderTransport(DATA_DIR).send(shipment, connection)).is_sent).toBe(true)
    // The worker dies here: nothing is recorded, and the lease ends.
    await advance(merchant, 60)
    const rig = await startWorkers()
    await rig.worker.settle()
    await rig.stop()
    const out = join(accountFolder(DATA_DIR, { organization_id, trading_partner_id }), 'out')
    expect(readdirSync(out)).toEqual(['846_000000001.edi'])
    expect(readFileSync(join(out, file_name)).equals(Buffer.from(content))).toBe(true)
    expect((await merchant.documents()).map(({ state, control_number }) => [state, control_number])).toEqual([
      ['sent', 1],
    ])
  } finally {
    await db.close()
  }
})
