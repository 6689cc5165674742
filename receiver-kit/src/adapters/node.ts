import type { Answer, WebhookHandler } from '../handler.ts'
import { joined } from './read.ts'

/** The part of Node's IncomingMessage that is used, with the properties that frameworks add. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly readableDidRead?: boolean
  /** Set by a body parser. */
  readonly body?: unknown
  /** Set by a `verify` hook of a body parser, or by a platform that keeps the raw bytes. */
  readonly rawBody?: unknown
}

/** The part of Node's ServerResponse that is used. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

const parsed_body_fix =
  'Something read the request before this handler. Call the handler first, or keep the raw bytes in request.rawBody.'

/** A listener for `http.createServer` and any framework that uses IncomingMessage and ServerResponse. */
export function toNode(handler: WebhookHandler): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return (request, response) => answerNode(handler, request, response, parsed_body_fix)
}

export async function answerNode(
  handler: WebhookHandler,
  request: NodeRequest,
  response: NodeResponse,
  fix: string,
): Promise<void> {
  const body = bodyOf(request)
  write(response, await handler.handle({ headers: request.headers, body, parsed_body_fix: fix }))
}

// Prefer raw bytes that a parser kept, then the stream. A parsed value is passed on: the handler names the fix.
function bodyOf(request: NodeRequest): Parameters<WebhookHandler['handle']>[0]['body'] {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string' || ArrayBuffer.isView(kept)) return kept as string | Uint8Array
  }
  if (!request.readableDidRead) return (bytes_max) => readStream(request, bytes_max)
  return request.body as string | undefined
}

async function readStream(request: AsyncIterable<unknown>, bytes_max: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  const stream = request[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = (await stream.next()) as IteratorResult<Uint8Array, unknown>
    if (done) return joined(chunks, length)
    length += value.byteLength
    // Do not destroy the stream: the response still has to be sent on its socket.
    if (length > bytes_max) return null
    chunks.push(value)
  }
}

// Node would drain the rest of an overlong body to keep the connection alive; close it instead.
function write(response: NodeResponse, { status, headers, body }: Answer): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status === 413) response.setHeader('connection', 'close')
  response.end(body)
}
