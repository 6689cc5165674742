/** Headers as they are compared: without letter case, punctuation and the order of columns. */
import { createHash } from 'node:crypto'

/** `Variant SKU ` and `variant_sku` are one header. */
export const normalHeader = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#%]+/gu, ' ')
    .trim()

/** Two files with the same headers, in any order, have one fingerprint. */
export const fingerprintOf = (headers: readonly (string | null)[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.flatMap((header) => normalHeader(header ?? '') || []).toSorted()))
    .digest('hex')
