/**
 * The audit log: security events of an organisation, for its administrators. An event is recorded in the transaction of
 * what it records, so neither is there without the other. The database refuses to change an event, and to delete one
 * before its time. Sentences never contain secrets: URLs can carry some, so only their hosts are named.
 */
import { uuidv7 } from 'uuidv7'
import type { AuditKind, auditActors } from './known_values.ts'
import type { SessionCaller, Sql } from '../contract/call.ts'

interface Actor {
  kind: (typeof auditActors)[number]
  id: string | null
  name: string
  /** The client's IP address; null for commands. */
  address: string | null
}

export interface AuditEvent {
  kind: AuditKind
  /** Id and name of what the event is about. */
  subject_id: string | null
  subject: string
  sentence: string
}

export const recordEvent = async (
  sql: Sql,
  organization_id: string,
  { kind, id, name, address }: Actor,
  event: AuditEvent,
): Promise<void> => {
  await sql`
    insert into audit_events (organization_id, audit_event_id, kind, actor_kind, actor_id, actor, address, subject_id,
      subject, sentence)
    values (${organization_id}, ${uuidv7()}, ${event.kind}, ${kind}, ${id}, ${name}, ${address}, ${event.subject_id},
      ${event.subject}, ${event.sentence})`
}

/** Records what the caller did in their organisation. */
export const recordAudit = (sql: Sql, caller: SessionCaller, event: AuditEvent): Promise<void> =>
  recordEvent(sql, caller.organization_id, actorOfSession(caller), event)

export const actorOfSession = ({ user_id, email, address }: SessionCaller): Actor => ({
  kind: 'user',
  id: user_id,
  name: email,
  address,
})

const operator: Actor = { kind: 'operator', id: null, name: 'npm run admin', address: null }

export const recordOfOperator = (sql: Sql, organization_id: string, event: AuditEvent): Promise<void> =>
  recordEvent(sql, organization_id, operator, event)

interface UserEvent {
  kind: AuditKind & `user.${string}`
  /** null: the operator's command. */
  address: string | null
  by?: 'operator'
  sentence: string
}

/** Records an event of a user in every organisation that the user belongs to; a user without one is recorded nowhere. */
export const recordOfUser = async (
  sql: Sql,
  user_id: string,
  { kind, address, by, sentence }: UserEvent,
): Promise<void> => {
  await sql`
    insert into audit_events (organization_id, audit_event_id, kind, actor_kind, actor_id, actor, address, subject_id,
      subject, sentence)
    select m.organization_id, gen_random_uuid(), ${kind}, ${by ?? 'user'},
      case when ${by === undefined} then u.id end, case when ${by === undefined} then u.email else ${operator.name} end,
      ${address}, u.id, u.email, ${sentence}
    from memberships m join "user" u on u.id = m.user_id where m.user_id = ${user_id}`
}

/** The host of a URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'an address')
