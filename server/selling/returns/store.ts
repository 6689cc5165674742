/** Reads returns as every operation and event shows them: a few statements for any number of returns. */
import { return_lines, returns } from '../../../db/schema/selling/returns.ts'
import { locations } from '../../../db/schema/organizations.ts'
import { sales_orders } from '../../../db/schema/selling/sales_orders.ts'
import { variants } from '../../../db/schema/catalogue.ts'
import { type OuterRowOf, type RowOf, selection } from '../../../db/sql/selection.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { money } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { ledgerRowColumns, type SelectedLedgerRow, shapeLedgerRow } from '../../ledger/row.ts'
import { checkAccountOf } from '../bound_keys.ts'
import { uncreditedLines } from '../credit_notes/uncredited.store.ts'
import type { creditNoteStates } from '../known_values.ts'
import { asOfReturn, readExchanges } from './exchanges/exchange.store.ts'
import { readReceiptsOfLines } from './inspections/receipts.store.ts'
import type { ReceiptOfLine, Return } from './model.ts'
import { refundInForce } from './refunds/refund_in_force.store.ts'

const returnColumns = selection(returns, 'r', [
  'return_id as id',
  'name',
  'state',
  'origin',
  'reason',
  'refund_status',
  'refund_cents',
  'refund_currency',
  'refund_is_stated',
  'expected_on',
  'received_at',
  'closed_at',
  'ledger_written_at',
  'external_id',
  'source_system',
])
const placeColumns = selection(locations, 'p', ['location_id', 'name as location_name'])
const orderColumns = selection(sales_orders, 'o', ['order_id', 'name as order_name', 'trading_partner_id'])
type HeaderRow = RowOf<typeof returnColumns> &
  OuterRowOf<typeof placeColumns> &
  OuterRowOf<typeof orderColumns> & {
    refund_is_paid_out: boolean | null
    is_invoiced: boolean
    is_uncredited: boolean
    credit_notes: Credit[]
  }

interface Credit {
  credit_note_id: string
  name: string
  state: (typeof creditNoteStates)[number]
  total_cents: number
  currency: string
}

/** Credit notes of return r, whether they leave units of it uncredited, and whether its order was invoiced. */
const creditOf = (sql: Sql, organization_id: string) => sql`
  select coalesce((
      select jsonb_agg(jsonb_build_object('credit_note_id', c.credit_note_id, 'name', c.name, 'state', c.state,
        'total_cents', c.total_cents, 'currency', c.currency) order by c.credit_year, c.credit_number)
      from credit_notes c where c.organization_id = ${organization_id} and c.return_id = r.return_id
    ), '[]') as credit_notes,
    exists (
      select from (${uncreditedLines(sql, organization_id, { return_id: sql`r.return_id`, state: sql`r.state` })}) u
      where exists (select from credit_notes c where c.organization_id = ${organization_id} and c.return_id = r.return_id)
    ) as is_uncredited,
    exists (
      select from invoices i
      where i.organization_id = ${organization_id} and i.order_id = r.order_id and i.state = 'issued') as is_invoiced`

const readHeaders = (sql: Sql, organization_id: string, returnIds: readonly number[]) => sql<HeaderRow[]>`
  select ${returnColumns}, ${placeColumns}, ${orderColumns}, f.is_paid_out as refund_is_paid_out, k.credit_notes, k.is_uncredited, k.is_invoiced
  from returns r
  left join lateral (${refundInForce(sql, organization_id, sql`r.return_id`)}) f on true
  cross join lateral (${creditOf(sql, organization_id)}) k
  left join locations p on p.organization_id = r.organization_id and p.location_id = r.location_id
  left join sales_orders o on o.organization_id = r.organization_id and o.order_id = r.order_id
  where r.organization_id = ${organization_id} and r.return_id = any(${[...returnIds]}::bigint[])`

const lineColumns = selection(return_lines, 'l', [
  'return_id',
  'line_id as id',
  'order_line_id as order_line_item_id',
  'variant_id',
  'expected_quantity',
  'received_quantity',
  'restocked_quantity',
  'missing_quantity',
  'disposition',
])
const skuColumns = selection(variants, 'v', ['sku'])
type LineRow = RowOf<typeof lineColumns> & RowOf<typeof skuColumns> & { refund_line_item_id: string | null }

/** Line ids are in the order of the lines. */
const readLines = (sql: Sql, organization_id: string, returnIds: readonly number[]) => sql<LineRow[]>`
  select ${lineColumns}, ${skuColumns}, f.refund_line_item_id
  from return_lines l
  join variants v on v.organization_id = l.organization_id and v.variant_id = l.variant_id
  left join lateral (
    select coalesce(f.external_id, f.refund_id || '-' || f.line_number) as refund_line_item_id
    from refund_lines f
    join refunds p on p.organization_id = ${organization_id} and p.refund_id = f.refund_id and p.reverses is null
    where f.organization_id = ${organization_id} and f.return_id = l.return_id and f.return_line_id = l.line_id
    order by f.refund_id desc, f.line_number desc limit 1
  ) f on true
  where l.organization_id = ${organization_id} and l.return_id = any(${[...returnIds]}::bigint[])
  order by l.return_id, l.line_id`

