/** Decisions are pages of one form, each in the index, whose links and paths resolve. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'bun:test'
import { deadLinks, isThere, pathsIn, root } from './named_paths.ts'

const folder = join(root, 'server/decisions')
const results = join(root, 'tests/bench/results')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const markdownIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
const pages = markdownIn(folder).filter((name) => name !== 'README.md')

const form = /^What holds\nWhy\n(Alternatives considered\n)?History\n$/

/** What is wrong with the form of a page, or nothing. */
function faultsOf(name: string, text: string): string[] {
  const faults: string[] = []
  const fault = (holds: boolean, words: string) => void (holds || faults.push(`${name}: ${words}`))
  fault(/^[a-z]+\/[a-z][a-z0-9_]*\.md$/.test(name), 'is not <area>/<subject>.md, named by its subject without a date')
  fault(/^# \S[^\n]*\n\n## /.test(text), 'does not begin with its title and a section')
  const [, ...sections] = text.split(/^## /m)
  fault(form.test(sections.map((section) => `${section.split('\n')[0]}\n`).join('')), 'has other sections')
  fault(
    sections.every((section) => section.split('\n').slice(1).join('').trim() !== ''),
    'has an empty section',
  )
  const history = (sections.at(-1) ?? '').split('\n').slice(1).join('\n').trim()
  const entries = history.split(/\n(?=- )/).map((entry) => /^- (\d{4}-\d\d-\d\d): \S/.exec(entry)?.[1])
  fault(!entries.includes(undefined), 'has a history line without a date')
  fault(entries.join() === entries.toSorted().join(), 'has a history out of order')
  return faults
}

test('every page states what holds, why and its history, in this order', () => {
  expect(pages.length).toBeGreaterThan(50)
  expect(pages.flatMap((name) => faultsOf(name, read(name)))).toEqual([])
})

test('the rule of form notices each fault', () => {
  const page = '# A\n\n## What holds\n\nx\n\n## Why\n\ny\n\n## History\n\n- 2026-11-21: One.\n- 2026-11-22: Two.\n'
  expect(faultsOf('stock/ledger.md', page)).toEqual([])
  const faulty: [name: string, text: string][] = [
    ['2026-11-21-ledger.md', page],
    ['stock/ledger.md', page.replace('# A\n\n', '# A\n\nDate: today.\n\n')],
    ['stock/ledger.md', page.replace('## Why\n\ny\n\n', '')],
    ['stock/ledger.md', page.replace('x\n\n', '')],
    ['stock/ledger.md', page.replace('- 2026-11-22: ', '- ')],
    ['stock/ledger.md', page.replace('2026-11-22', '2026-11-20')],
  ]
  for (const [name, text] of faulty) expect(faultsOf(name, text)).toHaveLength(1)
})

test('every page is in the index once, under its title', () => {
  const indexed = [...read('README.md').matchAll(/^- \[([^\]]+)\]\(([^)]+\.md)\): /gm)].map(([, title, name]) => [
    name!,
    title!,
  ])
  const titled = pages.map((name) => [name, read(name).split('\n')[0]!.slice(2)])
  expect(indexed.toSorted()).toEqual(titled.toSorted())
})

test('every link of pages, of their index and of measured results resolves', () => {
  const texts = [folder, results].flatMap((path) => markdownIn(path).map((name) => join(path, name)))
  expect(texts.flatMap((path) => deadLinks(path, readFileSync(path, 'utf8')).map((to) => `${path}: ${to}`))).toEqual([])
})

test('every file and folder that a page names exists', () => {
  const missing = pages.flatMap((name) =>
    pathsIn(read(name))
      .filter((path) => !isThere(path))
      .map((path) => `${name}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('no folder of pages holds more than 20, and no page more than 400 lines', () => {
  const counts = Map.groupBy(pages, (name) => name.split('/')[0]!)
  expect([...counts].filter(([, names]) => names.length > 20)).toEqual([])
  expect(pages.filter((name) => read(name).split('\n').length > 400)).toEqual([])
})
