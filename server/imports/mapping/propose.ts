/** Proposes a field for every column, with a reason and a confidence, from its header and its first values. Pure. */
import { named } from '../../contract/openapi/named.ts'
import type { ImportField, ImportFields } from '../field.ts'
import type { ImportKind, MatrixDeclaration } from '../kind.ts'
import { dateFormats } from '../known_values.ts'
import type { RawRow } from '../reading/csv_rows.ts'
import { readDay, splitInstant } from '../values/dates.ts'
import { bareFigure, readDecimal } from '../values/numbers.ts'
import { uuidPattern } from '../../contract/schema.ts'
import { nameKey } from '../../records/texts.ts'
import { isFault, readValue } from '../values/read_value.ts'
import { normalHeader } from './headers.rules.ts'

export const confidences = named('MappingConfidence', ['high', 'medium', 'low', 'none'])
export type Confidence = (typeof confidences)[number]

export interface ColumnProposal {
  /** From 1, as columns stand in the file. */
  position: number
  header: string
  /** The first values. */
  samples: string[]
  /** Null: no field is proposed, and the column is ignored. */
  field: string | null
  confidence: Confidence
  reason: string
}

const samplesShown = 5

interface Column {
  index: number
  header: string
  values: string[]
}

const sampleLengthMax = 200
const shortened = (value: string) => value.slice(0, sampleLengthMax).replaceAll('\u0000', '\ufffd').toWellFormed()

const columnsOf = (headers: readonly (string | null)[], rows: readonly RawRow[]): Column[] =>
  headers.map((header, index) => ({
    index,
    header: header ?? '',
    values: rows.flatMap(({ cells }) => cells[index] ?? []),
  }))

/** Whether a value can be of the field's type, under any format that a column may have. */
function canBe(field: ImportField, value: string, currency: string): boolean {
  if (field.type === 'date' || field.type === 'instant')
    return dateFormats.some((format) => readDay(splitInstant(value).day, format) !== null)
  if (field.type === 'whole' || field.type === 'decimal' || field.type === 'money') {
    const bare = bareFigure(field, value, currency)
    return readDecimal(bare, 'point') !== null || readDecimal(bare, 'comma') !== null
  }
  const column = { decimal_mark: 'point', date_format: 'YYYY-MM-DD', separator: ',' } as const
  return !isFault(readValue(field, value, column, { currency, time_zone: 'UTC' }))
}

const fitting = (field: ImportField, { values }: Column, currency: string) =>
  values.length === 0 ? 1 : values.filter((value) => canBe(field, value, currency)).length / values.length

interface Candidate {
  column: Column
  field: string
  score: number
  reason: string
}

function words(name: string, field: ImportField): string[] {
  return [normalHeader(name), ...(field.synonyms ?? []).map(normalHeader)]
}

/** By header: its own name or a synonym whole, or as part of a longer header. */
function scoreHeader(header: string, names: readonly string[]): { score: number; by: string } | null {
  const place = names.indexOf(header)
  if (place >= 0) return { score: 1 - Math.min(place, 20) / 1_000, by: header }
  const contained = names
    .filter((name) => name.length > 2 && ` ${header} `.includes(` ${name} `))
    .toSorted((a, b) => b.length - a.length)[0]
  return contained === undefined ? null : { score: 0.5 + 0.2 * (contained.length / header.length), by: contained }
}

/** What a proposal knows of the columns of a matrix: the declaration, its field, and the names of the organisation. */
export interface MatrixColumns extends Pick<MatrixDeclaration, 'family' | 'instead_of' | 'isAcross'> {
  field: ImportField
  names: readonly string[]
}

const wholeNumbers = ({ values }: Column, field: ImportField, currency: string) =>
  values.length > 0 && fitting(field, { index: 0, header: '', values }, currency) >= 0.9

