import { expect, test } from 'bun:test'
import { daysAgo, move, newHistory, readTable, refresh } from './velocity_fixture.ts'

test('a movement that was taken back does not begin the ledger of a variant', async () => {
  const history = await newHistory()
  const at = (days: number) => ({ sku: 'A1', location: 'North', occurred_at: `${daysAgo(days)}T00:00:00Z` })
  await move(history, [{ ...at(20), kind: 'opening', quantity: 5 }])
  const { sql } = history.tenant.service.database
  const [mistake] = await sql<{ movement_id: string }[]>`
    select movement_id from stock_movements where organization_id = ${history.tenant.organization_id}`
  await move(history, [
    { ...at(20), kind: 'opening', quantity: -5, reverses_movement_id: Number(mistake!.movement_id) },
    { ...at(10), kind: 'opening', quantity: 5 },
  ])
  const row = async () => (await readTable(history.tenant, { sort_args: 'sku' })).body.data.rows[0]
  const expected = { sku: 'A1', untracked_days: 18, in_stock_days: 10, stockout_days: 0 }
  expect(await row()).toMatchObject(expected)
  await refresh(history.tenant)
  expect(await row()).toMatchObject(expected)
})
