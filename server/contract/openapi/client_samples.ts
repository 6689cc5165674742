/** The requests with the TypeScript client of the receiver kit; the tests compile and run each of them. */
import type { Operation } from '../operation.ts'
import type { SampleRequest } from './samples.ts'

const width = 96

const text = (value: string): string =>
  value.startsWith('$')
    ? `process.env.${value.slice(1)}!`
    : `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key)

/** A literal on one line where it fits, beginning at a column; text that begins with $ is an environment variable. */
export function tsLiteral(value: unknown, indent = 0, column = indent): string {
  if (typeof value === 'string') return text(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const isList = Array.isArray(value)
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  if (fields.length === 0) return isList ? '[]' : '{}'
  const write = (spaces: number, [key, one]: [string, unknown]): string => {
    const name = isList ? '' : `${isName(key) ? key : text(key)}: `
    return `${name}${tsLiteral(one, spaces, spaces + name.length)}`
  }
  const short = fields.map((field) => write(0, field)).join(', ')
  const line = isList ? `[${short}]` : `{ ${short} }`
  if (!line.includes('\n') && column + line.length <= width) return line
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const lines = fields.map((field) => `${' '.repeat(indent + 2)}${write(indent + 2, field)},\n`)
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`
}

/** The client takes an API key, or a session in an organisation; other operations have no sample of it. */
export const hasClientSample = ({ surface, session }: Operation): boolean =>
  surface === 'public' || (surface === 'session' && session !== 'user')

/** Whether `rows` of the client reads the operation page by page. */
function isPaged({ method, answer }: Operation): boolean {
  const fields = (answer?.properties ?? {}) as object
  return method === 'GET' && 'rows' in fields && 'offset' in fields
}

function createdClient({ surface }: Operation): string {
  const isKeyed = surface === 'public'
  const credentials = isKeyed
    ? { api_key: '$API_KEY' }
    : { user_token: '$USER_TOKEN', organization_id: '$ORGANIZATION_ID' }
  const options = tsLiteral({ base_url: '$BASE_URL', ...credentials }, 0, 45)
  return `const service = createServiceClient${isKeyed ? '' : '<paths>'}(${options})`
}

/** Parameters and body of the call; an empty part is left out. */
function initOf(operation: Operation, request: SampleRequest, isRows: boolean): string {
  const { path, query } = request.values
  const sent = isRows ? Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'limit')) : query
  const parts = { path, query: sent, header: {} }
  if (operation.idempotency === 'required') parts.header = { 'Idempotency-Key': '$KEY' }
  const params = Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))
  const init: Record<string, unknown> = Object.keys(params).length === 0 ? {} : { params }
  if (operation.body === 'bytes') init['body'] = '$FILE'
  else if (request.body !== undefined) init['body'] = request.body
  return Object.keys(init).length === 0 ? '' : `, ${tsLiteral(init, 0, operation.path.length + 40)}`
}

export function typescript(operation: Operation, request: SampleRequest): string {
  const lines: string[] = []
  const isBytes = operation.body === 'bytes'
  if (isBytes) lines.push("import { readFile } from 'node:fs/promises'")
  lines.push("import { createServiceClient } from '@merchant-api/client'")
  if (operation.surface !== 'public') lines.push("import type { paths } from './service.js'")
  lines.push('', createdClient(operation), '')
  const isRows = isPaged(operation)
  const init = initOf(operation, request, isRows)
    .replace('process.env.KEY!', 'crypto.randomUUID()')
    .replace('process.env.FILE!', "await readFile('file.csv')")
  const call = `service.${isRows ? 'rows' : operation.method}('${operation.path}'${init})`
  if (isRows) lines.push(`for await (const row of ${call}) {`, '  console.log(row)', '}')
  else if (operation.status === 204) lines.push(`await ${call}`)
  else if (operation.unwrapped) lines.push(`console.log(await ${call})`)
  else lines.push(`const { data } = await ${call}`, 'console.log(data)')
  return lines.join('\n')
}
