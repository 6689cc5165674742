/** Reports of sell-out over EDI: an 852 takes the same path as a file. */
import type { Sql } from '../../contract/call.ts'
import { gtinOf } from '../../edi/documents/items.ts'
import type { SellOut852, SellOutRow } from '../../edi/documents/sell_out_852.ts'
import { limits } from '../../contract/limits.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays, weekdayOf } from '../../calendar/days.ts'
import type { Problem } from '../../edi/understood/walk.ts'
import { type NewException, openExceptions } from '../../exceptions/open.ts'
import { aboutEdiDocument } from '../../interchanges/exceptions.ts'
import type { EdiDocumentHandler } from '../../interchanges/handler.ts'
import { readKnownItems } from '../../selling/edi_orders/edi_order.store.ts'
import { describedOtherwise } from '../../selling/edi_orders/described_item.rules.ts'
import { doubtfulNumbers, type KnownItems, namesOf } from '../../selling/edi_orders/inbound/find_item.rules.ts'
import { numbersOf } from '../../selling/edi_orders/numbers.rules.ts'
import type { OrderedVariant } from '../../selling/orders/references.store.ts'
import type { ReportKey } from './apply.store.ts'
import { findDeclaration } from './declaration/declaration.store.ts'
import type { OutcomeCounts } from './outcomes.rules.ts'
import { readFirstRefusals } from './files.store.ts'
import { importSellOut, type ReportedRow } from './import_rows.ts'
import { type LeftOut, leftOutSentence, leftOutWords } from './left_out.rules.ts'
import { numbersThatDisagree, reportedItem, type ReportedItems } from './reported_item.rules.ts'

const namedMax = 20
/** Rows that the sentence of the document names; its exception names more. */
const shownMax = 3

