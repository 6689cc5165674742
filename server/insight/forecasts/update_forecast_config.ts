import { recordAudit } from '../../audit/record.ts'
import { isDifferent } from '../../contract/difference.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { Choice, Flag, Shape, Type, Whole } from '../../contract/schema.ts'
import { forecastMethods } from '../known_values.ts'
import { readConfig } from './get_forecast_config.ts'
import { ForecastConfig, shownSettings } from './model.ts'
import { type ForecastSettings, readForecastSettings, writeForecastSettings } from './settings.store.ts'

export const updateForecastConfig = sessionOperation({
  id: 'session.update_forecast_config',
  route: 'PATCH /api/v1/forecast-config',
  summary: 'Update the forecast configuration',
  desc: ({ is_enabled }) => `Configuration saved; forecasts are ${is_enabled ? '' : 'not '}made every week.`,
  description:
    'Changes the fields that are sent; others stay unchanged. The next weekly run uses them. While `is_enabled` is false no forecasts are made, and cover and order proposals use the sales rate again after two weeks.',
  service: 'sales',
  needs: 'admin',
  body: Shape(
    {
      is_enabled: Type.Optional(Flag(shownSettings.is_enabled.description!)),
      horizon_weeks: Type.Optional(
        Whole(shownSettings.horizon_weeks.description!, {
          minimum: limits.forecast_horizon_weeks_min,
          maximum: limits.forecast_horizon_weeks_max,
          examples: [26],
        }),
      ),
      history_weeks: Type.Optional(
        Whole(shownSettings.history_weeks.description!, {
          minimum: limits.forecast_history_weeks_min,
          maximum: limits.forecast_history_weeks_max,
          examples: [104],
        }),
      ),
      methods: Type.Optional(
        Type.Array(Choice(forecastMethods, 'Method.'), {
          minItems: 1,
          uniqueItems: true,
          description: 'Methods that a forecast may be made by; replaces the stored list.',
        }),
      ),
    },
    { examples: [{ horizon_weeks: 26 }] },
  ),
  answer: ForecastConfig,
  async run({ sql, caller, body, now }) {
    const { organization_id } = caller
    const before = await readForecastSettings(sql, organization_id)
    const settings = await writeForecastSettings(sql, organization_id, now, body as Partial<ForecastSettings>)
    const sentence = 'Forecast configuration saved.'
    if (isDifferent(before, settings))
      await recordAudit(sql, caller, { kind: 'settings.changed', subject_id: null, subject: 'forecasts', sentence })
    return readConfig(sql, organization_id, settings, [])
  },
})
