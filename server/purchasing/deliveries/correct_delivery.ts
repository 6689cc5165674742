import type { Caller, Sql } from '../../contract/call.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { counted } from '../../contract/outcome.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { holdBundles } from '../../ledger/bundles/parts.ts'
import { checkCorrected } from '../../ledger/books.ts'
import { openExceptions } from '../../exceptions/open.ts'
import { settleLevels } from '../../ledger/costs/make_known.ts'
import { lockCounts } from '../../ledger/counts/stocktake_offsets.ts'
import { bookingOf, bookMovements } from '../../ledger/book.ts'
import { arrivalOf, ledgerDocument } from './arrival.rules.ts'
import { costAsBooked, countedFromOf, ownParts, withMore, withReversals } from './booked_again.ts'
import { type ArrivalToBook, checkRows, partsOf, releasedBy, usedBy } from '../manufacturing/assembly.rules.ts'
import {
  openAssembly,
  readUsedParts,
  reversalOfPart,
  type ComponentUse,
  writeComponentUse,
} from '../manufacturing/components.store.ts'
import { type CorrectedLine, DeliveryCorrection, DeliveryPath } from './deliveries.model.ts'
import { readDeliveries } from './deliveries.store.ts'
import {
  type BookedLine,
  type DeliveryOnFile,
  findDelivery,
  readBookedLines,
  reversalOf,
  updateOrderProgress,
  writeCorrectedLines,
} from './delivery_corrections.store.ts'
import { PurchaseOrderDelivery } from '../orders/model.ts'
import { costIn, dateArrivals } from './receive.ts'
import type { ArrivalRate, Bills } from '../landed_costs/received_cost.rules.ts'
import { correctCosts } from '../landed_costs/corrected_cost.store.ts'
import {
  adjustCosts,
  type BookedArrival,
  type CostsOfArrivals,
  costsOfArrivals,
  holdLevels,
  keptRate,
  ratesOfArrivals,
  takeBackAdjustments,
} from '../landed_costs/received_cost.store.ts'
import {
  type ArrivedLine,
  namedLines,
  receivedUnits,
  checkExcess,
  checkUnitsInAll,
  excessOf,
  excessSentence,
} from './receiving.rules.ts'
import { type LineToReceive, readLinesToReceive, readUnratedLines } from './receiving.store.ts'
import { costAfter } from '../purchase_units/purchase_unit.rules.ts'
import { checkAct, checkNotTakenBack } from '../orders/rules.ts'
import { type LockedOrder, lockOrder, orderChanged } from '../orders/store.ts'
import { settleInvoices } from '../supplier_invoices/settle.ts'

