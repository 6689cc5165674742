/** The weekly inventory advice: one a week for each account that takes it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { openDatabase } from '../../../db/client/database.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { adviseInventoryJob } from '../../../server/selling/edi_orders/outbound/advise_weekly.ts'
import { testDatabase } from '../../support/database.ts'
import { type EdiShop, openEdiShop, order850 } from './edi_shop.ts'

setDefaultTimeout(60_000)

const { url } = await testDatabase()

/** Has the job run, as in the next hour. */
async function run({ tenant }: EdiShop, count = 1): Promise<boolean[]> {
  const { sql } = tenant.service.database
  await sql`delete from job_runs where job = ${adviseInventoryJob.name}`
  const dbs = Array.from({ length: count }, () => openDatabase(url, { write_slots: 2 }))
  try {
    return await Promise.all(dbs.map((db) => runWhenDue(db, adviseInventoryJob)))
  } finally {
    await Promise.all(dbs.map((db) => db.close()))
  }
}

/** The weeks that were advised lie one further back. */
const weekPasses = ({ tenant }: EdiShop) => tenant.service.database.sql`
  update edi_inventory_advices set week_start = week_start - 7 where organization_id = ${tenant.organization_id}`

const advised = async (shop: EdiShop) =>
  (await shop.queued('846')).map(({ record }) => record.items.map((item: any) => [item.buyer_sku, item.available]))

test('an account gets one advice a week with what is available then, also when nothing changed', async () => {
  const shop = await openEdiShop()
  expect(await run(shop)).toEqual([true])
  const [before] = await advised(shop)
  expect(before!.map(([sku]: [string]) => sku)).toEqual(['771-M', '771-S'])
  await run(shop)
  expect(await advised(shop)).toEqual([before])
  await weekPasses(shop)
  await run(shop)
  expect(await advised(shop)).toEqual([before, before])
  await weekPasses(shop)
  const draft = await shop.drafted(...order850('PO-61', 'PO1*1*4*EA*25.00*PE*SK*771-S'))
  const lines = draft.line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  expect((await shop.act(draft, 'confirm', { lines })).status).toBe(200)
  await run(shop)
  const held = before!.map(([sku, units]: [string, number]) => [sku, sku === '771-S' ? units - 4 : units])
  expect((await advised(shop)).at(-1)).toEqual(held)
})

test('the advice names items by the kind of number that the profile states', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const kinds = async () => {
    await run(shop)
    const items = (await shop.queued('846')).at(-1)!.record.items
    await weekPasses(shop)
    return items.map((item: any) => item.buyer_sku_qualifier)
  }
  expect(await kinds()).toEqual(['BP', 'BP'])
  await sql`update account_edi_profiles set item_qualifier = 'IN' where organization_id = ${shop.tenant.organization_id}`
  expect(await kinds()).toEqual(['IN', 'IN'])
})

test('two processes at once send one advice, and a process that dies before its commit sends none', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  // The first process is killed in the transaction that queues the advice.
  await sql.unsafe(`create or replace function advise_and_die() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
  await sql.unsafe(`create trigger advise_and_die after insert on edi_documents for each row
    when (new.organization_id = '${shop.tenant.organization_id}') execute function advise_and_die()`)
  expect(await run(shop)).toEqual([false])
  await sql.unsafe('drop trigger advise_and_die on edi_documents')
  await sql.unsafe('drop function advise_and_die()')
  expect(await advised(shop)).toEqual([])
  await run(shop, 4)
  await Promise.all([run(shop, 2), run(shop, 2)])
  expect(await advised(shop)).toHaveLength(1)
})

test('accounts that take no 846, are archived or have no items get none, and one with items gets it at the next run', async () => {
  const shop = await openEdiShop()
  const { sql } = shop.tenant.service.database
  const { organization_id } = shop.tenant
  await shop.take(['855'])
  await run(shop)
  await shop.take(['846'])
  await sql`update trading_partners set archived_at = now() where organization_id = ${organization_id}`
  await run(shop)
  await sql`update trading_partners set archived_at = null where organization_id = ${organization_id}`
  const items = await sql`delete from account_items where organization_id = ${organization_id} returning *`
  await run(shop)
  expect(await advised(shop)).toEqual([])
  await sql`insert into account_items ${sql(items)}`
  await run(shop)
  expect(await advised(shop)).toHaveLength(1)
})
