import type { Sql } from '../../contract/call.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { readFilters } from '../../tables/arguments.ts'
import { variantsTable } from '../../catalogue/variants/variants_table.ts'
import { type FilterArg, GenerationChange, GenerationSummary } from './generation.model.ts'
import { readGenerationSettings, readUnknownVariants, writeGenerationSettings } from './generation.store.ts'
import { OrganizationPath } from '../orders/model.ts'

export const updateGenerationSettings = operation({
  id: 'purchase_orders.update_generation_settings',
  route: 'PATCH /api/v1/organizations/{organization_id}/purchase-orders/generation-settings',
  summary: 'Change how orders are generated',
  desc: ({ auto_generate }) => `Settings saved; orders are ${auto_generate ? '' : 'not '}proposed each day.`,
  description:
    "Changes what is named and leaves the rest. While `enabled`, drafts are proposed once a day: for each variant that is chosen, at each location where what is available, on its way, in drafts and in the basket no longer covers the primary supplier's lead time and review, enough to cover these and `horizon_days` more, under the supplier's minimum, batch and container as the flags say. Nothing is on order before a person approves it.\n\nVariants are chosen by `variant_ids`, or where that is empty by `filter_args` and `search`, whose keys and operations are those of the table of variants; a filter by `supplier` or `location` also chooses the orders: only those to that primary supplier, or for that location, are proposed. `exceptions` are left out of either. Archived variants, and those of products that are not planned and bought here, are never proposed.",
  params: OrganizationPath,
  body: GenerationChange,
  answer: GenerationSummary,
  async run({ sql, caller: { organization_id }, body, now }) {
    checkFilterArgs(body.filter_args)
    for (const field of ['variant_ids', 'exceptions'] as const)
      await checkVariants(sql, organization_id, body[field] ?? [], field)
    await writeGenerationSettings(sql, organization_id, now, body)
    const { auto_generate, group_by, horizon_days } = await readGenerationSettings(sql, organization_id)
    return { auto_generate, group_by, horizon_days }
  },
})

/** Filters are kept as they were sent and judged as the table of variants judges them. */
function checkFilterArgs(filter_args: readonly FilterArg[] | undefined): void {
  if (filter_args !== undefined) readFilters(variantsTable, JSON.stringify(filter_args))
}

async function checkVariants(sql: Sql, organization_id: string, ids: readonly string[], field: string): Promise<void> {
  const unknown = await readUnknownVariants(sql, organization_id, ids)
  const at = ids.findIndex((id) => unknown.has(id))
  if (at >= 0) refuseField(`${field}[${at}]`, 'names no variant of this organisation')
}
