import { supplier_variants } from '../../../db/schema/suppliers.ts'
import { recordset, type RecordsetRow } from '../../../db/sql/recordset.ts'
import { type RowOf, selection } from '../../../db/sql/selection.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { shownCost } from '../../contract/money.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Count, Shape, Type } from '../../contract/schema.ts'
import { actorOf } from '../../ledger/actor.ts'
import { SupplierPath, SupplierVariant } from '../suppliers/model.ts'
import { firstRepeat } from '../suppliers/rules.ts'
import { lockSupplier, readSupplierVariants } from '../suppliers/store.ts'
import { changedPacking, checkBatch, costAfter } from '../purchase_units/purchase_unit.rules.ts'
import { noTerms, termNames } from './supplier_costs.rules.ts'
import { AttachedVariant } from './variant.model.ts'
import { type HeldVariant, lockVariants, applyConsequences } from './variant.store.ts'

export const attachVariants = operation({
  id: 'suppliers.attach_variants',
  route: 'POST /api/v1/inventory/suppliers/{supplier_id}/variants',
  summary: 'Attach variants to a supplier',
  desc: ({ attached, updated }) => `${counted(attached, 'variant')} attached; ${updated} updated.`,
  description: `Attaches 1 to ${limits.supplier_variants_per_call_max.toLocaleString('en-US')} variants to a supplier with their cost and order terms, all or none. A variant that is already attached is updated: only fields that are sent change, and null clears a field. The supplier becomes the variant's primary supplier if \`is_primary\` is true, or if it is omitted and the variant has no primary supplier yet. Changes of the primary supplier or of days take effect in stock health at once. The variant's timeline shows changes of its primary supplier and of the cost there.`,
  params: SupplierPath,
  body: Shape({
    variants: Type.Array(AttachedVariant, {
      minItems: 1,
      maxItems: limits.supplier_variants_per_call_max,
      description: 'The variants, each at most once.',
    }),
  }),
  answer: Shape({
    attached: Count('Number of variants newly attached.'),
    updated: Count('Number of variants that were already attached.'),
    variants: Type.Array(SupplierVariant, { description: 'The attached variants after the change, sorted by SKU.' }),
  }),
  refusals: ['supplier_not_on_file', 'variant_not_on_file'],
  async run({ sql, caller, params: { supplier_id }, body: { variants }, now }) {
    const { organization_id } = caller
    checkLines(variants)
    const variant_ids = variants.map(({ variant_id }) => variant_id)
    const { currency } = await lockSupplier(sql, organization_id, supplier_id)
    const change = { organization_id, actor: actorOf(caller), now, variant_ids }
    const before = await lockVariants(sql, change)
    const held = await readHeld(sql, organization_id, supplier_id, variant_ids)
    const lines = changedLines(mergeLines(variants, held, before, currency), held)
    await writeLines(sql, { organization_id, supplier_id, now }, lines)
    await applyConsequences(sql, change, before)
    const rows = await readSupplierVariants(sql, organization_id, supplier_id, variant_ids)
    return { attached: variants.length - held.length, updated: held.length, variants: [...rows] }
  },
})

const lineNames = [...termNames, 'is_primary'] as const
const lineColumns = selection(supplier_variants, 'sv', ['variant_id', ...lineNames])
const lineRows = recordset(supplier_variants, ['variant_id', ...lineNames])
type Line = RecordsetRow<typeof lineRows>

function checkLines(variants: readonly AttachedVariant[]): void {
  const twice = firstRepeat(variants.map(({ variant_id }) => variant_id.toLowerCase()))
  if (twice >= 0) refuseField(`variants[${twice}].variant_id`, 'is repeated in this request')
  for (const [at, { supplier_sku }] of variants.entries())
    if (supplier_sku?.trim() === '') refuseField(`variants[${at}].supplier_sku`, 'must not be blank')
}

const readHeld = (sql: Sql, organization_id: string, supplier_id: string, variant_ids: readonly string[]) => sql<
  RowOf<typeof lineColumns>[]
>`
  select ${lineColumns} from supplier_variants sv
  where organization_id = ${organization_id} and supplier_id = ${supplier_id}
    and variant_id = any(${arrayLiteral(variant_ids)}::uuid[])`

function mergeLines(
  attached: readonly AttachedVariant[],
  held: readonly Line[],
  before: readonly HeldVariant[],
  currency: string,
): Line[] {
  const lines = new Map(held.map((line) => [line.variant_id, line]))
  const unclaimed = new Set(before.filter(({ primary_id }) => primary_id === null).map(({ variant_id }) => variant_id))
  return attached.map(({ purchase_unit_cost, ...one }, i) => {
    const variant_id = one.variant_id.toLowerCase()
    const line = lines.get(variant_id) ?? { ...noTerms, is_primary: unclaimed.has(variant_id) }
    const at = `variants[${i}].`
    const packing = changedPacking(one, line, at)
    const storedCost = line.unit_cost === null ? null : String(line.unit_cost)
    const unit_cost = costAfter({ ...one, purchase_unit_cost }, storedCost, packing, currency, at)
    const merged = { ...line, ...one, ...packing, unit_cost, variant_id }
    checkBatch(one, merged.batch_size, packing, at)
    return { ...merged, supplier_sku: merged.supplier_sku?.trim() ?? null }
  })
}

/** Lines sent unchanged are not written. */
function changedLines(lines: readonly Line[], held: readonly Line[]): Line[] {
  const onFile = new Map(held.map((line) => [line.variant_id, comparable(line)]))
  return lines.filter((line) => isDifferent(onFile.get(line.variant_id) ?? {}, comparable(line)))
}

const comparable = (line: Line) => ({
  ...line,
  unit_cost: line.unit_cost === null ? null : shownCost(String(line.unit_cost)),
})

async function writeLines(
  sql: Sql,
  { organization_id, supplier_id, now }: { organization_id: string; supplier_id: string; now: string },
  lines: readonly Line[],
): Promise<void> {
  const primary = lines.filter(({ is_primary }) => is_primary).map(({ variant_id }) => variant_id)
  await sql`
    update supplier_variants set is_primary = false, updated_at = ${now}
    where organization_id = ${organization_id} and supplier_id <> ${supplier_id} and is_primary
      and variant_id = any(${arrayLiteral(primary)}::uuid[])`
  await sql`
    insert into supplier_variants (organization_id, supplier_id, updated_at, ${lineRows.names})
    select ${organization_id}::uuid, ${supplier_id}::uuid, ${now}::timestamptz, ${lineRows.values}
    from ${lineRows.from(lines)}
    on conflict (organization_id, supplier_id, variant_id) do update set ${assignments([...lineNames, 'updated_at'])}`
}
