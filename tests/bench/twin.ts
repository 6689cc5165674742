/**
 * The bare twin: an Elysia app that answers the same requests with the same statements on the same pools, the door's
 * included, and does nothing else: no checks, no schemas, no logs, no refusals.
 */
import { Elysia } from 'elysia'
import { type Database, openDatabase, type Sql } from '../../db/client.ts'
import { hashSecret } from '../../server/door/credential.ts'
import { readSettings } from '../../server/settings.ts'
import { shareConnections } from '../../server/start.ts'
import type { Recipe, Statement, Value } from './recipe.ts'

const recipes = JSON.parse(process.env.TWIN_RECIPES!) as Record<'variant' | 'page' | 'write', Recipe>
const settings = readSettings(process.env)
const db: Database = openDatabase(settings.DATABASE_URL!, shareConnections(settings.DATABASE_CONNECTIONS))

type Fill = (value: Value) => unknown

/** Puts a request's own words where the overheard one's stood; worked out once, so that a request only looks it up. */
function compile(recipe: Recipe, names: readonly string[]) {
  const held = names.filter((name) => recipe.words[name] !== undefined)
  const find = new RegExp(held.map((name) => recipe.words[name]!.replaceAll(/[^\w-]/g, String.raw`\$&`)).join('|'), 'g')
  const named = new Map(held.map((name) => [recipe.words[name]!, name]))
  const touched = (value: Value): boolean =>
    'text' in value ? value.text.search(find) >= 0 : 'list' in value ? value.list.some(touched) : 'bytes' in value
  return recipe.groups.map((group) =>
    group.map((statement) => ({
      statement,
      fills: statement.parameters.map((value): ((words: Record<string, string>) => unknown) => {
        if (!touched(value)) {
          const fixed = plainOf(value)
          return () => fixed
        }
        return (words) => fillOf(words, named, find, recipe.words.key_hash!)(value)
      }),
    })),
  )
}

const plainOf = (value: Value): unknown =>
  'text' in value
    ? value.text
    : 'plain' in value
      ? value.plain
      : 'list' in value
        ? value.list.map(plainOf)
        : Buffer.from(value.bytes, 'hex')

const fillOf = (words: Record<string, string>, named: Map<string, string>, find: RegExp, key_hash: string): Fill => {
  const fill: Fill = (value) => {
    if ('text' in value) return value.text.replaceAll(find, (found) => words[named.get(found)!] ?? found)
    if ('list' in value) return value.list.map(fill)
    if ('bytes' in value)
      return value.bytes === key_hash ? Buffer.from(words.key_hash!, 'hex') : Buffer.from(value.bytes, 'hex')
    return value.plain
  }
  return fill
}

type Step = { statement: Statement; fills: ((words: Record<string, string>) => unknown)[] }

const send = (sql: Sql, { statement, fills }: Step, words: Record<string, string>) =>
  sql.unsafe(statement.text, fills.map((fill) => fill(words)) as never[], { prepare: statement.prepare })

const plans = {
  variant: compile(recipes.variant, ['variant_id']),
  page: compile(recipes.page, []),
  write: compile(recipes.write, ['stocktake_id', 'idempotency_key', 'api_key_id', 'counted']),
}

async function enter(
  request: Request,
  words: Record<string, string>,
  [door]: Step[][],
): Promise<{ api_key_id: string }> {
  const token = request.headers.get('authorization')!.slice(7)
  words.key_hash = hashSecret(token).toString('hex')
  const [row] = await send(db.door, door![0]!, words)
  // A twin whose key is not found would be spared the counting, and be faster than it may.
  if (!row?.organization_id) throw new Error('the twin sends the statement of the door for no key')
  return row as unknown as { api_key_id: string }
}

async function read(request: Request, words: Record<string, string>, plan: Step[][]): Promise<Response> {
  await enter(request, words, plan)
  let last: unknown
  for (const group of plan.slice(1)) last = await Promise.all(group.map((step) => send(db.reads, step, words)))
  return Response.json({ data: last })
}

new Elysia()
  .get('/api/v1/variants/:variant_id', ({ request, params }) => read(request, { ...params }, plans.variant))
  .get('/api/v1/inventory/table', ({ request }) => read(request, {}, plans.page))
  .patch(
    '/api/v1/stocktakes/:stocktake_id/counts',
    async ({ request, params }) => {
      const words: Record<string, string> = { ...params }
      const { api_key_id } = await enter(request, words, plans.write)
      const body = (await request.json()) as { counts: { counted_quantity: number }[] }
      words.api_key_id = api_key_id
      words.idempotency_key = request.headers.get('idempotency-key')!
      words.counted = String(body.counts[0]!.counted_quantity)
      await db.write(async (sql) => {
        for (const group of plans.write.slice(1)) await Promise.all(group.map((step) => send(sql, step, words)))
      })
      return new Response(null, { status: 204 })
    },
    { parse: 'none' },
  )
  .get('/readyz', () => new Response('ready'))
  .listen({ port: settings.PORT, hostname: '127.0.0.1' })
