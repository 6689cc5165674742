/** The job that measures velocity, in an organisation of which nothing changed. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { dayAgo, importDays, openCoveredShop } from '../../selling/sales_facts/coverage/coverage_fixture.ts'
import { readTable, refresh } from './velocity_fixture.ts'

setDefaultTimeout(60_000)

test('where an import ends before yesterday, figures are measured again only once something changed', async () => {
  const shop = await openCoveredShop()
  const { tenant } = shop
  await importDays(shop, 'Till', [dayAgo(9), dayAgo(7)])
  await refresh(tenant)
  const written = async () => {
    const rows = await tenant.service.database.sql`
      select row_type, weeks, xmin::text as written_in from velocity_classes
      where organization_id = ${tenant.organization_id} order by row_type, weeks`
    return rows.map((row) => ({ ...row }))
  }
  const before = await written()
  expect(before.length).toBeGreaterThan(0)
  await refresh(tenant)
  expect(await written()).toEqual(before)
  // A newer file moves the windows, and its sales are classified.
  await importDays(shop, 'Till', [dayAgo(3)])
  await refresh(tenant)
  expect(await written()).not.toEqual(before)
  expect((await readTable(tenant)).body.data.window.end_date).toBe(dayAgo(3))
  // So does one for a day within the windows.
  const newer = await written()
  await importDays(shop, 'Till', [dayAgo(5)])
  await refresh(tenant)
  expect(await written()).not.toEqual(newer)
})
