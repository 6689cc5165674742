/** What the units of a delivery cost after all, as a person corrects or states it. */
import Big from 'big.js'
import type { Caller, Sql } from '../../contract/call.ts'
import { exactCost } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { DeliveryOnFile } from '../deliveries/delivery_corrections.store.ts'
import type { LineToReceive } from '../deliveries/receiving.store.ts'
import type { LockedOrder } from '../orders/store.ts'
import type { ArrivalRate } from './received_cost.rules.ts'
import { bookCorrectedCosts, holdLevels, rateOfRow, ratesOfArrivals } from './received_cost.store.ts'
import { stateCosts } from './stated_costs.store.ts'

interface CostOfLine {
  line_id: string
  variant_id: string
  location_id: string
  movement_id: number
  received_quantity: number
  unit_cost: string | null
  uninvoiced_unit_cost: string | null
  cost_rate: string | null
  cost_rate_date: string | null
}

const readCosts = (sql: Sql, organization_id: string, delivery_id: string) => sql<CostOfLine[]>`
  select n.line_id, n.variant_id, d.location_id, n.movement_id::float8 as movement_id, n.received_quantity, n.unit_cost,
    n.uninvoiced_unit_cost, n.cost_rate, n.cost_rate_date::text as cost_rate_date
  from purchase_order_delivery_lines n
  join purchase_order_deliveries d on d.organization_id = n.organization_id and d.delivery_id = n.delivery_id
  where n.organization_id = ${organization_id} and n.delivery_id = ${delivery_id} and n.received_quantity > 0
    and n.movement_id is not null
  order by n.line_id`

type Corrected = readonly { line: LineToReceive; unit_cost: string | undefined }[]

/** Whether the cost of units changed, and whether freight and duty of the order are to be converted with it. */
export interface Recosted {
  isChanged: boolean
  isRated: boolean
}

/** Corrects what units of a delivery cost, and states it where it was unknown. `unit_cost` is in the order's currency. */
export async function correctCosts(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  delivery: DeliveryOnFile,
  corrected: Corrected,
): Promise<Recosted> {
  const wanted = new Map(corrected.map(({ line, unit_cost }) => [line.line_id, { sku: line.sku, unit_cost }]))
  if (![...wanted.values()].some(({ unit_cost }) => unit_cost !== undefined))
    return { isChanged: false, isRated: false }
  const { organization_id } = caller
  const { delivery_id } = delivery
  const lines = await readCosts(sql, organization_id, delivery_id)
  const dayRate = (await ratesOfArrivals(sql, caller, order, [delivery])).get(delivery_id)!
  const rated = lines.map((line) => ({ ...line, rate: keptOr(dayRate, line) }))
  if (rated.some(({ unit_cost, rate }) => unit_cost === null && rate === null))
    await holdLevels(
      sql,
      caller,
      order,
      corrected.map(({ line }) => line),
    )
  const isStated = await stateCosts(sql, organization_id, order.currency, rated, wanted)
  const changed = rated.flatMap((line) => {
    const { sku, unit_cost } = wanted.get(line.line_id) ?? {}
    if (unit_cost === undefined || line.unit_cost === null) return []
    const after = costAfterRate(order, sku!, unit_cost, line.rate)
    return Big(after).eq(line.unit_cost) ? [] : [{ ...line, after }]
  })
  if (changed.length === 0) return { isChanged: isStated, isRated: false }
  await refuseInvoiced(sql, organization_id, delivery_id, wanted, changed)
  await bookCorrectedCosts(sql, caller, now, order, delivery, changed)
  return { isChanged: true, isRated: changed.some(({ rate, cost_rate }) => rate !== 'own' && cost_rate === null) }
}

/** The rate that a line keeps, at which its freight was converted, or else that of the day of its arrival. */
function keptOr(dayRate: ArrivalRate, { cost_rate, cost_rate_date }: CostOfLine): ArrivalRate {
  return dayRate === 'own' ? 'own' : (rateOfRow(cost_rate, cost_rate_date) ?? dayRate)
}

/** What units that have a cost, such as that of the stock which they joined, cost after all; refuses without a rate. */
function costAfterRate(order: LockedOrder, sku: string, unit_cost: string, rate: ArrivalRate): string {
  if (rate === 'own') return exactCost(unit_cost)
  if (rate !== null) return exactCost(Big(unit_cost).times(rate.organization_currency_per_unit))
  return refuse('conflict', {
    desc: `The cost of ${sku} cannot be corrected to one in ${order.currency}: no exchange rate of ${order.currency} is on file for the day of its arrival, or before. Set one first.`,
    data: { act: 'mend_delivery', status: order.status },
  })
}

/** Refuses lines whose cost follows accepted prices of invoices: it changes with these. */
async function refuseInvoiced(
  sql: Sql,
  organization_id: string,
  delivery_id: string,
  named: ReadonlyMap<string, { sku: string }>,
  changed: readonly { line_id: string; uninvoiced_unit_cost: string | null }[],
): Promise<void> {
  const invoiced = changed.find(({ uninvoiced_unit_cost }) => uninvoiced_unit_cost !== null)
  if (invoiced === undefined) return
  const [invoice] = await sql<{ supplier_invoice_id: string; invoice_number: string }[]>`
    select i.supplier_invoice_id, i.invoice_number from supplier_invoice_costs c
    join supplier_invoices i on i.organization_id = c.organization_id and i.supplier_invoice_id = c.supplier_invoice_id
    where c.organization_id = ${organization_id} and c.delivery_id = ${delivery_id} and c.line_id = ${invoiced.line_id}
    group by i.organization_id, i.supplier_invoice_id having sum(c.units) > 0
    order by i.supplier_invoice_id desc limit 1`
  refuse('conflict', {
    desc: `The cost of ${named.get(invoiced.line_id)?.sku} follows the supplier invoice ${invoice?.invoice_number}. Correct, credit or void that invoice instead.`,
    data: { act: 'mend_delivery', supplier_invoice_id: invoice?.supplier_invoice_id },
  })
}
