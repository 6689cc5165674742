/** Papers in the queue: a worker that dies, one that comes too late, and a fault of the service. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { readPaper } from '../../../server/selling/order_documents/reading/read_paper.ts'
import {
  claimOrderPapers,
  findOrderPaperGroups,
  type ReadingJob,
} from '../../../server/selling/order_documents/queue.store.ts'
import { sourceKey } from '../../../server/selling/order_documents/source_file.ts'
import { writeReading } from '../../../server/selling/order_documents/write_reading.ts'
import { csvPaper, paperOf } from './papers.ts'
import { openPaperShop, openReader, type PaperShop, path } from './paper_shop.ts'

setDefaultTimeout(60_000)

let reader: Awaited<ReturnType<typeof openReader>> | undefined
afterEach(async () => {
  await reader?.stop()
  reader = undefined
})

const open = async () => (reader = await openReader())

/** What a worker claims of the shop, as one that then dies. */
async function claim({ tenant }: PaperShop): Promise<ReadingJob> {
  const { database } = tenant.service
  const sql = database.sql as never
  const groups = (await findOrderPaperGroups(sql)).filter((group) => group.organization_id === tenant.organization_id)
  const [job] = await claimOrderPapers(
    sql,
    groups.map(({ organization_id, group_id }) => ({ organization_id, group_id, jobs_max: 1 })),
  )
  return job!
}

const endLease = ({ tenant }: PaperShop) => tenant.service.database.sql`
  update order_documents set leased_until = now() where organization_id = ${tenant.organization_id}`

const advance = ({ tenant }: PaperShop) => tenant.service.database.sql`
  update order_documents set next_attempt_at = now()
  where organization_id = ${tenant.organization_id} and state = 'queued'`

/** A worker looks for work as soon as it starts. */
const postpone = ({ tenant }: PaperShop) => tenant.service.database.sql`
  update order_documents set next_attempt_at = now() + interval '1 hour'
  where organization_id = ${tenant.organization_id} and state = 'queued'`

const countOrders = async ({ tenant }: PaperShop): Promise<number> => {
  const [row] = await tenant.service.database.sql`
    select count(*)::int as orders from sales_orders where organization_id = ${tenant.organization_id}`
  return row!.orders
}

test('a paper of a worker that died is read by another, and the first one can no longer write', async () => {
  const shop = await openPaperShop()
  const bytes = csvPaper(paperOf(1))
  const filed = await shop.filed(bytes)
  const lost = await claim(shop)
  expect((await shop.get(filed)).state).toBe('reading')
  expect((await shop.tenant.get(`${path}?state=reading`)).body.data.filtered_max_size).toBe(1)
  expect((await shop.take(filed)).body.data).toEqual({ state: 'queued' })
  await endLease(shop)
  const { settle, db } = await open()
  await settle()
  expect((await shop.get(filed)).state).toBe('read')
  const late = await db.write(async (sql) => writeReading(sql, lost, await readPaper(bytes, 'csv')))
  expect([late, await countOrders(shop)]).toEqual([false, 1])
  expect(await shop.events()).toEqual(['order.created'])
})

test('two workers that have read one paper create one order', async () => {
  const shop = await openPaperShop()
  const bytes = csvPaper(paperOf(2))
  await shop.filed(bytes)
  const first = await claim(shop)
  await endLease(shop)
  const second = await claim(shop)
  const { db } = await open()
  const read = await readPaper(bytes, 'csv', {}, ['Northern Outfitters'])
  const written = await Promise.all([first, second].map((job) => db.write((sql) => writeReading(sql, job, read))))
  expect([written, await countOrders(shop)]).toEqual([[false, true], 1])
})

test('a fault of the service is tried again, and in the end reported; the paper can be filed again', async () => {
  const shop = await openPaperShop()
  const bytes = csvPaper(paperOf(3))
  const filed = await shop.filed(bytes)
  await postpone(shop)
  const { settle, files } = await open()
  await files.remove(shop.tenant.organization_id, sourceKey(filed.sha256))
  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await shop.get(filed)).state).toBe('queued')
    await advance(shop)
    await settle()
  }
  const failed = await shop.get(filed)
  expect([failed.state, failed.problems.map(({ code }: any) => code)]).toEqual(['failed', ['interrupted']])
  expect(await shop.exceptions('order_document', filed.document_id)).toMatchObject([{ kind: 'document_unreadable' }])
  const again = await shop.filed(bytes)
  await settle()
  expect((await shop.get(again)).state).toBe('read')
})

test('a paper that ends its worker again and again is given up', async () => {
  const shop = await openPaperShop()
  const filed = await shop.filed(csvPaper(paperOf(4)))
  for (let attempt = 0; attempt < 5; attempt++) {
    await claim(shop)
    await endLease(shop)
  }
  await (await open()).settle()
  expect((await shop.get(filed)).state).toBe('failed')
})
