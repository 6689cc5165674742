/** The two generated files, as text, from an OpenAPI document. */
import { sample } from './schema_samples.ts'
import { refName, type Schema, type Schemas, typeName, TypeWriter } from './schema_types.ts'

export interface OpenApiDocument {
  webhooks?: Record<string, { post?: { requestBody?: { content?: Record<string, MediaType> } } }>
  components?: { schemas?: Schemas }
}
interface MediaType {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value?: unknown }>
}

/** The sixteen events and the names of their bodies if the document defines them inline. */
const record_names = {
  'order.created': 'Order',
  'order.updated': 'Order',
  'order.fulfilled': 'Order',
  'order.cancelled': 'Order',
  'return.created': 'Return',
  'return.received': 'Return',
  'receipt.recorded': 'Receipt',
  'movement.recorded': 'Movement',
  'exception.opened': 'ExceptionRecord',
  'exception.resolved': 'ExceptionRecord',
  'report.delivered': 'ReportDelivery',
  'report.failed': 'ReportDelivery',
  'cycle.step_closed': 'CycleStep',
  'cycle.signed': 'Cycle',
  new_purchase_order: 'PurchaseOrder',
  purchase_order_updated: 'PurchaseOrder',
} as const

const head = '// Made from the OpenAPI document by scripts/generate_events.ts; not to be edited.\n'

export function eventsSource(document: OpenApiDocument): string {
  const media = mediaTypes(document)
  const writer = new TypeWriter()
  const schemas = document.components?.schemas ?? {}
  const declared = new Map<string, string>()
  const bodies: string[] = []
  for (const [event, record_name] of Object.entries(record_names)) {
    bodies.push(`  ${key(event)}: ${bodyType(event, record_name, media.get(event)?.schema, writer, declared)}\n`)
  }
  for (const name of writer.components) {
    const schema = schemas[name]
    if (!schema) throw new Error(`A $ref to nothing: ${name}`)
    declare(declared, typeName(name), writer.declaration(typeName(name), schema))
  }
  return [
    head,
    '\n/** The sixteen events. The two underscored names keep their spelling for good. */\nexport const event_names = [\n',
    ...Object.keys(record_names).map((event) => `  '${event}',\n`),
    '] as const\n\nexport type EventName = (typeof event_names)[number]\n',
    ...[...declared.values()].map((text) => `\n${text}`),
    '\n/** What the body of each event is. */\nexport interface ServiceEventBodies {\n',
    ...bodies,
    '}\n',
  ].join('')
}

export function samplesSource(document: OpenApiDocument): string {
  const media = mediaTypes(document)
  const schemas = document.components?.schemas ?? {}
  const samples = Object.keys(record_names).map((event) => [event, sampleOf(media.get(event), schemas)])
  return [
    head,
    "import type { ServiceEventBodies } from './events.generated.ts'\n\n",
    '/** A body of each event, from the examples of the document. */\n',
    `export const sample_bodies: ServiceEventBodies = ${JSON.stringify(Object.fromEntries(samples), null, 2)}\n`,
  ].join('')
}

// Without the section, bodies are unknown; a document that has it but lacks an event is invalid.
function mediaTypes(document: OpenApiDocument): Map<string, MediaType> {
  const found = new Map<string, MediaType>()
  if (!document.webhooks) return found
  for (const event of Object.keys(record_names)) {
    const media = document.webhooks[event]?.post?.requestBody?.content?.['application/json']
    if (!media?.schema) throw new Error(`The document's webhooks describe no body of ${event}.`)
    found.set(event, media)
  }
  const stranger = Object.keys(document.webhooks).find((event) => !Object.hasOwn(record_names, event))
  if (stranger) throw new Error(`The document has an event that is not among the sixteen: ${stranger}.`)
  return found
}

function bodyType(
  event: string,
  record_name: string,
  schema: Schema | undefined,
  writer: TypeWriter,
  declared: Map<string, string>,
): string {
  if (!schema) return 'unknown'
  if (refName(schema) !== null) return writer.type(schema)
  const text = writer.declaration(record_name, schema)
  const known = declared.get(record_name)
  if (known === undefined || known === text) {
    declared.set(record_name, text)
    return record_name
  }
  const own_name = `${typeName(event)}Body`
  declare(declared, own_name, writer.declaration(own_name, schema))
  return own_name
}

function declare(declared: Map<string, string>, name: string, text: string): void {
  if (declared.has(name) && declared.get(name) !== text) throw new Error(`Two types are called ${name}.`)
  declared.set(name, text)
}

function sampleOf(media: MediaType | undefined, schemas: Schemas): unknown {
  if (!media) return {}
  if (media.example !== undefined) return media.example
  const named = Object.values(media.examples ?? {}).find((example) => example.value !== undefined)
  return named ? named.value : sample(media.schema, schemas)
}

const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)
