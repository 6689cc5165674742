/** SQL of the generation settings. An organisation without a row has the defaults, with generation off. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import type { GenerationChange, GenerationSettings } from './generation.model.ts'

const defaultSettings: GenerationSettings = {
  auto_generate: false,
  group_by: 'supplier',
  horizon_days: 28,
  fill_container: false,
  round_to_batch_size: true,
  top_up_to_moq: true,
  search: null,
  filter_args: [],
  variant_ids: [],
  exceptions: [],
  generated_at: null,
  generated_orders: null,
  generation_fault: null,
}

export async function readGenerationSettings(sql: Sql, organization_id: string): Promise<GenerationSettings> {
  const [row] = await sql<GenerationSettings[]>`
    select auto_generate, group_by, horizon_days, fill_container, round_to_batch_size, top_up_to_moq, search, filter_args,
      to_jsonb(variant_ids) as variant_ids, to_jsonb(exceptions) as exceptions, generated_at, generated_orders,
      generation_fault
    from purchase_generation_settings where organization_id = ${organization_id}`
  return row ?? defaultSettings
}

const list = (ids: readonly string[] | undefined) => (ids === undefined ? null : arrayLiteral(ids))

export interface GenerationWrite extends GenerationChange {
  group_by?: string
  horizon_days?: number
}

/** The change in terms of the stored settings. */
const wantedOf = ({ enabled, search, ...rest }: GenerationWrite): Partial<GenerationSettings> => ({
  ...rest,
  auto_generate: enabled,
  search: search === undefined ? undefined : search || null,
})

/** Writes the fields that are sent; others stay unchanged. */
export async function writeGenerationSettings(
  sql: Sql,
  organization_id: string,
  now: string,
  change: GenerationWrite,
): Promise<void> {
  if (!isDifferent(await readGenerationSettings(sql, organization_id), wantedOf(change))) return
  const { search } = change
  const filter_args = change.filter_args === undefined ? null : JSON.stringify(change.filter_args)
  await sql`
    insert into purchase_generation_settings (organization_id) values (${organization_id}) on conflict do nothing`
  await sql`
    update purchase_generation_settings set
      auto_generate = coalesce(${change.enabled ?? null}::boolean, auto_generate),
      group_by = coalesce(${change.group_by ?? null}::text, group_by),
      horizon_days = coalesce(${change.horizon_days ?? null}::int, horizon_days),
      fill_container = coalesce(${change.fill_container ?? null}::boolean, fill_container),
      round_to_batch_size = coalesce(${change.round_to_batch_size ?? null}::boolean, round_to_batch_size),
      top_up_to_moq = coalesce(${change.top_up_to_moq ?? null}::boolean, top_up_to_moq),
      search = case when ${search !== undefined}::boolean then nullif(${search ?? null}::text, '') else search end,
      filter_args = coalesce(${filter_args}::text::jsonb, filter_args),
      variant_ids = coalesce(${list(change.variant_ids)}::uuid[], variant_ids),
      exceptions = coalesce(${list(change.exceptions)}::uuid[], exceptions),
      updated_at = ${now}
    where organization_id = ${organization_id}`
}

/** The ids that are not variants of the organisation. */
export async function readUnknownVariants(
  sql: Sql,
  organization_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ variant_id: string }[]>`
    select n.variant_id::text as variant_id from unnest(${arrayLiteral(ids)}::uuid[]) as n (variant_id)
    where not exists (select from variants v
      where v.organization_id = ${organization_id} and v.variant_id = n.variant_id)`
  return new Set(rows.map(({ variant_id }) => variant_id))
}
