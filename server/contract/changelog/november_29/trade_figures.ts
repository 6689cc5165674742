/** Figures of the trade, week by week. */
import type { ChangelogEntry } from '../entry.ts'

export const tradeFigures: readonly ChangelogEntry[] = [
  {
    id: 'weekly-trade-is-compared',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['reports', 'sales'],
    title: 'A week is compared with the week before, the season and the year to date',
    detail: `\`GET /api/v1/finance/weekly-trade\` returns net sales, units, gross margin and stock of a fiscal week, of the week before, and of the season and
the year to date, each against the same weekdays 52 weeks earlier, by category. It lists the styles that sold most, and of those on hand the
ones that sold least. Every figure that is null has a code.`,
    action_required: null,
    covers: ['session.compare_weekly_trade'],
  },
  {
    id: 'last-year-is-recorded-as-a-whole',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    corrects: {
      figures: 'Last year in the weekly trade report, where records begin within that week',
      reach: 'every_period',
    },
    areas: ['reports'],
    title: 'A week of last year that was recorded in part is unknown: figures change',
    detail: `The weekly trade report compared a whole week with the days of last year's week that were recorded, if records begin within it. Last year is
null there now, and the reason states the day.`,
    action_required: null,
    covers: [],
  },
]
