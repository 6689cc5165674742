/** The data files that `npm run contract` writes beside the document, with their types. */
import understood_edi_json from '~/data/edi_understood.json'
import understood_papers_json from '~/data/understood_papers.json'
import errors_json from '~/data/errors.json'
import exceptions_json from '~/data/exceptions.json'
import scopes_json from '~/data/scopes.json'

export interface ErrorFacts {
  code: string
  status: number
  desc: string
  cause: string
  fix: string
  retry: 'never' | 'later'
  retry_after_seconds?: number
  answered_by?: string
  sample: unknown
}
export interface ScopeResource {
  resource: string
  word: string
  about: string
  scopes: string[]
  sold_with: string
  sold_with_words: string
  capability: string | null
}

export const errors = errors_json as ErrorFacts[]
export const scope_resources = (scopes_json as { resources: ScopeResource[] }).resources

export interface ExceptionKind {
  kind: string
  subjects: string[]
  opened_when: string
  closes_when: string | null
  actions: { operation: string; effect: string }[]
}
export const exception_kinds = exceptions_json as ExceptionKind[]

/** Elements with their codes, such as `DTM01 001 002`. */
export interface UnderstoodSet {
  document_type: string
  rules: {
    segment: string
    areas: string[]
    meaning: string
    understood: string[]
    passed_over: { element: string; reason: string }[]
  }[]
}
export const understood_edi = understood_edi_json as UnderstoodSet[]

/** Columns with their headers, units in single units (null: as many as a carton has), totals with what they are compared with, words that are passed over or reported, and harmless sentences. */
export interface UnderstoodPapers {
  columns: { column: string; meaning: string; headers: string[] }[]
  units: { words: string[]; units: number | null }[]
  totals: { words: string[]; reason: string }[]
  passed_over: { words: string[]; reason: string }[]
  reported: { words: string[]; reason: string }[]
  harmless: { words: string[]; reason: string }[]
}
export const understood_papers = understood_papers_json as UnderstoodPapers
