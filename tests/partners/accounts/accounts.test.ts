import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { accountsPath, faultOf, merchant, refused } from './trade.ts'

const terms = {
  account_reference: 'C-2041',
  buyer_id: '0049217',
  account_tier: 'key',
  payment_terms: 'net_30',
  currency: 'EUR',
  fill_rate_target_pct: 97.5,
  cancellation_term: 'notice_period',
  cancellation_notice_days: 45,
  cancellation_term_note: 'Pre-season only.',
  transit_time_days: 4,
  bill_to_address: 'Praça Velha 3\n4000-099 Porto\nPortugal',
  ship_to_address: 'Zona Industrial 8\n4470-177 Maia\nPortugal',
  tax_id: 'PT509123456',
  auto_release_holds: true,
}

test('an account is created, read, changed, archived and restored with everything that was agreed', async () => {
  const { member, create, list } = await merchant()
  const price_list_id = await list('Wholesale EUR', { currency: 'EUR' })
  const made = await create(' Meridian Stores ', { ...terms, price_list_id })
  expect([made.status, made.body.message.desc]).toEqual([201, 'Account Meridian Stores created.'])
  const { trading_partner_id, created_at, ...rest } = made.body.data
  expect(rest).toEqual({
    name: 'Meridian Stores',
    ...terms,
    allocation_horizon_days: null,
    price_list: { price_list_id, name: 'Wholesale EUR' },
    doors_on_file: 0,
    archived_at: null,
    updated_at: created_at,
    contacts: [],
    edi_profile: null,
  })
  const path = `${accountsPath}/${trading_partner_id}`
  expect((await member.get(path)).body.data).toEqual(made.body.data)

  const same = await member.patch(path, {
    name: 'Meridian Stores',
    ...terms,
    price_list_id: price_list_id.toUpperCase(),
  })
  expect(same.body.data).toEqual(made.body.data)
  const changed = await member.patch(path, { cancellation_term: 'until_shipped', account_tier: null })
  const { updated_at, ...after } = changed.body.data
  expect(after).toEqual({
    trading_partner_id,
    created_at,
    ...rest,
    updated_at: undefined,
    cancellation_term: 'until_shipped',
    cancellation_notice_days: null,
    account_tier: null,
  })
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at))

  const archived = await member.post(`${path}/archive`)
  expect(archived.body.message.desc).toBe('Account Meridian Stores is archived.')
  expect((await member.post(`${path}/archive`)).body.data).toEqual(archived.body.data)
  const items = await member.post(`${path}/items`, { items: [{ buyer_sku: '771', sku: 'J-S' }] })
  expect([items.status, items.body.code]).toEqual([409, 'conflict'])
  expect(faultOf(await member.patch(path, { account_tier: 'key' }))).toEqual([409, 'conflict', 'trading_partner_id'])
  expect(faultOf(await create('meridian stores'))).toEqual(refused('name'))
  expect((await member.post(`${path}/restore`)).body.data.archived_at).toBe(null)
  expect((await member.patch(path, { account_tier: 'key' })).status).toBe(200)
})

test('an account starts in the organisation’s currency, with nothing agreed', async () => {
  const { create } = await merchant()
  expect((await create('Harbor')).body.data).toMatchObject({
    account_reference: null,
    currency: 'USD',
    fill_rate_target_pct: null,
    cancellation_term: null,
    auto_release_holds: false,
    price_list: null,
  })
})

