import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { setFixture } from '../../support/fixtures/catalogue.ts'
import { faultOf, listsPath, merchant, refused } from '../accounts/trade.ts'

test('a price list is created, read, changed and listed with its prices and accounts counted', async () => {
  const { member, account, list } = await merchant()
  const made = await member.post(listsPath, { name: ' Wholesale EUR ', currency: 'EUR', valid_from: '2026-12-01' })
  expect([made.status, made.body.message.desc]).toEqual([201, 'Price list Wholesale EUR created.'])
  const { price_list_id, created_at, ...rest } = made.body.data
  expect(rest).toEqual({
    name: 'Wholesale EUR',
    currency: 'EUR',
    valid_from: '2026-12-01',
    valid_to: null,
    price_count: 0,
    account_count: 0,
    updated_at: created_at,
  })
  const at = `${listsPath}/${price_list_id}`
  expect((await member.patch(at, { name: 'Wholesale EUR', valid_from: '2026-12-01' })).body.data).toEqual(
    made.body.data,
  )
  expect((await member.patch(at, { valid_to: '2026-12-31', name: 'Euro' })).body.data).toMatchObject({
    name: 'Euro',
    valid_to: '2026-12-31',
  })
  await account('Meridian', { currency: 'EUR', price_list_id })
  await account('Harbor', { currency: 'EUR', price_list_id })
  expect((await member.get(at)).body.data.account_count).toBe(2)
  await list('always')
  const names = async (query: string) =>
    (await member.get(`${listsPath}?${query}`)).body.data.rows.map(({ name }: any) => name)
  expect(await names('')).toEqual(['always', 'Euro'])
  expect(await names('currency=EUR')).toEqual(['Euro'])
  expect(await names('valid_on=2026-12-31')).toEqual(['always', 'Euro'])
  expect(await names('valid_on=2026-11-30')).toEqual(['always'])
  expect(await names('valid_on=2027-01-01')).toEqual(['always'])
  for (const [body, field] of [
    [{ name: 'EURO' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'New', valid_from: '2027-01-01', valid_to: '2026-12-31' }, 'valid_to'],
  ] as const) {
    expect(faultOf(await member.post(listsPath, body))).toEqual(refused(field))
  }
  expect(faultOf(await member.post(listsPath, { name: 'New', currency: 'XQX' }))).toEqual(refused('currency'))
  expect(faultOf(await member.patch(at, { valid_from: '2027-01-01' }))).toEqual(refused('valid_to'))
  expect(faultOf(await member.patch(at, { name: 'Always' }))).toEqual(refused('name'))
  expect(faultOf(await member.patch(at, {}))).toEqual(refused('body'))
  const met = await Promise.all(['Same', 'SAME', 'same'].map((name) => member.post(listsPath, { name })))
  expect(met.map(({ status }) => status).toSorted()).toEqual([201, 400, 400])
})

test('prices are set, changed and removed together, and a price that stays changes nothing', async () => {
  const { member, ids, list } = await merchant()
  const at = `${listsPath}/${await list('Wholesale')}`
  const set = (prices: object[]) => member.post(`${at}/prices`, { prices })
  const made = await set([
    { sku: 'J-S', price_cents: 4_450 },
    { variant_id: ids.variants['J-M']!.toUpperCase(), price_cents: 0 },
    { sku: 'J-L', price_cents: null },
  ])
  expect([made.status, made.body.message.desc]).toEqual([
    200,
    'Price list Wholesale: 2 prices added, 0 changed, 0 removed.',
  ])
  const { price_list, ...counts } = made.body.data
  expect(counts).toEqual({ created: 2, changed: 0, removed: 0, unchanged: 1 })
  expect(price_list.price_count).toBe(2)
  const prices = async (query = '') =>
    (await member.get(`${at}/prices${query}`)).body.data.rows.map(({ sku, price_cents }: any) => [sku, price_cents])
  expect(await prices()).toEqual([
    ['J-M', 0],
    ['J-S', 4_450],
  ])
  const again = await set([{ sku: 'J-S', price_cents: 4_450 }])
  expect(again.body.data).toEqual({ price_list, created: 0, changed: 0, removed: 0, unchanged: 1 })
  const mixed = await set([
    { sku: 'J-S', price_cents: 4_500 },
    { sku: 'J-M', price_cents: null },
    { sku: 'J-L', price_cents: 5_000 },
  ])
  expect(mixed.body.data).toMatchObject({ created: 1, changed: 1, removed: 1, unchanged: 0 })
  expect(await prices()).toEqual([
    ['J-L', 5_000],
    ['J-S', 4_500],
  ])
  expect(await prices('?offset=1')).toEqual([['J-S', 4_500]])
})