/** Columns of numbers whose headers are names of the organisation, or several that look like such names. */
function matrixCandidates(
  columns: readonly Column[],
  fields: ImportFields,
  matrix: MatrixColumns | null,
  currency: string,
): Candidate[] {
  if (matrix === null) return []
  const known = new Set(matrix.names.map(nameKey))
  const numbered = columns.filter((column) => wholeNumbers(column, matrix.field, currency))
  const named = numbered.filter(({ header }) => known.has(nameKey(header)))
  const other = words(matrix.instead_of, fields[matrix.instead_of]!)
  const isStatedElsewhere = columns.some(({ header }) => other.includes(normalHeader(header)))
  const alike = numbered.filter((column) => !named.includes(column) && matrix.isAcross(column.header))
  const candidateOf = (column: Column, score: number, reason: string): Candidate => ({
    column,
    field: `${matrix.family}${column.header.trim()}`,
    score,
    reason,
  })
  return [
    ...named.map((column) =>
      candidateOf(column, 0.99, 'The header is a name of the organisation, and the values are numbers.'),
    ),
    ...(isStatedElsewhere || named.length + alike.length < 2 ? [] : alike).map((column) =>
      candidateOf(column, 0.75, 'One of several columns of numbers with such headers.'),
    ),
  ]
}

/** A header such as `Variant Grams` contains words of an id, and its values are none. */
const isNoId = (field: ImportField, { values }: Column) =>
  'is_own_id' in field && !values.every((value) => uuidPattern.test(value.trim()))

function candidatesOf(column: Column, fields: ImportFields, currency: string): Candidate[] {
  const header = normalHeader(column.header)
  if (header === '') return []
  return Object.entries(fields).flatMap(([name, field]) => {
    const score = scoreHeader(header, words(name, field))
    if (score === null || isNoId(field, column)) return []
    const share = fitting(field, column, currency)
    const isExact = score.by === header
    const by = isExact
      ? `The header is a usual name of ${name}`
      : `The header contains "${score.by}", a usual name of ${name}`
    const doubt = share >= 0.5 ? '' : `, but most values are not of its type (${field.type})`
    return [{ column, field: name, score: share >= 0.5 ? score.score : score.score / 4, reason: `${by}${doubt}.` }]
  })
}

const confidenceOf = (score: number): Confidence => (score >= 0.9 ? 'high' : score >= 0.4 ? 'medium' : 'low')

/** The best pairs first; each field and each column once. */
export function proposeMapping(
  fields: ImportFields,
  headers: readonly (string | null)[],
  rows: readonly RawRow[],
  currency: string,
  matrix: MatrixColumns | null = null,
): ColumnProposal[] {
  const columns = columnsOf(headers, rows)
  const candidates = columns
    .flatMap((column) => candidatesOf(column, fields, currency))
    .concat(matrixCandidates(columns, fields, matrix, currency))
    .toSorted((a, b) => b.score - a.score || a.column.index - b.column.index)
  const chosen = new Map<number, Candidate>()
  const columnOfField = new Map<string, Column>()
  for (const candidate of candidates) {
    if (chosen.has(candidate.column.index) || columnOfField.has(candidate.field)) continue
    chosen.set(candidate.column.index, candidate)
    columnOfField.set(candidate.field, candidate.column)
  }
  return columns.map((column) => {
    const candidate = chosen.get(column.index)
    const shown = {
      position: column.index + 1,
      header: column.header,
      samples: column.values.slice(0, samplesShown).map(shortened),
    }
    if (candidate !== undefined)
      return { ...shown, field: candidate.field, confidence: confidenceOf(candidate.score), reason: candidate.reason }
    const other = candidates.find((one) => one.column.index === column.index)
    const reason =
      other === undefined
        ? 'No field has such a header.'
        : `Column ${columnOfField.get(other.field)!.index + 1} ("${columnOfField.get(other.field)!.header}") fits ${other.field} better.`
    return { ...shown, field: null, confidence: 'none', reason }
  })
}

const weight: Record<Confidence, number> = { high: 4, medium: 2, low: 1, none: 0 }

/** How well a kind suits a file: its proposals, less its required fields that no column carries. */
export function suitability(kind: ImportKind, proposals: readonly ColumnProposal[]): number {
  const proposedFields = new Set(proposals.map(({ field }) => field))
  const { guessed_by } = kind
  if (guessed_by !== undefined && !guessed_by.some((name) => proposedFields.has(name))) return Number.NEGATIVE_INFINITY
  const missing = Object.entries(kind.fields).filter(
    ([name, { required }]) => required === true && !proposedFields.has(name),
  )
  return proposals.reduce((sum, { confidence }) => sum + weight[confidence], 0) - 6 * missing.length
}