export const correctPurchaseOrderDelivery = operation({
  id: 'purchase_orders.correct_delivery',
  route: 'PATCH /api/v1/organizations/{organization_id}/purchase-orders/{purchase_order_id}/deliveries/{delivery_id}',
  summary: 'Correct a delivery',
  desc: ({ purchase_order_name, units }) =>
    `Delivery to ${purchase_order_name} corrected; it has ${counted(units, 'unit')}.`,
  description:
    'Changes the fields that are sent. If the quantity of a line changes, that line is reversed in the ledger and booked again under the same document; if the arrival time changes, every line is. The movements of the document therefore always sum to what the delivery brought. A quantity of 0 removes the line. A reversal has the `occurred_at` of the movement it reverses, so the stock of every past day is as if the delivery had been recorded correctly; `recorded_at` is the time of the correction.\n\nIf the stock was counted after the delivery was recorded and the stocktake is posted, the correction changes documents and cost, and a movement of kind `stocktake` under document type `delivery_correction` offsets it at the stocktake, so that the stock stays as counted. An open stocktake does the same when it is posted. A request that changes nothing books nothing and sends no events. `receipt.recorded` is not sent again. Duplicates of the delivery are still recognised by the figures it was first recorded with.\n\nFails with `conflict` if more units than outstanding would arrive and `accept_over_receipt` is not true, if units to be taken back have left or are promised, or if more units of a bundle would come that has become `assembled_when_sold` and so has no stock of its own. A transfer can never receive more than left its source, and of a closed transfer no quantity can be lowered: what had not arrived was written off, so adjust the stock at its destination instead. Units made by a manufacturing order are booked again from the same components; components no longer used return at the cost at which they left, available and not reserved.\n\n`unit_cost` of a line corrects what its units cost, at any time and also after they were sold or moved: units that are still owned are revalued where they are, and the share of those that have left is a purchase price variance of the day of the correction, both by `cost_adjustment` movements of document type `cost_correction`. Sales keep the cost of their days. A cost that was unknown when the units arrived is stated in the same way. Within a minute it counts in the value of the stock and in the cost of sales of the days on which units were sold, and `unit_cost` of the line shows it. One in another currency is converted at the exchange rate of the day of arrival, or the newest before; until one is on file the cost stays unknown, and the reason names the currency. Units that were booked at the average cost of the stock they joined need that rate first. While the cost follows the accepted price of a supplier invoice, it changes with that invoice; any other cost is refused with `conflict`.\n\n`freight_cents` and `duty_cents` record what was billed for the delivery, at any time. The bill replaces the planned cost, and the difference is booked as `cost_adjustment` movements: for units that are still owned, which changes their cost where they are, and for units that have left, which does not. A hold does not block corrections.',
  params: DeliveryPath,
  body: DeliveryCorrection,
  answer: PurchaseOrderDelivery,
  refusals: ['purchase_order_not_on_file', 'purchase_order_delivery_not_on_file', 'conflict'],
  conflict:
    'The order is a draft or cancelled; the corrected delivery brings more than is outstanding without `accept_over_receipt`; units to take back are no longer at the location, or are of a closed transfer; more units of a bundle would come that is assembled when sold; or the cost of units follows a supplier invoice, or is corrected in a currency without an exchange rate.',
  emits: ['movement.recorded', 'purchase_order_updated', 'order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { purchase_order_id, delivery_id }, body, now }) {
    const { organization_id } = caller
    await holdBundles(sql, organization_id)
    const order = await lockOrder(sql, organization_id, purchase_order_id)
    const delivery = await findDelivery(sql, organization_id, purchase_order_id, delivery_id)
    checkAct('mend_delivery', order)
    if (body.received_at !== undefined)
      await dateArrivals(sql, caller, now, order, [{ at: '', received_at: body.received_at }])
    const received_at = body.received_at ?? delivery.received_at
    const reference = body.reference === undefined ? delivery.reference : body.reference
    const not_in_count = body.not_in_count ?? delivery.not_in_count
    const isMoved =
      Date.parse(received_at) !== Date.parse(delivery.received_at) || not_in_count !== delivery.not_in_count
    const bills = billsAfter(order, delivery, body)
    const isBilled = bills.freight_cents !== delivery.freight_cents || bills.duty_cents !== delivery.duty_cents
    const after = { ...delivery, ...bills, received_at, reference, not_in_count, revision: delivery.revision + 1 }
    const [lines, booked] = await Promise.all([
      readLinesToReceive(sql, organization_id, purchase_order_id),
      readBookedLines(sql, organization_id, delivery_id),
    ])
    const corrected = namedCorrections(order, lines, booked, body)
    const moves = await correctLines(sql, caller, now, order, after, { lines, booked }, corrected, body, isMoved)
    const recosted = await correctCosts(sql, caller, now, order, after, corrected)
    if (moves || isBilled || recosted.isChanged || reference !== delivery.reference) {
      await sql`
        update purchase_order_deliveries
        set received_at = ${received_at}, reference = ${reference}, not_in_count = ${not_in_count},
          freight_cents = ${bills.freight_cents},
          duty_cents = ${bills.duty_cents}, revision = ${after.revision}, updated_at = ${now}
        where organization_id = ${organization_id} and delivery_id = ${delivery_id}`
      if (moves || isBilled || recosted.isRated) await adjustCosts(sql, bookingOf(caller, now, 'none'), order)
      if (moves) await settleInvoices(sql, caller, now, [order])
      await orderChanged(sql, organization_id, [purchase_order_id], now)
    }
    const [answer] = await readDeliveries(sql, organization_id, [purchase_order_id], [delivery_id])
    return answer!
  },
})

type Correction = typeof DeliveryCorrection.static

/** A line that a correction names: how many units it has after all, and what one cost. */
export interface CorrectedArrival extends Omit<ArrivedLine, 'received_quantity'> {
  received_quantity: number | undefined
  /** Decimal text, in the order's currency. */
  unit_cost: string | undefined
}

/** The lines that a correction names; refuses those that are not of the order, or say nothing. */
function namedCorrections(
  order: LockedOrder,
  lines: readonly LineToReceive[],
  booked: readonly BookedLine[],
  { line_items = [] }: Correction,
): CorrectedArrival[] {
  const onFile = new Map(booked.map((line) => [line.line_id, line]))
  return namedLines(line_items, lines, '').map((line, i) => {
    const one = line_items[i]!
    const at = `line_items[${i}].`
    const received_quantity = receivedUnits(one, line, at)
    const unit_cost = correctedCost(order, line, one, onFile.get(line.line_id), at)
    const costField = `${at}${one.unit_cost === undefined ? 'purchase_unit_cost' : 'unit_cost'}`
    if (received_quantity === undefined && unit_cost === undefined)
      refuseField(`${at}received_quantity`, 'is required, unless unit_cost is sent')
    if (unit_cost !== undefined) {
      if (order.order_type !== 'purchase')
        refuseField(costField, `applies only to purchase orders; ${order.name} is a ${order.order_type} order`)
      if (!onFile.has(line.line_id) && received_quantity === undefined)
        refuseField(costField, `needs units of ${line.sku} on the delivery; send received_quantity too`)
    }
    return { line, received_quantity, unit_cost }
  })
}

