/** A PostgreSQL for tests: DATABASE_URL, or the repository's embedded one. Each caller gets its own schema. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'

interface Server {
  url: string
  stop(): Promise<void>
}

export async function startPostgres(): Promise<Server> {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => {} }
  const embedded: string = '../../../db/embedded/start.ts'
  const { startEmbedded } = (await import(embedded)) as {
    startEmbedded(options: { data_dir: string; durable: boolean }): Promise<Server & { superuser_url: string }>
  }
  const folder = mkdtempSync(join(tmpdir(), 'receiver-kit-postgres-'))
  const server = await startEmbedded({ data_dir: join(folder, 'data'), durable: false })
  return {
    // The service's own role may not create the roles and schemas of tests.
    url: server.superuser_url,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Schema {
  name: string
  table: string
  sql: postgres.Sql
}

let schemas = 0

/** A new schema with the table, created by the DDL in the package. */
export async function newSchema(sql: postgres.Sql, ddl: string): Promise<Schema> {
  const name = `kit_${process.pid}_${schemas++}`
  await sql.unsafe(`create schema ${name}; set search_path to ${name}; ${ddl}; reset search_path`)
  return { name, table: `${name}.webhook_deliveries`, sql }
}

/** Advances time for every lease, by moving the leases back. */
export const moveBack = async ({ sql, table }: Schema, seconds: number): Promise<void> => {
  await sql.unsafe(`update ${table} set lease_expires_at = lease_expires_at - ${seconds} * interval '1 second'`)
}
