/**
 * Measures variants whose sales or stock changed, and every variant once a day, for the windows that end yesterday or with
 * the last recorded day. A
 * new day is measured beside the old one, in batches; reads change over when all of it is there. What is kept by product
 * (running sums, catalogue/product_figures), and the stock of variants (catalogue/variant_stock), follows the same marks, so this job alone writes it.
 */
import { addDays, earlier } from '../../calendar/days.ts'
import { readSalesCoverage } from '../../selling/sales_facts/coverage/coverage.store.ts'
import { arrayLiteral } from '../../../db/sql/array_literal.ts'
import type { Sql } from '../../contract/sql.ts'
import { forEachDue, type Job, type Only, type Step, within } from '../../jobs/job.ts'
import { runStatement } from '../../tables/page.ts'
import { foldProductChanges, measureProducts, productMarks } from '../../catalogue/product_figures/measure_products.ts'
import { foldLevelChanges, levelMarks, sumVariants } from '../../catalogue/variant_stock/sum_variants.ts'
import { deleteOutdatedMeasures } from '../../catalogue/price_sensitivity/price_measures.store.ts'
import { countStock } from '../../stock/stock_days/count_stock.ts'
import { foldVariants } from '../../stock/stock_values/fold_stock_values.ts'
import { keepRunningSums, sumsOfTaken } from '../sales/running_sums/keep_running_sums.ts'
import { stockOfTaken } from '../sales/running_sums/keep_stock_sums.ts'
import { velocityWeeks } from '../known_values.ts'
import { measureClasses } from './classes.ts'
import { measured, measuredColumns, measuredFigures } from './measured.ts'
import { storeProducts } from './product_figures.ts'

const batchVariants = 500
const batchRows = 20_000

const figures = measured({
  variants: 'select variant_id from concerned',
  end: '(select end_exclusive from asked)',
  weeks: velocityWeeks,
})

/** `asked` names organisation and day, `concerned` the variants. Rows that are there already are replaced. */
const writeMeasured = `
  insert into variant_velocity as s (organization_id, end_exclusive, ${measuredColumns})
  select a.organization_id, a.end_exclusive, ${measuredColumns} from asked a cross join (${figures}) m
  on conflict on constraint variant_velocity_pk do update set ${measuredFigures.map((name) => `${name} = excluded.${name}`).join(', ')}`

/** Marks are deleted by their position: see foldOldest (selling/sales_facts/fold_sales.ts). */
const foldStatement = `
  with asked as materialized (
    select organization_id, end_exclusive from velocity_windows where organization_id = $1
  ), oldest as materialized (
    select c.ctid as tid from velocity_changes c join asked a on a.organization_id = c.organization_id
    where c.organization_id = $1 order by c.entry limit ${batchVariants}
  ), taken as (
    delete from velocity_changes c using oldest o where c.organization_id = $1 and c.ctid = o.tid
    returning c.variant_id, c.occurred_at, c.moved, c.received
  ), concerned as materialized (select distinct variant_id from taken), ${sumsOfTaken}, ${stockOfTaken},
  written as (${writeMeasured})
  select (select count(*)::int from taken) as marks, (select end_exclusive::text from asked) as end_exclusive,
    coalesce((select jsonb_agg(variant_id) from concerned), '[]') as variant_ids,
    coalesce((select jsonb_agg(distinct variant_id) from taken where moved is not null), '[]') as moved_variant_ids,
    coalesce((select jsonb_agg(distinct v.product_id) from concerned n
      join variants v on v.organization_id = $1 and v.variant_id = n.variant_id), '[]') as product_ids,
    coalesce((select jsonb_agg(distinct v.product_id) from taken t
      join variants v on v.organization_id = $1 and v.variant_id = t.variant_id where t.moved is not null), '[]')
      as moved_product_ids`

interface Folded {
  marks: number
  end_exclusive: string
  variant_ids: string[]
  product_ids: string[]
  /** The ones among them whose stock moved. */
  moved_variant_ids: string[]
  moved_product_ids: string[]
}

/**
 * Measures changed variants again, and what is kept by product, category or day: of stock only where it moved. A change
 * that is not visible yet keeps its mark. Returns how many marks it took.
 */
export async function foldVelocityChanges(sql: Sql, organization_id: string): Promise<number> {
  const [folded] = await runStatement<Folded>(sql, { text: foldStatement, params: [organization_id] })
  const { marks, end_exclusive, variant_ids, moved_variant_ids } = folded!
  if (marks > 0) {
    await storeProducts(sql, organization_id, end_exclusive, arrayLiteral(folded!.product_ids))
    await countStock(sql, organization_id, moved_variant_ids)
    await sumVariants(sql, organization_id, variant_ids)
    await measureProducts(sql, organization_id, folded!.moved_product_ids)
    await deleteOutdatedMeasures(sql, organization_id, variant_ids)
    await foldVariants(sql, organization_id, moved_variant_ids)
  }
  return marks
}

const measureStatement = `
  with asked as materialized (select $1::uuid as organization_id, $2::date as end_exclusive),
  concerned as materialized (select unnest($3::uuid[]) as variant_id) ${writeMeasured}`

