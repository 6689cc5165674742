/** Orders, deliveries and payments of two suppliers: Mill (net 28, 30 % deposit) and Weaver (net 56, in euros). */
import { uuidv7 } from 'uuidv7'
import { addDays, daysBetween, mondayOf } from '../../../server/calendar/days.ts'
import type { OrderFixture } from '../../support/fixtures/fixture.ts'
import { insertRows } from '../../support/fixtures/insert_rows.ts'
import { newPlanning, type Planning, today } from '../planning_fixture.ts'

export { today }
export const inDays = (days: number) => addDays(today, days)
export const gatePath = '/api/v1/commitments/cash-gate'
export const payments = '/api/v1/supplier-payments'
export const scenarios = '/api/v1/cash/scenarios'
export const settings = '/api/v1/cash/settings'

export const order = (
  name: string,
  supplier: string | undefined,
  quantity: number,
  unit_cost: string | undefined,
  more: Partial<OrderFixture> & { delivered?: number; sku?: string } = {},
): OrderFixture => {
  const { delivered = 0, sku = 'J', ...rest } = more
  return {
    name,
    supplier,
    location: 'Main',
    lines: [{ sku, quantity, unit_cost, delivered_quantity: delivered }],
    ...rest,
  }
}

const terms = { Mill: ['net_28', 3_000, 'USD'], Weaver: ['Net 56', null, 'EUR'] } as const

/** Orders are issued on `issued`; unlisted ones when the test runs. */
export async function newCash(orders: OrderFixture[], issued: Record<string, string> = {}): Promise<Planning> {
  const planning = await newPlanning({ suppliers: ['Mill', 'Weaver', 'Handloom'], purchase_orders: orders })
  const { tenant, ids } = planning
  const { sql } = tenant.service.database
  for (const [name, [payment_terms, deposit_bp, currency]] of Object.entries(terms))
    await sql`
      update suppliers set payment_terms = ${payment_terms}, deposit_bp = ${deposit_bp}, currency = ${currency}
      where organization_id = ${tenant.organization_id} and supplier_id = ${ids.suppliers[name]!}`
  await sql`
    update purchase_orders set issued_at = now()
    where organization_id = ${tenant.organization_id} and status not in ('draft', 'approved')`
  for (const [name, day] of Object.entries(issued))
    await sql`
      update purchase_orders set issued_at = ${`${day}T12:00:00Z`}
      where organization_id = ${tenant.organization_id} and purchase_order_id = ${ids.purchase_orders[name]!}`
  return planning
}

export async function setRate({ tenant }: Planning, currency: string, rate: number): Promise<void> {
  await tenant.service.database.sql`
    insert into exchange_rates (organization_id, currency, rate_date, organization_currency_per_unit)
    values (${tenant.organization_id}, ${currency}, ${inDays(-9)}, ${rate})`
}

/** A delivery of units of the order's only line. */
export async function deliver({ tenant, ids }: Planning, name: string, day: string, units: number): Promise<string> {
  const { sql } = tenant.service.database
  const purchase_order_id = ids.purchase_orders[name]!
  const [line] = await sql<{ line_id: string; variant_id: string }[]>`
    select line_id, variant_id from purchase_order_lines
    where organization_id = ${tenant.organization_id} and purchase_order_id = ${purchase_order_id}`
  const delivery_id = uuidv7()
  await insertRows(tenant, 'purchase_order_deliveries', [
    {
      delivery_id,
      purchase_order_id,
      location_id: ids.locations.Main,
      received_at: `${day}T12:00:00Z`,
      fingerprint: delivery_id,
      revision: 0,
      actor: 'test',
    },
  ])
  await insertRows(tenant, 'purchase_order_delivery_lines', [
    { delivery_id, purchase_order_id, ...line, received_quantity: units },
  ])
  return delivery_id
}

export async function pay({ session }: Planning, body: object): Promise<string> {
  const paid = await session.post(payments, { kind: 'balance', paid_on: today, ...body })
  if (paid.status !== 201) throw new Error(paid.text)
  return paid.body.data.payment_id
}

export const gate = async ({ tenant }: Planning, query = '') => {
  const answer = await tenant.get(`${gatePath}${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data
}

export const group = (answer: any, key: string) => answer.groups.find((one: any) => one.key === key)

/** The index of the week that a day falls into; days before today fall into the first. */
export const weekOf = (day: string) => Math.max(Math.floor(daysBetween(mondayOf(today), day) / 7), 0)

/** Weekly amounts: zero but for the given weeks. */
export const draws = (amounts: Record<number, number>, weeks = 13) =>
  Array.from({ length: weeks }, (_, at) => amounts[at] ?? 0)
