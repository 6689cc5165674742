/** Lines that a caller submits, in a new order or in addition to those of an existing one. */
import { uuidv7 } from 'uuidv7'
import { account_items } from '../../../db/schema/wholesale/account_items.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { variantsByName } from '../../catalogue/variants/named_variants.store.ts'
import type { Sql } from '../../contract/sql.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { NewLine } from './creation/creation.store.ts'
import { type Pricing, priceLine, type SubmittedLine } from './creation/creation.rules.ts'
import { readVariants } from './references.store.ts'

export interface LineSubmission extends SubmittedLine {
  cancel_date?: string | null
  buyer_sku?: string | null
}

const itemColumns = selection(account_items, 'i', ['buyer_sku', 'variant_id'])

/** Lines that are named by the account's own SKU alone, with the variant that it names. */
async function withVariants<L extends LineSubmission>(
  sql: Sql,
  organization_id: string,
  trading_partner_id: string | null,
  lines: readonly L[],
  fieldOf: (i: number) => string,
): Promise<L[]> {
  const isNamed = ({ variant_id, sku, buyer_sku }: L) =>
    variant_id !== undefined || sku !== undefined || buyer_sku == null || trading_partner_id === null
  const skus = lines.flatMap((line) => (isNamed(line) ? [] : line.buyer_sku!))
  if (skus.length === 0) return [...lines]
  const items = await sql<RowOf<typeof itemColumns>[]>`
    select ${itemColumns} from account_items i
    where i.organization_id = ${organization_id} and i.trading_partner_id = ${trading_partner_id}::uuid
      and i.buyer_sku = any(${skus}::text[])`
  const variants = new Map(items.map(({ buyer_sku, variant_id }) => [buyer_sku, variant_id]))
  return lines.map((line, i) => {
    if (isNamed(line)) return line
    const variant_id = variants.get(line.buyer_sku!)
    if (variant_id === undefined)
      refuseField(`${fieldOf(i)}.buyer_sku`, "must be one of the account's items, unless variant_id or sku is given")
    return { ...line, variant_id }
  })
}

/** Finds the variants and prices of submitted lines, and numbers them. */
export async function priceSubmitted(
  sql: Sql,
  organization_id: string,
  submitted: readonly LineSubmission[],
  pricing: Pricing,
  {
    trading_partner_id,
    price_list_id,
    day,
    first_number = 1,
    fieldOf = (i) => `lines[${i}]`,
  }: {
    trading_partner_id: string | null
    price_list_id: string | null
    /** On which the price list must be valid. */
    day: string
    first_number?: number
    fieldOf?: (i: number) => string
  },
): Promise<NewLine[]> {
  const lines = await withVariants(sql, organization_id, trading_partner_id, submitted, fieldOf)
  const named = {
    ids: lines.flatMap(({ variant_id }) => variant_id ?? []),
    skus: lines.flatMap((line) => line.sku ?? []),
  }
  const list = { price_list_id, day, currency: pricing.currency }
  const variants = variantsByName(await readVariants(sql, organization_id, named, list))
  return lines.map((line, i) => {
    const { variant_id: _variant_id, sku: _sku, ...given } = line
    const numbered = { line_id: uuidv7(), line_number: first_number + i }
    return { ...given, ...numbered, ...priceLine(line, fieldOf(i), variants, pricing) }
  })
}
