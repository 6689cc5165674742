/** Turns a request into a draft; the lines are suggested if the request asks for recommended quantities. */
import type { Sql } from '../../contract/call.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { DraftLine, NewOrder, OrderDraft } from './draft.ts'
import { suggestLines } from '../baskets/suggestion.store.ts'

/** Validates recommended_quantity before anything is read. */
function checkRecommended(body: NewOrder, at: string): asserts body is NewOrder & { supplier_id: string } {
  if (body.line_items !== undefined)
    refuseField(`${at}recommended_quantity`, 'cannot be true together with line_items; send only one of them')
  if ((body.order_type ?? 'purchase') !== 'purchase')
    refuseField(`${at}recommended_quantity`, 'can be true only for purchase orders')
  if (body.supplier_id === undefined) refuseField(`${at}supplier_id`, 'is required with recommended_quantity')
}

export async function draftOf(sql: Sql, organization_id: string, body: NewOrder, at: string): Promise<OrderDraft> {
  const { recommended_quantity, line_items, order_type, ...rest } = body
  let lines: readonly DraftLine[] = line_items ?? []
  if (recommended_quantity === true) {
    checkRecommended(body, at)
    lines = await suggestLines(sql, organization_id, body.supplier_id, body.location_id)
  }
  return { ...rest, at, order_type: order_type ?? 'purchase', line_items: lines }
}
