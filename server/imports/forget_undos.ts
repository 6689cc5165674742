/** Forgets what undoing would restore of one record: nothing personal outlives a redaction. */
import type { Sql } from '../contract/sql.ts'

/** `key` is in the undo of each write of the kind, for example `{ customer_id }`. Imports are kept for 90 days. */
export const forgetUndos = (
  sql: Sql,
  organization_id: string,
  kind: string,
  key: Readonly<Record<string, string>>,
) => sql`
  update import_batches b set undos = (
    select jsonb_agg(case when u.undo @> ${JSON.stringify(key)}::text::jsonb and u.undo -> 'previous' <> 'null'::jsonb
      then ${JSON.stringify({ ...key, previous: null, is_forgotten: true })}::text::jsonb else u.undo end order by u.place)
    from jsonb_array_elements(b.undos) with ordinality u (undo, place))
  from imports i
  where i.organization_id = ${organization_id} and i.kind = ${kind} and b.organization_id = ${organization_id}
    and b.import_id = i.import_id and b.undos @> ${JSON.stringify([key])}::text::jsonb`
