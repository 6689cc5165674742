import type { ChangelogEntry } from './entry.ts'

export const timeZones: readonly ChangelogEntry[] = [
  {
    id: 'known-time-zones',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['platform', 'reports'],
    title: 'Time zones must be known to the database',
    detail: `Organisations, report schedules and mappings of imports take a time zone only if the database lists it, too. Others are refused with
    400 by their field; \`US/Pacific-New\`, for example, was taken before and stopped the figures that are computed by day. Zones that were
    stored already became the present name of the same zone, or UTC.`,
    action_required: null,
    covers: [],
  },
  {
    id: 'days-of-the-organisation-in-metrics-and-counts',
    date: '2026-11-26',
    train: '2026-11',
    kind: 'additive',
    areas: ['metrics', 'stocktakes'],
    title: "Arrivals in metrics and the variance of stocktakes count the organisation's day",
    detail: `\`units_on_time\` and \`on_time_rate\` of metric queries count an arrival on its day in the organisation's time zone, as the scorecard of a
    supplier does. They counted its UTC day, so the two could differ. Without \`end_date\`, the window of stocktake variance by supplier
    ends on the organisation's current day instead of the UTC day.`,
    action_required: null,
    covers: [],
  },
]
