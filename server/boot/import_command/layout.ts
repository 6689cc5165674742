/** The texts that a person reads: what was recognised, and what a preview or a run found. */
import type { ImportShape, OutcomesShape } from '../../platform/imports/model.ts'
import { imports } from '../imports.ts'

const valueMax = 60
const shortened = (text: string) => (text.length <= valueMax ? text : `${text.slice(0, valueMax).toWellFormed()}…`)

const aligned = (rows: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd())
}

const kindTitle = (name: string) => imports.kinds.find((kind) => kind.name === name)?.title ?? name

/** The kind, the profile and the mapping. */
export function recognisedText(
  { file_name, kind, profile, mapping, columns, rows_above }: ImportShape,
  organization: string,
): string {
  const facts: [string, string][] = [
    ['Organisation', organization],
    ['Kind', `${kindTitle(kind)} (${kind})`],
    ['Profile', profile ?? 'none; the mapping is proposed from the headers'],
  ]
  const mapped: [string, string][] =
    mapping === null
      ? columns.flatMap(({ header, field, confidence }) =>
          field === null ? [] : [[header, `${field}  (${confidence} confidence)`]],
        )
      : mapping.columns.map(({ header, field }) => [header, field])
  const fixed = Object.entries(mapping?.fixed_values ?? {}).map(([field, value]) => `${field} is always ${value}`)
  const ignored = columns.filter(({ field }) => field === null).map(({ header }) => header)
  return [
    `${file_name}`,
    ...aligned(facts),
    '',
    'Columns and fields:',
    ...aligned(mapped),
    ...fixed.map((line) => `  ${line}`),
    ...(ignored.length === 0 ? [] : [`Not imported: ${ignored.join(', ')}`]),
    ...rows_above.map(
      ({ row_number, text }) => `Not read: row ${row_number} above the headers${text ? `, ${shortened(text)}` : ''}`,
    ),
    '',
  ].join('\n')
}

type Sample = OutcomesShape['first']['created'][number]

function detailText(
  { field, previous_value, value, rule, allowed, row_number }: Sample['details'][number],
  first: number,
) {
  if (rule === null) return `${field} ${shortened(previous_value ?? 'none')} → ${shortened(value ?? 'none')}`
  const place = row_number === first ? '' : `row ${row_number}: `
  const foundText = value === null ? '' : ` (found: ${shortened(value)})`
  return `${place}${field} ${rule}${foundText}${allowed === null ? '' : `; allowed: ${shortened(allowed.join(', '))}`}`
}

function sampleText({ row_number, record, details }: Sample): string {
  const named = record === null ? `row ${row_number}` : `${shortened(record)} (row ${row_number})`
  return details.length === 0 ? named : `${named}: ${details.map((one) => detailText(one, row_number)).join('; ')}`
}

const shownOutcomes = ['created', 'changed', 'refused'] as const

/** Counts, and the first records of each outcome. */
export function outcomesText(title: string, { sentence, first, records }: OutcomesShape): string {
  const parts = shownOutcomes.flatMap((outcome) => {
    const shown = first[outcome]
    if (shown.length === 0) return []
    const more = records[outcome] - shown.length
    const lines = shown.map((one) => `  ${sampleText(one)}`)
    const title = `${outcome[0]!.toUpperCase()}${outcome.slice(1)}:`
    return [title, ...lines, ...(more > 0 ? [`  … and ${more.toLocaleString('en-US')} more`] : [])]
  })
  return [`${title}: ${sentence}`, ...parts, ''].join('\n')
}

export const faultText = (file_name: string, fault: NonNullable<ImportShape['fault']>): string => {
  const { rule, row_number, column, value } = fault
  const place = [row_number === null ? '' : `row ${row_number}`, column === null ? '' : `column ${column}`].filter(
    (part) => part !== '',
  )
  const foundText = value === null ? '' : ` (found: ${shortened(value)})`
  return `${file_name} ${rule}${place.length === 0 ? '' : `, ${place.join(', ')}`}${foundText}.`
}
