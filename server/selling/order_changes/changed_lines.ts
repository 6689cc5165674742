/** The lines of an order as an update asks for them; each part is checked against the state of the order. */
import type { Caller } from '../../contract/call.ts'
import { differenceOf } from '../../contract/difference.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Id, type Static, Type } from '../../contract/schema.ts'
import { refuseAgreement } from '../bound_keys.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { amountsOf, checkDiscount } from '../orders/creation/creation.rules.ts'
import { checkAct, type LockedLine, type LockedOrder } from '../orders/locked_order.store.ts'
import { Cents, lineDetails, Quantity } from '../orders/model.ts'
import { moneyFor } from '../orders/rules.ts'

export const LineUpdate = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    quantity: Type.Optional(
      Quantity(
        'Agreed units. Discount and tax change in proportion, unless they are sent. At least the units of the line that have shipped or are cancelled. At 0 the line stays on the order, and discount and tax return with its quantity.',
      ),
    ),
    unit_price_cents: Type.Optional(Cents('Agreed unit price before discounts, excluding taxes.')),
    discount_cents: Type.Optional(Cents('Discount on all units of the line; at most their price.')),
    tax_cents: Type.Optional(Cents('Tax on all units of the line.')),
    ...lineDetails,
  },
  { $id: 'SalesOrderLineChange', additionalProperties: false },
)

type LineUpdate = Static<typeof LineUpdate>

/** Discount and tax that return with the quantity are shown as none. */
const shownMoney = (line: LockedLine): LockedLine =>
  line.quantity === 0 ? { ...line, discount_cents: 0, tax_cents: 0 } : line

/** A buyer changes neither the agreed price of a line nor its discount or tax. */
export function checkBound({ account }: Caller, { lines }: LockedOrder, sent: readonly LineUpdate[]): void {
  if (account === null) return
  for (const [i, { line_item_id, unit_price_cents, discount_cents, tax_cents }] of sent.entries()) {
    const line = lines.find(({ line_id }) => line_id === line_item_id.toLowerCase())
    if (line === undefined) continue
    const changed = differenceOf(shownMoney(line), { unit_price_cents, discount_cents, tax_cents })
    for (const [name, value] of Object.entries(changed))
      if (value !== undefined)
        refuseAgreement(account, 'prices, discounts and taxes are agreed by the seller', {
          field: `lines[${i}].${name}`,
        })
  }
}

/** What the seller has confirmed, a buyer asks for no more of: that would undo the verdict. Fewer units it may take. */
export function checkBoundUnits(
  { account }: Caller,
  { lifecycle, lines }: LockedOrder,
  { sent, added }: { sent: readonly LineUpdate[]; added: number },
): void {
  if (account === null || lifecycle === 'draft') return
  const more = sent.findIndex(({ line_item_id, quantity }) => {
    const line = lines.find(({ line_id }) => line_id === line_item_id.toLowerCase())
    return line !== undefined && quantity !== undefined && quantity > line.quantity
  })
  if (more === -1 && added === 0) return
  refuseAgreement(account, 'the seller agrees to more units of an order that is confirmed', {
    field: more === -1 ? 'new_lines' : `lines[${more}].quantity`,
  })
}

const priceFields = ['unit_price_cents', 'discount_cents', 'tax_cents'] as const
const moneyFields = ['quantity', ...priceFields] as const
const detailNames = Object.keys(lineDetails) as (keyof typeof lineDetails)[]

/** Units that a line keeps: what has shipped of the agreed ones, and what is cancelled. */
const keptUnits = ({ cancelled_quantity, fulfilled_quantity, over_shipped_quantity }: LockedLine) =>
  cancelled_quantity + fulfilled_quantity - over_shipped_quantity

function checkQuantity(line: LockedLine, quantity: number, field: string): void {
  if (line.verdict === 'rejected')
    refuseField(field, 'must stay 0, since the line was rejected; add a line with new_lines instead')
  if (quantity >= keptUnits(line)) return
  const which = line.fulfilled_quantity === 0 ? 'are cancelled' : 'have shipped or are cancelled'
  refuseField(field, `must be at least the units of the line that ${which}, ${keptUnits(line)}`)
}

function updatedLine(
  order: LockedOrder,
  line: LockedLine,
  { line_item_id: _id, ...sent }: LineUpdate,
  field: string,
): LockedLine {
  const changed = differenceOf(shownMoney(line), sent)
  if (Object.keys(changed).length === 0) return line
  // The state of the order comes first: of one that is over, no value would be right.
  const isMoney = moneyFields.some((name) => name in changed)
  if (changed.quantity !== undefined) checkAct('update_lines', order)
  if (priceFields.some((name) => name in changed)) checkAct('update_prices', order)
  checkAmounts(order.currency, amountsOf(field, sent))
  const next = { ...line, ...changed } as LockedLine
  const { quantity } = next
  if (changed.quantity !== undefined) {
    checkQuantity(line, quantity, `${field}.quantity`)
    const money = moneyFor(line, quantity, order.currency)
    next.zeroed_quantity = money.zeroed_quantity
    next.discount_cents = sent.discount_cents ?? money.discount_cents
    next.tax_cents = sent.tax_cents ?? money.tax_cents
    next.over_shipped_quantity = Math.max(line.fulfilled_quantity + line.cancelled_quantity - quantity, 0)
  }
  if (isMoney && (quantity > 0 || sent.discount_cents !== undefined)) checkDiscount(field, next)
  return next
}

export function updatedLines(order: LockedOrder, sent: readonly LineUpdate[]): LockedLine[] {
  const { lines } = order
  const updates = new Map(sent.map((one, i) => [one.line_item_id.toLowerCase(), { one, field: `lines[${i}]` }]))
  if (updates.size < sent.length) refuseField('lines', 'must name each line once')
  for (const [id, { field }] of updates)
    if (!lines.some(({ line_id }) => line_id === id))
      refuseField(`${field}.line_item_id`, 'must be a line of the order')
  return lines.map((line) => {
    const update = updates.get(line.line_id)
    return update === undefined ? line : updatedLine(order, line, update.one, update.field)
  })
}

/** Whether quantities of lines differ. */
export const isRequantified = (before: readonly LockedLine[], after: readonly LockedLine[]): boolean =>
  after.some((line, i) => line.quantity !== before[i]!.quantity)

/** Whether anything but quantities and prices of lines differs. */
export const isDetailed = (before: readonly LockedLine[], after: readonly LockedLine[]): boolean =>
  after.some((line, i) => detailNames.some((name) => line[name] !== before[i]![name]))
