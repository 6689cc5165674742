/** Rules that the published document itself must follow. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'bun:test'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { codesOf } from '../../server/contract/codes.ts'
import { buildDocument } from '../../server/contract/openapi/document.ts'
import { exampleOf } from '../../server/contract/openapi/examples.ts'
import { printDocument, publishedDocument } from '../../server/contract/openapi/publish.ts'
import type { MediaType, OperationObject, ResponseObject } from '../../server/contract/openapi/json.ts'
import { limits } from '../../server/contract/limits.ts'
import { matrixCounts, plannedOperations } from '../../server/contract/planned_operations.ts'
import { refusals } from '../../server/contract/refusals.ts'
import { resourceNames } from '../../server/contract/resources.ts'
import { contractFiles, staleFiles } from '../../server/publish_contract.ts'
import { everyOperation, sessionOperations } from '../../server/boot/operations.ts'
import { newAjv, openapi } from '../support/document/document_check.ts'
import { publicOperations } from '../support/service/service.ts'
import { testUnless } from '../support/needs.ts'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const published = Object.values(openapi.paths).flatMap((path) => Object.values(path))
const publicOnes = published.filter((operation) => operation['x-service-surface'] === undefined)

test('the committed document, list and docs data match the declarations', () => {
  expect(Object.keys(contractFiles)).toEqual([
    'docs-site/public/openapi/2026-11.json',
    'docs-site/public/openapi/2026-11.keys.json',
    'docs-site/src/data/code_samples.json',
    'tests/contract/operations.txt',
    'server/DERIVED_FIGURES.md',
    'docs-site/src/data/import_fields.json',
    'docs-site/src/data/metrics.json',
    'docs-site/src/data/understood_papers.json',
    'docs-site/src/data/errors.json',
    'docs-site/src/data/scopes.json',
    'docs-site/src/data/exceptions.json',
    'docs-site/src/data/edi_understood.json',
    'docs-site/src/data/limits.json',
    'docs-site/src/data/glossary.json',
    'server/GLOSSARY.md',
    'README.md',
    'docs-site/src/data/changelog.json',
    'docs-site/src/data/kit/verify.ts',
    'docs-site/src/data/kit/header.ts',
    'docs-site/src/data/kit/hmac.ts',
    'docs-site/public/webhooks/signature-vectors.json',
  ])
  expect(staleFiles()).toEqual([])
})

test('the same declarations always produce the same bytes', () => {
  const operations = [...publicOperations, ...sessionOperations]
  const print = () => printDocument(publishedDocument(buildDocument(operations)))
  expect(print() === print()).toBe(true)
})

test('163 operations are planned, of which the scope matrix counts 162: seven of eight in planning', () => {
  expect(plannedOperations.length).toBe(163)
  expect(Object.values(matrixCounts).reduce((sum, count) => sum + count, 0)).toBe(162)
  for (const resource of resourceNames) {
    const listed = plannedOperations.filter((one) => one.resource === resource).length
    expect([resource, listed]).toEqual([resource, matrixCounts[resource] + (resource === 'planning' ? 1 : 0)])
  }
})

const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every planned operation exists with its scope and plan gate', () => {
  const there = new Map(publicOperations.map((one) => [key(one), one]))
  for (const planned of plannedOperations) {
    const { resource, scope, sold_with } = planned
    expect(there.get(key(planned)), key(planned)).toMatchObject({ resource, scope, sold_with })
  }
})

test('operations stand together by resource, in the order of the resources', () => {
  expect(publicOperations.map(({ resource }) => resource).filter((one, i, all) => one !== all[i - 1])).toEqual([
    ...resourceNames,
  ])
})

/** The files that declare each operation, by its id. */
function declaringFiles(): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const file of readdirSync(at('server'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    for (const [, id] of readFileSync(at(`server/${file}`), 'utf8').matchAll(/^ +id: '(\w+\.\w+)',$/gm))
      files.set(id!, [...(files.get(id!) ?? []), file])
  }
  return files
}

