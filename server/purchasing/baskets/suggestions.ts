import type { Sql } from '../../contract/call.ts'
import { counted } from '../../contract/outcome.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, Id, Nullable, OwnId, Shape, Text, Type } from '../../contract/schema.ts'
import { basketFull, type BasketRow, type ItemToWrite, lockBasket, removeItems, writeItems } from './basket.store.ts'
import { readGenerationSettings } from '../generation/generation.store.ts'
import { lineReason, type OrderProposal, proposeOrders } from '../generation/proposals.rules.ts'
import { readSupplyCandidates } from '../generation/proposals.store.ts'

const Within = Shape(
  {
    supplier_id: Type.Optional(Id('Only variants whose primary supplier this is.')),
    location_id: Type.Optional(Id('Only items for this location.')),
  },
  { examples: [{}] },
)

export const suggestForBasket = sessionOperation({
  id: 'session.suggest_basket_items',
  route: 'POST /api/v1/purchase-basket/suggestions',
  summary: 'Refresh purchase basket suggestions',
  desc: ({ added, changed, removed }) =>
    `${counted(added, 'suggestion')} added, ${changed} changed and ${removed} removed.`,
  description:
    'Adds an item for each variant and location that needs replenishment now: where available stock, incoming stock and drafts no longer cover the lead time and the review period. Selection and rounding follow the generation settings, even if automatic generation is off. Earlier suggestions for the same supplier and location are updated, kept, or removed if no longer needed. Items that a person added or changed stay as they are, and their variants get no suggestion. A variant without a supplier is added without one.',
  service: 'purchase_order',
  body: Within,
  answer: Shape({
    suggested: Count('Number of suggestions now in the basket for the requested supplier and location.', {
      examples: [14],
    }),
    added: Count('Number of new suggestions.'),
    changed: Count('Number of suggestions whose quantity or supplier changed.'),
    removed: Count('Number of earlier suggestions removed because they are no longer needed.'),
    remarks: Type.Array(
      Shape({
        supplier_id: Nullable(OwnId('The supplier; null for variants without one.')),
        supplier_name: Nullable(Text('Name of the supplier.', { examples: ['Harbour Knitwear'] })),
        location_id: OwnId('The destination.'),
        remark: Text('Why the order would miss a minimum or not fill a container.', {
          examples: ["The supplier's minimum is not reached by 365 days of cover."],
        }),
      }),
      { description: 'Remarks to read before ordering.' },
    ),
  }),
  refusals: ['conflict'],
  conflict: basketFull,
  async run({ sql, caller: { organization_id }, body, now }) {
    await checkWithin(sql, organization_id, body)
    const basket = await lockBasket(sql, organization_id)
    const settings = await readGenerationSettings(sql, organization_id)
    const candidates = await readSupplyCandidates(sql, organization_id, settings, { ...body, basket: 'replaced' })
    const proposals = proposeOrders(candidates, settings)
    const items = proposals.flatMap(itemsOf)
    const { added, changed, removed } = compare(basket, items, body)
    await removeItems(sql, organization_id, removed)
    await writeItems(sql, organization_id, now, 'suggestion', [...added, ...changed])
    return {
      suggested: items.length,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      remarks: proposals.flatMap(remarksOf),
    }
  },
})

interface BasketScope {
  supplier_id?: string
  location_id?: string
}

async function checkWithin(
  sql: Sql,
  organization_id: string,
  { supplier_id, location_id }: BasketScope,
): Promise<void> {
  const [known] = await sql<{ supplier: boolean; location: boolean }[]>`
    select
      exists (select from suppliers
        where organization_id = ${organization_id} and supplier_id = ${supplier_id ?? null}) as supplier,
      exists (select from locations
        where organization_id = ${organization_id} and location_id = ${location_id ?? null}) as location`
  if (supplier_id !== undefined && !known!.supplier)
    refuseField('supplier_id', 'must be a supplier of this organisation')
  if (location_id !== undefined && !known!.location)
    refuseField('location_id', 'must be a location of this organisation')
}

const itemsOf = ({ supplier_id, proposal }: OrderProposal): ItemToWrite[] =>
  proposal.lines.map(({ variant_id, location_id, quantity, reason }) => ({
    variant_id,
    location_id,
    supplier_id,
    quantity,
    reason: lineReason(reason, proposal),
  }))

const remarksOf = ({ supplier_id, supplier_name, location_id, proposal }: OrderProposal) =>
  proposal.remarks.map((remark) => ({ supplier_id, supplier_name, location_id, remark }))

const isWithin = (row: BasketRow, { supplier_id, location_id }: BasketScope) =>
  (supplier_id === undefined || row.supplier_id === supplier_id) &&
  (location_id === undefined || row.location_id === location_id)

const isSame = (row: BasketRow, item: ItemToWrite) =>
  row.quantity === item.quantity && row.named_supplier_id === item.supplier_id && row.reason === item.reason

/** Compares earlier suggestions with the new ones: a variant and location suggested again keeps its item. */
function compare(basket: readonly BasketRow[], items: readonly ItemToWrite[], scope: BasketScope) {
  const placeOf = (one: { variant_id: string; location_id: string }) => `${one.variant_id} ${one.location_id}`
  const earlier = basket.filter(({ source }) => source === 'suggestion')
  const existing = new Map(earlier.map((row) => [placeOf(row), row]))
  const itemPlaces = new Set(items.map(placeOf))
  const remainingItems = items.filter((item) => existing.has(placeOf(item)))
  return {
    added: items.filter((item) => !existing.has(placeOf(item))),
    changed: remainingItems.filter((item) => !isSame(existing.get(placeOf(item))!, item)),
    removed: earlier
      .filter((row) => isWithin(row, scope) && !itemPlaces.has(placeOf(row)))
      .map(({ item_id }) => item_id),
  }
}