const reported = (row: SellOutRow, items: ReportedItems): ReportedRow => ({
  period_start: row.period_start,
  period_end: row.period_end,
  door_reference: row.door_reference,
  ...reportedItem(numbersOf(row), items),
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
  const below = rows.flatMap(({ units_returned: units, door_reference, ...ids }) =>
    units !== null && units < 0
      ? [
          `returns (QU) of ${namesOf(ids)}${door_reference === null ? '' : `, store ${door_reference}`} are ${units}, and are counted from zero up`,
        ]
      : [],
  )
  const untold = [...faults, ...below]
  if (untold.length > 0) refuseFor('Its quantities cannot be told', untold)
  if (rows.some((row) => row.units_returned !== null) && rows.every((row) => row.units_sold === null))
    refuseFor('It states returns (QU) and no units sold, so net units cannot be told; both belong into one set', [])
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

function checkNumbers(rows: readonly SellOutRow[], items: ReportedItems): void {
  const all = rows.flatMap((row) => {
    const two = numbersThatDisagree(numbersOf(row), items)
    return two === null ? [] : [two.join(' and ')]
  })
  const named = [...new Set(all)]
  if (named.length > 0)
    refuse('bad_request', {
      desc: `It names one item by numbers of two: ${named.slice(0, namedMax).join('; ')}${named.length > namedMax ? '; and more' : ''}.`,
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

/** Sizes and colours of another item hold the report; barcodes and words that may be of another one are named. */
function checkDescribed(rows: readonly SellOutRow[], items: KnownItems): string[] {
  const faults = new Set<string>()
  const doubts = new Set<string>()
  for (const row of rows) {
    const item = knownItemOf(row, items)
    if (item === undefined) continue
    const { fault } = describedOtherwise(row, items.described?.get(item.variant_id))
    if (fault !== null) faults.add(`${namesOf(row)}: ${fault}`)
    else for (const doubt of doubtfulNumbers(row, item, items)) doubts.add(`${namesOf(row)}: ${doubt}`)
  }
  const named = [...faults]
  if (named.length > 0)
    refuse('bad_request', {
      desc: `Its items cannot be told: ${named.slice(0, namedMax).join('; ')}${named.length > namedMax ? '; and more' : ''}.`,
    })
  return [...doubts]
}

const doubtsOf = (document_id: number, name: string, doubts: readonly string[]): NewException[] =>
  doubts.length === 0
    ? []
    : [
        {
          kind: 'not_understood',
          severity: 'warning',
          subject: aboutEdiDocument(document_id),
          sentence: `A report of ${name}: ${doubts.slice(0, namedMax).join('; ')}${doubts.length > namedMax ? `; and ${doubts.length - namedMax} more` : ''}. The units were imported.`,
        },
      ]

const figures = ['units_sold', 'units_returned', 'on_hand'] as const

/** The item that the numbers of a row name. */
function knownItemOf(row: SellOutRow, items: KnownItems): OrderedVariant | undefined {
  const { buyer_sku, sku, gtin } = reportedItem(numbersOf(row), items)
  const known = [
    ...(items.byBuyerSku.get(buyer_sku ?? '') ?? []),
    ...(items.bySku.get(sku ?? '') ?? []),
    ...(gtin === null ? [] : (items.byBarcode.get(gtinOf(gtin)) ?? [])),
  ]
  return known[0]
}

/** The item, or the numbers themselves where it is not known. */
function itemOf(row: SellOutRow, items: KnownItems): string {
  const { buyer_sku, sku, gtin } = reportedItem(numbersOf(row), items)
  return knownItemOf(row, items)?.variant_id ?? JSON.stringify([buyer_sku, sku, gtin])
}

/** Two items of a report that state one figure of an item and store could be one, or two that add up; at two prices they are two. */
function checkRepeated(rows: readonly SellOutRow[], items: KnownItems): void {
  const seen = new Set<string>()
  const twice = rows.flatMap((row) => {
    const { door_reference: store, retail_price } = row
    const item = itemOf(row, items)
    return figures.flatMap((name) => {
      const key = JSON.stringify([name, store?.toLowerCase() ?? null, retail_price, item])
      const isTwice = row[name] !== null && seen.has(key)
      if (row[name] !== null) seen.add(key)
      const place = store === null ? '' : `, store ${store}`
      return isTwice ? [`${name.replace('_', ' ')} of ${namesOf(row)}${place} are stated twice`] : []
    })
  })
  const named = [...new Set(twice)]
  if (named.length > 0)
    refuse('bad_request', {
      desc: `Its quantities cannot be told: ${named.slice(0, namedMax).join('; ')}${named.length > namedMax ? '; and more' : ''}.`,
    })
}

const readLeftOut = async (
  sql: Sql,
  key: ReportKey,
  { submitted, refused, by_reason }: OutcomeCounts,
): Promise<LeftOut> => ({
  submitted,
  refused,
  by_reason,
  rows: refused === 0 ? [] : await readFirstRefusals(sql, key, namedMax),
})

/** A report that is refused as a whole is a Refusal, and held by the engine; rows that match nothing are kept to be read again. */
export const handle852: EdiDocumentHandler = {
  document_type: '852',
  async handle(sql, context, { document_id, sent_at, account, record, problems }) {
    const report = record as SellOut852
    checkReading(report, problems)
    const { organization_id, now } = context
    const { trading_partner_id } = account
    const declaration = report.is_one_day
      ? await findDeclaration(sql, organization_id, account.trading_partner_id)
      : null
    const week = report.is_one_day ? weekOf(report.period_start, declaration?.week_anchor_dow ?? null) : {}
    const rows = report.rows.map((row) => ({ ...row, ...week }))
    checkQuantities(rows)
    const list = { price_list_id: null, currency: context.currency, day: report.period_start }
    const items = await readKnownItems(sql, organization_id, account.trading_partner_id, rows, list)
    checkNumbers(rows, items)
    checkRepeated(rows, items)
    const doubts = checkDescribed(rows, items)
    const { file_id, counts, changes } = await importSellOut(sql, context, {
      trading_partner_id: account.trading_partner_id,
      account_name: account.name,
      source: 'edi_852',
      set: { document_id, sent_at },
      rows: [rows.map((row) => reported(row, items))],
    })
    await openExceptions(sql, organization_id, now, notUnderstood(document_id, account.name, problems))
    await openExceptions(sql, organization_id, now, doubtsOf(document_id, account.name, doubts))
    const { added, changed, removed } = changes
    const left = await readLeftOut(sql, { organization_id, trading_partner_id, file_id }, counts)
    if (left.refused > 0) {
      const subject = aboutEdiDocument(document_id)
      const sentence = leftOutSentence(account.name, left, namedMax)
      await openExceptions(sql, organization_id, now, [
        { kind: 'not_understood', severity: 'warning', subject, sentence },
      ])
    }
    const refused =
      left.refused === 0 ? '' : `; ${counted(left.refused, 'row')} refused: ${leftOutWords(left, shownMax)}`
    return {
      state: 'processed',
      sentence: `Sell-out of ${counted(counts.submitted, 'row')}: ${added} added, ${changed} changed, ${removed} removed${refused}.`,
      facts: { sent_at, file_id },
    }
  },
}