test('a public operation is declared once, in a file named after its verb, and no id or route is used twice', () => {
  const files = declaringFiles()
  for (const { id } of publicOperations)
    expect(
      files.get(id)?.map((file) => basename(file)),
      id,
    ).toEqual([`${id.split('.')[1]}.ts`])
  const operations = [...publicOperations, ...sessionOperations]
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  expect(new Set(operations.map(key)).size).toBe(operations.length)
  expect(publicOnes.length).toBe(publicOperations.length)
})

test('session operations are documented under Developer only, with the session and never with a key', () => {
  const sessionOnes = published.filter((operation) => operation['x-service-surface'] === 'session')
  expect(sessionOnes.map(({ operationId }) => operationId).sort()).toEqual(sessionOperations.map(({ id }) => id).sort())
  for (const { tags, security } of sessionOnes) {
    expect(tags).toEqual(['Developer'])
    expect(security.every((one) => !('apiKey' in one))).toBe(true)
  }
})

const responseOf = (response: OperationObject['responses'][string]): ResponseObject =>
  '$ref' in response ? openapi.components.responses[response.$ref.split('/').at(-1)!]! : response

function examplesOf(media: MediaType): unknown[] {
  const named = Object.values(media.examples ?? {}).map((one) =>
    '$ref' in one ? openapi.components.examples[one.$ref.split('/').at(-1)!]!.value : one.value,
  )
  return media.example === undefined ? named : [media.example, ...named]
}

const ajv = newAjv()
ajv.addSchema({ $id: 'document', components: { schemas: openapi.components.schemas } })
const inDocument = (schema: object) => JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
const compiled = new Map<string, ValidateFunction>()

function faultOf(schema: object, value: unknown): string | null {
  const text = inDocument(schema)
  const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
  compiled.set(text, check)
  return check(value) ? null : `${ajv.errorsText(check.errors)} in ${JSON.stringify(value)}`
}

test('every example matches its schema: bodies, responses, refusals and parameters', () => {
  const faults: string[] = []
  let checked = 0
  const check = (where: string, schema: object, value: unknown) => {
    checked++
    const fault = faultOf(schema, value)
    if (fault !== null) faults.push(`${where}: ${fault}`)
  }
  for (const { operationId, parameters, requestBody, responses } of published) {
    for (const parameter of parameters) {
      if (!('in' in parameter)) continue
      check(
        `${operationId} ${parameter.name}`,
        parameter.schema,
        exampleOf(parameter.schema, openapi.components.schemas, parameter.name),
      )
      for (const one of parameter.schema.examples ?? [])
        check(`${operationId} ${parameter.name}`, parameter.schema, one)
    }
    const body = requestBody?.content['application/json']
    if (body) for (const one of examplesOf(body)) check(`${operationId} body`, body.schema, one)
    for (const [status, response] of Object.entries(responses)) {
      const media = responseOf(response).content?.['application/json']
      if (media) for (const one of examplesOf(media)) check(`${operationId} ${status}`, media.schema, one)
    }
  }
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(published.length * 10)
}, 30_000)

test('no sample response uses a field name as its value, and related figures agree', () => {
  const placeholders: string[] = []
  const look = (value: unknown, name: string, where: string): void => {
    if (Array.isArray(value)) for (const one of value) look(one, name, where)
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) look(inner, key, where)
    else if ([name, name.replaceAll('_', ' '), name.replace(/s$/, '')].includes(String(value)))
      placeholders.push(`${where}: ${name}`)
  }
  for (const operation of published)
    for (const [status, response] of Object.entries(operation.responses)) {
      const example = (response as ResponseObject).content?.['application/json']?.example
      if (status.startsWith('2') && example !== undefined) look(example, '', operation.operationId)
    }
  expect(placeholders).toEqual([])
  const sampleOf = (id: string) => {
    const { responses } = published.find(({ operationId }) => operationId === id)!
    return ((responses['200'] as ResponseObject).content!['application/json']!.example as { data: any }).data
  }
  const [row] = sampleOf('inventory.list_inventory').rows
  expect(row.available_qty).toBe(row.on_hand_qty - row.committed_qty)
  const position = sampleOf('inventory.position')
  expect(position.atp).toBe(position.on_hand - position.reserved + position.expected_inbound.quantity)
  const order = sampleOf('purchase_orders.get')
  const [line] = order.line_items
  const [delivered] = order.deliveries[0].line_items
  expect(order.total_cost).toBe(line.quantity * line.unit_cost)
  expect(line.outstanding_quantity).toBe(line.quantity - line.delivered_quantity)
  const borne = (delivered.freight_cost + delivered.duty_cost) / delivered.received_quantity
  expect(delivered.landed_unit_cost).toBeCloseTo(delivered.unit_cost + borne, 4)
})

