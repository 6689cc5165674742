/** Resolves the lines of a recorded or corrected invoice: to order lines, deliveries and exact amounts. */
import Big from 'big.js'
import { currencyDecimals } from '../../contract/money.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { countedUnitsOf, lineOf, type LinesOfOrder, linesOfOrder, packingOf } from '../deliveries/receiving.rules.ts'
import { type LineToReceive, readLinesToReceive } from '../deliveries/receiving.store.ts'
import { costText } from '../purchase_units/purchase_unit.rules.ts'
import { checkAct } from '../orders/rules.ts'
import type { LockedOrder } from '../orders/store.ts'
import { amountText } from './amounts.rules.ts'
import { unitsLeft } from './match.rules.ts'
import { type MatchFacts, readMatchFacts, unitsToBill } from './match.store.ts'
import type { NewLine } from './supplier_invoice.model.ts'
import { known, type LineToWrite } from './write.store.ts'

export type ResolvedLine = Omit<LineToWrite, 'price_accepted_at' | 'price_accepted_by'> & {
  accept_price: boolean
  sku: string | null
}

interface Document {
  supplier_id: string
  currency: string
}

function checkOrder(order: LockedOrder, { supplier_id, currency }: Document, field: string): void {
  if (order.order_type !== 'purchase')
    refuseField(field, `must be a purchase order; ${order.name} is a ${order.order_type} order`)
  if (order.supplier_id !== supplier_id) refuseField(field, `must be an order with the supplier; ${order.name} is not`)
  if (order.currency !== currency) refuseField('currency', `must be the currency of ${order.name}`, [order.currency])
  checkAct('invoice', order)
}

/** The amount that a line states, if it does. */
const statedAmount = ({ amount }: NewLine, currency: string, at: string): string | null =>
  amount === undefined ? null : amountText(amount, currency, `${at}.amount`)

const neededAmount = (at: string) =>
  refuseField(`${at}.amount`, 'is required, unless goods have unit_cost or purchase_unit_cost')

const rounded = (amount: Big, currency: string) => amount.round(currencyDecimals(currency), Big.roundHalfUp)

/** Amounts of so many units by each price that a line states, with the words for it. */
function pricedAmounts(line: NewLine, quantity: number, named: LineToReceive, currency: string, at: string) {
  const { unit_cost, purchase_unit_cost, purchase_unit } = line
  const amounts: { amount: Big; field: string; words: string }[] = []
  if (unit_cost !== undefined) {
    if (!Big(unit_cost).round(10).eq(unit_cost)) refuseField(`${at}.unit_cost`, 'must have at most ten decimals')
    const amount = rounded(Big(unit_cost).times(quantity), currency)
    amounts.push({ amount, field: 'unit_cost', words: 'quantity times unit_cost' })
  }
  if (purchase_unit_cost !== undefined) {
    const price = costText(purchase_unit_cost, `${at}.purchase_unit_cost`)!
    const { purchase_unit_factor } = packingOf(purchase_unit, named, `${at}.`)
    const amount = rounded(Big(price).times(quantity).div(purchase_unit_factor), currency)
    amounts.push({ amount, field: 'purchase_unit_cost', words: 'purchase_quantity times purchase_unit_cost' })
  }
  return amounts
}

/** The amount of goods, from units and price if only these are sent; all that states it must agree. */
function goodsAmount(line: NewLine, quantity: number, named: LineToReceive, currency: string, at: string): string {
  const stated = statedAmount(line, currency, at)
  const [priced, other] = pricedAmounts(line, quantity, named, currency, at)
  if (priced === undefined) return stated ?? neededAmount(at)
  if (other !== undefined && !other.amount.eq(priced.amount))
    refuseField(
      `${at}.${other.field}`,
      `must agree with ${priced.field}: ${other.words} is ${other.amount.toFixed()}, ${priced.words} ${priced.amount.toFixed()}; send one of them`,
    )
  if (stated !== null && !priced.amount.eq(stated))
    refuseField(`${at}.amount`, `must be ${priced.words}, ${priced.amount.toFixed()}`, [priced.amount.toFixed()])
  return priced.amount.toFixed()
}

const onlyOfGoods = [
  'line_id',
  'variant_id',
  'quantity',
  'unit_cost',
  'purchase_quantity',
  'purchase_unit',
  'purchase_unit_cost',
  'accept_price',
] as const

function chargeOf(line: NewLine, currency: string, line_number: number, at: string): ResolvedLine {
  for (const field of onlyOfGoods) if (line[field] !== undefined) refuseField(`${at}.${field}`, 'applies only to goods')
  return {
    line_number,
    kind: line.kind!,
    description: line.description?.trim() ?? null,
    purchase_order_id: line.purchase_order_id === undefined ? null : known(line.purchase_order_id),
    line_id: null,
    delivery_id: line.delivery_id == null ? null : known(line.delivery_id),
    quantity: null,
    amount: statedAmount(line, currency, at) ?? neededAmount(at),
    credited_line_number: null,
    accept_price: false,
    sku: null,
  }
}

