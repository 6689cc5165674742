/** The sums of the book against its revisions, by plain SQL and by a model, at any moment of random histories. */
import { expect, test } from 'bun:test'
import { findWrongBookSums } from '../../../server/partners/order_book/verify_book_sums.ts'
import { randomOf } from '../../../db/demo/random.ts'
import type { Tenant } from '../../support/service/tenant.ts'
import { bookMerchant, dataOf, type PastRevision, writeHistory } from './book.ts'

const skus = ['J-S', 'J-M', 'C-M']

/** States of lines and what the sums up to the end of each quarter of an hour have of them; rows of the one that the other lacks. */
const differing = `
  with quarter as (
    select distinct organization_id, recorded_from from order_book_sums where organization_id = $1
  ), summed as (
    select q.recorded_from, s.season_code, s.trading_partner_id, s.currency, s.commitment_id, s.ship_window_start,
      s.booked_on, s.is_held, s.is_cancelled, sum(s.line_count)::bigint as lines, sum(s.units)::bigint as units,
      sum(s.value_cents)::bigint as value_cents, sum(s.unpriced_lines)::bigint as unpriced
    from quarter q
    join order_book_sums s on s.organization_id = q.organization_id and s.recorded_from <= q.recorded_from
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(s.line_count) <> 0 or sum(s.units) <> 0 or sum(s.value_cents) <> 0 or sum(s.unpriced_lines) <> 0
  ), standing as (
    select q.recorded_from, r.season_code, r.trading_partner_id, r.currency,
      coalesce(r.commitment_id, '00000000-0000-0000-0000-000000000000') as commitment_id,
      coalesce(r.ship_window_start, 'infinity') as ship_window_start,
      case r.booking_type when 'prebook' then '-infinity' when 'at_once' then 'infinity' else r.booked_on end as booked_on,
      r.held_by is not null as is_held, r.is_cancelled, count(*) as lines, sum(r.quantity)::bigint as units,
      coalesce(sum(r.quantity * r.unit_price_cents), 0)::bigint as value_cents,
      count(*) - count(r.unit_price_cents) as unpriced
    from quarter q
    join order_book_revisions r on r.organization_id = q.organization_id
      and r.recorded_at < q.recorded_from + interval '15 minutes'
    where not exists (select from order_book_revisions n where n.organization_id = r.organization_id
      and n.book_line_id = r.book_line_id and n.revision > r.revision
      and n.recorded_at < q.recorded_from + interval '15 minutes')
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  )
  (select * from summed except select * from standing) union all (select * from standing except select * from summed)`

const differences = async ({ service, organization_id }: Tenant): Promise<unknown[]> =>
  service.database.sql.unsafe(differing, [organization_id])

test('the sums are the last revisions of all lines, whatever was recorded', async () => {
  const { tenant, account, commitment, record } = await bookMerchant()
  const { sql } = tenant.service.database
  const random = randomOf(28, 1)
  const accounts = [await account('Northgate'), await account('Southgate', { currency: 'EUR' })]
  const commitments = [await commitment('First', 'SS27'), await commitment('Second', 'SS27'), null]
  const change = () => ({
    sku: random.pick(skus),
    quantity: random.whole(1, 90),
    unit_price_cents: random.pick([null, 1_000, 2_550]),
    ship_window_start: random.pick([null, '2027-02-01', '2027-03-01']),
    booking_type: random.pick(['prebook', 'at_once', null]),
    held_by: random.pick(['account', null]),
    is_cancelled: random.chance(0.2),
    commitment_id: random.pick(commitments),
  })
  for (let round = 0; round < 8; round++) {
    const lines = Array.from({ length: 12 }, (_, i) => i).filter(() => random.chance(0.6))
    const answer = await record(
      lines.map((i) => ({
        trading_partner_id: accounts[i % 2]!,
        season_code: 'SS27',
        line_reference: `L-${i}`,
        ...change(),
      })),
    )
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    expect(await differences(tenant)).toEqual([])
    expect([...(await findWrongBookSums(sql as never, tenant.organization_id))]).toEqual([])
  }
  await sql`
    update order_book_sums set units = units + 1 where ctid = (select ctid from order_book_sums
      where organization_id = ${tenant.organization_id} and line_count > 0 limit 1)`
  expect(await findWrongBookSums(sql as never, tenant.organization_id)).toHaveLength(1)
  const [stored] = await sql`select count(*)::int as count from order_book_sums
    where organization_id = ${tenant.organization_id}`
  expect(stored!.count).toBeGreaterThan(10)
})

