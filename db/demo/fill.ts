/**
 * Fills a sandbox organisation with two years of a fashion merchandiser. Everything is one transaction and every
 * constraint stands: a run that is broken off leaves nothing, and what it leaves was checked by the database row by
 * row. The same seed, day and number of variants make the same content.
 */
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { refreshCover } from '../../server/ledger/cover.ts'
import type { Sql } from '../../server/contract/call.ts'
import { exceptionRows, signalRows, writeDeliveryLines } from './aftermath.ts'
import { makeProduct, type Product } from './assortment.ts'
import { Books, expected_returns_max } from './books.ts'
import { type Calendar, calendarOf, mondayOf } from './calendar.ts'
import { budgetRows } from './commitments.ts'
import { Sheet } from './copy.ts'
import { Orders } from './orders.ts'
import { type Places, placeRows, planPlaces, type Rows } from './places.ts'
import { idsOf, type MakeId, randomOf } from './random.ts'
import { addProduct, rangeSheets } from './range_rows.ts'
import { contactCount, contactRows } from './suppliers.ts'
import { VariantTrade } from './trade.ts'
import { Workshop } from './workshop.ts'

/** Raised when the same seed makes other content than before; loads that were kept are then made anew. */
export const demo_version = 4

export interface DemoOptions {
  variants: number
  seed: number
  /** The first sandbox organisation, or a new one, when absent. */
  organization_id?: string
  /** The day on which history ends; the database's when absent. */
  today?: string
  /** Told now and then how far the load is. */
  progress?: (step: string, done: number, of: number) => void
}

export interface DemoResult {
  organization_id: string
  today: string
  rows: Record<string, number>
}

/** Said to whoever ran the command, without a stack. */
export class DemoRefused extends Error {}

const batch_variants = 2_000

export async function fillDemo(url: string, options: DemoOptions): Promise<DemoResult> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'demo', TimeZone: 'UTC' } })
  try {
    const result = await sql.begin((tx) => new Demo(tx, options).fill())
    options.progress?.('vacuum', 0, 1)
    // What was loaded at once has no visibility map yet, and index-only reads want one.
    for (const table of Object.keys(result.rows)) await sql`vacuum (analyze) ${sql(table)}`
    options.progress?.('vacuum', 1, 1)
    return result
  } finally {
    await sql.end({ timeout: 5 })
  }
}

interface Organization {
  organization_id: string
  currency: string
}

async function findOrganization(tx: postgres.TransactionSql, organization_id?: string): Promise<Organization> {
  const [found] = await tx<(Organization & { name: string; sandbox: boolean; filled: boolean })[]>`
    select organization_id, name, currency, sandbox,
      seeded_at is not null or exists (select from products p where p.organization_id = o.organization_id)
        or exists (select from locations l where l.organization_id = o.organization_id) as filled
    from organizations o
    where ${organization_id === undefined ? tx`sandbox` : tx`organization_id::text = ${organization_id}`}
    order by created_at, organization_id limit 1
    for no key update`
  if (found === undefined && organization_id !== undefined)
    throw new DemoRefused(`There is no organisation ${organization_id}.`)
  if (found === undefined) return createOrganization(tx)
  if (!found.sandbox) throw new DemoRefused(`${found.name} is a live organisation; only a sandbox is filled.`)
  if (found.filled)
    throw new DemoRefused(
      `${found.name} (${found.organization_id}) holds data already and the ledger takes nothing back; name another sandbox organisation with --organization.`,
    )
  return found
}

async function createOrganization(tx: postgres.TransactionSql): Promise<Organization> {
  const organization = { organization_id: uuidv7(), currency: 'USD' }
  const region = process.env.SERVICE_REGION ?? 'us'
  await tx`
    insert into organizations (organization_id, name, region, plan, sandbox)
    values (${organization.organization_id}, 'Demo merchandiser', ${region}, 'pro', true)`
  return organization
}

class Demo {
  #own = ''
  #currency = ''
  #calendar!: Calendar
  #makeId!: MakeId
  #places!: Places
  #books!: Books
  #workshop!: Workshop
  readonly #range = rangeSheets()
  readonly #rows: Record<string, number> = {}

