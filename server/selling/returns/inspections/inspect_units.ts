import { uuidv7 } from 'uuidv7'
import { return_inspections } from '../../../../db/schema/selling/return_inspections.ts'
import { recordset } from '../../../../db/sql/recordset.ts'
import type { Caller, Sql } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { exampleId } from '../../../contract/openapi/example_ids.ts'
import { counted } from '../../../contract/outcome.ts'
import { sessionOperation } from '../../../contract/operation.ts'
import { refuse } from '../../../contract/refusals.ts'
import { Choice, Id, Shape, type Static, Text, Type, Whole } from '../../../contract/schema.ts'
import { actorOf } from '../../../ledger/actor.ts'
import { bookingOf, bookMovements } from '../../../ledger/book.ts'
import { readParts } from '../../../ledger/bundles/parts.ts'
import { inspectionDispositions } from '../../known_values.ts'
import { Label } from '../../orders/model.ts'
import { Return, ReturnPath } from '../model.ts'
import { type LockedReturn, lockReturn, readShipped } from '../receipt.store.ts'
import { atAverage, type ReturnedPart, soldParts, unsoldParts } from '../returned_parts.rules.ts'
import { readReturn } from '../store.ts'
import { divideInspected, type InspectedPart, isNamed } from './inspections.rules.ts'
import { type QuarantinedRow, readQuarantined, restockLines } from './inspections.store.ts'

const Inspection = Shape(
  {
    inspection_id: Type.Optional(
      Id('Id of the inspection, which you may choose: sending the same inspection again changes nothing.'),
    ),
    lines: Type.Array(
      Shape(
        {
          id: Type.Optional(Id('The line of the return.')),
          sku: Type.Optional(
            Text('SKU of the variant, in place of `id`; the lines of the variant are taken in their order.', {
              minLength: 1,
              maxLength: 200,
              examples: ['JUMPER-M'],
            }),
          ),
          variant_id: Type.Optional(Id('The variant, in place of `id`.')),
          quantity: Whole('Units inspected, of those in quarantine; the oldest receipt first.', {
            minimum: 1,
            maximum: limits.stock_units_max,
            examples: [1],
          }),
          disposition: Choice(inspectionDispositions, 'What becomes of the units.', { examples: ['restock'] }),
        },
        { $id: 'InspectedLine' },
      ),
      { minItems: 1, maxItems: limits.return_lines_max, description: 'What was inspected.' },
    ),
    note: Type.Optional(Label('What was found.', ['A button was missing and is sewn on'])),
  },
  { examples: [{ lines: [{ variant_id: exampleId('variant_id'), quantity: 1, disposition: 'write_off' }] }] },
)
type Inspection = Static<typeof Inspection>

export const inspectReturnedUnits = sessionOperation({
  id: 'session.inspect_returned_units',
  route: 'POST /api/v1/sales/returns/{return_id}/inspections',
  summary: 'Inspect returned units',
  desc: ({ name, lines }) => {
    const left = lines.flatMap(({ receipts }) => receipts).reduce((sum, one) => sum + one.quarantined_quantity, 0)
    return `${counted(left, 'unit')} of ${name} left in quarantine.`
  },
  description:
    'Says what becomes of units that were received into `quarantine`: `restock`, `write_off` or `return_to_supplier`. Units in quarantine are in no stock and cannot be sold. Restocked ones raise on hand where they were received by a stock movement of kind `return`, at the cost that they came back at. The units stay returned on the day on which they arrived; the summary of returns and `return_losses` count them under the disposition of the inspection. Takes units of the oldest receipt first. An inspection is taken back by reverting it. Fails with `conflict` if more units are inspected than are in quarantine, or if the `inspection_id` is that of another inspection.',
  service: 'returns',
  needs: 'member',
  params: ReturnPath,
  body: Inspection,
  answer: Return,
  refusals: ['return_not_on_file', 'conflict'],
  conflict: 'Fewer units are in quarantine, or another inspection has the `inspection_id`.',
  emits: ['movement.recorded'],
  async run({ sql, caller, params: { return_id }, body, now }) {
    const { organization_id } = caller
    const locked = await lockReturn(sql, caller, return_id)
    if (await isRecorded(sql, organization_id, return_id, body)) return readReturn(sql, caller, return_id)
    const quarantined = await readQuarantined(sql, organization_id, return_id)
    const parts = divideInspected(quarantined, body.lines)
    const inspection_id = body.inspection_id ?? uuidv7()
    await writeParts(sql, caller, now, { return_id, inspection_id, note: body.note ?? null, parts })
    await restock(sql, caller, now, { locked, inspection_id, quarantined, parts })
    return readReturn(sql, caller, return_id)
  },
})

interface Recorded {
  return_id: number
  line_id: string
  variant_id: string
  sku: string
  disposition: string
  note: string | null
  quantity: number
}

