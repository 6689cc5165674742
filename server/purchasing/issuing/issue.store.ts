/** SQL of issuing: how to reach the supplier, and what was issued before. */
import { outbound_documents } from '../../../db/schema/documents.ts'
import { suppliers } from '../../../db/schema/suppliers.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import type { SupplierChannel } from './issue.model.ts'

const supplierColumns = selection(suppliers, 's', [
  'supplier_id',
  'name as supplier_name',
  'order_channel',
  'order_email',
  'edi_qualifier',
  'edi_id',
])
export interface Reach extends RowOf<typeof supplierColumns> {
  contact_email: string | null
  sandbox: boolean
  own_edi_qualifier: string | null
  own_edi_id: string | null
}

export async function readReach(sql: Sql, organization_id: string, supplier_id: string): Promise<Reach> {
  const [row] = await sql<Reach[]>`
    select ${supplierColumns}, c.email as contact_email, g.sandbox,
      case when g.edi_verified_at is not null then g.edi_qualifier end as own_edi_qualifier,
      case when g.edi_verified_at is not null then g.edi_id end as own_edi_id
    from suppliers s
    join organizations g on g.organization_id = s.organization_id
    left join contacts c on c.organization_id = s.organization_id and c.supplier_id = s.supplier_id and c.is_primary
    where s.organization_id = ${organization_id} and s.supplier_id = ${supplier_id}`
  return row!
}

const earlierColumns = selection(outbound_documents, 'd', [
  'channel',
  'recipient',
  'fingerprint',
  'revision',
  'state',
  'attempts',
])
export interface EarlierDocument extends RowOf<typeof earlierColumns> {
  /** Whether its signed URL has expired. */
  is_expired: boolean
}

/** Documents issued to the supplier, newest first. */
export const readEarlierDocuments = async (sql: Sql, organization_id: string, purchase_order_id: string) => [
  ...(await sql<EarlierDocument[]>`
    select ${earlierColumns}, coalesce(expires_at < now(), false) as is_expired
    from outbound_documents d
    where organization_id = ${organization_id} and purchase_order_id = ${purchase_order_id}
      and channel in ('email', 'edi', 'link')
    order by created_at desc, document_id desc`),
]

const lastColumns = selection(outbound_documents, 'd', [
  'purchase_order_id',
  'document_id',
  'channel',
  'state',
  'recipient',
  'revision',
  'created_at',
  'ended_at',
])

/** The last document issued to the supplier, for each order that has one. */
export const readLastDocuments = async (sql: Sql, organization_id: string, ids: readonly string[]) => [
  ...(await sql<(RowOf<typeof lastColumns> & { channel: SupplierChannel })[]>`
    select distinct on (purchase_order_id) ${lastColumns} from outbound_documents d
    where organization_id = ${organization_id} and purchase_order_id = any(${arrayLiteral(ids)}::uuid[])
      and channel in ('email', 'edi', 'link')
    order by purchase_order_id, created_at desc, document_id desc`),
]
