/**
 * Papers that did not get through wait for a person: a row of the exceptions queue about their order, of a kind that
 * tells the channel. It is resolved when what the recipient lacks gets there: the paper itself, once it is sent again, or a
 * later one, to the supplier by either channel, or to the same warehouse.
 */
import type { Sql } from '../contract/call.ts'
import { type NewException, openExceptions, resolveExceptions } from '../exceptions/open.ts'
import type { ChannelName } from './queue.ts'

/** A paper that an attempt ended, for good or because it arrived. */
export interface EndedDocument {
  organization_id: string
  document_id: string
  channel: ChannelName
  purchase_order_id: string
  name: string
  recipient: string | null
  state: string
  is_cancellation: boolean
  status: number | null
  detail: string | null
  ended_at: string
}

/** Links are not sent, so none fails. */
type SentChannel = Exclude<ChannelName, 'link'>
const kinds = {
  email: 'mail_undelivered',
  edi: 'edi_rejected',
  warehouse: 'inbound_undelivered',
} as const satisfies Record<SentChannel, NewException['kind']>
export const supplier_kinds = [kinds.email, kinds.edi] as const

const subjectOf = (purchase_order_id: string) => ({ type: 'purchase_order', id: purchase_order_id })

const reason_length_max = 200

/** What the other side said, cut to what a person reads. */
function reasonOf({ status, detail }: EndedDocument): string {
  const said = (detail ?? '').replaceAll(/\s+/g, ' ').trim()
  // A mail server's reply begins with its code already.
  const words = status === null || said.startsWith(String(status)) ? said : `${status} ${said}`.trim()
  if (words === '') return 'without an answer'
  return words.length > reason_length_max ? `${words.slice(0, reason_length_max).toWellFormed()}…` : words
}

const sentences: Record<SentChannel, (what: string, to: string) => { fault: string; advice: string }> = {
  email: (what, to) => ({
    fault: `${what} could not be mailed to ${to}`,
    advice: 'Send the paper again, or issue the order to another address.',
  }),
  edi: (what, to) => ({
    fault: `${what} could not be sent to ${to} over EDI`,
    advice: 'Send the paper again, or issue the order another way.',
  }),
  warehouse: (what, to) => ({
    fault: `${to} could not be told of ${what}`,
    advice: 'Send the order to the warehouse again once that is mended.',
  }),
}

function sentenceOf(document: EndedDocument): string {
  const { channel, name, recipient, is_cancellation } = document
  const what = is_cancellation ? `The cancellation of ${name}` : name
  const { fault, advice } = sentences[channel as SentChannel](what, recipient ?? 'its recipient')
  return `${fault}: ${reasonOf(document)}. ${is_cancellation ? 'Send the paper again, or tell them yourself.' : advice}`
}

interface OpenRow {
  organization_id: string
  purchase_order_id: string
  kind: NewException['kind']
  /** What its channel's recipients lack has not arrived yet. */
  is_lacking: boolean
}

/** Open rows about the orders of these papers, and whether a paper that failed was made good since. */
async function readOpen(sql: Sql, ended: readonly EndedDocument[]): Promise<OpenRow[]> {
  const orders = ended.map(({ organization_id, purchase_order_id }) => ({ organization_id, purchase_order_id }))
  return [
    ...(await sql<OpenRow[]>`
      select distinct e.organization_id, o.purchase_order_id, e.kind, exists (
        select from outbound_documents f
        where f.organization_id = o.organization_id and f.purchase_order_id = o.purchase_order_id
          and f.state = 'failed' and (f.channel = 'warehouse') = (e.kind = ${kinds.warehouse})
          and not exists (
            select from outbound_documents s
            where s.organization_id = f.organization_id and s.purchase_order_id = f.purchase_order_id
              and s.state = 'sent'
              and case when f.channel = 'warehouse' then s.concurrency_key = f.concurrency_key else s.channel <> 'warehouse' end
              and (s.fingerprint = f.fingerprint
                or (s.created_at, s.document_id) > (f.created_at, f.document_id)))) as is_lacking
      from jsonb_to_recordset(${JSON.stringify(orders)}::text::jsonb)
        as o (organization_id uuid, purchase_order_id uuid)
      join exceptions e on e.organization_id = o.organization_id and e.subject_type = 'purchase_order'
        and e.subject_id = o.purchase_order_id::text and e.resolved_at is null
        and e.kind = any(${`{${Object.values(kinds).join(',')}}`}::text[])`),
  ]
}

const isAbout = (row: OpenRow, document: EndedDocument) =>
  row.organization_id === document.organization_id && row.purchase_order_id === document.purchase_order_id

const isTheWayOf = (row: OpenRow, { channel }: EndedDocument) =>
  (row.kind === kinds.warehouse) === (channel === 'warehouse')

/** Opens a row for what failed where none is open, and resolves those that a paper which arrived makes good. */
export async function tellEnded(sql: Sql, ended: readonly EndedDocument[]): Promise<void> {
  if (ended.length === 0) return
  const open = await readOpen(sql, ended)
  for (const document of ended) {
    const { organization_id, purchase_order_id, channel, state, ended_at } = document
    const kind = kinds[channel as SentChannel]
    const about = open.filter((row) => isAbout(row, document))
    if (state === 'failed' && !about.some((row) => row.kind === kind)) {
      const severity = channel === 'warehouse' ? 'warning' : 'blocking'
      const subject = subjectOf(purchase_order_id)
      await openExceptions(sql, organization_id, ended_at, [
        { kind, severity, subject, sentence: sentenceOf(document) },
      ])
      open.push({ organization_id, purchase_order_id, kind, is_lacking: true })
    }
    if (state !== 'sent') continue
    for (const row of about.filter((one) => isTheWayOf(one, document) && !one.is_lacking)) {
      await resolveExceptions(sql, organization_id, ended_at, {
        kind: row.kind,
        subject: subjectOf(purchase_order_id),
        resolution: 'document_sent',
        resolved_by: 'service:papers',
      })
    }
  }
}

/** The order is over: what its supplier was not sent needs no decision any longer. */
export async function resolveUndelivered(
  sql: Sql,
  organization_id: string,
  now: string,
  purchase_order_id: string,
  by: { resolution: string; resolved_by: string },
): Promise<void> {
  for (const kind of supplier_kinds)
    await resolveExceptions(sql, organization_id, now, { kind, subject: subjectOf(purchase_order_id), ...by })
}