  constructor(
    readonly tx: postgres.TransactionSql,
    readonly options: DemoOptions,
  ) {}

  async fill(): Promise<DemoResult> {
    const { tx, options } = this
    const organization = await findOrganization(tx, options.organization_id)
    const [clock] = await tx<{ today: string }[]>`select current_date::text as today`
    const today = options.today ?? clock!.today
    this.#own = organization.organization_id
    this.#currency = organization.currency
    this.#calendar = calendarOf(today)
    this.#makeId = idsOf(options.seed, this.#own, this.#calendar.since_ms)
    this.#places = planPlaces(this.#makeId, randomOf(options.seed, 0), options.variants)
    const orders = new Orders(this.#own, this.#currency, options.seed, this.#calendar, this.#places, this.#makeId)
    this.#books = new Books(this.#own, this.#currency, options.seed, this.#calendar, this.#places, orders, this.#makeId)
    this.#workshop = new Workshop(this.#books, Math.max(2, Math.min(12, Math.ceil(options.variants / 500))))
    await this.#writePlaces()
    await this.#openStocktakes()
    await this.#writeRange()
    await this.#writeReturns()
    await this.#analyze()
    await this.#writeAftermath()
    await this.#closeStocktakes()
    options.progress?.('cover', 0, 1)
    await refreshCover(tx as unknown as Sql, this.#own, `${today}T00:00:00Z`)
    await tx`update organizations set seeded_at = now() where organization_id = ${this.#own}`
    options.progress?.('cover', 1, 1)
    return { organization_id: this.#own, today, rows: this.#rows }
  }

  async #send(sheets: readonly Sheet[]): Promise<void> {
    for (const sheet of sheets) {
      await sheet.send(this.tx)
      this.#rows[sheet.table] = sheet.row_count
    }
  }

  /** Plans of the foreign keys' checks that were made for empty tables would read a full one whole. */
  async #analyze(): Promise<void> {
    for (const table of Object.keys(this.#rows)) await this.tx`analyze ${this.tx(table)}`
  }

  async #writePlaces(): Promise<void> {
    await this.#write(placeRows(this.#places, this.#makeId, this.#calendar, this.#currency))
    const { suppliers } = this.#places
    const contact_ids = await this.#reserveContacts(contactCount(suppliers))
    await this.#write(contactRows(suppliers, contact_ids, this.#makeId, `${this.#calendar.days[0]} 00:00:00+00`))
  }

  async #write(tables: readonly Rows[]): Promise<void> {
    for (const { table, columns, rows } of tables) {
      const sheet = new Sheet(table, columns)
      for (const row of rows) sheet.add(this.#own, row)
      await this.#send([sheet])
    }
  }

  /** Numbers that the database counts out, set aside before the rows that bear them. */
  async #reserve(table: string, column: string, count: number): Promise<string[]> {
    const reserved = await this.tx<{ id: string }[]>`
      select nextval(pg_get_serial_sequence(${table}, ${column}))::text as id from generate_series(1, ${count})`
    return reserved.map(({ id }) => id)
  }

  async #reserveContacts(count: number): Promise<string[]> {
    const reserved = await this.tx<{ id: string }[]>`
      select public_id(o.id_key, nextval('contact_numbers'))::text as id
      from organizations o, generate_series(1, ${count}) where o.organization_id = ${this.#own}`
    return reserved.map(({ id }) => id)
  }

  async #writeAftermath(): Promise<void> {
    const { orders } = this.#books
    this.#rows.purchase_order_delivery_lines = await writeDeliveryLines(this.tx, this.#own)
    await this.#write([
      ...this.#workshop.rows(),
      budgetRows(this.#makeId, orders.drawn, this.#places.category_ids),
      signalRows(orders, this.#places, this.#calendar, this.#makeId),
      exceptionRows(orders, this.#calendar, this.#makeId),
    ])
  }

