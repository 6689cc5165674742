/** Receipts of returns with what inspections made of their units in quarantine, as a return shows them. */
import { locations } from '../../../../db/schema/organizations.ts'
import { return_inspections } from '../../../../db/schema/selling/return_inspections.ts'
import { return_receipt_lines, return_receipts } from '../../../../db/schema/selling/returns.ts'
import { type RowOf, selection, selections } from '../../../../db/sql/selection.ts'
import type { Sql } from '../../../contract/sql.ts'
import type { ReceiptOfLine } from '../model.ts'

const receiptColumns = selections(
  selection(return_receipts, 'i', ['return_id', 'receipt_number', 'received_at', 'recorded_by']),
  selection(return_receipt_lines, 'l', [
    'line_id',
    'received_quantity',
    'restocked_quantity',
    'missing_quantity',
    'disposition',
  ]),
  selection(locations, 'p', ['location_id', 'name as location_name']),
)
const inspectionColumns = selection(return_inspections, 'q', [
  'return_id',
  'receipt_number',
  'line_id',
  'inspection_id',
  'quantity',
  'disposition',
  'note',
  'inspected_at',
  'inspected_by',
  'reverted_at',
  'reverted_by',
  'revert_reason',
])

const keyOf = ({
  return_id,
  receipt_number,
  line_id,
}: {
  return_id: number
  receipt_number: number
  line_id: string
}) => `${return_id} ${receipt_number} ${line_id}`

/** By line, oldest first. */
export async function readReceiptsOfLines(
  sql: Sql,
  organization_id: string,
  returnIds: readonly number[],
): Promise<Map<string, ReceiptOfLine[]>> {
  const [receipts, inspections] = await Promise.all([
    sql<RowOf<typeof receiptColumns>[]>`
      select ${receiptColumns}
      from return_receipts i
      join return_receipt_lines l on l.organization_id = i.organization_id and l.return_id = i.return_id
        and l.receipt_number = i.receipt_number
      join locations p on p.organization_id = i.organization_id and p.location_id = i.location_id
      where i.organization_id = ${organization_id} and i.return_id = any(${[...returnIds]}::bigint[])
      order by i.receipt_number`,
    sql<RowOf<typeof inspectionColumns>[]>`
      select ${inspectionColumns} from return_inspections q
      where q.organization_id = ${organization_id} and q.return_id = any(${[...returnIds]}::bigint[])
      order by q.inspected_at, q.inspection_id, q.part_number`,
  ])
  const byReceipt = Map.groupBy(inspections, keyOf)
  const shown = receipts.map((row) => {
    const { line_id, return_id: _return, location_id, location_name, ...receipt } = row
    const parts = (byReceipt.get(keyOf(row)) ?? []).map(
      ({ return_id: _of, receipt_number: _number, line_id: _line, ...part }) => part,
    )
    const inspected = parts.reduce((sum, part) => sum + (part.reverted_at === null ? part.quantity : 0), 0)
    const isQuarantined = row.disposition === 'quarantine'
    const quarantined_quantity = isQuarantined ? row.received_quantity - row.restocked_quantity - inspected : 0
    return {
      line_id,
      receipt: {
        ...receipt,
        location: { location_id, name: location_name },
        quarantined_quantity,
        inspections: parts,
      } as ReceiptOfLine,
    }
  })
  const byLine = new Map<string, ReceiptOfLine[]>()
  for (const { line_id, receipt } of shown) byLine.set(line_id, [...(byLine.get(line_id) ?? []), receipt])
  return byLine
}
