import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { eventsSource, type OpenApiDocument, samplesSource } from '../scripts/events_source.ts'
import type { Schema } from '../scripts/schema_types.ts'
import { event_names, isEventName } from '../src/index.ts'

const read = (path: string): string => readFileSync(join(import.meta.dir, path), 'utf8')
const document_path = '../../docs-site/public/openapi/2026-11.json'

/** A document whose events all have one schema, but for those given. */
function standIn(schemas: Partial<Record<string, Schema>>, components: Record<string, Schema> = {}): OpenApiDocument {
  const plain: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const webhook = (schema: Schema) => ({ post: { requestBody: { content: { 'application/json': { schema } } } } })
  return {
    webhooks: Object.fromEntries(event_names.map((event) => [event, webhook(schemas[event] ?? plain)])),
    components: { schemas: components },
  }
}

/** The type that a schema becomes, as the compiler reads the generated text, with its white space taken out. */
function typeOf(schema: Schema, components: Record<string, Schema> = {}): string {
  const source = eventsSource(standIn({ 'cycle.signed': schema }, components))
  const file = ts.createSourceFile('events.ts', source, ts.ScriptTarget.ES2022, true)
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] }
  expect(parseDiagnostics).toEqual([])
  const declared = file.statements.find(
    (node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === 'Cycle',
  )
  const text = declared ? declared.getText(file) : /'cycle\.signed': (\w+)/.exec(source)?.[1]
  return (text ?? '').replaceAll(/\s+/g, ' ')
}

test.skipIf(!existsSync(join(import.meta.dir, document_path)))(
  "the generated files are what the API's document gives now (npm run generate makes them anew)",
  () => {
    const document = JSON.parse(read(document_path)) as OpenApiDocument
    expect(read('../src/events.generated.ts')).toBe(eventsSource(document))
    expect(read('../src/samples.generated.ts')).toBe(samplesSource(document))
  },
)

test('every event has a typed body: none is unknown', () => {
  const source = read('../src/events.generated.ts')
  for (const event of event_names) {
    expect(source).toMatch(new RegExp(`^  '?${event.replace('.', '\\.')}'?: [A-Z]\\w+$`, 'm'))
  }
  expect(event_names.length).toBe(16)
  expect(isEventName('order.created')).toBe(true)
  for (const name of ['order.createD', 'toString', '', null, 7]) expect(isEventName(name)).toBe(false)
})

test('schemas are converted to matching types', () => {
  const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
    type: 'object',
    properties,
    required,
  })
  const cases: [Schema, string][] = [
    [
      object({ a: { type: 'integer' }, b: { type: 'boolean' } }, ['a']),
      'export interface Cycle { a: number b?: boolean }',
    ],
    [object({ 'a-b': { type: ['string', 'null'] } }, ['a-b']), 'export interface Cycle { "a-b": string | null }'],
    [
      object({ a: { anyOf: [{ type: 'null' }, { type: 'number' }] } }, ['a']),
      'export interface Cycle { a: number | null }',
    ],
    [object({ a: { type: 'string', nullable: true } }, ['a']), 'export interface Cycle { a: string | null }'],
    [object({ a: { enum: ['x', "it's", null, 2] } }, ['a']), "export interface Cycle { a: 'x' | 'it\\'s' | 2 | null }"],
    [object({ a: { const: 'x' } }, ['a']), "export interface Cycle { a: 'x' }"],
    [
      object({ a: { type: 'array', items: { type: ['string', 'null'] } } }, ['a']),
      'export interface Cycle { a: (string | null)[] }',
    ],
    [
      object({ a: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] } }, ['a']),
      'export interface Cycle { a: [string, number] }',
    ],
    [
      object({ a: { type: 'array', items: object({ b: {} }, ['b']) } }, ['a']),
      'export interface Cycle { a: { b: unknown }[] }',
    ],
    [
      object({ a: { type: 'object', additionalProperties: { type: 'number' } } }, ['a']),
      'export interface Cycle { a: Record<string, number> }',
    ],
    [
      object({ a: { type: 'object', patternProperties: { '^.*$': { type: 'string' } } } }, ['a']),
      'export interface Cycle { a: Record<string, string> }',
    ],
    [object({ a: { type: 'object' } }, ['a']), 'export interface Cycle { a: Record<string, unknown> }'],
    [
      { ...object({ a: { type: 'string' } }, ['a']), additionalProperties: false },
      'export interface Cycle { a: string }',
    ],
    [
      { allOf: [object({ a: {} }), { anyOf: [object({ b: {} }), object({ c: {} })] }] },
      'export type Cycle = { a?: unknown } & ({ b?: unknown } | { c?: unknown })',
    ],
    [{ type: ['object', 'null'], properties: { a: {} } }, 'export type Cycle = { a?: unknown } | null'],
  ]
  for (const [schema, type] of cases) expect(typeOf(schema)).toBe(type)
})

