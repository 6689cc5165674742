import { centsOfUnits, money, unitCost } from '../../contract/money.ts'
import { operation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import { coverReasonOf } from '../../ledger/cover.model.ts'
import { lacksOf } from '../../ledger/costs/lacks.rules.ts'
import { noCostReasonOf } from '../model.ts'
import { Variant } from './variant.ts'
import { readVariant, type VariantRow } from './variant.store.ts'

export const getVariant = operation({
  id: 'products.get_variant',
  route: 'GET /api/v1/variants/{variant_id}',
  summary: 'Get a variant',
  description: 'Returns a variant with its prices, measures, stock at each location, supplier terms and custom fields.',
  params: Type.Object({ variant_id: Id('Id of the variant.') }),
  answer: Variant,
  refusals: ['variant_not_on_file'],
  async run({ sql, caller, params }) {
    const variant = await readVariant(sql, caller.organization_id, params.variant_id)
    return variant === undefined ? refuse('variant_not_on_file') : variantOf(variant)
  },
})

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)

function stockOf(row: VariantRow['stock'][number], currency: string): Static<typeof Variant>['stock'][number] {
  return {
    location_id: row.location_id,
    location_name: row.location_name,
    on_hand_qty: row.on_hand_qty,
    committed_qty: row.committed_qty,
    available_qty: row.available_qty,
    incoming_qty: row.incoming_qty,
    average_cost: unitCost(
      row.average_cost,
      currency,
      row.unrated_currency === null
        ? 'The cost of the units at this location is unknown.'
        : noCostReasonOf(row.unrated_currency),
    ),
    inventory_value: money(valueOf([row]), currency, noCostReasonOf(row.unrated_currency)),
    units_per_day: row.units_per_day,
    days_of_cover: row.days_of_cover,
    ...coverReasonOf(row.days_of_cover, row.cover_lack),
    health: row.health,
  }
}

/** The stock value in cents; null when the cost of any units on hand is unknown. */
function valueOf(stock: VariantRow['stock']): number | null {
  const on_hand = stock.filter(({ on_hand_qty }) => on_hand_qty !== 0)
  if (on_hand.some(({ average_cost }) => average_cost === null)) return null
  return centsOfUnits(on_hand.map(({ average_cost, on_hand_qty }) => ({ cost: average_cost!, units: on_hand_qty })))
}

function supplierOf(row: VariantRow['suppliers'][number]): Static<typeof Variant>['suppliers'][number] {
  return {
    supplier_id: row.supplier_id,
    name: row.name,
    supplier_sku: row.supplier_sku,
    is_primary: row.is_primary,
    unit_cost: unitCost(row.unit_cost, row.currency, 'The supplier has no unit cost for this variant.'),
    min_order_quantity: row.min_order_quantity,
    batch_size: row.batch_size,
    lead_time_days: row.lead_time_days,
  }
}

/** Copies field by field: object rest costs several times as much. */
function variantOf(row: VariantRow): Static<typeof Variant> {
  const { currency, stock_currency, stock } = row
  return {
    variant_id: row.variant_id,
    product_id: row.product_id,
    product_title: row.product_title,
    sku: row.sku,
    barcode: row.barcode,
    title: row.title,
    option_values: row.option_values,
    position: row.position,
    status: row.status,
    vendor: row.vendor,
    category_id: row.category_id,
    category: row.category,
    price: money(row.price_cents, currency, 'The variant has no price.'),
    compare_at_price: money(row.compare_at_price_cents, currency, 'The variant has no compare-at price.'),
    unit_cost: unitCost(row.unit_cost, currency, 'The variant has no unit cost.'),
    weight_kg: row.weight_kg,
    carton: row.carton,
    lead_time_days: row.lead_time_days,
    on_hand_qty: sumOf(stock, (one) => one.on_hand_qty),
    committed_qty: sumOf(stock, (one) => one.committed_qty),
    available_qty: sumOf(stock, (one) => one.available_qty),
    incoming_qty: sumOf(stock, (one) => one.incoming_qty),
    inventory_value: money(
      valueOf(stock),
      stock_currency,
      noCostReasonOf(lacksOf(stock.map((one) => one.unrated_currency))),
    ),
    stock: stock.map((one) => stockOf(one, stock_currency)),
    suppliers: row.suppliers.map(supplierOf),
    custom_fields: row.custom_fields,
    created_at: row.created_at,
    last_updated_at: row.last_updated_at,
  }
}
