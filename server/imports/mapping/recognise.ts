/** Built-in profiles by the headers of a file. */
import type { ImportProfile } from '../profile.ts'
import { fileHeaders } from './file_headers.ts'

/** The profile that asks for the most headers, all of which the file has. */
export function recogniseProfile<P extends Pick<ImportProfile, 'recognised_by'>>(
  profiles: readonly P[],
  headers: readonly (string | null)[],
): P | null {
  const { places } = fileHeaders(headers)
  const fitting = profiles.filter(({ recognised_by }) => recognised_by.every((header) => places(header).length > 0))
  return fitting.toSorted((a, b) => b.recognised_by.length - a.recognised_by.length)[0] ?? null
}
