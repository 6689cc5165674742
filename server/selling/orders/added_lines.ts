/** Lines that are added to an order after its creation. */
import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { refuseField } from '../../contract/refusals.ts'
import { checkShipWindow } from './creation/creation.rules.ts'
import { insertLines, type NewLine } from './creation/creation.store.ts'
import { type LockedLine, type LockedOrder, withLines } from './locked_order.store.ts'
import { type LineSubmission, priceSubmitted } from './submitted_lines.ts'

async function readPriceList(sql: Sql, organization_id: string, trading_partner_id: string | null) {
  if (trading_partner_id === null) return null
  const [account] = await sql<{ price_list_id: string | null }[]>`
    select price_list_id from trading_partners
    where organization_id = ${organization_id} and trading_partner_id = ${trading_partner_id}`
  return account!.price_list_id
}

/** Finds variants and prices as for a new order, by the price list of the day on which the order was placed. */
export async function priceAdded(
  sql: Sql,
  { organization_id, currency: cost_currency, account }: Pick<Caller, 'organization_id' | 'currency' | 'account'>,
  order: LockedOrder,
  submitted: readonly LineSubmission[],
  fieldOf = (i: number) => `new_lines[${i}]`,
): Promise<NewLine[]> {
  const { is_wholesale, lifecycle, currency, trading_partner_id, ordered_on, lines } = order
  if (lines.length + submitted.length > limits.sales_order_lines_max)
    refuseField(fieldOf(0).replace(/\[0\]$/, ''), 'must not give the order more lines than allowed', [
      `${limits.sales_order_lines_max} lines in all`,
    ])
  const pricing = { is_wholesale, is_open: lifecycle !== 'draft', currency, cost_currency, bound: account }
  checkShipWindow({ ship_window_start: order.ship_window_start }, submitted, fieldOf)
  return priceSubmitted(sql, organization_id, submitted, pricing, {
    trading_partner_id,
    price_list_id: await readPriceList(sql, organization_id, trading_partner_id),
    day: ordered_on,
    first_number: Math.max(0, ...lines.map(({ line_number }) => line_number)) + 1,
    fieldOf,
  })
}

/** Stores the lines and returns them as the order has them. */
export async function addLines(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  added: readonly NewLine[],
): Promise<LockedLine[]> {
  if (added.length === 0) return []
  await insertLines(sql, organization_id, order, added)
  const [stored] = await withLines(sql, organization_id, [order])
  const ids = new Set(added.map(({ line_id }) => line_id))
  return stored!.lines.filter(({ line_id }) => ids.has(line_id))
}
