/** `order_book`: every read of an order book of 200,000 lines, half of them of the season before. */
import type postgres from 'postgres'
import { mintKeys, organizationIn } from '../fixtures/data.ts'
import { showProgress } from '../../support/progress.ts'
import { row } from '../report.ts'
import type { Bench } from '../rig.ts'
import { timeReads } from './timed_reads.ts'
import { openTradingRig } from './trading_rig.ts'

const seasons = ['SS27', 'SS26']
const accounts = 300
const styles = 2_000
const readMsMax = 200

/** Every third line was changed once. */
async function fillBook(sql: postgres.Sql<{}>, organization_id: string, lines: number): Promise<void> {
  await sql.begin(async (tx) => {
    // The rows refer to each other by construction.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into trading_partners (organization_id, trading_partner_id, name, cancellation_term, cancellation_notice_days)
      select ${organization_id}, gen_random_uuid(), 'Account ' || n, case when n % 3 = 0 then 'notice_period'
        when n % 3 = 1 then 'not_cancellable' end, case when n % 3 = 0 then 30 end from generate_series(1, ${accounts}) n`
    await tx`
      insert into categories (organization_id, category_id, name)
      select ${organization_id}, gen_random_uuid(), 'Category ' || n from generate_series(0, 9) n`
    await tx`
      insert into products (organization_id, product_id, title, status, currency, category_id)
      select ${organization_id}, gen_random_uuid(), 'Style ' || n, 'ACTIVE', 'USD', c.category_id
      from generate_series(1, ${styles}) n
      join categories c on c.organization_id = ${organization_id} and c.name = 'Category ' || n % 10`
    await tx`
      create temp table booked on commit drop as
      select gen_random_uuid() as line, s.code, n, a.ids[1 + n % ${accounts}] as account,
        p.ids[1 + n * 7 % ${styles}] as product, ('20' || right(s.code, 2) || '-02-01')::date as season_start
      from unnest(${seasons}::text[]) s (code), generate_series(1, ${lines / seasons.length}) n,
        (select array_agg(trading_partner_id order by name) as ids from trading_partners
          where organization_id = ${organization_id}) a,
        (select array_agg(product_id order by title) as ids from products where organization_id = ${organization_id}) p`
    await tx`
      insert into order_book_lines (organization_id, book_line_id, trading_partner_id, season_code, line_reference, currency,
        booked_at, booked_on)
      select ${organization_id}, line, account, code, 'L' || n, 'USD', season_start - 200 + n % 120,
        season_start - 200 + n % 120 from booked`
    await tx`
      insert into order_book_revisions (organization_id, book_line_id, revision, recorded_at, recorded_by,
        trading_partner_id, season_code, currency, booked_on, product_id, size, quantity, unit_price_cents, ship_window_start,
        is_cancelled)
      select ${organization_id}, line, revision, season_start - 201 + n % 120 + revision, 'bench', account, code, 'USD',
        season_start - 200 + n % 120, product, (array['S', 'M', 'L', 'XL'])[1 + n % 4], 10 + n % 90 + revision,
        1000 + n % 40 * 100, season_start + n % 60, revision = 2 and n % 30 = 0
      from booked, generate_series(1, 2) revision where revision = 1 or n % 3 = 0`
  })
  await sql`vacuum (analyze)`
}

export async function measureOrderBook(bench: Bench): Promise<string[]> {
  const { url, sql, database_cpu_ms, startServer } = await openTradingRig(bench, 'order_book')
  const organization_id = await organizationIn(url, 'Brand')
  const { order_book_lines: lines } = bench.bounds
  showProgress(`order_book: loading ${lines} lines`)
  await fillBook(sql, organization_id, lines)
  const [some] = await sql<{ trading_partner_id: string; product_id: string }[]>`
    select trading_partner_id, product_id from order_book_revisions where organization_id = ${organization_id} limit 1`
  const { trading_partner_id, product_id } = some!
  const keys = await mintKeys(url, organization_id)
  const service = await startServer()
  const ofSeason = 'season_code=SS27'
  const ofAccount = `${ofSeason}&trading_partner_id=${trading_partner_id}`
  const reads = [
    ...['summary', 'accounts', 'firmness', 'curve', 'signals'].map((read) => [read, `${read}?${ofSeason}`] as const),
    ['summary of an earlier day', `summary?${ofSeason}&as_of=2026-11-01`],
    ['curve from a later start', `curve?${ofSeason}&season_start=2027-03-01`],
    ['account-styles', `account-styles?${ofAccount}`],
    ['account-size-curve', `account-size-curve?${ofAccount}`],
    ['account-anchor', `account-anchor?${ofAccount}`],
    ['style-lines', `style-lines?${ofSeason}&product_id=${product_id}`],
  ] as const
  const timed = await timeReads(
    { service, keys, database_cpu_ms, base: '/api/v1/order-book', ms_max: readMsMax },
    reads,
  )
  return [row('order book', [['lines', lines, 0]]), ...timed]
}
