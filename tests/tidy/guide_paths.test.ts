/** The guides of the server name files; a file that moves must move there too. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { deadLinks, isThere, pathsIn, root } from './named_paths.ts'

const read = (guide: string) => readFileSync(join(root, 'server', guide), 'utf8')

for (const guide of ['ARCHITECTURE.md', 'AGENTS.md', 'CHECKLISTS.md'])
  test(`every path that server/${guide} names exists`, () => {
    const paths = pathsIn(read(guide))
    expect(paths.length).toBeGreaterThan(10)
    expect(paths.filter((path) => !isThere(path))).toEqual([])
    expect(deadLinks(join(root, 'server', guide), read(guide))).toEqual([])
  })

test('each guide has at most 120 lines', () => {
  for (const guide of ['ARCHITECTURE.md', 'AGENTS.md', 'CHECKLISTS.md'])
    expect(read(guide).split('\n').length).toBeLessThanOrEqual(120)
})
