/**
 * Which promises only long files keep. A turn leaves most long files out, and takes for provoked what the record says of
 * them; a file that runs must provoke what is recorded of it. A whole run checks the record, and `--update-records` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type ProvokedByFile, promiseFaults, promises } from '../support/promises.ts'
import { isInEveryTurn, type Times } from './turns.ts'

/** The long file that keeps each promise. */
export type PromiseRecord = Readonly<Record<string, string>>

export const readRecord = (path: string): PromiseRecord => JSON.parse(readFileSync(path, 'utf8')) as PromiseRecord

export const writeRecord = (path: string, record: PromiseRecord): void =>
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`)

const union = (sets: Iterable<Iterable<string>>): Set<string> => new Set([...sets].flatMap((one) => [...one]))

/** Promises that no file of every turn provokes. */
function leftToLongFiles(all: ProvokedByFile, times: Times): string[] {
  const inEvery = union([...all].filter(([file]) => isInEveryTurn(file, times)).map(([, provoked]) => provoked))
  return promises.filter((promise) => !inEvery.has(promise))
}

/** The record of a whole run. A promise stays with its file for as long as that file keeps it. */
export function recordOf(all: ProvokedByFile, times: Times, before: PromiseRecord): PromiseRecord {
  const long = [...all.keys()].filter((file) => !isInEveryTurn(file, times)).toSorted()
  const keeperOf = (promise: string): string | undefined => {
    const keepers = long.filter((file) => all.get(file)!.has(promise))
    return keepers.find((file) => file === before[promise]) ?? keepers[0]
  }
  return Object.fromEntries(
    leftToLongFiles(all, times).flatMap((promise) => {
      const keeper = keeperOf(promise)
      return keeper === undefined ? [] : [[promise, keeper]]
    }),
  )
}

const advice = 'npm test -- --update-records'

/** What a whole run finds wrong in the record, as sentences. */
export function recordFaults(all: ProvokedByFile, times: Times, record: PromiseRecord): string[] {
  const provoked = union(all.values())
  return [
    ...Object.entries(record)
      .filter(([promise, file]) => all.get(file)?.has(promise) !== true)
      .map(([promise, file]) => `${file} does not provoke ${promise} as recorded; ${advice}`),
    ...leftToLongFiles(all, times)
      .filter((promise) => provoked.has(promise) && !(promise in record))
      .map((promise) => `only long files provoke ${promise}, and none is recorded; ${advice}`),
  ]
}

/** Missing responses of a turn, where files that were left out keep what is recorded of them. */
export function turnFaults(all: ProvokedByFile, leftOut: readonly string[], record: PromiseRecord): string[] {
  const isLeftOut = new Set(leftOut)
  const recorded = Object.keys(record).filter((promise) => isLeftOut.has(record[promise]!))
  return promiseFaults(union([...all.values(), recorded]))
}

export const wholeFaults = (all: ProvokedByFile): string[] => promiseFaults(union(all.values()))
