/** Random histories of reports: rows, sums and answers agree with a model that replaces whole doors. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { differingSums, header, monday, type Retail, retail, sunday, week } from './retail.ts'

const doors = ['0117', '0118', '0119']
const skus = { '771-S': 'J-S', '771-M': 'J-M' } as const

interface Row {
  ago: number
  door: string
  sku: keyof typeof skus
  units: number | null
  on_hand: number | null
}

const row: fc.Arbitrary<Row> = fc
  .record({
    ago: fc.integer({ min: 0, max: 2 }),
    door: fc.constantFrom(...doors),
    sku: fc.constantFrom('771-S' as const, '771-M' as const),
    units: fc.option(fc.integer({ min: -5, max: 20 })),
    on_hand: fc.option(fc.integer({ min: 0, max: 50 })),
  })
  .filter(({ units, on_hand }) => units !== null || on_hand !== null)

const reports = fc.array(fc.array(row, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 })

type Figures = Pick<Row, 'units' | 'on_hand'>
const plus = (a: number | null, b: number | null) => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))

/** Rows by period and door, then by SKU. */
function play(history: readonly Row[][]): Map<string, Map<string, Figures>> {
  const state = new Map<string, Map<string, Figures>>()
  for (const report of history) {
    const replaced = new Map<string, Map<string, Figures>>()
    for (const { ago, door, sku, units, on_hand } of report) {
      const key = `${week(ago)} ${door}`
      const rows = replaced.get(key) ?? new Map<string, Figures>()
      const known = rows.get(sku) ?? { units: null, on_hand: null }
      rows.set(sku, { units: plus(known.units, units), on_hand: plus(known.on_hand, on_hand) })
      replaced.set(key, rows)
    }
    for (const [key, rows] of replaced) state.set(key, rows)
  }
  return state
}

const fileOf = (report: readonly Row[]) =>
  [
    header,
    ...report.map(({ ago, door, sku, units, on_hand }) =>
      [monday(ago), sunday(ago), door, sku, units ?? '', on_hand ?? ''].join(','),
    ),
  ].join('\n')

async function check(shop: Retail, history: readonly Row[][]): Promise<void> {
  for (const report of history) {
    const answer = await shop.send(fileOf(report))
    expect(answer.status).toBe(200)
    expect((await shop.send(fileOf(report))).body.data.rows_changed).toBe(0)
  }
  const wanted = play(history)
  const { data } = (await shop.report()).body
  const seen = new Map(
    data.doors.flatMap((door: any) =>
      Object.entries(door.by_week).map(([key, one]: any) => [
        `${key} ${door.door_reference}`,
        [one.units, one.on_hand, one.variants],
      ]),
    ),
  )
  const sums = [...wanted].map(([key, rows]) => {
    const all = [...rows.values()]
    const sum = (of: keyof Figures) => all.reduce<number | null>((total, one) => plus(total, one[of]), null)
    return [key, [sum('units'), sum('on_hand'), rows.size]] as const
  })
  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(sums))
  expect(await differingSums(shop.tenant)).toEqual([])
}

test('after any history of reports and corrections the answers are those of the last report of each door', async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (history) => {
      const shop = await retail(doors)
      await shop.declare()
      await check(shop, history)
    }),
    { numRuns: 8 },
  )
}, 60_000)

test('sums equal the rows after any statements on them', async () => {
  const { tenant, account_id, variants, doors: ids } = await retail(doors)
  const { sql } = tenant.service.database
  const { organization_id } = tenant
  for (const ago of [0, 1, 2])
    await sql`insert into sell_out_reports (organization_id, trading_partner_id, period_start, period_end, door_id, currency)
      select ${organization_id}, ${account_id}, ${monday(ago)}, ${sunday(ago)}, d, 'EUR'
      from unnest(${[ids['0117']!, ids['0118']!]}::uuid[]) d`
  await sql`
    insert into sell_out_rows (organization_id, trading_partner_id, period_start, period_end, door_id, variant_id, units, on_hand)
    select organization_id, trading_partner_id, period_start, period_end, door_id, v, 3, 4
    from sell_out_reports cross join unnest(${Object.values(variants)}::uuid[]) v where organization_id = ${organization_id}`
  expect(await differingSums(tenant)).toEqual([])
  await sql`update sell_out_rows set units = null where organization_id = ${organization_id} and door_id = ${ids['0117']!}`
  await sql`update sell_out_rows set period_start = ${monday(2)}, period_end = ${sunday(2)}, on_hand = -9, variant_id = ${variants['J-S']!}
    where organization_id = ${organization_id} and variant_id = ${variants['J-M']!} and period_end = ${sunday(2)}
      and not exists (select from sell_out_rows r where r.organization_id = sell_out_rows.organization_id
        and r.variant_id = ${variants['J-S']!} and r.period_end = ${sunday(2)} and r.door_id = sell_out_rows.door_id)`
  expect(await differingSums(tenant)).toEqual([])
  await sql`delete from sell_out_rows where organization_id = ${organization_id} and period_end = ${sunday(1)}`
  await sql`delete from sell_out_rows where organization_id = ${organization_id} and door_id = ${ids['0118']!}`
  expect(await differingSums(tenant)).toEqual([])
  await sql`delete from sell_out_rows where organization_id = ${organization_id}`
  const [left] =
    await sql`select count(*)::int as sums from sell_out_by_period where organization_id = ${organization_id}`
  expect(left!.sums).toBe(0)
})

test('reports of one account that arrive at once are imported one after the other', async () => {
  const shop = await retail(doors)
  await shop.declare()
  const row = (units: number, sku: Row['sku']): Row => ({ ago: 0, door: '0117', sku, units, on_hand: null })
  const sent = [1, 2, 3, 4].map((n) => [row(n, '771-S'), ...(n % 2 === 0 ? [row(n, '771-M')] : [])])
  const answers = await Promise.all(sent.map((report) => shop.send(fileOf(report))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { by_week } = (await shop.report()).body.data.doors[0]
  const possible = sent.map((report) => [report.reduce((sum, { units }) => sum + units!, 0), report.length])
  expect(possible).toContainEqual([by_week[week(0)].units, by_week[week(0)].variants])
  expect(await differingSums(shop.tenant)).toEqual([])
})
