/**
 * Adapter between better-auth and the session table: better-auth works with plain tokens, the table stores their
 * SHA-256. A copy of the database therefore contains no usable token.
 */
import type { DBAdapter, Where } from 'better-auth'
import { sessionTokenHash } from '../../pipeline/admit_session.ts'

type Row = Record<string, unknown>

const hashOf = (value: unknown): unknown => (typeof value === 'string' ? sessionTokenHash(value) : value)

/** Tokens of the current call, to put the plain token back into the rows returned. */
class KnownTokens {
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
  const isSession = (input: { model: string }) => input.model === 'session'
  const outer: DBAdapter = {
    ...inner,
    async create<T extends Record<string, unknown>, R = T>(input: Parameters<DBAdapter['create']>[0]): Promise<R> {
      if (!isSession(input)) return inner.create<T, R>(input as never)
      const known = new KnownTokens()
      return known.row(await inner.create<T, R>({ ...input, data: known.data(input.data) } as never))
    },
    async findOne(input) {
      if (!isSession(input)) return inner.findOne(input)
      const known = new KnownTokens()
      return known.row(await inner.findOne({ ...input, where: known.where(input.where) }))
    },
    async findMany<T>(input: Parameters<DBAdapter['findMany']>[0]): Promise<T[]> {
      if (!isSession(input) || input.where === undefined) return inner.findMany<T>(input)
      const known = new KnownTokens()
      const rows = await inner.findMany<T>({ ...input, where: known.where(input.where) })
      return rows.map((row) => known.row(row))
    },
    async update(input) {
      if (!isSession(input)) return inner.update(input)
      const known = new KnownTokens()
      const where = known.where(input.where)
      return known.row(await inner.update({ ...input, where, update: known.data(input.update) }))
    },
    count: (input) => inner.count(isSession(input) ? hashWhere(input) : input),
    updateMany: (input) =>
      inner.updateMany(
        isSession(input) ? { ...hashWhere(input), update: new KnownTokens().data(input.update) } : input,
      ),
    delete: (input) => inner.delete(isSession(input) ? hashWhere(input) : input),
    deleteMany: (input) => inner.deleteMany(isSession(input) ? hashWhere(input) : input),
    consumeOne: (input) => inner.consumeOne(isSession(input) ? hashWhere(input) : input),
    incrementOne: (input) => inner.incrementOne(isSession(input) ? hashWhere(input) : input),
    // Every step commits on its own; changes that must be atomic use our own statements.
    transaction: (work) => work(outer),
  }
  return outer
}

const hashWhere = <A extends { where?: Where[] }>(input: A): A =>
  input.where === undefined ? input : { ...input, where: new KnownTokens().where(input.where) }
