/** Facts of an error code; refusals.ts has the table. */
export interface RefusalFacts {
  status: 400 | 401 | 403 | 404 | 408 | 409 | 413 | 421 | 429 | 500 | 503
  /** The default `message.desc`, where refuse() passes no more specific sentence. */
  desc: string
  cause: string
  fix: string
  /** never: the same request fails again. later: wait and resend. */
  retry: 'never' | 'later'
  retry_after_seconds?: number
  /** The part of the service that returns it, if no operation of the document does. */
  answered_by?: string
}

export const facts = <T extends Record<string, RefusalFacts>>(table: T): { [K in keyof T]: RefusalFacts } => table

export const unknownId = (noun: string, field: string, source: string): RefusalFacts => ({
  status: 404,
  desc: `No ${noun} of this organisation has that id.`,
  cause: `${field} is not the id of an existing ${noun} of this organisation.`,
  fix: `Find the id in ${source}.`,
  retry: 'never',
})