  async #writeRange(): Promise<void> {
    const { options } = this
    const shared = { seed: options.seed, calendar: this.#calendar, places: this.#places }
    const making = { ...shared, makeId: this.#makeId, supplier_count: this.#places.suppliers.length }
    const writing = { ...shared, organization_id: this.#own, currency: this.#currency }
    let made = 0
    let unsent = 0
    for (let index = 0; made < options.variants; index++) {
      const product = makeProduct(index, made, options.variants - made, making)
      addProduct(this.#range, product, writing)
      this.#trade(product)
      made += product.variants.length
      unsent += product.variants.length
      if (unsent < batch_variants && made < options.variants) continue
      const is_first = made === unsent
      unsent = 0
      await this.#sendRange()
      if (is_first) await this.#analyze()
      options.progress?.('variants', made, options.variants)
    }
  }

  #trade(product: Product): void {
    const appeal_sum = product.variants.reduce((sum, { appeal }) => sum + appeal, 0)
    const trades = product.variants.map((variant) => new VariantTrade(this.#books, product, variant, appeal_sum))
    for (const trade of trades) trade.run()
    this.#workshop.visit(product, trades)
    for (const trade of trades) trade.close()
  }

  #sendRange(): Promise<void> {
    const { levels, movements, sales, forecasts, stocktake_lines, orders } = this.#books
    return this.#send([
      ...Object.values(this.#range),
      orders.sheet,
      orders.lines,
      orders.deliveries,
      levels,
      movements,
      sales,
      forecasts,
      stocktake_lines,
    ])
  }

  async #openStocktakes(): Promise<void> {
    const rows = this.#books.stocktakes.map(({ stocktake_id, name, week }) => ({
      organization_id: this.#own,
      stocktake_id,
      name,
      counted_on: mondayOf(this.#calendar, week),
      include_all_variants: false,
      currency: this.#currency,
      created_by: 'user:Stock control',
      created_at: this.#books.monday(week, '08:00:00'),
    }))
    const places = this.#books.stocktakes.map(({ stocktake_id, location }) => ({
      organization_id: this.#own,
      stocktake_id,
      location_id: this.#places.location_ids[location]!,
    }))
    await this.tx`insert into stocktakes ${this.tx(rows)}`
    await this.tx`insert into stocktake_locations ${this.tx(places)}`
    this.#rows.stocktakes = rows.length
  }

  /** A posted count never changes, so counts are posted when their lines are in; one that found no line is dropped. */
  async #closeStocktakes(): Promise<void> {
    const { tx } = this
    for (const { stocktake_id, week, is_posted } of this.#books.stocktakes) {
      await tx`
        update stocktakes s
        set line_count = t.line_count, counted_line_count = t.counted_line_count, system_total = t.system_total,
          counted_total = t.counted_total, variance_total = t.variance_total,
          variance_value_total = t.variance_value_total, uncosted_line_count = t.uncosted_line_count
        from (
          select count(*) as line_count, count(counted_quantity) as counted_line_count,
            coalesce(sum(system_quantity), 0) as system_total, coalesce(sum(counted_quantity), 0) as counted_total,
            coalesce(sum(variance_quantity), 0) as variance_total,
            coalesce(sum(variance_quantity * unit_cost), 0) as variance_value_total,
            count(*) filter (where variance_quantity <> 0 and unit_cost is null) as uncosted_line_count
          from stocktake_lines where organization_id = ${this.#own} and stocktake_id = ${stocktake_id}) t
        where s.organization_id = ${this.#own} and s.stocktake_id = ${stocktake_id}`
      if (is_posted)
        await tx`
          update stocktakes set status = 'posted', posted_at = ${this.#books.monday(week, '16:00:00')}
          where organization_id = ${this.#own} and stocktake_id = ${stocktake_id} and counted_line_count > 0`
    }
  }

  async #writeReturns(): Promise<void> {
    const count = Math.max(4, Math.min(expected_returns_max, Math.ceil(this.options.variants / 50)))
    const ids = await this.#reserve('returns', 'return_id', count)
    this.#books.addReturns(ids)
    const sheet = new Sheet('returns', 'return_id name state location_id expected_on created_at')
    for (const [i, { location_id, expected_on, created_at }] of this.#books.returns.entries())
      sheet.add(this.#own, [ids[i]!, `RET-${1_000 + i}`, 'expected', location_id, expected_on, created_at])
    await this.#send([sheet, this.#books.return_lines])
  }
}
