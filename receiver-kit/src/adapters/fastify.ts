import type { WebhookHandler } from '../handler.ts'

interface FastifyRequest {
  headers: { readonly [name: string]: string | string[] | undefined }
  body: unknown
}
interface FastifyReply {
  code(status: number): FastifyReply
  headers(headers: Record<string, string>): FastifyReply
  send(body: string): FastifyReply
}
type Done = (error: Error | null, body?: unknown) => void

/** What is used of a Fastify instance. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: never, body: Buffer, done: Done) => void,
  ): unknown
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>): unknown
}
type Buffer = Uint8Array<ArrayBuffer>

export interface FastifyOptions {
  /** Where deliveries arrive: `/hooks`. */
  path: string
  /** A longer body is refused with 413. 5 MiB unless told; the handler's own limit holds besides. */
  body_bytes_max?: number
}

const parsed_body_fix =
  'A hook of the surrounding application replaced the body before this route. Register toFastify outside of it.'

/** A plugin: `app.register(toFastify(handler, { path: '/hooks' }))`. Only its own route gets raw bodies. */
export function toFastify(
  handler: WebhookHandler,
  options: FastifyOptions,
): (instance: FastifyInstance) => Promise<void> {
  const { path, body_bytes_max: bodyLimit = 5 * 1024 * 1024 } = options
  return async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    instance.post(path, async (request, reply) => {
      // Fastify asks no parser about an empty body and leaves undefined.
      const body = (request.body ?? '') as string | Uint8Array
      const { status, headers, body: text } = await handler.handle({ headers: request.headers, body, parsed_body_fix })
      return reply.code(status).headers(headers).send(text)
    })
  }
}
