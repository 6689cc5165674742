import type { ImportJob, Slice } from '../../imports/work/store.ts'
import type { Settings } from '../../settings/settings.ts'

/** What the thread is started with. */
export interface ThreadData {
  settings: Settings
  database_url: string
}

/** A slice of an import to work on, or the request to end. */
export type Order = { number: number; job: ImportJob } | 'end'

export interface Done {
  number: number
  slice: Slice
}
