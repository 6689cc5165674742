/**
 * What an update changes. A field that is sent as it stands is no change: it moves no `updated_at` and no state, undoes
 * no approval and announces nothing. Every updating operation asks here, so that all of them mean the same by it.
 */
import { isDeepStrictEqual } from 'node:util'
import { uuidPattern } from './schema.ts'

/** Ids are the same in either case. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return uuidPattern.test(value) ? value.toLowerCase() : value
  return Array.isArray(value) ? value.map(plain) : (value ?? null)
}

/** The fields that are wanted and differ from what is on file; one that is undefined was not sent. */
export function differenceOf<T extends object>(onFile: object, wanted: T): Partial<T> {
  const held = onFile as Record<string, unknown>
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(plain(held[field]), plain(value)),
  )
  return Object.fromEntries(changed) as Partial<T>
}

export const isDifferent = (onFile: object, wanted: object): boolean =>
  Object.keys(differenceOf(onFile, wanted)).length > 0
