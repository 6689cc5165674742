/** Responses for files under signed URLs, which carry no credential. Refusals, headers and logs are the usual ones. */
import { isUnavailable } from '../../db/client/database.ts'
import { Refusal } from '../contract/refusals.ts'
import type { PipelineContext } from './context.ts'
import { beginExchange, type Exchange, respondRefusal } from './exchange.ts'

export interface FileAnswer {
  body: Uint8Array | ReadableStream<Uint8Array>
  content_type: string
  /** Content-Disposition: inline or attachment, and the file name. */
  disposition: string
}

const fileHeaders = ({ content_type, disposition }: FileAnswer) => ({
  'Content-Type': content_type,
  'Content-Disposition': disposition,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
})

/** Logs contain `shown_path` instead of the URL, since its token gives access to the file. */
export async function answerFile(
  context: PipelineContext,
  request: Request,
  { shown_path, peer_address }: { shown_path: string; peer_address: string },
  make: () => Promise<FileAnswer>,
): Promise<Response> {
  const shown = new Request(new URL(shown_path, request.url).href, { method: request.method })
  const exchange = beginExchange(shown, null, peer_address, context.settings)
  let response: Response
  try {
    const file = await make()
    exchange.status = 200
    response = new Response(file.body as Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, {
      headers: { ...exchange.headers, ...fileHeaders(file) },
    })
  } catch (error) {
    response = respondTrouble(context, exchange, error)
  }
  context.observe(exchange)
  return response
}

/** Maps an error thrown outside the pipeline to the API's error envelope. */
export const respondTrouble = (context: PipelineContext, exchange: Exchange, error: unknown): Response =>
  respondRefusal(exchange, asRefusal(context, exchange, error), context.settings)

export function asRefusal(context: PipelineContext, exchange: Exchange, error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isUnavailable(error)) return new Refusal('POSTGRES_UNAVAILABLE')
  context.logFault(exchange, error)
  return new Refusal('internal_error')
}
