/** Messages to and from the thread that reads a paper. */
import type { Format } from './format.rules.ts'
import type { Gray } from './gray.rules.ts'
import type { ProblemCode } from './reading.ts'
import type { ReadSheets } from './sheets.ts'
import type { Page } from './words.rules.ts'

export interface ReadingLimits {
  pages_max: number
  scanned_pages_max: number
  megapixels_max: number
}

export interface ReadingTask {
  bytes: Uint8Array
  format: Format
  limits: ReadingLimits
}

/** Rows of sheets; or pages with their words, and prepared images of those whose words must be recognised. */
export type ReadingAnswer =
  | ReadSheets
  | { page_count: number; pages: Page[]; scans: { page: number; image: Gray }[] }
  | { code: ProblemCode; sentence: string }
