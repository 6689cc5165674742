import { expect, test } from 'bun:test'
import { bookMerchant, dataOf, writeHistory } from './book.ts'

test('a line is cancellable up to and including its notice date and firm from the day after, by the term of its account', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const accounts = {
    notice: await account('Notice', { cancellation_term: 'notice_period', cancellation_notice_days: 30 }),
    never: await account('Never', { cancellation_term: 'not_cancellable' }),
    shipped: await account('Shipped', { cancellation_term: 'until_shipped' }),
    unstated: await account('Unstated'),
  }
  const line = { season_code: 'AW26', product_id: ids.products.Jumper!, recorded_at: '2026-06-01T12:00:00Z' }
  const dated = { ...line, ship_window_start: '2026-10-31', quantity: 10 }
  await writeHistory(tenant, [
    { ...dated, line: 'A', account: accounts.notice },
    { ...line, line: 'undated', account: accounts.notice, quantity: 1 },
    { ...dated, line: 'held', account: accounts.notice, quantity: 100, held_by: 'merchant' },
    { ...dated, line: 'B', account: accounts.never },
    { ...dated, line: 'C', account: accounts.shipped },
    { ...dated, line: 'D', account: accounts.unstated },
  ])
  const at = async (as_of: string): Promise<Record<string, number[]>> => {
    const { accounts: rows, total } = await dataOf(tenant, 'firmness', { season_code: 'AW26', as_of })
    const figures = ({ firm_qty, cancellable_qty, held_qty }: any) => [firm_qty, cancellable_qty, held_qty]
    return { total: figures(total), ...Object.fromEntries(rows.map((row: any) => [row.name, figures(row)])) }
  }
  const others = { Never: [10, 0, 0], Shipped: [0, 10, 0], Unstated: [0, 10, 0] }
  expect(await at('2026-10-01')).toEqual({ ...others, Notice: [0, 11, 100], total: [10, 31, 100] })
  expect(await at('2026-10-02')).toEqual({ ...others, Notice: [10, 1, 100], total: [20, 21, 100] })
  const unconfirmed = async (as_of: string) => {
    const { rows } = await dataOf(tenant, 'signals', { season_code: 'AW26', as_of, kind: 'unconfirmed' })
    return rows.map((row: any) => [row.line_reference, row.notice_date]).toSorted()
  }
  expect(await unconfirmed('2026-10-01')).toEqual([])
  expect(await unconfirmed('2026-10-02')).toEqual([
    ['A', '2026-10-01'],
    ['held', '2026-10-01'],
  ])
  expect((await unconfirmed('2026-11-01')).map(([line_reference]: any) => line_reference)).toEqual([
    'A',
    'B',
    'C',
    'D',
    'held',
  ])
})

test('a line is cut and moved by its revisions within the window, also where it was recorded within it', async () => {
  const { tenant, account, ids } = await bookMerchant()
  const line = {
    line: 'A',
    account: await account('Northgate'),
    season_code: 'SS27',
    product_id: ids.products.Jumper!,
    quantity: 100,
    unit_price_cents: 200,
    ship_window_start: '2027-02-01',
  }
  await writeHistory(tenant, [
    { ...line, recorded_at: '2026-09-01T12:00:00Z' },
    { ...line, quantity: 60, unit_price_cents: 500, recorded_at: '2026-10-01T12:00:00Z' },
    { ...line, quantity: 60, ship_window_start: '2027-03-01', recorded_at: '2026-10-10T12:00:00Z' },
    { ...line, quantity: 60, is_cancelled: true, recorded_at: '2026-10-20T12:00:00Z' },
  ])
  const at = async (since: string, as_of: string) => {
    const { rows } = await dataOf(tenant, 'signals', { season_code: 'SS27', since, as_of })
    return rows.map((row: any) => [row.kind, row.signal_qty, row.signal_value_usd, row.previous_ship_window_start])
  }
  expect(await at('2026-08-01', '2026-09-30')).toEqual([])
  expect(await at('2026-08-01', '2026-10-01')).toEqual([['cut', 40, 80, null]])
  expect(await at('2026-10-01', '2026-10-05')).toEqual([['cut', 40, 80, null]])
  expect(await at('2026-10-02', '2026-10-15')).toEqual([['moved', 60, 120, '2027-02-01']])
  expect(await at('2026-10-15', '2026-10-20')).toEqual([['cut', 60, 120, null]])
  expect(await at('2026-10-21', '2026-10-25')).toEqual([])
})
