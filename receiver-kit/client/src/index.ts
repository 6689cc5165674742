/**
 * A client of the Merchant API. Paths, parameters, bodies and responses are typed from the published document; requests
 * are retried where a later attempt can succeed, and no write takes effect twice.
 */
import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import { type Hooks, parsed, send } from './send.ts'
import type { components as KeyedComponents, paths as KeyedPaths } from './keys.generated.ts'

export { ServiceConnectionError, ServiceError } from './errors.ts'
export type { Attempt, Hooks } from './send.ts'
/** The operations that an API key can call, by path. */
export type paths = KeyedPaths
/** The named records of those operations: `components['schemas']['Variant']`. */
export type components = KeyedComponents

/** An API key, or the session of a user of one organisation. */
export type Credentials =
  | { api_key: string; user_token?: never; organization_id?: never }
  | { user_token: string; organization_id: string; api_key?: never }

export type ServiceClientOptions = Credentials &
  Hooks & {
    /** Address of the service, such as `https://api.service.example`: without `/api/v1`, which every path has. A prefix of a proxy stays. */
    base_url: string
    /** Maximum duration of one attempt, in milliseconds. @default 30_000 */
    timeout_ms?: number
    /** Maximum number of attempts of a request; 1 repeats nothing. @default 5 */
    attempts_max?: number
    /** A longer wait than this, in milliseconds, ends the attempts: the error then states it. @default 60_000 */
    wait_ms_max?: number
    /** Sends the requests. @default the runtime's own */
    fetch?: (request: Request) => Promise<Response>
  }

/** A file, as read from a disk or chosen in a form. */
export type Bytes = Blob | ArrayBuffer | ArrayBufferView

/** Generators type bytes as text; a request takes any form of them. */
type WithBytes<Given> = Given extends { body: infer Content }
  ? string extends Content
    ? Omit<Given, 'body'> & { body: Content | Bytes }
    : Given
  : Given

/** What a request of the path takes: `params` with `path`, `query` and `header`, `body`, and `signal`. */
type Init<Paths extends {}, Path extends keyof Paths, Method extends HttpMethod> = WithBytes<
  MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>
>
type InitArguments<Given> = RequiredKeysOf<Given> extends never ? [init?: Given] : [init: Given]

type Body<Operation, Given> = Extract<
  // oxlint-disable-next-line no-explicit-any -- openapi-fetch states its bound so, and interfaces fit no other
  FetchResponse<Operation & Record<string, any>, Given, MediaType>,
  { data: unknown }
>['data']

type Call<Paths extends {}, Method extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Method>,
  Given extends Init<Paths, Path, Method>,
>(
  path: Path,
  ...init: InitArguments<Given>
) => Promise<Body<Paths[Path][Method & keyof Paths[Path]], Given>>

type Get<Paths, Path extends keyof Paths> = Paths[Path] extends { get: infer Operation } ? Operation : never

/** The rows of a read that answers in pages. */
type RowsOf<Paths extends {}, Path extends keyof Paths> =
  Body<Get<Paths, Path>, object> extends { data: { rows: (infer Row)[]; offset: number } } ? Row : never

type PagedPaths<Paths extends {}> = {
  [Path in PathsWithMethod<Paths, 'get'>]: [RowsOf<Paths, Path>] extends [never] ? never : Path
}[PathsWithMethod<Paths, 'get'>]

/**
 * Each method resolves with the body of the response, parsed, and rejects with a `ServiceError`, a
 * `ServiceConnectionError` or the reason of your `signal`.
 */
export interface ServiceClient<Paths extends {}> {
  GET: Call<Paths, 'get'>
  POST: Call<Paths, 'post'>
  PUT: Call<Paths, 'put'>
  PATCH: Call<Paths, 'patch'>
  DELETE: Call<Paths, 'delete'>
  /** Every row of a paged read, from `offset` on if you state one, page by page: 100 rows each, unless `limit` says otherwise. */
  rows<Path extends PagedPaths<Paths>, Given extends Init<Paths, Path, 'get'>>(
    path: Path,
    ...init: InitArguments<Given>
  ): AsyncGenerator<RowsOf<Paths, Path>, void, undefined>
}

/** An organisation's id in a header is needed with a session only; an API key belongs to one. */
const headersOf = (credentials: Credentials): Record<string, string> =>
  credentials.api_key === undefined
    ? { Authorization: `Bearer ${credentials.user_token}`, 'X-Organization-ID': credentials.organization_id }
    : { Authorization: `Bearer ${credentials.api_key}` }

