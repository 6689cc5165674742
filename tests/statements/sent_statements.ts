/** The statements that the service in this process sends to PostgreSQL. */
import { Connection, type Query } from '../../db/client/connection.ts'

export interface SentStatement {
  query: Query
  text: string
  /** Statements of a group are sent together; a group waits for the answers to the one before. */
  group: number
  /** Milliseconds from being sent to being answered; of statements sent together, the last has the whole. */
  took_ms: number
}

type Written = Query & { string: string }

/** Every statement that is sent while `work` runs, by whatever request or job of this process. */
export async function sentWhile(
  work: () => Promise<unknown>,
  prepare: (query: Query) => void = () => {},
): Promise<SentStatement[]> {
  const send = Connection.prototype.send
  const sent: { query: Query; group: number; took_ms: number }[] = []
  let group = 0
  let hasSettled = false
  Connection.prototype.send = function (this: Connection, query: Query) {
    if (hasSettled) group++
    hasSettled = false
    prepare(query)
    const one = { query, group, took_ms: 0 }
    sent.push(one)
    const began = performance.now()
    const { resolve } = query
    query.resolve = (value) => {
      hasSettled = true
      one.took_ms = performance.now() - began
      resolve(value)
    }
    send.call(this, query)
  }
  try {
    await work()
  } finally {
    Connection.prototype.send = send
  }
  return sent.map((one) => ({ ...one, text: (one.query as Written).string }))
}
