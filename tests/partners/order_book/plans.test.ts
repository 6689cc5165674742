/** Plans of reads in a book of many seasons, accounts and styles. */
import { afterAll, beforeAll, expect } from 'bun:test'
import { addDays, dayAt } from '../../../server/calendar/days.ts'
import { otherProcess, testUnless } from '../../support/needs.ts'
import { type Planner, type Scan, startPlanner } from '../../support/plans.ts'
import { separateDatabase, type TestDatabase } from '../../support/database.ts'
import { bookMerchant, type BookMerchant, bookPath } from './book.ts'

/** The next season to begin, in February or August: it is booked for 200 days before, and none of it ships yet. */
function bookedSeason(today: string): { code: string; start: string } {
  const year = Number(today.slice(0, 4))
  const [code, start] = ([1, 0] as const)
    .flatMap((ahead) => [
      [`AW${(year + ahead) % 100}`, `${year + ahead}-08-01`] as const,
      [`SS${(year + ahead) % 100}`, `${year + ahead}-02-01`] as const,
    ])
    .findLast(([, begins]) => begins > today)!
  return { code, start }
}

const season = bookedSeason(dayAt(Date.now()))
/** The second day of its booking, on which half of its lines are revised. */
const revisedOn = addDays(season.start, -199)
const seasons = [season.code, 'SS26', 'SS25']
const linesPerSeason = 4_000
const accountCount = 100
const styleCount = 500

let database: TestDatabase
let planner: Planner
let merchant: BookMerchant
let account_id: string
let product_id: string

beforeAll(async () => {
  if (otherProcess !== null) return
  database = await separateDatabase('plans_of_the_order_book')
  planner = await startPlanner(database)
  merchant = await bookMerchant({ service: planner.service })
  const { sql } = planner.service.database
  const org = merchant.tenant.organization_id
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    select ${org}, gen_random_uuid(), 'Account ' || n from generate_series(1, ${accountCount}) n`
  await sql`
    insert into products (organization_id, product_id, title, status, currency)
    select ${org}, gen_random_uuid(), 'Style ' || n, 'ACTIVE', 'USD' from generate_series(1, ${styleCount}) n`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      create temp table booked on commit drop as
      select gen_random_uuid() as line, s.code, n, a.ids[1 + n % ${accountCount}] as account, p.ids[1 + n * 7 % ${styleCount}] as product,
        (case when s.code like 'SS%' then '20' || right(s.code, 2) || '-02-01' else '20' || right(s.code, 2) || '-08-01' end)::date
          as season_start
      from unnest(${seasons}::text[]) s (code), generate_series(1, ${linesPerSeason}) n,
        (select array_agg(trading_partner_id order by name) as ids from trading_partners where organization_id = ${org}) a,
        (select array_agg(product_id order by title) as ids from products where organization_id = ${org}
          and title like 'Style%') p`
    await tx`
      insert into order_book_lines (organization_id, book_line_id, trading_partner_id, season_code, line_reference, currency,
        booked_at, booked_on)
      select ${org}, line, account, code, 'L' || n, 'USD', season_start - 200, season_start - 200 from booked`
    // The trigger keeps the sums, as it does for recorded lines.
    await tx`set local session_replication_role = origin`
    await tx`
      insert into order_book_revisions (organization_id, book_line_id, revision, recorded_at, recorded_by,
        trading_partner_id, season_code, currency, booked_on, product_id, size, quantity, unit_price_cents, ship_window_start)
      select ${org}, line, revision, season_start - 200 + revision, 'test', account, code, 'USD', season_start - 200, product,
        'M', 10 + n % 90, 1000, season_start + n % 60
      from booked, generate_series(1, 2) revision where revision = 1 or n % 2 = 0`
  })
  await sql`vacuum (analyze)`
  const [ids] = await sql`
    select trading_partner_id, product_id from order_book_revisions where organization_id = ${org} and season_code = ${season.code} limit 1`
  account_id = ids!.trading_partner_id
  product_id = ids!.product_id
}, 120_000)

afterAll(async () => {
  if (otherProcess !== null) return
  await planner.stop()
  await database.stop()
})

async function scansOf(read: string): Promise<Scan[]> {
  planner.take()
  const answer = await merchant.tenant.get(`${bookPath}/${read}`)
  expect([read, answer.status]).toEqual([read, 200])
  const scans = await Promise.all(planner.take().map((one) => planner.explain(one)))
  return scans.flat().filter(({ table }) => table.startsWith('order_book_'))
}

testUnless(otherProcess, 'reads of a season read sums, fewer than it has lines, and no revision', async () => {
  for (const read of ['summary', 'accounts', 'firmness', 'curve', 'summary?as_of=2026-08-01']) {
    const [name, more = ''] = read.split('?')
    const scans = await scansOf(`${name}?season_code=${season.code}&${more}`)
    expect([read, scans.length > 0, new Set(scans.map(({ table }) => table))]).toEqual([
      read,
      true,
      new Set(['order_book_sums']),
    ])
    for (const { rows_read } of scans) expect([read, rows_read < linesPerSeason]).toEqual([read, true])
  }
})

testUnless(
  otherProcess,
  'an instant within a quarter of an hour reads the revisions of that quarter alone',
  async () => {
    const scans = await scansOf(`summary?season_code=${season.code}&as_of=${revisedOn}T00:05:00Z`)
    const read = scans.filter(({ table }) => table === 'order_book_revisions')
    expect(read.length).toBeGreaterThan(0)
    // The bitmap of an index is no scan of its own: its rows are those of the table.
    for (const { node, rows_read } of read) {
      expect(node).not.toBe('Seq Scan')
      expect(rows_read).toBeLessThanOrEqual(linesPerSeason * 1.5)
    }
  },
)

testUnless(otherProcess, 'signals read the lines that may be going alone', async () => {
  const scans = await scansOf(`signals?season_code=${season.code}`)
  expect(scans.length).toBeGreaterThan(0)
  for (const { table, rows_read } of scans) expect([table, rows_read <= 100]).toEqual([table, true])
})

testUnless(otherProcess, 'reads of an account or a style read their own lines alone', async () => {
  const ofAccount = `season_code=${season.code}&trading_partner_id=${account_id}`
  const reads = [
    `account-styles?${ofAccount}`,
    `account-size-curve?${ofAccount}`,
    `account-anchor?${ofAccount}`,
    `style-lines?season_code=${season.code}&product_id=${product_id}`,
  ]
  for (const read of reads)
    for (const { node, rows_read } of await scansOf(read)) {
      expect([read, node]).not.toEqual([read, 'Seq Scan'])
      expect([read, rows_read <= 500]).toEqual([read, true])
    }
})
