import { weekdayOf } from '../../calendar/days.ts'
import { dayInTimeZone } from '../../calendar/time_zone.ts'
import type { Caller, Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { Line, sampleId, type Static, Type } from '../../contract/schema.ts'
import { collect } from '../../files/collect.ts'
import { fileHeaders } from '../../imports/mapping/file_headers.ts'
import type { AbsenceConvention, LocationGrain } from '../known_values.ts'
import { weekdays } from './declaration/declaration.model.ts'
import {
  findAccount,
  findDeclaration,
  type DeclarationRow,
  type NamedAccount,
} from './declaration/declaration.store.ts'
import { accountId, reportTypes, weekQuery } from './import.model.ts'
import { weekOf } from './import.ts'
import { checkOverlap } from './import_rows.ts'
import { isMatched, notMatchedOf, OutcomeCounts } from './outcomes.rules.ts'
import { SellOutPreview } from './preview.model.ts'
import { planReading, type ReadPlan, ReportRows } from './reading/read_report.ts'
import { refuseReport, refuseUndeclared } from './reading/refuse_report.ts'
import {
  checkRetailer,
  openInline,
  proposalsOf,
  type Recognised,
  recognise,
  type ReportFile,
} from './reading/report_file.ts'
import { Resolver } from './resolve.store.ts'
import { netUnits, periodKey, type SellOutRow } from './reading/row.rules.ts'
import { checkWeekday, faultOfRow } from './row_checks.rules.ts'

type Preview = Static<typeof SellOutPreview>

export const previewReport = operation({
  id: 'sell_out.preview',
  route: 'POST /api/v1/sell-out/preview',
  summary: 'Preview a sell-out report',
  desc: ({ recognised_as }) => (recognised_as === null ? 'The format is not known.' : `Read as ${recognised_as}.`),
  description: `Shows how a report would be read; writes nothing, and needs \`sell_out:write\` like the import. The request body is the file, up to ${limits.sell_out_inline_bytes_max.toLocaleString('en-US')} bytes. With \`account_id\`, the response contains what the account has confirmed and what would become of each row. For an unknown format, it proposes a field for each column, with the reason; a person confirms the mapping in the app, and \`recognised_as\` then names the confirmed version. Without \`account_id\` only built-in formats are recognised, and what the account must still confirm is in \`outstanding_confirmations\`. A file that cannot be imported is refused with the reasons of the import in \`data.reason\`.`,
  query: Type.Object(
    {
      account_id: Type.Optional(accountId),
      file_name: Type.Optional(Line('Name of the file, for reference.', { maxLength: 255, examples: ['w46.csv'] })),
      ...weekQuery,
    },
    {
      additionalProperties: false,
      examples: [{ account_id: sampleId, file_name: 'w46.csv' }],
    },
  ),
  body: 'bytes',
  body_types: reportTypes,
  body_bytes_max: limits.sell_out_inline_bytes_max,
  answer: SellOutPreview,
  async prepare({ sql, caller, query, body }): Promise<Preview | Recognition> {
    const isNamed = query.account_id !== undefined || caller.account !== null
    const account = isNamed ? await findAccount(sql, caller, query.account_id) : null
    const declaration =
      account === null ? null : await findDeclaration(sql, caller.organization_id, account.trading_partner_id)
    if (account !== null && declaration === null) return refuseUndeclared(account.name)
    const file = await openInline(caller.organization_id, await collect(body.chunks()), query.file_name ?? null)
    const recognised = await recognise(sql, file, account?.trading_partner_id ?? null)
    if (account !== null) checkRetailer(recognised, declaration!.source_profile_key, account.name)
    const base = baseOf(file, account, declaration, recognised)
    if (recognised === null) return unrecognised(base, file, account, declaration, caller)
    const { mapping } = recognised
    const grain = declaration?.location_grain ?? (hasDoor(recognised) ? 'store' : 'none')
    const currency = declaration?.currency ?? currencyIn(file, mapping.columns) ?? caller.currency
    const plan = await planReading(
      file,
      mapping,
      { currency, location_grain: grain },
      { stated: weekOf(query), account_name: account?.name ?? null },
    )
    return { base, found: recognised, account, declaration, grain, plan }
  },
  run: async ({ sql, caller, now, prepared }) =>
    'plan' in prepared ? recognised(sql, caller, now, prepared) : prepared,
})

const hasDoor = ({ mapping }: Recognised) => mapping.columns.some(({ field }) => field === 'door')

const confirmedOf = (row: DeclarationRow): NonNullable<Preview['confirmed']> => {
  const { absence_convention, location_grain, currency, price_tax_basis, week_anchor_dow, source_profile_key } = row
  return { absence_convention, location_grain, currency, price_tax_basis, week_anchor_dow, source_profile_key }
}

function baseOf(
  file: ReportFile,
  account: NamedAccount | null,
  declaration: DeclarationRow | null,
  recognised: Recognised | null,
): Preview {
  const dow = declaration?.week_anchor_dow ?? null
  const answers = ['absence_convention', 'currency', 'location_grain', 'price_tax_basis']
  return {
    account: account?.name ?? null,
    account_id: account?.trading_partner_id ?? null,
    file_name: file.file_name,
    recognised_as: recognised?.recognised_as ?? null,
    profile:
      recognised === null || recognised.profile === null
        ? null
        : {
            source_profile_key: recognised.profile.name,
            title: recognised.profile.title,
            version: recognised.profile.version,
          },
    resolved_week: null,
    rows_submitted: null,
    rows_that_would_land: null,
    not_matched: null,
    faults: [],
    ignored_columns: [],
    periods: [],
    outstanding_confirmations: [
      ...(declaration === null ? answers : []),
      ...(dow === null ? ['week_anchor_dow'] : []),
      ...(recognised === null ? ['mapping'] : []),
    ],
    confirmed: declaration === null ? null : confirmedOf(declaration),
    we_read_it_as: null,
    week_anchor_dow: dow,
    week_ends_on: dow === null ? null : weekdays[dow]!,
    mapping: [],
  }
}

function unrecognised(
  base: Preview,
  file: ReportFile,
  account: NamedAccount | null,
  declaration: DeclarationRow | null,
  { currency }: Caller,
): Preview {
  if (account === null)
    refuseReport(
      'no_columns',
      'The headers are those of no built-in format. Send account_id for a proposal of each column.',
      'account_id',
      'is required, since the format is not built in',
    )
  if (file.first_rows.length === 0)
    refuseReport('nothing_to_read', 'The file has no rows below the header row.', 'file', 'has no rows')
  const mapping = proposalsOf(file, declaration?.currency ?? currency)
  if (declaration!.location_grain !== 'none' && !mapping.some(({ field }) => field === 'door'))
    refuseReport(
      'no_door',
      `${account.name} is declared to report by ${declaration!.location_grain}, and no column of the file seems to name one.`,
      'file',
      'has no column that names the door',
    )
  return { ...base, mapping, ignored_columns: mapping.flatMap(({ header, field }) => (field === null && header) || []) }
}

/** What the rows themselves say of the declaration. */
class Reading {
  readonly periods = new Map<string, { period_start: string; period_end: string; doors: Set<string> }>()
  #has_zero = false

  add(row: SellOutRow): void {
    const key = periodKey(row.period_start, row.period_end)
    const { period_start, period_end } = row
    const known = this.periods.get(key) ?? { period_start, period_end, doors: new Set() }
    this.periods.set(key, known)
    known.doors.add(row.door_reference ?? '')
    if (netUnits(row) === 0) this.#has_zero = true
  }

  get absence_convention(): AbsenceConvention {
    return this.#has_zero ? 'explicit_zero' : 'row_omitted'
  }

  /** The day on which all weeks end; null where they differ, or where the periods are no weeks. */
  get week_anchor_dow(): number | null {
    const days = new Set([...this.periods.values()].map(({ period_end }) => (weekdayOf(period_end) + 6) % 7))
    return days.size === 1 ? [...days][0]! : null
  }
}

interface Recognition {
  base: Preview
  found: Recognised
  account: NamedAccount | null
  declaration: DeclarationRow | null
  grain: LocationGrain
  plan: ReadPlan
}

async function recognised(
  sql: Sql,
  { organization_id, time_zone }: Caller,
  now: string,
  { base, found, account, declaration, grain, plan }: Recognition,
): Promise<Preview> {
  const { file } = plan
  const { mapping, profile } = found
  const rows = new ReportRows(plan)
  const reading = new Reading()
  const resolver = account === null ? null : new Resolver(sql, organization_id, account.trading_partner_id, grain)
  const counts = new OutcomeCounts()
  const landingPeriods = new Map<string, SellOutRow>()
  const today = dayInTimeZone(time_zone, now)
  let readable = 0
  for await (const batch of rows) {
    if (resolver !== null) await resolver.prepare(batch)
    for (const row of batch) {
      reading.add(row)
      if (declaration !== null) checkWeekday(row, declaration)
      const fault = faultOfRow(row, today)
      if (fault === null) readable++
      if (resolver === null) continue
      const outcome = fault ?? resolver.resolve(row).outcome
      counts.add(outcome)
      if (isMatched(outcome)) landingPeriods.set(periodKey(row.period_start, row.period_end), row)
    }
  }
  if (account !== null)
    await checkOverlap(sql, { organization_id, trading_partner_id: account.trading_partner_id }, [
      ...landingPeriods.values(),
    ])
  for (const [outcome, count] of rows.faulty) counts.add(outcome, count)
  const periods = [...reading.periods.values()].toSorted((a, b) => (a.period_start < b.period_start ? -1 : 1))
  const landing = [...counts.by_reason].reduce((sum, [outcome, count]) => sum + (isMatched(outcome) ? count : 0), 0)
  const dow = base.week_anchor_dow ?? reading.week_anchor_dow
  return {
    ...base,
    resolved_week:
      periods.length === 1 ? { period_start: periods[0]!.period_start, period_end: periods[0]!.period_end } : null,
    rows_submitted: plan.row_count,
    rows_that_would_land: resolver === null ? readable : landing,
    not_matched: resolver === null ? null : notMatchedOf(counts),
    faults: rows.faults,
    ignored_columns: plan.ignored_columns,
    periods: periods.map(({ doors, ...period }) => ({ ...period, doors: doors.size })),
    we_read_it_as: {
      absence_convention: reading.absence_convention,
      location_grain: hasDoor(found) ? 'store' : 'none',
      currency: currencyIn(file, mapping.columns),
      week_anchor_dow: reading.week_anchor_dow,
      source_profile_key: profile?.name ?? null,
    },
    week_anchor_dow: dow,
    week_ends_on: dow === null ? null : weekdays[dow]!,
    mapping: mapping.columns.map(({ header, field }) => columnOf(file, header, field)),
  }
}

/** The place of a column and its first values. */
function lookAt({ headers, first_rows }: ReportFile, header: string): { index: number; values: string[] } {
  const [index = -1] = fileHeaders(headers).places(header)
  return { index, values: first_rows.flatMap(({ cells }) => cells[index] ?? []) }
}

function columnOf(file: ReportFile, header: string, field: string): Preview['mapping'][number] {
  const { index, values } = lookAt(file, header)
  const reason = 'The format or the confirmed mapping says so.'
  return { position: index + 1, header, samples: values.slice(0, 5), field, confidence: 'high', reason }
}

/** The currency of the first row that names one. */
function currencyIn(file: ReportFile, columns: readonly { header: string; field: string }[]): string | null {
  const column = columns.find(({ field }) => field === 'currency')
  const named = column && lookAt(file, column.header).values[0]?.toUpperCase()
  return named !== undefined && /^[A-Z]{3}$/.test(named) ? named : null
}
