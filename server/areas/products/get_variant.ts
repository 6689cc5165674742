import { centsOfUnits, money, moneyFromDecimal } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import { no_cost_reason } from './model.ts'
import { Variant } from './variant.ts'
import { readVariant, type VariantRow } from './variant.store.ts'

export const getVariant = operation({
  id: 'products.get_variant',
  route: 'GET /api/v1/variants/{variant_id}',
  summary: 'Get one variant',
  description:
    'One variant with its prices and measures, its stock at each location, what each of its suppliers asks, and its custom fields.',
  params: Type.Object({ variant_id: Id('The variant.') }),
  answer: Variant,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params }) {
    const found = await readVariant(sql, caller.organization_id, params.variant_id)
    return found === undefined ? refuse('variant_not_on_file') : variantOf(found)
  },
})

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)

function stockOf(row: VariantRow['stock'][number], currency: string): Static<typeof Variant>['stock'][number] {
  const { average_cost, ...rest } = row
  return {
    ...rest,
    average_cost: moneyFromDecimal(average_cost, currency, 'No cost of the units there is known.'),
    inventory_value: money(valueOf([row]), currency, no_cost_reason),
    cover_reason: row.days_of_cover === null ? 'Nothing sold in the last 28 days.' : null,
  }
}

/** The value of stock in cents, or null where any units that are there have no cost. */
function valueOf(stock: VariantRow['stock']): number | null {
  const there = stock.filter(({ on_hand_qty }) => on_hand_qty !== 0)
  if (there.some(({ average_cost }) => average_cost === null)) return null
  return centsOfUnits(there.map(({ average_cost, on_hand_qty }) => ({ cost: average_cost!, units: on_hand_qty })))
}

function variantOf(row: VariantRow): Static<typeof Variant> {
  const { price_cents, compare_at_price_cents, unit_cost, currency, stock_currency, stock, suppliers, ...rest } = row
  return {
    ...rest,
    price: money(price_cents, currency, 'The variant has no price.'),
    compare_at_price: money(compare_at_price_cents, currency, 'The variant has no price to compare with.'),
    unit_cost: moneyFromDecimal(unit_cost, currency, 'The variant has no cost.'),
    on_hand_qty: sumOf(stock, (one) => one.on_hand_qty),
    committed_qty: sumOf(stock, (one) => one.committed_qty),
    available_qty: sumOf(stock, (one) => one.available_qty),
    incoming_qty: sumOf(stock, (one) => one.incoming_qty),
    inventory_value: money(valueOf(stock), stock_currency, no_cost_reason),
    stock: stock.map((one) => stockOf(one, stock_currency)),
    suppliers: suppliers.map(({ unit_cost: cost, currency: of_supplier, ...supplier }) => ({
      ...supplier,
      unit_cost: moneyFromDecimal(cost, of_supplier, 'The supplier has named no cost.'),
    })),
  }
}
