/** The refused rows of reports, as a list and as a file. */
import { expect, test } from 'bun:test'
import { newSession } from '../../support/service/session.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { csv, day, header, monday, type Retail, retail, sunday } from './retail.ts'

const path = '/api/v1/sell-out/refused-rows'

const listed = async ({ member, account_id }: Retail, query = ''): Promise<any> =>
  (await member.get(`${path}?account_id=${account_id}${query}`)).body.data

/** One row of each reason; the first is imported. */
const faulty = () => {
  const week = `${monday(0)},${sunday(0)}`
  return [
    header,
    `${week},0117,771-S,5,`,
    `${week},0117,999,5,`,
    `${week},0999,771-S,5,`,
    `${week},DC-1,771-S,5,`,
    `${week},,771-S,5,`,
    `${week},0117,,5,`,
    `${week},0117,771-M,,`,
    `${week},0117,771-M,5.5,`,
    `${week},0117,771-M,2000000,`,
    `${day(7)},${day(7)},0117,771-M,5,`,
    `${day(-100)},${day(-8)},0117,771-M,5,`,
  ].join('\n')
}

test('every refused row is listed with its field, value, rule and allowed values', async () => {
  const shop = await retail()
  await shop.declare()
  const answer = await shop.send(faulty(), { file_name: 'w46.csv' })
  const { rows, filtered_max_size } = await listed(shop, '&limit=50&sort_args=row_number')
  expect([filtered_max_size, answer.body.data.rows_refused]).toEqual([10, 10])
  expect(rows.map((row: any) => [row.row_number, row.reason, row.field, row.value, row.allowed])).toEqual([
    [3, 'unknown_item', 'buyer_sku', '999', null],
    [4, 'unknown_door', 'door', '0999', null],
    [5, 'other_door_kind', 'door', 'DC-1', ['store']],
    [6, 'no_door', 'door', null, null],
    [7, 'no_item', 'buyer_sku', null, ['buyer_sku', 'gtin', 'sku']],
    [8, 'no_figure', 'units_sold', null, ['units_sold', 'on_hand']],
    [9, 'unreadable_value', 'units_sold', '5.5', expect.anything()],
    [10, 'unreadable_value', 'units_sold', '2000000', ['-1000000 to 1000000']],
    [11, 'future_period', 'period_start', day(7), [`up to ${day(0)}`]],
    [12, 'long_period', 'period_end', day(-8), null],
  ])
  expect(rows.every(({ rule, sentence }: any) => rule.length > 0 && sentence.length > 0)).toBe(true)
  expect(rows[0]).toMatchObject({
    file_id: answer.body.data.file_id,
    file_name: 'w46.csv',
    door_reference: '0117',
    period_start: monday(0),
    units: 5,
    is_importable: true,
  })
  expect(rows.map(({ is_importable }: any) => is_importable)).toEqual(rows.map((_: unknown, i: number) => i < 3))
})

test('the list is paged and filtered by import and reason, and a repeated import lists each row once', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(faulty())
  const second = (await shop.send(csv([1, '0117', 'LOST', 2], [1, '0118', 'LOST', 3]))).body.data
  await shop.send(faulty())
  expect((await listed(shop)).filtered_max_size).toBe(12)
  const page = await listed(shop, `&file_id=${second.file_id}&limit=1&offset=1&sort_args=row_number`)
  expect([page.filtered_max_size, page.rows.map((row: any) => row.row_number)]).toEqual([2, [3]])
  const filter = encodeURIComponent(JSON.stringify([{ key: 'reason', operation: 'eq', value: 'unreadable_value' }]))
  expect((await listed(shop, `&filter_args=${filter}`)).filtered_max_size).toBe(2)
})

test('a row leaves the list once it is imported, and once its door reports the period again', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(csv([0, '0117', 'NEW', 3], [0, '0118', 'LOST', 1]))
  await shop.member.post(`/api/v1/wholesale/accounts/${shop.account_id}/items`, {
    items: [{ buyer_sku: 'NEW', sku: 'J-S' }],
  })
  await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect((await listed(shop)).rows.map(({ value }: any) => value)).toEqual(['LOST'])
  await shop.send(csv([0, '0118', '771-S', 1]))
  expect((await listed(shop)).rows).toEqual([])
})

test('rows that can never be imported are not imported with the others', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(faulty())
  const done = await shop.member.post(`/api/v1/sell-out/replay?account_id=${shop.account_id}`)
  expect([done.status, done.body.data.rows_replayed, done.body.data.not_matched.total]).toEqual([200, 0, 3])
  expect((await listed(shop)).filtered_max_size).toBe(10)
})

test('the rows are downloaded as CSV', async () => {
  const shop = await retail()
  await shop.declare()
  const { file_id } = (await shop.send(faulty())).body.data
  const link = await listed(shop, `&file_id=${file_id}&export=true&sort_args=row_number`)
  expect([link.row_count, link.file_name]).toEqual([10, 'sell_out_refused_rows.csv'])
  const file = await fetch(link.export_url.replace(/^http:\/\/[^/]+/, shop.tenant.service.base_url))
  const lines = (await file.text()).trim().split(/\r?\n/)
  expect(lines).toHaveLength(11)
  expect(lines[0]).toContain('row_number,reason,sentence,field,value,rule,allowed')
  expect(lines[1]).toContain('unknown_item')
})

test('the account is named, and rows of another organisation are unknown', async () => {
  const shop = await retail()
  await shop.declare()
  await shop.send(faulty())
  expect((await shop.member.get(path)).body).toMatchObject({ code: 'bad_request', data: { field: 'account_id' } })
  const stranger = await newSession(await newTenant(), { role: 'member' })
  const other = await stranger.get(`${path}?account_id=${shop.account_id}`)
  expect([other.status, other.body.data.field]).toEqual([400, 'account_id'])
})
