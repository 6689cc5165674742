/**
 * The end of a whole run: every code that an operation declares was provoked by some test, and every operation was
 * answered with success. A run of some files alone cannot know that, and says so.
 */
import { readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../../server/areas/catalogue.ts'
import { codesOf } from '../../server/contract/codes.ts'
import { session_catalogue } from '../../server/session/catalogue.ts'
import { proven_once, unprovoked, unprovoked_count } from '../contract/exceptions.ts'
import { seen } from './document_check.ts'

/** Test files of which a test has begun. */
export const files_begun = new Set<string>()

const tests = fileURLToPath(new URL('..', import.meta.url))

/** The test files that make a run whole: all of them. */
function expectedFiles(): string[] {
  return readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.test.ts') && !file.startsWith('tools'),
  )
}

/** What no test of this run has provoked, as `operation code`. */
export function unkept(): string[] {
  const missing: string[] = []
  for (const operation of [...catalogue, ...session_catalogue]) {
    const entry = seen.get(operation.id)
    if (!entry || entry.successes === 0) missing.push(`${operation.id} success`)
    for (const code of codesOf(operation)) {
      if ((proven_once as readonly string[]).includes(code)) continue
      if (!entry?.codes.has(code)) missing.push(`${operation.id} ${code}`)
    }
  }
  for (const code of proven_once)
    if (![...seen.values()].some(({ codes }) => codes.has(code))) missing.push(`any ${code}`)
  return missing
}

/** Throws where a whole run left a promise unprovoked; PROMISES=required takes any run for a whole one. */
export function holdPromises(): void {
  const ran = new Set([...files_begun].map((file) => relative(tests, file)))
  const absent = expectedFiles().filter((file) => !ran.has(file))
  const is_required = process.env.PROMISES === 'required'
  if (absent.length > 0 && !is_required) {
    if (ran.size > 20) console.log(`promises not held: ${absent.length} test files did not run (${absent.join(', ')})`)
    return
  }
  const missing = unkept()
  const excused = new Set(unprovoked)
  const broken = missing.filter((promise) => !excused.has(promise))
  const kept = unprovoked.filter((promise) => !missing.includes(promise))
  const faults = [
    ...broken.map((promise) => `no test provokes ${promise}`),
    ...kept.map((promise) => `${promise} is provoked now; take it off the list`),
    ...(unprovoked.length === unprovoked_count ? [] : [`the list has ${unprovoked.length}, not ${unprovoked_count}`]),
  ]
  if (faults.length > 0) throw new Error(`promises of the document:\n  ${faults.join('\n  ')}`)
  console.log(`promises held: ${catalogue.length + session_catalogue.length} operations, every declared code provoked`)
}
