/**
 * What earlier papers of an account with the same headers teach: the variants that a person named for lines, and whether the
 * day or the month comes first. Quantities and prices are facts of one paper, so none is learned. Pure.
 */
import { type DateFormat, dateFormats } from '../../imports/known_values.ts'
import { swappedFormats } from '../../imports/values/column_facts.ts'
import { readDay } from '../../imports/values/dates.ts'
import {
  type LineValue,
  type PaperDate,
  paperDates,
  type Problem,
  type Reading,
  type ReadLine,
} from './reading/reading.ts'

type Texts<Name extends string> = Partial<Record<Name, { text: string } | null>>

const lineDates = { requested_ship_date: 'ship_date', cancel_date: 'cancel_date' } as const
type LineDate = keyof typeof lineDates

export interface CorrectedLine extends Partial<Record<LineDate, string | null>> {
  values: Texts<LineValue>
  variant_id: string | null
  corrected: string[]
}

/** A paper that a person corrected. */
export interface CorrectedPaper extends Partial<Record<PaperDate, string | null>> {
  values: Texts<PaperDate>
  corrected: string[]
  lines: CorrectedLine[]
}

export interface Learned {
  /** Variants by what identifies a line. */
  variants: ReadonlyMap<string, string>
  formats: readonly DateFormat[]
}

const identifying = ['item', 'sku', 'buyer_sku', 'barcode', 'style', 'color', 'size', 'description'] as const

/** What identifies a line, as a key; null for a line that nothing identifies. */
export function identityOf(values: Texts<LineValue>): string | null {
  const texts = identifying.map((name) => values[name]?.text.trim().replaceAll(/\s+/g, ' ').toLowerCase() ?? '')
  return texts.every((text) => text === '') ? null : JSON.stringify(texts)
}

/** The format in which a date with two readings is the day that a person stated. */
function formatOf(text: string, day: string): DateFormat[] {
  return swappedFormats.flatMap((pair) => {
    const days = pair.map((format) => readDay(text.trim(), format))
    if (days.includes(null) || days[0] === days[1]) return []
    return pair.filter((_, i) => days[i] === day)
  })
}

function datesIn({ values, corrected, lines, ...stated }: CorrectedPaper): [text: string, day: string][] {
  const header = paperDates.flatMap((name) => (corrected.includes(name) ? [[values[name], stated[name]] as const] : []))
  const ofLines = lines.flatMap((line) =>
    (Object.keys(lineDates) as LineDate[]).flatMap((name) =>
      line.corrected.includes(name) ? [[line.values[lineDates[name]], line[name]] as const] : [],
    ),
  )
  return [...header, ...ofLines].flatMap(([cell, day]) => (cell == null || day == null ? [] : [[cell.text, day]]))
}

/** What identifies the lines whose variant a person named; null for words that one paper used for several variants. */
function namedIn({ lines }: CorrectedPaper): Map<string, string | null> {
  const named = lines.flatMap(({ values, variant_id, corrected }) => {
    const key = identityOf(values)
    return key !== null && variant_id !== null && corrected.includes('variant_id') ? [{ key, variant_id }] : []
  })
  const ids = [...Map.groupBy(named, ({ key }) => key)].map(
    ([key, all]) => [key, new Set(all.map(({ variant_id }) => variant_id))] as const,
  )
  return new Map(ids.map(([key, [variant_id, other]]) => [key, other === undefined ? variant_id! : null]))
}

/** The newest correction of a thing counts; words that it used for several variants teach nothing. */
export function learnedOf(newestFirst: readonly CorrectedPaper[]): Learned {
  const named = new Map<string, string | null>()
  const formats: DateFormat[] = []
  for (const paper of newestFirst) {
    for (const [key, variant_id] of namedIn(paper)) if (!named.has(key)) named.set(key, variant_id)
    const own = new Set(datesIn(paper).flatMap(([text, day]) => formatOf(text, day)))
    for (const pair of swappedFormats) {
      const known = pair.filter((format) => own.has(format))
      if (known.length === 1 && !pair.some((format) => formats.includes(format))) formats.push(...known)
    }
  }
  const variants = [...named].flatMap(([key, variant_id]) => (variant_id === null ? [] : [[key, variant_id] as const]))
  return { variants: new Map(variants), formats }
}

/** null where what was learned leaves the date with two readings, or with none. */
function readLearned(text: string, formats: readonly DateFormat[]): string | null {
  const out = new Set(swappedFormats.flatMap((pair) => (pair.some((one) => formats.includes(one)) ? pair : [])))
  const possible = dateFormats.filter((format) => formats.includes(format) || !out.has(format))
  const days = new Set(possible.flatMap((format) => readDay(text.trim(), format) ?? []))
  return days.size === 1 ? [...days][0]! : null
}

/** Names of fields that were read as earlier corrections teach, of the order and by the number of the line. */
export interface LearnedFields {
  header: string[]
  lines: Map<number, string[]>
}

const isAbout = ({ code, line_number, sentence }: Problem, line: number | null, start: string) =>
  code === 'date_unreadable' && line_number === line && sentence.startsWith(start)

/** Dates that nothing on the paper settles, read in the order of day and month that a person has stated for its layout. */
export function withLearnedDates(
  reading: Reading,
  { formats }: Pick<Learned, 'formats'>,
): { reading: Reading; learned: LearnedFields } {
  const learned: LearnedFields = { header: [], lines: new Map() }
  let { problems } = reading
  const settle = (line: number | null, start: string, text: string): string | null => {
    if (!problems.some((one) => isAbout(one, line, start))) return null
    const day = readLearned(text, formats)
    if (day !== null) problems = problems.filter((one) => !isAbout(one, line, start))
    return day
  }
  const dates = { ...reading.dates }
  for (const name of paperDates) {
    const text = reading.values[name]?.text
    const day = text === undefined ? null : settle(null, `${name} “`, text)
    if (day === null) continue
    dates[name] = day
    learned.header.push(name)
  }
  const lines = reading.lines.map((line): ReadLine => {
    const { line_number, values } = line
    const own = (Object.keys(lineDates) as LineDate[]).flatMap((name) => {
      const text = values[lineDates[name]]?.text
      const day = text === undefined ? null : settle(line_number, `Line ${line_number}: “${text.slice(0, 60)}”`, text)
      return day === null ? [] : [[name, day] as const]
    })
    if (own.length === 0) return line
    learned.lines.set(
      line_number,
      own.map(([name]) => name),
    )
    return { ...line, ...Object.fromEntries(own) }
  })
  return { reading: { ...reading, dates, lines, problems }, learned }
}