test('every code of an operation has its status, is listed in order with its own example body, and shares one schema', () => {
  for (const operation of [...publicOperations, ...sessionOperations]) {
    const { responses, ...words } = openapi.paths[operation.path]![operation.method.toLowerCase()]!
    const listed = words['x-service-refusals'] as { code: string; status: number; meaning: string }[]
    expect(listed.map(({ code }) => code)).toEqual(codesOf(operation))
    for (const code of codesOf(operation)) {
      const response = responseOf(responses[refusals[code].status]!)
      const media = response.content!['application/json']!
      expect(response['x-service-codes']).toContain(code)
      const ofPim = operation.resource === 'pim' && refusals[code].status === 401
      expect(media.schema).toEqual({ $ref: `#/components/schemas/${ofPim ? 'PimRefusal' : 'Refusal'}` })
      if (ofPim) continue
      expect(Object.keys(media.examples!)).toContain(code)
    }
  }
})

const placeOf = ({ tags }: { tags: string[] }) => ['Developer', 'Sign-in'].indexOf(tags[0]!)

test('the 409 of an operation names the conflicts of that operation', () => {
  const withConflict = everyOperation.filter(({ refusals: codes }) => codes.includes('conflict'))
  expect(withConflict.length).toBeGreaterThanOrEqual(110)
  for (const { id, conflict } of everyOperation)
    expect([id, conflict !== undefined]).toEqual([id, withConflict.some((one) => one.id === id)])
  for (const { id, conflict, method, path } of withConflict) {
    const { responses, ...words } = openapi.paths[path]![method.toLowerCase()]!
    const { description } = responses['409'] as ResponseObject
    expect([id, description]).toEqual([id, expect.stringContaining(`\`conflict\`: ${conflict}`)])
    expect([id, conflict]).toEqual([id, expect.stringMatching(/^[A-Z].{15,}\.$/)])
    expect([id, description]).toEqual([id, expect.not.stringContaining(refusals.conflict.desc)])
    const listed = words['x-service-refusals'] as { code: string; meaning: string }[]
    expect([id, listed.find(({ code }) => code === 'conflict')?.meaning]).toEqual([id, conflict])
  }
})

test('every field, parameter and operation has a description', () => {
  const silent: string[] = []
  for (const operation of published) {
    const { operationId, summary, description, parameters } = operation
    if (summary.length < 5 || summary.endsWith('.') || description.length < 20) silent.push(operationId)
    for (const parameter of parameters) {
      if ('in' in parameter && !parameter.description) silent.push(`${operationId} ${parameter.name}`)
    }
  }
  expect(silent).toEqual([])
  // Operations of the app share paths with public ones.
  const publicFirst = published.toSorted((one, other) => placeOf(one) - placeOf(other))
  expect(openapi.tags.map(({ name }) => name)).toEqual([...new Set(publicFirst.flatMap(({ tags }) => tags))])
})

/** Every schema in a value of the document, with the path to it. */
function* schemasIn(value: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [name, one] of Object.entries(value))
    if (name !== 'example' && name !== 'examples') yield* schemasIn(one, `${path}/${name}`)
}

