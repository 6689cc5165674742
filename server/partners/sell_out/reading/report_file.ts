/** The file of a report: its bytes, its headers, and the mapping by which it is read. */
import type { Files, Sql } from '../../../contract/call.ts'
import { fingerprintOf } from '../../../imports/mapping/fingerprint.ts'
import { normalHeader } from '../../../imports/mapping/headers.rules.ts'
import { type ColumnProposal, proposeMapping } from '../../../imports/mapping/propose.ts'
import type { MappedColumn, Mapping } from '../../../imports/profile.ts'
import { type Inspected, inspect } from '../../../imports/reading/encoding.ts'
import { FileFault } from '../../../imports/reading/file_fault.ts'
import { type Head, readHead } from '../../../imports/reading/head.ts'
import { openSource, type RowSource } from '../../../imports/reading/source.ts'
import { findProfile, type SellOutProfile, sellOutProfiles } from './profiles.ts'
import { refuseReport } from './refuse_report.ts'
import { inSmallChunks } from './small_chunks.ts'
import { sellOutFields } from './sell_out_fields.ts'

export interface ReportFile {
  organization_id: string
  /** Reads a workbook once, however often its rows are asked for. */
  source: RowSource
  file_name: string | null
  inspected: Inspected
  head: Head
}

const inlineKey = 'inline'

/** Bytes of a request, read like those of an upload. */
export function inlineFiles(bytes: Uint8Array): Files {
  const slice = (start = 0, end = bytes.byteLength) => bytes.subarray(start, end)
  const unused = () => Promise.reject(new Error('an inline file is only read'))
  return {
    // A reader of workbooks takes the bytes over.
    read: async () => ({ bytes: new Uint8Array(bytes), file_name: inlineKey }),
    stream: async (_organization_id, _file_key, { start, end } = {}) =>
      (async function* () {
        yield slice(start, end)
      })(),
    receive: unused,
    store: unused,
    streamStored: unused,
    remove: unused,
  }
}

export async function refuseUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    const { rule } = error.facts
    const reason = /^has no (header row|rows)/.test(rule)
      ? rule.includes('header')
        ? 'no_columns'
        : 'nothing_to_read'
      : 'unreadable_file'
    return refuseReport(reason, `The file ${rule}.`, 'file', rule)
  }
}

/** null: the organisation has no such file. */
export async function openReport(
  files: Files,
  organization_id: string,
  file_key: string,
  file_name: string | null,
): Promise<ReportFile | null> {
  return refuseUnreadable(async () => {
    const chunks = await files.stream(organization_id, file_key)
    if (chunks === null) return null
    const inspected = await inspect(chunks)
    const { encoding, bom_bytes } = inspected
    const head = await readHead(files, organization_id, file_key, { encoding, bom_bytes })
    if (head === null) return null
    const { delimiter, header_row } = head
    const format = { is_workbook: inspected.is_workbook, encoding, delimiter, header_row, bom_bytes }
    const source = openSource(inSmallChunks(files), { organization_id, file_key }, format)
    return { organization_id, source, file_name, inspected, head }
  })
}

export const openInline = (organization_id: string, bytes: Uint8Array, file_name: string | null) => {
  if (bytes.byteLength === 0) refuseReport('nothing_to_read', 'The request has no body.', 'body', 'is empty')
  return openReport(inlineFiles(bytes), organization_id, inlineKey, file_name) as Promise<ReportFile>
}

export interface Recognised {
  /** `<profile> v<version>`; of a mapping that a person confirmed, `account v<version>`. */
  recognised_as: string
  profile: SellOutProfile | null
  version: number
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

function builtIn(headers: readonly (string | null)[]): SellOutProfile | null {
  const present = new Set(headers.map((header) => normalHeader(header ?? '')))
  const fitting = sellOutProfiles.filter(({ recognised_by }) =>
    recognised_by.every((header) => present.has(normalHeader(header))),
  )
  return fitting.toSorted((a, b) => b.recognised_by.length - a.recognised_by.length)[0] ?? null
}

const presentColumns = (columns: readonly MappedColumn[], headers: readonly (string | null)[]) => {
  const present = new Set(headers.map((header) => normalHeader(header ?? '')))
  return columns.filter(({ header }) => present.has(normalHeader(header)))
}

/** A mapping that a person confirmed for these headers comes first, then the built-in formats; null for neither. */
export async function recognise(
  sql: Sql,
  { organization_id, head }: ReportFile,
  account_id: string | null,
): Promise<Recognised | null> {
  if (account_id !== null) {
    const [confirmed] = await findConfirmed(sql, organization_id, account_id, fingerprintOf(head.headers))
    if (confirmed !== undefined) {
      const { version } = confirmed
      const mapping = { columns: confirmed.columns as MappedColumn[] }
      return { recognised_as: `account v${version}`, profile: null, version, mapping }
    }
  }
  const profile = builtIn(head.headers)
  if (profile === null) return null
  const mapping = { columns: presentColumns(profile.columns, head.headers) }
  return { recognised_as: `${profile.name} v${profile.version}`, profile, version: profile.version, mapping }
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

export const proposalsOf = ({ head }: ReportFile, currency: string): ColumnProposal[] =>
  proposeMapping(sellOutFields, head.headers, head.rows, currency)