/** Decimal text of a corrected cost; in the organisation's currency, one that is sent as it is shown stays as it is kept. */
function correctedCost(
  order: LockedOrder,
  line: LineToReceive,
  one: CorrectedLine,
  was: BookedLine | undefined,
  at: string,
): string | undefined {
  const storedCost = was === undefined || was.stated_currency !== null ? null : was.line_unit_cost
  if (one.unit_cost === undefined && one.purchase_unit_cost === undefined) return undefined
  return costAfter(one, storedCost, line, order.currency, at) ?? undefined
}

/** The bills after the correction. Only purchases have freight and duty bills. */
function billsAfter(order: LockedOrder, delivery: Bills, body: Correction): Bills {
  const sent = (['freight_cents', 'duty_cents'] as const).find((field) => body[field] != null)
  if (sent !== undefined && order.order_type !== 'purchase')
    refuseField(sent, `applies only to deliveries of purchase orders; ${order.name} is a ${order.order_type} order`)
  checkAmounts(order.currency, { freight_cents: body.freight_cents, duty_cents: body.duty_cents })
  const { freight_cents = delivery.freight_cents, duty_cents = delivery.duty_cents } = body
  return { freight_cents, duty_cents }
}

/** Units of a line that the delivery brought before the correction. */
const unitsOf = (held: ReadonlyMap<string, BookedLine>, line_id: string): number =>
  held.get(line_id)?.received_quantity ?? 0

/** Reverses and rebooks the lines that change; returns whether any did. */
async function correctLines(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  delivery: DeliveryOnFile,
  { lines, booked }: { lines: readonly LineToReceive[]; booked: readonly BookedLine[] },
  corrected: readonly CorrectedArrival[],
  body: Correction,
  isMoved: boolean,
): Promise<boolean> {
  const { organization_id } = caller
  const { purchase_order_id } = order
  const held = new Map(booked.map((line) => [line.line_id, line]))
  const named = corrected.filter((one): one is ArrivedLine & CorrectedArrival => one.received_quantity !== undefined)
  const newQuantities = new Map(named.map((one) => [one.line.line_id, one.received_quantity]))
  const changed = lines
    .map((line): ArrivedLine => {
      const received_quantity = newQuantities.get(line.line_id) ?? unitsOf(held, line.line_id)
      return { line, received_quantity }
    })
    .filter(({ line, received_quantity }) => {
      const before = unitsOf(held, line.line_id)
      return received_quantity !== before || (isMoved && before > 0)
    })
  if (changed.length === 0) return false
  // Of a line that the delivery did not have, nothing is reversed.
  await checkCorrected(sql, organization_id, now, [{ name: order.name, at: delivery.received_at }])
  const isLess = changed.some(({ line, received_quantity }) => received_quantity < unitsOf(held, line.line_id))
  if (isLess) checkNotTakenBack(order)
  if (
    booked.every(({ line_id }) => newQuantities.get(line_id) === 0) &&
    named.every((one) => one.received_quantity === 0)
  )
    refuseField('line_items', 'would leave the delivery without lines; remove the delivery instead')
  const excess = excessIn(order, lines, changed, held, body)
  const units = new Map(
    changed.map(({ line, received_quantity }) => [line.line_id, received_quantity - unitsOf(held, line.line_id)]),
  )
  const use = await rebook(sql, caller, now, order, delivery, lines, changed, held)
  await writeComponentUse(sql, organization_id, order, use, lines, units)
  await updateOrderProgress(sql, caller, now, order, lines, units, booked, 'delivery_corrected')
  if (excess !== null) {
    const subject = { type: 'purchase_order', id: purchase_order_id }
    await openExceptions(sql, organization_id, now, [
      { kind: 'over_receipt', severity: 'warning', subject, sentence: excess },
    ])
  }
  return true
}

/** Sentence about over-receipt that the correction adds to, refused unless accepted; null if there is none. */
function excessIn(
  order: LockedOrder,
  lines: Parameters<typeof checkUnitsInAll>[0],
  changed: readonly ArrivedLine[],
  held: ReadonlyMap<string, BookedLine>,
  body: Correction,
): string | null {
  const own = (line_id: string) => unitsOf(held, line_id)
  const raised = changed.filter((one) => one.received_quantity > own(one.line.line_id))
  checkUnitsInAll(
    lines,
    raised.reduce((sum, one) => sum + one.received_quantity - own(one.line.line_id), 0),
    '',
  )
  const excess = excessOf(order, raised, new Map(raised.map(({ line }) => [line.line_id, -own(line.line_id)])))
  checkExcess(order, excess, body.accept_over_receipt)
  return excess.length === 0 ? null : excessSentence(order, excess)
}

