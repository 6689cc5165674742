/** The queue of exceptions that a person must resolve. They open and resolve in the transaction of the write that causes it. */
import { exceptions as exceptionsTable } from '../../db/schema/exceptions.ts'
import { fragment, textFragment } from '../../db/sql/fragment.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type exceptionKinds, type exceptionSeverities } from './known_values.ts'
import { uuidv7 } from 'uuidv7'
import type { Fragment, Sql } from '../contract/call.ts'
import { emit } from '../outbox/emit.ts'
import type { QueueRow } from './model.ts'

export interface NewException {
  kind: (typeof exceptionKinds)[number]
  severity: (typeof exceptionSeverities)[number]
  subject: { type: string; id: string }
  sentence: string
}

const exceptionRows = recordset(exceptionsTable, ['exception_id as id', 'kind', 'severity', 'sentence'], {
  extra: { subject: 'jsonb' },
})

/** Select list of an exception as reads and events carry it. */
export const queueRowColumns = textFragment(`
  exception_id as id, kind, severity, jsonb_build_object('type', subject_type, 'id', subject_id) as subject, sentence,
    opened_at, resolved_at, resolution, resolved_by`)

/** Opens exceptions and emits an event for each. */
export async function openExceptions(
  sql: Sql,
  organization_id: string,
  now: string,
  exceptions: readonly NewException[],
): Promise<void> {
  if (exceptions.length === 0) return
  const rows = exceptions.map((one) => ({ ...one, id: uuidv7() }))
  await sql`
    insert into exceptions (organization_id, exception_id, kind, severity, subject_type, subject_id, sentence, opened_at)
    select ${organization_id}, n.id, n.kind, n.severity, n.subject ->> 'type', n.subject ->> 'id', n.sentence, ${now}
    from ${exceptionRows.from(rows)}`
  await emit(
    sql,
    organization_id,
    rows.map(({ id, kind, severity, subject, sentence }) => ({
      event: 'exception.opened',
      record: {
        id,
        kind,
        severity,
        subject,
        sentence,
        opened_at: now,
        resolved_at: null,
        resolution: null,
        resolved_by: null,
      } satisfies QueueRow,
    })),
  )
}

/** What the open exceptions of a kind say about subjects. */
export const readOpenSentences = (
  sql: Sql,
  organization_id: string,
  about: { kind: NewException['kind']; subject_type: string; subject_ids: readonly string[] },
) => sql<{ id: string; subject_id: string; sentence: string }[]>`
  select e.exception_id as id, e.subject_id, e.sentence from exceptions e
  where e.organization_id = ${organization_id} and e.subject_type = ${about.subject_type} and e.kind = ${about.kind}
    and e.subject_id = any(${[...about.subject_ids]}::text[]) and e.resolved_at is null`

/** The kinds of open exceptions about some records of a type. */
export const readOpenKinds = (
  sql: Sql,
  organization_id: string,
  subject_type: string,
  subject_ids: readonly string[],
) =>
  sql<{ subject_id: string; kind: NewException['kind'] }[]>`
    select distinct e.subject_id, e.kind from exceptions e
    where e.organization_id = ${organization_id} and e.subject_type = ${subject_type}
      and e.subject_id = any(${[...subject_ids]}::text[]) and e.resolved_at is null
    order by e.subject_id, e.kind`

export interface Settlement {
  kind: NewException['kind']
  subject: NewException['subject']
  resolution: string
  resolved_by: string
  /** Only the oldest one with this sentence, where several of a kind concern one subject. */
  sentence?: string
  /** Only those whose sentence contains this. */
  about?: string
}

/** Resolves the open exceptions of a kind about a subject, and emits an event for each. */
export async function resolveExceptions(
  sql: Sql,
  organization_id: string,
  now: string,
  { kind, subject, resolution, resolved_by, sentence, about = '' }: Settlement,
): Promise<void> {
  const open = (alias: Fragment) => sql`
    ${alias}.organization_id = ${organization_id} and ${alias}.subject_type = ${subject.type}
      and ${alias}.subject_id = ${subject.id} and ${alias}.kind = ${kind} and ${alias}.resolved_at is null
      and strpos(${alias}.sentence, ${about}) > 0`
  const oldest =
    sentence === undefined
      ? sql``
      : sql`and e.exception_id = (select o.exception_id from exceptions o
          where ${open(fragment`o`)} and o.sentence = ${sentence} order by o.opened_at, o.exception_id limit 1)`
  const rows = await sql<QueueRow[]>`
    update exceptions e set resolved_at = ${now}, resolution = ${resolution}, resolved_by = ${resolved_by}
    where ${open(fragment`e`)} ${oldest}
    returning ${queueRowColumns}`
  await emit(
    sql,
    organization_id,
    [...rows].map((record) => ({ event: 'exception.resolved', record })),
  )
}

/** Resolves open exceptions by their ids, and emits an event for each. */
export async function resolveExceptionsById(
  sql: Sql,
  organization_id: string,
  now: string,
  ids: readonly string[],
  { resolution, resolved_by }: Pick<Settlement, 'resolution' | 'resolved_by'>,
): Promise<void> {
  if (ids.length === 0) return
  const rows = await sql<QueueRow[]>`
    update exceptions set resolved_at = ${now}, resolution = ${resolution}, resolved_by = ${resolved_by}
    where organization_id = ${organization_id} and exception_id = any(${[...ids]}::uuid[]) and resolved_at is null
    returning ${queueRowColumns}`
  await emit(
    sql,
    organization_id,
    [...rows].map((record) => ({ event: 'exception.resolved', record })),
  )
}