test('a fault names its field, and nothing is created', async () => {
  const { member, create, account, list } = await merchant()
  const id = await account('Harbor', { account_reference: 'C-1' })
  const other = await merchant()
  const foreign = await other.list('Theirs')
  const euro = await list('Wholesale EUR', { currency: 'EUR' })
  const cases: [object, string][] = [
    [{ name: '   ' }, 'name'],
    [{ name: 'HARBOR' }, 'name'],
    [{ account_reference: 'c-1' }, 'account_reference'],
    [{ account_reference: ' ' }, 'account_reference'],
    [{ currency: 'XQX' }, 'currency'],
    [{ fill_rate_target_pct: 100.5 }, 'fill_rate_target_pct'],
    [{ fill_rate_target_pct: 97.555 }, 'fill_rate_target_pct'],
    [{ cancellation_term: 'sometimes' }, 'cancellation_term'],
    [{ cancellation_term: 'notice_period' }, 'cancellation_notice_days'],
    [{ cancellation_term: 'until_shipped', cancellation_notice_days: 3 }, 'cancellation_notice_days'],
    [{ cancellation_notice_days: 3 }, 'cancellation_notice_days'],
    [{ cancellation_term_note: '  ' }, 'cancellation_term_note'],
    [{ transit_time_days: -1 }, 'transit_time_days'],
    [{ price_list_id: foreign }, 'price_list_id'],
    [{ price_list_id: 'Wholesale EUR' }, 'price_list_id'],
    [{ price_list_id: euro }, 'price_list_id'],
  ]
  for (const [more, field] of cases)
    expect([more, faultOf(await create('Meridian', more))]).toEqual([more, refused(field)])
  const meridian = await account('Meridian')
  for (const [more, field] of cases)
    expect([more, faultOf(await member.patch(`${accountsPath}/${meridian}`, more))]).toEqual([more, refused(field)])
  expect(faultOf(await member.patch(`${accountsPath}/${meridian}`, {}))).toEqual(refused('body'))
  const withEuroList = await member.patch(`${accountsPath}/${meridian}`, { currency: 'EUR', price_list_id: euro })
  expect(withEuroList.status).toBe(200)
  expect(faultOf(await member.patch(`${accountsPath}/${meridian}`, { currency: 'USD' }))).toEqual(
    refused('price_list_id'),
  )
  const { rows } = (await member.get(accountsPath)).body.data
  expect(rows.map((row: any) => row.name)).toEqual(['Harbor', 'Meridian'])
  expect(rows[0].trading_partner_id).toBe(id)
})

test('accounts are listed by name and found by name, reference, tier, price list and state', async () => {
  const { member, account, list } = await merchant()
  const price_list_id = await list('Wholesale')
  await account('zephyr', { account_tier: 'key', price_list_id })
  await account('Meridian', { account_reference: 'REF-9' })
  const archived = await account('Anchor', { account_tier: 'key' })
  await member.post(`${accountsPath}/${archived}/archive`)
  const names = async (query: string) => {
    const { rows, filtered_max_size } = (await member.get(`${accountsPath}?${query}`)).body.data
    expect(filtered_max_size).toBeGreaterThanOrEqual(rows.length)
    return rows.map(({ name }: any) => name)
  }
  expect(await names('')).toEqual(['Anchor', 'Meridian', 'zephyr'])
  expect(await names('offset=1&limit=1')).toEqual(['Meridian'])
  expect(await names('search=ref-9')).toEqual(['Meridian'])
  expect(await names('search=%25')).toEqual([])
  expect(await names('account_tier=key')).toEqual(['Anchor', 'zephyr'])
  expect(await names('account_tier=key&is_archived=false')).toEqual(['zephyr'])
  expect(await names('is_archived=true')).toEqual(['Anchor'])
  expect(await names(`price_list_id=${price_list_id}`)).toEqual(['zephyr'])
})

test('of two accounts with one name or reference that meet, one is created', async () => {
  const { member, create, account } = await merchant()
  const statuses = async (requests: Promise<any>[]) =>
    (await Promise.all(requests)).map(({ status }) => status).toSorted()
  expect(await statuses(['Twin', 'TWIN', 'twin', 'Twin'].map((name) => create(name)))).toEqual([201, 400, 400, 400])
  const references = ['A', 'B', 'C'].map((name) => create(name, { account_reference: 'C-7' }))
  expect(await statuses(references)).toEqual([201, 400, 400])
  const ids = [await account('North'), await account('South')]
  const renamed = ids.map((id) => member.patch(`${accountsPath}/${id}`, { name: 'West' }))
  expect(await statuses(renamed)).toEqual([200, 400])
})

test('accounts of other organisations are unknown, and their names are free', async () => {
  const [ours, theirs] = [await merchant(), await merchant()]
  const foreign = await theirs.account('Meridian', { account_reference: 'C-1' })
  expect((await ours.create('Meridian', { account_reference: 'C-1' })).status).toBe(201)
  for (const id of [foreign, uuidv7(), 'Meridian']) {
    const path = `${accountsPath}/${id}`
    const { member, admin } = ours
    const door = { doors: [{ door_reference: '1', name: 'One', kind: 'store' }] }
    const profile = { edi_qualifier: 'ZZ', edi_id: 'MERIDIAN', version: '4010', documents_taken: [] }
    const answers = [
      await member.get(path),
      await member.patch(path, { account_tier: 'key' }),
      await member.post(`${path}/archive`),
      await member.post(`${path}/restore`),
      await member.get(`${path}/doors`),
      await member.post(`${path}/doors`, door),
      await member.post(`${path}/contacts`, { name: 'Inês' }),
      await admin.put(`${path}/edi-profile`, profile),
      await admin.delete(`${path}/edi-profile`),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'not_found'))
  }
  expect((await theirs.member.get(`${accountsPath}/${foreign}`)).body.data.archived_at).toBe(null)
})
