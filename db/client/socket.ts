import { EventEmitter } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConnectionLost } from './errors.ts'

/** The hosts and the TLS mode from the database URL. */
export interface Address {
  hosts: string[]
  ports: number[]
  path: string | null
  tls: 'off' | 'prefer' | 'require' | 'verify'
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const SSL_ACCEPTED = 83

/** Opens one socket, trying the named hosts in order, all within the given time. */
export async function openSocket(address: Address, connect_ms: number): Promise<Socket> {
  let failure: unknown
  for (const [index, host] of address.hosts.entries()) {
    const port = address.ports[index] ?? address.ports[0] ?? 5432
    const target = address.path ? { path: address.path } : { host, port }
    const shareMs = connect_ms / address.hosts.length
    try {
      return await openOne(target, host, address.tls, shareMs)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function openOne(
  target: { path: string } | { host: string; port: number },
  host: string,
  tls: Address['tls'],
  connect_ms: number,
): Promise<Socket> {
  return new Promise((settle, fail) => {
    const socket = connectTcp(target)
    const refuse = (error: Error) => {
      clearTimeout(timer)
      socket.destroy()
      fail(error)
    }
    const timer = setTimeout(
      () => refuse(new ConnectionLost('CONNECT_TIMEOUT', 'PostgreSQL did not accept in time')),
      connect_ms,
    )
    const ready = (opened: Socket) => {
      clearTimeout(timer)
      opened.off('error', refuse)
      opened.off('close', closedEarly)
      settle(opened)
    }
    const closedEarly = () => refuse(new ConnectionLost('CONNECTION_CLOSED', 'PostgreSQL closed the connection'))
    socket.on('error', refuse)
    socket.once('close', closedEarly)
    socket.once('connect', () => {
      socket.setNoDelay(true)
      socket.setKeepAlive(true, 10_000)
      if (tls === 'off') ready(socket)
      else startTls(socket, host, tls, ready, refuse)
    })
  })
}

function startTls(
  socket: Socket,
  host: string,
  tls: Address['tls'],
  ready: (opened: Socket) => void,
  refuse: (error: Error) => void,
): void {
  socket.once('data', (answer: Buffer) => {
    if (answer[0] !== SSL_ACCEPTED) {
      if (tls === 'prefer') ready(socket)
      else refuse(new ConnectionLost('CONNECTION_CLOSED', 'PostgreSQL does not offer TLS'))
      return
    }
    const secured = connectTls({
      socket,
      rejectUnauthorized: tls === 'verify',
      ...(isIP(host) ? {} : { servername: host }),
    })
    secured.on('error', refuse)
    secured.once('secureConnect', () => {
      secured.off('error', refuse)
      ready(secured)
    })
  })
  socket.write(SSL_REQUEST)
}

/**
 * The socket as the driver sees it. It passes bytes while the connection is open and drops them
 * afterwards. Errors and the close are hidden from the driver, which would otherwise reconnect and
 * run leftover statements outside their transaction.
 */
export class DriverSocket extends EventEmitter {
  readyState = 'open'
  last_heard_at = performance.now()
  readonly #raw: Socket
  readonly #lost: (error: Error) => void

  constructor(raw: Socket, lost: (error: Error) => void) {
    super()
    this.#raw = raw
    this.#lost = lost
    raw.on('data', (bytes: Buffer) => this.#deliver('data', bytes))
    raw.on('drain', () => this.#deliver('drain'))
    raw.on('error', (error: Error) => this.#end(error))
    raw.on('end', () => this.#end())
    raw.on('close', () => this.#end())
  }

  write(bytes: Uint8Array, done?: () => void): boolean {
    if (this.readyState !== 'open') return true
    return done ? this.#raw.write(bytes, done) : this.#raw.write(bytes)
  }

  end(bytes?: Uint8Array): void {
    if (this.readyState !== 'open') return
    this.readyState = 'closed'
    if (bytes) this.#raw.end(bytes)
    else this.#raw.end()
  }

  destroy(): void {
    this.readyState = 'closed'
    this.#raw.destroy()
    this.#lost(new ConnectionLost('CONNECTION_CLOSED', 'the connection was abandoned'))
  }

  pause(): void {
    this.#raw.pause()
  }

  resume(): void {
    this.#raw.resume()
  }

  #deliver(event: 'data' | 'drain', bytes?: Buffer): void {
    if (this.readyState !== 'open') return
    this.last_heard_at = performance.now()
    try {
      this.emit(event, bytes)
    } catch (error) {
      this.#end(error)
    }
  }

  #end(cause?: unknown): void {
    if (this.readyState !== 'open') return
    this.readyState = 'closed'
    this.#raw.destroy()
    this.#lost(new ConnectionLost('CONNECTION_CLOSED', 'PostgreSQL closed the connection', cause))
  }
}
