import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { exampleId } from '../../contract/openapi/example_ids.ts'
import { operation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Id, Nullable, type Static, Type } from '../../contract/schema.ts'
import type { Sql } from '../../contract/sql.ts'
import { actorOf } from '../../ledger/actor.ts'
import { writeContext } from '../../records/write_context.ts'
import { settleAgain } from '../edi_orders/inbound/allowances/settle_again.ts'
import { acknowledgeOrder, readOrderedOtherwise } from '../edi_orders/outbound/acknowledge.ts'
import { lineVerdicts } from '../known_values.ts'
import { refuseAgreement } from '../bound_keys.ts'
import { waits } from './allocation/allocation_horizon.ts'
import { allocateLines, resolveShortages, settleShortages } from './allocation/allocation.ts'
import { checkAmounts } from '../../contract/amounts.ts'
import { amountsOf, checkDiscount, checkTotal } from './creation/creation.rules.ts'
import { checkAct, type LockedLine, type LockedOrder, lockOrder, saveOrders } from './locked_order.store.ts'
import { Cents, Label, Order, OrderPath, Quantity } from './model.ts'
import { announceOrders } from './order.store.ts'
import { endDuplicates } from './ended_questions.ts'
import { settleOrderQuestions } from './order_questions.ts'
import { readLocation } from './references.store.ts'
import { moneyFor } from './rules.ts'

const Verdict = Type.Object(
  {
    line_item_id: Id('Id of the line.'),
    verdict: Choice(
      lineVerdicts,
      'accepted: as ordered. quantity_changed: another quantity, in `quantity`; if it is the one that was ordered, the line is accepted. rejected: the line stays at quantity 0.',
    ),
    quantity: Type.Optional(Quantity('Agreed units; required with quantity_changed, and refused with the others.', 1)),
    unit_price_cents: Type.Optional(
      Cents('Agreed unit price; required if the price is still open, otherwise it replaces the price.'),
    ),
    reason: Type.Optional(Nullable(Label('Reason for the verdict, for the account.', ['Sold out in this colour']))),
  },
  { $id: 'ConfirmedLine', additionalProperties: false },
)
type Verdict = Static<typeof Verdict>

const noMoney = { discount_cents: 0, tax_cents: 0, zeroed_quantity: null }

/** Whether the quantity of a line in a draft is another one than the customer ordered. */
type IsChanged = (line: LockedLine) => boolean

function verdictOn(
  line: LockedLine,
  sentVerdict: Verdict,
  { currency, field, isChanged }: { currency: string; field: string; isChanged: IsChanged },
): LockedLine {
  const { verdict, quantity, unit_price_cents = line.unit_price_cents, reason = null } = sentVerdict
  if ((verdict === 'quantity_changed') !== (quantity !== undefined))
    refuseField(`${field}.quantity`, 'is required with the verdict quantity_changed, and with no other')
  const agreed = verdict === 'rejected' ? 0 : (quantity ?? line.quantity)
  if (agreed > 0 && unit_price_cents === null)
    refuseField(`${field}.unit_price_cents`, 'is required, since the price of the line is open')
  const money = verdict === 'rejected' ? noMoney : moneyFor(line, agreed, currency)
  if (agreed > 0) checkDiscount(field, { quantity: agreed, unit_price_cents, ...money })
  // A quantity that the draft no longer has as it was ordered is another one, even if it is accepted as it stands.
  const isOther = verdict === 'accepted' && isChanged(line)
  return {
    ...line,
    ...money,
    quantity: agreed,
    unit_price_cents,
    verdict: isOther ? 'quantity_changed' : verdict,
    verdict_reason: reason,
  }
}

/** The lines with their verdicts; every line needs exactly one. */
function decide({ lines, currency }: LockedOrder, verdicts: readonly Verdict[], isChanged: IsChanged): LockedLine[] {
  const verdictOfLine = new Map(
    verdicts.map((one, i) => [one.line_item_id.toLowerCase(), { one, field: `lines[${i}]` }]),
  )
  if (verdictOfLine.size < verdicts.length) refuseField('lines', 'must name each line once')
  for (const [id, { field }] of verdictOfLine)
    if (!lines.some(({ line_id }) => line_id === id))
      refuseField(`${field}.line_item_id`, 'must be a line of the order')
  const missing = lines.filter(({ line_id }) => !verdictOfLine.has(line_id))
  if (missing.length > 0)
    refuseField(
      'lines',
      `must have a verdict on every line; ${counted(missing.length, 'line')} ${missing.length === 1 ? 'has' : 'have'} none, among them ${missing[0]!.sku}`,
    )
  const decided = lines.map((line) => {
    const { one, field } = verdictOfLine.get(line.line_id)!
    checkAmounts(currency, amountsOf(field, one))
    return verdictOn(line, one, { currency, field, isChanged })
  })
  checkTotal(decided)
  return decided
}

