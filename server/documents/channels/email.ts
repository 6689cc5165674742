/**
 * Sends the document by e-mail as a PDF. Each message has its own connection, with TLS from the start (smtps) or STARTTLS,
 * which a remote server must offer before it gets a password. Message-ID is derived from the document's id and is the
 * same on every attempt, so that a mailbox can detect duplicates.
 */
import { limits } from '../../contract/limits.ts'
import type { MailSettings } from '../../settings/settings.ts'
import type { Channel, Outgoing, SendResult } from '../channel.ts'
import { fileNameOf, type PrintedOrder } from '../printing/printed_order.ts'
import { renderPdf } from '../printing/render.ts'

export interface EmailPayload {
  printed: PrintedOrder
  to: string[]
  /** Address for replies; null if no person sent it. */
  reply_to: string | null
  /** The sender's message above the order. */
  message: string | null
  is_cancellation?: true
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/
/** Half of an attempt's time for each step, so that a slow step still ends within the attempt. */
const stepMs = (limits.outbound_timeout_seconds * 1_000) / 2

const failureCodes: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'timed_out',
  EDNS: 'dns_lookup_failed',
  ENOTFOUND: 'dns_lookup_failed',
  ETLS: 'tls_failed',
  EAUTH: 'login_refused',
  ECONNECTION: 'connection_lost',
  ESOCKET: 'connection_lost',
}

interface MailError extends Error {
  code?: string
  /** Code of the socket or resolver error that caused this one. */
  originalCode?: string
  responseCode?: number
  response?: string
}

/** A 5xx reply to sender, recipient or text is final; a refused login is retried, since we can fix our credentials. */
export function failureOf(error: MailError): SendResult {
  const status = error.responseCode ?? null
  const detail =
    error.response ?? failureCodes[error.originalCode ?? ''] ?? failureCodes[error.code ?? ''] ?? error.message
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
    `We have cancelled our purchase order ${name}. Please do not deliver it, and tell us if any of it has shipped. The cancelled order is attached.`,
    buyer.name,
  ].join('\n\n')

function textOf({ printed, message }: EmailPayload): string {
  if (printed.is_cancellation) return cancellationText(printed)
  const about = printed.is_replacement
    ? `Attached is revision ${printed.revision} of our purchase order ${printed.name}. It replaces the version we sent before.`
    : `Attached is our purchase order ${printed.name}.`
  const due = printed.deliver_on === null ? [] : [`Please deliver to ${printed.ship_to.name} by ${printed.deliver_on}.`]
  return [...(message === null ? [] : [message]), [about, ...due].join(' '), printed.buyer.name].join('\n\n')
}

/** Exactly one address: as plain text, a comma in it would start a second address. */
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

/** A loopback server needs no TLS and has no usable certificate; any other server must offer TLS. */
export async function openTransport(url: string) {
  // Loaded on demand: the module takes 20 MB, which a process without a mail server does not need.
  const { createTransport } = await import('nodemailer')
  const server = new URL(url)
  const secure = server.protocol === 'smtps:'
  const isHere = loopback.test(server.hostname)
  return createTransport({
    host: server.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(server.port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: !secure && isHere,
    requireTLS: !secure && !isHere,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
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
      return failureOf(error as MailError)
    } finally {
      transport.close()
    }
  },
})
