/** The file of a report: its table, and the mapping by which it is read. */
import type { Files, Sql } from '../../../contract/call.ts'
import { FileFault } from '../../../files/file_fault.ts'
import { fingerprintOf } from '../../../imports/mapping/fingerprint.ts'
import { profileMapping } from '../../../imports/mapping/profile_mapping.ts'
import { type ColumnProposal, proposeMapping } from '../../../imports/mapping/propose.ts'
import { recogniseProfile } from '../../../imports/mapping/recognise.ts'
import type { MappedColumn, Mapping } from '../../../imports/profile.ts'
import { type FileBytes, inlineBytes, uploadedBytes } from '../../../imports/reading/file_bytes.ts'
import { fileRules } from '../../../imports/reading/file_rules.ts'
import { openTable, type Table } from '../../../imports/reading/table.ts'
import { findProfile, type SellOutProfile, sellOutProfiles } from './profiles.ts'
import { refuseReport, type ReportReason } from './refuse_report.ts'
import { sellOutFields } from './sell_out_fields.ts'
import type { RawRow } from '../../../imports/reading/csv_rows.ts'
import { ReportBlocks, type ReportRow } from './report_blocks.ts'
import { type ReportSheets, readSheets } from './report_sheets.ts'
import { isComparisonHeader } from './report_comparisons.rules.ts'
import { isReportHeader, type TitledPeriod, titledPeriod, turned } from './report_layout.rules.ts'

export interface ReportFile extends Omit<Table, 'rows'> {
  rows(): AsyncGenerator<readonly ReportRow[]>
  /** Rows with one cell, after a pass over the rows. */
  notes: readonly RawRow[]
  organization_id: string
  file_name: string | null
  sheets: ReportSheets | null
  /** The period that the rows above the headers state. */
  titled: TitledPeriod | null
}

const reasons: ReadonlyMap<string, ReportReason> = new Map([
  [fileRules.noHeader, 'no_columns'],
  [fileRules.noRows, 'nothing_to_read'],
])

export async function refuseUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const { rule } = error.facts
    return refuseReport(reasons.get(rule) ?? 'unreadable_file', `The file ${rule}.`, 'file', rule)
  }
}

async function open(file: FileBytes, file_name: string | null): Promise<ReportFile | null> {
  const table = await refuseUnreadable(() => openTable(file, undefined, isReportHeader))
  if (table === null) return null
  const sheets = readSheets(table.workbook, table.headers)
  const blocks = new ReportBlocks(table.headers, sheets)
  const sales = {
    ...table,
    headers: blocks.headers,
    titles: sheets?.titles ?? table.titles,
    first_rows: blocks.first(table.first_rows),
    rows: () => blocks.pass(table.rows()),
  }
  const { organization_id } = file
  const titled = sheets?.sheets[0]?.week ?? titledPeriod(table)
  return { ...turned(sales), organization_id, file_name, titled, notes: blocks.notes, sheets }
}

/** null: the organisation has no such file. */
export const openReport = (files: Files, organization_id: string, file_key: string, file_name: string | null) =>
  open(uploadedBytes(files, organization_id, file_key), file_name)

export const openInline = (organization_id: string, bytes: Uint8Array, file_name: string | null) => {
  if (bytes.byteLength === 0) refuseReport('nothing_to_read', 'The request has no body.', 'body', 'is empty')
  return open(inlineBytes(organization_id, bytes), file_name) as Promise<ReportFile>
}

export interface Recognised {
  /** `<profile> v<version>`; of a mapping that a person confirmed, `account v<version>`. */
  recognised_as: string
  profile: SellOutProfile | null
  mapping: Mapping
}

interface ConfirmedRow {
  version: number
  columns: object[]
}

const findConfirmed = (sql: Sql, organization_id: string, account_id: string, fingerprint: string) => sql<
  ConfirmedRow[]
>`
  select version, mapping as columns from sell_out_profiles
  where organization_id = ${organization_id} and trading_partner_id = ${account_id}
    and header_fingerprint = ${fingerprint}
  order by version desc limit 1`

/** A mapping that a person confirmed for these headers comes first, then the built-in formats; null for neither. */
export async function recognise(
  sql: Sql,
  { organization_id, headers }: ReportFile,
  account_id: string | null,
): Promise<Recognised | null> {
  if (account_id !== null) {
    const [confirmed] = await findConfirmed(sql, organization_id, account_id, fingerprintOf(headers))
    if (confirmed !== undefined) {
      const mapping = { columns: confirmed.columns as MappedColumn[] }
      return { recognised_as: `account v${confirmed.version}`, profile: null, mapping }
    }
  }
  const profile = recogniseProfile(sellOutProfiles, headers)
  if (profile === null) return null
  const recognised_as = `${profile.name} v${profile.version}`
  return { recognised_as, profile, mapping: profileMapping(profile, headers) }
}

/** A built-in format other than the declared one belongs to another retailer. */
export function checkRetailer(recognised: Recognised | null, source_profile_key: string | null, account: string): void {
  if (source_profile_key === null || recognised === null || recognised.profile === null) return
  if (recognised.profile.name === source_profile_key) return
  const declared = findProfile(source_profile_key)?.title ?? source_profile_key
  refuseReport(
    'other_retailer',
    `The file is a ${recognised.profile.title}, and ${account} is declared to send a ${declared}. Check the account and the file.`,
    'account_id',
    `is declared to send ${source_profile_key}, and the file is ${recognised.profile.name}`,
    [source_profile_key],
  )
}

/** Columns that compare are proposed for no field, whatever units or sales they name. */
export function proposalsOf({ headers, first_rows }: ReportFile, currency: string): ColumnProposal[] {
  const isCompared = headers.map((header) => header !== null && isComparisonHeader(header))
  const sold = headers.map((header, i) => (isCompared[i] ? null : header))
  const rows = first_rows.map((row) => ({ ...row, cells: row.cells.map((cell, i) => (isCompared[i] ? null : cell)) }))
  const samples = proposeMapping(sellOutFields, headers, first_rows, currency)
  return proposeMapping(sellOutFields, sold, rows, currency).map((proposal, i) =>
    isCompared[i] ? { ...samples[i]!, field: null, confidence: 'none', reason: comparisonReason } : proposal,
  )
}

const comparisonReason = 'The header compares with another period or a plan: its figures were not sold in the week.'
