/**
 * Finds the changes of an update. A field sent with its current value is no change: it affects neither `updated_at` nor
 * any state, withdraws no approval and emits no event. Every update operation uses this comparison.
 */
import { isDeepStrictEqual } from 'node:util'
import { uuidPattern } from './schema.ts'

/** Ids are case-insensitive. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return uuidPattern.test(value) ? value.toLowerCase() : value
  return Array.isArray(value) ? value.map(plain) : (value ?? null)
}

/** The requested fields that differ from the stored record; an undefined field was not sent. */
export function differenceOf<T extends object>(onFile: object, next: T): Partial<T> {
  const stored = onFile as Record<string, unknown>
  const changed = Object.entries(next).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(plain(stored[field]), plain(value)),
  )
  return Object.fromEntries(changed) as Partial<T>
}

export const isDifferent = (onFile: object, next: object): boolean => Object.keys(differenceOf(onFile, next)).length > 0
