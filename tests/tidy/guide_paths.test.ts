/** The guides of the server name files; a file that moves must move there too. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'

const server = new URL('../../server/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, server), 'utf8')

/** `pipeline/pipeline.ts`, `files/`, `.oxlintrc.json`; neither routes nor names with a placeholder. */
function pathsIn(textOfGuide: string): string[] {
  // The table of moved files names the old paths too; only its last column must exist.
  const guide = textOfGuide.replaceAll(/^\| `?(areas|outbound|house|outbox\/events|reference\/contract)[^|]*\|/gm, '|')
  const quoted = [...guide.matchAll(/`([^`\s<>{}()…]+)`/g)].map(([, text]) => text!)
  return quoted.filter((text) => /^[\w./-]+(\/|\.(ts|md|json|sql))$/.test(text) && !text.startsWith('/'))
}

/** A name without a folder stands for any file of that name, such as `rules.ts` or `operations.ts`. */
function isThere(path: string): boolean {
  if (['.', '..'].some((folder) => existsSync(new URL(`${folder}/${path}`, server)))) return true
  if (path.includes('/')) return false
  return readdirSync(fileURLToPath(server), { recursive: true }).some((file) => String(file).endsWith(`/${path}`))
}

for (const guide of ['ARCHITECTURE.md', 'AGENTS.md', 'decisions/README.md'])
  test(`every path that server/${guide} names exists`, () => {
    const paths = pathsIn(read(guide))
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  })

test('each guide has at most 120 lines', () => {
  for (const guide of ['ARCHITECTURE.md', 'AGENTS.md']) expect(read(guide).split('\n').length).toBeLessThanOrEqual(120)
})

test('every decision is in the index once', () => {
  const records = readdirSync(new URL('decisions/', server)).filter((name) => /^\d/.test(name))
  const indexed = [...read('decisions/README.md').matchAll(/\]\((\d[^)]*\.md)\)/g)].map(([, name]) => name!)
  expect(indexed.toSorted()).toEqual(records.toSorted())
})
