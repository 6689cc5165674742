/** A sentence that states what a query returned. Pure. */
import { daysBetween } from '../../calendar/days.ts'
import type { Period } from '../../calendar/retail_calendar.ts'
import { listOf } from '../../contract/outcome.ts'
import type { CheckedQuery } from './check_query.rules.ts'
import { domainOf } from './dictionary.ts'
import { dimensions } from './dimensions.ts'

const joined = (words: readonly string[]) => listOf(words, 'and')

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function splitWords({ dimensions: split, grain }: CheckedQuery): string {
  const words = [...split.map((key) => lower(dimensions[key].label)), ...(grain === null ? [] : [grain])]
  return words.length === 0 ? '' : ` by ${joined(words)}`
}

function windowWords(window: Period | null, time_zone: string): string {
  if (window === null) return ', now'
  const days = daysBetween(window.start, window.end) + 1
  return `, from ${window.start} to ${window.end} (${days} ${days === 1 ? 'day' : 'days'} in ${time_zone})`
}

const filterWords = ({ filters }: CheckedQuery) =>
  filters.length === 0
    ? ''
    : `, for ${joined(filters.map(({ dimension, values }) => `${values.length} of ${lower(dimensions[dimension].label)}`))} only`

export function explanationOf(query: CheckedQuery, window: Period | null, time_zone: string): string {
  const { domain, measures } = query
  const [first, ...rest] = measures.map(({ measure }) => measure.label)
  const labels = joined([first!, ...rest.map(lower)])
  return `${labels}${splitWords(query)}${windowWords(window, time_zone)}${filterWords(query)}, from ${lower(domainOf(domain).label)}.`
}
