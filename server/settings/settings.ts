/** The service's settings, read once from the environment and checked together: all faults are reported at once. */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import ipaddr from 'ipaddr.js'
import { regions } from '../contract/resources.ts'
import { Choice, isCalendarDate, mailAddressPattern, type Static, Text, Type, Whole } from '../contract/schema.ts'

const Settings = Type.Object({
  PORT: Whole('Port to listen on; 0 takes a free one.', { minimum: 0, maximum: 65_535 }),
  HOST: Text('Address to listen on.', { minLength: 1 }),
  DATABASE_URL: Type.Optional(Text('PostgreSQL 15 or later; without it the service starts its own in DATA_DIR.')),
  DATA_DIR: Text('Where the own database and the uploaded files live.', { minLength: 1 }),
  SERVICE_REGION: Choice(regions, 'The region this service answers for.'),
  BASE_URL: Text('Public address of this region, without a slash at its end.', { minLength: 1 }),
  PEER_BASE_URL: Type.Optional(Text('Public URL of the other region, stated in refusals of keys that belong there.')),
  APP_URL: Type.Optional(
    Text(
      'Address of the app that people sign in to; links in mail begin with it. Without it mail carries codes alone.',
    ),
  ),
  METRICS_TOKEN: Type.Optional(
    Text('Bearer token that GET /metrics asks for, at least 16 characters; without it there is no /metrics.', {
      minLength: 16,
      pattern: '^[!-~]+$',
      'x-rule': 'must be printable ASCII without spaces',
    }),
  ),
  DOCS_URL: Text('Address of the docs site; doc_url of every error begins with it.', { minLength: 1 }),
  TRUSTED_PROXIES: Type.Array(Type.String(), {
    description: 'Addresses or CIDR ranges whose X-Forwarded-For is believed.',
  }),
  API_GATE_DATE: Text('Keys minted before this day are never refused for a plan without the public API.'),
  WEBHOOK_ALLOW_LOOPBACK: Type.Boolean({ description: 'Lets webhooks reach this machine, for development.' }),
  SECRET_KEY: Type.Optional(
    Text('Signs sessions and export addresses and encrypts secrets; at least 32 characters.', { minLength: 32 }),
  ),
  SECRET_KEY_PREVIOUS: Type.Optional(
    Text('The SECRET_KEY before this one, while secrets encrypted with it remain; at least 32 characters.', {
      minLength: 32,
    }),
  ),
  LOG_LEVEL: Choice(['debug', 'info', 'warning', 'error', 'off'], 'The least severe line that is logged.'),
  JOBS: Type.Boolean({ description: 'Whether this process takes part in the periodic jobs.' }),
  DELIVERIES: Type.Boolean({ description: 'Whether this process sends webhooks, mail and EDI.' }),
  SMTP_URL: Type.Optional(Text('Server that takes mail, smtp:// or smtps://, with user and password where it asks.')),
  MAIL_FROM: Type.Optional(
    Text('Address that mail is sent from.', {
      pattern: mailAddressPattern,
      'x-rule': 'must be a plain e-mail address',
      maxLength: 254,
    }),
  ),
  EDI_URL: Type.Optional(Text('Gateway that takes EDI interchanges by POST; without it they are stored.')),
  EDI_TOKEN: Type.Optional(Text('Bearer token of that gateway.')),
  EDI_ARCHIVE_DAYS: Whole('Days for which the bytes of EDI interchanges are kept.', { minimum: 30, maximum: 36_525 }),
  S3_ENDPOINT: Type.Optional(
    Text('Address of the S3-compatible store of uploaded files; without it they lie in DATA_DIR.'),
  ),
  S3_BUCKET: Type.Optional(
    Text('Its bucket.', {
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]+$',
      'x-rule': 'must begin with a letter or digit and hold letters, digits, dots, underscores and hyphens alone',
    }),
  ),
  S3_REGION: Type.Optional(Text('Its region, as requests are signed for.')),
  S3_ACCESS_KEY_ID: Type.Optional(Text('Id of the key that signs.')),
  S3_SECRET_ACCESS_KEY: Type.Optional(Text('The key that signs.')),
  DATABASE_CONNECTIONS: Whole('Connections of this process to the database, for all its pools.', {
    minimum: 6,
    maximum: 500,
  }),
})
export type Settings = Static<typeof Settings>

const checker = TypeCompiler.Compile(Settings)

/** Secrets never reach a terminal or a log, wrong ones included: they are usually right ones, mistyped. */
const shown = (name: string, value: unknown): string =>
  /SECRET|ACCESS_KEY|DATABASE_URL|SMTP_URL|TOKEN/.test(name) ? 'used as it is' : `"${String(value)}"`

export class SettingsFault extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
  }
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The five of the file store stand together or not at all. */
export function s3Settings(settings: Settings): Required<Pick<Settings, (typeof s3Names)[number]>> | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
}

export interface MailSettings {
  url: string
  from: string
}

/** Both or neither; without them mail is stored. */
export const mailSettings = ({ SMTP_URL, MAIL_FROM }: Settings): MailSettings | null =>
  SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null

export interface EdiSettings {
  url: string
  token: string | null
}

export const ediSettings = ({ EDI_URL, EDI_TOKEN }: Settings): EdiSettings | null =>
  EDI_URL ? { url: EDI_URL, token: EDI_TOKEN ?? null } : null

