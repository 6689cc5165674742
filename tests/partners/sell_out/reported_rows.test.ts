/** Rows of an interchange, and the formats that are documented. */
import { expect, test } from 'bun:test'
import { importSellOut } from '../../../server/partners/sell_out/import_rows.ts'
import { sellOutProfiles } from '../../../server/partners/sell_out/reading/profiles.ts'
import documented from '../../../docs-site/src/data/sell_out_profiles.json'
import { differingSums, monday, retail, sunday, week } from './retail.ts'

test('rows of an interchange are imported as those of a file: returns are subtracted, unknown items kept', async () => {
  const shop = await retail()
  await shop.declare()
  const { tenant, account_id } = shop
  const context = {
    organization_id: tenant.organization_id,
    actor: 'edi:Meridian',
    now: new Date().toISOString(),
    currency: 'EUR',
    time_zone: 'UTC',
  }
  const period = { period_start: monday(0), period_end: sunday(0) }
  const done: any = await tenant.service.running!.context.db.write((sql: any) =>
    importSellOut(sql, context as never, {
      trading_partner_id: account_id,
      account_name: 'Meridian',
      source: 'edi_852',
      rows: [
        [
          { ...period, door_reference: '0117', buyer_sku: '771-S', units_sold: 7, units_returned: 2, on_hand: 9 },
          { ...period, door_reference: '0117', gtin: '5601234567890', units_sold: 1 },
          { ...period, door_reference: '0118', sku: 'UNKNOWN', units_sold: 1 },
        ],
      ],
    }),
  )
  expect(Object.fromEntries(done.counts.by_reason)).toEqual({ matched_buyer_sku: 1, matched_gtin: 1, unknown_item: 1 })
  expect((await shop.report()).body.data.by_week[week(0)]).toMatchObject({ units: 6, on_hand: 9, variants: 1 })
  const { sql } = tenant.service.database
  const storedRows = await sql`
    select f.source, f.imported_by, r.sku from sell_out_refusals r join sell_out_files f using (organization_id, file_id)
    where r.organization_id = ${tenant.organization_id}`
  expect(storedRows.map((one: any) => Object.values(one))).toEqual([['edi_852', 'edi:Meridian', 'UNKNOWN']])
  expect(await differingSums(tenant)).toEqual([])
})

test('every built-in format is documented with its evidence', () => {
  expect(documented.profiles.map(({ profile }) => profile)).toEqual(sellOutProfiles.map(({ name }) => name))
  for (const { profile, documentation, headers_from } of documented.profiles) {
    expect(headers_from.length).toBeGreaterThan(0)
    expect([profile, documentation.length > 0 || profile === 'weekly_sell_out']).toEqual([profile, true])
  }
})
