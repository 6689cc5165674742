/** Exceptions about EDI: which record they concern, and the opening of one at most. */
import type { Sql } from '../contract/sql.ts'
import { type NewException, openExceptions, resolveExceptions } from '../exceptions/open.ts'

type Subject = NewException['subject']

export const aboutEdiDocument = (document_id: number): Subject => ({ type: 'edi_document', id: String(document_id) })
export const aboutInterchange = (interchange_id: string): Subject => ({ type: 'edi_interchange', id: interchange_id })
export const aboutAccount = (trading_partner_id: string): Subject => ({
  type: 'trading_account',
  id: trading_partner_id,
})

/** Opens an exception, unless one of its kind about its subject is open. */
export async function openOnce(sql: Sql, organization_id: string, now: string, one: NewException): Promise<void> {
  const { kind, subject } = one
  const open = await sql`
    select from exceptions
    where organization_id = ${organization_id} and subject_type = ${subject.type} and subject_id = ${subject.id}
      and kind = ${kind} and resolved_at is null
    limit 1`
  if (open.length === 0) await openExceptions(sql, organization_id, now, [one])
}

export const service = 'service:edi'

export const resolveAbout = (
  sql: Sql,
  organization_id: string,
  now: string,
  about: { kind: NewException['kind']; subject: Subject; resolution: string; resolved_by?: string },
) => resolveExceptions(sql, organization_id, now, { resolved_by: service, ...about })