const unitsOf = (rows: readonly { quantity: number }[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether each line of the request, with those that name the same units, has as many as were recorded. */
const hasLines = (recorded: readonly Recorded[], lines: Inspection['lines']) =>
  unitsOf(recorded) === unitsOf(lines) &&
  lines.every((line) => {
    const same = lines.filter(
      (one) =>
        one.disposition === line.disposition &&
        one.id === line.id &&
        one.sku === line.sku &&
        one.variant_id === line.variant_id,
    )
    const rows = recorded.filter((row) => row.disposition === line.disposition && isNamed(line, row))
    return unitsOf(rows) === unitsOf(same)
  })

/** Whether this inspection was recorded before, as it is sent now. */
async function isRecorded(
  sql: Sql,
  organization_id: string,
  return_id: number,
  { inspection_id, lines, note }: Inspection,
): Promise<boolean> {
  if (inspection_id === undefined) return false
  const recorded = await sql<Recorded[]>`
    select q.return_id::float8 as return_id, q.line_id, t.variant_id, v.sku, q.disposition, q.note,
      sum(q.quantity)::int as quantity
    from return_inspections q
    join return_lines t on t.organization_id = q.organization_id and t.return_id = q.return_id and t.line_id = q.line_id
    join variants v on v.organization_id = q.organization_id and v.variant_id = t.variant_id
    where q.organization_id = ${organization_id} and q.inspection_id = ${inspection_id}
    group by q.return_id, q.line_id, t.variant_id, v.sku, q.disposition, q.note`
  if (recorded.length === 0) return false
  const isSame =
    recorded.every((row) => row.return_id === return_id && row.note === (note ?? null)) && hasLines(recorded, lines)
  if (!isSame) refuse('conflict', { desc: `Another inspection has the id ${inspection_id}.`, data: { inspection_id } })
  return true
}

const partRows = recordset(return_inspections, ['part_number', 'receipt_number', 'line_id', 'quantity', 'disposition'])

const writeParts = (
  sql: Sql,
  caller: Caller,
  now: string,
  {
    return_id,
    inspection_id,
    note,
    parts,
  }: { return_id: number; inspection_id: string; note: string | null; parts: readonly InspectedPart[] },
) => sql`
  insert into return_inspections (organization_id, inspection_id, return_id, note, inspected_at, inspected_by, ${partRows.names})
  select ${caller.organization_id}, ${inspection_id}, ${return_id}, ${note}, ${now}::timestamptz, ${actorOf(caller)}, ${partRows.values}
  from ${partRows.from(parts.map((part, i) => ({ ...part, part_number: i + 1 })))}`

interface Restocking {
  locked: LockedReturn
  inspection_id: string
  quarantined: readonly QuarantinedRow[]
  parts: readonly InspectedPart[]
}

/** What one unit of each receipt brings back: of a bundle that was sold, the components that left. */
async function partsOf(sql: Sql, organization_id: string, locked: LockedReturn, rows: readonly QuarantinedRow[]) {
  const orderLineIds = rows.flatMap(({ order_line_id }) => order_line_id ?? [])
  const unsold = rows.filter(({ order_line_id }) => order_line_id === null).map(({ variant_id }) => variant_id)
  const sold =
    locked.order_id === null || orderLineIds.length === 0
      ? null
      : await readShipped(sql, organization_id, locked.order_id, orderLineIds)
  const bundles = unsold.length === 0 ? new Map() : await readParts(sql, organization_id, unsold)
  return ({ order_line_id, variant_id, unit_cost, is_excess }: QuarantinedRow): readonly ReturnedPart[] => {
    const facts = order_line_id === null ? undefined : sold?.lines.get(order_line_id)
    if (facts === undefined) return unsoldParts(variant_id, bundles)
    const parts = soldParts(variant_id, { unit_cost, components: facts.components })
    return is_excess ? atAverage(parts) : parts
  }
}

async function restock(
  sql: Sql,
  caller: Caller,
  now: string,
  { locked, inspection_id, quarantined, parts }: Restocking,
) {
  const { organization_id } = caller
  const restocked = parts
    .map((part, i) => ({ ...part, part_number: i + 1 }))
    .filter(({ disposition }) => disposition === 'restock')
  const rowOf = ({ line_id, receipt_number }: InspectedPart) =>
    quarantined.find((one) => one.line_id === line_id && one.receipt_number === receipt_number)!
  const returnedBy = await partsOf(sql, organization_id, locked, restocked.map(rowOf))
  await restockLines(sql, organization_id, locked.return_id, now, restocked)
  const document = { type: 'return', id: String(locked.return_id), name: locked.name } as const
  const movements = restocked.flatMap((part) => {
    const row = rowOf(part)
    return returnedBy(row).map(({ variant_id, units, unit_cost }) => ({
      variant_id,
      location_id: row.location_id,
      kind: 'return' as const,
      quantity_delta: part.quantity * units,
      unit_cost,
      occurred_at: now,
      document,
      document_line_id: `${inspection_id} ${part.part_number}`,
      source_system: locked.source_system,
    }))
  })
  if (movements.length > 0) await bookMovements(sql, bookingOf(caller, now, 'none'), movements)
}
