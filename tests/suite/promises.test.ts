/** Promises of the document that no test provokes fail a whole run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'bun:test'
import { promisedOperations, promiseFaults, readProvoked } from '../support/promises.ts'

const folder = mkdtempSync(join(tmpdir(), 'promises-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what all processes provoked is merged: a response provoked in any of them counts, a missing one is reported', () => {
  expect(promiseFaults(new Set()).length).toBeGreaterThan(promisedOperations)
  const write = (name: string, provoked: string[]) => writeFileSync(join(folder, name), JSON.stringify(provoked))
  write('provoked-1-1.json', ['sandbox.seed conflict'])
  write('provoked-1-2.json', ['sandbox.seed success'])
  write('provoked-2-1.json', ['sandbox.seed bad_request'])
  const faults = promiseFaults(readProvoked(folder))
  expect(faults).toContain('no test provokes sandbox.seed in a test of its own')
  expect(faults).not.toContain('no test provokes sandbox.seed success')
  expect(faults).not.toContain('no test provokes sandbox.seed conflict')
  expect(faults).toContain('no test provokes sandbox.seed scope_missing')
  expect(faults).toContain('no test provokes stocktakes.create success')
  expect(faults).toContain('no test provokes any internal_error')
})
