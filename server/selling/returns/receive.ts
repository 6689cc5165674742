import { uuidv7 } from 'uuidv7'
import { type FoundVariants, unknownVariant } from '../../records/variant_names.rules.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Id, sampleId, Shape, type Static, Text, Type, Whole } from '../../contract/schema.ts'
import { emit } from '../../outbox/emit.ts'
import { dispositions } from '../known_values.ts'
import { arrivalMoment, readDayOrInstant } from './dates.ts'
import { Return, ReturnPath } from './model.ts'
import { onlyWarehouse, readPlaces } from './return_facts.store.ts'
import { type LockedReturn, lockReturn, readReturnLines } from './receipt.store.ts'
import { type ArrivedUnits, fillLines, type OpenLine } from './receiving.rules.ts'
import { readReturn } from './store.ts'
import { readSoldLines } from './unexpected_units/sold_lines.store.ts'
import { writeArrival } from './write_arrival.ts'

const units = (description: string, example: number) =>
  Whole(`${description} At most ${limits.stock_units_max.toLocaleString('en-US')}.`, {
    maximum: limits.stock_units_max,
    examples: [example],
  })

const ReceivedLine = Shape(
  {
    id: Type.Optional(
      Id('The line of the return; without it, the open lines of the variant are filled in their order.'),
    ),
    sku: Type.Optional(
      Text('SKU of the variant, as it is spelled in the catalogue; required unless `id` or `variant_id` is given.', {
        minLength: 1,
        maxLength: 200,
        examples: ['JUMPER-M'],
      }),
    ),
    variant_id: Type.Optional(Id('The variant; an alternative to `sku`.')),
    received_quantity: units('Units that arrived, or that are missing; at least 1.', 1),
    restocked_quantity: Type.Optional(
      units(
        'Units of them that go back into stock; all of them by default if `disposition` is `restock`, and none otherwise.',
        1,
      ),
    ),
    disposition: Type.Optional(
      Choice(
        dispositions,
        'What happens to the units that are not restocked, or `restock`. Units that are not restocked are in `quarantine`, on a receipt of their own, if it is `restock` or left out. Only restocked units raise on hand: written-off and quarantined units and those for the supplier are in no stock. Units that are `missing` were announced and are not there: they are not received, and count in `missing_quantity`. Required unless `restocked_quantity` is given.',
        { examples: ['restock'] },
      ),
    ),
  },
  { $id: 'ReceivedReturnLine' },
)

const Receipt = Shape(
  {
    received_at: Type.Optional(
      Text(
        'When the units arrived: a date in the time zone of the organisation, or an ISO 8601 instant; not in the future, nor before the order was shipped. A date is taken as its beginning, so counts of that day include the units; if the order was first shipped on that day, as the time of that shipment. Defaults to now.',
        { maxLength: 40, examples: ['2026-11-20'] },
      ),
    ),
    not_in_count: Type.Optional(
      Flag(
        'Whether the restocked units were left out of counts that were taken after they arrived and before they were recorded here. By default a count includes whatever arrived before it.',
        { examples: [false] },
      ),
    ),
    location_id: Type.Optional(Id('Location that received the units; that of the return by default.')),
    lines: Type.Array(ReceivedLine, {
      minItems: 1,
      maxItems: limits.return_lines_max,
      description: 'What arrived.',
    }),
  },
  {
    examples: [
      { lines: [{ variant_id: sampleId, received_quantity: 1, restocked_quantity: 1, disposition: 'restock' }] },
    ],
  },
)
type Receipt = Static<typeof Receipt>

export const receiveReturn = operation({
  id: 'returns.receive',
  route: 'POST /api/v1/sales/returns/{return_id}/receive',
  summary: 'Receive a return',
  desc: ({ name, state, units_received, units_expected }) =>
    state === 'closed'
      ? `${name} is received and closed.`
      : `${name}: ${units_received} of ${units_expected} units received.`,
  description:
    'Records units of a return that arrived, in one or several calls: the return is `partially_received` until every line is in, and then `closed`. Restocked units raise on hand by a stock movement of kind `return`, at the average cost at which the units of the order line left that have not come back; without an order, at the average cost of the stock level. Units beyond what was expected, and variants that were not expected at all, are accepted and open an exception of kind `return_unmatched`. They count as units of the order, up to the units that it shipped and that are in no return. Returned units count in sales on the day on which they arrive, and so does the price paid for them, unless the return states a refund, even one with the status `none`. Units that shipped beyond the order of a consumer were never sold: they come back first, and count neither as returned nor as money. So do units beyond all that the order shipped; those get a receipt of their own, are restocked at the average cost of the stock level, and leave the cost of sales as it is. Fails with `conflict` if the return is cancelled.',
  params: ReturnPath,
  body: Receipt,
  answer: Return,
  refusals: [
    'variant_unknown',
    'quantity_not_positive',
    'restocked_beyond_received',
    'date_unreadable',
    'return_not_on_file',
    'return_already_received',
    'return_needs_a_place',
    'conflict',
    'account_mismatch',
  ],
  conflict: 'The return is cancelled.',
  emits: ['return.received', 'movement.recorded', 'exception.opened'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const { organization_id } = caller
    const text = readDayOrInstant('received_at', body.received_at ?? now)
    const locked = await lockReturn(sql, caller, return_id)
    checkReceivable(locked)
    const [location_id, { lines, variants }] = await Promise.all([
      findPlace(sql, organization_id, locked, body.location_id),
      readReturnLines(sql, organization_id, return_id, namesOf(body)),
    ])
    const moment = await arrivalMoment(sql, organization_id, now, locked.order_id, text)
    const arrived = body.lines.map((line, i) => readArrived(line, `lines[${i}]`, lines, variants))
    const { added, ...filling } = fillLines(lines, arrived, uuidv7)
    await writeArrival(sql, caller, now, {
      locked,
      lines,
      location_id,
      moment,
      not_in_count: body.not_in_count ?? false,
      added: await linkAdded(sql, organization_id, locked, added),
      ...filling,
    })
    const record = await readReturn(sql, caller, return_id)
    await emit(sql, organization_id, [{ event: 'return.received', record }])
    return record
  },
})

