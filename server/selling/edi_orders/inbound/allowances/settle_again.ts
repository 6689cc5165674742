/** The buyer's allowances and charges of an order whose quantities or prices the seller changes: as after a change of the buyer. */
import type { Sql } from '../../../../contract/sql.ts'
import { openExceptions } from '../../../../exceptions/open.ts'
import type { WriteContext } from '../../../../imports/record_diff.ts'
import type { LockedLine, LockedOrder } from '../../../orders/locked_order.store.ts'
import { type EdiOrder, readEdiOrder, readSiblings } from '../../edi_order.store.ts'
import { exceptionsOf, type Note } from '../order_lines.ts'
import { isRevalued, resettled, wordsFor, wordsOnceAnswered } from './resettle.rules.ts'

interface SettledAgain {
  order: LockedOrder
  /** Opens what the terms of the buyer come to otherwise; called once the questions of the order are settled. */
  report: (sql: Sql, context: WriteContext) => Promise<void>
}

const nothing = async () => {}

async function read(sql: Sql, organization_id: string, order: LockedOrder): Promise<EdiOrder | null> {
  return order.origin === 'edi' ? await readEdiOrder(sql, organization_id, order.order_id) : null
}

export async function settleAgain(
  sql: Sql,
  organization_id: string,
  before: LockedOrder,
  after: LockedOrder,
): Promise<SettledAgain> {
  const lines: readonly LockedLine[] = after.lines
  const isAnswered = before.lifecycle === 'draft' && after.lifecycle !== 'draft'
  const edi = isAnswered || isRevalued(before.lines, lines) ? await read(sql, organization_id, before) : null
  if (edi === null) return { order: after, report: nothing }
  const isSplit = edi.is_split_off || (await readSiblings(sql, organization_id, before.order_id)).length > 0
  const allowances = edi.header.allowances ?? []
  const settled = resettled(before, after, {
    was: { allowances, lines: wordsFor(wordsOnceAnswered(edi.lines, before.lifecycle), before.lines) },
    is: { allowances, lines: wordsFor(wordsOnceAnswered(edi.lines, after.lifecycle), lines) },
    isSplit,
  })
  if (settled === null) return { order: after, report: nothing }
  const { notes, ...money } = settled
  return { order: { ...after, ...money }, report: reporting(before.order_id, edi.number, notes) }
}

const reporting =
  (order_id: string, number: string, notes: readonly Note[]) =>
  async (sql: Sql, { organization_id, now }: WriteContext): Promise<void> => {
    await openExceptions(sql, organization_id, now, exceptionsOf({ order_id, number }, notes))
  }
