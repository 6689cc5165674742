/**
 * The reference server: an Elysia app that answers the same requests with the same statements on the same pools,
 * including the pipeline's, and does nothing else: no checks, no schemas, no logs, no refusals.
 */
import { Elysia } from 'elysia'
import { uuidv7 } from 'uuidv7'
import { type Database, openDatabase, type Sql } from '../../../db/client/database.ts'
import { hashSecret } from '../../../server/pipeline/credential.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { shareConnections } from '../../../server/boot/start.ts'
import { LedgerFigures, type Part, partOf } from '../ledger_figures.ts'
import { type Plan, type Statement, type Value, valueAt } from '../recorded_statements.ts'

const settings = readSettings(process.env)
const db: Database = openDatabase(settings.DATABASE_URL!, shareConnections(settings.DATABASE_CONNECTIONS))

/** What differs from request to request. */
interface Asked {
  values: Record<string, string>
  key_hash: Buffer
  figures: LedgerFigures
}

type Fill = (call: Asked) => unknown
type Step = { statement: Statement; fills: Fill[]; part: Part | undefined }

/** Finds once which parameters contain a value of the request, so that each request only has to insert it. */
function compile({ recording: { groups, values }, has_own_stock }: Plan): Step[][] {
  const named = new Map(Object.entries(values).map(([name, value]) => [value, name]))
  const escaped = [...named.keys()].map((value) => value.replaceAll(/[^\w-]/g, String.raw`\$&`))
  const find = new RegExp(String.raw`\b(${escaped.join('|')})\b`)
  const fillOf = (value: Value): Fill => {
    if ('bytes' in value) {
      const fixed = Buffer.from(value.bytes, 'hex')
      return value.bytes === values.key_hash ? ({ key_hash }) => key_hash : () => fixed
    }
    if ('plain' in value) return () => value.plain
    if ('list' in value) {
      const fills = value.list.map(fillOf)
      return (call) => fills.map((fill) => fill(call))
    }
    const { text } = value
    const whole = named.get(text)
    if (whole !== undefined) return (call) => call.values[whole]
    // Fixed text and names of values, alternating.
    const pieces = text.split(find).map((piece, i) => (i % 2 === 0 ? piece : named.get(piece)!))
    if (pieces.length === 1) return () => text
    return ({ values: own }) => pieces.map((piece, i) => (i % 2 === 0 ? piece : own[piece])).join('')
  }
  return groups.map((group) =>
    group.map((statement) => ({
      statement,
      fills: statement.parameters.map((value) => fillOf(value)),
      part: has_own_stock === true ? undefined : partOf(statement.text),
    })),
  )
}

async function send(sql: Sql, { statement, fills, part }: Step, call: Asked) {
  const filled = fills.map((fill) => fill(call))
  const parameters = part === undefined ? filled : call.figures.renew(part, filled)
  const rows = await sql.unsafe(statement.text, parameters as never[], { prepare: statement.prepare })
  if (part !== undefined) call.figures.learn(part, rows)
  return rows
}

/** Sends the pipeline's statement; the key's id that it returns is a value of later statements. */
async function enter(request: Request, values: Record<string, string>, [first]: Step[][]): Promise<Asked> {
  const key_hash = hashSecret(request.headers.get('authorization')!.slice(7))
  // That of a session's token is text.
  values.key_hash = key_hash.toString('hex')
  const call = { values, key_hash, figures: new LedgerFigures() }
  const [row] = await send(db.autocommit, first![0]!, call)
  // With an unknown key the statement counts no request, and the reference server would be too fast.
  if (!row?.organization_id) throw new Error("the reference server's key is unknown")
  values.api_key_id = row.api_key_id as string
  return call
}

async function follow(sql: Sql, steps: Step[][], call: Asked): Promise<unknown> {
  let last: unknown
  for (const group of steps) last = await Promise.all(group.map((step) => send(sql, step, call)))
  return last
}

type Answer = (context: { request: Request; params: Record<string, string> }) => Promise<Response>

function reading(plan: Plan): Answer {
  const { status } = plan
  const steps = compile(plan)
  const afterDoor = steps.slice(1)
  return async ({ request, params }) => {
    const call = await enter(request, { ...params }, steps)
    return Response.json({ data: await follow(db.reads, afterDoor, call) }, { status })
  }
}

function writing(plan: Plan): Answer {
  const { status, recording, body_values = {} } = plan
  const steps = compile(plan)
  const afterDoor = steps.slice(1)
  const fromBody = Object.entries(body_values)
  const namesOf = (prefix: string) => Object.keys(recording.values).filter((name) => name.startsWith(prefix))
  const [fresh, hashes] = [namesOf('fresh_'), namesOf('hash_')]
  return async ({ request, params }) => {
    const call = await enter(request, { ...params }, steps)
    const { values } = call
    const text = await request.text()
    const body: unknown = text === '' ? {} : JSON.parse(text)
    values.idempotency_key = request.headers.get('idempotency-key')!
    for (const [name, path] of fromBody) values[name] = valueAt(body, path)
    for (const name of fresh) values[name] = uuidv7()
    for (const name of hashes) values[name] = `${uuidv7()}${uuidv7()}`.replaceAll('-', '')
    const data = await db.write((sql) => follow(sql, afterDoor, call))
    return status === 204 ? new Response(null, { status }) : Response.json({ data }, { status })
  }
}

const app = new Elysia()
for (const plan of JSON.parse(process.env.REFERENCE_PLANS!) as Plan[]) {
  const [method, path] = plan.route.split(' ') as [string, string]
  app.route(method, path, method === 'GET' ? reading(plan) : writing(plan), { parse: 'none' })
}
app.get('/readyz', () => new Response('ready')).listen({ port: settings.PORT, hostname: '127.0.0.1' })
