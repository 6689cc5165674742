/**
 * The bare twin: an Elysia app that answers the same requests with the same statements on the same pools, the door's
 * included, and does nothing else: no checks, no schemas, no logs, no refusals.
 */
import { Elysia } from 'elysia'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase, type Sql } from '../../db/client/database.ts'
import { hashSecret } from '../../server/door/credential.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { shareConnections } from '../../server/boot/start.ts'
import { LedgerFigures, type Part, partOf } from './ledger_figures.ts'
import { type Plan, type Recipe, type Statement, type Value, wordIn } from './recipe.ts'

const settings = readSettings(process.env)
const db: Database = openDatabase(settings.DATABASE_URL!, shareConnections(settings.DATABASE_CONNECTIONS))

/** What differs from request to request. */
interface Asked {
  words: Record<string, string>
  key_hash: Buffer
  figures: LedgerFigures
}

type Fill = (asked: Asked) => unknown
type Step = { statement: Statement; fills: Fill[]; part: Part | undefined }

/** Puts a request's own words where the overheard one's stood; worked out once, so that a request only looks it up. */
function compile({ groups, words }: Recipe): Step[][] {
  const named = new Map(Object.entries(words).map(([name, word]) => [word, name]))
  const escaped = [...named.keys()].map((word) => word.replaceAll(/[^\w-]/g, String.raw`\$&`))
  const find = new RegExp(String.raw`\b(${escaped.join('|')})\b`)
  const fillOf = (value: Value): Fill => {
    if ('bytes' in value) {
      const fixed = Buffer.from(value.bytes, 'hex')
      return value.bytes === words.key_hash ? ({ key_hash }) => key_hash : () => fixed
    }
    if ('plain' in value) return () => value.plain
    if ('list' in value) {
      const fills = value.list.map(fillOf)
      return (asked) => fills.map((fill) => fill(asked))
    }
    const { text } = value
    const whole = named.get(text)
    if (whole !== undefined) return (asked) => asked.words[whole]
    // What stands between the words, and every second one a word.
    const pieces = text.split(find).map((piece, i) => (i % 2 === 0 ? piece : named.get(piece)!))
    if (pieces.length === 1) return () => text
    return ({ words: own }) => pieces.map((piece, i) => (i % 2 === 0 ? piece : own[piece])).join('')
  }
  return groups.map((group) =>
    group.map((statement) => ({
      statement,
      fills: statement.parameters.map((value) => fillOf(value)),
      part: partOf(statement.text),
    })),
  )
}

async function send(sql: Sql, { statement, fills, part }: Step, asked: Asked) {
  const filled = fills.map((fill) => fill(asked))
  const parameters = part === undefined ? filled : asked.figures.renew(part, filled)
  const rows = await sql.unsafe(statement.text, parameters as never[], { prepare: statement.prepare })
  if (part !== undefined) asked.figures.learn(part, rows)
  return rows
}

/** The door's statement; what it answers of the key is a word of those that follow. */
async function enter(request: Request, words: Record<string, string>, [door]: Step[][]): Promise<Asked> {
  const key_hash = hashSecret(request.headers.get('authorization')!.slice(7))
  const asked = { words, key_hash, figures: new LedgerFigures() }
  const [row] = await send(db.door, door![0]!, asked)
  // A twin whose key is not found would be spared the counting, and be faster than it may.
  if (!row?.organization_id) throw new Error('the twin sends the statement of the door for no key')
  words.api_key_id = row.api_key_id as string
  return asked
}

async function follow(sql: Sql, steps: Step[][], asked: Asked): Promise<unknown> {
  let last: unknown
  for (const group of steps) last = await Promise.all(group.map((step) => send(sql, step, asked)))
  return last
}

type Answer = (context: { request: Request; params: Record<string, string> }) => Promise<Response>

function reading({ status, recipe }: Plan): Answer {
  const steps = compile(recipe)
  const after_door = steps.slice(1)
  return async ({ request, params }) => {
    const asked = await enter(request, { ...params }, steps)
    return Response.json({ data: await follow(db.reads, after_door, asked) }, { status })
  }
}

function writing({ status, recipe, body_words = {} }: Plan): Answer {
  const steps = compile(recipe)
  const after_door = steps.slice(1)
  const from_body = Object.entries(body_words)
  const namesOf = (prefix: string) => Object.keys(recipe.words).filter((name) => name.startsWith(prefix))
  const [fresh, hashes] = [namesOf('fresh_'), namesOf('hash_')]
  return async ({ request, params }) => {
    const asked = await enter(request, { ...params }, steps)
    const { words } = asked
    const body: unknown = await request.json()
    words.idempotency_key = request.headers.get('idempotency-key')!
    for (const [name, path] of from_body) words[name] = wordIn(body, path)
    for (const name of fresh) words[name] = uuidv7()
    for (const name of hashes) words[name] = `${uuidv7()}${uuidv7()}`.replaceAll('-', '')
    const data = await db.write((sql) => follow(sql, after_door, asked))
    return status === 204 ? new Response(null, { status }) : Response.json({ data }, { status })
  }
}

const app = new Elysia()
for (const plan of JSON.parse(process.env.TWIN_PLANS!) as Plan[]) {
  const [method, path] = plan.route.split(' ') as [string, string]
  app.route(method, path, method === 'GET' ? reading(plan) : writing(plan), { parse: 'none' })
}
app.get('/readyz', () => new Response('ready')).listen({ port: settings.PORT, hostname: '127.0.0.1' })
