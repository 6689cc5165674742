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
  summary: 'Update order generation settings',
  desc: ({ auto_generate }) => `Settings saved; orders are ${auto_generate ? '' : 'not '}proposed daily.`,
  description:
    "Changes the settings that are sent. While `enabled` is true, draft orders are proposed once a day: for each selected variant, at each location where available stock, incoming stock, drafts and the basket no longer cover the primary supplier's lead time and review period. The draft covers these and another `horizon_days`, subject to the supplier's minimum, batch size and container as the flags say. Nothing is on order until a person approves the draft. Variants are selected by `variant_ids`, or if that is empty by `filter_args` and `search`, with the keys and operations of the variants table. A filter by `supplier` or `location` also limits the orders to that primary supplier or location. `exceptions` are always left out. Archived variants, and variants of products with `is_managed` false, are never proposed.",
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

/** Filters are stored as sent and validated by the variants table. */
function checkFilterArgs(filter_args: readonly FilterArg[] | undefined): void {
  if (filter_args !== undefined) readFilters(variantsTable, JSON.stringify(filter_args))
}

async function checkVariants(sql: Sql, organization_id: string, ids: readonly string[], field: string): Promise<void> {
  const unknown = await readUnknownVariants(sql, organization_id, ids)
  const at = ids.findIndex((id) => unknown.has(id))
  if (at >= 0) refuseField(`${field}[${at}]`, 'must be a variant of this organisation')
}
