/** Figures of the trade, week by week. */
import type { ChangelogEntry } from '../entry.ts'

export const tradeFigures: readonly ChangelogEntry[] = [
  {
    id: 'wssi-of-buy-plans',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['planning'],
    title: 'Weekly sales, stock and intake of a buy plan',
    detail: `\`GET /api/v1/mfp/{mfp_id}/wssi\` returns by category and week what a buy plan plans, what happened, and a re-projection: today's stock, less
forecast sales and planned markdowns, plus open orders in the week in which they are due. The plan and the re-projection each have their weeks
of cover. A figure that is not known is null with its cause. In reports, a planned figure with one empty cell no longer says
that some of the cells are empty, and has the cause \`no_plan_value\`.`,
    action_required: null,
    covers: ['session.get_wssi'],
  },
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
