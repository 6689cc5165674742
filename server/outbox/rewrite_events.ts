/** Rewrites the bodies of stored events, so that nothing personal outlives a redaction; what is sent again is the new body. */
import type { Sql } from '../contract/sql.ts'

/** Events whose body contains one of the texts, ids that nothing else contains, or has one of the values in a field, its own or that of the record in `of`. */
export async function rewriteEvents(
  sql: Sql,
  organization_id: string,
  {
    texts,
    field,
    of = '',
    values,
  }: { texts: readonly string[]; field: string; of?: string; values: readonly string[] },
  rewrite: (body: string) => string,
): Promise<void> {
  const stored = await sql<{ event_id: string; body: string }[]>`
    select event_id, body from webhook_events
    where organization_id = ${organization_id} 
      and (exists (select from unnest(${[...texts]}::text[]) t where strpos(body, t) > 0) or body::jsonb ->> ${field} = any(${[...values]}::text[])
        or body::jsonb -> ${of} ->> ${field} = any(${[...values]}::text[]))`
  const changed = stored.flatMap(({ event_id, body }) => {
    const after = rewrite(body)
    return after === body ? [] : [{ event_id, body: after }]
  })
  if (changed.length === 0) return
  const ids = changed.map(({ event_id }) => event_id)
  await sql`
    update webhook_events e set body = n.body
    from unnest(${ids}::uuid[], ${changed.map(({ body }) => body)}::text[]) as n (event_id, body)
    where e.organization_id = ${organization_id} and e.event_id = n.event_id`
  // A receiver can answer with what it received.
  await sql`
    update webhook_attempts a set answer = null
    from webhook_deliveries d
    where a.organization_id = ${organization_id} and d.organization_id = ${organization_id}
      and d.event_id = any(${ids}::uuid[]) and a.delivery_id = d.delivery_id and a.answer is not null`
}