test('one faulty price refuses all of them and names its field', async () => {
  const { member, ids, list } = await merchant()
  const other = await merchant()
  const at = `${listsPath}/${await list('Wholesale')}/prices`
  const good = { sku: 'J-S', price_cents: 100 }
  const fault = async (...prices: object[]) => faultOf(await member.post(at, { prices }))
  expect(await fault(good, { price_cents: 1 })).toEqual(refused('prices[1].variant_id'))
  expect(await fault(good, { ...good, variant_id: ids.variants['J-M'] })).toEqual(refused('prices[1].variant_id'))
  expect(await fault(good, { sku: 'j-s', price_cents: 1 })).toEqual(refused('prices[1].sku'))
  expect(await fault(good, { variant_id: other.ids.variants['J-M'], price_cents: 1 })).toEqual(
    refused('prices[1].variant_id'),
  )
  expect(await fault(good, { variant_id: ids.variants['J-S'], price_cents: 1 })).toEqual(
    refused('prices[1].variant_id'),
  )
  expect(await fault(good, { sku: 'J-M', price_cents: -1 })).toEqual(refused('prices[1].price_cents'))
  expect(await fault(good, { sku: 'J-M' })).toEqual(refused('prices[1].price_cents'))
  expect(await fault()).toEqual(refused('prices'))
  expect(await fault(...Array.from({ length: 1_001 }, () => good))).toEqual(refused('prices'))
  expect((await member.get(at)).body.data.rows).toEqual([])
})

test('price lists of other organisations are unknown', async () => {
  const [ours, theirs] = [await merchant(), await merchant()]
  for (const id of [await theirs.list('Wholesale'), uuidv7()]) {
    const at = `${listsPath}/${id}`
    const answers = [
      await ours.member.get(at),
      await ours.member.patch(at, { name: 'Ours' }),
      await ours.member.get(`${at}/prices`),
      await ours.member.post(`${at}/prices`, { prices: [{ sku: 'J-S', price_cents: 1 }] }),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'not_found'))
  }
})

test('a thousand prices are set at once, and by several people without a deadlock', async () => {
  const { tenant, member, list } = await merchant()
  const skus = Array.from({ length: 1_000 }, (_, i) => `B-${i}`)
  await setFixture(tenant, { products: [{ title: 'Bead', variants: skus.map((sku) => ({ sku })) }] })
  const at = `${listsPath}/${await list('Wholesale')}/prices`
  const priced = (order: readonly string[], price_cents: number) => order.map((sku) => ({ sku, price_cents }))
  const answers = await Promise.all([
    member.post(at, { prices: priced(skus, 100) }),
    member.post(at, { prices: priced(skus.toReversed(), 200) }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [first] = answers.map(({ body }) => body.data.created).toSorted((a, b) => b - a)
  expect(first).toBe(1_000)
  const { rows } = (await member.get(`${at}?limit=1000`)).body.data
  expect(rows.length).toBe(1_000)
  expect(new Set(rows.map(({ price_cents }: any) => price_cents)).size).toBe(1)
})
