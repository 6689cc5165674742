/** Facts that can be changed, removed and put back: one of each kind, chosen by seed. */
import { addDays } from '../../../server/calendar/days.ts'
import { today } from '../../insight/velocity/velocity_fixture.ts'
import type { Reader } from './figures_of_reads.ts'

export interface Fact {
  what: string
  /** Changes it to so many times what it is; figures that then differ depend on it. */
  change: (times: number) => Promise<unknown>
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  /** What figures without it say. */
  named: RegExp
}

export const rateDay = addDays(today, -800)
const eurosAt = 1.0837

export const setRate = async ({ session }: Reader, times = 1) => {
  const rate = {
    currency: 'EUR',
    rate_date: rateDay,
    organization_currency_per_unit: Number((eurosAt * times).toFixed(6)),
  }
  const { status } = await session.post('/api/v1/exchange-rates', { rates: [rate] })
  if (status !== 200) throw new Error(`The rate was not set: ${status}.`)
}

const rateOf = (reader: Reader): Fact => ({
  what: 'rate of EUR',
  change: (times) => setRate(reader, times),
  remove: () => reader.session.delete(`/api/v1/exchange-rates/EUR/${rateDay}`),
  restore: () => setRate(reader),
  named: /EUR|exchange/,
})

async function priceOf({ tenant }: Reader, seed: number): Promise<Fact> {
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const [one] = await sql<{ variant_id: string; sku: string; price_cents: number }[]>`
    select v.variant_id, v.sku, v.price_cents::float8 as price_cents from variants v
    where v.organization_id = ${organization_id} and v.price_cents > 0 and exists (select from stock_levels l
      where l.organization_id = v.organization_id and l.variant_id = v.variant_id and l.on_hand > 0)
    order by md5(v.variant_id::text || ${String(seed)}) limit 1`
  const set = (cents: number | null) => sql`
    update variants set price_cents = ${cents} where organization_id = ${organization_id} and variant_id = ${one!.variant_id}`
  return {
    what: `price of ${one!.sku}`,
    change: (times) => set(Math.round(one!.price_cents * times)),
    remove: () => set(null),
    restore: () => set(one!.price_cents),
    named: /price/i,
  }
}

async function costOfLevel({ tenant }: Reader, seed: number): Promise<Fact> {
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const [one] = await sql<{ variant_id: string; location_id: string; cost: string }[]>`
    select variant_id, location_id, average_cost::text as cost from stock_levels
    where organization_id = ${organization_id} and on_hand > 0 and average_cost is not null
    order by md5(variant_id::text || location_id || ${String(seed)}) limit 1`
  const set = (times: number | null) => sql`
    update stock_levels set average_cost = ${one!.cost}::numeric * ${times}::numeric
    where organization_id = ${organization_id} and variant_id = ${one!.variant_id} and location_id = ${one!.location_id}`
  return {
    what: `cost of the stock of ${one!.variant_id}`,
    change: set,
    remove: () => set(null),
    restore: () => set(1),
    named: /cost/i,
  }
}

async function costOfLine({ tenant }: Reader, seed: number): Promise<Fact> {
  const { organization_id } = tenant
  const { sql } = tenant.service.database
  const [one] = await sql<{ line_id: string; name: string; cost: string }[]>`
    select l.line_id, p.name, l.unit_cost::text as cost
    from purchase_order_lines l join purchase_orders p using (organization_id, purchase_order_id)
    where l.organization_id = ${organization_id} and l.unit_cost > 0 and l.quantity > l.delivered_quantity
      and p.order_type = 'purchase' and p.status in ('approved', 'issued', 'partially_delivered')
    order by md5(l.line_id::text || ${String(seed)}) limit 1`
  const set = (times: number | null) => sql`
    update purchase_order_lines set unit_cost = ${one!.cost}::numeric * ${times}::numeric
    where organization_id = ${organization_id} and line_id = ${one!.line_id}`
  return {
    what: `cost of a line of ${one!.name}`,
    change: set,
    remove: () => set(null),
    restore: () => set(1),
    named: /cost/i,
  }
}

const kinds = [rateOf, priceOf, costOfLevel, costOfLine]
export const factOf = async (reader: Reader, seed: number): Promise<Fact> => kinds[seed % kinds.length]!(reader, seed)