function goodsOf(line: NewLine, currency: string, line_number: number, at: string, lines: LinesOfOrder): ResolvedLine {
  if (line.quantity === undefined && line.purchase_quantity === undefined)
    return refuseField(`${at}.quantity`, 'is required for goods, unless purchase_quantity is sent')
  const named = lineOf(line, lines, `${at}.`)
  // A unit beside single units is that of the price.
  const counted = line.purchase_quantity === undefined && line.purchase_unit_cost !== undefined
  const { purchase_unit: _unit, ...single } = line
  const quantity = countedUnitsOf(counted ? single : line, line.quantity, named, `${at}.`, 'quantity')!
  return {
    line_number,
    kind: 'goods',
    description: line.description?.trim() ?? null,
    purchase_order_id: known(line.purchase_order_id!),
    line_id: named.line_id,
    delivery_id: line.delivery_id == null ? null : known(line.delivery_id),
    quantity,
    amount: goodsAmount(line, quantity, named, currency, at),
    credited_line_number: null,
    accept_price: line.accept_price ?? false,
    sku: named.sku,
  }
}

/** Refuses deliveries that are not of the order, or lack the line. */
function checkDelivery(line: ResolvedLine, { received }: MatchFacts, deliveries: ReadonlySet<string>, at: string) {
  if (line.delivery_id === null) return
  if (line.purchase_order_id === null) refuseField(`${at}.delivery_id`, 'needs purchase_order_id')
  const has = received.some((one) => one.delivery_id === line.delivery_id && one.line_id === line.line_id)
  if (line.kind === 'goods' ? !has : !deliveries.has(`${line.purchase_order_id} ${line.delivery_id}`))
    refuseField(`${at}.delivery_id`, 'must be a delivery of the order that brought units of the line')
}

/** Refuses units that other invoices bill already, so that no unit is billed twice. */
function checkUnits(lines: readonly ResolvedLine[], facts: MatchFacts, ownId: string | null): void {
  const others = facts.billed.filter((one) => one.supplier_invoice_id !== ownId)
  for (const line of lines) {
    if (line.line_id === null) continue
    const ofLine = others.filter((one) => one.line_id === line.line_id)
    const ordered = facts.ordered.get(line.line_id)!
    const ofDelivery = ofLine.filter((one) => one.delivery_id === line.delivery_id)
    const brought = facts.received.find((one) => one.delivery_id === line.delivery_id && one.line_id === line.line_id)
    const left = [
      unitsLeft(ofLine, unitsToBill(ordered)),
      ...(brought === undefined ? [] : [unitsLeft(ofDelivery, brought.received_quantity)]),
    ]
    const full = left.find((one) => one !== null && one.left <= 0)
    if (full == null) continue
    refuse('conflict', {
      desc: `The units of ${line.sku} are billed by ${full.by.invoice_number} already.`,
      data: {
        supplier_invoice_id: full.by.supplier_invoice_id,
        invoice_number: full.by.invoice_number,
        line_number: line.line_number,
      },
    })
  }
}

/** Refuses lines for the same units: of one order line and one delivery. */
function checkRepeated(lines: readonly ResolvedLine[]): void {
  const seen = new Set<string>()
  lines.forEach(({ line_id, delivery_id }, i) => {
    if (line_id === null) return
    const key = `${line_id} ${delivery_id}`
    if (seen.has(key)) refuseField(`lines[${i}]`, 'repeats a line of the invoice; send their units and amount together')
    seen.add(key)
  })
}

export async function resolveLines(
  sql: Sql,
  organization_id: string,
  document: Document,
  orders: readonly LockedOrder[],
  sent: readonly NewLine[],
  ownId: string | null = null,
): Promise<ResolvedLine[]> {
  const byId = new Map(orders.map((order) => [order.purchase_order_id, order]))
  const orderIds = [...byId.keys()]
  const linesOf = new Map<string, LinesOfOrder>()
  for (const id of orderIds) linesOf.set(id, linesOfOrder(await readLinesToReceive(sql, organization_id, id)))
  const facts = await readMatchFacts(sql, organization_id, orderIds)
  const onFile = await sql<{ purchase_order_id: string; delivery_id: string }[]>`
    select purchase_order_id, delivery_id from purchase_order_deliveries
    where organization_id = ${organization_id} and purchase_order_id = any(${orderIds}::uuid[]) and removed_at is null`
  const deliveries = new Set(onFile.map((one) => `${one.purchase_order_id} ${one.delivery_id}`))
  const lines = sent.map((line, i) => {
    const at = `lines[${i}]`
    const order = line.purchase_order_id === undefined ? null : byId.get(known(line.purchase_order_id))!
    if (order !== null) checkOrder(order, document, `${at}.purchase_order_id`)
    if (line.kind !== undefined && line.kind !== 'goods') return chargeOf(line, document.currency, i + 1, at)
    if (order === null) return refuseField(`${at}.purchase_order_id`, 'is required for goods')
    return goodsOf(line, document.currency, i + 1, at, linesOf.get(order.purchase_order_id)!)
  })
  lines.forEach((line, i) => checkDelivery(line, facts, deliveries, `lines[${i}]`))
  checkRepeated(lines)
  checkUnits(lines, facts, ownId)
  return lines
}

/** The orders that lines name, each with its field. */
export const ordersNamed = (lines: readonly NewLine[]) =>
  lines.flatMap(({ purchase_order_id }, i) =>
    purchase_order_id === undefined ? [] : [{ id: purchase_order_id, field: `lines[${i}].purchase_order_id` }],
  )

export const sumOf = (lines: readonly { amount: string | number }[]): string =>
  lines.reduce((sum, { amount }) => sum.plus(amount), Big(0)).toFixed()
