/** Rows and columns of another period or of a plan beside those of sales: named, and never counted. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { reasonOf, refusedFor, retail, type Retail, sunday, monday } from './retail.ts'

setDefaultTimeout(120_000)

const week = { week_start: monday(0), week_end: sunday(0) }

async function stored({ tenant }: Retail) {
  const rows = await tenant.service.database.sql`
    select d.door_reference, r.units::int from sell_out_rows r
    join account_doors d on d.organization_id = r.organization_id and d.door_id = r.door_id
    where r.organization_id = ${tenant.organization_id} order by d.door_reference, r.units`
  return rows.map((row) => [row.door_reference, row.units])
}

async function proposed(shop: Retail, file: string) {
  const { data } = (await shop.preview(file, week)).body
  const columns = data.mapping.flatMap(({ header, field }: any) => (field === null ? [] : { header, field }))
  const headers = data.mapping.map(({ header }: any) => header)
  const { status } = await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, { headers, columns })
  expect(status).toBeLessThan(202)
  return data.mapping.map(({ header, field, reason }: any) => [header, field, reason])
} // prettier-ignore

test('a row of last year, of a budget or of a variance is refused as that, and is in no total', async () => {
  const shop = await retail(['0117'])
  await shop.declare()
  const rows = ['Store,Item,Units', '0117,771-S,5', '0117,Last year,9', '0117,LY,9', 'Budget,,8', '0117,Variance %,-12.5', '0117,Vorjahr,7', '0117,771-M,2', 'Total,,7']
  const file = rows.join('\n')
  await proposed(shop, file)
  const sent = await shop.send(file, week)
  expect([sent.status, sent.body.data.rows_submitted, sent.body.data.not_matched.by_reason]).toMatchObject([200, 7, { unreadable_value: 5 }])
  expect(sent.body.data.not_matched.by_reason.unknown_item ?? 0).toBe(0)
  expect(sent.body.data.faults.map(({ row_number, value, rule }: any) => [row_number, value, rule])).toEqual(
    [[3, 'Last year'], [4, 'LY'], [5, 'Budget'], [6, 'Variance %'], [7, 'Vorjahr']].map((row) => [...row, 'is of a row that compares with another period or a plan, and is not sold']),
  )
  expect(await stored(shop)).toEqual([['0117', 2], ['0117', 5]])
}) // prettier-ignore

test('rows of an item that a further column calls those of last year or a plan are not sold', async () => {
  const shop = await retail(['0117'])
  await shop.declare()
  const file = ['Store,Item,Measure,Units', '0117,771-S,Actual,5', '0117,771-S,LY,9', '0117,771-S,Plan,8', '0117,771-M,Actual,2'].join('\n')
  await proposed(shop, file)
  const { body } = await shop.send(file, week)
  expect([body.data.not_matched.by_reason.unreadable_value, await stored(shop)]).toEqual([2, [['0117', 2], ['0117', 5]]])
}) // prettier-ignore

test('a column that compares is proposed for no field, says why, and refuses the report where it is mapped', async () => {
  const shop = await retail(['0117'])
  await shop.declare()
  const file = 'Store,Item,LY Units,TY Units,Units LY,+/-%,Budget units\n0117,771-S,9,5,9,-44,8\n'
  const reason = 'The header compares with another period or a plan: its figures were not sold in the week.'
  const mapping = await proposed(shop, file)
  expect(mapping.map(([header, field]: any) => [header, field])).toEqual([['Store', 'door'], ['Item', 'buyer_sku'], ['LY Units', null], ['TY Units', 'units_sold'], ['Units LY', null], ['+/-%', null], ['Budget units', null]])
  expect(mapping.filter(([, , why]: any) => why === reason)).toHaveLength(4)
  const { body } = await shop.send(file, week)
  expect([body.data.ignored_columns, await stored(shop)]).toEqual([['LY Units', 'Units LY', '+/-%', 'Budget units'], [['0117', 5]]])
  const headers = ['Store', 'Item', 'LY Units']
  const columns = headers.map((header, i) => ({ header, field: ['door', 'buyer_sku', 'units_sold'][i]! }))
  expect((await shop.member.post(`/api/v1/sell-out/profiles?account_id=${shop.account_id}`, { headers, columns })).status).toBe(200)
  const wrong = await shop.send('Store,Item,LY Units\n0117,771-S,9\n', week)
  expect([reasonOf(wrong), wrong.body.data.field]).toEqual([refusedFor('unreadable_file'), 'units_sold'])
}) // prettier-ignore

test('a store across with last year beside it is read without it', async () => {
  const shop = await retail(['0117', '0118'])
  await shop.declare()
  const file = 'Item,Store 0117,Store 0117 LY,Store 0118,Store 0118 LY,Total\n771-S,5,9,2,8,7\nLast year,9,,8,,17\n'
  await proposed(shop, file)
  const { body } = await shop.send(file, week)
  expect([body.data.ignored_columns, await stored(shop)]).toEqual([['Store 0117 LY', 'Store 0118 LY', 'Total'], [['0117', 5], ['0118', 2]]])
  expect(body.data.not_matched.by_reason).toMatchObject({ unreadable_value: 2 })
}) // prettier-ignore
