import type { WebhookHandler } from '../handler.ts'
import type { ReceivedHeaders } from '../headers.ts'

/** The part of an API Gateway event (payload 1.0 or 2.0) that is used. Function URLs and load balancers send the same. */
export interface LambdaEvent {
  headers?: { readonly [name: string]: string | undefined } | null
  multiValueHeaders?: { readonly [name: string]: readonly string[] | undefined } | null
  body?: unknown
  isBase64Encoded?: boolean
  /** Set by middleware that parsed the body and kept the original. */
  rawBody?: unknown
}

export interface LambdaAnswer {
  statusCode: number
  headers: Record<string, string>
  body: string
  isBase64Encoded: boolean
}

const parsed_body_fix =
  'Middleware parsed event.body before this handler. Remove httpJsonBodyParser (or similar middleware) from this function.'

/** A Lambda handler behind API Gateway (REST or HTTP API), a function URL or a load balancer. */
export function toLambda(handler: WebhookHandler): (event: LambdaEvent) => Promise<LambdaAnswer> {
  return async (event) => {
    const { status, headers, body } = await handler.handle({
      headers: headersOf(event),
      body: async () => bodyOf(event) as Uint8Array,
      parsed_body_fix,
    })
    return { statusCode: status, headers, body, isBase64Encoded: false }
  }
}

// Payload 1.0 keeps the sender's spelling of names, and only multiValueHeaders shows that a header was sent twice.
function headersOf(event: LambdaEvent): ReceivedHeaders {
  const headers: Record<string, string | readonly string[] | undefined> = {}
  for (const [name, value] of Object.entries(event.headers ?? {})) headers[name.toLowerCase()] = value
  for (const [name, values] of Object.entries(event.multiValueHeaders ?? {})) headers[name.toLowerCase()] = values
  return headers
}

function bodyOf(event: LambdaEvent): unknown {
  const body = typeof event.rawBody === 'string' ? event.rawBody : (event.body ?? '')
  if (typeof body !== 'string' || !event.isBase64Encoded) return body
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}
