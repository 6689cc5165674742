/** The service's settings, read once from the environment and checked together: all faults are reported at once. */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import ipaddr from 'ipaddr.js'
import { isCalendarDate, type Static } from '../contract/schema.ts'
import { defaults, type SettingName, settingsSchema } from './declarations.ts'

export type Settings = Static<typeof settingsSchema>

const checker = TypeCompiler.Compile(settingsSchema)

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
  const settingText = (name: SettingName) => environment[name]?.trim() || undefined
  const value = (name: keyof typeof defaults) => settingText(name) ?? defaults[name]
  const faults: string[] = []
  const whole = (name: keyof typeof defaults) => {
    const text = value(name)
    if (/^\d+$/.test(text)) return Number(text)
    faults.push(`${name} must be a whole number, not "${text}"`)
    return Number(defaults[name])
  }
  const flag = (name: keyof typeof defaults) => {
    const text = value(name)
    if (text !== 'true' && text !== 'false') faults.push(`${name} must be true or false, not "${text}"`)
    return text === 'true'
  }

  const port = whole('PORT')
  const base_url = trimSlash(settingText('BASE_URL') ?? `http://localhost:${port}`)
  const settings = {
    ...(Object.fromEntries(plainNames.map((name) => [name, settingText(name)])) as Record<
      PlainName,
      string | undefined
    >),
    PORT: port,
    HOST: value('HOST'),
    DATA_DIR: value('DATA_DIR'),
    SERVICE_REGION: value('SERVICE_REGION'),
    BASE_URL: base_url,
    PEER_BASE_URL: settingText('PEER_BASE_URL') && trimSlash(settingText('PEER_BASE_URL')!),
    APP_URL: settingText('APP_URL') && trimSlash(settingText('APP_URL')!),
    METRICS_TOKEN: settingText('METRICS_TOKEN'),
    DOCS_URL: trimSlash(settingText('DOCS_URL') ?? base_url),
    TRUSTED_PROXIES: (settingText('TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    API_GATE_DATE: value('API_GATE_DATE'),
    WEBHOOK_ALLOW_LOOPBACK: flag('WEBHOOK_ALLOW_LOOPBACK'),
    LOG_LEVEL: value('LOG_LEVEL'),
    JOBS: flag('JOBS'),
    DELIVERIES: flag('DELIVERIES'),
    S3_ENDPOINT: settingText('S3_ENDPOINT') && trimSlash(settingText('S3_ENDPOINT')!),
    EDI_ARCHIVE_DAYS: whole('EDI_ARCHIVE_DAYS'),
    DATABASE_CONNECTIONS: whole('DATABASE_CONNECTIONS'),
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