/** Reversals of the changed lines and of the components used for them. */
async function reversalsOf(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  delivery: DeliveryOnFile,
  reversed: readonly BookedLine[],
) {
  const { delivery_id } = delivery
  const used = await readUsedParts(sql, organization_id, delivery_id)
  const used_back = used.filter(({ line_id }) => reversed.some((line) => line.line_id === line_id))
  const before = [
    ...reversed.map((line) => reversalOf(order, delivery, line)),
    ...used_back.map((part) => reversalOfPart(order, delivery_id, part)),
  ]
  return { before, used_back }
}

async function rebook(
  sql: Sql,
  caller: Caller,
  now: string,
  order: LockedOrder,
  delivery: DeliveryOnFile,
  lines: readonly LineToReceive[],
  changed: readonly ArrivedLine[],
  held: ReadonlyMap<string, BookedLine>,
): Promise<ComponentUse> {
  const { organization_id } = caller
  const { delivery_id, location_id, revision } = delivery
  const reversed = changed.flatMap(({ line }) => held.get(line.line_id) ?? [])
  const rebooked = changed.filter((one) => one.received_quantity > 0)
  const [assembly, { before, used_back }, unrated] = await Promise.all([
    openAssembly(sql, organization_id, order, lines),
    reversalsOf(sql, organization_id, order, delivery, reversed),
    readUnratedLines(sql, organization_id, order),
  ])
  const units = changed.map(({ line: { line_id }, received_quantity }) => ({
    delivery_id,
    line_id,
    received_quantity,
  }))
  const rates = await ratesOfArrivals(sql, caller, order, [delivery], reversed)
  const rate = rates.get(delivery_id)!
  const costOf = await costsOfArrivals(sql, caller, order, lines, units, rates, new Map([[delivery_id, delivery]]))
  const arrivals = rebooked.map(({ line, received_quantity }): ArrivalToBook => {
    const was = held.get(line.line_id)
    return {
      movement: {
        variant_id: line.variant_id,
        location_id,
        kind: arrivalOf[order.order_type].kind,
        quantity_delta: received_quantity,
        unrated_currency: line.unit_cost === null ? (unrated.get(line.line_id) ?? null) : null,
        ...(was === undefined
          ? costIn(order, line, rate)
          : costAsBooked(order, caller.currency, rate, withMore(order, line, received_quantity, was))),
        added_unit_cost: costOf(delivery_id, line.line_id).added_unit_cost,
        occurred_at: delivery.received_at,
        counted_from: countedFromOf(delivery),
        ...ledgerDocument(order, delivery_id, line.line_id, revision),
        evidence: delivery.reference,
      },
      parts: was === undefined ? partsOf(order, assembly.bills, line) : ownParts(used_back, was),
    }
  })
  checkRows(order, arrivals)
  const { movements, places } = withReversals(order, assembly.location_id, arrivals, before)
  await lockCounts(sql, organization_id, movements, now)
  await holdLevels(sql, caller, order, lines)
  await takeBackAdjustments(sql, caller, now, order, delivery, reversed)
  const holds = releasedBy(assembly, usedBy(movements))
  const booking = bookingOf(caller, now, 'available')
  const rows = await bookMovements(sql, booking, movements, holds)
  await settleLevels(sql, booking, movements)
  const booked = places.map((place, i) => ({ ...rows[place]!, delivery_id, line_id: rebooked[i]!.line.line_id }))
  await writeBookedLines(sql, organization_id, order, delivery_id, changed, booked, costOf, rate)
  return { assembly, movements, holds }
}

/** Writes the changed lines, each with the ledger movement that was booked for it. */
async function writeBookedLines(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  delivery_id: string,
  changed: readonly ArrivedLine[],
  booked: readonly BookedArrival[],
  costOf: CostsOfArrivals,
  rate: ArrivalRate,
): Promise<void> {
  const rows = new Map(booked.map((row) => [row.line_id, row]))
  const ids = new Map(booked.map(({ line_id, movement_id }) => [line_id, movement_id]))
  const after = changed.map(({ line: { line_id, variant_id }, received_quantity }) => ({
    line_id,
    variant_id,
    received_quantity,
    unit_cost: rows.get(line_id)?.unit_cost ?? null,
    ...keptRate(rate),
    freight_cost: costOf(delivery_id, line_id).freight_cost,
    duty_cost: costOf(delivery_id, line_id).duty_cost,
    landed_unit_cost: rows.get(line_id)?.landed_unit_cost ?? null,
  }))
  await writeCorrectedLines(sql, organization_id, delivery_id, order.purchase_order_id, after, ids)
}
