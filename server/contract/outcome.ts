/** `message.desc` of a success: the result of the call for people. Defaults for operations that declare none. */
import type { TSchema } from '@sinclair/typebox'
import type { Method } from './operation.ts'

/** Words as a list in a sentence: `a, b or c`. */
export const listOf = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** The reasons for which an operation answers `conflict`, as one sentence: `The account is archived, or it has no items.` */
export function reasons(...clauses: readonly string[]): string {
  const text = [...clauses.slice(0, -1), clauses.length > 1 ? `or ${clauses.at(-1)}` : clauses[0]!].join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** `1 line`, `2,000 lines`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

interface Page {
  size: number
  offset: number
  filtered_max_size: number
  export_url?: string | null
}

function pageSentence({ size, offset, filtered_max_size, export_url }: Page): string {
  if (export_url) return `A file of ${counted(filtered_max_size, 'row')} is ready to download.`
  if (filtered_max_size === 0) return 'No rows match.'
  const rows = counted(filtered_max_size, 'row')
  if (size === 0) return `${rows} ${filtered_max_size === 1 ? 'matches' : 'match'}; none at this offset.`
  if (size === filtered_max_size) return `${rows}.`
  return `Rows ${(offset + 1).toLocaleString('en-US')} to ${(offset + size).toLocaleString('en-US')} of ${filtered_max_size.toLocaleString('en-US')}.`
}

const isPage = (answer: TSchema | undefined) =>
  answer?.properties !== undefined &&
  ['rows', 'size', 'offset', 'filtered_max_size'].every((field) => field in answer.properties)

const written: Record<Method, string> = {
  GET: 'Current state returned.',
  POST: 'Done.',
  PATCH: 'Saved.',
  PUT: 'Saved.',
  DELETE: 'Removed.',
}

/** The default sentence of an operation: the rows of a page, or that the call succeeded. */
export function usualSentence(
  method: Method,
  verb: 'read' | 'write',
  answer: TSchema | undefined,
): (answer: never) => string {
  if (isPage(answer)) return pageSentence
  const sentence = written[verb === 'read' ? 'GET' : method]
  return () => sentence
}
