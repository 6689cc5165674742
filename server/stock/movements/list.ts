import type { ReadCall } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Choice, CommaList, sampleId, Id, Instant, type Static, Text, Type } from '../../contract/schema.ts'
import { documentTypes, movementKinds } from '../../contract/stock.ts'
import { ledgerRowColumns, LedgerRow, type SelectedLedgerRow, shapeLedgerRow } from '../../ledger/row.ts'
import { countedPage } from '../../tables/page.ts'
import { Page, pagingQuery } from '../../tables/table.ts'

const Query = Type.Object(
  {
    variant_id: Type.Optional(Id('Id of the variant. Requires `location_id`.')),
    location_id: Type.Optional(Id('Id of the location. Requires `variant_id`.')),
    document_type: Type.Optional(Choice(documentTypes, 'Document type. Requires `document_id`.')),
    document_id: Type.Optional(Text('Id of the document. Requires `document_type`.', { minLength: 1, maxLength: 200 })),
    kind: Type.Optional(
      CommaList(Choice(movementKinds, 'A kind of movement.'), {
        description: 'Limits the result to these kinds; comma-separated.',
        examples: [['receipt', 'fulfilment']],
      }),
    ),
    since: Type.Optional(Instant('Limits the result to movements that occurred at or after this time.')),
    until: Type.Optional(Instant('Limits the result to movements that occurred before this time.')),
    ...pagingQuery(limits.page_limit_default, limits.page_limit_max),
  },
  { additionalProperties: false, examples: [{ variant_id: sampleId, location_id: sampleId }] },
)
type Query = Static<typeof Query>

function checkFilter({ variant_id, location_id, document_type, document_id }: Query): void {
  const hasPair = variant_id !== undefined && location_id !== undefined
  const hasDocument = document_type !== undefined && document_id !== undefined
  if (!hasPair && !hasDocument) refuse('filter_needs_a_pair_or_a_document')
}

function conditions(sql: ReadCall['sql'], organization_id: string, query: Query) {
  const { variant_id, location_id, document_type, document_id, kind, since, until } = query
  return sql`m.organization_id = ${organization_id}
    ${variant_id === undefined ? sql`` : sql`and m.variant_id = ${variant_id}`}
    ${location_id === undefined ? sql`` : sql`and m.location_id = ${location_id}`}
    ${document_type === undefined ? sql`` : sql`and m.document_type = ${document_type}`}
    ${document_id === undefined ? sql`` : sql`and m.document_id = ${document_id}`}
    ${kind === undefined ? sql`` : sql`and m.kind = any(string_to_array(${kind.join(',')}, ','))`}
    ${since === undefined ? sql`` : sql`and m.occurred_at >= ${since}::timestamptz`}
    ${until === undefined ? sql`` : sql`and m.occurred_at < ${until}::timestamptz`}`
}

export const listMovements = operation({
  id: 'movements.list',
  route: 'GET /api/v1/inventory/movements',
  summary: 'List stock movements',
  description:
    'Returns a page of the stock ledger: the movements of one variant at one location (`variant_id` and `location_id`), or of one document (`document_type` and `document_id`). With both pairs, movements must match both. Movements are sorted by `occurred_at`, newest first; for equal times, the movement recorded last comes first. Movement ids are opaque and do not indicate order. A correction recorded today carries the date of the delivery it corrects, so subscribe to `movement.recorded` to detect new movements. `since` is inclusive and `until` is exclusive, so consecutive windows neither skip nor repeat a movement. An id that does not belong to the organisation returns an empty page.\n\nThe movements of one document sum to its net effect. A delivery, including its corrections and its removal, is recorded under `purchase_order_delivery` (`manufacturing_order` for a manufacturing order) with the id of the delivery. A transfer, both the departure and the arrival, is recorded under `transfer_order_delivery` with the id of the transfer order. `delivery_correction` with the id of a delivery, and `count_offset` with the id of any other document, hold the movements that keep a stocktake accurate when something from before the count is recorded or corrected after it. `cost_correction` and `exchange_rate` hold changes of cost.',
  query: Query,
  answer: Page(LedgerRow),
  refusals: ['filter_needs_a_pair_or_a_document'],
  async run({ sql, caller, query }) {
    checkFilter(query)
    const { organization_id } = caller
    const { offset = 0, limit = limits.page_limit_default } = query
    const counting = sql<{ filtered: number }[]>`
      select count(*)::int as filtered from stock_movements m where ${conditions(sql, organization_id, query)}`
    const reading = sql<SelectedLedgerRow[]>`
      select ${ledgerRowColumns}
      from (
        select * from stock_movements m where ${conditions(sql, organization_id, query)}
        order by m.occurred_at desc nulls last, m.entry desc nulls last
        limit ${limit} offset ${offset}
      ) m
      join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
      join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
      order by m.occurred_at desc, m.entry desc`
    return countedPage(offset, reading, counting, shapeLedgerRow, organization_id)
  },
})
