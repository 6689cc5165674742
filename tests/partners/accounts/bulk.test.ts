/** Accounts and prices in bulk, as an import compares and writes them. */
import { expect, test } from 'bun:test'
import type { Sql } from '../../../server/contract/call.ts'
import type { RecordDiff } from '../../../server/imports/record_diff.ts'
import { type AccountRecord, diffAccounts, writeAccounts } from '../../../server/partners/accounts/diff_accounts.ts'
import {
  diffPriceListPrices,
  type PriceRecord,
  undoPriceListPrices,
  writePriceListPrices,
} from '../../../server/partners/price_lists/diff_prices.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { accountsPath, listsPath, merchant } from './trade.ts'

const context = ({ organization_id }: Tenant) => ({
  organization_id,
  actor: 'user:Grace',
  now: new Date().toISOString(),
  currency: 'USD',
  time_zone: 'UTC',
})
const inTransaction = <T>({ service }: Tenant, work: (sql: Sql) => Promise<T>): Promise<T> =>
  service.database.sql.begin((tx) => work(tx as never)) as Promise<T>

const writesIn = <W>(diffs: readonly RecordDiff<W>[]): W[] =>
  diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
const summaryOf = (diff: RecordDiff<unknown>) =>
  diff.outcome === 'refused' ? diff.faults.map(({ field }) => field) : diff.outcome

const bring = (tenant: Tenant, records: readonly AccountRecord[]) =>
  inTransaction(tenant, async (sql) => {
    const diffs = await diffAccounts(sql, context(tenant), records)
    const undos = await writeAccounts(sql, context(tenant), writesIn(diffs))
    return { diffs, summary: diffs.map(summaryOf), undos }
  })

test('accounts are found by reference or name, created or changed, and again unchanged', async () => {
  const { tenant, member, account, list } = await merchant()
  const price_list_id = await list('Wholesale')
  const meridian = await account('Meridian', { account_reference: 'C-1' })
  const harbor = await account('Harbor', { payment_terms: 'net_30' })
  const records: AccountRecord[] = [
    { account_reference: 'c-1', account_tier: 'key', price_list: 'WHOLESALE' },
    { name: 'harbor', account_reference: 'C-2', payment_terms: null },
    { name: 'Zephyr', currency: 'EUR' },
  ]
  const first = await bring(tenant, records)
  expect(first.summary).toEqual(['changed', 'changed', 'created'])
  expect(first.diffs[0]).toMatchObject({
    changes: [
      { field: 'account_reference', previous_value: 'C-1', value: 'c-1' },
      { field: 'account_tier', previous_value: null, value: 'key' },
      { field: 'price_list_id', previous_value: null, value: price_list_id },
    ],
  })
  expect(first.undos[1]).toMatchObject({ undo: { trading_partner_id: harbor, previous: { payment_terms: 'net_30' } } })
  const read = async (id: string) => (await member.get(`${accountsPath}/${id}`)).body.data
  expect(await read(meridian)).toMatchObject({ name: 'Meridian', account_tier: 'key', price_list: { price_list_id } })
  expect(await read(harbor)).toMatchObject({ name: 'harbor', account_reference: 'C-2', payment_terms: null })
  const { rows } = (await member.get(`${accountsPath}?search=zephyr`)).body.data
  expect(rows).toMatchObject([{ name: 'Zephyr', currency: 'EUR', auto_release_holds: false }])
  expect((await bring(tenant, records)).summary).toEqual(['unchanged', 'unchanged', 'unchanged'])
})

