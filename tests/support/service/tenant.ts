/** A new organisation for a test, with a key and a function to call the service with that key. */
import { uuidv7 } from 'uuidv7'
import type { SubscriptionPlan } from '../../../server/contract/resources.ts'
import { scopes as every_scope } from '../../../server/contract/resources.ts'
import { insertKey, type NewKey } from '../../../server/platform/keys/store.ts'
import { witness } from '../document/document_check.ts'
import { type TestService, testService } from './service.ts'

export interface Answer {
  status: number
  headers: Headers
  /** Parsed JSON, or null if there is none. */
  body: any
  text: string
}

export interface CallOptions {
  key?: string | null
  body?: unknown
  raw?: string | Uint8Array | ReadableStream
  headers?: Record<string, string>
}

/** One request to the service under test; its response is checked against the document. */
export async function call(
  service: TestService,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(options.key ? { Authorization: `Bearer ${options.key}` } : {}),
    ...options.headers,
  }
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  if (options.body !== undefined) headers['Content-Type'] ??= 'application/json'
  const response = await fetch(`${service.base_url}${path}`, {
    method,
    headers,
    body: body as never,
    redirect: 'manual',
  })
  const text = await response.text()
  let parsed: unknown = null
  try {
    parsed = JSON.parse(text)
  } catch {}
  const answer = { status: response.status, headers: response.headers, body: parsed, text }
  const faults = witness(method, path, new Headers(headers), answer)
  if (faults.length > 0) {
    throw new Error(`${method} ${path} departs from the document: ${faults.join('; ')}\n${text.slice(0, 2_000)}`)
  }
  return answer
}

export interface Tenant {
  service: TestService
  organization_id: string
  api_key: string
  api_key_id: string
  get: (path: string, options?: CallOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  put: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  patch: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  delete: (path: string, options?: CallOptions) => Promise<Answer>
  mint: (key?: Partial<NewKey>) => Promise<{ api_key_id: string; api_key: string }>
}

export interface TenantOptions {
  plan?: SubscriptionPlan
  sandbox?: boolean
  region?: 'us' | 'eu'
  key?: Partial<NewKey>
  service?: TestService
}

export async function newTenant(options: TenantOptions = {}): Promise<Tenant> {
  const service = options.service ?? (await testService())
  const { sql } = service.database
  const organization_id = uuidv7()
  const region = options.region ?? 'us'
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, 'Test organisation', ${region}, ${options.plan ?? 'pro'}, ${options.sandbox ?? true})`
  const mint = (key: Partial<NewKey> = {}) =>
    sql.begin((tx) =>
      insertKey(tx as never, {
        organization_id,
        region,
        label: 'test',
        scopes: every_scope,
        expires_in_days: 30,
        ...key,
      }),
    )
  const { api_key, api_key_id } = await mint(options.key)
  const as =
    (method: string) =>
    (path: string, rest: CallOptions = {}) =>
      call(service, method, path, { key: api_key, ...rest })
  return {
    service,
    organization_id,
    api_key,
    api_key_id,
    mint,
    get: as('GET'),
    delete: as('DELETE'),
    post: (path, body, rest) => as('POST')(path, { body, ...rest }),
    put: (path, body, rest) => as('PUT')(path, { body, ...rest }),
    patch: (path, body, rest) => as('PATCH')(path, { body, ...rest }),
  }
}
