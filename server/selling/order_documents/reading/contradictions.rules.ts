/** Labels of one meaning with different values, and several orders in one file. Pure. */
import { type LabelledValue, type LabelReading, singleSpaced } from './labels.rules.ts'
import { type PaperDate, paperDates, type Problem, type ReadLine } from './reading.ts'
import { possibleDays } from './values.rules.ts'

const quoted = ({ cell }: LabelledValue) =>
  `“${cell.text.slice(0, 60)}”${cell.place.cell === null ? '' : ` (${cell.place.cell})`}`

const shownMax = 5

/** What is done about it, where the sentence should say so. */
const advice = (name: LabelledValue['name']) =>
  name === 'reference' ? ': the file has several orders, and each is filed by itself' : ''

/** Whether there is a day that every one of them can mean. */
function isOneDay(all: readonly LabelledValue[], dates: readonly string[]): boolean {
  const [first, ...others] = all.map(({ cell }) => possibleDays(cell.text, dates))
  return [...first!].some((day) => others.every((days) => days.has(day)))
}

export function contradictions({ found }: Pick<LabelReading, 'found'>, dates: readonly string[]): Problem[] {
  const isDate = (name: string) => (paperDates as readonly string[]).includes(name)
  return [...Map.groupBy(found, ({ name }) => name)].flatMap(([name, all]): Problem[] => {
    const texts = Map.groupBy(all, ({ cell }) => singleSpaced(cell.text).toLowerCase())
    const distinct = [...texts.values()].map(([first]) => first!)
    if (distinct.length < 2 || (isDate(name) && isOneDay(distinct, dates))) return []
    const stated = distinct.slice(0, shownMax).map(quoted).join(' and ')
    return [{ code: 'columns_disagree', line_number: null, sentence: `${name} is stated as ${stated}${advice(name)}.` }]
  })
}

interface Dates {
  dates: Partial<Record<PaperDate, string | null>>
  lines: readonly Pick<ReadLine, 'line_number' | 'requested_ship_date' | 'cancel_date'>[]
}

/** Dates that cannot both be meant. */
export function dateProblems({ dates, lines }: Dates): Problem[] {
  const problems: Problem[] = []
  const add = (sentence: string, line_number: number | null) =>
    problems.push({ code: 'date_unreadable', line_number, sentence })
  const { order_date, requested_ship_date: ship, ship_window_start: start, ship_window_end: end, cancel_date } = dates
  const isAfter = (one: string | null | undefined, other: string | null | undefined) =>
    one != null && other != null && one > other
  if (isAfter(start, end)) add(`The ship window ends on ${end!}, before it starts on ${start!}.`, null)
  if (isAfter(start, cancel_date))
    add(`The order is to be cancelled after ${cancel_date!}, before the ship window starts on ${start!}.`, null)
  if (isAfter(ship, cancel_date)) add(`cancel_date ${cancel_date!} is before the requested ship date ${ship!}.`, null)
  if (isAfter(end, cancel_date)) add(`cancel_date ${cancel_date!} is before the ship window ends on ${end!}.`, null)
  if (isAfter(start, ship) || isAfter(ship, end))
    add(
      `requested_ship_date ${ship!} is outside the ship window from ${start ?? 'no day'} to ${end ?? 'no day'}.`,
      null,
    )
  for (const [name, day] of Object.entries({ requested_ship_date: ship, ship_window_end: end, cancel_date }))
    if (isAfter(order_date, day)) add(`${name} ${day!} is before the date of the order, ${order_date!}.`, null)
  for (const { line_number, requested_ship_date, cancel_date: own } of lines) {
    const [day, last] = [requested_ship_date ?? ship, own ?? cancel_date]
    if (requested_ship_date === null && own === null) continue
    if (isAfter(day, last))
      add(`Line ${line_number}: its cancel date ${last!} is before its ship date ${day!}.`, line_number)
    else if (isAfter(order_date, day))
      add(`Line ${line_number}: its ship date ${day!} is before the date of the order, ${order_date!}.`, line_number)
  }
  return problems
}
