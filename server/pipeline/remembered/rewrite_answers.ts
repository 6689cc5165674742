/** Rewrites remembered answers, so that nothing personal outlives a redaction; a repeated request gets the new one. */
import type { Sql } from '../../contract/sql.ts'

/** Answers of people's own writes are encrypted, so they are forgotten instead: all of the organisation. */
export const forgetSessionAnswers = (sql: Sql, organization_id: string) =>
  sql`delete from remembered_session_writes where organization_id = ${organization_id}`

/**
 * Answers that contain one of the texts, ids that nothing else contains, or whose data have one of the values in a field, their own
 * or that of the record in `of`. */
export async function rewriteAnswers(
  sql: Sql,
  organization_id: string,
  {
    texts,
    field,
    of = '',
    values,
  }: { texts: readonly string[]; field: string; of?: string; values: readonly string[] },
  rewrite: (answer: string) => string,
): Promise<void> {
  const stored = await sql<{ api_key_id: string; idempotency_key: string; operation: string; answer: string }[]>`
    select api_key_id, idempotency_key, operation, answer from remembered_writes
    where organization_id = ${organization_id} and answer <> ''
      and (exists (select from unnest(${[...texts]}::text[]) t where strpos(answer, t) > 0)
        or case when answer like '{%' then answer::jsonb -> 'data' ->> ${field} end = any(${[...values]}::text[])
        or case when answer like '{%' then answer::jsonb -> 'data' -> ${of} ->> ${field} end = any(${[...values]}::text[]))`
  const changed = stored
    .map((one) => ({ ...one, after: rewrite(one.answer) }))
    .filter((one) => one.after !== one.answer)
  if (changed.length === 0) return
  await sql`
    update remembered_writes w set answer = n.answer
    from unnest(${changed.map(({ api_key_id }) => api_key_id)}::uuid[],
      ${changed.map(({ idempotency_key }) => idempotency_key)}::text[],
      ${changed.map(({ operation }) => operation)}::text[],
      ${changed.map(({ after }) => after)}::text[]) as n (api_key_id, idempotency_key, operation, answer)
    where w.organization_id = ${organization_id} and w.api_key_id = n.api_key_id
      and w.idempotency_key = n.idempotency_key and w.operation = n.operation`
}
