/** Runs the service's own operations in the transaction of the demo, as people of the organisation at stated times. */
import type postgres from 'postgres'
import type { Caller, Files, SecretTools, Sql } from '../../server/contract/call.ts'
import type { Operation } from '../../server/contract/operation.ts'

interface Act {
  params?: object
  query?: object
  body?: unknown
  /** When, ISO 8601. */
  at: string
  /** A person by default; an integration has a key. */
  by?: 'person' | 'integration'
}

const noId = '00000000-0000-0000-0000-000000000000'
const unused = (what: string) => (): never => {
  throw new Error(`the demo has no ${what}`)
}

export class Desk {
  readonly sql: Sql

  constructor(
    readonly tx: postgres.TransactionSql,
    readonly organization_id: string,
    readonly currency: string,
    readonly secrets: SecretTools | null,
    /** Keeps the files of papers; without it, they are read and not kept. */
    readonly files: Pick<Files, 'store'> | null,
  ) {
    this.sql = tx as unknown as Sql
  }

  #caller(by: Act['by']): Caller {
    const { organization_id, currency } = this
    const of = { organization_id, plan: 'pro', sandbox: true, currency, time_zone: 'UTC', account: null } as const
    if (by === 'integration')
      return { ...of, kind: 'key', api_key_id: noId, scopes: [], train: '', label: 'Returns portal' }
    const person = { user_id: noId, user_name: 'Ada Merchant', email: 'ada@example.com', role: 'admin' } as const
    return { ...of, kind: 'session', ...person, address: null, two_factor: false }
  }

  /** Runs an operation and returns its result; refusals are thrown. */
  async run<A>(operation: Operation, { params = {}, query = {}, body = null, at, by = 'person' }: Act): Promise<A> {
    const call = {
      sql: this.sql,
      caller: this.#caller(by),
      now: at,
      request_id: 'demo',
      content_type: null,
      region: 'us',
      base_url: 'http://localhost',
      params,
      query,
      body,
      files: this.files ?? { store: async () => {} },
      exportUrl: unused('links'),
      // Hosts of the demo do not exist, and are not looked up.
      webhooks: { checkAddress: async () => ({}) },
      documents: { sends: () => false, documentUrl: unused('links') },
      mail: null,
      secrets: this.secrets ?? { encrypt: unused('secret key'), decrypt: unused('secret key') },
    }
    const prepared = await operation.prepare?.(call as never)
    return (await operation.run({ ...call, prepared } as never)) as A
  }
}
