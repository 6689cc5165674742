/** Built-in profiles by the headers of a file. */
import type { ImportProfile } from '../profile.ts'
import { normalHeader } from './headers.rules.ts'

/** The profile that asks for the most headers, all of which the file has. */
export function recogniseProfile(
  profiles: readonly ImportProfile[],
  headers: readonly (string | null)[],
): ImportProfile | null {
  const present = new Set(headers.map((header) => normalHeader(header ?? '')))
  const fitting = profiles.filter(({ recognised_by }) =>
    recognised_by.every((header) => present.has(normalHeader(header))),
  )
  return fitting.toSorted((a, b) => b.recognised_by.length - a.recognised_by.length)[0] ?? null
}
