import { expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { misnamed } from './naming.ts'
import { type Source, sources } from './sources.ts'

const file_lines_max = 400
const folder_files_max = 18

test('a name is camelCase unless it carries a field', () => {
  expect(misnamed(sources)).toEqual([])
})

test('the naming rule notices a variable that carries no field, and lets one pass that does', () => {
  const source = (text: string): Source => ({ path: 'one.ts', text })
  expect(misnamed([source('const due_rows = 1')])).toEqual(['one.ts: due_rows'])
  expect(misnamed([source('const due_rows = 1; const row = { due_rows: 2 }')])).toEqual([])
  expect(misnamed([source('function readRows(first_row: number) {}')])).toEqual(['one.ts: first_row'])
})

test(`no file has more than ${file_lines_max} lines`, () => {
  const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > file_lines_max)
  expect(long.map(({ path }) => path)).toEqual([])
})

test(`no folder holds more than ${folder_files_max} files`, () => {
  const folders = Map.groupBy(sources, ({ path }) => dirname(path))
  const full = [...folders].filter(([, files]) => files.length > folder_files_max)
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('SQL is put together from text only where tables and column lists are made', () => {
  const makers = /^(server\/tables|db\/sql)\//
  const unsafe = sources
    .filter(({ path, text }) => /^(server|db)\//.test(path) && !makers.test(path) && /\bsql\.unsafe\b/.test(text))
    .map(({ path }) => path)
  expect(unsafe).toEqual([])
})
