/**
 * Between better-auth and the session table: it works with the tokens that people hold, the table keeps their
 * SHA-256. A copy of the database therefore signs nobody in.
 */
import type { DBAdapter, Where } from 'better-auth'
import { sessionTokenHash } from '../../door/admit_session.ts'

type Row = Record<string, unknown>

const hashOf = (value: unknown): unknown => (typeof value === 'string' ? sessionTokenHash(value) : value)

/** What the caller asked by, so that the rows it gets back carry the token it knows. */
class Known {
  readonly #tokens = new Map<unknown, string>()

  learn(value: unknown): unknown {
    if (typeof value === 'string') this.#tokens.set(hashOf(value), value)
    return hashOf(value)
  }

  where(where: Where[]): Where[] {
    return where.map((one) => {
      if (one.field !== 'token') return one
      const value = Array.isArray(one.value) ? one.value.map((each) => this.learn(each)) : this.learn(one.value)
      return { ...one, value } as Where
    })
  }

  data<D extends object>(data: D): D {
    return 'token' in data ? { ...data, token: this.learn(data.token) } : data
  }

  row<T>(row: T): T {
    const token = (row as Row | null)?.token
    return this.#tokens.has(token) ? ({ ...row, token: this.#tokens.get(token) } as T) : row
  }
}

export function hashSessionTokens(inner: DBAdapter): DBAdapter {
  const isSession = (asked: { model: string }) => asked.model === 'session'
  const outer: DBAdapter = {
    ...inner,
    async create<T extends Record<string, unknown>, R = T>(asked: Parameters<DBAdapter['create']>[0]): Promise<R> {
      if (!isSession(asked)) return inner.create<T, R>(asked as never)
      const known = new Known()
      return known.row(await inner.create<T, R>({ ...asked, data: known.data(asked.data) } as never))
    },
    async findOne(asked) {
      if (!isSession(asked)) return inner.findOne(asked)
      const known = new Known()
      return known.row(await inner.findOne({ ...asked, where: known.where(asked.where) }))
    },
    async findMany<T>(asked: Parameters<DBAdapter['findMany']>[0]): Promise<T[]> {
      if (!isSession(asked) || asked.where === undefined) return inner.findMany<T>(asked)
      const known = new Known()
      const rows = await inner.findMany<T>({ ...asked, where: known.where(asked.where) })
      return rows.map((row) => known.row(row))
    },
    async update(asked) {
      if (!isSession(asked)) return inner.update(asked)
      const known = new Known()
      const where = known.where(asked.where)
      return known.row(await inner.update({ ...asked, where, update: known.data(asked.update) }))
    },
    count: (asked) => inner.count(isSession(asked) ? hashWhere(asked) : asked),
    updateMany: (asked) =>
      inner.updateMany(isSession(asked) ? { ...hashWhere(asked), update: new Known().data(asked.update) } : asked),
    delete: (asked) => inner.delete(isSession(asked) ? hashWhere(asked) : asked),
    deleteMany: (asked) => inner.deleteMany(isSession(asked) ? hashWhere(asked) : asked),
    consumeOne: (asked) => inner.consumeOne(isSession(asked) ? hashWhere(asked) : asked),
    incrementOne: (asked) => inner.incrementOne(isSession(asked) ? hashWhere(asked) : asked),
    // Every step commits by itself; what must hold together is written by our own statements.
    transaction: (work) => work(outer),
  }
  return outer
}

const hashWhere = <A extends { where?: Where[] }>(asked: A): A =>
  asked.where === undefined ? asked : { ...asked, where: new Known().where(asked.where) }