const trimSlash = (url: string) => url.replace(/\/+$/, '')

function isRange(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

const isMailServer = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''

/** Faults of the settings of mail and EDI, without their values. */
function channelFaults({ SMTP_URL, MAIL_FROM, EDI_URL, EDI_TOKEN }: Record<string, unknown>): string[] {
  const faults: string[] = []
  if ((SMTP_URL === undefined) !== (MAIL_FROM === undefined))
    faults.push(
      `SMTP_URL and MAIL_FROM are set together or not at all; missing: ${SMTP_URL ? 'MAIL_FROM' : 'SMTP_URL'}`,
    )
  if (SMTP_URL !== undefined && !isMailServer(SMTP_URL as string))
    faults.push('SMTP_URL must begin with smtp:// or smtps:// and name a server')
  if (EDI_TOKEN !== undefined && EDI_URL === undefined) faults.push('EDI_TOKEN is set without EDI_URL')
  return faults
}

/** Text that is taken as it is, where it is given. */
const plainNames = [
  'DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'SMTP_URL',
  'MAIL_FROM',
  'EDI_URL',
  'EDI_TOKEN',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const
type PlainName = (typeof plainNames)[number]

/** Reads and checks the environment; throws one SettingsFault that names every fault. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = (name: string) => (environment[name]?.trim() ? environment[name]!.trim() : undefined)
  const faults: string[] = []
  const whole = (name: string, otherwise: number) => {
    const text = given(name)
    if (text === undefined || /^\d+$/.test(text)) return Number(text ?? otherwise)
    faults.push(`${name} must be a whole number, not "${text}"`)
    return otherwise
  }
  const flag = (name: string, otherwise = 'false') => {
    const text = given(name) ?? otherwise
    if (text !== 'true' && text !== 'false') faults.push(`${name} must be true or false, not "${text}"`)
    return text === 'true'
  }

  const port = whole('PORT', 3000)
  const base_url = trimSlash(given('BASE_URL') ?? `http://localhost:${port}`)
  const settings = {
    ...(Object.fromEntries(plainNames.map((name) => [name, given(name)])) as Record<PlainName, string | undefined>),
    PORT: port,
    HOST: given('HOST') ?? '127.0.0.1',
    DATA_DIR: given('DATA_DIR') ?? '.data',
    SERVICE_REGION: given('SERVICE_REGION') ?? 'us',
    BASE_URL: base_url,
    PEER_BASE_URL: given('PEER_BASE_URL') && trimSlash(given('PEER_BASE_URL')!),
    APP_URL: given('APP_URL') && trimSlash(given('APP_URL')!),
    METRICS_TOKEN: given('METRICS_TOKEN'),
    DOCS_URL: trimSlash(given('DOCS_URL') ?? base_url),
    TRUSTED_PROXIES: (given('TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    API_GATE_DATE: given('API_GATE_DATE') ?? '2026-11-01',
    WEBHOOK_ALLOW_LOOPBACK: flag('WEBHOOK_ALLOW_LOOPBACK'),
    LOG_LEVEL: given('LOG_LEVEL') ?? 'info',
    JOBS: flag('JOBS', 'true'),
    DELIVERIES: flag('DELIVERIES', 'true'),
    S3_ENDPOINT: given('S3_ENDPOINT') && trimSlash(given('S3_ENDPOINT')!),
    EDI_ARCHIVE_DAYS: whole('EDI_ARCHIVE_DAYS', 2_557),
    DATABASE_CONNECTIONS: whole('DATABASE_CONNECTIONS', 24),
  }
  for (const error of checker.Errors(settings)) {
    const allowed = Array.isArray(error.schema.enum) ? ` (one of ${error.schema.enum.join(', ')})` : ''
    faults.push(
      `${error.path.slice(1)} cannot be ${shown(error.path.slice(1), error.value)}${allowed}: ${error.schema.description ?? error.message}`,
    )
  }
  for (const name of ['BASE_URL', 'PEER_BASE_URL', 'APP_URL', 'DOCS_URL', 'S3_ENDPOINT', 'EDI_URL'] as const) {
    if (settings[name] && !isWebAddress(settings[name]))
      faults.push(`${name} must be an http or https address, not "${settings[name]}"`)
  }
  for (const range of settings.TRUSTED_PROXIES) {
    if (!isRange(range)) faults.push(`TRUSTED_PROXIES must list addresses or CIDR ranges; "${range}" is neither`)
  }
  if (!isCalendarDate(settings.API_GATE_DATE))
    faults.push(`API_GATE_DATE must be a day as YYYY-MM-DD, not "${settings.API_GATE_DATE}"`)
  if (settings.DATABASE_URL && !/^postgres(ql)?:\/\//.test(settings.DATABASE_URL))
    faults.push('DATABASE_URL must begin with postgres:// or postgresql://')
  const missing = s3Names.filter((name) => settings[name] === undefined)
  if (missing.length > 0 && missing.length < s3Names.length)
    faults.push(`${s3Names.join(', ')} are set together or not at all; missing: ${missing.join(', ')}`)
  faults.push(...channelFaults(settings))
  if (faults.length > 0) throw new SettingsFault(faults)
  return settings as Settings
}
