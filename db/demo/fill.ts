/**
 * Fills a sandbox organisation with two years of a fashion merchandiser's data, in one transaction with every constraint
 * enforced: an interrupted run leaves nothing. The same seed, day and number of variants give the same data.
 */
import postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { refreshCover } from '../../server/ledger/cover.ts'
import { claimRecordedDays } from '../../server/selling/sales_facts/control_totals.ts'
import { foldAll } from '../../server/selling/sales_facts/fold_all.ts'
import type { Files, SecretTools, Sql } from '../../server/contract/call.ts'
import { arrayOfElement, valueTypes } from '../client/values.ts'
import { exceptionRows, signalRows, writeDeliveryLines } from './purchasing/order_follow_up.ts'
import { bookBuffers } from './wholesale/order_book.ts'
import { writeBuyPlans } from './planning/buy_plans.ts'
import { makeProduct, type Product } from './assortment.ts'
import { TradingHistory, expectedReturnsMax } from './trading_history.ts'
import { type Calendar, calendarOf, mondayOf } from './calendar.ts'
import { budgetRows } from './purchasing/commitments.ts'
import { CopyBuffer } from './copy.ts'
import { Desk } from './desk.ts'
import { Orders } from './purchasing/orders.ts'
import { type MasterData, masterDataRows, planMasterData, type Rows } from './master_data.ts'
import { idsOf, type MakeId, randomOf } from './random.ts'
import { addProduct, rangeBuffers } from './range_rows.ts'
import { orderWeeksOf, SoldOrders } from './selling/sold_orders.ts'
import { claimOrderDays, orderTables } from './selling/write_orders.ts'
import { paymentRows } from './planning/payment_rows.ts'
import { trade } from './trade.ts'
import { closeStocktakes, openStocktakes } from './stocktakes.ts'
import { sellOutBuffers } from './wholesale/sell_out.ts'
import { contactCount, contactRows } from './purchasing/suppliers.ts'
import { VariantHistory } from './variant_history.ts'
import { Manufacturing } from './purchasing/manufacturing.ts'

/** Incremented when the same seed gives other data or the baseline migration changes: cached loads are then rebuilt. */
export const demoVersion = 9

export interface DemoOptions {
  variants: number
  seed: number
  /** The first sandbox organisation, or a new one, when absent. */
  organization_id?: string
  /** The day on which history ends; the database's when absent. */
  today?: string
  /** Encrypts what the service encrypts, such as the key of pseudonyms; without it, nothing that needs it is written. */
  secrets?: SecretTools
  /** Keeps the files of order papers; without it, they cannot be downloaded. */
  files?: Pick<Files, 'store'>
  /** Called with the progress of the load. */
  progress?: (step: string, done: number, of: number) => void
}

export interface DemoResult {
  organization_id: string
  today: string
  rows: Record<string, number>
}

/** Shown to the operator without a stack trace. */
export class DemoRefused extends Error {}

const batchVariants = 2_000
const firstReturn = 1_000

/** One connection, whose values are those of the service's own connections, since it also runs the service's operations. */
function openConnection(url: string): postgres.Sql {
  const connection = { application_name: 'demo', TimeZone: 'UTC' }
  const types = valueTypes() as unknown as Record<string, postgres.PostgresType>
  const sql = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, types, connection })
  Object.assign((sql.options as unknown as { shared: { typeArrayMap: object } }).shared.typeArrayMap, arrayOfElement())
  return sql as unknown as postgres.Sql
}

