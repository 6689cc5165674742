/** How the bench itself calls the measured service, between the requests that it measures. */
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import type { TestService } from '../../support/service/service.ts'
import type { Answer, CallOptions, Tenant } from '../../support/service/tenant.ts'

export interface Reply extends Answer {
  bytes: number
}

export interface Client {
  sql: postgres.Sql<{}>
  organization_id: string
  /** Purchase orders of the organisation. */
  orders: string
  send: (method: string, path: string, options?: CallOptions) => Promise<Reply>
  /** Creates what a measured request needs; a refusal is a mistake of the bench. Answers `data`. */
  make: (method: string, path: string, body?: unknown) => Promise<any>
  /** As the fixtures of tests call a service. */
  tenant: Tenant
}

export interface ClientOptions {
  sql: postgres.Sql<{}>
  organization_id: string
  base_url: string
  keys: readonly string[]
  data_dir: string
}

/** Each request uses the next key, so that none spends its allowance. */
export function openClient({ sql, organization_id, base_url, keys, data_dir }: ClientOptions): Client {
  let turn = 0
  const send = async (method: string, path: string, { body, raw, headers }: CallOptions = {}): Promise<Reply> => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${base_url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${keys[turn++ % keys.length]}`,
        ...(method === 'GET' ? {} : { 'Idempotency-Key': uuidv7() }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(raw === undefined ? {} : { 'Content-Type': 'application/octet-stream' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content as string }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = bytes.byteLength > 4_000_000 ? '' : new TextDecoder().decode(bytes)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== ''
    const parsed = isJson ? (JSON.parse(text) as unknown) : null
    return { status: response.status, headers: response.headers, body: parsed, text, bytes: bytes.byteLength }
  }
  const make: Client['make'] = async (method, path, body) => {
    const reply = await send(method, path, body === undefined ? {} : { body })
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text.slice(0, 500)}`)
    return (reply.body as { data?: unknown } | null)?.data ?? reply.body
  }
  const withBody =
    (method: string): Tenant['post'] =>
    (path, body, options) =>
      send(method, path, { body, ...options })
  const tenant: Tenant = {
    service: { database: { sql }, settings: { DATA_DIR: data_dir } } as unknown as TestService,
    organization_id,
    api_key: keys[0]!,
    api_key_id: '',
    get: (path, options) => send('GET', path, options),
    delete: (path, options) => send('DELETE', path, options),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    mint: () => Promise.reject(new Error('the bench has its keys')),
  }
  return {
    sql,
    organization_id,
    orders: `/api/v1/organizations/${organization_id}/purchase-orders`,
    send,
    make,
    tenant,
  }
}
