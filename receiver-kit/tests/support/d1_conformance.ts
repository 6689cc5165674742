/** The D1 store's conformance suite, run inside workerd against a real D1 database. Bundled as one file. */
import { storeConformance } from '../../src/stores/conformance.ts'
import { createD1Store, type D1, type D1Statement, webhook_deliveries_d1_ddl } from '../../src/stores/d1.ts'

interface Database extends D1 {
  exec(text: string): Promise<unknown>
  batch(statements: D1Statement[]): Promise<unknown>
}

let tables = 0

async function newTable(db: Database): Promise<string> {
  const table = `deliveries_${tables++}`
  await db.exec(webhook_deliveries_d1_ddl.replace('webhook_deliveries', table).replaceAll('\n', ' '))
  return table
}

const rows = async (db: Database, text: string): Promise<unknown[]> => (await db.prepare(text).bind().all()).results

export async function runD1(db: Database): Promise<Record<string, string>> {
  const open = async () => {
    const table = await newTable(db)
    const advance = async (seconds: number): Promise<void> => {
      await rows(db, `update ${table} set lease_expires_at = lease_expires_at - ${seconds}`)
    }
    return { store: createD1Store(db, { table }), advance }
  }
  const found: Record<string, string> = {}
  for (const { title, run } of storeConformance({ open })) {
    found[title] = await run().then(
      () => 'ok',
      (error: unknown) => String(error),
    )
  }
  return found
}

export async function runBatches(db: Database): Promise<unknown> {
  const table = await newTable(db)
  const store = createD1Store(db, { table })
  await db.exec('create table effects (id text)')
  const insert = (id: string): D1Statement => db.prepare('insert into effects values (?1)').bind(id)
  const states: string[] = []
  let lost = 'committed'
  for (const id of ['held', 'lost']) {
    const claim = await store.claim(id, 60)
    const token = claim.state === 'claimed' && id === 'held' ? claim.token : 'of-another-attempt'
    const statements = [insert(id)]
    await store.finishIn(statements, id, token)
    await db.batch(statements).catch((error: unknown) => (lost = String(error)))
    states.push((await store.claim(id, 60)).state)
  }
  return { kept: await rows(db, 'select id from effects'), lost, states }
}

export async function runPurge(db: Database): Promise<unknown> {
  const table = await newTable(db)
  const store = createD1Store(db, { table })
  for (const id of ['finished', 'abandoned', 'new']) {
    const claim = await store.claim(id, 60)
    if (id === 'finished' && claim.state === 'claimed') await store.finish(id, claim.token)
  }
  const back = 91 * 86_400
  const shift = `set lease_expires_at = lease_expires_at - ${back}, done_at = done_at - ${back}`
  await rows(db, `update ${table} ${shift} where delivery_id <> 'new'`)
  const purged = await store.purge()
  const left = (await rows(db, `select delivery_id from ${table}`)) as { delivery_id: string }[]
  return { purged, left: left.map(({ delivery_id }) => delivery_id) }
}
