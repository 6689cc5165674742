/** Gives the tests of a run one file in place of another, and notes which of its mutants they reach. */
import { afterAll } from 'bun:test'
import { plugin } from 'bun'
import { readFileSync, writeFileSync } from 'node:fs'

const { MUTATED_FILE, MUTATED_SOURCE, MUTANTS_REACHED } = process.env as Record<string, string>

plugin({
  name: 'mutants',
  setup(build) {
    const pattern = `^${MUTATED_FILE!.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`
    build.onLoad({ filter: new RegExp(pattern) }, () => ({
      contents: readFileSync(MUTATED_SOURCE!, 'utf8'),
      loader: 'ts',
    }))
  },
})

interface Reached {
  static: Record<string, number>
}

afterAll(() => {
  const { __stryker__: seen } = globalThis as { __stryker__?: { mutantCoverage?: Reached } }
  if (MUTANTS_REACHED !== undefined) writeFileSync(MUTANTS_REACHED, JSON.stringify(seen?.mutantCoverage?.static ?? {}))
})
