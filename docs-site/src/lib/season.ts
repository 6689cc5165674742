/** The sample season of the guide 'Reading a season's sales', summed for its charts. */
import sales from '../../public/samples/season_sales.csv?raw'

/** First days of the fiscal months of the season, in the 4-5-4 retail calendar. */
export const months = [
  { start: '2025-08-03', label: 'Aug' },
  { start: '2025-08-31', label: 'Sep' },
  { start: '2025-10-05', label: 'Oct' },
  { start: '2025-11-02', label: 'Nov' },
  { start: '2025-11-30', label: 'Dec' },
  { start: '2026-01-04', label: 'Jan' },
] as const

interface SalesDay {
  day: string
  sku: string
  channel: string
  units: number
  net_cents: number
}

const cents = (text: string) => Math.round(Number(text) * 100)

const [header, ...lines] = sales.trim().split('\n').map((line) => line.split(','))
const at = (name: string) => header!.indexOf(name)
const days: SalesDay[] = lines.map((row) => ({
  day: row[at('Date')]!,
  sku: row[at('SKU')]!,
  channel: row[at('Channel')]!,
  units: Number(row[at('Units')]),
  net_cents: cents(row[at('Gross sales')]!) - cents(row[at('Discounts')]!) - cents(row[at('Returns')]!),
}))

const monthOf = (day: string) => months.findLastIndex(({ start }) => start <= day)

/** Net sales of a channel by month, in cents. */
export const netByMonth = (channel: string): number[] =>
  months.map((_, i) =>
    days.filter((one) => one.channel === channel && monthOf(one.day) === i).reduce((sum, { net_cents }) => sum + net_cents, 0),
  )

export const weeks: readonly string[] = [...new Set(days.map(({ day }) => day))].sort()

/** Units of a SKU in each week of the season. */
export const unitsByWeek = (sku: string): number[] =>
  weeks.map((week) => days.filter(({ day, sku: of }) => day === week && of === sku).reduce((sum, { units }) => sum + units, 0))
