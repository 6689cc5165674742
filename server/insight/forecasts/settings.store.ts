/** Forecast settings of an organisation; without a row, the defaults. */
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import { assignments } from '../../../db/sql/lists.ts'
import type { Sql } from '../../contract/call.ts'
import { isDifferent } from '../../contract/difference.ts'
import { forecastMethods } from '../known_values.ts'
import type { ForecastMethod } from './forecast.rules.ts'

export interface ForecastSettings {
  is_enabled: boolean
  horizon_weeks: number
  history_weeks: number
  methods: ForecastMethod[]
}

export const defaultSettings: ForecastSettings = {
  is_enabled: true,
  horizon_weeks: 13,
  history_weeks: 104,
  methods: [...forecastMethods],
}

export async function readForecastSettings(sql: Sql, organization_id: string): Promise<ForecastSettings> {
  const [row] = await sql<ForecastSettings[]>`
    select is_enabled, horizon_weeks, history_weeks, to_jsonb(methods) as methods from forecast_settings
    where organization_id = ${organization_id}`
  return row ?? defaultSettings
}

const settingNames = ['is_enabled', 'horizon_weeks', 'history_weeks', 'methods']

/** Writes the fields that are sent; others stay unchanged. */
export async function writeForecastSettings(
  sql: Sql,
  organization_id: string,
  now: string,
  change: Partial<ForecastSettings>,
): Promise<ForecastSettings> {
  const before = await readForecastSettings(sql, organization_id)
  const settings = { ...before, ...change }
  if (!isDifferent(before, change)) return settings
  await sql`
    insert into forecast_settings (organization_id, is_enabled, horizon_weeks, history_weeks, methods, updated_at)
    values (${organization_id}, ${settings.is_enabled}, ${settings.horizon_weeks}, ${settings.history_weeks},
      ${arrayLiteral(settings.methods)}::text[], ${now})
    on conflict (organization_id) do update set ${assignments([...settingNames, 'updated_at'])}`
  return settings
}
