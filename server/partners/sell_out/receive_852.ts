/** Reports of sell-out over EDI: an 852 takes the same path as a file. */
import type { SellOut852, SellOutRow } from '../../edi/documents/sell_out_852.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, weekdayOf } from '../../calendar/days.ts'
import type { Problem } from '../../edi/understood/walk.ts'
import { type NewException, openExceptions } from '../../exceptions/open.ts'
import { aboutEdiDocument } from '../../interchanges/exceptions.ts'
import type { EdiDocumentHandler } from '../../interchanges/handler.ts'
import { findDeclaration } from './declaration/declaration.store.ts'
import { importSellOut, type ReportedRow } from './import_rows.ts'

const namedMax = 20

const reported = (row: SellOutRow): ReportedRow => ({
  period_start: row.period_start,
  period_end: row.period_end,
  door_reference: row.door_reference,
  buyer_sku: row.buyer_sku,
  gtin: row.gtin,
  // Partners call our own number a stock keeping unit, too; the account's items come first.
  sku: row.supplier_sku ?? (row.gtin === null ? row.buyer_sku : null),
  units_sold: row.units_sold,
  units_returned: row.units_returned,
  on_hand: row.on_hand,
})

/** Nothing is taken of a report of which a quantity cannot be told: the rest of it would replace what is on file. */
function checkReading({ rows, faults = [] }: SellOut852, problems: readonly Problem[]): void {
  const unread = problems.map(({ sentence }) => sentence)
  const refuseFor = (reason: string, why: readonly string[]) =>
    refuse('bad_request', {
      desc: `${reason}${why.length === 0 ? '' : `: ${why.slice(0, namedMax).join('; ')}${why.length > namedMax ? '; and more' : ''}`}.`,
    })
  if (faults.length > 0) refuseFor('Its quantities cannot be told', faults)
  const isEmpty = ({ units_sold, units_returned, on_hand }: SellOutRow) =>
    units_sold === null && units_returned === null && on_hand === null
  if (rows.every(isEmpty)) refuseFor('It reports no units sold, returned or on hand', unread)
}

/** The week of the account in which a day lies that is stated without a last one; the day where no weeks are declared. */
function weekOf(day: string, week_anchor_dow: number | null): { period_start: string; period_end: string } {
  if (week_anchor_dow === null) return { period_start: day, period_end: day }
  const dow = (weekdayOf(day) + 6) % 7
  const period_end = addDays(day, (week_anchor_dow - dow + 7) % 7)
  return { period_start: addDays(period_end, -6), period_end }
}

/** As in a file; a quantity beyond is a mistake of the account. */
function checkQuantities(rows: readonly SellOutRow[]): void {
  const max = limits.sell_out_row_units_max
  const isBeyond = (quantity: number | null) => quantity !== null && Math.abs(quantity) > max
  const counts = rows.flatMap(({ units_sold, units_returned, on_hand }) => [units_sold, units_returned, on_hand])
  const beyond = counts.find(isBeyond)
  if (beyond === undefined) return
  refuse('bad_request', {
    desc: `It reports a quantity of ${beyond!.toLocaleString('en-US')}; at most ${max.toLocaleString('en-US')} are allowed.`,
  })
}

/** What of the report is in no list of what is understood; the rest of it is taken. */
const notUnderstood = (document_id: number, name: string, problems: readonly Problem[]): NewException[] =>
  problems.length === 0
    ? []
    : [
        {
          kind: 'not_understood',
          severity: 'warning',
          subject: aboutEdiDocument(document_id),
          sentence: `A report of ${name}: ${problems
            .slice(0, namedMax)
            .map(({ sentence }) => sentence)
            .join('; ')}${problems.length > namedMax ? `; and ${problems.length - namedMax} more` : ''}.`,
        },
      ]

/** A report that is refused as a whole is a Refusal, and held by the engine; rows that match nothing are kept to be read again. */
export const handle852: EdiDocumentHandler = {
  document_type: '852',
  async handle(sql, context, { document_id, account, record, problems }) {
    const report = record as SellOut852
    checkReading(report, problems)
    const { organization_id, now } = context
    const declaration = report.is_one_day
      ? await findDeclaration(sql, organization_id, account.trading_partner_id)
      : null
    const week = report.is_one_day ? weekOf(report.period_start, declaration?.week_anchor_dow ?? null) : {}
    const rows = report.rows.map((row) => ({ ...row, ...week }))
    checkQuantities(rows)
    const { counts, changes } = await importSellOut(sql, context, {
      trading_partner_id: account.trading_partner_id,
      account_name: account.name,
      source: 'edi_852',
      rows: [rows.map(reported)],
    })
    await openExceptions(sql, organization_id, now, notUnderstood(document_id, account.name, problems))
    const { added, changed, removed } = changes
    const refused = counts.refused === 0 ? '' : `; ${counted(counts.refused, 'row')} refused`
    return {
      state: 'processed',
      sentence: `Sell-out of ${counted(counts.submitted, 'row')}: ${added} added, ${changed} changed, ${removed} removed${refused}.`,
    }
  },
}
