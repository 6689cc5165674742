import type { WebhookHandler } from '../handler.ts'
import { readLimited } from './read.ts'

const parsed_body_fix =
  'The body was read before this handler could: a Request gives its bytes once. Call the handler first, or hand it request.clone() taken before request.json(). Hono: pass c.req.raw, and no validator or c.req.json() before it.'

/** For Bun, Deno, Workers, Hono (`c.req.raw`) and Next route handlers: a Request in, a Response out. */
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
    // A locked stream gives its bytes to whoever holds the lock, just as a body that was read.
    body:
      request.bodyUsed || body?.locked ? null : (bytes_max) => readLimited(body ? body.getReader() : null, bytes_max),
    parsed_body_fix: fix,
  })
  return new Response(status === 204 ? null : text, { status, headers })
}
