import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { CommaList, Id, type Static, Type } from '../../contract/schema.ts'
import { scoredLags } from '../../contract/stock.ts'
import type { ForecastMethod, ForecastReason } from './forecast.rules.ts'
import { ForecastConfig, intervalPercent } from './model.ts'
import { type ForecastSettings, readForecastSettings } from './settings.store.ts'

type Config = Static<typeof ForecastConfig>
type VariantChoice = Config['variants'][number]

const readLastRun = (sql: Sql, organization_id: string) => sql<NonNullable<Config['last_run']>[]>`
  select origin_week, began_at, ended_at, variants, series, fault from forecast_runs
  where organization_id = ${organization_id} order by origin_week desc limit 1`

interface ChoiceRow {
  variant_id: string
  sales_channel_id: string
  channel_name: string
  origin_week: string
  method: ForecastMethod
  reason: ForecastReason
  errors: Record<string, number>
  origins: number
  history_weeks: number
  stockout_days: number
  units_per_week: number
}

const readChoices = (sql: Sql, organization_id: string, ids: string) => sql<ChoiceRow[]>`
  select c.variant_id, c.sales_channel_id, s.name as channel_name, c.origin_week, c.method, c.reason, c.errors, c.origins,
    c.history_weeks, c.stockout_days, c.level_units::float8 as units_per_week
  from forecast_choices c
  join sales_channels s on s.organization_id = c.organization_id and s.sales_channel_id = c.sales_channel_id
  where c.organization_id = ${organization_id} and c.variant_id = any(${ids}::uuid[])
  order by s.name, s.sales_channel_id`

const sentences: Record<ForecastReason, (origins: number) => string> = {
  smallest_error: (origins) =>
    `Its error was the smallest at ${origins} rolling origins, by a clear margin over the average.`,
  too_few_weeks: () => 'The item has sold for too few weeks to compare methods.',
  only_method: () => 'The configuration allows no other method for this item.',
}
const notMeasured = 'There are too few weeks with sales a year earlier to measure it.'
const noForecast = 'The variant has not been forecast: it has not sold, or it was created after the last run.'

function channelOf(row: ChoiceRow): VariantChoice['channels'][number] {
  const { sales_channel_id, channel_name, origin_week, method, reason, errors, origins } = row
  const { history_weeks, stockout_days, units_per_week } = row
  const wmase = errors[method] ?? null
  return {
    sales_channel_id,
    channel_name,
    origin_week,
    method,
    reason_code: reason,
    reason: sentences[reason](origins),
    wmase,
    wmase_reason: wmase === null ? notMeasured : null,
    errors: Object.entries(errors)
      .map(([one, error]) => ({ method: one, wmase: error }))
      .sort((a, b) => a.wmase - b.wmase),
    origins,
    history_weeks,
    stockout_days,
    units_per_week,
  }
}

async function readVariants(sql: Sql, organization_id: string, requested: readonly string[]): Promise<VariantChoice[]> {
  if (requested.length === 0) return []
  const ids = arrayLiteral(requested)
  const [variants, choices] = await Promise.all([
    sql<{ variant_id: string; sku: string }[]>`
      select variant_id, sku from variants
      where organization_id = ${organization_id} and variant_id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], variant_id)`,
    readChoices(sql, organization_id, ids),
  ])
  if (variants.length < requested.length) refuseField('variant_ids', 'must be variants of this organisation')
  const byVariant = Map.groupBy(choices, ({ variant_id }) => variant_id)
  return variants.map((variant) => {
    const channels = (byVariant.get(variant.variant_id) ?? []).map(channelOf)
    return { ...variant, channels, channels_reason: channels.length === 0 ? noForecast : null }
  })
}

export async function readConfig(
  sql: Sql,
  organization_id: string,
  settings: ForecastSettings,
  variant_ids: readonly string[],
): Promise<Config> {
  const [[last_run], variants] = await Promise.all([
    readLastRun(sql, organization_id),
    readVariants(sql, organization_id, variant_ids),
  ])
  return {
    ...settings,
    interval_percent: intervalPercent,
    accuracy_lags: [...scoredLags],
    last_run: last_run ?? null,
    variants,
  }
}

export const getForecastConfig = operation({
  id: 'sales.get_forecast_config',
  route: 'GET /api/v1/sales/velocity/forecast-config',
  summary: 'Get the forecast configuration',
  description: `Returns how the weekly forecasts are made, the newest run, and, for the variants in \`variant_ids\`, the method of each sales channel with the reason for it. Forecasts are made once a week for every variant and channel, from the sales of the complete weeks (Monday to Sunday, in the organisation's time zone). Days out of stock do not count as days without demand; a day with sales is never out of stock, and before a variant's first ledger row stock is unknown. The configuration is changed in the app. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  query: Type.Object(
    {
      variant_ids: Type.Optional(
        CommaList(Id('Id of a variant.'), {
          minItems: 1,
          maxItems: limits.forecast_variants_max,
          description: `Variants to return the chosen methods of; 1 to ${limits.forecast_variants_max} comma-separated ids.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: ForecastConfig,
  async run({ sql, caller: { organization_id }, query }) {
    const settings = await readForecastSettings(sql, organization_id)
    return readConfig(sql, organization_id, settings, [...new Set(query.variant_ids ?? [])])
  },
})
