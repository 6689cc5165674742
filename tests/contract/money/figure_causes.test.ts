/** Causes of missing figures come from one list. */
import { expect, test } from 'bun:test'
import { figureCauses } from '../../../server/contract/money/figure_causes.ts'
import { openapi } from '../../support/document/document_check.ts'

/** Codes that say where a figure comes from, or what a list does not contain, and not why a figure is null. */
const others = ['ForecastChannel.reason_code', 'PlanOfRecordLeftOut.cause']

const isCause = (name: string) => /(^|_)reason_code$|^cause$/.test(name)

function codesOf(schema: any): string[] {
  if (schema.$ref !== undefined) return codesOf(openapi.components.schemas[schema.$ref.split('/').at(-1)])
  const own = [...(schema.enum ?? []), ...(schema['x-extensible-enum'] ?? [])].filter((one) => one !== null)
  return [...own, ...(schema.anyOf ?? []).flatMap(codesOf)]
}

/** The codes of every field that states a cause, by the component that has it. */
function collect(value: any, component: string, found: Map<string, string[]>): void {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value))
    for (const [name, schema] of Object.entries(value.properties ?? {}))
      if (isCause(name)) {
        const field = `${component}.${name}`
        found.set(field, [...(found.get(field) ?? []), ...codesOf(schema)])
      }
  for (const one of Object.values(value)) collect(one, component, found)
}

const fields = new Map<string, string[]>()
for (const [name, schema] of Object.entries(openapi.components.schemas)) collect(schema, name, fields)
for (const [path, operations] of Object.entries(openapi.paths)) collect(operations, path, fields)
const causes = [...fields].filter(([field]) => !others.includes(field))

test('every published code of a missing figure is in the list, and every field of a cause has codes', () => {
  expect(causes.length).toBeGreaterThan(20)
  expect(causes.filter(([, codes]) => codes.length === 0).map(([field]) => field)).toEqual([])
  const unknown = causes.flatMap(([field, codes]) =>
    codes.filter((code) => !(code in figureCauses)).map((code) => `${field} ${code}`),
  )
  expect(unknown).toEqual([])
})

test('every code of the list is published, and what is judged otherwise exists', () => {
  const published = new Set(causes.flatMap(([, codes]) => codes))
  expect(Object.keys(figureCauses).filter((code) => !published.has(code))).toEqual([])
  for (const field of others) expect([field, fields.has(field)]).toEqual([field, true])
})