test('an instant within a quarter of an hour has what was recorded by then', async () => {
  const merchant = await bookMerchant()
  const { tenant, account } = merchant
  const random = randomOf(28, 2)
  const accounts = [await account('Northgate'), await account('Southgate')]
  const product_id = Object.values(merchant.ids.products)[0]!
  const history: PastRevision[] = []
  for (let i = 0; i < 30; i++) {
    let minute = random.whole(0, 60)
    let state: PastRevision = {
      line: `L-${i}`,
      account: random.pick(accounts),
      season_code: 'SS27',
      recorded_at: '',
      product_id,
      quantity: random.whole(1, 50),
      ship_window_start: '2027-02-01',
    }
    for (let revision = random.whole(1, 4); revision > 0; revision--) {
      minute += random.whole(0, 20)
      const recorded_at = new Date(Date.UTC(2026, 9, 1, 22, minute)).toISOString()
      state = {
        ...state,
        recorded_at,
        quantity: random.whole(1, 50),
        is_cancelled: random.chance(0.2),
        held_by: random.pick(['account', null]),
      }
      history.push(state)
    }
  }
  await writeHistory(tenant, history)
  expect(await differences(tenant)).toEqual([])
  for (const minute of [0, 7, 15, 22, 59, 60, 61, 74, 90, 120, 121]) {
    const as_of = new Date(Date.UTC(2026, 9, 1, 22, minute)).toISOString()
    const last = new Map<string, PastRevision>()
    for (const one of history) if (one.recorded_at <= as_of) last.set(one.line, one)
    const live = [...last.values()].filter(({ is_cancelled }) => !is_cancelled)
    const units = (lines: readonly PastRevision[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)
    const wanted = {
      lines: live.length,
      booked_qty: units(live),
      held_qty: units(live.filter(({ held_by }) => held_by !== null)),
      cancelled_qty: units([...last.values()]) - units(live),
    }
    expect([as_of, await dataOf(tenant, 'summary', { season_code: 'SS27', as_of })]).toMatchObject([as_of, wanted])
    const curve = await dataOf(tenant, 'curve', { season_code: 'SS27', as_of })
    expect([as_of, curve.booked_qty]).toEqual([as_of, wanted.booked_qty])
    for (const trading_partner_id of accounts) {
      const own = live.filter((one) => one.account === trading_partner_id)
      const { split } = await dataOf(tenant, 'account-styles', { season_code: 'SS27', as_of, trading_partner_id })
      expect([as_of, split.lines_dated, split.prebook.booked_qty]).toEqual([
        as_of,
        own.length,
        own.length === 0 ? split.prebook.booked_qty : units(own),
      ])
    }
  }
})

test('days of a time zone off by quarters of an hour begin on a quarter', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const { sql } = tenant.service.database
  await sql`update organizations set time_zone = 'Asia/Kathmandu' where organization_id = ${tenant.organization_id}`
  const trading_partner_id = await account('Northgate')
  const product_id = Object.values(ids.products)[0]!
  const line = { account: trading_partner_id, season_code: 'SS27', product_id }
  // Midnight there is 18:15 in UTC.
  await writeHistory(tenant, [
    { ...line, line: 'A', recorded_at: '2026-10-01T18:14:59.999999Z', quantity: 5 },
    { ...line, line: 'B', recorded_at: '2026-10-01T18:15:00Z', quantity: 7 },
  ])
  const booked = async (as_of: string) => (await dataOf(tenant, 'summary', { season_code: 'SS27', as_of })).booked_qty
  expect([await booked('2026-10-01'), await booked('2026-10-02')]).toEqual([5, 12])
})