const readMovements = (sql: Sql, organization_id: string, returnIds: readonly number[]) => sql<SelectedLedgerRow[]>`
  select ${ledgerRowColumns}
  from stock_movements m
  join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
  join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
  where m.organization_id = ${organization_id} and m.document_type = 'return'
    and m.document_id = any(${returnIds.map(String)}::text[])
  order by m.entry`

const readOpenExceptions = (sql: Sql, organization_id: string, returnIds: readonly number[]) => sql<
  { return_id: string; sentence: string }[]
>`
  select subject_id as return_id, sentence from exceptions
  where organization_id = ${organization_id} and subject_type = 'return'
    and subject_id = any(${returnIds.map(String)}::text[]) and resolved_at is null
  order by opened_at, exception_id`

const grouped = <T>(rows: readonly T[], idOf: (row: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>()
  for (const row of rows) groups.set(idOf(row), [...(groups.get(idOf(row)) ?? []), row])
  return groups
}

const sumOf = (lines: readonly LineRow[], field: `${'expected' | 'received' | 'restocked' | 'missing'}_quantity`) =>
  lines.reduce((sum, line) => sum + line[field], 0)

interface Parts {
  exchanges: Return['exchanges']
  receipts: ReadonlyMap<string, ReceiptOfLine[]>
  lines: readonly LineRow[]
  movements: readonly SelectedLedgerRow[]
  exceptions: readonly { sentence: string }[]
}

function shapeReturn(header: HeaderRow, { lines, receipts, movements, exceptions, exchanges }: Parts): Return {
  const { location_id, location_name, order_id, order_name, trading_partner_id: _account, ...row } = header
  const {
    refund_cents,
    refund_currency,
    refund_is_stated,
    refund_is_paid_out,
    is_invoiced,
    is_uncredited,
    credit_notes,
    ...rest
  } = row
  return {
    ...rest,
    units_expected: sumOf(lines, 'expected_quantity'),
    units_received: sumOf(lines, 'received_quantity'),
    units_restocked: sumOf(lines, 'restocked_quantity'),
    units_missing: sumOf(lines, 'missing_quantity'),
    location: location_id === null ? null : { location_id, name: location_name! },
    order: order_id === null ? null : { name: order_name!, order_id },
    refund: {
      status: row.refund_status,
      is_stated: refund_is_stated,
      is_paid_out: refund_cents === null ? null : (refund_is_paid_out ?? false),
      ...money(
        refund_cents,
        refund_currency,
        refund_is_stated ? 'Nothing is paid back for this return.' : 'No refund was stated for this return.',
      ),
    },
    credit: {
      is_due:
        is_invoiced && row.state !== 'cancelled' && (!refund_is_stated || (is_uncredited && refund_cents === null)),
      credit_notes: credit_notes.map(({ total_cents, currency, ...note }) => ({
        ...note,
        total: money(total_cents, currency, ''),
      })),
    },
    exchanges,
    exceptions: exceptions.map(({ sentence }) => sentence),
    movements: movements.map(shapeLedgerRow),
    lines: lines.map(({ return_id: _return, ...line }) => ({ ...line, receipts: receipts.get(line.id) ?? [] })),
  }
}

interface Stored {
  record: Return
  trading_partner_id: string | null
}

async function readStored(sql: Sql, organization_id: string, returnIds: readonly number[]): Promise<Stored[]> {
  if (returnIds.length === 0) return []
  const [headers, allLines, allMovements, allExceptions, receipts, allExchanges] = await Promise.all([
    readHeaders(sql, organization_id, returnIds),
    readLines(sql, organization_id, returnIds),
    readMovements(sql, organization_id, returnIds),
    readOpenExceptions(sql, organization_id, returnIds),
    readReceiptsOfLines(sql, organization_id, returnIds),
    readExchanges(sql, organization_id, returnIds),
  ])
  const byId = new Map(headers.map((header) => [header.id, header]))
  const lines = grouped(allLines, ({ return_id }) => return_id)
  const movements = grouped(allMovements, ({ document_id }) => Number(document_id))
  const exceptions = grouped(allExceptions, ({ return_id }) => Number(return_id))
  return returnIds.flatMap((id) => {
    const header = byId.get(id)
    if (header === undefined) return []
    const parts = {
      lines: lines.get(id) ?? [],
      receipts,
      movements: movements.get(id) ?? [],
      exceptions: exceptions.get(id) ?? [],
      exchanges: (allExchanges.get(id) ?? []).map(asOfReturn),
    }
    return [{ record: shapeReturn(header, parts), trading_partner_id: header.trading_partner_id }]
  })
}

/** In the order of the ids. */
export const readReturns = async (sql: Sql, organization_id: string, returnIds: readonly number[]) =>
  (await readStored(sql, organization_id, returnIds)).map(({ record }) => record)

/** Refuses an unknown id, and to a key of one account a return of another. */
export async function readReturn(sql: Sql, caller: Caller, return_id: number): Promise<Return> {
  const [stored] = await readStored(sql, caller.organization_id, [return_id])
  if (stored === undefined) refuse('return_not_on_file')
  checkAccountOf(caller, stored.trading_partner_id, 'return')
  return stored.record
}
