import { Connection, makeSql, type Sql, type Target, unavailable } from './connection.ts'
import { DatabaseUnavailable } from './errors.ts'

type OnPayload = (payload: string) => void

const RECONNECT_MS_MIN = 50
const RECONNECT_MS_MAX = 1_000

/** One connection for all channels. It reconnects by itself and then notifies every listener. */
export class Listener {
  readonly #target: Target
  readonly #channels = new Map<string, Set<OnPayload>>()
  #connection: Connection | null = null
  #sql: Sql | null = null
  #is_closed = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(target: Target) {
    this.#target = target
  }

  async listen(channel: string, onPayload: OnPayload): Promise<{ unlisten(): Promise<void> }> {
    if (this.#is_closed) throw new DatabaseUnavailable('no', 'the database is closed')
    const known = this.#channels.get(channel)
    const listeners = known ?? new Set()
    listeners.add(onPayload)
    this.#channels.set(channel, listeners)
    try {
      await this.#subscribe(channel)
    } catch (error) {
      this.#remove(channel, onPayload)
      throw unavailable(error, 'no')
    }
    return {
      unlisten: async () => {
        this.#remove(channel, onPayload)
        const sql = this.#sql
        if (this.#channels.has(channel) || !sql) return
        // A connection that was lost meanwhile no longer listens.
        await sql`unlisten ${sql(channel)}`.then(noop, noop)
      },
    }
  }

  close(): void {
    this.#is_closed = true
    clearTimeout(this.#timer)
    this.#channels.clear()
    this.#connection?.retire()
  }

  async #subscribe(channel: string): Promise<void> {
    const sql = this.#open()
    await sql`listen ${sql(channel)}`
  }

  #open(): Sql {
    if (this.#sql && this.#connection?.is_alive) return this.#sql
    const connection = new Connection(
      this.#target,
      () => this.#scheduleReconnect(RECONNECT_MS_MIN),
      (channel, payload) => this.#notify(channel, payload),
    )
    this.#connection = connection
    this.#sql = makeSql((query) => connection.send(query))
    return this.#sql
  }

  #scheduleReconnect(wait_ms: number): void {
    if (this.#is_closed || this.#channels.size === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#reconnect(wait_ms), wait_ms)
  }

  async #reconnect(waited_ms: number): Promise<void> {
    const channels = [...this.#channels.keys()]
    try {
      for (const channel of channels) await this.#subscribe(channel)
    } catch {
      this.#scheduleReconnect(Math.min(waited_ms * 2, RECONNECT_MS_MAX))
      return
    }
    for (const channel of channels) this.#notify(channel, '')
  }

  #notify(channel: string, payload: string): void {
    for (const onPayload of this.#channels.get(channel) ?? []) onPayload(payload)
  }

  #remove(channel: string, onPayload: OnPayload): void {
    const listeners = this.#channels.get(channel)
    listeners?.delete(onPayload)
    if (listeners?.size === 0) this.#channels.delete(channel)
  }
}

function noop(): void {}