/** A prefix under which a proxy serves the service is part of the address; `/api/v1` is part of every path. */
function checkBase(base_url: string): void {
  const { protocol, pathname, search, hash } = URL.canParse(base_url) ? new URL(base_url) : ({} as Partial<URL>)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('base_url must be an absolute address, such as https://api.service.example')
  if (search || hash) throw new TypeError('base_url must have no query and no fragment')
  if (/\/api(\/v1)?\/*$/.test(pathname ?? ''))
    throw new TypeError('base_url must end before /api/v1: every path of an operation begins with it')
}

function checked(options: ServiceClientOptions): void {
  const { base_url, api_key, user_token, organization_id } = options
  checkBase(base_url)
  const isKey = typeof api_key === 'string' && api_key !== ''
  const isSession =
    typeof user_token === 'string' && user_token !== '' && typeof organization_id === 'string' && organization_id !== ''
  if (isKey === isSession) throw new TypeError('Give api_key, or user_token and organization_id')
  for (const name of ['timeout_ms', 'attempts_max'] as const) {
    const value = options[name] ?? 1
    if (!Number.isInteger(value) || value < 1) throw new TypeError(`${name} must be a whole number of 1 or more`)
  }
  if (!((options.wait_ms_max ?? 0) >= 0)) throw new TypeError('wait_ms_max must be 0 or more')
}

interface AnyInit {
  parseAs?: string
  body?: unknown
  headers?: Headers | Record<string, unknown>
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> }
}

/** A segment that is empty or of dots would address another operation. */
function checkPath(path: string, init: AnyInit | undefined): void {
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) {
    const value = init?.params?.path?.[name!]
    const isSegment = typeof value === 'number' || (typeof value === 'string' && !/^\.{0,2}$/.test(value))
    if (!isSegment) throw new TypeError(`${name} of ${path} must be stated, and not as dots`)
  }
}

const isBytes = (body: unknown): boolean =>
  typeof body === 'string' || body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)

/** Every body of the service is an object or a file: bytes and text are sent as they are. */
function withRawBody(init: AnyInit | undefined): AnyInit | undefined {
  if (!isBytes(init?.body)) return init
  const given = init?.headers instanceof Headers ? Object.fromEntries(init.headers) : init?.headers
  const headers = { 'Content-Type': 'application/octet-stream', ...given }
  return { ...init, headers, bodySerializer: (body: unknown) => body } as AnyInit
}

interface Page {
  rows: unknown[]
  filtered_max_size?: number
  total?: number
}

/** Creates a client. `Paths` are those of API keys, unless you state those of another document. */
export function createServiceClient<Paths extends {} = KeyedPaths>(
  options: ServiceClientOptions,
): ServiceClient<Paths> {
  checked(options)
  const { base_url, timeout_ms = 30_000, attempts_max = 5, wait_ms_max = 60_000 } = options
  const transport = options.fetch ?? ((request: Request) => fetch(request))
  const { onRequest, onResponse, onRetry } = options
  const sending = {
    onRequest,
    onResponse,
    onRetry,
    fetch: transport,
    remembers_keys: options.api_key !== undefined,
    timeout_ms,
    attempts_max,
    wait_ms_max,
  }
  const client = createFetchClient<Record<string, never>>({
    baseUrl: base_url,
    headers: headersOf(options),
    querySerializer: { array: { style: 'form', explode: false } },
    fetch: (request) => send(request, sending),
  })
  const call =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    async (path: string, init?: AnyInit): Promise<unknown> => {
      checkPath(path, init)
      const isJson = (init?.parseAs ?? 'json') === 'json'
      const raw = withRawBody(init)
      const asked = isJson ? { ...raw, parseAs: 'text' } : raw
      const { data, response } = await client[method](path as never, asked as never)
      return isJson ? parsed(response, data) : data
    }
  const GET = call('GET')
  async function* rows(path: string, init: AnyInit = {}) {
    for (let offset = Number(init.params?.query?.offset ?? 0); ;) {
      const query = { limit: 100, ...init.params?.query, offset }
      const { data } = (await GET(path, { ...init, params: { ...init.params, query } })) as { data: Page }
      yield* data.rows
      offset += data.rows.length
      if (data.rows.length === 0 || offset >= (data.filtered_max_size ?? data.total ?? 0)) return
    }
  }
  const made = { GET, POST: call('POST'), PUT: call('PUT'), PATCH: call('PATCH'), DELETE: call('DELETE'), rows }
  return made as unknown as ServiceClient<Paths>
}
