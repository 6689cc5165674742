/** Values of imports that the database checks and the document publishes. */
import { named } from '../contract/openapi/named.ts'

/**
 * needs_mapping: the mapping must be confirmed. ready: mapped, not previewed. needs_answer: a column can be read in
 * two ways. partly_undone: some records stay, for the reasons in the report.
 */
export const importStates = named('ImportState', [
  'needs_mapping',
  'ready',
  'previewing',
  'needs_answer',
  'previewed',
  'running',
  'completed',
  'cancelled',
  'failed',
  'undoing',
  'undone',
  'partly_undone',
])
export type ImportState = (typeof importStates)[number]

/** Tasks of the worker; each is queued when it is requested. */
export const importTasks = ['preview', 'run', 'undo'] as const
export type ImportTask = (typeof importTasks)[number]

/** undone: of an undo alone. New outcomes go to the end, as reports are stored by position. */
export const rowOutcomes = ['created', 'changed', 'unchanged', 'refused', 'undone'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const fieldTypes = [
  'text',
  'code',
  'url',
  'whole',
  'decimal',
  'money',
  'date',
  'instant',
  'boolean',
  'choice',
  'list',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** How a column writes decimals: point 1,234.56, comma 1.234,56. */
export const decimalMarks = named('DecimalMark', ['point', 'comma'])
export type DecimalMark = (typeof decimalMarks)[number]

/** YYYY-MM-DD also stands for YYYY/MM/DD and YYYY.MM.DD; the separator of the others is `/`, `-` or `.` too. */
export const dateFormats = named('DateFormat', [
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM/YY',
  'MM/DD/YY',
  'YYYYMMDD',
  'D MMM YYYY',
  'MMM D, YYYY',
])
export type DateFormat = (typeof dateFormats)[number]
