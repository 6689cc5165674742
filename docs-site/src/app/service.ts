/** Requests of the app to the service: same origin, admitted by the cookie of the session, never by a token in a script. */
import { keyOfWrite } from './repeats'

export interface Organization {
  organization_id: string
  name: string
  sandbox: boolean
  time_zone: string
  currency: string
  role: 'admin' | 'member' | 'viewer'
}

export interface Rows<Row> {
  rows: Row[]
  filtered_max_size: number
}

/** What the service says of a request that it refused or could not serve. */
export class ServiceRefusal extends Error {
  readonly status: number
  readonly code: string | null
  readonly doc_url: string | null
  readonly request_id: string | null
  readonly data: unknown

  constructor(status: number, body: any, request_id: string | null) {
    super(body?.message?.desc ?? (status === 0 ? 'The service could not be reached. What you entered is kept: send it again, and it is done once.' : `The service responded with ${status}.`))
    this.status = status
    this.code = body?.code ?? body?.message?.code ?? null
    this.doc_url = body?.message?.doc_url ?? null
    this.request_id = body?.message?.request_id ?? request_id
    this.data = body?.data ?? null
  }
}

/** The address that the app stands under; a path prefix of the service comes before it. */
export const root = (): string => location.pathname.replace(/^\/+/, '/').replace(/\/app(\/.*)?$/, '')

/** The organisation of this page, from its address. */
export const organizationInAddress = (): string | null => new URLSearchParams(location.search).get('organization')

interface Sent {
  /** A file is sent as it is, everything else as JSON. */
  body?: unknown
  query?: Record<string, string | number | boolean | undefined>
  /** false for requests that need no organisation. */
  organization?: boolean
}

/** Sends a request and returns the parsed body as it is; throws a `ServiceRefusal`. */
export async function send<Answer = any>(method: string, path: string, { body, query = {}, organization = true }: Sent = {}): Promise<Answer> {
  const stated = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = stated.length === 0 ? '' : `?${new URLSearchParams(stated.map(([name, value]) => [name, String(value)]))}`
  const headers: Record<string, string> = {}
  const isFile = body instanceof File
  if (body !== undefined) headers['Content-Type'] = isFile ? body.type || 'application/octet-stream' : 'application/json'
  const organization_id = organizationInAddress()
  if (organization && organization_id !== null) headers['X-Organization-ID'] = organization_id
  const text_sent = body === undefined || isFile ? undefined : JSON.stringify(body)
  const request = { method, headers, ...(isFile ? { body } : text_sent === undefined ? {} : { body: text_sent }) }
  const address = `${root()}/app/api${path}${search}`
  const isGuarded = method !== 'GET' && path.startsWith('/v1/') && !isFile
  const response = isGuarded ? await write(address, request, [method, address, organization_id, text_sent].join(' ')) : await fetch(address, request).catch(() => null)
  if (response === null) throw new ServiceRefusal(0, null, null)
  const text = await response.text()
  const read = text === '' ? null : parsed(text)
  if (!response.ok) throw new ServiceRefusal(response.status, read, response.headers.get('X-Request-Id'))
  return read as Answer
}

const attempts = 3
const pause_ms = 1_000

/** Whether an answer leaves open if the write was done: one that was cut off, one that is under way, or a fault on the way. */
const isOpen = async (response: Response): Promise<boolean> =>
  response.status >= 500 || (response.status === 409 && (await response.clone().text()).includes('idempotency_in_flight'))

/** Sends a write again while it is not known whether it was done, each time under the same key. */
async function write(address: string, request: { method: string; headers: Record<string, string> }, what: string): Promise<Response | null> {
  const { key, keep, forget } = await keyOfWrite(what)
  let response: Response | null = null
  keep()
  for (let attempt = 1; attempt <= attempts; attempt++) {
    response = await fetch(address, { ...request, headers: { ...request.headers, 'Idempotency-Key': key } }).catch(() => null)
    if (response !== null && !(await isOpen(response))) {
      forget()
      return response
    }
    if (attempt < attempts) await new Promise((done) => setTimeout(done, pause_ms))
  }
  return response
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `/v1/orders/{order_id}` → `/orders/42`: a path of the document with its ids, as the reads and writes below take it. */
export const pathWith = (path: string, ids: Record<string, unknown>): string =>
  path.replace('/v1', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name] ?? '')))

/** The `data` of a read. */
export const get = async <Data>(path: string, query?: Sent['query']): Promise<Data> =>
  (await send('GET', `/v1${path}`, { query })).data
/** The `data` of a write. */
export const post = async <Data>(path: string, body?: unknown): Promise<Data> =>
  (await send('POST', `/v1${path}`, { body })).data
export const put = async <Data>(path: string, body: unknown): Promise<Data> =>
  (await send('PUT', `/v1${path}`, { body })).data
export const patch = async <Data>(path: string, body: unknown): Promise<Data> =>
  (await send('PATCH', `/v1${path}`, { body })).data
export const remove = async (path: string): Promise<void> => {
  await send('DELETE', `/v1${path}`)
}

/** An address of the app in the organisation of this page. */
export function appAddress(path: string, query: Record<string, string> = {}): string {
  const organization = organizationInAddress()
  const search = new URLSearchParams({ ...(organization === null ? {} : { organization }), ...query }).toString()
  return `${root()}/app${path}${search === '' ? '' : `?${search}`}`
}

/** Opens the sign-in page, which returns to this page; Back skips this page, which cannot be seen without signing in. */
export function goToSignIn(): void {
  const next = location.pathname.slice(root().length) + location.search
  location.replace(`${root()}/app/sign-in?${new URLSearchParams({ next })}`)
}

/** Saves the file to which a read of the service leads by a signed URL. */
export async function saveFile(path: string, query?: Sent['query']): Promise<void> {
  const { export_url } = await get<{ export_url: string }>(path, query)
  openFile(export_url)
}

/** Opens the file of a signed URL on the address that the app stands under. */
export function openFile(export_url: string): void {
  const { pathname, search } = new URL(export_url)
  location.assign(pathname + search)
}
