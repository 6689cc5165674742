/** A count that arrives complete, such as a warehouse's own: a stocktake of one location, counted and posted at once. */
import { uuidv7 } from 'uuidv7'
import type { Sql } from '../../contract/call.ts'
import type { Booking } from '../../ledger/book.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { inBulk } from '../../ledger/in_bulk.ts'
import { insertLines } from './create.ts'
import type { Stocktake } from './model.ts'
import { postCounted } from './post.ts'
import { refreshTotals, writeCounts } from './store.ts'

export interface CompleteCount {
  name: string
  counted_on: string
  counted_at: string
  location_id: string
  /** Each variant once. */
  counts: readonly { variant_id: string; counted_quantity: number }[]
}

export async function recordPosted(
  sql: Sql,
  booking: Booking,
  { name, counted_on, counted_at, location_id, counts }: CompleteCount,
): Promise<Stocktake> {
  const { organization_id, actor, now, currency } = booking
  await holdBundles(sql, organization_id)
  const stocktake_id = uuidv7()
  await sql`
    insert into stocktakes (organization_id, stocktake_id, name, counted_on, include_all_variants, currency, created_by)
    values (${organization_id}, ${stocktake_id}, ${name}, ${counted_on}, false, ${currency}, ${actor})`
  await inBulk(sql, counts.length, async () => {
    const variant_ids = counts.map(({ variant_id }) => variant_id)
    await insertLines(sql, organization_id, stocktake_id, [location_id], variant_ids)
    const countsAtLocation = counts.map((count) => ({ ...count, location_id }))
    await writeCounts(sql, organization_id, stocktake_id, countsAtLocation, counted_at, now)
    await refreshTotals(sql, organization_id, stocktake_id)
  })
  return postCounted(sql, booking, { stocktake_id, name, line_count: counts.length })
}
