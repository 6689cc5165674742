/** Commitments and budgets of the last two seasons. Orders to the central warehouse draw on them. */
import { type Calendar, mondayOf } from '../calendar.ts'
import type { Rows } from '../master_data.ts'
import type { MakeId } from '../random.ts'

/** Seasons are half-years: spring/summer is bought from February, autumn/winter from August. */
export const seasonOf = (day: string): number => {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return year * 2 + (month >= 8 ? 1 : month >= 2 ? 0 : -1)
}
export const seasonCode = (season: number) =>
  `${season % 2 === 0 ? 'SS' : 'AW'}${String(Math.floor(season / 2) % 100).padStart(2, '0')}`
export const seasonName = (season: number) =>
  `${season % 2 === 0 ? 'Spring/Summer' : 'Autumn/Winter'} ${Math.floor(season / 2)}`

/** 0 for the current season, 1 for the one before, null for older ones. */
export function commitmentOf(calendar: Calendar, week: number): number | null {
  const ago = seasonOf(mondayOf(calendar, calendar.week_count - 1)) - seasonOf(mondayOf(calendar, week))
  return ago < 2 ? ago : null
}

export function commitmentRows(makeId: MakeId, calendar: Calendar, currency: string): Rows {
  const season = seasonOf(mondayOf(calendar, calendar.week_count - 1))
  return {
    table: 'commitments',
    columns: 'commitment_id name season_code currency status created_at',
    rows: [0, 1].map((ago) => [
      makeId('commitment', ago),
      seasonName(season - ago),
      seasonCode(season - ago),
      currency,
      ago === 0 ? 'approved' : 'closed',
      `${mondayOf(calendar, 0)} 07:00:00+00`,
    ]),
  }
}

/** A budget for each category with orders, slightly above or below their cost, and one for all other categories. */
export function budgetRows(makeId: MakeId, drawn: ReadonlyMap<string, number>, category_ids: readonly string[]): Rows {
  const ofCategories = [...drawn].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = ofCategories.map(([key, cost], i) => {
    const [commitment, category] = key.split('/').map(Number) as [number, number]
    const factor = category % 4 === 1 ? 0.95 : 1.2
    const rounded = Math.ceil(((cost / 100) * factor) / 100_000) * 100_000
    return [makeId('commitment_budget', i + 2), makeId('commitment', commitment), category_ids[category], rounded]
  })
  const others = [0, 1].map((i) => [makeId('commitment_budget', i), makeId('commitment', i), null, 500_000])
  return {
    table: 'commitment_budgets',
    columns: 'budget_id commitment_id category_id budget_cents',
    rows: [...others, ...rows],
  }
}
