/** The data that is measured on: a cluster under .data/bench with a small and a large organisation, loaded once. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { demoVersion, fillDemo } from '../../db/demo/fill.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../db/embedded/start.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import { scopes } from '../../server/contract/resources.ts'
import { hashSecret, keyHint, mintKey } from '../../server/door/credential.ts'
import type { Keep } from '../support/ending.ts'

export const smallVariants = 1_000
export const largeVariants = 100_000
const keysEach = 600

export interface BenchData {
  cluster: EmbeddedPostgres
  url: string
  /** Where it is kept. */
  folder: string
  small: string
  large: string
  /** Of the small organisation, for each side its own: neither spends the other's allowance. */
  keys: { service: string[]; reference: string[]; large: string[] }
}

/** Newer migrations are applied to what is kept there; only another generator makes other data. */
const benchDir = new URL('../../.data/bench', import.meta.url).pathname

interface Cached {
  small: string
  large: string
}

export async function organizationIn(url: string, name: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  const organization_id = uuidv7()
  await sql`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization_id}, ${name}, 'us', 'pro', true)`
  await sql.end()
  return organization_id
}

async function load(url: string, large: number, progress: (step: string, done: number, of: number) => void) {
  const fill = async (variants: number) => {
    const organization_id = await organizationIn(url, `${variants} variants`)
    await fillDemo(url, { organization_id, variants, seed: 1, progress })
    return organization_id
  }
  return { small: await fill(smallVariants), large: await fill(large) }
}

export async function mintKeys(url: string, organization_id: string): Promise<string[]> {
  const sql = postgres(url, { max: 1 })
  const keys = Array.from({ length: keysEach }, () => mintKey('us'))
  const rows = keys.map((key) => ({ id: uuidv7(), hash: hashSecret(key).toString('hex'), hint: keyHint(key) }))
  await sql`
    insert into api_keys (organization_id, api_key_id, key_hash, hint, label, scopes, train, expires_at)
    select ${organization_id}, r.id, decode(r.hash, 'hex'), r.hint, 'bench', ${[...scopes]}::text[], '2026-11',
      now() + interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (id uuid, hash text, hint text)`
  await sql.end()
  return keys
}

export async function openBenchData(
  keep: Keep,
  large: number,
  progress: (step: string, done: number, of: number) => void,
): Promise<BenchData> {
  const folder = join(benchDir, `demo-${demoVersion}-${large}`)
  const file = join(folder, 'organizations.json')
  if (!existsSync(file)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const cluster = await keep(startEmbedded({ data_dir: join(folder, 'postgres'), max_connections: 120 }))
  await migrateDatabase(cluster.url)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await load(cluster.url, large, progress)))
  const { small, large: largeId } = JSON.parse(readFileSync(file, 'utf8')) as Cached
  const [service, reference, forLarge] = [
    await mintKeys(cluster.url, small),
    await mintKeys(cluster.url, small),
    await mintKeys(cluster.url, largeId),
  ]
  return { cluster, url: cluster.url, folder, small, large: largeId, keys: { service, reference, large: forLarge } }
}
