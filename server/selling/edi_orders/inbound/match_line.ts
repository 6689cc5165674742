import { sessionOperation } from '../../../contract/operation.ts'
import { limits } from '../../../contract/limits.ts'
import { counted } from '../../../contract/outcome.ts'
import { refuse, refuseField } from '../../../contract/refusals.ts'
import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { Id, Shape, Type, Whole } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import { writeContext } from '../../../records/write_context.ts'
import { addLines } from '../../orders/added_lines.ts'
import { checkTotal } from '../../orders/creation/creation.rules.ts'
import { lockOrder, saveOrders } from '../../orders/locked_order.store.ts'
import { Order } from '../../orders/model.ts'
import { openExceptions } from '../../../exceptions/open.ts'
import { announceOrders } from '../../orders/order.store.ts'
import { readVariants } from '../../orders/references.store.ts'
import { settleQuestions } from '../outbound/acknowledge.ts'
import { readEdiOrder, saveEdiLines } from '../edi_order.store.ts'
import { isPrepack, unitsPer } from '../units.rules.ts'
import { resettled } from './allowances/resettle.rules.ts'
import { checkLines, exceptionsOf, linesOf, readBuyer, readingOf, toOrderLine } from './order_lines.ts'
import { type BuyerLine, lineName } from './read_lines.rules.ts'

/** The line with the units that a person states for it. */
function countedAs(line: BuyerLine, agreed_units: number | undefined): BuyerLine {
  if (agreed_units === undefined) return line
  const units = unitsPer(line)
  if (isPrepack(line)) refuseField('units_per_ordered_unit', 'must be left out: the line is a pack of several items')
  if (units !== null && units !== agreed_units)
    refuseField('units_per_ordered_unit', `must be ${units} or be left out: the order says so`)
  return units === null ? { ...line, agreed_units } : line
}

/** A number that the account uses for an item already keeps it, unless the item is no longer sold. */
const learnItem = (
  sql: Sql,
  organization_id: string,
  trading_partner_id: string,
  { buyer_sku, variant_id, now }: { buyer_sku: string; variant_id: string; now: string },
) => sql`
  insert into account_items as i (organization_id, trading_partner_id, buyer_sku, variant_id, created_at, updated_at)
  values (${organization_id}, ${trading_partner_id}, ${buyer_sku}, ${variant_id}, ${now}, ${now})
  on conflict on constraint account_items_pk
  do update set variant_id = excluded.variant_id, updated_at = excluded.updated_at
  where exists (select from variants v where v.organization_id = ${organization_id}
    and v.variant_id = i.variant_id and v.archived_at is not null)`

