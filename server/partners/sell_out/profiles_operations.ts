/** The app's operations on the formats of reports. */
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuseField } from '../../contract/refusals.ts'
import { Choice, Instant, Nullable, Shape, Text, Type, Whole } from '../../contract/schema.ts'
import { dateFormats, decimalMarks } from '../../imports/known_values.ts'
import { checkColumns } from '../../imports/mapping/check.ts'
import { fingerprintOf } from '../../imports/mapping/fingerprint.ts'
import { actorOf } from '../../ledger/actor.ts'
import { AccountQuery, service } from './declaration/declaration.model.ts'
import { findAccount, lockDeclaration } from './declaration/declaration.store.ts'
import { sellOutProfiles } from './reading/profiles.ts'
import { refuseUndeclared } from './reading/refuse_report.ts'
import { missingOf, sellOutFieldNames } from './reading/sell_out_fields.ts'

const Column = Shape({
  header: Text('Header of the column, as in the file.', { minLength: 1, maxLength: 200, examples: ['Store No'] }),
  field: Choice(sellOutFieldNames, 'The field that is read from it.'),
  date_format: Type.Optional(
    Choice(dateFormats, 'How the column writes dates; found from the whole column unless stated.'),
  ),
  decimal_mark: Type.Optional(
    Choice(decimalMarks, 'How the column writes decimals; found from the whole column unless stated.'),
  ),
})

const Confirmed = Shape(
  {
    recognised_as: Text('Name of the version in previews and imports.', { examples: ['account v1'] }),
    version: Whole("Counts the account's confirmed mappings.", { minimum: 1, examples: [1] }),
    headers: Type.Array(Text('A header.'), {
      description: 'The headers by which files are recognised, in any order.',
      examples: [['Week Ending', 'Store No', 'Article', 'Units']],
    }),
    columns: Type.Array(Column, { description: 'The columns that are read.' }),
    confirmed_at: Instant('When it was confirmed.'),
    confirmed_by: Text('Who confirmed it.', { examples: ['user:Ana Costa'] }),
    confirmed_by_name: Nullable(Text('Name of the user.', { examples: ['Ana Costa'] })),
  },
  { $id: 'SellOutMapping' },
)

interface ProfileRow {
  version: number
  headers: string[]
  columns: never[]
  confirmed_at: string
  confirmed_by: string
  confirmed_by_name: string | null
}

const answerOf = (row: ProfileRow) => ({ recognised_as: `account v${row.version}`, ...row })

export const listProfiles = sessionOperation({
  id: 'session.list_sell_out_profiles',
  route: 'GET /api/v1/sell-out/profiles',
  summary: 'List sell-out formats',
  description:
    'Returns the built-in formats of reports, and the mappings that were confirmed for an account, the newest first. The newest version with the headers of a file reads it.',
  service,
  query: AccountQuery,
  answer: Shape({
    built_in: Type.Array(
      Shape({
        source_profile_key: Text('Key of the format in declarations.', { examples: ['weekly_sell_out'] }),
        title: Text('Name of the format.', { examples: ['Weekly sell-out template'] }),
        version: Whole('Version of the format.', { minimum: 1, examples: [1] }),
        recognised_by: Type.Array(Text('A header.'), {
          description: 'A file with all of these headers is recognised.',
          examples: [['period_start', 'period_end', 'units_sold']],
        }),
      }),
      { description: 'The built-in formats.' },
    ),
    confirmed: Type.Array(Confirmed, { description: 'The confirmed mappings.' }),
  }),
  async run({ sql, caller, query }) {
    const account = await findAccount(sql, caller, query.account_id)
    const rows = await sql<ProfileRow[]>`
      select version, headers, mapping as columns, confirmed_at, confirmed_by, confirmed_by_name from sell_out_profiles
      where organization_id = ${caller.organization_id} and trading_partner_id = ${account.trading_partner_id}
      order by version desc`
    return {
      built_in: sellOutProfiles.map(({ name, title, version, recognised_by }) => ({
        source_profile_key: name,
        title,
        version,
        recognised_by: [...recognised_by],
      })),
      confirmed: rows.map(answerOf),
    }
  },
})

