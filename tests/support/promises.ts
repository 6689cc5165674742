/**
 * At the end of a complete run, every code that an operation declares and every success must have been provoked by a
 * test. The suite runs in several processes; each writes its observations, and the run that started them reads and
 * checks them once.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import { codesOf } from '../../server/contract/codes.ts'
import { provenOnce, unprovoked, unprovokedCount } from '../contract/exceptions.ts'
import { seen } from './document/document_check.ts'

/** Observations of an operation: whether it succeeded, and the codes that it returned. */
interface SeenOperation {
  succeeded: boolean
  has_own_test: boolean
  codes: Set<string>
}
export type SeenOperations = Map<string, SeenOperation>

const prefix = 'seen-'

/** Writes the observations of this process so far; a later file of the same process replaces them. */
export function writeSeen(folder: string): void {
  const all = [...seen].map(([id, { successes, has_own_test, codes }]) => [
    id,
    { succeeded: successes > 0, has_own_test, codes: [...codes.keys()] },
  ])
  writeFileSync(join(folder, `${prefix}${process.pid}.json`), JSON.stringify(all))
}

/** The merged observations of all processes of a run. */
export function readSeen(folder: string): SeenOperations {
  const all: SeenOperations = new Map()
  for (const name of readdirSync(folder).filter((one) => one.startsWith(prefix))) {
    const part = JSON.parse(readFileSync(join(folder, name), 'utf8')) as [
      string,
      { succeeded: boolean; has_own_test: boolean; codes: string[] },
    ][]
    for (const [id, { succeeded, has_own_test, codes }] of part) {
      const entry = all.get(id) ?? { succeeded: false, has_own_test: false, codes: new Set() }
      all.set(id, {
        succeeded: entry.succeeded || succeeded,
        has_own_test: entry.has_own_test || has_own_test,
        codes: new Set([...entry.codes, ...codes]),
      })
    }
  }
  return all
}

/** Responses that no test has provoked, as `operation code`. */
function unkept(all: SeenOperations): string[] {
  const missing: string[] = []
  for (const operation of [...publicOperations, ...sessionOperations]) {
    const entry = all.get(operation.id)
    if (!entry?.succeeded) missing.push(`${operation.id} success`)
    else if (!entry.has_own_test) missing.push(`${operation.id} in a test of its own`)
    for (const code of codesOf(operation)) {
      if ((provenOnce as readonly string[]).includes(code)) continue
      if (!entry?.codes.has(code)) missing.push(`${operation.id} ${code}`)
    }
  }
  for (const code of provenOnce)
    if (![...all.values()].some(({ codes }) => codes.has(code))) missing.push(`any ${code}`)
  return missing
}

/** Missing responses of a complete run, as sentences; empty if there are none. */
export function promiseFaults(all: SeenOperations): string[] {
  const missing = unkept(all)
  const excused = new Set(unprovoked)
  return [
    ...missing.filter((promise) => !excused.has(promise)).map((promise) => `no test provokes ${promise}`),
    ...unprovoked
      .filter((promise) => !missing.includes(promise))
      .map((promise) => `${promise} is provoked now; take it off the list`),
    ...(unprovoked.length === unprovokedCount ? [] : [`the list has ${unprovoked.length}, not ${unprovokedCount}`]),
  ]
}

export const promisedOperations = publicOperations.length + sessionOperations.length
