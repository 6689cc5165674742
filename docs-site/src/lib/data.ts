/** The data files that `npm run contract` writes beside the document, with their types. */
import errors_json from '~/data/errors.json'
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
