/**
 * Outcomes of records as they are stored: a short tuple for each, all of a batch in one value. A million rows take a few
 * hundred values, and a row without detail a few bytes.
 */
import type { RecordDiff, RecordFault } from '../record_diff.ts'
import { type RowOutcome, rowOutcomes } from '../known_values.ts'

/** Field, row number, previous value, value, rule, allowed values. */
type Detail = [string, number, string | null, string | null, string | null, readonly string[] | null]
/** Row numbers, index of the outcome, name of the record, details. */
export type Entry = [
  rows: number | readonly number[],
  outcome: number,
  name: string | null,
  details?: readonly Detail[],
  /** Parts of a refused record were written. */
  is_written?: boolean,
]

export interface OutcomeDetail {
  field: string
  row_number: number
  previous_value: string | null
  value: string | null
  rule: string | null
  allowed: readonly string[] | null
}

export interface RecordOutcome {
  rows: readonly number[]
  outcome: RowOutcome
  name: string | null
  details: readonly OutcomeDetail[]
  /** Parts of a refused record were written, which undoing takes back. */
  is_written?: boolean
}

const valueLengthMax = 200
const detailsMax = 50

const shown = (value: string | null) =>
  value === null || value.length <= valueLengthMax ? value : `${value.slice(0, valueLengthMax).toWellFormed()}…`
const plain = (value: string | null) => shown(value)?.replaceAll('\u0000', '\ufffd').toWellFormed() ?? null

const ruleDetails = (rows: readonly number[], faults: readonly RecordFault[]): OutcomeDetail[] =>
  faults.map(({ field, rule, value, allowed, row_number }) => ({
    field,
    row_number: row_number ?? rows[0]!,
    previous_value: null,
    value,
    rule,
    allowed: allowed ?? null,
  }))

export const refusedOutcome = (
  rows: readonly number[],
  name: string | null,
  faults: readonly RecordFault[],
): RecordOutcome => ({ rows, outcome: 'refused', name, details: ruleDetails(rows, faults) })

/** What stays as it is, and why where the file says otherwise. */
export const unchangedOutcome = (
  rows: readonly number[],
  name: string | null,
  notes: readonly RecordFault[],
): RecordOutcome => ({ rows, outcome: 'unchanged', name, details: ruleDetails(rows, notes) })

/** What was written: its changes, and what was assumed. */
export const writtenOutcome = (
  rows: readonly number[],
  name: string | null,
  diff: Extract<RecordDiff<unknown>, { outcome: 'created' | 'changed' }>,
): RecordOutcome => ({
  rows,
  outcome: diff.outcome,
  name,
  details: [
    ...(diff.outcome === 'changed' ? diff.changes : []).map(({ field, previous_value, value }) => ({
      field,
      row_number: rows[0]!,
      previous_value,
      value,
      rule: null,
      allowed: null,
    })),
    ...ruleDetails(rows, diff.notes ?? []),
  ],
})

export function toEntry({ rows, outcome, name, details, is_written = false }: RecordOutcome): Entry {
  const place = rows.length === 1 ? rows[0]! : rows
  const index = rowOutcomes.indexOf(outcome)
  if (details.length === 0) return [place, index, plain(name)]
  const entry: Entry = [
    place,
    index,
    plain(name),
    details
      .slice(0, detailsMax)
      .map(({ field, row_number, previous_value, value, rule, allowed }) => [
        field,
        row_number,
        plain(previous_value),
        plain(value),
        rule,
        allowed?.slice(0, detailsMax) ?? null,
      ]),
  ]
  return is_written ? [...(entry as [Entry[0], Entry[1], Entry[2], readonly Detail[]]), true] : entry
}

const refusedIndex = rowOutcomes.indexOf('refused')
export const wasRefused = ([, outcome]: Entry): boolean => outcome === refusedIndex

export const fromEntry = ([place, index, name, details = [], is_written = false]: Entry): RecordOutcome => ({
  is_written,
  rows: typeof place === 'number' ? [place] : place,
  outcome: rowOutcomes[index]!,
  name,
  details: details.map(([field, row_number, previous_value, value, rule, allowed]) => ({
    field,
    row_number,
    previous_value,
    value,
    rule,
    allowed,
  })),
})

/** Records and rows by outcome, and the first records of each. */
export interface Outcomes {
  records: Record<RowOutcome, number>
  rows: Record<RowOutcome, number>
  first: Record<RowOutcome, Entry[]>
}

export const firstMax = 10

export const noOutcomes = (): Outcomes => ({
  records: { created: 0, changed: 0, unchanged: 0, refused: 0, undone: 0 },
  rows: { created: 0, changed: 0, unchanged: 0, refused: 0, undone: 0 },
  first: { created: [], changed: [], unchanged: [], refused: [], undone: [] },
})

export function addOutcomes(outcomes: Outcomes, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const [place, index] = entry
    const outcome = rowOutcomes[index]!
    outcomes.records[outcome]++
    outcomes.rows[outcome] += typeof place === 'number' ? 1 : place.length
    if (outcomes.first[outcome].length < firstMax) outcomes.first[outcome].push(entry)
  }
}
