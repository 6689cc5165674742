/**
 * Content-Security-Policy of the pages. A page runs the scripts and styles of its own origin, and those that it was built
 * with, named by their hashes. The interactive reference alone may do more: it makes styles and functions from text.
 */
import { createHash } from 'node:crypto'

const sources = (directives: Record<string, readonly string[]>): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')

const shared = {
  'default-src': ["'self'"],
  'font-src': ["'self'", 'data:'],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** Policy of /docs, and of the docs site's console, which takes its place. Its client may send requests to any API. */
export const consolePolicy = sources({
  ...shared,
  'script-src': ["'self'", "'unsafe-inline'", "'unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'", 'http:', 'https:'],
})

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const hashesOf = (texts: Iterable<string>): string[] => [...new Set(texts)].toSorted().map(hashOf)

const entities: Record<string, string> = { quot: '"', '#34': '"', '#x22': '"', '#39': "'", lt: '<', gt: '>', amp: '&' }
const decoded = (text: string): string =>
  text.replaceAll(/&(quot|#34|#x22|#39|lt|gt|amp);/g, (_, name) => entities[name]!)

const scripts = /<script\b([^>]*)>([^]*?)<\/script>/g
const styles = /<style\b[^>]*>([^]*?)<\/style>/g
const styleAttributes = /<[a-z][^<>]*?\sstyle="([^"]*)"/g

/** The policy of a page, from its HTML as it is sent. */
export function policyOf(html: string): string {
  const all = [...html.matchAll(scripts)]
  const inline = all.filter(([, attributes]) => !/\ssrc=/.test(attributes!)).map(([, , text]) => text!)
  const attributes = hashesOf([...html.matchAll(styleAttributes)].map(([, text]) => decoded(text!)))
  return sources({
    ...shared,
    // Pages without scripts are those that the service renders itself. The search of the docs site is WebAssembly.
    'script-src': all.length === 0 ? ["'none'"] : ["'self'", "'wasm-unsafe-eval'", ...hashesOf(inline)],
    'style-src': ["'self'", ...hashesOf([...html.matchAll(styles)].map(([, text]) => text!))],
    'style-src-attr': attributes.length === 0 ? ["'none'"] : ["'unsafe-hashes'", ...attributes],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
  })
}
