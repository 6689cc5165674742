/** `order_book`: every read of an order book of 200,000 lines, half of them of the season before. */
import type postgres from 'postgres'
import { limits } from '../../../server/contract/limits.ts'
import { mintKeys, organizationIn } from '../fixtures/data.ts'
import { showProgress } from '../../support/progress.ts'
import { row } from '../report.ts'
import type { Bench } from '../rig.ts'
import type { Side } from '../sides.ts'
import { timeReads } from './timed_reads.ts'
import { openTradingRig } from './trading_rig.ts'

const seasons = ['SS27', 'SS26']
const accounts = 300
const styles = 2_000
const readMsMax = 200
const recordings = 20

/**
 * Every third line was changed once, a day later. Each account books in 8 sessions, and in each of them for 8 ship windows.
 */
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
        p.ids[1 + n * 7 % ${styles}] as product, ('20' || right(s.code, 2) || '-02-01')::date as season_start,
        (n % ${accounts} * 7 + n / ${accounts} % 8 * 15) % 120 as session, n / ${accounts} / 8 % 8 * 7 as window_day
      from unnest(${seasons}::text[]) s (code), generate_series(1, ${lines / seasons.length}) n,
        (select array_agg(trading_partner_id order by name) as ids from trading_partners
          where organization_id = ${organization_id}) a,
        (select array_agg(product_id order by title) as ids from products where organization_id = ${organization_id}) p`
    await tx`
      insert into order_book_lines (organization_id, book_line_id, trading_partner_id, season_code, line_reference, currency,
        booked_at, booked_on)
      select ${organization_id}, line, account, code, 'L' || n, 'USD', season_start - 200 + session,
        season_start - 200 + session from booked`
    // The trigger keeps the sums, as it does for recorded lines.
    await tx`set local session_replication_role = origin`
    await tx`
      insert into order_book_revisions (organization_id, book_line_id, revision, recorded_at, recorded_by,
        trading_partner_id, season_code, currency, booked_on, product_id, size, quantity, unit_price_cents, ship_window_start,
        is_cancelled)
      select ${organization_id}, line, revision, season_start - 201 + session + revision, 'bench', account, code, 'USD',
        season_start - 200 + session, product, (array['S', 'M', 'L', 'XL'])[1 + n % 4], 10 + n % 90 + revision,
        1000 + n % 40 * 100, season_start + window_day, revision = 2 and n % 30 = 0
      from booked, generate_series(1, 2) revision where revision = 1 or n % 3 = 0`
  })
  await sql`vacuum (analyze)`
}

interface Recorder {
  service: Side
  key: string
  database_cpu_ms: () => number
}

/** Records lines of another season, and revises them. */
async function measureRecording(
  { service, key, database_cpu_ms }: Recorder,
  trading_partner_id: string,
  product_id: string,
): Promise<string[]> {
  const send = async (request: number, quantity: number) => {
    const lines = Array.from({ length: limits.order_book_lines_max }, (_, n) => ({
      trading_partner_id,
      product_id,
      season_code: 'AW27',
      line_reference: `${request}-${n}`,
      quantity: quantity + n,
      unit_price_cents: 1_000,
      ship_window_start: `2027-08-${String(1 + (n % 28)).padStart(2, '0')}`,
    }))
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/order-book/lines`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify({ lines }),
    })
    if (response.status !== 200)
      throw new Error(`recording lines answered ${response.status}: ${await response.text()}`)
  }
  const found: string[] = []
  await send(recordings, 1)
  for (const [what, quantity] of [
    ['recorded', 1],
    ['revised', 2],
  ] as const) {
    const before = database_cpu_ms()
    for (let request = 0; request < recordings; request++) await send(request, quantity)
    const ms = (database_cpu_ms() - before) / recordings
    found.push(row(`  processor time of the database, 1,000 lines ${what}`, [['ms', ms, 0]]))
  }
  return found
}

export async function measureOrderBook(bench: Bench): Promise<string[]> {
  const { url, sql, database_cpu_ms, startServer } = await openTradingRig(bench, 'order_book')
  const organization_id = await organizationIn(url, 'Brand')
  const { order_book_lines: lines } = bench.bounds
  showProgress(`order_book: loading ${lines} lines`)
  await fillBook(sql, organization_id, lines)
  const [some] = await sql<{ trading_partner_id: string; product_id: string; recorded_id: string }[]>`
    select r.trading_partner_id, r.product_id, p.product_id as recorded_id
    from order_book_revisions r
    join products p on p.organization_id = r.organization_id and p.product_id <> r.product_id
    where r.organization_id = ${organization_id} limit 1`
  const { trading_partner_id, product_id, recorded_id } = some!
  const keys = await mintKeys(url, organization_id)
  const service = await startServer()
  const ofSeason = 'season_code=SS27'
  const ofAccount = `${ofSeason}&trading_partner_id=${trading_partner_id}`
  const recorded = await measureRecording({ service, key: keys[0]!, database_cpu_ms }, trading_partner_id, recorded_id)
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
  return [row('order book', [['lines', lines, 0]]), ...recorded, ...timed]
}
