/**
 * Measures the price sensitivity of every variant once a week, when the last week is over, and again what changed since. Reads
 * that show it for many variants take what is stored; products.get_price_sensitivity always measures.
 */
import { mondayOf } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/sql.ts'
import { limits } from '../../contract/limits.ts'
import { forEachDue, type Job, type Only, type Step, within } from '../../jobs/job.ts'
import { readPriceEvidence } from './price_evidence.ts'
import { lockMeasures, readFacts, readUnmeasured, type VariantFacts, writeMeasures } from './price_measures.store.ts'
import { measureOf } from './price_sensitivity.ts'

/** Products of one transaction, and transactions of one run: other jobs of the process wait for it. */
const productsAtOnce = 20
const batchesAtOnce = 50

interface Owner {
  organization_id: string
  time_zone: string
  /** In the time zone. */
  today: string
}

const sameFacts = (a: VariantFacts, b: VariantFacts | undefined) =>
  b !== undefined &&
  a.sold_rows === b.sold_rows &&
  a.sold_checksum === b.sold_checksum &&
  a.ledger_rows === b.ledger_rows

/**
 * Measures the next products and returns the last, or null behind the last. A product of which sales or stock changed
 * meanwhile is left for the next run.
 */
async function measureNext(sql: Sql, { organization_id, time_zone, today }: Owner, after: string | null) {
  const end_exclusive = mondayOf(today)
  const products = await readUnmeasured(sql, organization_id, end_exclusive, after, productsAtOnce)
  if (products.length === 0) return null
  const ids = products.flatMap(({ variant_ids }) => variant_ids)
  const readNow = () => readFacts(sql, organization_id, ids, { end_exclusive, time_zone })
  const before = new Map((await readNow()).map((facts) => [facts.variant_id, facts]))
  const weeks = limits.price_weeks_max
  const evidence = await readPriceEvidence(sql, organization_id, ids, { today, time_zone, weeks })
  const measures = new Map(evidence.map((one) => [one.variant.variant_id, measureOf(one)]))
  await lockMeasures(sql, organization_id)
  const facts = new Map((await readNow()).map((one) => [one.variant_id, one]))
  const steady = products.filter(({ variant_ids }) =>
    variant_ids.every((id) => facts.has(id) && measures.has(id) && sameFacts(facts.get(id)!, before.get(id))),
  )
  const rows = steady.flatMap(({ variant_ids }) =>
    variant_ids.map((id) => ({ ...facts.get(id)!, ...measures.get(id)! })),
  )
  if (rows.length > 0) await writeMeasures(sql, organization_id, end_exclusive, rows)
  return products.at(-1)!.product_id
}

/** Measures variants of an organisation whose measure is not that of the current week. */
export async function measurePrices(step: Step, owner: Owner, batchesMax = batchesAtOnce): Promise<void> {
  let after: string | null = null
  for (let batch = 0; batch < batchesMax; batch++) {
    const last: string | null = await step((sql) => measureNext(sql, owner, after))
    if (last === null) return
    after = last
    // The process serves requests between two batches.
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
}

const readSellers = (sql: Sql, only: Only) => sql<{ organization_id: string; time_zone: string }[]>`
  select o.organization_id, o.time_zone from organizations o
  where exists (select from sales_daily d where d.organization_id = o.organization_id)
    and ${within(sql, only, sql`o.organization_id`)}
  order by o.organization_id`

const readDue = async (sql: Sql, now: string, only: Only) =>
  (await readSellers(sql, only)).map((one) => ({ ...one, now }))

/** Looks whether a week has ended somewhere, and what lacks a measure since. */
export const measurePricesJob: Job = {
  name: 'measure_prices',
  every_seconds: 600,
  run: (step) =>
    forEachDue(step, readDue, ({ now, ...seller }) =>
      measurePrices(step, { ...seller, today: dayInTimeZone(seller.time_zone, now) }),
    ),
}
