/** Reports with several weeks under each other, and with totals: each row has its week, and totals are those of their rows. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { csv, reasonOf, refusedFor, retail, type Retail } from './retail.ts'

setDefaultTimeout(120_000)

async function openShop(): Promise<Retail> {
  const shop = await retail(['0101', '0102'])
  await shop.declare()
  return shop
}

/** Confirms what is proposed for a file, and imports it. */
async function imported(shop: Retail, rows: readonly string[], query: Record<string, string> = {}) {
  const file = rows.join('\n')
  const { data } = (await shop.preview(file, query)).body
  if (data.mapping === undefined) return shop.send(file, query)
  const columns = data.mapping.flatMap(({ header, field }: any) => (field === null ? [] : { header, field }))
  const headers = data.mapping.map(({ header }: any) => header)
  const confirmed = await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, {
    headers,
    columns,
  })
  if (confirmed.status > 201) throw new Error(confirmed.text)
  return shop.send(file, query)
}

async function stored({ tenant }: Retail) {
  const rows = await tenant.service.database.sql`
    select r.period_end::text, d.door_reference, r.units::int from sell_out_rows r
    join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
    where r.organization_id = ${tenant.organization_id} order by r.period_end, d.door_reference`
  return rows.map((row) => [row.period_end, row.door_reference, row.units])
}

const head = 'Loc #,Item,Units'

test('a week between the rows dates those below it, and headers that are repeated are no rows', async () => {
  const shop = await openShop()
  const rows = ['Week ending 8 Nov 2026', head, '0101,771-S,5', 'Week ending 15 Nov 2026,,', head, '0101,771-S,7', '0102,771-S,2']
  const sent = await imported(shop, rows)
  expect([sent.status, sent.body.data.rows_submitted, sent.body.data.not_matched.total]).toEqual([200, 3, 0])
  expect(await stored(shop)).toEqual([
    ['2026-11-08', '0101', 5],
    ['2026-11-15', '0101', 7],
    ['2026-11-15', '0102', 2],
  ])
  const across = await openShop()
  await imported(across, ['Week ending 8 Nov 2026', 'Item,Store 0101,Store 0102', '771-S,5,1', 'Week ending 15 Nov 2026,,', '771-S,7,2'])
  expect((await stored(across)).map(([week]) => week)).toEqual(['2026-11-08', '2026-11-08', '2026-11-15', '2026-11-15'])
}) // prettier-ignore

test('a week between the rows that is not understood, or not that of the request, refuses the report', async () => {
  const shop = await openShop()
  const file = (row: string) => ['Week ending 8 Nov 2026', head, '0101,771-S,5', row, '0101,771-S,7']
  await imported(shop, file('Week ending 15 Nov 2026'))
  const before = await stored(shop)
  for (const row of ['Week ending 01/02/2026,,', 'W/E next Sunday,,'])
    expect(reasonOf(await shop.send(file(row).join('\n')))).toEqual(refusedFor('unreadable_file'))
  const other = await shop.send(file('Week ending 22 Nov 2026').slice(1).join('\n'), { week_start: '2026-11-02' })
  expect([other.status, other.body.data.field, other.body.data.allowed]).toEqual([400, 'week_start', ['2026-11-16']])
  const dated = csv([0, '0101', '771-S', 5]).split('\n')
  const outside = await shop.send([dated[0], 'Week ending 1 Feb 2026', dated[1]].join('\n'))
  expect([outside.body.code, outside.body.data?.rows_added]).not.toEqual([undefined, 1])
  expect(await stored(shop)).toEqual(before)
})

test('repeated headers without a week refuse a report whose blocks state theirs, and are nothing in any other one', async () => {
  const shop = await openShop()
  const rows = ['Week ending 8 Nov 2026', head, '0101,771-S,5', 'Week ending 15 Nov 2026,,', head, '0101,771-S,7', head, '0102,771-S,2']
  const sent = await imported(shop, rows)
  expect([reasonOf(sent), sent.body.message.desc]).toEqual([
    refusedFor('unreadable_file'),
    'Row 7 repeats the headers without a week, and other blocks of the file state theirs. Write the week of the block above its headers.',
  ])
  const first = await imported(shop, ['Week ending 8 Nov 2026', head, '0101,771-S,5', head, '0102,771-S,2', 'Week ending 15 Nov 2026,,', '0101,771-S,7'])
  expect(reasonOf(first)).toEqual(refusedFor('unreadable_file'))
  expect(await stored(shop)).toEqual([])
  const below = ['Week ending 8 Nov 2026', head, '0101,771-S,5', head, 'Week ending 15 Nov 2026,,', '0101,771-S,7']
  expect([(await imported(shop, below)).status, await stored(shop)]).toEqual([200, [['2026-11-08', '0101', 5], ['2026-11-15', '0101', 7]]])
  const paged = await imported(shop, ['Week ending 22 Nov 2026', head, '0101,771-S,5', head, '0102,771-S,2'])
  expect([paged.status, paged.body.data.rows_submitted]).toEqual([200, 2])
}) // prettier-ignore

