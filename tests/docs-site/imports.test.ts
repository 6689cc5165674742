import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'

const site = fileURLToPath(new URL('../../docs-site', import.meta.url))
const leftOut = new Set(['node_modules', 'dist', '.astro', 'public', 'samples'])

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (leftOut.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(astro|ts|mjs|js|md|mdx)$/.test(entry.name) ? [path] : []
  })
}

/** Every path that is imported, read or globbed relative to the file. */
const relativePaths = (text: string) => [...text.matchAll(/['"`](\.{1,2}\/[^'"`\n]*)['"`]/g)].map((one) => one[1]!)

const leavesTheSite = (file: string, path: string) => !resolve(dirname(file), path).startsWith(site + sep)

test("the docs site reads nothing outside its own folder, the server's code least of all", () => {
  const files = sources(site)
  expect(files.length).toBeGreaterThan(30)
  expect(leavesTheSite(join(site, 'src/pages/index.astro'), '../../../server/contract/refusals.ts')).toBe(true)
  const leaving = files.flatMap((file) =>
    relativePaths(readFileSync(file, 'utf8'))
      .filter((path) => leavesTheSite(file, path))
      .map((path) => `${file.slice(site.length + 1)}: ${path}`),
  )
  expect(leaving).toEqual([])
})
