/** Rows of a file as requests that create returns, and what the report says about each row. Pure. */
import Big from 'big.js'
import { limits } from '../../../contract/limits.ts'
import { Refusal, refuseField } from '../../../contract/refusals.ts'
import { returnReasons } from '../../known_values.ts'
import type { FileRow } from './import_file.ts'
import type { NewReturn, ReturnRequest } from '../new_return.model.ts'

export interface RowGroup {
  reference: string
  rows: FileRow[]
}

/** Rows with one reference are one return, wherever they are in the file. */
export function groupRows(rows: readonly FileRow[]): { groups: RowGroup[]; unnamed: FileRow[] } {
  const groups = new Map<string, RowGroup>()
  const unnamed: FileRow[] = []
  for (const row of rows) {
    if (row.reference === null) unnamed.push(row)
    else {
      const group = groups.get(row.reference) ?? { reference: row.reference, rows: [] }
      group.rows.push(row)
      groups.set(row.reference, group)
    }
  }
  return { groups: [...groups.values()], unnamed }
}

/** Ids by the names in the file; ids name themselves. Two of one name are no answer. */
export interface NamedIds {
  orders: ReadonlyMap<string, readonly string[]>
  locations: ReadonlyMap<string, readonly string[]>
  sales_channels: ReadonlyMap<string, readonly string[]>
}

type HeaderField = 'order' | 'location' | 'channel' | 'reason' | 'expected_on' | 'refund_amount'

/** The value that the rows of a return state for the whole return; rows may differ only by case. */
function statedOnce({ rows }: RowGroup, field: HeaderField): string | undefined {
  const stated = rows.flatMap((row) => row[field] ?? [])
  if (new Set(stated.map((text) => text.toLowerCase())).size > 1)
    refuseField(field, 'differs between the rows of this return')
  return stated[0]
}

function idOf(
  field: HeaderField,
  named: ReadonlyMap<string, readonly string[]>,
  text: string | undefined,
  noun: string,
) {
  if (text === undefined) return undefined
  const ids = named.get(text.toLowerCase()) ?? []
  if (ids.length > 1) refuseField(field, `is the name of several ${noun}s; use the id`)
  return ids[0] ?? refuseField(field, `must be a ${noun} of this organisation`)
}

function unitsOf({ quantity }: FileRow, i: number): number {
  const units = quantity !== null && /^-?\d{1,10}(\.0+)?$/.test(quantity) ? Number(quantity) : Number.NaN
  if (Number.isNaN(units) || units > limits.stock_units_max)
    refuseField(`lines[${i}].expected_quantity`, `must be a whole number up to ${limits.stock_units_max}`)
  return units
}

function refundOf(amount: string | undefined): NewReturn['refund'] {
  if (amount === undefined) return undefined
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(amount)) refuseField('refund_amount', 'must be a decimal amount such as 89.00')
  const cents = Number(Big(amount).times(100))
  return cents === 0 ? { status: 'none' } : { status: 'partial', cents }
}

function reasonOf(text: string | undefined): NewReturn['reason'] {
  const known = returnReasons.find((reason) => reason === text?.toLowerCase().replaceAll(' ', '_'))
  return text === undefined ? undefined : (known ?? refuseField('reason', 'must be a known reason', returnReasons))
}

const present = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T

export function requestOf(group: RowGroup, named: NamedIds, source_system: string): ReturnRequest {
  const lines = group.rows.map((row, i) => ({
    sku: row.sku ?? refuseField(`lines[${i}].sku`, 'is empty'),
    expected_quantity: unitsOf(row, i),
  }))
  return present({
    source_system,
    external_id: group.reference,
    origin: 'import' as const,
    order_id: idOf('order', named.orders, statedOnce(group, 'order'), 'sales order'),
    location_id: idOf('location', named.locations, statedOnce(group, 'location'), 'location'),
    sales_channel_id: idOf('channel', named.sales_channels, statedOnce(group, 'channel'), 'sales channel'),
    reason: reasonOf(statedOnce(group, 'reason')),
    expected_on: statedOnce(group, 'expected_on'),
    refund: refundOf(statedOnce(group, 'refund_amount')),
    lines,
  }) as ReturnRequest
}

export interface RowReport {
  row_number: number
  reference: string | null
  outcome: 'created' | 'unchanged' | 'refused'
  return_id: number | null
  code: string | null
  sentence: string | null
}

export const unnamedRow = ({ row_number }: FileRow): RowReport => ({
  row_number,
  reference: null,
  outcome: 'refused',
  return_id: null,
  code: 'bad_request',
  sentence: 'The row has no number of a return.',
})

/** The invalid row gets the sentence; the other rows of its return name that row. */
export function refusedRows({ reference, rows }: RowGroup, refusal: Refusal): RowReport[] {
  const field = typeof refusal.data?.field === 'string' ? refusal.data.field : ''
  const faulty = rows[Number(/^lines\[(\d+)\]/.exec(field)?.[1])]
  return rows.map((row): RowReport => {
    const isFaulty = faulty === undefined || faulty === row
    const sentence = isFaulty
      ? refusal.desc
          .replace(/^lines\[\d+\]\./, '')
          .replace(/^lines\[\d+\]/, 'The row')
          .replace(/^expected_quantity/, 'quantity')
      : `Row ${faulty.row_number} of this return is refused.`
    const report = { row_number: row.row_number, reference, outcome: 'refused', return_id: null } as const
    return { ...report, code: refusal.code, sentence }
  })
}

export const storedRows = (
  { reference, rows }: RowGroup,
  outcome: 'created' | 'unchanged',
  return_id: number,
): RowReport[] =>
  rows.map(({ row_number }) => ({ row_number, reference, outcome, return_id, code: null, sentence: null }))
