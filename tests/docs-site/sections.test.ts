import { expect, test } from 'bun:test'
import type { Listed } from '../../docs-site/src/lib/document.ts'
import { sectionsOf } from '../../docs-site/src/lib/sections.ts'
import { sessionOperations } from '../../server/boot/operations.ts'

test('every operation of the app belongs to one section of the reference, and every section has operations', () => {
  const operations = sessionOperations.map(({ id, path }) => ({ id, path }) as Listed)
  const sections = sectionsOf({ name: 'session', operations })!
  const ids = sections.flatMap((section) => section.operations.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  expect(sections.filter((section) => section.operations.length === 0).map(({ title }) => title)).toEqual([])
})
