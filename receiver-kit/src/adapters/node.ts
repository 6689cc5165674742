import type { Answer, WebhookHandler } from '../handler.ts'
import { joined } from './read.ts'

/** What is used of Node's IncomingMessage, and what frameworks put onto it. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly readableDidRead?: boolean
  /** Left by a body parser. */
  readonly body?: unknown
  /** Left by a `verify` hook of a body parser, or by a cloud that keeps the bytes. */
  readonly rawBody?: unknown
}

/** What is used of Node's ServerResponse. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(body: string): unknown
}

const parsed_body_fix =
  'Something read the request before this handler could. Call the handler first, or keep the bytes as request.rawBody.'

/** A listener for `http.createServer` and whatever else speaks IncomingMessage and ServerResponse. */
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

// Bytes that a parser kept come first, then the stream. A parsed value goes on as it is: the handler names the fix.
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
    // The stream is left as it stands, not destroyed: the answer still has to leave on its socket.
    if (length > bytes_max) return null
    chunks.push(value)
  }
}

// Node would drain the rest of an overlong body to keep the connection; it is closed instead.
function write(response: NodeResponse, { status, headers, body }: Answer): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status === 413) response.setHeader('connection', 'close')
  response.end(body)
}
