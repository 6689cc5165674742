import { Connection, type Target } from './connection.ts'
import { DatabaseUnavailable } from './errors.ts'

/** One transaction's exclusive use of one connection. */
export interface Lease {
  connection: Connection
  release(): void
}

interface Waiter {
  settle: () => void
  fail: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** Connections for transactions, each used by one at a time, first come first served. */
export class Slots {
  readonly connections = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting: Waiter[] = []
  readonly #target: Target
  readonly #slots_max: number
  #lent = 0
  #is_closed = false

  constructor(target: Target, slotsMax: number) {
    this.#target = target
    this.#slots_max = slotsMax
  }

  async acquire(wait_ms: number): Promise<Lease> {
    if (this.#is_closed) throw new DatabaseUnavailable('no', 'the database is closed')
    if (this.#lent < this.#slots_max) this.#lent++
    else await this.#wait(wait_ms)
    return this.#lend()
  }

  /** A new connection for the same slot, replacing a lost one. */
  replace(lease: Lease): Lease {
    this.#putBack(lease.connection)
    return this.#lend()
  }

  #lend(): Lease {
    const connection = this.#idle.pop() ?? this.#open()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      this.#putBack(connection)
      const next = this.#waiting.shift()
      if (next) next.settle()
      else this.#lent--
    }
    return { connection, release }
  }

  #putBack(connection: Connection): void {
    if (!connection.is_alive) return
    if (connection.outstanding.size > 0) {
      connection.lose(new DatabaseUnavailable('no', 'the transaction has ended'))
    } else if (this.#is_closed || connection.isExpired(performance.now())) {
      this.connections.delete(connection)
      connection.retire()
    } else {
      this.#idle.push(connection)
    }
  }

  #open(): Connection {
    const opened = new Connection(this.#target, (dead) => {
      this.connections.delete(dead)
      const at = this.#idle.indexOf(dead)
      if (at !== -1) this.#idle.splice(at, 1)
    })
    this.connections.add(opened)
    return opened
  }

  #wait(wait_ms: number): Promise<void> {
    return new Promise((settle, fail) => {
      const refuse = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        fail(new DatabaseUnavailable('no', 'every slot for a write is taken'))
      }
      const timer = setTimeout(refuse, wait_ms)
      const waiter: Waiter = {
        timer,
        fail,
        settle: () => {
          clearTimeout(timer)
          settle()
        },
      }
      this.#waiting.push(waiter)
    })
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
    for (const { timer, fail } of this.#waiting.splice(0)) {
      clearTimeout(timer)
      fail(new DatabaseUnavailable('no', 'the database is closed'))
    }
    while (this.#lent > 0 && performance.now() < until) {
      await new Promise((settle) => setTimeout(settle, 5))
    }
    for (const connection of this.connections) {
      if (this.#idle.includes(connection)) connection.retire()
      else connection.lose(new DatabaseUnavailable('unknown', 'the database is closing'))
    }
    this.connections.clear()
  }
}
