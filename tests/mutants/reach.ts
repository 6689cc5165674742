/** Which tests of rules reach a file: those that import it, or what imports it. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const importsOf = new Map<string, readonly string[]>()

function importsIn(file: string): readonly string[] {
  const known = importsOf.get(file)
  if (known !== undefined) return known
  // Types are gone when a test runs.
  const text = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '')
  const found = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path]) => resolve(dirname(file), path!))
  importsOf.set(file, found)
  return found
}

function reachedFrom(test: string): Set<string> {
  const reached = new Set<string>()
  const waiting = [test]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop())
    for (const one of importsIn(file)) {
      if (reached.has(one)) continue
      reached.add(one)
      waiting.push(one)
    }
  return reached
}

/** The tests that reach each file. */
export function testsOf(tests: readonly string[]): (file: string) => string[] {
  const reached = tests.map((test) => ({ test, files: reachedFrom(test) }))
  return (file) => reached.filter(({ files }) => files.has(file)).map(({ test }) => test)
}