export const confirmMapping = sessionOperation({
  id: 'session.confirm_sell_out_mapping',
  route: 'POST /api/v1/sell-out/profiles',
  summary: 'Confirm a sell-out mapping',
  desc: ({ recognised_as }) => `Files with these headers are read as ${recognised_as}.`,
  description: `Confirms how the files of an account with these headers are read. Files are recognised by all of their headers, in any order. Each confirmation is a new version and replaces earlier ones for the same headers; the same mapping again keeps its version. An item (\`buyer_sku\`, \`gtin\` or \`sku\`) and units (\`units_sold\` or \`on_hand\`) must be mapped. An account has at most ${limits.sell_out_profiles_max} versions.`,
  service,
  query: AccountQuery,
  body: Shape(
    {
      headers: Type.Array(Text('A header.', { maxLength: 200 }), {
        minItems: 1,
        maxItems: limits.import_columns_max,
        description: 'All headers of the file.',
      }),
      columns: Type.Array(Column, {
        minItems: 1,
        maxItems: sellOutFieldNames.length,
        description: 'The columns to read; each field once.',
      }),
    },
    {
      examples: [
        {
          headers: ['Week Ending', 'Store No', 'Article', 'Units'],
          columns: [
            { header: 'Week Ending', field: 'period_end' },
            { header: 'Store No', field: 'door' },
            { header: 'Article', field: 'buyer_sku' },
            { header: 'Units', field: 'units_sold' },
          ],
        },
      ],
    },
  ),
  answer: Confirmed,
  async run({ sql, caller, query, body, now }) {
    const { organization_id } = caller
    const account = await findAccount(sql, caller, query.account_id)
    const missing = missingOf(checkColumns('columns', body.columns, body.headers))
    if (missing !== null) refuseField('columns', `lack ${missing}`)
    const declaration = await lockDeclaration(sql, organization_id, account.trading_partner_id)
    if (declaration === null) return refuseUndeclared(account.name)
    const fingerprint = fingerprintOf(body.headers)
    const last = await readVersions(sql, organization_id, account.trading_partner_id, fingerprint)
    if (last.same !== null && JSON.stringify(sorted(last.same.columns)) === JSON.stringify(sorted(body.columns)))
      return answerOf(last.same)
    const version = last.version + 1
    if (version > limits.sell_out_profiles_max)
      refuseField('account_id', `has ${limits.sell_out_profiles_max} confirmed mappings, which is the maximum`)
    const [row] = await sql<ProfileRow[]>`
      insert into sell_out_profiles (organization_id, trading_partner_id, version, header_fingerprint, headers, mapping,
        confirmed_at, confirmed_by, confirmed_by_name)
      values (${organization_id}, ${account.trading_partner_id}, ${version}, ${fingerprint}, ${body.headers},
        ${JSON.stringify(body.columns)}::text::jsonb, ${now}, ${actorOf(caller)}, ${caller.user_name})
      returning version, headers, mapping as columns, confirmed_at, confirmed_by, confirmed_by_name`
    return answerOf(row!)
  },
})

interface StatedColumn {
  header: string
  field: string
}

const sorted = (columns: readonly StatedColumn[]) =>
  columns
    .map((column) => Object.entries(column).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function readVersions(sql: Sql, organization_id: string, account_id: string, fingerprint: string) {
  const [[count], [same]] = await Promise.all([
    sql<{ version: number | null }[]>`
      select max(version) as version from sell_out_profiles
      where organization_id = ${organization_id} and trading_partner_id = ${account_id}`,
    sql<ProfileRow[]>`
      select version, headers, mapping as columns, confirmed_at, confirmed_by, confirmed_by_name from sell_out_profiles
      where organization_id = ${organization_id} and trading_partner_id = ${account_id}
        and header_fingerprint = ${fingerprint}
      order by version desc limit 1`,
  ])
  return { version: count?.version ?? 0, same: same ?? null }
}
