/**
 * At the end of a complete run, every code that an operation declares and every success must have been provoked by a
 * test. The suite runs in several processes; each writes what each of its files provoked, and the run that started them
 * checks all of it once.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicOperations, sessionOperations } from '../../server/boot/operations.ts'
import { codesOf } from '../../server/contract/codes.ts'
import { provenOnce, unprovoked, unprovokedCount } from '../contract/exceptions.ts'
import { ownTestOf, provoked, refusalOf, successOf } from './document/document_check.ts'

const prefix = 'provoked-'
let filesWritten = 0

const anywhere = (code: string) => refusalOf('any', code)

/** Writes what the current test file provoked; the next file of this process begins with nothing. */
export function writeProvoked(folder: string): void {
  const once = provenOnce.filter((code) => [...provoked].some((promise) => promise.endsWith(` ${code}`)))
  const path = join(folder, `${prefix}${process.pid}-${++filesWritten}.json`)
  writeFileSync(path, JSON.stringify([...provoked, ...once.map(anywhere)]))
  provoked.clear()
}

/** What all processes of a run provoked. */
export const readProvoked = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder)
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]),
  )

const operations = [...publicOperations, ...sessionOperations]
export const promisedOperations = operations.length

const isProvenOnce = (code: string) => (provenOnce as readonly string[]).includes(code)

/** What tests must provoke: of each operation, and of the codes that any operation proves. */
const promises: readonly string[] = [
  ...operations.flatMap((operation) => [
    successOf(operation.id),
    ownTestOf(operation.id),
    ...codesOf(operation)
      .filter((code) => !isProvenOnce(code))
      .map((code) => refusalOf(operation.id, code)),
  ]),
  ...provenOnce.map(anywhere),
]

/** Missing responses of a complete run, as sentences; empty if there are none. */
export function promiseFaults(all: ReadonlySet<string>): string[] {
  // An operation that never succeeded is reported once.
  const silent = new Set(operations.filter(({ id }) => !all.has(successOf(id))).map(({ id }) => ownTestOf(id)))
  const missing = promises.filter((promise) => !all.has(promise) && !silent.has(promise))
  const excused = new Set(unprovoked)
  return [
    ...missing.filter((promise) => !excused.has(promise)).map((promise) => `no test provokes ${promise}`),
    ...unprovoked
      .filter((promise) => !missing.includes(promise))
      .map((promise) => `${promise} is provoked now; take it off the list`),
    ...(unprovoked.length === unprovokedCount ? [] : [`the list has ${unprovoked.length}, not ${unprovokedCount}`]),
  ]
}
