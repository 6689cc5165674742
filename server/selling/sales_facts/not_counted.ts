/**
 * Sales and returns of orders on a day whose figures come from an import: the import counts, and what the orders would have
 * added is said in the queue of exceptions, once for each channel and day, until the import gives the day back.
 */
import type { Sql } from '../../contract/sql.ts'
import { type NewException, openExceptions, readOpenSentences, resolveExceptionsById } from '../../exceptions/open.ts'
import type { ChannelDay, ClaimedDay } from './channel_days.ts'

const kind = 'sales_not_counted'
const service = 'service:sales'

const subjectOf = ({ sales_channel_id }: ChannelDay) => ({ type: 'sales_channel', id: sales_channel_id })

const readNames = (sql: Sql, organization_id: string, ids: readonly string[]) => sql<
  { sales_channel_id: string; name: string }[]
>`
  select sales_channel_id, name from sales_channels
  where organization_id = ${organization_id} and sales_channel_id = any(${[...ids]}::uuid[])`

const dayWords = (day: string) => `on ${day} `

const sentenceOf = (name: string, { day, source_system }: ClaimedDay) =>
  `Orders or returns of ${name} ${dayWords(day)}do not count in sales: the figures of the day come from an import${source_system === null ? '' : ` of ${source_system}`}.`

/** The clock of the transaction: writers of sales have no time of their own. */
async function readNow(sql: Sql): Promise<string> {
  const [clock] = await sql<{ now: string }[]>`select now() as now`
  return clock!.now
}

/** Says of days that an import has that orders do not count on them. What is said already is not said again. */
export async function openNotCounted(sql: Sql, organization_id: string, days: readonly ClaimedDay[]): Promise<void> {
  if (days.length === 0) return
  const ids = [...new Set(days.map(({ sales_channel_id }) => sales_channel_id))]
  const about = { kind, subject_type: 'sales_channel', subject_ids: ids } as const
  const [names, open, now] = await Promise.all([
    readNames(sql, organization_id, ids),
    readOpenSentences(sql, organization_id, about),
    readNow(sql),
  ])
  const nameOf = new Map(names.map(({ sales_channel_id, name }) => [sales_channel_id, name]))
  const fresh = days.filter(
    (day) => !open.some((one) => one.subject_id === day.sales_channel_id && one.sentence.includes(dayWords(day.day))),
  )
  await openExceptions(
    sql,
    organization_id,
    now,
    fresh.map((day): NewException => ({
      kind,
      severity: 'warning',
      subject: subjectOf(day),
      sentence: sentenceOf(nameOf.get(day.sales_channel_id) ?? '', day),
    })),
  )
}

/** The import gave these days back, so that orders count on them. */
export async function resolveNotCounted(sql: Sql, organization_id: string, days: readonly ChannelDay[]): Promise<void> {
  const now = await readNow(sql)
  const ids = [...new Set(days.map(({ sales_channel_id }) => sales_channel_id))]
  const open = await readOpenSentences(sql, organization_id, { kind, subject_type: 'sales_channel', subject_ids: ids })
  const counted = open.filter(({ subject_id, sentence }) =>
    days.some((day) => day.sales_channel_id === subject_id && sentence.includes(dayWords(day.day))),
  )
  await resolveExceptionsById(
    sql,
    organization_id,
    now,
    counted.map(({ id }) => id),
    { resolution: 'counted', resolved_by: service },
  )
}
