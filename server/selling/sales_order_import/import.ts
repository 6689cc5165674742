import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { refuseField } from '../../contract/refusals.ts'
import type { RecordDiff } from '../../imports/record_diff.ts'
import { lockOrganization } from '../../imports/work/run.ts'
import { writeContext } from '../../records/write_context.ts'
import { readOrdersFile } from './import_file.ts'
import { OrdersImport, OrdersImported } from './import.model.ts'
import { type RecordReport, rowReports } from './import_report.rules.ts'
import { sourceKey } from './order_facts.store.ts'
import type { OrderRecord } from './reading/order_record.ts'
import { diffOrders } from './diff_orders.ts'
import type { ProgressWrite } from './progress/write_progress.ts'
import type { OrderWrite } from './resolve_order.rules.ts'
import { writeOrders } from './write_orders.ts'

export const importOrders = operation({
  id: 'orders.import',
  route: 'POST /api/v1/sales/orders/import',
  summary: 'Import orders',
  desc: ({ created, changed, unchanged, refused }) =>
    `${counted(created, 'order')} created, ${changed === 0 ? '' : `${changed.toLocaleString('en-US')} brought up to date, `}${unchanged.toLocaleString('en-US')} unchanged, ${refused.toLocaleString('en-US')} refused.`,
  description: `Creates the orders of an uploaded file, with their shipments, cancellations, returns and refunds; their origin is \`import\`. Consecutive rows with one number are one order; an order is either created whole or refused; a refused one does not stop the others. What shipped, came back or was paid back before \`cut_over\` counts in sales and can be returned, but moves no stock and sends no event. Later shipments are booked in the stock ledger, and open orders wait for stock like any other. Refunds become returns; their units go back into stock only if the file says so. If an order was imported before from the same source system, only shipments, cancellations, returns and refunds that are new in the file are recorded: importing a file again changes nothing, and a later file adds what is new. Changes made here in the meantime are kept, and rows that contradict them are refused. On a day whose sales were imported for the channel, orders are refused. Amounts must be in the organisation's currency. Times without an offset are read in the organisation's time zone. Each row is reported with its outcome. At most ${limits.order_import_rows_max.toLocaleString('en-US')} rows; the app imports larger files. Keys bound to a trading account are refused.`,
  account: 'aggregate',
  body: OrdersImport,
  answer: OrdersImported,
  refusals: ['conflict'],
  conflict:
    'An order, a customer or the sales of a day of the file were written at the same moment. Send the request again.',
  emits: [
    'order.created',
    'order.updated',
    'order.cancelled',
    'order.fulfilled',
    'return.created',
    'return.received',
    'movement.recorded',
    'exception.opened',
    'exception.resolved',
  ],
  async prepare({ caller, body, files }) {
    const { organization_id, currency, time_zone } = caller
    return readOrdersFile(files, organization_id, body, { currency, time_zone })
  },
  async run({ sql, caller, body, now, secrets, prepared: { records, readers, ignored_columns } }) {
    const { organization_id } = caller
    if (Date.parse(body.cut_over) > Date.parse(now)) refuseField('cut_over', 'must not be in the future')
    await checkDefaults(sql, organization_id, body)
    await lockOrganization(sql, organization_id)
    const options = {
      cut_over: body.cut_over,
      channel: body.sales_channel_id ?? null,
      location: body.location_id ?? null,
      placeholders: body.placeholders ?? ('refuse' as const),
      lines_without_goods: body.lines_without_goods ?? null,
    }
    const context = { ...writeContext(caller, now), secrets, options }
    const readable = records.filter(({ record }) => record !== null)
    const diffs = await diffOrders(
      sql,
      context,
      readable.map(({ record }) => record as OrderRecord),
    )
    const writes = diffs.flatMap((diff) => ('write' in diff ? [diff.write] : []))
    if (writes.length > 0) await writeOrders(sql, context, writes)
    const known = await readKnown(
      sql,
      organization_id,
      readable.map(({ record }) => record as OrderRecord),
    )
    let place = 0
    const reports = records.map((read): RecordReport => {
      if (read.record === null) return { read, outcome: 'refused', order_id: null, faults: read.faults, notes: [] }
      const { source_system, order_number } = read.record as OrderRecord
      return reportOf(read, diffs[place++]!, known.get(sourceKey(source_system, order_number)) ?? null)
    })
    const count = (outcome: string) => reports.filter((one) => one.outcome === outcome).length
    return {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      ignored_columns,
      rows: reports.flatMap((one) => rowReports(one, readers)),
    }
  },
})

function reportOf(
  read: RecordReport['read'],
  diff: RecordDiff<OrderWrite | ProgressWrite>,
  order_id: string | null,
): RecordReport {
  if (diff.outcome === 'refused') return { read, outcome: 'refused', order_id: null, faults: diff.faults, notes: [] }
  const notes = 'notes' in diff ? (diff.notes ?? []) : []
  return { read, outcome: diff.outcome, order_id, faults: [], notes }
}

async function checkDefaults(sql: Sql, organization_id: string, body: OrdersImport): Promise<void> {
  const { sales_channel_id = null, location_id = null } = body
  const [known] = await sql<{ has_channel: boolean; has_location: boolean }[]>`
    select exists (select from sales_channels where organization_id = ${organization_id}
        and sales_channel_id = ${sales_channel_id}::uuid) as has_channel,
      exists (select from locations where organization_id = ${organization_id}
        and location_id = ${location_id}::uuid) as has_location`
  if (sales_channel_id !== null && !known!.has_channel)
    refuseField('sales_channel_id', 'must be a sales channel of this organisation')
  if (location_id !== null && !known!.has_location)
    refuseField('location_id', 'must be a location of this organisation')
}

/** Ids of orders by source system and number. */
async function readKnown(sql: Sql, organization_id: string, records: readonly OrderRecord[]) {
  const known = await sql<{ source_system: string | null; external_id: string | null; order_id: string }[]>`
    select source_system, external_id, order_id from sales_orders
    where organization_id = ${organization_id} and source_system = any(${records.map((one) => one.source_system)}::text[])
      and external_id = any(${records.map((one) => one.order_number)}::text[])`
  return new Map(known.map((one) => [sourceKey(one.source_system!, one.external_id!), one.order_id]))
}
