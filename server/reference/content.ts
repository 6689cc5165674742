/** Pages that change only with a release: built once, with a content hash as ETag, so that browsers revalidate cheaply. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { policyOf } from './policy.ts'

export interface Content {
  bytes: Uint8Array
  gzipped: Uint8Array
  type: string
  /** Hash of the bytes, used as the ETag. */
  tag: string
  /** Content-Security-Policy of a page; null for other files. */
  policy: string | null
}

export function content(body: string | Uint8Array, type: string, pagePolicy?: string): Content {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const policy = type.startsWith('text/html') ? (pagePolicy ?? policyOf(new TextDecoder().decode(bytes))) : null
  return { bytes, gzipped: new Uint8Array(gzipSync(bytes)), type, tag, policy }
}

/** Built at the first request, so that it does not slow down the start. */
export function once(make: () => Content | Promise<Content>): () => Promise<Content> {
  let content: Promise<Content> | undefined
  return () => (content ??= Promise.resolve(make()))
}

export const holdsTag = (request: Request, tag: string) =>
  (request.headers.get('if-none-match') ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`)

export const takesGzip = (request: Request): boolean => /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')

export function sendContent(request: Request, page: Content, maxAgeSeconds = 300): Response {
  const headers: Record<string, string> = {
    // Weak, because both encodings share it.
    ETag: `W/"${page.tag}"`,
    'Cache-Control': `public, max-age=${maxAgeSeconds}, must-revalidate`,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  }
  // Also without the page: a stored copy gets the policy of this release.
  if (page.policy !== null) headers['Content-Security-Policy'] = page.policy
  if (holdsTag(request, page.tag)) return new Response(null, { status: 304, headers })
  headers['Content-Type'] = page.type
  const gzip = takesGzip(request)
  if (gzip) headers['Content-Encoding'] = 'gzip'
  return new Response((gzip ? page.gzipped : page.bytes) as Uint8Array<ArrayBuffer>, { headers })
}