export async function fillDemo(url: string, options: DemoOptions): Promise<DemoResult> {
  const sql = openConnection(url)
  try {
    const result = await sql.begin((tx) => new Demo(tx, options).fill())
    options.progress?.('sums', 0, 1)
    await foldAll((fold) => fold(sql as unknown as Sql), result.organization_id)
    options.progress?.('vacuum', 0, 1)
    // A bulk load leaves no visibility map, which index-only scans need.
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
  const [organization] = await tx<(Organization & { name: string; sandbox: boolean; filled: boolean })[]>`
    select organization_id, name, currency, sandbox,
      seeded_at is not null or exists (select from products p where p.organization_id = o.organization_id)
        or exists (select from locations l where l.organization_id = o.organization_id) as filled
    from organizations o
    where ${organization_id === undefined ? tx`sandbox` : tx`organization_id::text = ${organization_id}`}
    order by created_at, organization_id limit 1
    for no key update`
  if (organization === undefined && organization_id !== undefined)
    throw new DemoRefused(`There is no organisation with the id ${organization_id}.`)
  if (organization === undefined) return createOrganization(tx)
  if (!organization.sandbox)
    throw new DemoRefused(`${organization.name} is a live organisation; only a sandbox can be filled.`)
  if (organization.filled)
    throw new DemoRefused(
      `${organization.name} (${organization.organization_id}) already contains data, and ledger rows cannot be deleted; choose another sandbox organisation with --organization.`,
    )
  return organization
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
  #organization_id = ''
  #currency = ''
  #calendar!: Calendar
  #makeId!: MakeId
  #masterData!: MasterData
  #history!: TradingHistory
  #manufacturing!: Manufacturing
  readonly #range = rangeBuffers()
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
    this.#organization_id = organization.organization_id
    this.#currency = organization.currency
    this.#calendar = calendarOf(today)
    this.#makeId = idsOf(options.seed, this.#organization_id, this.#calendar.since_ms)
    this.#masterData = planMasterData(this.#makeId, randomOf(options.seed, 0), options.variants)
    const orders = new Orders(
      this.#organization_id,
      this.#currency,
      options.seed,
      this.#calendar,
      this.#masterData,
      this.#makeId,
    )
    this.#history = new TradingHistory(
      this.#organization_id,
      this.#currency,
      options.seed,
      this.#calendar,
      this.#masterData,
      orders,
      this.#planOrders(),
      this.#makeId,
    )
    this.#manufacturing = new Manufacturing(this.#history, Math.max(2, Math.min(12, Math.ceil(options.variants / 500))))
    await this.#writeMasterData()
    this.#rows.stocktakes = await openStocktakes(tx, this.#organization_id, this.#currency, this.#history)
    await this.#writeRange()
    await this.#writeReturns()
    await this.#analyze()
    await claimOrderDays(tx, this.#organization_id, mondayOf(this.#calendar, this.#history.sold.first_week))
    await claimRecordedDays(tx as unknown as Sql, this.#organization_id, 'demo')
    await this.#writeFollowUp()
    await closeStocktakes(tx, this.#organization_id, this.#history)
    await this.#writeSellOut()
    await this.#writeOrderBook()
    await this.#writeOrders()
    await this.#writeBuyPlans(today)
    await this.#trade(today)
    options.progress?.('cover', 0, 1)
    await refreshCover(tx as unknown as Sql, this.#organization_id, `${today}T00:00:00Z`)
    await tx`update organizations set seeded_at = now() where organization_id = ${this.#organization_id}`
    options.progress?.('cover', 1, 1)
    return { organization_id: this.#organization_id, today, rows: this.#rows }
  }

  #planOrders(): SoldOrders {
    const { days, week_count, last_week_days } = this.#calendar
    const first_week = week_count - orderWeeksOf(this.options.variants)
    const last_day = (week_count - 1) * 7 + last_week_days - 1
    return new SoldOrders(this.options.seed, days, this.#makeId, first_week, last_day)
  }

  async #send(buffers: readonly CopyBuffer[]): Promise<void> {
    for (const sheet of buffers) this.#rows[sheet.table] = (this.#rows[sheet.table] ?? 0) + (await sheet.send(this.tx))
  }

  /** Foreign-key checks planned on empty tables would scan the filled ones. */
  async #analyze(tables = Object.keys(this.#rows)): Promise<void> {
    for (const table of tables) await this.tx`analyze ${this.tx(table)}`
  }

  async #writeMasterData(): Promise<void> {
    await this.#write(masterDataRows(this.#masterData, this.#makeId, this.#calendar, this.#currency))
    const { suppliers } = this.#masterData
    const contact_ids = await this.#reserveIds('contact_numbers', contactCount(suppliers))
    await this.#write(contactRows(suppliers, contact_ids, this.#makeId, `${this.#calendar.days[0]} 00:00:00+00`))
  }

  async #write(tables: readonly Rows[]): Promise<void> {
    for (const { table, columns, rows } of tables) {
      const sheet = new CopyBuffer(table, columns)
      for (const row of rows) sheet.add(this.#organization_id, row)
      await this.#send([sheet])
    }
  }

  /** Takes public ids of a sequence before the rows are written. */
  async #reserveIds(sequence: string, count: number): Promise<string[]> {
    const reserved = await this.tx<{ id: string }[]>`
      select public_id(o.id_key, nextval(${sequence}::text::regclass))::text as id
      from organizations o, generate_series(1, ${count}) where o.organization_id = ${this.#organization_id}`
    return reserved.map(({ id }) => id)
  }

  async #writeFollowUp(): Promise<void> {
    const { orders } = this.#history
    this.#rows.purchase_order_delivery_lines = await writeDeliveryLines(this.tx, this.#organization_id)
    await this.#write([
      ...this.#manufacturing.rows(),
      budgetRows(this.#makeId, orders.drawn, this.#masterData.category_ids),
      signalRows(orders, this.#masterData, this.#calendar, this.#makeId),
      exceptionRows(orders, this.#calendar, this.#makeId),
    ])
  }

  async #writeSellOut(): Promise<void> {
    const variants = await this.tx<{ variant_id: string; sku: string }[]>`
      select variant_id, sku from variants where organization_id = ${this.#organization_id} order by sku limit 200`
    await this.#send(
      sellOutBuffers({
        organization_id: this.#organization_id,
        currency: this.#currency,
        seed: this.options.seed,
        calendar: this.#calendar,
        makeId: this.#makeId,
        variants,
      }),
    )
  }

  /** Books the first variants for the accounts. */
  async #writeOrderBook(): Promise<void> {
    const { tx } = this
    const organization_id = this.#organization_id
    const accounts = await tx<{ trading_partner_id: string; door_id: string | null; currency: string }[]>`
      select t.trading_partner_id, t.currency, min(d.door_id::text) as door_id
      from trading_partners t
      left join account_doors d using (organization_id, trading_partner_id)
      where organization_id = ${organization_id}
      group by t.trading_partner_id, t.currency order by t.trading_partner_id`
    const variants = await tx<
      { variant_id: string; product_id: string; size: string | null; price_cents: number | null }[]
    >`
      select variant_id, product_id, option_values ->> 'Size' as size, price_cents::float8 as price_cents
      from variants where organization_id = ${organization_id} order by sku limit 120`
    const { seed } = this.options
    await this.#send(
      bookBuffers({ organization_id, seed, calendar: this.#calendar, makeId: this.#makeId, accounts, variants }),
    )
  }

  /** Orders of the last weeks, from which the sales of those weeks come. */
  async #writeOrders(): Promise<void> {
    const context = {
      organization_id: this.#organization_id,
      currency: this.#currency,
      seed: this.options.seed,
      days: this.#calendar.days,
      makeId: this.#makeId,
      masterData: this.#masterData,
      secrets: this.options.secrets ?? null,
      reserveIds: (sequence: string, count: number) => this.#reserveIds(sequence, count),
      first_return: firstReturn + this.#history.returns.length,
    }
    for (const sheet of await orderTables(this.tx, context, this.#history.sold)) {
      await this.#send([sheet])
      // Triggers join the lines of shipments with those of orders, and are planned when the lines arrive.
      await this.#analyze([sheet.table])
    }
  }

  async #writeRange(): Promise<void> {
    const { options } = this
    const shared = { seed: options.seed, calendar: this.#calendar, masterData: this.#masterData }
    const making = { ...shared, makeId: this.#makeId, supplier_count: this.#masterData.suppliers.length }
    const writing = { ...shared, organization_id: this.#organization_id, currency: this.#currency }
    let madeCount = 0
    let unsent = 0
    for (let index = 0; madeCount < options.variants; index++) {
      const product = makeProduct(index, madeCount, options.variants - madeCount, making)
      addProduct(this.#range, product, writing)
      this.#simulate(product)
      madeCount += product.variants.length
      unsent += product.variants.length
      if (unsent < batchVariants && madeCount < options.variants) continue
      const isFirst = madeCount === unsent
      unsent = 0
      await this.#sendRange()
      if (isFirst) await this.#analyze()
      options.progress?.('variants', madeCount, options.variants)
    }
  }

  #simulate(product: Product): void {
    const appealSum = product.variants.reduce((sum, { appeal }) => sum + appeal, 0)
    const variants = product.variants.map((variant) => new VariantHistory(this.#history, product, variant, appealSum))
    for (const variant of variants) variant.simulate()
    this.#manufacturing.assemble(product, variants)
    for (const variant of variants) variant.writeLevels()
  }

  #sendRange(): Promise<void> {
    const { levels, movements, sales, forecasts, stocktake_lines, orders } = this.#history
    return this.#send([
      ...Object.values(this.#range),
      orders.headers,
      orders.lines,
      orders.deliveries,
      levels,
      movements,
      sales,
      forecasts,
      stocktake_lines,
    ])
  }

  /** Adds the work of people after the history has ended. */
  async #trade(today: string): Promise<void> {
    const { tx, options } = this
    const { location_ids, channel_ids } = this.#masterData
    const organization_id = this.#organization_id
    await this.#send([await paymentRows(tx, { organization_id, today, seed: options.seed, makeId: this.#makeId })])
    const desk = new Desk(tx, organization_id, this.#currency, options.secrets ?? null, options.files ?? null)
    const rows = await trade(desk, {
      today,
      variants: options.variants,
      location_id: location_ids[0]!,
      category_ids: this.#masterData.category_ids,
      sales_channel_id: channel_ids[3]!,
      commitment_id: this.#makeId('commitment', 0),
    })
    Object.assign(this.#rows, rows)
  }

  async #writeBuyPlans(today: string): Promise<void> {
    const { category_ids, channel_ids } = this.#masterData
    const written = await writeBuyPlans(this.tx, {
      organization_id: this.#organization_id,
      currency: this.#currency,
      today,
      makeId: this.#makeId,
      category_ids,
      sales_channel_ids: channel_ids,
    })
    Object.assign(this.#rows, written)
  }

  async #writeReturns(): Promise<void> {
    const count = Math.max(4, Math.min(expectedReturnsMax, Math.ceil(this.options.variants / 50)))
    const ids = await this.#reserveIds('return_numbers', count)
    this.#history.addReturns(ids)
    const sheet = new CopyBuffer('returns', 'return_id name state location_id expected_on created_at updated_at')
    for (const [i, { location_id, expected_on, created_at }] of this.#history.returns.entries())
      sheet.add(this.#organization_id, [
        ids[i]!,
        `RET-${firstReturn + i}`,
        'expected',
        location_id,
        expected_on,
        created_at,
        created_at,
      ])
    await this.#send([sheet, this.#history.return_lines])
  }
}
