/**
 * Mail with the paper as a PDF. A connection of its own for each mail: TLS from the start (smtps) or by STARTTLS, which a
 * server elsewhere must offer before it is told a password. Message-ID is made of the paper's id, the same over all
 * attempts, so that a mailbox that got one twice can tell.
 */
import { limits } from '../../contract/limits.ts'
import type { MailSettings } from '../../settings/settings.ts'
import type { Channel, Outgoing, Sending } from '../channel.ts'
import { fileNameOf, type PrintedOrder } from '../printing/printed_order.ts'
import { renderPdf } from '../printing/render.ts'

export interface EmailPayload {
  printed: PrintedOrder
  to: string[]
  /** Who answers get to, where a person sent it. */
  reply_to: string | null
  /** What the sender wrote above the order. */
  message: string | null
  is_cancellation?: true
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Within the time of an attempt, whichever step is the slow one. */
const step_ms = (limits.outbound_timeout_seconds * 1_000) / 2

const words: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timed_out',
  EDNS: 'dns_lookup_failed',
  ENOTFOUND: 'dns_lookup_failed',
  ETLS: 'tls_failed',
  EAUTH: 'login_refused',
  ECONNECTION: 'connection_lost',
  ESOCKET: 'connection_lost',
}

interface MailFault extends Error {
  code?: string
  /** Of the socket or the resolver, where the failure was theirs. */
  originalCode?: string
  responseCode?: number
  response?: string
}

/** A reply of 5xx to sender, recipient or text is the last word; a refused login is ours to mend, and tried again. */
export function failureOf(error: MailFault): Sending {
  const status = error.responseCode ?? null
  const detail = error.response ?? words[error.originalCode ?? ''] ?? words[error.code ?? ''] ?? error.message
  return { is_sent: false, status, detail, is_final: status !== null && status >= 500 && error.code !== 'EAUTH' }
}

function subjectOf({ printed }: EmailPayload): string {
  const what = printed.is_cancellation
    ? `Cancelled: purchase order ${printed.name}`
    : printed.is_replacement
      ? `Amended purchase order ${printed.name}`
      : `Purchase order ${printed.name}`
  return `${what} from ${printed.buyer.name}`
}

const cancellationText = ({ name, buyer }: PrintedOrder): string =>
  [
    `We have cancelled our purchase order ${name}. Please deliver nothing against it, and tell us if any of it has shipped. Attached is what is cancelled.`,
    buyer.name,
  ].join('\n\n')

function textOf({ printed, message }: EmailPayload): string {
  if (printed.is_cancellation) return cancellationText(printed)
  const about = printed.is_replacement
    ? `Attached is revision ${printed.revision} of our purchase order ${printed.name}. It takes the place of what we sent before.`
    : `Attached is our purchase order ${printed.name}.`
  const due = printed.deliver_on === null ? [] : [`Please deliver to ${printed.ship_to.name} by ${printed.deliver_on}.`]
  return [...(message === null ? [] : [message]), [about, ...due].join(' '), printed.buyer.name].join('\n\n')
}

/** One address, whatever stands in it: as text, a comma would begin a second one. */
export const mailbox = (address: string) => ({ name: '', address })

async function messageOf({ organization_id, document_id, payload }: Outgoing, from: string) {
  const email = payload as EmailPayload
  const { name, buyer } = email.printed
  return {
    from: { name: buyer.name, address: from },
    to: email.to.map(mailbox),
    ...(email.reply_to === null ? {} : { replyTo: mailbox(email.reply_to) }),
    messageId: `<${document_id}@${from.slice(from.indexOf('@') + 1)}>`,
    subject: subjectOf(email),
    text: textOf(email),
    attachments: [
      {
        filename: `${fileNameOf(name)}.pdf`,
        content: Buffer.from(await renderPdf(organization_id, email.printed)),
        contentType: 'application/pdf',
      },
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** On this machine nothing listens in, and a certificate would be nobody's; elsewhere TLS must be offered. */
export async function openTransport(url: string) {
  // 20 MB that a process which mails nothing does without.
  const { createTransport } = await import('nodemailer')
  const server = new URL(url)
  const secure = server.protocol === 'smtps:'
  const is_here = loopback.test(server.hostname)
  return createTransport({
    host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: !secure && is_here,
    requireTLS: !secure && !is_here,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: step_ms,
    greetingTimeout: step_ms,
    socketTimeout: step_ms,
  })
}

export const emailChannel = ({ url, from }: MailSettings): Channel => ({
  async send(document) {
    const message = await messageOf(document, from)
    const transport = await openTransport(url)
    try {
      const { response } = await transport.sendMail(message)
      return { is_sent: true, status: Number.parseInt(response, 10) || null, detail: response }
    } catch (error) {
      return failureOf(error as MailFault)
    } finally {
      transport.close()
    }
  },
})
