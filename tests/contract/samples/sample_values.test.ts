/** Every value listed for samples of bodies and responses is used: the generator drops none. */
import { expect, test } from 'bun:test'
import { overrides } from '../../../server/contract/openapi/example_overrides.ts'
import { sums, exampleValues } from '../../../server/contract/openapi/example_values.ts'
import { exampleOf } from '../../../server/contract/openapi/examples.ts'
import type { JsonSchema, ResponseObject } from '../../../server/contract/openapi/json.ts'
import { Components, publishSchema } from '../../../server/contract/openapi/schemas.ts'
import { events } from '../../../server/boot/events.ts'
import { openapi } from '../../support/document/document_check.ts'

/** The values that the sample response of each operation and event uses. */
function usedValues(): Map<string, Set<string>> {
  const byId = new Map<string, Set<string>>()
  const make = (id: string, schema: JsonSchema, schemas: Record<string, JsonSchema>) => {
    const used = new Set<string>()
    exampleOf(schema, schemas, '', true, { id, used })
    byId.set(id, used)
  }
  for (const { operationId, requestBody, responses } of Object.values(openapi.paths).flatMap((path) =>
    Object.values(path),
  )) {
    const sent = requestBody?.content['application/json']
    if (sent) make(`${operationId} body`, sent.schema, openapi.components.schemas)
    for (const [status, response] of Object.entries(responses)) {
      const media = (response as ResponseObject).content?.['application/json']
      if (status.startsWith('2') && media) make(operationId, media.schema, openapi.components.schemas)
    }
  }
  for (const [event, { record }] of Object.entries(events)) {
    const components = new Components()
    make(event, publishSchema(record, 'answer', components), components.schemas)
  }
  return byId
}

test('every value listed for sample responses is used, and one listed for an operation or event is used there', () => {
  const byId = usedValues()
  const all = new Set([...byId.values()].flatMap((used) => [...used]))
  const dropped = [
    ...Object.keys(exampleValues).filter((key) => !all.has(key)),
    ...Object.keys(sums).filter((key) => !all.has(`${key} in cents`)),
  ]
  for (const [id, values] of Object.entries(overrides)) {
    const used = byId.get(id) ?? new Set()
    for (const key of Object.keys(values))
      if (!used.has(key) && !used.has(`${key} in cents`)) dropped.push(`${id} ${key}`)
  }
  expect(dropped).toEqual([])
})
