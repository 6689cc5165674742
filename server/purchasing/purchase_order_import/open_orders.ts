/** Open purchase orders in bulk, as imports bring them at cut-over: compared, written and undone by batches. */
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Sql } from '../../contract/call.ts'
import { refuse } from '../../contract/refusals.ts'
import { recordFault } from '../../imports/record_fault.ts'
import type { DiffRecords, RecordDiff, UndoOutcome, WriteContext, WriteRecords } from '../../imports/record_diff.ts'
import { refreshIncoming } from '../../ledger/incoming.ts'
import { readOnFile } from '../deliveries/on_file.store.ts'
import { writeOrders } from '../order_creation/creation.ts'
import type { OrderDraft } from '../order_creation/draft.ts'
import { orderChanged } from '../orders/store.ts'
import { isSamePacking } from '../purchase_units/purchase_unit.rules.ts'
import {
  countedRecord,
  draftOfRecord,
  type LineChange,
  type OpenOrderChange,
  type OpenOrderRecord,
  type OpenOrderWrite,
  orderDifference,
  statedOrder,
  type StandingOrder,
  type StatedOrderRecord,
} from './open_orders.rules.ts'
import {
  deleteOrders,
  findByReference,
  lockOrders,
  readNames,
  readPackings,
  setStatuses,
  writeChanges,
} from './open_orders.store.ts'

const isDraft = (one: OrderDraft | readonly unknown[]): one is OrderDraft => !Array.isArray(one)
const isCounted = (one: OpenOrderRecord | readonly unknown[]): one is OpenOrderRecord => !Array.isArray(one)

export const diffOpenOrders: DiffRecords<StatedOrderRecord, OpenOrderWrite> = async (sql, context, records) => {
  const { organization_id, currency, time_zone, now } = context
  const today = dayInTimeZone(time_zone, now)
  const names = await readNames(sql, organization_id, records)
  const packingOf = await readPackings(sql, organization_id, names, records)
  const counted = records.map((record) => countedRecord(record, packingOf))
  const drafts = counted.map((record) => (isCounted(record) ? draftOfRecord(record, names) : record))
  const valid = drafts.filter(isDraft)
  const [onFile, storedOrders] = await Promise.all([
    readOnFile(sql, organization_id, currency, {
      location_ids: valid.map(({ location_id }) => location_id),
      supplier_ids: valid.flatMap(({ supplier_id }) => supplier_id ?? []),
      variant_ids: valid.flatMap(({ line_items }) => line_items.map(({ variant_id }) => variant_id)),
    }),
    findByReference(
      sql,
      organization_id,
      records.map(({ reference }) => reference),
    ),
  ])
  const existingOrders = new Map(storedOrders.map((order) => [order.name, order]))
  return counted.map((record, i): RecordDiff<OpenOrderWrite> => {
    const draft = drafts[i]!
    if (!isCounted(record)) return { outcome: 'refused', faults: record }
    if (!isDraft(draft)) return { outcome: 'refused', faults: draft }
    const order = statedOrder(record, draft, onFile, today)
    if ('rule' in order) return { outcome: 'refused', faults: [order] }
    const known = existingOrders.get(record.reference)
    if (known === undefined) return { outcome: 'created', write: { kind: 'create', status: record.status, draft } }
    const difference = orderDifference(record, order, known)
    if ('faults' in difference) return { outcome: 'refused', faults: difference.faults }
    const { changes, before, after } = difference
    if (changes.length === 0) return { outcome: 'unchanged' }
    return { outcome: 'changed', changes, write: { kind: 'change', before, after } }
  })
}

export type OpenOrderUndo =
  | { kind: 'create'; purchase_order_id: string; status: string }
  | { kind: 'change'; before: OpenOrderChange; after: OpenOrderChange }

const lineIs = (line: LineChange, { lines }: StandingOrder) => {
  const now = lines.find(({ line_id }) => line_id === line.line_id)
  if (now === undefined || now.quantity !== line.quantity || Number(now.unit_cost) !== Number(line.unit_cost))
    return false
  return line.packing === undefined || isSamePacking(line.packing, now)
}

/** Whether an order is as a change has it. */
const isAs = ({ expected_delivery_date, lines }: OpenOrderChange, order: StandingOrder) =>
  (expected_delivery_date === null || order.expected_delivery_date === expected_delivery_date) &&
  lines.every((line) => lineIs(line, order))

