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

/** The part of a Fastify instance that the plugin uses. */
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
  /** The path that receives deliveries, such as `/hooks`. */
  path: string
  /** Maximum body size in bytes; a larger body is refused with 413. The handler's own limit also applies. @default 5 MiB */
  body_bytes_max?: number
}

const parsed_body_fix =
  'A hook of the surrounding app replaced the body before this route. Register toFastify outside its scope.'

/** A Fastify plugin: `app.register(toFastify(handler, { path: '/hooks' }))`. Only its own route gets raw bodies. */
export function toFastify(
  handler: WebhookHandler,
  options: FastifyOptions,
): (instance: FastifyInstance) => Promise<void> {
  const { path, body_bytes_max: bodyLimit = 5 * 1024 * 1024 } = options
  return async (instance) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    instance.post(path, async (request, reply) => {
      // Fastify calls no parser for an empty body and leaves it undefined.
      const body = (request.body ?? '') as string | Uint8Array
      const { status, headers, body: text } = await handler.handle({ headers: request.headers, body, parsed_body_fix })
      return reply.code(status).headers(headers).send(text)
    })
  }
}
