/**
 * The operations that are held against the bare twin. One more is one more entry: the twin learns its route, its
 * statements and where a request's own words stand in them from what is said here and from what it is overheard to do.
 */
import type { Call } from './loader.ts'
import { type Next, type Own, readPage, readVariant, type Things, writeCount } from './scenes.ts'

export interface Comparison {
  name: string
  title: string
  /** The least share of the twin's requests a second. */
  target: number
  /** As a router writes it; its parameters are words of the request. */
  route: `${Call['method']} /${string}`
  status: 200 | 201 | 204
  /** Where words of the request stand in its body. */
  body_words?: Record<string, (string | number)[]>
  /** The requests of one side, on its own keys and things. The second one made is the one that is overheard. */
  calls: (things: Things, own: Own) => Next
}

export const comparisons: readonly Comparison[] = [
  {
    name: 'variant',
    title: 'one variant',
    target: 0.85,
    route: 'GET /api/v1/variants/:variant_id',
    status: 200,
    calls: readVariant,
  },
  {
    name: 'page',
    title: 'page of 50 inventory rows',
    target: 0.85,
    route: 'GET /api/v1/inventory/table',
    status: 200,
    calls: (_things, own) => readPage(own),
  },
  {
    name: 'write',
    title: 'idempotent write',
    target: 0.7,
    route: 'PATCH /api/v1/stocktakes/:stocktake_id/counts',
    status: 204,
    body_words: { counted: ['counts', 0, 'counted_quantity'] },
    calls: writeCount,
  },
]
