/** Promises of the document that no test provokes fail a run, in whole runs and in turns. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import { promisedOperations, promiseFaults, promises, readProvoked } from '../support/promises.ts'
import { readRecord, recordFaults, recordOf, turnFaults, wholeFaults, writeRecord } from './promise_record.ts'

const folder = mkdtempSync(join(tmpdir(), 'promises-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const short = 'tests/short.test.ts'
const [a, b, c] = ['tests/a.test.ts', 'tests/b.test.ts', 'tests/c.test.ts'] as const
const times = { [short]: 100, [a]: 5_000, [b]: 6_000, [c]: 7_000 }
const [conflict, refused] = ['sandbox.seed conflict', 'sandbox.seed scope_missing']

/** Every promise is kept by the short file, except those that the long files share. */
function provokedBy(long: Record<string, string[]>) {
  const shared = new Set(Object.values(long).flat())
  return new Map([
    [short, new Set(promises.filter((promise) => !shared.has(promise)))],
    ...Object.entries(long).map(([file, kept]): [string, Set<string>] => [file, new Set(kept)]),
  ])
}

test('what all processes provoked is merged: a response provoked in any of them counts, a missing one is reported', () => {
  expect(promiseFaults(new Set()).length).toBeGreaterThan(promisedOperations)
  writeFileSync(join(folder, 'provoked-1-1.json'), JSON.stringify({ file: a, promises: [conflict] }))
  writeFileSync(join(folder, 'provoked-1-2.json'), JSON.stringify({ file: b, promises: ['sandbox.seed success'] }))
  writeFileSync(join(folder, 'provoked-2-1.json'), JSON.stringify({ file: a, promises: ['sandbox.seed bad_request'] }))
  const all = readProvoked(folder)
  expect([...all.get(a)!].toSorted()).toEqual(['sandbox.seed bad_request', conflict])
  const faults = wholeFaults(all)
  expect(faults).toContain('no test provokes sandbox.seed in a test of its own')
  expect(faults).not.toContain('no test provokes sandbox.seed success')
  expect(faults).not.toContain(`no test provokes ${conflict}`)
  expect(faults).toContain(`no test provokes ${refused}`)
  expect(faults).toContain('no test provokes stocktakes.create success')
  expect(faults).toContain('no test provokes any internal_error')
})

test('a turn takes what only long files keep from the record, but nothing for a file that ran or is gone', () => {
  const all = provokedBy({ [a]: [conflict], [b]: [refused] })
  expect(wholeFaults(all)).toEqual([])
  const record = recordOf(all, times, {})
  expect(record).toEqual({ [conflict]: a, [refused]: b })
  const ranA = new Map([...all].filter(([file]) => file !== b))
  expect(turnFaults(ranA, [b, c], record)).toEqual([])
  expect(turnFaults(ranA, [c], record)).toEqual([`no test provokes ${refused}`])
  expect(turnFaults(ranA.set(a, new Set()), [b, c], record)).toEqual([`no test provokes ${conflict}`])
})

test('a whole run fails where the record is out of date, and a promise stays with the file that keeps it', () => {
  const all = provokedBy({ [a]: [conflict, refused], [b]: [conflict, refused], [c]: [refused] })
  const before = { [conflict]: b, [refused]: 'tests/gone.test.ts' }
  expect(recordOf(all, times, before)).toEqual({ [conflict]: b, [refused]: a })
  expect(recordFaults(all, times, { [conflict]: b, [refused]: c })).toEqual([])
  expect(recordFaults(all, times, { [conflict]: c })).toEqual([
    `${c} does not provoke ${conflict} as recorded; npm test -- --update-records`,
    `only long files provoke ${refused}, and none is recorded; npm test -- --update-records`,
  ])
  writeRecord(join(folder, 'promises.json'), before)
  expect(readRecord(join(folder, 'promises.json'))).toEqual(before)
})
