/** Folds what statements changed in sales_daily into the sums by channel and by product. */
import type { Sql } from '../../contract/sql.ts'
import type { Job } from '../../jobs/job.ts'

const batchRows = 20_000

/** One statement: whoever reads meanwhile sees each delta once, either by itself or in the sums. */
export async function foldSalesDeltas(sql: Sql, rowsMax = batchRows): Promise<number> {
  const [folded] = await sql<{ rows: number }[]>`
    with oldest as (
      select organization_id, entry from sales_deltas order by organization_id, entry limit ${rowsMax}
      for update skip locked
    ), taken as (
      delete from sales_deltas d using oldest o where d.organization_id = o.organization_id and d.entry = o.entry
      returning d.*
    ), by_channel as (
      insert into sales_by_channel as c (organization_id, day, sales_channel_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select organization_id, day, sales_channel_id, currency, sum(row_count), sum(units), sum(returned_units),
        sum(gross_sales_cents), sum(discounts_cents), sum(returns_cents), sum(taxes_cents), sum(costed_units),
        sum(known_cost_cents), sum(priced_units), sum(known_regular_value_cents), sum(known_markdown_units)
      from taken group by organization_id, day, sales_channel_id, currency
      order by organization_id, day, sales_channel_id, currency
      on conflict on constraint sales_by_channel_pk do update set version = c.version + 1,
        row_count = c.row_count + excluded.row_count, units = c.units + excluded.units,
        returned_units = c.returned_units + excluded.returned_units,
        gross_sales_cents = c.gross_sales_cents + excluded.gross_sales_cents,
        discounts_cents = c.discounts_cents + excluded.discounts_cents,
        returns_cents = c.returns_cents + excluded.returns_cents, taxes_cents = c.taxes_cents + excluded.taxes_cents,
        costed_units = c.costed_units + excluded.costed_units,
        known_cost_cents = c.known_cost_cents + excluded.known_cost_cents,
        priced_units = c.priced_units + excluded.priced_units,
        known_regular_value_cents = c.known_regular_value_cents + excluded.known_regular_value_cents,
        known_markdown_units = c.known_markdown_units + excluded.known_markdown_units
    ), by_product as (
      insert into sales_by_product as c (organization_id, day, sales_channel_id, product_id, currency, row_count, units,
        returned_units, gross_sales_cents, discounts_cents, returns_cents, taxes_cents, costed_units, known_cost_cents,
        priced_units, known_regular_value_cents, known_markdown_units)
      select organization_id, day, sales_channel_id, product_id, currency, sum(row_count), sum(units),
        sum(returned_units), sum(gross_sales_cents), sum(discounts_cents), sum(returns_cents), sum(taxes_cents),
        sum(costed_units), sum(known_cost_cents), sum(priced_units), sum(known_regular_value_cents),
        sum(known_markdown_units)
      from taken group by organization_id, day, sales_channel_id, product_id, currency
      order by organization_id, day, sales_channel_id, product_id, currency
      on conflict on constraint sales_by_product_pk do update set
        row_count = c.row_count + excluded.row_count, units = c.units + excluded.units,
        returned_units = c.returned_units + excluded.returned_units,
        gross_sales_cents = c.gross_sales_cents + excluded.gross_sales_cents,
        discounts_cents = c.discounts_cents + excluded.discounts_cents,
        returns_cents = c.returns_cents + excluded.returns_cents, taxes_cents = c.taxes_cents + excluded.taxes_cents,
        costed_units = c.costed_units + excluded.costed_units,
        known_cost_cents = c.known_cost_cents + excluded.known_cost_cents,
        priced_units = c.priced_units + excluded.priced_units,
        known_regular_value_cents = c.known_regular_value_cents + excluded.known_regular_value_cents,
        known_markdown_units = c.known_markdown_units + excluded.known_markdown_units
    )
    select count(*)::int as rows from taken`
  return folded!.rows
}

export const foldSalesJob: Job = {
  name: 'fold_sales',
  every_seconds: 60,
  async run(step) {
    while ((await step((sql) => foldSalesDeltas(sql))) === batchRows);
  },
}