test('a $ref becomes the name of its component, each generated once, including cycles', () => {
  const node: Schema = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#/components/schemas/tree-node' }, { type: 'null' }] } },
    required: ['next'],
  }
  expect(typeOf({ $ref: '#/components/schemas/tree-node' }, { 'tree-node': node })).toBe('TreeNode')
  const source = eventsSource(
    standIn({ 'cycle.signed': { $ref: '#/components/schemas/tree-node' } }, { 'tree-node': node }),
  )
  expect(source.match(/export interface TreeNode \{\n {2}next: TreeNode \| null\n\}/g)?.length).toBe(1)
})

test('events with the same schema share a type; a different one gets its own name', () => {
  const different: Schema = { type: 'object', properties: { other: { type: 'string' } } }
  const source = eventsSource(standIn({ 'order.cancelled': different }))
  expect(source).toContain("'order.created': Order\n")
  expect(source).toContain("'order.cancelled': OrderCancelledBody\n")
  expect(source).toContain('export interface OrderCancelledBody {\n  other?: string\n}')
})

test('descriptions become comments that cannot end early', () => {
  const source = eventsSource(standIn({ 'cycle.signed': { type: 'object', description: 'Ends */ here\nand there.' } }))
  expect(source).toContain('/** Ends * / here and there. */\nexport type Cycle')
})

test('a document that lacks an event, adds one, or has a dangling reference is refused', () => {
  const lacking = standIn({})
  delete lacking.webhooks?.['cycle.signed']
  expect(() => eventsSource(lacking)).toThrow(/no body of cycle\.signed/)
  const adding = standIn({})
  Object.assign(adding.webhooks ?? {}, { 'order.archived': {} })
  expect(() => eventsSource(adding)).toThrow(/not among the sixteen: order\.archived/)
  expect(() => eventsSource(standIn({ 'cycle.signed': { $ref: '#/components/schemas/Gone' } }))).toThrow(/Gone/)
  expect(() => eventsSource(standIn({ 'cycle.signed': { $ref: '#/elsewhere' } }))).toThrow(/outside/)
})

test("samples use the schema's examples first, and otherwise its types", () => {
  const tree: Schema = {
    type: 'object',
    properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
  }
  const schema: Schema = {
    type: 'object',
    properties: {
      given: { type: 'string', examples: ['SO-1'] },
      state: { enum: ['open', 'closed'] },
      when: { type: ['string', 'null'], format: 'date-time' },
      count: { type: 'integer', minimum: 3 },
      maybe: { anyOf: [{ type: 'null' }, { type: 'boolean' }] },
      list: { type: 'array', items: { type: 'number' } },
      tree: { $ref: '#/components/schemas/Tree' },
    },
  }
  const document = standIn({ 'cycle.signed': schema }, { Tree: tree })
  const text = samplesSource(document)
  const samples = JSON.parse(text.slice(text.indexOf('{\n'))) as Record<string, unknown>
  expect(samples['cycle.signed']).toEqual({
    given: 'SO-1',
    state: 'open',
    when: '2026-11-02T09:30:00.000Z',
    count: 3,
    maybe: true,
    list: [1],
    tree: { children: [] },
  })
  const media = document.webhooks?.['cycle.signed']?.post?.requestBody?.content?.['application/json']
  Object.assign(media ?? {}, { examples: { one: { value: { given: 'whole' } } } })
  expect(samplesSource(document)).toContain('"given": "whole"')
})

test('a document without the section gives sixteen names with unknown bodies', () => {
  const source = eventsSource({})
  expect(source.match(/: unknown$/gm)?.length).toBe(16)
})
