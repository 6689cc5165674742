/**
 * Generates load over loopback: persistent connections, each with one request in flight. Requests are written as bytes
 * and responses are only read to their length, so that the loader uses little processor time.
 */
import { connect, type Socket } from 'node:net'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** An API key, or the token of a session. */
  key: string
  /** Organisation of a session. */
  organization_id?: string
  idempotency_key?: string
  body?: string
}

export interface Load {
  port: number
  connections: number
  /** The next request of a connection; null when it has none left. */
  next: (connection: number) => Call | null
  seconds: number
}

export interface Measured {
  requests: number
  requests_per_second: number
  p50_ms: number
  p99_ms: number
  /** Responses that were not successful. */
  failed: number
}

const encode = ({ method, path, key, organization_id, idempotency_key, body }: Call): string => {
  const guard = idempotency_key === undefined ? '' : `Idempotency-Key: ${idempotency_key}\r\n`
  const member = organization_id === undefined ? '' : `X-Organization-ID: ${organization_id}\r\n`
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n${guard}${member}${content}\r\n${body ?? ''}`
}

/** Length of the whole response, or null while its head is incomplete. */
function lengthOf(head: string): number | null {
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return null
  const match = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end + 2))
  const hasNone = /^HTTP\/1\.1 (204|304)/.test(head)
  if (!match && !hasNone) throw new Error(`an answer without a length: ${head.slice(0, 200)}`)
  return end + 4 + (hasNone ? 0 : Number(match![1]))
}

class Channel {
  readonly latencies: number[] = []
  failed = 0
  first_failure = ''
  #socket!: Socket
  #sent_at = 0
  #expected: number | null = null
  #head = ''
  #received = 0
  #fail!: (error: Error) => void

  constructor(
    readonly index: number,
    readonly load: Load,
    readonly until: number,
  ) {}

  run(): Promise<void> {
    return new Promise((settle, fail) => {
      this.#fail = fail
      this.#socket = connect(this.load.port, '127.0.0.1', () => this.#send())
      this.#socket.setNoDelay(true)
      this.#socket.on('data', (chunk) => this.#hear(chunk))
      this.#socket.on('error', fail)
      this.#socket.on('close', () => settle())
    })
  }

  #send(): void {
    const call = performance.now() < this.until ? this.load.next(this.index) : null
    if (call === null) return void this.#socket.end()
    this.#expected = null
    this.#head = ''
    this.#received = 0
    this.#sent_at = performance.now()
    this.#socket.write(encode(call))
  }

  #hear(chunk: Buffer): void {
    this.#received += chunk.length
    try {
      if (this.#expected === null) {
        this.#head += chunk.toString('latin1')
        this.#expected = lengthOf(this.#head)
      }
    } catch (error) {
      this.#socket.destroy()
      return this.#fail(error as Error)
    }
    if (this.#expected === null || this.#received < this.#expected) return
    this.latencies.push(performance.now() - this.#sent_at)
    if (!this.#head.startsWith('HTTP/1.1 2')) {
      if (this.failed === 0) this.first_failure = this.#head.slice(0, 1_000)
      this.failed++
    }
    this.#send()
  }
}

export async function runLoad(load: Load): Promise<Measured> {
  const started = performance.now()
  const channels = Array.from(
    { length: load.connections },
    (_, i) => new Channel(i, load, started + load.seconds * 1000),
  )
  await Promise.all(channels.map((channel) => channel.run()))
  const seconds = (performance.now() - started) / 1000
  const sorted = channels.flatMap(({ latencies }) => latencies).toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0)
  if (failed > 0)
    throw new Error(
      `${failed} requests failed; the first: ${channels.find((channel) => channel.failed)!.first_failure}`,
    )
  return {
    requests: sorted.length,
    requests_per_second: sorted.length / seconds,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    failed,
  }
}
