/** The fields of the sales tables, each once for both. */
import { productStatuses } from '../../../catalogue/known_values.ts'
import { money } from '../../../contract/money.ts'
import type { FigureCause } from '../../../contract/money/figure_causes.ts'
import { Money, Nullable, Num, OpenChoice, OwnId, Reason, Text, Type, Whole } from '../../../contract/schema.ts'
import { computed, field, filterable, numberPart, searchable, sortable, textPart } from '../../../tables/field.ts'
import { noRate } from '../sales_basis.ts'

export const amountCodes = ['no_exchange_rate'] as const satisfies readonly FigureCause[]
export const rateCodes = ['nothing_sold'] as const satisfies readonly FigureCause[]

/** The columns of a row; the variant is null where rows are products. */
interface RowColumns {
  product_id: string
  status: string
  variant: { id: string; sku: string; title: string } | null
}

const amount = (description: string, name: string) => {
  const cents = `case when d.unrated is null then coalesce(d.${name}, 0) end`
  return computed(
    Money(description),
    { cents: numberPart(cents), unrated: textPart('d.unrated'), currency: textPart('o.currency') },
    (of) => money(of.cents, of.currency, of.unrated === null ? '' : noRate(of.unrated, of.currency!)),
    { filter: true, sort: true, compare: { sql: cents, type: 'integer', note: 'In cents.' } },
  )
}

const units = (description: string, sql: string) => field(Whole(description), sql, { ...sortable, not_null: true })

// Running sums are float8, of whole numbers.
const rate = 'case when d.units > 0 then round(100.0 * d.returned_units::numeric / d.units::numeric, 2) end'

const variantText = (description: string, sql: string | undefined) =>
  field(Nullable(Text(`${description}; null where rows are products.`)), sql ?? 'null::text', {
    ...searchable,
    ...(sql === undefined ? {} : { not_null: true as const }),
  })

const Status = OpenChoice(productStatuses, 'Status of the product; ARCHIVED where the variant is archived.')

/** Fields of products p. */
export const productFields = {
  platform_tags: field(
    Type.Array(Type.String(), { description: 'Tags of the product in the store platform.' }),
    'p.platform_tags',
    filterable,
  ),
  class: field(Nullable(Text('Merchandising class of the product.')), 'p.class', filterable),
}

export const salesFields = ({ product_id, status, variant }: RowColumns) => ({
  product_id: field(OwnId('The product.'), product_id, filterable),
  variant_id: field(
    Nullable(OwnId('The variant; null where rows are products.')),
    variant?.id ?? 'null::uuid',
    filterable,
  ),
  sku: variantText('Stock keeping unit', variant?.sku),
  product_title: field(Text('Title of the product.', { examples: ['Merino crew jumper'] }), 'p.title', searchable),
  variant_title: variantText('Title of the variant', variant?.title),
  vendor: field(Nullable(Text('Vendor of the product.')), 'p.vendor', sortable),
  category_id: field(Nullable(OwnId('Category of the product.')), 'p.category_id', filterable),
  category: field(Nullable(Text('Name of the category.', { examples: ['Knitwear'] })), 'c.name', { sort: true }),
  status: field(Status, status),
  gross_sales: amount('Sales before discounts and returns, excluding taxes.', 'gross'),
  discounts: amount('Discounts on those sales.', 'discounts'),
  returns: amount('Value of what was refunded or came back.', 'returns'),
  taxes: amount('Taxes on sales minus those on returns; no other figure contains them.', 'taxes'),
  net_sales: amount('Gross sales minus discounts and returns, excluding taxes.', 'net'),
  amounts_reason_code: field(
    Nullable(OpenChoice(amountCodes, 'Why the amounts are null.')),
    "case when d.unrated is not null then 'no_exchange_rate' end",
  ),
  items_sold: units('Units sold.', 'coalesce(d.units, 0)'),
  items_returned: units('Units returned.', 'coalesce(d.returned_units, 0)'),
  net_items_sold: units('Units sold minus units returned.', 'coalesce(d.units - d.returned_units, 0)'),
  return_rate: field(
    Nullable(
      Num(
        'Units returned per hundred units sold, both in the window, rounded to two decimals; null if nothing was sold.',
        { examples: [8.33] },
      ),
    ),
    rate,
    sortable,
  ),
  return_rate_reason_code: field(
    Nullable(OpenChoice(rateCodes, 'Why the rate is null.')),
    "case when coalesce(d.units, 0) <= 0 then 'nothing_sold' end",
  ),
  return_rate_reason: field(Reason, "case when coalesce(d.units, 0) <= 0 then 'Nothing was sold in the window.' end"),
  ...productFields,
  product_status: field(Status, status, filterable),
})
