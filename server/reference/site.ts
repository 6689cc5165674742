/** The built docs site, served from its folder at the root. No path can reach a file outside the folder. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { holdsTag, takesGzip } from './content.ts'
import { consolePolicy, policyOf } from './policy.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.sh': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Images and fonts are already compressed. */
const packable = new Set(['.html', '.css', '.js', '.mjs', '.json', '.xml', '.txt', '.md', '.svg', '.wasm'])
const packedBytesMin = 1024

/** Recently compressed files by tag: compressing the console's script alone takes 0.1 s. */
const packed = new Map<string, Uint8Array<ArrayBuffer>>()
const packedFilesMax = 64

async function pack(tag: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const known = packed.get(tag) ?? new Uint8Array(await promisify(gzip)(bytes))
  packed.delete(tag)
  packed.set(tag, known)
  if (packed.size > packedFilesMax) packed.delete(packed.keys().next().value!)
  return known
}

/** Policies of recently sent pages by tag. */
const policies = new Map<string, string>()
const policiesMax = 1_024

/** The console is the interactive reference in the site's layout, to which /docs leads. */
function policyFor(file: string, tag: string, bytes: Uint8Array): string {
  if (/[\\/]console(?:[\\/]index)?\.html$/.test(file)) return consolePolicy
  const known = policies.get(tag)
  if (known !== undefined) return known
  if (policies.size >= policiesMax) policies.clear()
  const policy = policyOf(new TextDecoder().decode(bytes))
  policies.set(tag, policy)
  return policy
}

/** Files that name the service: pages, the documents of earlier trains, and the collections. */
const addressed = new Set(['.html', '.xml', '.txt', '.md', '.json'])

/** Replaces the addresses that the site was built for by those that it is served at. */
type Address = (text: string) => string

/** The segments of the path, or null if it may not be looked up. */
function partsOf(pathname: string): string[] | null {
  let plain: string
  try {
    plain = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(plain)) return null
  const parts = plain.split('/').filter(Boolean)
  return parts.some((part) => part.startsWith('.')) ? null : parts
}

/** The file itself, the index page of a folder, or the page without its extension; never a symlink out of the folder. */
async function findFile(folder: string, parts: readonly string[]): Promise<string | null> {
  const named = join(folder, ...parts)
  const root = await realpath(folder)
  for (const candidate of [named, join(named, 'index.html'), `${named}.html`]) {
    const real = await realpath(candidate).catch(() => null)
    if (real === null || !real.startsWith(root + sep) || !(await stat(real)).isFile()) continue
    return real
  }
  return null
}

export interface Site {
  /** The response for a path, or null if the site has no such file. */
  answer: (request: Request) => Promise<Response | null>
  /** The site's 404 page. */
  missing: () => Promise<Response>
}

async function readAt(file: string, address: Address): Promise<Uint8Array> {
  const bytes = await readFile(file)
  return addressed.has(extname(file)) ? new TextEncoder().encode(address(bytes.toString('utf8'))) : bytes
}

async function send(request: Request, file: string, status: number, address: Address): Promise<Response> {
  const bytes = await readAt(file, address)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  // Astro puts a content hash in the names of its assets.
  const lasting = file.includes(`${sep}_astro${sep}`)
  const headers: Record<string, string> = {
    // Weak, because both encodings share it.
    ETag: `W/"${tag}"`,
    Vary: 'Accept-Encoding',
    'Cache-Control': lasting ? 'public, max-age=31536000, immutable' : 'public, max-age=300, must-revalidate',
    'X-Content-Type-Options': 'nosniff',
  }
  const type = types[extname(file)] ?? 'application/octet-stream'
  if (type.startsWith('text/html')) headers['Content-Security-Policy'] = policyFor(file, tag, bytes)
  if (holdsTag(request, tag)) return new Response(null, { status: 304, headers })
  headers['Content-Type'] = type
  const isPacked = takesGzip(request) && packable.has(extname(file)) && bytes.length >= packedBytesMin
  if (isPacked) headers['Content-Encoding'] = 'gzip'
  return new Response(isPacked ? await pack(tag, bytes) : new Uint8Array(bytes), { status, headers })
}

/** The site in a folder, or null if none was built. */
export function openSite(folder: string, address: Address): Site | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  return {
    async answer(request) {
      const parts = partsOf(new URL(request.url).pathname)
      const file = parts && (await findFile(folder, parts))
      return file ? send(request, file, 200, address) : null
    },
    async missing() {
      const file = await findFile(folder, ['404.html'])
      if (file) return send(new Request('http://localhost/404'), file, 404, address)
      return new Response('There is nothing here.\n', { status: 404 })
    },
  }
}
