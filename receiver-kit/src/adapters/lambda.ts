import type { WebhookHandler } from '../handler.ts'
import type { ReceivedHeaders } from '../headers.ts'

/** What is used of an API Gateway event, payload 1.0 or 2.0; a function URL and a load balancer send the same. */
export interface LambdaEvent {
  headers?: { readonly [name: string]: string | undefined } | null
  multiValueHeaders?: { readonly [name: string]: readonly string[] | undefined } | null
  body?: unknown
  isBase64Encoded?: boolean
  /** Left by middleware that parsed the body and kept it. */
  rawBody?: unknown
}

export interface LambdaAnswer {
  statusCode: number
  headers: Record<string, string>
  body: string
  isBase64Encoded: boolean
}

const parsed_body_fix =
  'Middleware parsed event.body before this handler. Take httpJsonBodyParser (or its like) off this function.'

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

// Payload 1.0 keeps the sender's spelling, and only its lists show that a header came twice.
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
