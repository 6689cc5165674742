/** Followers of lists while writers create, change and delete, and commit late and out of order. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { sized } from '../../support/long.ts'
import { randomOf } from '../../insight/velocity/velocity_fixture.ts'
import { beginning, type FollowedList, followedLists, followOnce, openFollowedShop } from './followed_lists.ts'

setDefaultTimeout(240_000)

const writers = 8

/** What committed, by record: how often it changed, the last text of its label, and whether it was deleted. */
interface Committed {
  changes: number
  label: string
  is_deleted: boolean
}

interface Seen {
  rows: number
  label: string
  deletions: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One writer: each transaction writes some of its own records, waits, and commits or rolls back. */
async function write(
  sql: postgres.Sql,
  organization_id: string,
  { table, key, label, newId }: FollowedList,
  committed: Map<string, Committed>,
  writer: number,
  transactions: number,
): Promise<void> {
  const next = randomOf(writer + 1)
  const random = () => next(10_000) / 10_000
  const own: string[] = []
  for (let i = 0; i < transactions; i += 1) {
    const written = new Map<string, Omit<Committed, 'changes'>>()
    const work = sql.begin(async (tx) => {
      for (let part = 0; part <= random() * 2; part += 1) {
        const text = `w${writer} t${i} p${part}`
        const alive = own.filter((id) => !committed.get(id)?.is_deleted && !written.get(id)?.is_deleted)
        const id = alive[Math.floor(random() * alive.length)]
        const choice = random()
        if (id === undefined || choice < 0.5) {
          const fresh = String(newId())
          const fields = { [key]: fresh, [label]: text, ...(table === 'variants' ? { sku: fresh } : {}) }
          await tx`
            insert into ${tx(table)} overriding system value
            select (jsonb_populate_record(t, ${tx.json(fields)})).* from ${tx(table)} t
            where t.organization_id = ${organization_id} and ${tx(label)} not like 'w%' order by ${tx(key)} limit 1`
          written.set(fresh, { label: text, is_deleted: false })
        } else if (choice < 0.85) {
          await tx`
            update ${tx(table)} set ${tx(label)} = ${text} where organization_id = ${organization_id} and ${tx(key)} = ${id}`
          written.set(id, { label: text, is_deleted: false })
        } else {
          await tx`delete from ${tx(table)} where organization_id = ${organization_id} and ${tx(key)} = ${id}`
          written.set(id, { label: '', is_deleted: true })
        }
        await wait(random() * 8)
      }
      if (random() < 0.15) throw new Error('rolled back')
      await wait(random() < 0.1 ? 120 : random() * 10)
    })
    const isCommitted = await work.then(
      () => true,
      (error: Error) => {
        if (error.message !== 'rolled back') throw error
        return false
      },
    )
    if (!isCommitted) continue
    for (const [id, state] of written) {
      const before = committed.get(id)
      committed.set(id, { ...state, changes: (before?.changes ?? 0) + 1 })
      if (before === undefined) own.push(id)
    }
  }
}

for (const list of followedLists)
  test(`a follower of ${list.name} misses and repeats nothing while eight writers commit late`, async () => {
    const { tenant } = await openFollowedShop()
    const { sql } = tenant.service.database
    await sql`update ${sql(list.table)} set ${sql(list.label)} = 'first' where organization_id = ${tenant.organization_id}`
    const committed = new Map<string, Committed>()
    const stored = await sql<{ id: string; label: string }[]>`
      select ${sql(list.key)}::text as id, ${sql(list.label)} as label from ${sql(list.table)}
      where organization_id = ${tenant.organization_id}`
    for (const { id, label } of stored) committed.set(id, { changes: 1, label, is_deleted: false })
    let isWriting = true
    const client = postgres(tenant.service.database.url, { max: writers, onnotice: () => {} })
    const writing = Promise.all(
      Array.from({ length: writers }, (_, i) =>
        write(client, tenant.organization_id, list, committed, i, sized(14, 120)),
      ),
    ).finally(() => (isWriting = false))

    const seen = new Map<string, Seen>()
    const of = (id: string) => {
      const found = seen.get(id) ?? { rows: 0, label: '', deletions: 0 }
      seen.set(id, found)
      return found
    }
    let watermark = beginning
    for (;;) {
      const mayEnd = !isWriting
      const page = await followOnce(tenant, list, watermark, { limit: '3' })
      watermark = page.watermark
      for (const row of page.rows) {
        const found = of(String(row[list.row_key]))
        found.rows += 1
        found.label = row[list.row_label]
      }
      for (const { id } of page.deleted) of(id).deletions += 1
      if (mayEnd && page.rows.length + page.deleted.length === 0) break
    }
    await writing
    await client.end()

    const wrong: unknown[] = []
    for (const [id, { changes, label, is_deleted }] of committed) {
      const { rows, label: last, deletions } = of(id)
      const isMissed = is_deleted ? deletions !== 1 && rows > 0 : last !== label || rows === 0
      const isRepeated = rows + deletions > changes || (changes === 1 && !is_deleted && rows !== 1)
      if (isMissed || isRepeated || (!is_deleted && deletions > 0))
        wrong.push({ id, committed: { changes, label, is_deleted }, seen: { rows, last, deletions } })
    }
    expect(wrong).toEqual([])
    expect([...seen.keys()].filter((id) => !committed.has(id))).toEqual([])
    expect(committed.size).toBeGreaterThan(writers * 5)
  })
