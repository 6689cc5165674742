/** Prices that were changed here after an import: what a later file says of them is a choice. */
import { decimalOf } from '../../contract/money.ts'
import type { Sql } from '../../contract/sql.ts'
import type { RecordDiff, RecordFault, WriteContext } from '../../imports/record_diff.ts'
import { recordFault } from '../../imports/record_fault.ts'
import { normalText } from '../../records/texts.ts'
import type { ProductWrite } from '../product_records/batch.model.ts'
import type { ProductRecord, VariantRecord } from '../product_records/product_record.ts'
import type { AssembledProduct } from './imported_product.model.ts'

const priceFields = { price_cents: 'price', compare_at_price_cents: 'compare_at_price' } as const
type PriceField = keyof typeof priceFields

interface ChangedPrice {
  sku: string
  field: PriceField
  changed_on: string
}

/**
 * Prices of variants whose last change came after an import of products, and not while one ran: those are its own. Imports are
 * known for 90 days (`limits.import_days`); what was changed after older ones is not.
 */
const readChanged = (sql: Sql, { organization_id, time_zone }: WriteContext, skus: readonly string[]) => sql<
  ChangedPrice[]
>`
  select v.sku, f.field, (e.occurred_at at time zone ${time_zone})::date::text as changed_on
  from variants v
  cross join lateral unnest(${Object.keys(priceFields)}::text[]) f (field)
  cross join lateral (
    select c.occurred_at from catalogue_events c
    where c.organization_id = ${organization_id} and c.variant_id = v.variant_id and c.kind = 'price_changed'
      and c.field = f.field
    order by c.occurred_at desc, c.entry desc limit 1
  ) e
  where v.organization_id = ${organization_id} and v.sku = any(${skus}::text[])
    and exists (select from imports i where i.organization_id = ${organization_id} and i.kind = 'products'
      and i.result is not null and i.requested_at < e.occurred_at)
    and not exists (select from imports i where i.organization_id = ${organization_id} and i.kind = 'products'
      and i.result is not null and e.occurred_at between i.requested_at and coalesce(i.ended_at, i.updated_at))`

const priceChange = /^variants\[(.*)\]\.(price_cents|compare_at_price_cents)$/

type Diff = RecordDiff<ProductWrite>
interface Compared {
  product: AssembledProduct
  diff: Diff
}

const changedPrices = ({ diff }: Compared) =>
  diff.outcome !== 'changed'
    ? []
    : diff.changes.flatMap(({ field, previous_value, value }) => {
        const [, sku, name] = priceChange.exec(field) ?? []
        return sku === undefined ? [] : [{ sku, field: name as PriceField, previous_value, value }]
      })

const keyOf = ({ sku, field }: Pick<ChangedPrice, 'sku' | 'field'>) => `${field} ${sku}`

const shown = (cents: string | null) => (cents === null ? 'none' : decimalOf(Number(cents)))

/** The record without the prices that are kept. */
function withoutPrices(record: ProductRecord, keys: ReadonlySet<string>): ProductRecord {
  const without = (variant: VariantRecord): VariantRecord => {
    const rest = { ...variant }
    for (const field of ['price_cents', 'compare_at_price_cents'] as const)
      if (keys.has(keyOf({ sku: normalText(variant.sku ?? ''), field }))) delete rest[field]
    return rest
  }
  return { ...record, ...(record.variants && { variants: record.variants.map(without) }) }
}

/** Diffs in which prices that were changed here are named, and kept where that is chosen. `again` compares once more. */
export async function withChangedPrices(
  sql: Sql,
  context: WriteContext,
  compared: readonly Compared[],
  isKeeping: boolean,
  again: (records: readonly ProductRecord[]) => Promise<readonly Diff[]>,
): Promise<readonly Diff[]> {
  const stated = compared.map(changedPrices)
  const skus = [...new Set(stated.flat().map(({ sku }) => sku))]
  if (skus.length === 0) return compared.map(({ diff }) => diff)
  const changed = new Map((await readChanged(sql, context, skus)).map((one) => [keyOf(one), one]))
  const notes = compared.map(({ product: { record, variant_rows } }, i) =>
    stated[i]!.flatMap(({ sku, field, previous_value, value }): RecordFault[] => {
      const here = changed.get(keyOf({ sku, field }))
      if (here === undefined) return []
      const at = record.variants?.findIndex((variant) => normalText(variant.sku ?? '') === sku) ?? -1
      const since = `was changed here on ${here.changed_on}, after an import; ${shown(previous_value)} is`
      const rule = isKeeping ? `${since} kept` : `${since} replaced, unless changed_here is keep`
      return [{ ...recordFault(priceFields[field], rule, shown(value)), row_number: variant_rows[at] ?? 0 }]
    }),
  )
  const concerned = compared.filter((_, i) => isKeeping && notes[i]!.length > 0)
  const diffs =
    concerned.length === 0
      ? []
      : await again(concerned.map((one) => withoutPrices(one.product.record, new Set(changed.keys()))))
  const diffOf = new Map(concerned.map((one, i) => [one, diffs[i]!]))
  return compared.map((one, i): Diff => {
    const diff = diffOf.get(one) ?? one.diff
    if (notes[i]!.length === 0 || diff.outcome === 'refused') return diff
    return diff.outcome === 'unchanged'
      ? { ...diff, notes: notes[i]! }
      : { ...diff, notes: [...(diff.notes ?? []), ...notes[i]!] }
  })
}
