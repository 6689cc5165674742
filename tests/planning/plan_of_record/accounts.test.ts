import { expect, test } from 'bun:test'
import { uuidv7 } from 'uuidv7'
import { limits } from '../../../server/contract/limits.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { bookMerchant, writeHistory } from '../../partners/order_book/book.ts'

const at = (day: string) => `${day}T10:00:00Z`

async function openBook() {
  const merchant = await bookMerchant()
  const { ids, account, commitment, tenant } = merchant
  const commitment_id = await commitment('Season', 'SS26')
  const other = await commitment('Other', 'SS26')
  const accounts = {
    north: await account('Northgate'),
    south: await account('Southgate', { cancellation_term: 'not_cancellable' }),
    gone: await account('Gone'),
  }
  const line = (name: string, of: keyof typeof accounts, recorded_at: string, quantity: number, more: object = {}) => ({
    line: name,
    account: accounts[of],
    season_code: 'SS26',
    recorded_at,
    product_id: ids.products.Jumper!,
    quantity,
    commitment_id,
    ...more,
  })
  await writeHistory(tenant, [
    line('1', 'north', at('2025-10-01'), 10),
    line('2', 'north', at('2025-10-01'), 5, { unit_price_cents: 2_000 }),
    line('3', 'south', at('2025-10-02'), 40),
    line('4', 'gone', at('2025-10-02'), 7),
    line('5', 'north', at('2025-10-02'), 100, { commitment_id: other }),
    line('1', 'north', at('2025-11-01'), 12, { held_by: 'account' }),
    line('4', 'gone', at('2025-11-01'), 7, { is_cancelled: true }),
    line('3', 'south', at('2025-11-02'), 30),
  ])
  const read = async (query = '') =>
    (await tenant.get(`/api/v1/commitments/${commitment_id}/accounts${query}`)).body.data
  return { tenant, commitment_id, accounts, read }
}

test('totals are those of the whole book whatever the page, and pages neither skip nor repeat accounts', async () => {
  const { read, accounts, tenant, commitment_id } = await openBook()
  const whole = await read()
  expect(
    whole.accounts.map(({ name, booked_qty, booked_value_usd }: any) => [name, booked_qty, booked_value_usd]),
  ).toEqual([
    ['Southgate', 30, 300],
    ['Northgate', 17, 220],
    ['Gone', 0, 0],
  ])
  expect(whole).toMatchObject({ size: 3, offset: 0, filtered_max_size: 3, season_code: 'SS26' })
  const [row] = await tenant.service.database.sql`
    select count(*) filter (where not is_cancelled)::int as lines,
      sum(quantity) filter (where not is_cancelled)::int as booked_qty,
      sum(quantity * unit_price_cents) filter (where not is_cancelled)::int / 100.0::float8 as booked_value_usd,
      sum(quantity) filter (where held_by is not null)::int as held_qty,
      sum(quantity) filter (where is_cancelled)::int as cancelled_qty,
      sum(quantity) filter (where trading_partner_id = ${accounts.south})::int as firm_qty
    from (
      select distinct on (book_line_id) * from order_book_revisions
      where organization_id = ${tenant.organization_id} order by book_line_id, revision desc
    ) b where commitment_id = ${commitment_id}`
  expect(whole.totals).toMatchObject({ ...row!, reason: null })
  const pages = []
  for (let offset = 0; offset < 3; offset++) {
    const page = await read(`?limit=1&offset=${offset}`)
    expect([page.totals, page.size, page.filtered_max_size]).toEqual([whole.totals, 1, 3])
    pages.push(...page.accounts)
  }
  expect(pages).toEqual(whole.accounts)
  expect(await read('?offset=3')).toMatchObject({ accounts: [], size: 0, totals: whole.totals })
})

test('as_of reads the book as it was known on that day', async () => {
  const { read } = await openBook()
  const then = await read('?as_of=2025-10-15')
  expect(then.accounts.map(({ name, booked_qty }: any) => [name, booked_qty])).toEqual([
    ['Southgate', 40],
    ['Northgate', 15],
    ['Gone', 7],
  ])
  expect(then.totals).toMatchObject({ lines: 4, booked_qty: 62, held_qty: 0, cancelled_qty: 0 })
})

test('a page has a bound, which is named, and a page without a limit has the default', async () => {
  const { tenant, commitment_id, read } = await openBook()
  const path = `/api/v1/commitments/${commitment_id}/accounts`
  for (const [query, field] of [
    [`limit=${limits.page_limit_common_max + 1}`, 'limit'],
    ['limit=0', 'limit'],
    ['offset=-1', 'offset'],
  ]) {
    const { status, body } = await tenant.get(`${path}?${query}`)
    expect([query, status, body.data.field]).toEqual([query, 400, field])
  }
  expect((await read(`?limit=${limits.page_limit_common_max}`)).size).toBe(3)
  const more = Array.from({ length: limits.page_limit_default }, (_, i) => `Account ${i}`)
  await insertRows(
    tenant,
    'trading_partners',
    more.map((name) => ({
      trading_partner_id: uuidv7(),
      name,
      currency: 'USD',
      auto_release_holds: false,
      created_at: 'now',
      updated_at: 'now',
    })),
  )
  const rows = await tenant.service.database.sql<{ id: string }[]>`
    select trading_partner_id as id from trading_partners
    where organization_id = ${tenant.organization_id} and name like 'Account %'`
  const { product_id } = (
    await tenant.service.database.sql<{ product_id: string }[]>`
    select product_id from products where organization_id = ${tenant.organization_id} limit 1`
  )[0]!
  await writeHistory(
    tenant,
    rows.map(({ id }, i) => ({
      line: `More ${i}`,
      account: id,
      season_code: 'SS26',
      recorded_at: at('2025-10-03'),
      product_id,
      quantity: 1,
      commitment_id,
    })),
  )
  const whole = await read()
  expect([whole.size, whole.accounts.length, whole.filtered_max_size]).toEqual([
    limits.page_limit_default,
    limits.page_limit_default,
    limits.page_limit_default + 3,
  ])
  expect(whole.totals.booked_qty).toBe(47 + limits.page_limit_default)
})
