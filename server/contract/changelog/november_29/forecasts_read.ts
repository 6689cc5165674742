/** Forecasts that can be read. */
import type { ChangelogEntry } from '../entry.ts'

export const forecastsRead: readonly ChangelogEntry[] = [
  {
    id: 'forecasts-are-overridden',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales', 'inventory'],
    title: 'Planners can override forecasts',
    detail: `\`PUT /api/v1/forecasts/overrides\` sets the units that a planner expects of a variant or a category in a channel and week, with a reason; null removes
them. Lists of forecasts show them beside the statistical figure, and cover and order proposals use them. \`GET\` on the same path returns every version with
its author, and how good overrides were beside the forecasts that they replaced. The score of forecasts does not change with overrides.`,
    action_required: null,
    covers: ['session.set_forecast_overrides', 'session.list_forecast_overrides'],
  },
  {
    id: 'forecasts-are-listed',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['sales'],
    title: 'Forecasts can be read by week, with interval and score',
    detail: `\`GET /api/v1/forecasts\` lists the weekly forecasts by variant and channel, or by category, for past and coming weeks: units, the 80% interval,
method, what sold, and how good the forecasts were (bias, WMAPE, and the share of the naive forecast's error that they save). With \`location_id\` it
returns the share of a location.`,
    action_required: null,
    covers: ['session.list_forecasts'],
  },
]
