/** An account of 500 doors that reports 2,000 variants: one week as a file, and a history that COPY loads. */
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { addDays } from '../../../server/calendar/days.ts'
import { organizationIn } from '../fixtures/data.ts'

const products = 500
const variantsEach = 4
const categories = 10
/** Of 100 pairs of a door and a variant, those that have a row in a week of the history. */
const densityPercent = 15

export interface SellOutData {
  organization_id: string
  account_id: string
  /** Their order is that of the primary key, so that COPY appends to its index. */
  doors: { door_id: string; door_reference: string }[]
  variants: { variant_id: string; product_id: string; buyer_sku: string }[]
  category: string
  /** With budgets for half of the categories. */
  commitment_id: string
}

async function fillCatalogue(sql: postgres.Sql<{}>, organization_id: string): Promise<void> {
  await sql`
    insert into categories (organization_id, category_id, name)
    select ${organization_id}, gen_random_uuid(), 'Category ' || n from generate_series(0, ${categories - 1}) n`
  await sql`
    insert into products (organization_id, product_id, title, status, created_at, currency, category_id)
    select ${organization_id}, gen_random_uuid(), 'P' || n, 'ACTIVE', now(), 'USD', c.category_id
    from generate_series(1, ${products}) n
    join categories c on c.organization_id = ${organization_id} and c.name = 'Category ' || n % ${categories}`
  await sql`
    insert into variants (organization_id, variant_id, product_id, sku, title, position, price_cents, created_at)
    select ${organization_id}, gen_random_uuid(), p.product_id, p.title || '-' || n, 'Size ' || n, n, 1000, now()
    from products p, generate_series(1, ${variantsEach}) n where p.organization_id = ${organization_id}`
}

async function fillAccount(sql: postgres.Sql<{}>, organization_id: string, account_id: string, doors: number) {
  await sql`
    insert into trading_partners (organization_id, trading_partner_id, name)
    values (${organization_id}, ${account_id}, 'Meridian')`
  await sql`
    insert into account_doors (organization_id, door_id, trading_partner_id, door_reference, name, kind)
    select ${organization_id}, gen_random_uuid(), ${account_id}, lpad(n::text, 4, '0'), 'Store ' || n, 'store'
    from generate_series(1, ${doors}) n`
  await sql`
    insert into account_items (organization_id, trading_partner_id, buyer_sku, variant_id)
    select ${organization_id}, ${account_id}, '771-' || sku, variant_id from variants
    where organization_id = ${organization_id}`
  await sql`
    insert into sell_out_declarations (organization_id, trading_partner_id, absence_convention, location_grain, currency,
      price_tax_basis, week_anchor_dow, confirmed_at, confirmed_by)
    values (${organization_id}, ${account_id}, 'row_omitted', 'store', 'USD', 'inclusive', 6, now(), 'user:bench')`
}

async function fillCommitment(sql: postgres.Sql<{}>, organization_id: string): Promise<string> {
  const commitment_id = uuidv7()
  await sql`
    insert into commitments (organization_id, commitment_id, name, season_code, currency, status, created_at)
    values (${organization_id}, ${commitment_id}, 'Spring', 'SS27', 'USD', 'approved', now())`
  await sql`
    insert into commitment_budgets (organization_id, commitment_id, budget_id, category_id, budget_cents)
    select ${organization_id}, ${commitment_id}, gen_random_uuid(), category_id, 100000 from categories
    where organization_id = ${organization_id} order by name limit ${categories / 2}`
  return commitment_id
}

export async function openSellOutData(sql: postgres.Sql<{}>, url: string, doorCount: number): Promise<SellOutData> {
  const organization_id = await organizationIn(url, 'Brand')
  const account_id = uuidv7()
  await fillCatalogue(sql, organization_id)
  await fillAccount(sql, organization_id, account_id, doorCount)
  const commitment_id = await fillCommitment(sql, organization_id)
  await sql`vacuum (analyze)`
  const doors = await sql<SellOutData['doors']>`
    select door_id, door_reference from account_doors where organization_id = ${organization_id} order by door_id`
  const variants = await sql<SellOutData['variants']>`
    select v.variant_id, v.product_id, '771-' || v.sku as buyer_sku from variants v
    where v.organization_id = ${organization_id} order by v.variant_id`
  return {
    organization_id,
    account_id,
    doors: [...doors],
    variants: [...variants],
    category: 'Category 3',
    commitment_id,
  }
}

/** One row for each door and variant of the week that ends on `period_end`; returns their number. */
export async function writeWeek(path: string, { doors, variants }: SellOutData, period_end: string): Promise<number> {
  const file = createWriteStream(path)
  file.write('period_start,period_end,door,buyer_sku,units_sold,on_hand\n')
  const period = `${addDays(period_end, -6)},${period_end}`
  let rows = 0
  for (const { door_reference } of doors) {
    const lines = variants.map(({ buyer_sku }) => {
      const n = rows++
      return `${period},${door_reference},${buyer_sku},${n % 7},${n % 23}\n`
    })
    if (!file.write(lines.join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return rows
}

/** Moves a product into the category that is read. */
export const moveProduct = (sql: postgres.Sql<{}>, { organization_id, category }: SellOutData) => sql`
  update products p set category_id = c.category_id from categories c
  where p.organization_id = ${organization_id} and p.title = 'P7' and c.organization_id = p.organization_id
    and c.name = ${category}`

function linesOf({ organization_id, account_id, doors, variants }: SellOutData, week: number, period_end: string) {
  const [before, period] = [`${organization_id}\t${account_id}\t`, `\t${addDays(period_end, -6)}\t${period_end}\t`]
  const lines: string[] = []
  for (const [v, { variant_id }] of variants.entries())
    for (const [d, { door_id }] of doors.entries())
      if ((v * 37 + d * 61 + week * 13) % 100 < densityPercent)
        lines.push(`${before}${variant_id}\t${door_id}${period}${1 + ((v + d) % 9)}\t${(d + week) % 20}\t\\N\n`)
  return lines
}

const linesAChunk = 10_000

/** Copies a week of the history; the triggers keep the sums, as they do for an import. Returns the number of rows. */
export async function copyWeek(
  sql: postgres.Sql<{}>,
  data: SellOutData,
  week: number,
  period_end: string,
): Promise<number> {
  const { organization_id, account_id } = data
  await sql`
    insert into sell_out_reports (organization_id, trading_partner_id, period_start, period_end, door_id, currency)
    select organization_id, trading_partner_id, ${addDays(period_end, -6)}, ${period_end}, door_id, 'USD'
    from account_doors where organization_id = ${organization_id} and trading_partner_id = ${account_id}`
  const lines = linesOf(data, week, period_end)
  const target = await sql`copy sell_out_rows (organization_id, trading_partner_id, variant_id, door_id, period_start,
    period_end, units, on_hand, sales_cents) from stdin`.writable()
  for (let at = 0; at < lines.length; at += linesAChunk)
    if (!target.write(lines.slice(at, at + linesAChunk).join(''))) await once(target, 'drain')
  const finished = once(target, 'finish')
  target.end()
  await finished
  return lines.length
}