export const matchLine = sessionOperation({
  id: 'session.match_edi_line',
  route: 'POST /api/v1/sales/orders/{order_id}/unmatched-lines/{position}/match',
  summary: 'Match an unknown item of an EDI order',
  desc: ({ name, line_items }) => `${name} has ${counted(line_items.length, 'line')}.`,
  description:
    "States the variant of a line of an EDI order whose item was unknown, and the units in what it is ordered in where the order does not say. The line joins the draft with its quantity by door and its price, and the buyer's SKU becomes an item of the account, so that later orders find it: one that the account uses for another item keeps that item. Allowances and charges of the order are applied once all of its lines have their items and prices. A price other than that of the list stays open, and `price_mismatch` states both. `unknown_sku` and `identifiers_disagree` are resolved when no line is left. Fails with `conflict` if the order is no draft, and if the line has an item already.",
  service: 'sales',
  params: Type.Object(
    {
      order_id: Id('Id of the sales order.'),
      position: Whole("Place of the line in the buyer's order, from 1.", { minimum: 1, examples: [1] }),
    },
    { additionalProperties: false },
  ),
  body: Shape(
    {
      variant_id: Id('Id of the variant.'),
      units_per_ordered_unit: Type.Optional(
        Whole(
          'Single units in one of the unit in which the line is ordered, such as a case: where the order does not say, or has two readings of it. Refused if the order says otherwise.',
          { minimum: 1, maximum: limits.sales_order_quantity_max, examples: [12] },
        ),
      ),
    },
    { examples: [{ variant_id: exampleId('variant_id') }] },
  ),
  answer: Order,
  refusals: ['order_not_on_file', 'not_found', 'conflict'],
  conflict:
    'The order is not a draft, its account is archived, the line already has an item, the line cannot be read with this item, or the order would have too many lines.',
  emits: ['order.updated', 'exception.opened', 'exception.resolved'],
  async run({ sql, caller, params: { order_id, position }, body, now }) {
    const { organization_id, currency: cost_currency } = caller
    const context = writeContext(caller, now)
    const order = await lockOrder(sql, caller, order_id)
    const edi = await readEdiOrder(sql, organization_id, order_id)
    const stored = edi?.lines.find((one) => one.position === position)
    if (stored === undefined) refuse('not_found', { desc: `${order.name} has no EDI line ${position}.` })
    if (order.lifecycle !== 'draft')
      refuse('conflict', { desc: `${order.name} is ${order.lifecycle}; lines are matched while it is a draft.` })
    if (stored.fault === null) refuse('conflict', { desc: `Line ${position} of ${order.name} has an item already.` })
    const account = await readBuyer(sql, organization_id, order.trading_partner_id!)
    const { currency, ordered_on: day, requested_ship_date } = order
    const { header } = edi!
    const reading = await readingOf(sql, organization_id, account, { lines: [], currency, day, header })
    const list = { price_list_id: account.price_list_id, currency, day }
    const [variant] = await readVariants(sql, organization_id, { ids: [body.variant_id], skus: [] }, list)
    if (variant === undefined) refuseField('variant_id', 'must be a variant of this organisation')
    if (variant.archived_at !== null) refuseField('variant_id', 'is an archived variant')
    const line = countedAs(stored.line, body.units_per_ordered_unit)
    const known = { byBuyerSku: new Map([['', [variant]]]), bySku: new Map(), byBarcode: new Map() }
    const named = { ...line, buyer_sku: '', supplier_sku: null, gtin: null, other_ids: [] }
    const read = toOrderLine(named, position, { ...reading, items: known })
    if (read.fault !== null) refuse('conflict', { desc: `Line ${position} of ${order.name}: ${read.fault}.` })
    const facts = { currency, cost_currency, requested_ship_date, transit_days: account.transit_days }
    const first = Math.max(0, ...order.lines.map(({ line_number }) => line_number)) + 1
    const fresh = linesOf({ ...read, line }, facts, first).map((one) => ({ ...one, buyer_sku: line.buyer_sku }))
    checkLines(order.lines.length + fresh.length)
    checkTotal([...order.lines, ...fresh])
    await saveEdiLines(sql, organization_id, order_id, [{ position, line, fault: null }])
    if (line.buyer_sku !== null)
      await learnItem(sql, organization_id, account.trading_partner_id, {
        buyer_sku: line.buyer_sku,
        variant_id: variant.variant_id,
        now,
      })
    const added = await addLines(sql, organization_id, order, fresh)
    const allowances = header.allowances ?? []
    const lines = edi!.lines.map((one) => (one.position === position ? { position, line, fault: null } : one))
    const matched = { ...order, lines: [...order.lines, ...added] }
    const settled = resettled(order, matched, {
      was: { allowances, lines: edi!.lines },
      is: { allowances, lines },
      isSplit: edi!.is_split_off,
    })
    const { notes: settledNotes = [], ...money } = settled ?? {}
    await saveOrders(sql, context, [{ before: order, after: { ...matched, ...money }, added }])
    const rest = edi!.lines.filter((one) => one.fault !== null && one.position !== position)
    if (rest.length === 0) await settleQuestions(sql, context, order_id, ['unknown_sku', 'identifiers_disagree'])
    const { number } = edi!
    const notes = [...read.notes.map((note) => ({ ...note, name: lineName(line, position) })), ...settledNotes]
    await openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number }, notes))
    const [shown] = await announceOrders(sql, organization_id, [{ order_id, event: 'order.updated' }])
    return shown!
  },
})
