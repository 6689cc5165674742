/**
 * Sends mail, as a kind of the queue (queue/kind.ts); retried after 1 minute, 10 minutes and 1 hour. A domain learns how
 * the mails of its kind ended in the transaction that records it.
 */
import type { Database } from '../../db/client/database.ts'
import type { Files, NewMail, Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { failureOf, mailbox, openTransport } from '../documents/channels/email.ts'
import type { SendResult } from '../documents/channel.ts'
import { collect } from '../files/collect.ts'
import type { SecretBox } from '../secrets/secret_box.ts'
import type { Caps, Kind } from '../queue/kind.ts'
import { startQueue, type Worker } from '../queue/worker.ts'
import type { MailSettings } from '../settings/settings.ts'
import { mailChannel } from './queue.ts'
import { claimMails, type ClaimedMail, type EndedMail, findDueSenders, finishMails } from './store.ts'

/** Handlers of ended mails by kind; they run in the transaction that records the end. */
export type MailHandlers = Partial<Record<NewMail['kind'], (sql: Sql, ended: readonly EndedMail[]) => Promise<void>>>

export interface MailContext {
  /** A pool of the workers, so that mail never waits for requests. */
  db: Database
  files: Pick<Files, 'streamStored'>
  secrets: SecretBox
  server: MailSettings
  handlers: MailHandlers
}

/** All organisations share one mail server; sign-in mail shares it as one of them. */
const caps: Caps = { total: 16, organization: 4, destination: 16, organization_destination: 4, timed_out: 16 }

async function readAttachments(files: MailContext['files'], { owner_id, attachments }: ClaimedMail) {
  return Promise.all(
    attachments.map(async ({ file_key, file_name, content_type }) => {
      const chunks = owner_id === null ? null : await files.streamStored(owner_id, file_key)
      if (chunks === null) throw new Error(`the attachment ${file_name} no longer exists`)
      return { filename: file_name, content: Buffer.from(await collect(chunks)), contentType: content_type }
    }),
  )
}

const expired: SendResult = { is_sent: false, status: null, detail: 'expired', is_final: true }

async function send({ files, secrets, server: { url, from } }: MailContext, mail: ClaimedMail): Promise<SendResult> {
  if (mail.is_expired) return expired
  const attachments = await readAttachments(files, mail)
  const transport = await openTransport(url)
  try {
    const { response } = await transport.sendMail({
      from,
      to: mailbox(mail.recipient),
      messageId: `<${mail.mail_id}@${from.slice(from.indexOf('@') + 1)}>`,
      subject: mail.subject,
      text: secrets.decrypt(mail.encrypted_text, mail.mail_id),
      attachments,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { is_sent: true, status: Number.parseInt(response, 10) || null, detail: response }
  } catch (error) {
    return failureOf(error as Error)
  } finally {
    transport.close()
  }
}

async function callHandlers(sql: Sql, handlers: MailHandlers, ended: readonly EndedMail[]): Promise<void> {
  const byKind = Map.groupBy(ended, ({ kind }) => kind as NewMail['kind'])
  for (const [kind, mails] of byKind) await handlers[kind]?.(sql, mails)
}

const mails = (context: MailContext): Kind<ClaimedMail, SendResult> => ({
  name: 'mail',
  channel: mailChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueSenders(context.db.autocommit),
  claim: (allotments) => claimMails(context.db.autocommit, allotments),
  run: (mail) => send(context, mail),
  failed: (reason) => ({ is_sent: false, status: null, detail: reason === 'timed_out' ? reason : reason.message }),
  evaluate: ({ is_sent, is_final }) => ({ is_done: is_sent, is_final }),
  finish: (ended) =>
    context.db.write(async (sql) => {
      const { held, over } = await finishMails(sql, ended)
      await callHandlers(sql, context.handlers, over)
      return held
    }),
})

export const startMails = (context: MailContext): Worker => startQueue(context.db, mails(context))
