/** Fingerprints of the headers of a file, by which a saved mapping is found again. */
import { createHash } from 'node:crypto'
import { normalHeader } from './headers.rules.ts'

/** Two files with the same headers, in any order, have one fingerprint. */
export const fingerprintOf = (headers: readonly (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.flatMap((header) => normalHeader(header ?? '') || []).toSorted()))
    .digest('hex')