async function changeOrders(
  sql: Sql,
  context: WriteContext,
  changes: readonly { before: OpenOrderChange; after: OpenOrderChange }[],
) {
  const ids = changes.map(({ after }) => after.purchase_order_id)
  const orders = new Map(
    (await lockOrders(sql, context.organization_id, ids)).map((order) => [order.purchase_order_id, order]),
  )
  for (const { before } of changes) {
    const order = orders.get(before.purchase_order_id)
    if (order === undefined || order.is_in_use || !isAs(before, order))
      refuse('conflict', { desc: 'An order was changed meanwhile.' })
  }
  await writeChanges(
    sql,
    context.organization_id,
    changes.map(({ after }) => after),
  )
  await orderChanged(sql, context.organization_id, ids, context.now)
}

/** `undo` of each write is an OpenOrderUndo. Refuses `conflict` where an order changed since its diff. */
export const writeOpenOrders: WriteRecords<OpenOrderWrite> = async (sql, context, writes) => {
  const { organization_id, now } = context
  const created = writes.flatMap((write) => (write.kind === 'create' ? [write] : []))
  const orders = await writeOrders(
    sql,
    context,
    now,
    created.map(({ draft }) => draft),
  )
  const createdOrders = created.map((write, i) => ({ ...write, purchase_order_id: orders[i]!.id }))
  const open = createdOrders
    .filter(({ status }) => status !== 'draft')
    .map(({ purchase_order_id, status }) => ({ purchase_order_id, status }))
  if (open.length > 0) {
    await setStatuses(sql, context, open)
    await orderChanged(
      sql,
      organization_id,
      open.map(({ purchase_order_id }) => purchase_order_id),
      now,
    )
  }
  const changes = writes.flatMap((write) => (write.kind === 'change' ? [write] : []))
  if (changes.length > 0) await changeOrders(sql, context, changes)
  const ids = new Map(createdOrders.map(({ draft, purchase_order_id }) => [draft, purchase_order_id]))
  return writes.map((write): { undo: OpenOrderUndo } =>
    write.kind === 'change'
      ? { undo: write }
      : { undo: { kind: 'create', purchase_order_id: ids.get(write.draft)!, status: write.status } },
  )
}

const refused = (rule: string): UndoOutcome => ({ outcome: 'refused', faults: [recordFault('reference', rule, null)] })

function undoOf(undo: OpenOrderUndo, order: StandingOrder | undefined): UndoOutcome {
  if (order === undefined)
    return undo.kind === 'create' ? { outcome: 'unchanged' } : refused('is an order that was deleted since')
  if (order.is_in_use) return refused('is an order that was received against, sent or confirmed since')
  if (undo.kind === 'create')
    return order.status === undo.status ? { outcome: 'undone' } : refused(`is an order that is ${order.status} since`)
  if (isAs(undo.before, order)) return { outcome: 'unchanged' }
  return isAs(undo.after, order) ? { outcome: 'undone' } : refused('is an order that was changed since')
}

const idOf = (undo: OpenOrderUndo) => (undo.kind === 'create' ? undo.purchase_order_id : undo.after.purchase_order_id)

/** Deletes orders on which nothing happened since, and takes changes of others back. */
export async function undoOpenOrders(
  sql: Sql,
  { organization_id, now }: WriteContext,
  undos: readonly OpenOrderUndo[],
): Promise<readonly UndoOutcome[]> {
  const orders = new Map(
    (await lockOrders(sql, organization_id, undos.map(idOf))).map((order) => [order.purchase_order_id, order]),
  )
  const outcomes = undos.map((undo) => undoOf(undo, orders.get(idOf(undo))))
  const undone = undos.filter((_, i) => outcomes[i]!.outcome === 'undone')
  const changed = undone.flatMap((undo) => (undo.kind === 'change' ? [undo.before] : []))
  if (changed.length > 0) {
    await writeChanges(sql, organization_id, changed)
    await orderChanged(
      sql,
      organization_id,
      changed.map(({ purchase_order_id }) => purchase_order_id),
      now,
    )
  }
  const deleted = undone.flatMap((undo) => (undo.kind === 'create' ? [undo.purchase_order_id] : []))
  if (deleted.length > 0) {
    const variants = deleted.flatMap((id) => orders.get(id)!.lines.map(({ variant_id }) => variant_id))
    await deleteOrders(sql, organization_id, deleted)
    await refreshIncoming(sql, organization_id, [...new Set(variants)])
  }
  return outcomes
}
