import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { misnamed } from './naming.ts'
import { type Source, sources } from './sources.ts'

const fileLinesMax = 400
const folderFilesMax = 20

test('a name is camelCase unless it carries a field', () => {
  // The kit's names are its published interface.
  expect(misnamed(sources.filter(({ path }) => !path.startsWith('receiver-kit/')))).toEqual([])
  // In a run of several files, Bun gives the preload's limit to the first alone.
}, 120_000)

test('the naming rule notices a variable that carries no field, and lets one pass that does', () => {
  const source = (text: string): Source => ({ path: 'one.ts', text })
  expect(misnamed([source('const due_rows = 1')])).toEqual(['one.ts: due_rows'])
  expect(misnamed([source('const due_rows = 1; const row = { due_rows: 2 }')])).toEqual([])
  expect(misnamed([source('function readRows(first_row: number) {}')])).toEqual(['one.ts: first_row'])
})

test(`no file has more than ${fileLinesMax} lines`, () => {
  const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > fileLinesMax)
  expect(long.map(({ path }) => path)).toEqual([])
})

test(`no folder holds more than ${folderFilesMax} files`, () => {
  const folders = Map.groupBy(sources, ({ path }) => dirname(path))
  const full = [...folders].filter(([, files]) => files.length > folderFilesMax)
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('SQL is put together from text only where tables and column lists are made', () => {
  // The role of the embedded database is made by the superuser, before there is a table.
  const makers = /^(server\/tables\/|db\/sql\/|db\/embedded\/role\.ts$)/
  const unsafe = sources
    .filter(({ path, text }) => /^(server|db)\//.test(path) && !makers.test(path) && /\bsql\.unsafe\b/.test(text))
    .map(({ path }) => path)
  expect(unsafe).toEqual([])
})

test('the packages that only the unbundled reference imports are replaced by an empty one, all of them', () => {
  const { overrides } = JSON.parse(readFileSync('package.json', 'utf8'))
  const reference = JSON.parse(readFileSync('node_modules/@scalar/api-reference/package.json', 'utf8'))
  const replaced = overrides['@scalar/api-reference']
  expect(Object.keys(replaced).toSorted()).toEqual(Object.keys(reference.dependencies).toSorted())
  expect([...new Set(Object.values(replaced))]).toEqual(['npm:empty-npm-package@1.0.0'])
})
