/** Changes of webhooks in the audit log. */
import { hostOf, recordAudit } from '../../audit/record.ts'
import type { SessionCaller, Sql } from '../../contract/call.ts'
import type { Webhook } from './model.ts'

const words = {
  created: 'created',
  activated: 'activated',
  deactivated: 'deactivated',
  secret_rotated: 'got a new signing secret',
  deleted: 'deleted',
} as const

/** Only the host of the URL is named: its path can contain a secret. */
export const auditWebhook = (
  sql: Sql,
  caller: SessionCaller,
  { webhook_id, type, hook_url }: Pick<Webhook, 'webhook_id' | 'type' | 'hook_url'>,
  what: keyof typeof words,
): Promise<void> =>
  recordAudit(sql, caller, {
    kind: `webhook.${what}`,
    subject_id: webhook_id,
    subject: type,
    sentence: `Webhook for ${type} to ${hostOf(hook_url)} ${words[what]}.`,
  })