test('known values in responses are published as open lists, never as closed enums', () => {
  const answered = {
    answers: published.map(({ responses }) => responses),
    shared: openapi.components.responses,
    schemas: Object.entries(openapi.components.schemas).filter(([name]) => !name.endsWith('Input')),
  }
  const schemas = [...schemasIn(answered)]
  expect(schemas.filter(([, schema]) => 'x-extensible-enum' in schema).length).toBeGreaterThan(100)
  // Fixed by the train: INFO after a read, SUCCESS after a write.
  const closed = schemas.filter(([, { enum: values }]) => values !== undefined && String(values) !== 'INFO,SUCCESS')
  expect(closed.map(([path]) => path)).toEqual([])
})

test('an integer that may exceed 32 bits has format int64, for languages with 32-bit integers', () => {
  const wide: string[] = []
  let int64Count = 0
  for (const [path, schema] of schemasIn({ published, components: openapi.components })) {
    if (path.includes('/x-') || ![schema.type].flat().includes('integer')) continue
    const { maximum = Infinity, format } = schema as { maximum?: number; format?: string }
    if (format === 'int64') int64Count++
    else if (maximum > 2_147_483_647 && !path.includes('/headers/')) wide.push(path)
  }
  expect(wide).toEqual([])
  expect(int64Count).toBeGreaterThan(100)
  expect(openapi.components.schemas.Money!.properties!.cents).toMatchObject({ format: 'int64' })
})

test('every text in a request has a maximum length, or a pattern that limits it', () => {
  const inputs = Object.entries(openapi.components.schemas).filter(([name]) => name.endsWith('Input'))
  const requestParts = published.map(({ parameters, requestBody }) => [
    parameters,
    requestBody?.content['application/json'],
  ])
  const endless = [...schemasIn({ asked: requestParts, inputs })].filter(([path, schema]) => {
    const { type, maxLength, enum: values, const: only, format, pattern } = schema
    if (path.includes('/x-') || ![type].flat().includes('string')) return false
    // Each known value of an open list is checked against it.
    if (maxLength !== undefined || (values ?? only ?? schema['x-extensible-enum']) !== undefined) return false
    if (format === 'date' || format === 'date-time') return false
    const fits = new RegExp((pattern as string | undefined) ?? '', 'u')
    return ['A', '1', 'a', ' '].some((letter) => fits.test(letter.repeat(limits.text_length_max + 1)))
  })
  expect(endless.map(([path]) => path)).toEqual([])
})

test('no closed list in a request has values that differ only in case or punctuation, since clients would merge them', () => {
  const lists = [...schemasIn({ paths: published.map(({ parameters, requestBody }) => [parameters, requestBody]) })]
  const enums = lists.flatMap(([path, { enum: values }]) => (Array.isArray(values) ? [{ path, values }] : []))
  expect(enums.length).toBeGreaterThan(20)
  const nameOf = (value: unknown) => String(value).toUpperCase().replaceAll(/\W/g, '_')
  const colliding = enums.filter(({ values }) => new Set(values.map(nameOf)).size < values.length)
  expect(colliding).toEqual([])
})

const redocly = at('tests/tools/node_modules/@redocly/cli/bin/cli.js')

async function expectNoProblems(name: string, ignored: number): Promise<void> {
  const lint = Bun.spawn(
    [
      'node',
      redocly,
      'lint',
      at(`docs-site/public/openapi/${name}`),
      '--format=json',
      `--config=${at('tests/tools/redocly.yaml')}`,
    ],
    { stdout: 'pipe', stderr: 'ignore', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } },
  )
  const { totals, problems } = JSON.parse(await new Response(lint.stdout).text()) as {
    totals: { errors: number; warnings: number; ignored: number }
    problems: { ruleId: string; message: string }[]
  }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored })
  expect(await lint.exited).toBe(0)
}

testUnless(
  existsSync(redocly) ? null : 'tests/tools is not installed',
  'both documents pass the recommended rules of their linter without warnings',
  async () => {
    // The only pairs of paths that can match the same URL; see limits_and_paths.test.ts.
    await expectNoProblems('2026-11.json', 14)
    await expectNoProblems('2026-11.keys.json', 3)
  },
  90_000,
)
