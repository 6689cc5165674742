import { Connection, type Target } from './connection.ts'
import { DatabaseUnavailable } from './errors.ts'
import { dividedShares, FairShares, type Owner } from './fair_shares.ts'

/** One transaction's exclusive use of one connection. */
export interface Lease {
  connection: Connection
  owner: Owner
  release(): void
}

interface Waiter {
  settle: () => void
  fail: (error: Error) => void
  timer: ReturnType<typeof setTimeout>
}

/** Connections for transactions, each used by one at a time; organisations take turns (fair_shares.ts). */
export class Slots {
  readonly connections = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #target: Target
  readonly #slots_max: number
  readonly #shares: FairShares<Waiter>
  #lent = 0
  #is_closed = false

  constructor(target: Target, slotsMax: number) {
    this.#target = target
    this.#slots_max = slotsMax
    this.#shares = new FairShares(dividedShares(slotsMax))
  }

  async acquire(owner: Owner, wait_ms: number): Promise<Lease> {
    if (this.#is_closed) throw new DatabaseUnavailable('no', 'the database is closed')
    if (this.#isFree(owner)) this.#begin(owner)
    else await this.#wait(owner, wait_ms)
    return this.#lend(owner)
  }

  /** A new connection for the same slot, replacing a lost one. */
  replace(lease: Lease): Lease {
    this.#putBack(lease.connection)
    return this.#lend(lease.owner)
  }

  #isFree(owner: Owner): boolean {
    return this.#lent < this.#slots_max && this.#shares.hasShare(owner)
  }

  #begin(owner: Owner): void {
    this.#lent++
    this.#shares.begin(owner)
  }

  #lend(owner: Owner): Lease {
    const connection = this.#idle.pop() ?? this.#open()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      this.#putBack(connection)
      this.#lent--
      this.#shares.end(owner)
      this.#serveNext()
    }
    return { connection, owner, release }
  }

  #serveNext(): void {
    for (;;) {
      const next = this.#shares.next((owner) => (this.#isFree(owner) ? true : null))
      if (next === null) return
      this.#begin(next.owner)
      next.waiter.settle()
    }
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

  #wait(owner: Owner, wait_ms: number): Promise<void> {
    return new Promise((settle, fail) => {
      const refuse = () => {
        this.#shares.drop(owner, waiter)
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
      this.#shares.wait(owner, waiter)
    })
  }

  async close(until: number): Promise<void> {
    this.#is_closed = true
    for (const [owner, waiter] of this.#shares.all()) {
      this.#shares.drop(owner, waiter)
      clearTimeout(waiter.timer)
      waiter.fail(new DatabaseUnavailable('no', 'the database is closed'))
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
