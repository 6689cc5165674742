import { variants } from '../../../../db/schema/catalogue.ts'
import { account_items } from '../../../../db/schema/wholesale/account_items.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import { dayInTimeZone } from '../../../calendar/time_zone.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Id, OpenChoice, Shape, Text, Type, Whole } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { InventoryAdvice846 } from '../../../edi/documents/inventory_advice_846.ts'
import { ediDocumentStates } from '../../../interchanges/known_values.ts'
import { queueDocument } from '../../../interchanges/queue_document.ts'
import { itemIdsOf } from './item_ids.rules.ts'
import { readParties } from './parties.store.ts'

const itemColumns = selections(
  selection(account_items, 'i', ['buyer_sku']),
  selection(variants, 'v', ['sku', 'barcode', 'title']),
)
interface AdvisedRow extends RowOf<typeof itemColumns> {
  available: number
}

/** The account's items in use, with what is available over all locations. */
const readItems = (sql: Sql, organization_id: string, trading_partner_id: string) => sql<AdvisedRow[]>`
  select ${itemColumns}, coalesce((
      select sum(greatest(s.on_hand - s.committed, 0)) from stock_levels s
      where s.organization_id = ${organization_id} and s.variant_id = v.variant_id
    ), 0)::float8 as available
  from account_items i
  join variants v on v.organization_id = ${organization_id} and v.variant_id = i.variant_id
  where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}
    and v.archived_at is null
  order by i.buyer_sku`

export const adviseInventory = sessionOperation({
  id: 'session.advise_inventory',
  route: 'POST /api/v1/wholesale/accounts/{trading_partner_id}/inventory-advice',
  summary: 'Send an inventory advice',
  desc: ({ items }) => `An 846 about ${items} items is waiting to be sent.`,
  description:
    'Queues an 846 for a trading account: for each of its items in use, the units on hand over all locations that no order holds. Fails with `conflict` if the account takes no 846 or has no items.',
  service: 'wholesale',
  needs: 'member',
  status: 201,
  params: Type.Object({ trading_partner_id: Id('Id of the trading account.') }, { additionalProperties: false }),
  answer: Shape({
    document_id: Whole('Id of the EDI document.', { examples: [8812] }),
    state: OpenChoice(ediDocumentStates, 'State of the document.'),
    sentence: Text('State as a sentence to display.', { examples: ['The 846 is waiting to be sent.'] }),
    items: Whole('Number of items in the advice.', { examples: [24] }),
  }),
  refusals: ['not_found', 'conflict'],
  async run({ sql, caller, params: { trading_partner_id }, now }) {
    const { organization_id, time_zone } = caller
    const [account] = await sql<{ name: string }[]>`
      select name from trading_partners
      where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
    if (account === undefined) refuse('not_found', { desc: 'No trading account has that id.' })
    const [rows, parties] = await Promise.all([
      readItems(sql, organization_id, trading_partner_id),
      readParties(sql, organization_id, trading_partner_id),
    ])
    if (rows.length === 0) refuse('conflict', { desc: `${account.name} has no items in use.` })
    const advised_on = dayInTimeZone(time_zone, now)
    const record: InventoryAdvice846 = {
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
    const queued = await queueDocument(
      sql,
      { organization_id, now },
      { document_type: '846', trading_partner_id, record },
    )
    if (queued === null) refuse('conflict', { desc: `${account.name} takes no 846: its EDI profile does not list it.` })
    return { ...queued, items: rows.length }
  },
})