/** Measures the next variants for a day, by id; returns the last, or undefined behind the last. */
async function measureNext(
  sql: Sql,
  organization_id: string,
  end_exclusive: string,
  after: string | null,
): Promise<string | undefined> {
  const next = await sql<{ variant_id: string }[]>`
    select variant_id from variants
    where organization_id = ${organization_id} and (${after}::uuid is null or variant_id > ${after}::uuid)
    order by variant_id limit ${batchVariants}`
  if (next.length === 0) return undefined
  const ids = arrayLiteral(next.map(({ variant_id }) => variant_id))
  await runStatement(sql, { text: measureStatement, params: [organization_id, end_exclusive, ids] })
  return next.at(-1)!.variant_id
}

/** Sums the next products for a day, by id; returns the last, or undefined behind the last. */
async function sumNextProducts(
  sql: Sql,
  organization_id: string,
  end_exclusive: string,
  after: string | null,
): Promise<string | undefined> {
  const next = await sql<{ product_id: string }[]>`
    select product_id from products
    where organization_id = ${organization_id} and (${after}::uuid is null or product_id > ${after}::uuid)
    order by product_id limit ${batchVariants}`
  if (next.length === 0) return undefined
  await storeProducts(sql, organization_id, end_exclusive, arrayLiteral(next.map(({ product_id }) => product_id)))
  return next.at(-1)!.product_id
}

const showDay = (sql: Sql, organization_id: string, end_exclusive: string, now: string) => sql`
  insert into velocity_windows as w (organization_id, end_exclusive, measured_at)
  values (${organization_id}, ${end_exclusive}, ${now})
  on conflict (organization_id) do update set end_exclusive = excluded.end_exclusive, measured_at = excluded.measured_at`

const deleteOtherDaysOfProducts = (sql: Sql, organization_id: string) => sql`
  delete from product_velocity s using velocity_windows w
  where s.organization_id = ${organization_id} and w.organization_id = ${organization_id}
    and s.end_exclusive <> w.end_exclusive`

async function deleteOtherDays(sql: Sql, organization_id: string): Promise<number> {
  const { count } = await sql`
    delete from variant_velocity s using (
      select v.end_exclusive, v.weeks, v.variant_id from variant_velocity v
      join velocity_windows w on w.organization_id = v.organization_id
      where v.organization_id = ${organization_id} and v.end_exclusive <> w.end_exclusive limit ${batchRows}
    ) o
    where s.organization_id = ${organization_id} and s.end_exclusive = o.end_exclusive and s.weeks = o.weeks
      and s.variant_id = o.variant_id`
  return count
}

/** Measures all variants and products of an organisation for the windows before a day, and shows them. */
async function measureDay(step: Step, organization_id: string, end_exclusive: string): Promise<void> {
  for (const next of [measureNext, sumNextProducts])
    for (let after: string | null = null; ;) {
      const last: string | undefined = await step((sql) => next(sql, organization_id, end_exclusive, after))
      if (last === undefined) break
      after = last
    }
  await step((sql, now) => showDay(sql, organization_id, end_exclusive, now))
  await step((sql) => deleteOtherDaysOfProducts(sql, organization_id))
  while ((await step((sql) => deleteOtherDays(sql, organization_id))) === batchRows);
}

interface Due {
  organization_id: string
  end_exclusive: string | null
  /** In the organisation's time zone. */
  today: string
}

/** Organisations that have something to measure; one whose windows end before yesterday may have got newer sales. */
export const readDue = (sql: Sql, now: string, only: Only = null) => sql<Due[]>`
  select o.organization_id, w.end_exclusive::text as end_exclusive,
    (${now}::timestamptz at time zone o.time_zone)::date::text as today
  from organizations o
  left join velocity_windows w on w.organization_id = o.organization_id
  where ${within(sql, only, sql`o.organization_id`)}
    and (w.end_exclusive is distinct from (${now}::timestamptz at time zone o.time_zone)::date
      or exists (select from velocity_changes c where c.organization_id = o.organization_id)
      or exists (select from product_changes c where c.organization_id = o.organization_id)
      or exists (select from stock_level_changes c where c.organization_id = o.organization_id))
  order by o.organization_id`

/** Windows end yesterday, or with the last day of which the sales are known. */
async function windowsEnd(sql: Sql, organization_id: string, today: string): Promise<string> {
  const { recorded_through } = await readSalesCoverage(sql, organization_id, today)
  return earlier(addDays(recorded_through, 1), today)
}

/** Takes marks until fewer are left than are taken at once; returns whether there was one. */
async function foldAll(fold: () => Promise<number>, atOnce: number): Promise<boolean> {
  for (let isChanged = false; ;) {
    const marks = await fold()
    isChanged ||= marks > 0
    if (marks < atOnce) return isChanged
  }
}

/** An organisation whose import ends before yesterday is due each time: where nothing changed, nothing is written. */
export async function refreshOrganization(step: Step, { organization_id, end_exclusive, today }: Due): Promise<void> {
  await foldAll(() => step((sql) => foldLevelChanges(sql, organization_id)), levelMarks)
  const end = await step((sql) => windowsEnd(sql, organization_id, today))
  const isMoved = end_exclusive !== end
  if (isMoved) await measureDay(step, organization_id, end)
  await keepRunningSums(step, organization_id, today)
  const isMeasured = await foldAll(() => step((sql) => foldVelocityChanges(sql, organization_id)), batchVariants)
  await foldAll(() => step((sql) => foldProductChanges(sql, organization_id)), productMarks)
  if (isMoved || isMeasured) await step((sql) => measureClasses(sql, organization_id))
}

export const refreshVelocityJob: Job = {
  name: 'refresh_velocity',
  every_seconds: 60,
  run: (step) => forEachDue(step, readDue, (due) => refreshOrganization(step, due)),
}