test('a note or a heading between the rows that is not known to tell nothing of them refuses the report', async () => {
  const shop = await openShop()
  const rows = csv([0, '0101', '771-S', 5])
  for (const note of ['All values in GBP', 'Units in thousands', 'Store 0102', 'Returns', 'Stock report', 'Previous week', 'Forecast', 'Figures as agreed'])
    expect([note, ...reasonOf(await shop.send(`${rows}\n${note}`))]).toEqual([note, ...refusedFor('unreadable_file')])
  const called = { 'Previous week': 'of another period', 'Vorjahr': 'of another period', 'Budget 2026': 'planned, and not sold', 'Stock': 'of stock, which needs a column of its own beside the units sold', 'Returns': 'of returns, which need a column of their own beside the units sold', 'Open orders': 'of orders or deliveries, and not of sales' }
  for (const [note, words] of Object.entries(called))
    expect((await shop.send(`${rows}\n${note}`)).body.message.desc).toBe(`The file has the title “${note}” outside its columns: its figures are ${words}. Remove them, or import them apart.`)
  const [header, row] = rows.split('\n')
  for (const heading of ['Previous week', 'Returns', 'Stock'])
    expect([heading, ...reasonOf(await shop.send([header, row, heading, header, row].join('\n')))]).toEqual([heading, ...refusedFor('unreadable_file')])
  expect(await stored(shop)).toEqual([])
  expect((await shop.send(`Weekly sales report\n${rows}\nPage 1 of 1`)).status).toBe(200)
}) // prettier-ignore

test('a header that states dozens, or another currency than the declared one, refuses the report', async () => {
  const shop = await openShop()
  for (const [header, field] of [['Units (dozens)', 'units_sold'], ['Sales GBP', 'sales']] as const) {
    const heads = ['Week ending', 'Store', 'Item', ...(field === 'sales' ? ['Units'] : []), header]
    const names = ['period_end', 'door', 'buyer_sku', ...(field === 'sales' ? ['units_sold'] : []), field]
    const columns = heads.map((one, i) => ({ header: one, field: names[i]! }))
    const confirmed = await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, { headers: heads, columns })
    expect([header, confirmed.status]).toEqual([header, 200])
    const file = `${heads.join(',')}\n2026-11-15,0101,771-S,${field === 'sales' ? '5,' : ''}12\n`
    expect([header, ...reasonOf(await shop.send(file))]).toEqual([header, ...refusedFor('unreadable_file')])
    expect(reasonOf(await shop.preview(file))).toEqual(refusedFor('unreadable_file'))
  }
  expect(await stored(shop)).toEqual([])
}) // prettier-ignore

test('totals of rows and columns are compared with what they add up, and are no rows themselves', async () => {
  const shop = await openShop()
  const week = { week_start: '2026-11-09' }
  const plain = (total: string) => [head, '0101,771-S,5', '0102,771-S,2', '0102,771-M,1', total]
  const sent = await imported(shop, plain('Total,,8'), week)
  expect([sent.status, sent.body.data.rows_submitted, sent.body.data.not_matched.total]).toEqual([200, 3, 0])
  const wrong = await shop.send(plain('Total,,9').join('\n'), week)
  expect([reasonOf(wrong), wrong.body.message.desc]).toEqual([
    refusedFor('unreadable_file'),
    'Row 5 states a total of 9 in Units, and the rows that it adds up have 8. Correct the file, or remove the total.',
  ])
  const across = (...cells: string[]) => ['Item,Store 0101,Store 0102,Total', `771-S,5,2,${cells[0]!}`, '771-M,0,1,1', `Total,5,${cells[1]!},8`]
  const wide = await imported(shop, across('7', '3'), week)
  expect([wide.status, wide.body.data.rows_submitted, wide.body.data.not_matched.total]).toEqual([200, 4, 0])
  expect((await stored(shop)).map(([, door, units]) => `${door} ${units}`).toSorted()).toEqual(['0101 0', '0101 5', '0102 1', '0102 2'])
  for (const cells of [['8', '3'], ['7', '4']])
    expect([cells, reasonOf(await shop.send(across(...cells).join('\n'), week))]).toEqual([cells, refusedFor('unreadable_file')])
  const weeks = (total: string) => ['Store,Item,2026-11-08,2026-11-15,Total', `0101,771-S,5,3,${total}`]
  expect((await imported(shop, weeks('8'))).status).toBe(200)
  expect(reasonOf(await shop.send(weeks('9').join('\n')))).toEqual(refusedFor('unreadable_file'))
}) // prettier-ignore
