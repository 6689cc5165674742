/** Code and comments use the words of the glossary. */
import { expect, test } from 'bun:test'
import { glossary } from '../../server/contract/glossary/glossary.ts'
import { sources } from './sources.ts'
import { misused, nameRules, wordRules } from './vocabulary.ts'

test('no declaration and no comment uses a word against the glossary', () => {
  const rules = /^tests\/tidy\//
  expect(misused(sources.filter(({ path }) => !rules.test(path) && !path.startsWith('receiver-kit/')))).toEqual([])
}, 30_000)

test('each rule notices its word, in its folder alone', () => {
  const at = (path: string, text: string) => misused([{ path, text }])
  expect(at('server/stock/one.ts', 'const recordPlan = 1')).toEqual(['server/stock/one.ts: recordPlan (say diff)'])
  expect(at('server/planning/one.ts', 'const recordPlan = 1')).toEqual([])
  expect(at('server/pipeline/one.ts', 'function enterDoor() {}')).toEqual([
    'server/pipeline/one.ts: enterDoor (say pipeline)',
  ])
  expect(at('server/partners/one.ts', 'interface Door {}')).toEqual([])
  expect(at('server/edi/one.ts', 'function readDocument() {}')).toEqual([
    'server/edi/one.ts: readDocument (say EDI document)',
  ])
  expect(at('server/edi/one.ts', 'function readEdiDocument() {}')).toEqual([])
})

test('a value is not named by what happened to it, unless it carries a field', () => {
  const at = (text: string) => misused([{ path: 'one.ts', text }])
  expect(at('const [standing] = rows')).toEqual([])
  expect(at('const standing = 1')).toEqual(['one.ts: standing (say what the value is)'])
  expect(at('const { lines: kept } = order')).toEqual(['one.ts: kept (say what the value is)'])
  expect(at('const { kept } = counts')).toEqual([])
  expect(at('const found = 1')).toEqual(['one.ts: found (say what the value is)'])
  expect(misused([{ path: 'tests/one.ts', text: 'const found = 1' }])).toEqual([])
})

test('a phrase is noticed in comments alone', () => {
  const at = (text: string) => misused([{ path: 'one.ts', text }])
  expect(at('/** What became of a connection. */')).toEqual(['one.ts:1: What became of (the outcome of)'])
  expect(at('/** Of the window before. */')).toEqual([
    'one.ts:1: /** Of the window before. */ (name the thing that it is of)',
  ])
  expect(at("const text = 'What became of a connection.'")).toEqual([])
})

test('what a rule says instead is a term of the glossary', () => {
  const terms = new Set(glossary.flatMap((group) => group.terms.map(({ term }) => term)))
  expect([...wordRules, ...nameRules].map(({ say }) => say).filter((say) => !terms.has(say))).toEqual([])
})