/** Units that nobody expected back are those of the order, where it sold some that did not come back yet. */
async function linkAdded(
  sql: Sql,
  organization_id: string,
  { order_id }: LockedReturn,
  added: readonly { line_id: string; variant_id: string }[],
) {
  const variantIds = added.map(({ variant_id }) => variant_id)
  const isSold = order_id !== null && added.length > 0
  const sold = isSold ? await readSoldLines(sql, organization_id, order_id, variantIds) : new Map<string, string>()
  return added.map((line) => ({ ...line, order_line_id: sold.get(line.variant_id) ?? null }))
}

const namesOf = ({ lines }: Receipt) => ({
  skus: lines.flatMap(({ sku }) => sku ?? []),
  ids: lines.flatMap(({ variant_id }) => variant_id ?? []),
})

function checkReceivable({ name, state }: LockedReturn): void {
  if (state === 'closed') refuse('return_already_received', { desc: `${name} is closed: every line is in.` })
  if (state === 'cancelled') refuse('conflict', { desc: `${name} is cancelled. Create a return for what arrived.` })
}

async function findPlace(sql: Sql, organization_id: string, locked: LockedReturn, named: string | undefined) {
  if (named === undefined && locked.location_id !== null) return locked.location_id
  const places = await readPlaces(sql, organization_id, named === undefined ? [] : [named])
  if (named === undefined) return onlyWarehouse(places) ?? refuse('return_needs_a_place')
  const place = places.find(({ location_id }) => location_id === named)
  if (place === undefined) return refuseField('location_id', 'must be a location of this organisation')
  if (!place.is_active) refuseField('location_id', `must be an active location; ${place.name} is inactive`)
  return named
}

type KnownVariants = FoundVariants<{ variant_id: string }>

/** null where neither names one. */
function knownVariant(
  { sku, variant_id }: { sku: string | undefined; variant_id: string | undefined },
  at: string,
  variants: KnownVariants,
): string | null {
  if (sku !== undefined && variant_id !== undefined) refuseField(`${at}.sku`, 'cannot be sent with variant_id')
  if (sku === undefined && variant_id === undefined) return null
  const field = `${at}.${sku === undefined ? 'variant_id' : 'sku'}`
  const variant = sku === undefined ? variants.by_id.get(variant_id!) : variants.by_sku.get(sku)
  return variant?.variant_id ?? refuse('variant_unknown', { desc: `${field} ${unknownVariant}.`, data: { field } })
}

/** The variant of a line: that of the line of the return, or of the catalogue. */
function variantOf(
  { id, sku, variant_id }: Static<typeof ReceivedLine>,
  at: string,
  lines: readonly OpenLine[],
  variants: KnownVariants,
): string {
  if (id === undefined && sku === undefined && variant_id === undefined)
    refuseField(`${at}.sku`, 'is required unless id or variant_id is given', ['sku', 'id', 'variant_id'])
  const known = knownVariant({ sku, variant_id }, at, variants)
  if (id === undefined) return known!
  const line = lines.find(({ line_id }) => line_id === id)
  if (line === undefined) return refuseField(`${at}.id`, 'must be a line of this return')
  if (known !== null && known !== line.variant_id)
    refuseField(`${at}.${sku === undefined ? 'variant_id' : 'sku'}`, 'is not the variant of the line')
  return line.variant_id
}

function readArrived(
  line: Static<typeof ReceivedLine>,
  at: string,
  lines: readonly OpenLine[],
  variants: KnownVariants,
): ArrivedUnits {
  const { received_quantity, disposition } = line
  const variant_id = variantOf(line, at, lines, variants)
  if (line.restocked_quantity === undefined && disposition === undefined)
    refuseField(`${at}.disposition`, 'is required unless restocked_quantity is given', dispositions)
  const restocked_quantity = line.restocked_quantity ?? (disposition === 'restock' ? received_quantity : 0)
  const refuseQuantity = (field: string, rule: string): never =>
    refuse('quantity_not_positive', { desc: `${at}.${field} ${rule}.`, data: { field: `${at}.${field}` } })
  if (received_quantity < 1) refuseQuantity('received_quantity', 'must be at least 1')
  if (restocked_quantity < 0) refuseQuantity('restocked_quantity', 'must not be negative')
  if (restocked_quantity > received_quantity)
    refuse('restocked_beyond_received', {
      desc: `${at}.restocked_quantity is ${restocked_quantity}, and only ${received_quantity} were received.`,
      data: { field: `${at}.restocked_quantity` },
    })
  const missing_quantity = disposition === 'missing' ? received_quantity - restocked_quantity : 0
  return {
    line_id: line.id ?? null,
    variant_id,
    received_quantity: received_quantity - missing_quantity,
    restocked_quantity,
    missing_quantity,
    disposition: disposition ?? (restocked_quantity > 0 ? 'restock' : null),
  }
}
