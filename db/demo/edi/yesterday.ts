import { addDays } from '../../../server/calendar/days.ts'
import type { Desk } from '../desk.ts'

/** Dates the records of the queues to yesterday morning, when the demo's exchange took place. */
export async function dateYesterday({ tx, organization_id }: Desk, today: string): Promise<void> {
  const at = `${addDays(today, -1)}T08:00:00Z`
  const day = addDays(today, -1)
  await tx`
    update sales_orders set ordered_at = ${at}, ordered_on = ${day}, created_at = ${at}, updated_at = ${at},
      lifecycle_updated_at = ${at}
    where organization_id = ${organization_id} and origin in ('edi', 'document')`
  await tx`
    update exceptions set opened_at = ${at}
    where organization_id = ${organization_id} and subject_type in ('edi_interchange', 'edi_document', 'order_document')`
  await tx`
    update exceptions e set opened_at = ${at} from sales_orders o
    where e.organization_id = ${organization_id} and o.organization_id = e.organization_id
      and e.subject_id = o.order_id::text and o.origin in ('edi', 'document')`
  await tx`
    update edi_interchanges set created_at = ${at}, ended_at = case when ended_at is null then null else ${at}::timestamptz end
    where organization_id = ${organization_id}`
  await tx`
    update edi_documents set created_at = ${at},
      ended_at = case when ended_at is null then null else ${at}::timestamptz end,
      received_at = case when received_at is null then null else ${at}::timestamptz end
    where organization_id = ${organization_id}`
  await tx`
    update order_documents set read_at = case when read_at is null then null else ${at}::timestamptz end,
      ended_at = case when ended_at is null then null else ${at}::timestamptz end,
      next_attempt_at = case when next_attempt_at is null then null else ${at}::timestamptz end
    where organization_id = ${organization_id}`
  await tx`
    update sell_out_reports set reported_at = ${at} where organization_id = ${organization_id} and file_id is not null`
  await tx`
    update edi_orders set created_at = ${at},
      answered_at = case when answered_at is null then null else ${at}::timestamptz end
    where organization_id = ${organization_id}`
}
