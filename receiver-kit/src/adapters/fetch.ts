import type { WebhookHandler } from '../handler.ts'
import { readLimited } from './read.ts'

const parsed_body_fix =
  'The body was read before this handler: a Request can be read only once. Call the handler first, or pass it a request.clone() made before request.json(). Hono: pass c.req.raw, and use no validator or c.req.json() before it.'

/** An adapter for Bun, Deno, Workers, Hono (`c.req.raw`) and Next route handlers: takes a Request, returns a Response. */
export function toFetch(handler: WebhookHandler): (request: Request) => Promise<Response> {
  return (request) => answerFetch(handler, request, parsed_body_fix)
}

export async function answerFetch(handler: WebhookHandler, request: Request, fix: string): Promise<Response> {
  const { body } = request
  const {
    status,
    headers,
    body: text,
  } = await handler.handle({
    headers: request.headers,
    // A locked stream gives its bytes only to the holder of the lock: treat it like a body that was read.
    body:
      request.bodyUsed || body?.locked ? null : (bytes_max) => readLimited(body ? body.getReader() : null, bytes_max),
    parsed_body_fix: fix,
  })
  return new Response(status === 204 ? null : text, { status, headers })
}