test('a record that cannot be written names its faults, and the others are written', async () => {
  const { tenant, member, account, list } = await merchant()
  await list('Euro', { currency: 'EUR' })
  const other = await merchant()
  const foreign = await other.account('Theirs')
  await account('Meridian', { account_reference: 'C-1' })
  await account('Harbor')
  await member.post(`${accountsPath}/${await account('Old')}/archive`)
  const { summary } = await bring(tenant, [
    { trading_partner_id: foreign, name: 'Ours' },
    { trading_partner_id: 'C-1', name: 'Ours' },
    { name: 'Meridian', account_reference: 'C-9' },
    { name: 'Harbor', account_reference: 'C-1' },
    { name: 'Old', account_tier: 'key' },
    { account_tier: 'key' },
    { name: 'Poor', fill_rate_target_pct: 101, cancellation_term: 'notice_period', transit_time_days: 1.5 },
    { name: 'Listed', price_list: 'Nowhere' },
    { name: 'Dollar', price_list: 'Euro' },
    { name: 'Fine' },
    { name: 'FINE' },
  ])
  expect(summary).toEqual([
    ['trading_partner_id'],
    ['trading_partner_id'],
    ['name'],
    ['name'],
    ['name'],
    ['name'],
    ['fill_rate_target_pct', 'cancellation_notice_days', 'transit_time_days'],
    ['price_list'],
    ['price_list_id'],
    'created',
    ['name'],
  ])
  const { rows } = (await member.get(accountsPath)).body.data
  expect(rows.map(({ name }: any) => name)).toEqual(['Fine', 'Harbor', 'Meridian', 'Old'])
})

test('a write changes only what its record stated, whatever else changed meanwhile', async () => {
  const { tenant, member, account } = await merchant()
  const id = await account('Meridian')
  const diffs = await diffAccounts(tenant.service.database.sql as never, context(tenant), [
    { name: 'Meridian', account_tier: 'key' },
  ])
  await member.patch(`${accountsPath}/${id}`, { payment_terms: 'net_60' })
  await inTransaction(tenant, (sql) => writeAccounts(sql, context(tenant), writesIn(diffs)))
  expect((await member.get(`${accountsPath}/${id}`)).body.data).toMatchObject({
    account_tier: 'key',
    payment_terms: 'net_60',
  })
})

test('prices of several lists are compared, written and undone, except those changed since', async () => {
  const { tenant, ids, member, list } = await merchant()
  const [wholesale, euro] = [await list('Wholesale'), await list('Euro', { currency: 'EUR' })]
  const records: PriceRecord[] = [
    { price_list: 'wholesale', sku: 'J-S', price_cents: 100 },
    { price_list_id: euro, variant_id: ids.variants['J-S']!, price_cents: 90 },
    { price_list: 'Wholesale', sku: 'J-M', price_cents: 200 },
    { price_list: 'Nowhere', sku: 'J-XL', price_cents: 1.5 },
    { price_list_id: wholesale, variant_id: ids.variants['J-S']!, price_cents: 7 },
  ]
  const diffs = await diffPriceListPrices(tenant.service.database.sql as never, context(tenant), records)
  expect(diffs.map(summaryOf)).toEqual([
    'created',
    'created',
    'created',
    ['sku', 'price_list', 'price_cents'],
    ['variant_id'],
  ])
  const writes = writesIn(diffs)
  const undos = await inTransaction(tenant, (sql) => writePriceListPrices(sql, context(tenant), writes))
  const prices = async (id: string) =>
    (await member.get(`${listsPath}/${id}/prices`)).body.data.rows.map(({ sku, price_cents }: any) => [
      sku,
      price_cents,
    ])
  expect(await prices(wholesale)).toEqual([
    ['J-M', 200],
    ['J-S', 100],
  ])
  expect(await prices(euro)).toEqual([['J-S', 90]])
  await member.post(`${listsPath}/${wholesale}/prices`, { prices: [{ sku: 'J-M', price_cents: 250 }] })
  const undone = await inTransaction(tenant, (sql) =>
    undoPriceListPrices(
      sql,
      context(tenant),
      undos.map(({ undo }) => undo as (typeof writes)[number]),
    ),
  )
  expect(undone.map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'refused'])
  expect([await prices(wholesale), await prices(euro)]).toEqual([[['J-M', 250]], []])
})