/** What a buyer changed over EDI is what it ordered; any other line was ordered as it was first entered. */
async function readChanged(sql: Sql, order: LockedOrder, organization_id: string): Promise<IsChanged> {
  const positions = await readOrderedOtherwise(sql, organization_id, order)
  return ({ quantity, ordered_quantity, edi_position }) =>
    quantity !== ordered_quantity && (edi_position === null || positions.has(edi_position))
}

/** A line whose verdict states another quantity, and that has the one that was ordered, is accepted. */
async function withoutSame(
  sql: Sql,
  organization_id: string,
  order: LockedOrder,
  lines: readonly LockedLine[],
): Promise<LockedLine[]> {
  const isStated = lines.some(({ verdict }) => verdict === 'quantity_changed')
  const positions = isStated ? await readOrderedOtherwise(sql, organization_id, { ...order, lines: [...lines] }) : null
  return lines.map((line) => {
    const { verdict, quantity, ordered_quantity, edi_position } = line
    if (positions === null || verdict !== 'quantity_changed') return line
    const isSame = edi_position === null ? quantity === ordered_quantity : !positions.has(edi_position)
    return isSame ? { ...line, verdict: 'accepted' } : line
  })
}

export const confirmOrder = operation({
  id: 'orders.confirm',
  route: 'POST /api/v1/sales/orders/{order_id}/confirm',
  summary: 'Confirm a sales order',
  desc: ({ name, lifecycle }) => `Order ${name} confirmed; it is ${lifecycle}.`,
  description:
    'Confirms a draft with a verdict on every line. Accepted lines keep their quantity; one whose quantity was changed in the draft has the verdict quantity_changed all the same. Changed ones take the agreed one, and rejected ones stay on the order at quantity 0. Available stock is held for the agreed units in the same transaction; a shortage opens an exception of kind `allocation_short`. Where the account or the organisation has a horizon of allocation, an order whose ship window opens after it holds nothing yet: `cover` of its lines shows what is available and expected. If every line is rejected, the order is cancelled. Allowances and charges of an order that arrived over EDI follow another quantity or price: amounts stay, and percentages are computed anew. An order that arrived over EDI is answered with an 855 where the account takes one: it repeats what the buyer ordered on every line, those with an unknown item included, which it rejects. Fails with `conflict` for an order that is no draft, for one that is on hold, and for a key that is bound to an account: the seller confirms what the account orders.',
  capability: 'trading-partner connectivity',
  params: OrderPath,
  body: Type.Object(
    {
      location_id: Type.Optional(
        Id('Id of the location that ships the order; required if the order has none and several are in use.'),
      ),
      lines: Type.Array(Verdict, {
        minItems: 1,
        maxItems: limits.sales_order_lines_max,
        description: 'A verdict on every line of the order.',
      }),
    },
    {
      additionalProperties: false,
      examples: [{ lines: [{ line_item_id: exampleId('line_item_id'), verdict: 'accepted' }] }],
    },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'conflict'],
  conflict:
    'The order is not a draft, or is on hold; or the key is bound to the account that ordered (`data.reason` is `account_key`).',
  emits: ['order.updated', 'order.cancelled', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id }, body, now }) {
    const { organization_id } = caller
    const before = await lockOrder(sql, caller, order_id)
    if (caller.account !== null)
      refuseAgreement(caller.account, 'the seller confirms its orders', { act: 'confirm', lifecycle: before.lifecycle })
    checkAct('confirm', before)
    const location_id = await readLocation(sql, organization_id, body.location_id ?? before.location_id)
    if (location_id === null)
      refuseField('location_id', 'is required, since the organisation has no single location in use')
    const decisions = decide(before, body.lines, await readChanged(sql, before, organization_id))
    const lines = await withoutSame(sql, organization_id, before, decisions)
    const decided: LockedOrder = {
      ...before,
      lines,
      location_id,
      lifecycle: 'open',
      confirmed_at: now,
      confirmed_by: actorOf(caller),
      cancel_reason: lines.every(({ quantity }) => quantity === 0) ? 'Every line was rejected.' : null,
    }
    const { order: agreed, report } = await settleAgain(sql, organization_id, before, decided)
    const isLater = await waits(sql, organization_id, agreed)
    const [after] = isLater ? [agreed] : await allocateLines(sql, organization_id, [agreed])
    const [saved] = await saveOrders(sql, { organization_id, now, actor: actorOf(caller) }, [{ before, after: after! }])
    const settle = isLater ? resolveShortages : settleShortages
    await settle(sql, { organization_id, now, resolved_by: actorOf(caller) }, [saved!])
    await settleOrderQuestions(sql, writeContext(caller, now), before, 'confirmed')
    if (saved!.lifecycle === 'cancelled') await endDuplicates(sql, writeContext(caller, now), before)
    await acknowledgeOrder(sql, writeContext(caller, now), saved!)
    await report(sql, writeContext(caller, now))
    const event = saved!.lifecycle === 'cancelled' ? 'order.cancelled' : 'order.updated'
    const [order] = await announceOrders(sql, organization_id, [{ order_id, event }])
    return order!
  },
})
