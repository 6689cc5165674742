/**
 * The documents that are published, each from the one that is built: the whole one, and the one of the operations that
 * API keys can call. Code samples are data of the reference, since no generator reads them and they are a third of the bytes.
 */
import { dropUnused } from './document.ts'
import type { MediaType, OpenApiDocument, OperationObject, Ref, ResponseObject } from './json.ts'
import { sampleBaseUrl, sampleDocsUrl } from './words.ts'

export interface CodeSample {
  lang: string
  label: string
  source: string
}

const operationsOf = (document: OpenApiDocument): OperationObject[] =>
  Object.values(document.paths).flatMap(Object.values)

/** By id of the operation. */
export const codeSamplesOf = (document: OpenApiDocument): Record<string, CodeSample[]> =>
  Object.fromEntries(
    operationsOf(document).map((operation) => [operation.operationId, operation['x-codeSamples'] as CodeSample[]]),
  )

/** Generators copy an `example` into the comment of a type, whole; a named one they leave out. */
function withNamedSample<T extends { content?: Record<string, MediaType> }>(holder: T): T {
  if (holder.content === undefined) return holder
  const content = Object.entries(holder.content).map(([type, { example, ...media }]) => [
    type,
    example === undefined ? media : { ...media, examples: { sample: { value: example } } },
  ])
  return { ...holder, content: Object.fromEntries(content) as Record<string, MediaType> }
}

const octets = 'application/octet-stream'

/** Several generators skip media types that they do not know, so bodies of bytes are published as one type. */
function withOneBinaryType(body: NonNullable<OperationObject['requestBody']>): typeof body {
  const { [octets]: bytes, ...others } = body.content
  if (bytes === undefined) return body
  const { 'application/json': json, ...binary } = others
  const types = Object.keys(binary)
  const named = types.length === 0 ? bytes : { ...bytes, 'x-service-media-types': [...types, octets] }
  return { ...body, content: { [octets]: named, ...(json && { 'application/json': json }) } }
}

const publishResponse = (response: ResponseObject | Ref) => ('$ref' in response ? response : withNamedSample(response))
const publishResponses = <T extends ResponseObject | Ref>(responses: Record<string, T>) =>
  Object.fromEntries(Object.entries(responses).map(([name, response]) => [name, publishResponse(response) as T]))

function publishOperation({ 'x-codeSamples': _samples, ...operation }: OperationObject): OperationObject {
  const { requestBody, responses } = operation as OperationObject
  return {
    ...(operation as OperationObject),
    ...(requestBody === undefined ? {} : { requestBody: withNamedSample(withOneBinaryType(requestBody)) }),
    responses: publishResponses(responses),
  }
}

function publishWebhook(webhook: unknown): unknown {
  const { post } = webhook as { post: OperationObject }
  return { post: { ...post, requestBody: withNamedSample(post.requestBody!) } }
}

const mapValues = <T, U>(record: Record<string, T>, make: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]))

export function publishedDocument(document: OpenApiDocument): OpenApiDocument {
  const { components, webhooks } = document
  return {
    ...document,
    paths: mapValues(document.paths, (methods) => mapValues(methods, publishOperation)),
    components: { ...components, responses: publishResponses(components.responses) },
    ...(webhooks === undefined ? {} : { webhooks: mapValues(webhooks, publishWebhook) }),
  }
}

const isKeyed = (operation: OperationObject) => operation['x-service-surface'] === undefined

/** The document without what API keys cannot call: operations of the app, and events, which are subscribed to there. */
export function keysDocument(document: OpenApiDocument): OpenApiDocument {
  const { webhooks: _webhooks, components, tags, ...rest } = publishedDocument(document)
  const paths: OpenApiDocument['paths'] = {}
  for (const [path, methods] of Object.entries(rest.paths)) {
    const keyed = Object.entries(methods).filter(([, operation]) => isKeyed(operation))
    if (keyed.length > 0) paths[path] = Object.fromEntries(keyed)
  }
  const used = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((one) => one.tags)))
  const keyed: OpenApiDocument = {
    ...rest,
    tags: tags.filter(({ name }) => used.has(name)),
    paths,
    components: mapValues(components as Record<string, object>, (kind) => ({ ...kind })) as never,
  }
  dropUnused(keyed)
  return keyed
}

/** The document with the code samples, for the interactive reference. */
export function referenceDocument(document: OpenApiDocument): OpenApiDocument {
  const samples = codeSamplesOf(document)
  // The reference is the contact, and a link to it would have no text.
  const { contact: _contact, ...info } = document.info
  const published = publishedDocument({ ...document, info })
  for (const operation of operationsOf(published)) operation['x-codeSamples'] = samples[operation.operationId]
  return published
}

/** Levels of a document that have a line for each entry: a change of one operation or component is a change of one line. */
const levelsWithLines = 3

function printLevel(value: unknown, levels: number): string {
  if (levels === 0 || value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return `{\n${entries.map(([key, entry]) => `${JSON.stringify(key)}:${printLevel(entry, levels - 1)}`).join(',\n')}\n}`
}

/** The text of a document, as written to its file: minified, but with a line for each operation and component. */
export const printDocument = (document: OpenApiDocument): string => printLevel(document, levelsWithLines)

/** The text with the addresses of the service that serves it. */
export const addressedText = (text: string, base_url: string, docsUrl: string): string =>
  text.replaceAll(sampleBaseUrl, () => base_url).replaceAll(sampleDocsUrl, () => docsUrl)
