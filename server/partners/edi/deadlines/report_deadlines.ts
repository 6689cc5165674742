/** Opens exceptions about documents that are due soon, late or missed, and ends them once they are sent or it is past. */
import type { Sql } from '../../../contract/sql.ts'
import { documentSubject } from '../../../selling/edi_orders/inbound/hold_document.ts'
import { orderSubject } from '../../../selling/orders/order.store.ts'
import { openExceptions, resolveExceptionsById } from '../../../exceptions/open.ts'
import { forEachDue, type Job, type Only, within } from '../../../jobs/job.ts'
import { deadlineSentence, severityOf } from './deadline.rules.ts'
import { type Deadline, deadlineDays, selectPressing } from './deadlines.store.ts'

const kind = 'edi_deadline'
const resolved_by = 'service:edi_deadlines'

interface Due {
  organization_id: string
  time_zone: string
}

/** Organisations of which an account expects documents by a time, or did when an exception was opened. */
const readDue = (sql: Sql, _now: string, only: Only) => sql<Due[]>`
  select g.organization_id, g.time_zone from organizations g
  where ${within(sql, only, sql`g.organization_id`)} and (exists (
    select from account_edi_profiles p where p.organization_id = g.organization_id
      and (p.acknowledge_within_hours is not null or p.notice_before_hours is not null)
  ) or exists (
    select from exceptions e where e.organization_id = g.organization_id and e.kind = ${kind} and e.resolved_at is null))
  order by g.organization_id`

interface Stated {
  id: string
  subject_id: string
  sentence: string
  is_open: boolean
}

/** What is open, and what a person resolved: that is not opened again. */
const readStated = (sql: Sql, organization_id: string, now: string) => sql<Stated[]>`
  select e.exception_id as id, e.subject_id, e.sentence, true as is_open from exceptions e
  where e.organization_id = ${organization_id} and e.kind = ${kind} and e.resolved_at is null
  union all
  select e.exception_id, e.subject_id, e.sentence, false from exceptions e
  where e.organization_id = ${organization_id} and e.kind = ${kind} and e.resolved_by <> ${resolved_by}
    and e.opened_at >= ${now}::timestamptz - make_interval(days => ${deadlineDays})`

const subjectOf = ({ order_id, held_document_id }: Deadline) =>
  order_id === null ? { type: documentSubject, id: String(held_document_id) } : { type: orderSubject, id: order_id }

/** What is open is compared with what must be: each sentence about a record is open once. */
export async function reportDeadlines(sql: Sql, { organization_id, time_zone }: Due, now: string): Promise<void> {
  const [pressing, stated] = await Promise.all([
    selectPressing(sql, { organization_id, now }),
    readStated(sql, organization_id, now),
  ])
  const wanted = pressing.map((one) => ({
    kind,
    severity: severityOf(one.state),
    subject: subjectOf(one),
    sentence: deadlineSentence(one, time_zone),
  })) satisfies Parameters<typeof openExceptions>[3]
  const keyOf = (subject_id: string, sentence: string) => `${subject_id} ${sentence}`
  const wantedKeys = new Set(wanted.map(({ subject, sentence }) => keyOf(subject.id, sentence)))
  const statedKeys = new Set(stated.map(({ subject_id, sentence }) => keyOf(subject_id, sentence)))
  const past = stated.filter(
    ({ is_open, subject_id, sentence }) => is_open && !wantedKeys.has(keyOf(subject_id, sentence)),
  )
  await resolveExceptionsById(
    sql,
    organization_id,
    now,
    past.map(({ id }) => id),
    { resolution: 'superseded', resolved_by },
  )
  const fresh = wanted.filter(({ subject, sentence }) => !statedKeys.has(keyOf(subject.id, sentence)))
  await openExceptions(sql, organization_id, now, fresh)
}

export const reportDeadlinesJob: Job = {
  name: 'report_edi_deadlines',
  every_seconds: 300,
  run: (step) =>
    forEachDue(step, readDue, async (due) => {
      await step((sql, now) => reportDeadlines(sql, due, now))
    }),
}
