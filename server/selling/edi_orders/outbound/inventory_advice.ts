/** An inventory advice (846) for an account: its items in use, with what is available to promise at this moment. */
import { variants } from '../../../../db/schema/catalogue.ts'
import { account_items } from '../../../../db/schema/wholesale/account_items.ts'
import { account_edi_profiles } from '../../../../db/schema/wholesale/accounts.ts'
import { type OuterRowOf, type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { InventoryAdvice846 } from '../../../edi/documents/inventory_advice_846.ts'
import { assembledUnits } from '../../../ledger/bundles/parts.ts'
import { type QueuedEdiDocument, queueEdiDocument } from '../../../interchanges/queue_document.ts'
import { itemIdsOf } from './item_ids.rules.ts'
import { type Parties, readParties } from './parties.store.ts'

const itemColumns = selections(
  selection(account_items, 'i', ['buyer_sku']),
  selection(variants, 'v', ['sku', 'barcode', 'title']),
)
const profileColumns = selection(account_edi_profiles, 'f', ['item_qualifier'])
interface AdvisedRow extends RowOf<typeof itemColumns>, OuterRowOf<typeof profileColumns> {
  available: number
}

/**
 * The account's items in use, with what is available over all locations. Of a bundle that is assembled when sold, what its
 * components suffice for, as if it were the only one to be sold.
 */
const readItems = (sql: Sql, organization_id: string, trading_partner_id: string) => sql<AdvisedRow[]>`
  with assembled as materialized (${assembledUnits(sql, organization_id)})
  select ${itemColumns}, ${profileColumns}, coalesce((select a.units from assembled a where a.variant_id = v.variant_id), (
      select sum(greatest(s.on_hand - s.committed, 0)) from stock_levels s
      where s.organization_id = ${organization_id} and s.variant_id = v.variant_id
    ), 0)::float8 as available
  from account_items i
  join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id
  left join account_edi_profiles f on f.organization_id = ${organization_id}
    and f.trading_partner_id = i.trading_partner_id
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and v.archived_at is null
  order by i.buyer_sku`

function adviceOf(rows: readonly AdvisedRow[], parties: Parties, time_zone: string, now: string): InventoryAdvice846 {
  const advised_on = dayInTimeZone(time_zone, now)
  return {
    purpose: 'original',
    reference: `${advised_on} ${now.slice(11, 19)}`,
    advised_on,
    advised_at: null,
    vendor_number: null,
    ...parties,
    warehouse: null,
    items: rows.map(({ title, available, ...named }) => ({
      ...itemIdsOf({
        ...named,
        buyer_line: null,
        buyer_line_reference: null,
        product_title: title,
        variant_title: title,
      }),
      line_reference: null,
      title,
      unit: 'EA',
      available,
      on_hand: null,
      on_order: null,
      available_on: null,
    })),
  }
}

export interface Advised {
  /** null where the account takes no 846. */
  queued: QueuedEdiDocument | null
  items: number
}

/** Queues the advice in the caller's transaction; null for an account without items in use. */
export async function queueAdvice(
  sql: Sql,
  { organization_id, time_zone, now }: { organization_id: string; time_zone: string; now: string },
  trading_partner_id: string,
): Promise<Advised | null> {
  const [rows, parties] = await Promise.all([
    readItems(sql, organization_id, trading_partner_id),
    readParties(sql, organization_id, trading_partner_id),
  ])
  if (rows.length === 0) return null
  const record = adviceOf(rows, parties, time_zone, now)
  const document = { document_type: '846', trading_partner_id, record } as const
  return { queued: await queueEdiDocument(sql, { organization_id, now }, document), items: rows.length }
}
