/** Finds or adds the lines of units that left in place of ordered ones, as a shipment or its correction states them. */
import { limits } from '../../../contract/limits.ts'
import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { counted } from '../../../contract/outcome.ts'
import { refuseField } from '../../../contract/refusals.ts'
import { Choice, Id, type Static, Text, Type } from '../../../contract/schema.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { WriteContext } from '../../../imports/record_diff.ts'
import { addLines, priceAdded } from '../../orders/added_lines.ts'
import type { LockedLine, LockedOrder } from '../../orders/locked_order.store.ts'
import { Cents } from '../../orders/model.ts'
import { type ReportedCarton, reportedCartonOf, ReportedLine } from '../shipment.model.ts'
import { shareOfReplaced } from './stand_ins.rules.ts'

const InsteadOf = Type.Object(
  {
    line_item_id: Id('Id of the order line whose units were to leave.'),
    ordered_units: Choice(
      ['owed', 'replaced'],
      'What becomes of as many units of that line: `owed` leaves them to ship; `replaced` cancels them, since the customer keeps the others in their place.',
    ),
    unit_price_cents: Type.Optional(
      Cents(
        'Price of a unit that left; 0 if the customer does not pay for it. Required with `owed`. With `replaced`, if left out, the units take the price of the line with its share of discount and tax.',
      ),
    ),
    tax_cents: Type.Optional(Cents('Tax on all of these units, beside `unit_price_cents`; none if left out.')),
  },
  { additionalProperties: false, $id: 'InsteadOf' },
)

export const StatedLine = Type.Object(
  {
    ...ReportedLine.properties,
    sku: Type.Optional(
      Text(
        'SKU of the variant; sent in place of `line_item_id`. It fills the open lines of the SKU in their order; with `instead_of` it is any variant.',
        { minLength: 1, maxLength: limits.product_label_length_max, examples: ['JUMPER-M'] },
      ),
    ),
    instead_of: Type.Optional(InsteadOf),
  },
  { $id: 'StatedShippedLine', additionalProperties: false },
)
type StatedLine = Static<typeof StatedLine>
type PlainLine = Static<typeof ReportedLine>

export const StatedCarton = reportedCartonOf(StatedLine, 'StatedCarton')
type StatedCarton = Omit<ReportedCarton, 'lines'> & { lines: StatedLine[] }

export const standInExample = {
  reason: 'The warehouse picked another size',
  lines: [
    {
      sku: 'JUMPER-M',
      quantity: 2,
      instead_of: { line_item_id: exampleId('line_item_id'), ordered_units: 'replaced' },
    },
  ],
}

interface StatedContents {
  lines?: readonly StatedLine[]
  cartons?: readonly StatedCarton[]
}

interface Stated {
  field: string
  sku: string
  quantity: number
  insteadOf: Static<typeof InsteadOf>
  ordered: LockedLine
}

/** The units of a line of the request that left in place of others; null if it has none. */
function statedUnits(order: LockedOrder, line: StatedLine, field: string): Stated | null {
  const { instead_of: insteadOf, sku, quantity, line_item_id } = line
  if (insteadOf === undefined) return null
  if (sku === undefined || line_item_id !== undefined)
    refuseField(`${field}.sku`, 'is required with instead_of, and line_item_id must not be sent', ['sku'])
  const id = insteadOf.line_item_id.toLowerCase()
  const ordered = order.lines.find(({ line_id }) => line_id === id)
  const of = `${field}.instead_of`
  if (ordered === undefined) return refuseField(`${of}.line_item_id`, 'must be a line of the order')
  if (ordered.instead_of_line_id !== null)
    refuseField(`${of}.line_item_id`, 'must be a line that was ordered, not one of units that left in place of others')
  if (ordered.sku === sku) refuseField(`${field}.sku`, 'must differ from that of the line in instead_of')
  const { ordered_units, unit_price_cents, tax_cents } = insteadOf
  if (unit_price_cents === undefined && (ordered_units === 'owed' || ordered.unit_price_cents === null))
    refuseField(
      `${of}.unit_price_cents`,
      'is required where the ordered units are still owed or have no price, since the customer would be billed for both; 0 if the customer does not pay',
    )
  if (unit_price_cents === undefined && tax_cents !== undefined)
    refuseField(`${of}.tax_cents`, 'must not be sent without unit_price_cents')
  return { field, sku, quantity, insteadOf, ordered }
}

/** Whether a line on file is that of these units, so that stating them again changes nothing. */
const isLineOf =
  ({ sku, ordered, insteadOf: { ordered_units, unit_price_cents, tax_cents } }: Stated) =>
  (line: LockedLine) =>
    line.sku === sku &&
    line.instead_of_line_id === ordered.line_id &&
    line.is_still_owed === (ordered_units === 'owed') &&
    (unit_price_cents === undefined || line.unit_price_cents === unit_price_cents) &&
    (tax_cents === undefined || line.tax_cents === tax_cents)

