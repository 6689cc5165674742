/** The glossary says nothing that is not there: every published name is one, and every term has one place. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'bun:test'
import { anchorOf, glossary, publishedTerms } from '../../server/contract/glossary/glossary.ts'
import { refusals } from '../../server/contract/refusals.ts'
import { scopes } from '../../server/contract/resources.ts'
import { current_train } from '../../server/contract/trains.ts'

const terms = glossary.flatMap((group) => group.terms)
const document = JSON.parse(readFileSync(`docs-site/public/openapi/${current_train}.json`, 'utf8'))

/** Keys, names of parameters, and single words among the values: every published name but the paths. */
function wordsOf(node: unknown, words: Set<string>): Set<string> {
  if (typeof node === 'string' && !/\s/.test(node)) words.add(node)
  else if (Array.isArray(node)) for (const one of node) wordsOf(one, words)
  else if (node !== null && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) {
      words.add(key)
      if (!/^(examples?|x-codeSamples)$/.test(key)) wordsOf(value, words)
    }
  return words
}

/** Tables of the archives of organisations are named as in the schema. */
const tables = readdirSync('db/schema', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(`db/schema/${file}`, 'utf8').matchAll(/pgTable\(\s*'(\w+)'/g)])
  .map(([, name]) => name!)

test('every published name of a term exists', () => {
  const words = wordsOf(document, new Set([...scopes, ...Object.keys(refusals), ...tables]))
  const paths = Object.keys(document.paths)
  const exists = (name: string) =>
    name.startsWith('/') ? paths.some((path) => path.endsWith(name) || path.includes(`${name}/`)) : words.has(name)
  const names = publishedTerms.flatMap(({ terms: own }) => own.flatMap((term) => term.names ?? []))
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name) => !exists(name))).toEqual([])
})

test('every term has one entry, with an anchor of its own that no section has', () => {
  const anchors = [...terms.map(anchorOf), ...glossary.map(({ group }) => group)]
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([])
})

test('every meaning is one sentence', () => {
  const faulty = terms.filter(({ meaning }) => !/^[A-Z][^.]*(\.(?=\S)[^.]*)*\.$/.test(meaning))
  expect(faulty.map(({ term }) => term)).toEqual([])
})
