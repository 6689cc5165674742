import type { WebhookHandler } from '../handler.ts'
import { type ChunkReader, readLimited } from './read.ts'

/** What is used of a Request. */
export interface FetchRequest {
  readonly headers: { get(name: string): string | null }
  readonly body: { getReader(): ChunkReader } | null
  readonly bodyUsed: boolean
}

const parsed_body_fix =
  'The body was read before this handler could: a Request gives its bytes once. Call the handler first, or hand it request.clone() taken before request.json(). Hono: pass c.req.raw, and no validator or c.req.json() before it.'

/** For Bun, Deno, Workers, Hono (`c.req.raw`) and Next route handlers: a Request in, a Response out. */
export function toFetch(handler: WebhookHandler): (request: FetchRequest) => Promise<Response> {
  return (request) => answerFetch(handler, request, parsed_body_fix)
}

export async function answerFetch(handler: WebhookHandler, request: FetchRequest, fix: string): Promise<Response> {
  const { body } = request
  const {
    status,
    headers,
    body: text,
  } = await handler.handle({
    headers: request.headers,
    body: request.bodyUsed ? null : (bytes_max) => readLimited(body ? body.getReader() : null, bytes_max),
    parsed_body_fix: fix,
  })
  return new Response(status === 204 ? null : text, { status, headers })
}
