/** The commands in documents must work for a reader: after `npm install` there is no `bun` on the PATH. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const under = (folder: string, kind: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name))
    .map((name) => join(folder, name))

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs-site/README.md',
  'server/AGENTS.md',
  'server/ARCHITECTURE.md',
  ...under('docs-site/src/content', /\.mdx?$/),
  ...under('docs-site/src/pages', /\.astro$/),
  ...under('server', /\.ts$/),
  ...under('db', /\.ts$/),
]

test('documents, pages and printed messages use npm run, never bun run', () => {
  expect(documents.length).toBeGreaterThan(100)
  const typed = /(?<!npx )\bbun (run|test|install)\b|\bbunx\b/
  expect(documents.filter((path) => typed.test(read(path)))).toEqual([])
})

test('every npm script that they name exists', () => {
  const scripts = ['package.json', 'receiver-kit/package.json', 'docs-site/package.json'].flatMap((path) =>
    Object.keys((JSON.parse(read(path)) as { scripts: Record<string, string> }).scripts),
  )
  const named = documents.flatMap((path) =>
    [...read(path).matchAll(/\bnpm (?:--prefix \S+ )?run (?:--silent )?([\w:-]*\w)/g)].map(([, script]) => script!),
  )
  expect(new Set(named).size).toBeGreaterThan(10)
  expect([...new Set(named)].filter((script) => !scripts.includes(script))).toEqual([])
})

test('guides ask for the repository only where a reader runs the service', () => {
  const guides = under('docs-site/src/content/docs', /^(quick-start|api\/guides)\b.*\.mdx?$/)
  expect(guides.length).toBeGreaterThan(40)
  const commands = (text: string) => [...text.matchAll(/^ *```sh[^\n]*\n([^]*?)^ *```$/gm)].map(([, block]) => block!)
  for (const path of guides) {
    const [before] = read(path).split('\n## Run it yourself\n')
    const asking = commands(before!).filter((block) =>
      /\bnpm (?:--\S+ )*(?:run|start)\b|docs-site\/|\bserver\//.test(block),
    )
    expect([path, asking]).toEqual([path, []])
  }
})

test('guides place in the app what has a screen there, and all else on a user session', () => {
  const screens = /\b(keys?|webhooks?|subscribe|imports?|exceptions?|members?|sandbox|sign-in|signed in)\b/i
  const sentences = under('docs-site/src/content/docs', /\.mdx?$/).flatMap((path) =>
    read(path)
      .split(/(?<=[.:|])\s/)
      .filter((sentence) => /\bin the \[?app\b/i.test(sentence))
      .map((sentence) => `${path}: ${sentence}`),
  )
  expect(sentences.length).toBeGreaterThan(0)
  expect(sentences.filter((sentence) => !screens.test(sentence))).toEqual([])
})
