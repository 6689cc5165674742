/**
 * A document that could not be delivered opens an exception about its order, of a kind that depends on the channel. The
 * exception is resolved when the recipient gets the content: the document itself after a retry, or a later one, to the
 * supplier by either channel or to the same warehouse.
 */
import { outbound_documents } from '../../db/schema/documents.ts'
import { recordset } from '../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../db/sql/selection.ts'
import { arrayLiteral } from '../../db/sql/array_literal.ts'
import { type ChannelName } from './known_values.ts'
import { reasonOf } from './undelivered.rules.ts'
import type { Sql } from '../contract/call.ts'
import { type NewException, openExceptions, resolveExceptions } from '../exceptions/open.ts'

export const endedColumns = selection(outbound_documents, 'd', ['channel', 'purchase_order_id', 'name', 'recipient'])
/** A document whose last attempt ended, as sent or failed. */
export interface EndedDocument extends RowOf<typeof endedColumns> {
  organization_id: string
  document_id: string
  state: string
  is_cancellation: boolean
  status: number | null
  detail: string | null
  ended_at: string
}

/** Links are not sent, so they cannot fail. */
type SentChannel = Exclude<ChannelName, 'link'>
const kinds = {
  email: 'mail_undelivered',
  edi: 'edi_rejected',
  warehouse: 'inbound_undelivered',
} as const satisfies Record<SentChannel, NewException['kind']>
export const supplierKinds = [kinds.email, kinds.edi] as const

const subjectOf = (purchase_order_id: string) => ({ type: 'purchase_order', id: purchase_order_id })

const sentences: Record<SentChannel, (what: string, to: string) => { fault: string; advice: string }> = {
  email: (what, to) => ({
    fault: `${what} could not be e-mailed to ${to}`,
    advice: 'Send the document again, or issue the order to another address.',
  }),
  edi: (what, to) => ({
    fault: `${what} could not be sent to ${to} over EDI`,
    advice: 'Send the document again, or issue the order by another channel.',
  }),
  warehouse: (what, to) => ({
    fault: `${what} could not be sent to ${to}`,
    advice: 'Push the order to the warehouse again once the cause is fixed.',
  }),
}

function sentenceOf(document: EndedDocument): string {
  const { channel, name, recipient, is_cancellation } = document
  const what = is_cancellation ? `The cancellation of ${name}` : name
  const { fault, advice } = sentences[channel as SentChannel](what, recipient ?? 'its recipient')
  return `${fault}: ${reasonOf(document)}. ${is_cancellation ? 'Send the document again, or tell the supplier yourself.' : advice}`
}

interface OpenRow {
  organization_id: string
  purchase_order_id: string
  kind: NewException['kind']
  /** Whether a recipient on that channel still lacks the content. */
  is_lacking: boolean
}

const orderRows = recordset(outbound_documents, ['organization_id', 'purchase_order_id'], { alias: 'o' })

/** Open exceptions about the orders of these documents, and whether a recipient still lacks the failed content. */
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
      from ${orderRows.from(orders)}
      join exceptions e on e.organization_id = o.organization_id and e.subject_type = 'purchase_order'
        and e.subject_id = o.purchase_order_id::text and e.resolved_at is null
        and e.kind = any(${arrayLiteral(Object.values(kinds))}::text[])`),
  ]
}

const isAbout = (row: OpenRow, document: EndedDocument) =>
  row.organization_id === document.organization_id && row.purchase_order_id === document.purchase_order_id

const isForChannelOf = (row: OpenRow, { channel }: EndedDocument) =>
  (row.kind === kinds.warehouse) === (channel === 'warehouse')

/** Opens an exception for a failed document if none is open, and resolves those that a sent document settles. */
export async function updateExceptions(sql: Sql, ended: readonly EndedDocument[]): Promise<void> {
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
    for (const row of about.filter((one) => isForChannelOf(one, document) && !one.is_lacking)) {
      await resolveExceptions(sql, organization_id, ended_at, {
        kind: row.kind,
        subject: subjectOf(purchase_order_id),
        resolution: 'document_sent',
        resolved_by: 'service:documents',
      })
    }
  }
}

/** The order has ended, so documents its supplier did not get need no decision any more. */
export async function resolveUndelivered(
  sql: Sql,
  organization_id: string,
  now: string,
  purchase_order_id: string,
  by: { resolution: string; resolved_by: string },
): Promise<void> {
  for (const kind of supplierKinds)
    await resolveExceptions(sql, organization_id, now, { kind, subject: subjectOf(purchase_order_id), ...by })
}
