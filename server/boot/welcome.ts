/** The summary that a start prints for people. Plain text, so that it is readable in a terminal and in a file. */
import type { FirstStart, Found } from './first_start.ts'
import { current_train } from '../contract/trains.ts'
import { limits } from '../contract/limits.ts'
import type { Settings } from '../settings/settings.ts'

interface Started {
  settings: Settings
  runtime_name: string
  database: string
  first: FirstStart | Found
}

const lines = (rows: [string, string][]) => rows.map(([name, value]) => `  ${name.padEnd(16)}${value}`)

export function welcome({ settings, runtime_name, database, first }: Started): string {
  const base = settings.BASE_URL
  return [
    '',
    `The service is running on ${runtime_name}, region ${settings.SERVICE_REGION}.`,
    '',
    ...lines([
      ['Base address', base],
      ['Listens on', `${settings.HOST}:${settings.PORT}`],
      ['Quick start', `${base}/quick-start`],
      ['Reference', `${base}/docs`],
      ['Document', `${base}/openapi/${current_train}.json`],
      ['Database', database],
    ]),
    '',
    ...('api_key' in first ? madeLines(first, base) : foundLines(first)),
    '',
  ].join('\n')
}

const madeLines = (first: FirstStart, base: string) => [
  'First start: created a sandbox organisation. The password, token and key are shown only once.',
  '',
  ...lines([
    ['Organisation', first.organization_id],
    ['Administrator', first.email],
    ['Password', first.password],
    ['User token', `${first.user_token}  (valid for ${limits.session_days} days; sign in again for a new one)`],
    ['API key', `${first.api_key}  (all scopes)`],
  ]),
  '',
  'Begin with your own data: import a file of products, stock or sales. A sample:',
  '',
  '  npm run import -- docs-site/public/samples/imports/shopify_products.csv',
  '',
  'Or fill the sandbox with starter data, then read a table:',
  '',
  `  curl -X POST ${base}/api/v1/sandbox/seed -H "Authorization: Bearer ${first.api_key}"`,
  '',
  `  curl "${base}/api/v1/variants/table?limit=3" -H "Authorization: Bearer ${first.api_key}"`,
]

const foundLines = ({ organizations }: Found) => [
  `Found existing data: ${organizations} ${organizations === 1 ? 'organisation' : 'organisations'}. Keys and passwords are shown only when they are created;`,
  'to replace a lost password, run the admin command set-password.',
]