/** The price of the ordered units, or the one that is stated. */
function moneyOf(
  { ordered, quantity, insteadOf: { unit_price_cents, tax_cents = 0 } }: Stated,
  earlier: readonly Stated[],
  currency: string,
) {
  if (unit_price_cents !== undefined) return { unit_price_cents, discount_cents: 0, tax_cents }
  const units = earlier.reduce((sum, one) => sum + (one.ordered === ordered ? one.quantity : 0), 0)
  return { unit_price_cents: ordered.unit_price_cents!, ...shareOfReplaced(ordered, quantity, units, currency) }
}

/** Units of one line that the request states in several places are of one line. */
const keyOf = ({ sku, ordered, insteadOf: { ordered_units, unit_price_cents, tax_cents } }: Stated) =>
  [ordered.line_id, ordered_units, unit_price_cents, tax_cents, sku].join(' ')

const summed = (stated: readonly Stated[]): Stated[] =>
  [...Map.groupBy(stated, keyOf).values()].map((all) => ({
    ...all[0]!,
    quantity: all.reduce((sum, { quantity }) => sum + quantity, 0),
  }))

/**
 * Stores lines without units, which the shipment gives them; discount and tax are for those. Returns them as they were stored
 * and as they are to be.
 */
async function addStandIns(sql: Sql, context: WriteContext, order: LockedOrder, stated: readonly Stated[]) {
  const { organization_id, currency } = context
  const seller = { organization_id, currency, account: null }
  const money = stated.map((one, i) => moneyOf(one, stated.slice(0, i), order.currency))
  const submitted = stated.map(({ sku, quantity }, i) => ({ sku, quantity, ...money[i]! }))
  const priced = await priceAdded(sql, seller, order, submitted, (i) => stated[i]!.field)
  const added = await addLines(
    sql,
    organization_id,
    order,
    priced.map((line, i) => ({
      ...line,
      quantity: 0,
      discount_cents: 0,
      tax_cents: 0,
      instead_of_line_id: stated[i]!.ordered.line_id,
      is_still_owed: stated[i]!.insteadOf.ordered_units === 'owed',
    })),
  )
  const lines = added.map((line, i) => {
    const { discount_cents, tax_cents } = money[i]!
    const zeroed_quantity = discount_cents + tax_cents > 0 ? stated[i]!.quantity : null
    return { ...line, discount_cents, tax_cents, zeroed_quantity }
  })
  return { added, lines }
}

export interface StandIns {
  /** Lines that the shipment adds, as they were stored. */
  added: LockedLine[]
  /** The order with them. */
  from: LockedOrder
  /** The request, with the ids of these lines in place of what it states. */
  contents: { lines?: PlainLine[]; cartons?: ReportedCarton[] }
  sentences: string[]
}

const plain = ({ instead_of: _of, ...line }: StatedLine): PlainLine => line

function sentenceOf({ quantity, sku, ordered, insteadOf }: Stated): string {
  const left = `${counted(quantity, 'unit')} of ${sku} left in place of ${ordered.sku}`
  return insteadOf.ordered_units === 'owed'
    ? `${left}, which is still owed.`
    : `${left}, of which ${counted(quantity, 'unit')} ${quantity === 1 ? 'is' : 'are'} cancelled.`
}

/** Reads which units left in place of ordered ones, and adds the lines that they need. `from` is the order as if the shipment had not left. */
export async function readStandIns(
  sql: Sql,
  context: WriteContext,
  from: LockedOrder,
  { lines, cartons }: StatedContents,
): Promise<StandIns> {
  const stated = new Map<StatedLine, Stated>()
  const read = (line: StatedLine, field: string) => {
    const one = statedUnits(from, line, field)
    if (one !== null) stated.set(line, one)
  }
  for (const [i, line] of (lines ?? []).entries()) read(line, `lines[${i}]`)
  for (const [i, carton] of (cartons ?? []).entries())
    for (const [j, line] of carton.lines.entries()) read(line, `cartons[${i}].lines[${j}]`)
  const isNew = (one: Stated) => !from.lines.some(isLineOf(one))
  const all = summed([...stated.values()])
  const fresh = all.filter(isNew)
  const { added, lines: more } =
    fresh.length === 0 ? { added: [], lines: [] } : await addStandIns(sql, context, from, fresh)
  const addedTo = new Map(fresh.map((one, i) => [keyOf(one), more[i]!.line_id]))
  const named = (line: StatedLine): PlainLine => {
    const one = stated.get(line)
    if (one === undefined) return plain(line)
    const line_item_id = addedTo.get(keyOf(one)) ?? from.lines.find(isLineOf(one))!.line_id
    return { line_item_id, quantity: line.quantity }
  }
  return {
    added,
    from: { ...from, lines: [...from.lines, ...more] },
    contents: {
      lines: lines?.map(named),
      cartons: cartons?.map((carton) => ({ ...carton, lines: carton.lines.map(named) })),
    },
    sentences: all.map(sentenceOf),
  }
}
