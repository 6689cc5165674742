/** Emits one movement.recorded per ledger row, as the movements read returns it. */
import type { Sql } from '../contract/call.ts'
import { emit } from '../outbox/emit.ts'
import { ledgerRowColumns, type SelectedLedgerRow, shapeLedgerRow } from './row.ts'

export async function announceMovements(
  sql: Sql,
  organization_id: string,
  movement_ids: readonly number[],
): Promise<void> {
  const rows = await sql<SelectedLedgerRow[]>`
    select ${ledgerRowColumns}
    from stock_movements m
    join variants v on v.organization_id = m.organization_id and v.variant_id = m.variant_id
    join locations o on o.organization_id = m.organization_id and o.location_id = m.location_id
    where m.organization_id = ${organization_id}
      and m.movement_id = any(${[...movement_ids]}::bigint[])
    order by m.entry`
  await emit(
    sql,
    organization_id,
    rows.map((row) => ({ event: 'movement.recorded', record: shapeLedgerRow(row) })),
  )
}
