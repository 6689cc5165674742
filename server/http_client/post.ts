/**
 * One request to another system, on a new connection to the checked address, without redirects, within 30 seconds in
 * all. The beginning of the response is kept. A failure is returned as data, never thrown.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { limits } from '../contract/limits.ts'
import { type AddressRules, AddressRefused, chooseTarget, type Target } from './address.ts'

export interface Outcome {
  /** Status of the response; null if there was none. */
  status: number | null
  /** Why there is no response; null if there is one. */
  failure: string | null
  answer: Uint8Array
  address: string | null
  duration_ms: number
}

export interface Parcel {
  hook_url: string
  body: Uint8Array
  headers: Record<string, string>
}

/** A parcel to post; without a body, a read. */
interface Sent extends Omit<Parcel, 'body'> {
  body: Uint8Array | null
  answer_bytes_max: number
}

export const isDelivered = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

const failures: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  ERR_SOCKET_CLOSED: 'connection_reset',
  ConnectionClosed: 'connection_reset',
  ConnectionRefused: 'connection_refused',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ETIMEDOUT: 'timed_out',
}

function failureOf(error: Error & { code?: string }): string {
  const code = error.code ?? ''
  if (failures[code]) return failures[code]
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code)) return 'tls_failed'
  if (/hang up|reset|closed/i.test(error.message)) return 'connection_reset'
  if (code.startsWith('HPE_') || /parse/i.test(error.message)) return 'answer_unreadable'
  return 'transport_failed'
}

/** SNI must be a host name; without one, the certificate must be for the address itself. */
function serverName({ hostname }: URL): { servername?: string } {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress ? {} : { servername: hostname }
}

type Received = Pick<Outcome, 'status' | 'failure' | 'answer'>

/** Lets receivers recognise our requests in their logs; only the signature proves where one is from. */
const userAgent = 'merchant-api/1'

const nothing = new Uint8Array(0)

function dial({ url, address, family }: Target, sent: Sent, limitMs: number): Promise<Received> {
  const { body, headers, answer_bytes_max } = sent
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let keptBytes = 0
    let status: number | null = null
    let settled = false
    const settle = (failure: string | null) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      request.destroy()
      // A received status counts, even if the rest of the response failed.
      resolve({ status, failure: status === null ? failure : null, answer: Buffer.concat(chunks) })
    }
    const timer = setTimeout(() => settle('timed_out'), limitMs)
    const secure = url.protocol === 'https:'
    const request = (secure ? requestHttps : requestHttp)(
      {
        host: address,
        family,
        port: url.port || (secure ? 443 : 80),
        path: `${url.pathname}${url.search}`,
        method: body === null ? 'GET' : 'POST',
        // A kept-alive socket would bypass the checked address.
        agent: false,
        headers: {
          'User-Agent': userAgent,
          ...headers,
          Host: url.host,
          ...(body === null ? {} : { 'Content-Length': String(body.byteLength) }),
          Connection: 'close',
        },
        ...(secure ? { rejectUnauthorized: true, ...serverName(url) } : {}),
      },
      (response) => {
        status = response.statusCode ?? null
        response.on('data', (chunk: Uint8Array) => {
          chunks.push(chunk.subarray(0, answer_bytes_max - keptBytes))
          keptBytes += chunk.byteLength
          if (keptBytes >= answer_bytes_max) settle(null)
        })
        response.on('end', () => settle(null))
        response.on('error', (error: Error) => settle(failureOf(error)))
        response.on('close', () => settle('connection_reset'))
      },
    )
    request.on('error', (error: Error) => settle(failureOf(error)))
    request.end(body ?? undefined)
  })
}

const timeoutMs = limits.webhook_timeout_seconds * 1_000

/** Posts within the time limit, which includes name resolution. The first 64 KiB of the response are kept. */
export const postParcel = (parcel: Parcel, rules: AddressRules, limitMs = timeoutMs): Promise<Outcome> =>
  send({ ...parcel, answer_bytes_max: limits.webhook_answer_bytes_max }, rules, limitMs)

/** Reads with GET, in the same way; a response beyond the bytes is cut there. */
export const getAnswer = ({ answer_bytes_max, ...parcel }: Omit<Sent, 'body'>, rules: AddressRules): Promise<Outcome> =>
  send({ ...parcel, body: null, answer_bytes_max }, rules, timeoutMs)

async function send(parcel: Sent, rules: AddressRules, limitMs: number): Promise<Outcome> {
  const started = performance.now()
  const left = () => limitMs - (performance.now() - started)
  let address: string | null = null
  const finish = (received: Received): Outcome => ({
    ...received,
    address,
    duration_ms: Math.round(performance.now() - started),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), limitMs)
    })
    const target = await Promise.race([chooseTarget(parcel.hook_url, rules), late])
    if (target === 'late') return finish({ status: null, failure: 'dns_lookup_failed', answer: nothing })
    address = target.address
    return finish(await dial(target, parcel, left()))
  } catch (error) {
    const failure = error instanceof AddressRefused ? error.failure : failureOf(error as Error)
    return finish({ status: null, failure, answer: nothing })
  } finally {
    clearTimeout(timer)
  }
}
