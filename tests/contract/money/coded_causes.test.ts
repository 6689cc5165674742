/** A figure that can be null has the code of its cause beside it, or is listed with the reason why it has none. */
import { expect, test } from 'bun:test'
import { openapi } from '../../support/document/document_check.ts'
import { causeOf, uncoded } from './uncoded_figures.ts'

const schemas: Record<string, any> = openapi.components.schemas

/** Parts of an amount, which has its own reason, and numbers that name a record or a place in a file. */
const isAmount = (name: string) => /^(Money|UnitCost)$/.test(name)
const isName = (field: string) => /(^|_)(id|number|page|version|element|status|dow)$/.test(field)

/** Their codes say what a record is, and not why a figure is null. */
const notCauses = ['ForecastChannel', 'PlanOfRecordLeftOut']

const nameOf = (schema: any): string | undefined => schema.$ref?.split('/').at(-1)
const isCause = (field: string) => /(^|_)reason_code$|^cause$/.test(field)

/** Whether a value may be null, and whether it may be a number or an amount. */
function kindOf(schema: any): { nullable: boolean; figure: boolean } {
  const name = nameOf(schema)
  if (name !== undefined && isAmount(name)) return { nullable: true, figure: true }
  const { type, anyOf } = name === undefined ? schema : schemas[name]
  const types = [type].flat()
  const own = {
    nullable: types.includes('null'),
    figure: types.includes('number') || types.includes('integer'),
  }
  return ((anyOf ?? []) as any[])
    .map(kindOf)
    .reduce((all, one) => ({ nullable: all.nullable || one.nullable, figure: all.figure || one.figure }), own)
}

/** The code beside a figure: of the record, or of the figure by the beginning of its name. */
function codeBeside(component: string, field: string, fields: readonly string[]): string | undefined {
  if (notCauses.includes(component)) return undefined
  const stated = causeOf[`${component}.${field}`]
  if (stated !== undefined) return fields.includes(stated) ? stated : undefined
  const words = field.split('_')
  const codes = words.map((_, i) => `${words.slice(0, words.length - i).join('_')}_reason_code`)
  return [...codes, 'reason_code', 'cause'].find((one) => fields.includes(one))
}

const found = new Map<string, { code: string | undefined }>()

/** Every record of a response under the component, or the operation and path, that has it. */
function collect(schema: any, at: string, visited: ReadonlySet<string>): void {
  const name = nameOf(schema)
  if (name !== undefined) {
    if (!visited.has(name) && !isAmount(name)) collect(schemas[name], name, new Set([...visited, name]))
    return
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) collect(one, at, visited)
  const fields = Object.keys(schema.properties ?? {})
  for (const [field, one] of Object.entries<any>(schema.properties ?? {})) {
    const { nullable, figure } = kindOf(one)
    if (nullable && figure && !isName(field)) found.set(`${at}.${field}`, { code: codeBeside(at, field, fields) })
    collect(one, `${at}.${field}`, visited)
  }
}

for (const operations of Object.values<any>(openapi.paths))
  for (const { operationId, responses } of Object.values<any>(operations))
    for (const [status, response] of Object.entries<any>(responses ?? {})) {
      const content = status.startsWith('2') ? Object.values<any>(response.content ?? {}) : []
      for (const { schema } of content) if (schema !== undefined) collect(schema, operationId, new Set())
    }

const listed = Object.values(uncoded).flatMap((records) =>
  Object.entries(records).flatMap(([record, fields]) => fields.split(' ').map((field) => `${record}.${field}`)),
)

test('every figure that can be null has a coded cause beside it, or is listed with a reason', () => {
  expect(found.size).toBeGreaterThan(400)
  const missing = [...found].filter(([, { code }]) => code === undefined).map(([field]) => field)
  expect(missing.filter((field) => !listed.includes(field))).toEqual([])
  // The list may only shrink.
  expect(listed.filter((field) => !missing.includes(field))).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('every cause that is named for a figure is beside it, and codes are enumerated', () => {
  for (const [field, code] of Object.entries(causeOf)) expect([field, found.get(field)?.code]).toEqual([field, code])
  expect(isCause('reason_code') && isCause('lost_reason_code') && !isCause('lost_reason')).toBe(true)
})
