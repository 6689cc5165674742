import { addDays } from '../../calendar/days.ts'
import type { Files } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { operation } from '../../contract/operation.ts'
import { counted } from '../../contract/outcome.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Line, Type } from '../../contract/schema.ts'
import { collect } from '../../files/collect.ts'
import { writeContext } from '../../records/write_context.ts'
import { findAccount, findDeclaration } from './declaration/declaration.store.ts'
import { accountId, importAnswer, SellOutImport, reportTypes, Uploaded, weekQuery } from './import.model.ts'
import { importSellOut } from './import_rows.ts'
import { planReading, ReportRows, type StatedWeek } from './reading/read_report.ts'
import { refuseReport, refuseUndeclared } from './reading/refuse_report.ts'
import { checkRetailer, openInline, openReport, recognise, type ReportFile } from './reading/report_file.ts'

const inline = limits.sell_out_inline_bytes_max.toLocaleString('en-US')
const uploaded = limits.upload_bytes_max.toLocaleString('en-US')

export const importReport = operation({
  id: 'sell_out.import',
  route: 'POST /api/v1/sell-out/import',
  summary: 'Import a sell-out report',
  desc: ({ rows_submitted, rows_changed, rows_refused }) =>
    `${counted(rows_submitted, 'row')} read, ${rows_changed.toLocaleString('en-US')} changed, ${rows_refused.toLocaleString('en-US')} refused.`,
  description: `Imports what an account sold, from its own file: CSV, XLSX or XLS as the request body, up to ${inline} bytes, or \`application/json\` with the \`s3_key\` of an uploaded file, up to ${uploaded} bytes. The account must be declared, and the format must be known: a built-in one, or one whose mapping was confirmed in the app; preview the file to see how it is read. A report replaces the rows of the doors that it covers, period by period; doors that it does not name keep their rows. Rows of one variant, door and period are added up. Units are net of returns, so they can be negative. Rows whose item or door is not on file are refused by reason and kept; once the item or door is added, the app imports them. The app lists every refused row with its field, value and rule. Importing a file again changes nothing. The whole file is refused, with \`data.reason\`, if it is undeclared (\`not_declared\`), in an unconfirmed format (\`not_confirmed\`), in the format of another retailer (\`other_retailer\`), without doors (\`no_door\`), items or units (\`no_columns\`), in another currency (\`mixed_currency\`), undated (\`no_period\`), empty (\`nothing_to_read\`) or unreadable (\`unreadable_file\`), or if its periods overlap earlier ones (\`overlapping_periods\`) or end on another day than declared (\`other_week_days\`). An import is all or nothing.`,
  query: Type.Object(
    {
      account_id: accountId,
      ...weekQuery,
      file_name: Type.Optional(Line('Name of the file, for reference.', { maxLength: 255, examples: ['w46.csv'] })),
    },
    { additionalProperties: false },
  ),
  body: 'bytes',
  body_types: reportTypes,
  body_instead: Uploaded,
  body_bytes_max: limits.sell_out_inline_bytes_max,
  transaction_seconds_max: limits.sell_out_import_seconds_max,
  answer: SellOutImport,
  async prepare({ sql, caller, query, body, content_type, files }) {
    const bytes = await collect(body.chunks())
    const s3_key = content_type !== null && isJson.test(content_type) ? uploadKey(bytes) : null
    const account = await findAccount(sql, caller, query.account_id)
    const declaration = await findDeclaration(sql, caller.organization_id, account.trading_partner_id)
    if (declaration === null) return refuseUndeclared(account.name)
    const file = await openBody(files, caller.organization_id, bytes, s3_key, query.file_name ?? null)
    const recognised = await recognise(sql, file, account.trading_partner_id)
    checkRetailer(recognised, declaration.source_profile_key, account.name)
    if (recognised === null)
      return refuseReport(
        'not_confirmed',
        `The format of the file is not known for ${account.name}. Preview it, and confirm its mapping in the app.`,
        'file',
        'has headers of no confirmed format',
      )
    return {
      account,
      found: recognised,
      plan: await planReading(file, recognised.mapping, declaration, {
        stated: weekOf(query),
        account_name: account.name,
      }),
    }
  },
  async run({ sql, caller, now, prepared: { account, found, plan } }) {
    const rows = new ReportRows(plan)
    const done = await importSellOut(sql, writeContext(caller, now), {
      trading_partner_id: account.trading_partner_id,
      account_name: account.name,
      source: 'file',
      file_name: plan.file.file_name,
      sha256: plan.file.sha256,
      recognised_as: found.recognised_as,
      rows,
      unreadable: () => rows.unreadable,
    })
    return importAnswer(account, found.recognised_as, done, rows.faults, plan.ignored_columns)
  },
})

/** The week that the request states; null without one. */
export function weekOf({ week_start, week_end }: { week_start?: string; week_end?: string }): StatedWeek | null {
  if (week_start === undefined) {
    if (week_end !== undefined) refuseField('week_start', 'is required with week_end')
    return null
  }
  const end = week_end ?? addDays(week_start, 6)
  if (end < week_start) refuseField('week_end', 'must not be before week_start')
  return { week_start, week_end: end }
}

const isJson = /^application\/json\s*(?:;|$)/i

async function openBody(
  files: Files,
  organization_id: string,
  bytes: Uint8Array,
  s3_key: string | null,
  file_name: string | null,
): Promise<ReportFile> {
  if (s3_key === null) return openInline(organization_id, bytes, file_name)
  const file = await openReport(files, organization_id, s3_key, file_name ?? s3_key.split('/').at(-1)!)
  return file ?? refuseField('s3_key', 'must be an uploaded file of this organisation')
}

/** The body names an upload and nothing else. */
function uploadKey(bytes: Uint8Array): string {
  let body: unknown
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    refuseField('body', 'is not JSON; send the file itself under another Content-Type, or its s3_key as JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) refuseField('body', 'must be a JSON object')
  const other = Object.keys(body).find((field) => field !== 's3_key')
  if (other !== undefined) refuseField(other.slice(0, 100), 'is not a field of this operation', ['s3_key'])
  const { s3_key } = body as { s3_key?: unknown }
  if (typeof s3_key !== 'string' || s3_key.trim() === '' || s3_key.length > 500)
    refuseField('s3_key', 'must be text from 1 to 500 characters, the key of an uploaded file')
  if (s3_key.includes('\u0000')) refuse('bad_request', { desc: 's3_key must be the key of an uploaded file.' })
  return s3_key
}
