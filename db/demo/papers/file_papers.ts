/**
 * Orders that an account sent on paper: a PDF that became a draft, a workbook with an unknown item that a person took all
 * the same, and a CSV file that waits to be read. Read by the service's own reader.
 */
import { createHash } from 'node:crypto'
import type postgres from 'postgres'
import { addDays } from '../../../server/calendar/days.ts'
import type { Sql } from '../../../server/contract/call.ts'
import { fileOrderPaper } from '../../../server/selling/order_documents/file_document.ts'
import { readParties } from '../../../server/selling/order_documents/parties.store.ts'
import { claimOrderPapers } from '../../../server/selling/order_documents/queue.store.ts'
import { readPaper } from '../../../server/selling/order_documents/reading/read_paper.ts'
import { PaperFault } from '../../../server/selling/order_documents/reading/reading.ts'
import { takeOrderPaper } from '../../../server/selling/order_documents/take_document.ts'
import { writeReading } from '../../../server/selling/order_documents/write_reading.ts'
import type { Desk } from '../desk.ts'
import { type OrderPaper, paperCsv, type PaperLine, paperPdf, paperWorkbook } from './paper_files.ts'

interface PaperFacts {
  today: string
  account_id: string
  sales_channel_id: string
  location_id: string
}

const linesEach = 5

const readLines = ({ sql, organization_id }: Desk) => sql<PaperLine[]>`
  select v.sku, p.title as description, 6 as quantity, round(v.price_cents * 0.5)::float8 as price_cents
  from variants v
  join products p on p.organization_id = ${organization_id} and p.product_id = v.product_id
  where v.organization_id = ${organization_id} and p.status = 'ACTIVE' and v.price_cents is not null
    and v.archived_at is null
  order by v.sku limit ${3 * linesEach}`

/** Reads what is queued of the account. */
async function readQueued(desk: Desk, facts: PaperFacts, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const { tx, sql, organization_id } = desk
  const jobs = await claimOrderPapers(sql, [{ organization_id, group_id: facts.account_id, jobs_max: 10 }])
  for (const job of jobs) {
    const parties = await readParties(sql, job)
    const reading = await readPaper(files.get(job.sha256)!, job.format, {}, parties).catch((error: unknown) => {
      if (error instanceof PaperFault) return error
      throw error
    })
    const write = (sp: postgres.TransactionSql) => writeReading(sp as unknown as Sql, job, reading)
    await tx.savepoint(write)
  }
}

export async function filePapers(desk: Desk, facts: PaperFacts): Promise<void> {
  const { today, ...placed } = facts
  const lines = [...(await readLines(desk))]
  const paper = (i: number): OrderPaper => ({
    reference: `PO-${66_000 + i}`,
    order_date: addDays(today, -2),
    ship_date: addDays(today, 30),
    lines: lines.slice(i * linesEach, (i + 1) * linesEach),
  })
  if (paper(2).lines.length === 0) return
  const files = new Map<string, Uint8Array>()
  const file = async (file_name: string, bytes: Uint8Array, minute: number) => {
    files.set(createHash('sha256').update(bytes).digest('hex'), bytes)
    const content = Buffer.from(bytes).toString('base64')
    const at = `${addDays(today, -1)}T09:0${minute}:00Z`
    return desk.run<{ document_id: string }>(fileOrderPaper, { body: { ...placed, file_name, content }, at })
  }
  const unknown = { sku: 'NG-UNKNOWN', description: 'Scarf', quantity: 4, price_cents: 1_900 }
  await file('northgate-order.pdf', await paperPdf(paper(0)), 0)
  const workbook = paperWorkbook({ ...paper(1), lines: [...paper(1).lines, unknown] })
  const { document_id } = await file('northgate-order.xlsx', workbook, 1)
  await readQueued(desk, facts, files)
  await desk.run(takeOrderPaper, { params: { document_id }, at: `${addDays(today, -1)}T10:00:00Z` })
  await file('northgate-order.csv', paperCsv(paper(2)), 2)
}
