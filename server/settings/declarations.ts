/**
 * The environment variables of the service, each declared once with its default and description. The checks at start
 * and the table of the README are made from these declarations.
 */
import { regions } from '../contract/resources.ts'
import { Choice, Flag, mailAddressPattern, Text, Type, Whole } from '../contract/schema.ts'

export const settingsSchema = Type.Object({
  PORT: Whole('port to listen on; `0` selects a free one', { minimum: 0, maximum: 65_535 }),
  HOST: Text('address to listen on', { minLength: 1 }),
  DATABASE_URL: Type.Optional(Text('PostgreSQL 15 or later; if unset, the service starts its own in `DATA_DIR`')),
  DATABASE_CONNECTIONS: Whole(
    'connections of this process: half for writes, a third for reads, the rest for authentication and limits; one organisation uses at most five sixths of those for writes or reads',
    { minimum: 6, maximum: 500 },
  ),
  DATA_DIR: Text('embedded database and uploaded files', { minLength: 1 }),
  SERVICE_REGION: Choice(regions, 'the region of this service: `us` or `eu`'),
  BASE_URL: Text('public address of this region', { minLength: 1 }),
  PEER_BASE_URL: Type.Optional(Text('public address of the other region, returned to keys of that region')),
  DOCS_URL: Text('base address of `doc_url` in errors', { minLength: 1 }),
  TRUSTED_PROXIES: Type.Array(Type.String(), {
    description: 'addresses or CIDR ranges whose `X-Forwarded-For` is trusted',
  }),
  API_GATE_DATE: Text('keys created before this date are never refused because the plan lacks the public API'),
  JOBS: Flag('whether this process runs periodic jobs'),
  DELIVERIES: Flag(
    'whether this process sends webhooks, mail and EDI; `npm run deliver` runs a process that does only this',
  ),
  SMTP_URL: Type.Optional(
    Text('mail server, `smtp://user:password@host:587` (STARTTLS) or `smtps://…:465`; if unset, mail is stored'),
  ),
  MAIL_FROM: Type.Optional(
    Text('sender address of mail; required with `SMTP_URL`', {
      pattern: mailAddressPattern,
      'x-rule': 'must be a plain e-mail address',
      maxLength: 254,
    }),
  ),
  APP_URL: Type.Optional(
    Text(
      'address of the app that people sign in to; links in sign-in mail start with it; if unset, that mail contains codes',
    ),
  ),
  METRICS_TOKEN: Type.Optional(
    Text('bearer token for `/metrics`, at least 16 characters; if unset, `/metrics` is disabled', {
      minLength: 16,
      pattern: '^[!-~]+$',
      'x-rule': 'must be printable ASCII without spaces',
    }),
  ),
  EDI_URL: Type.Optional(
    Text(
      'gateway that accepts EDI interchanges by POST, `https` at a public address; if unset, interchanges are stored',
    ),
  ),
  EDI_TOKEN: Type.Optional(Text('bearer token of that gateway')),
  EDI_ARCHIVE_DAYS: Whole('days for which the bytes of EDI interchanges are kept', { minimum: 30, maximum: 36_525 }),
  S3_ENDPOINT: Type.Optional(
    Text('address of the S3-compatible store of uploaded files; if unset, they are stored in `DATA_DIR`'),
  ),
  S3_BUCKET: Type.Optional(
    Text('its bucket; all five `S3_…` settings are set together', {
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]+$',
      'x-rule': 'must begin with a letter or digit and hold letters, digits, dots, underscores and hyphens alone',
    }),
  ),
  S3_REGION: Type.Optional(Text('its region, for which requests are signed')),
  S3_ACCESS_KEY_ID: Type.Optional(Text('id of the key that signs')),
  S3_SECRET_ACCESS_KEY: Type.Optional(Text('the key that signs')),
  WEBHOOK_ALLOW_LOOPBACK: Flag('allows webhooks to this machine, for development'),
  SECRET_KEY: Type.Optional(
    Text(
      'signs sessions and export URLs, and encrypts stored secrets; at least 32 characters; identical for all processes',
      { minLength: 32 },
    ),
  ),
  SECRET_KEY_PREVIOUS: Type.Optional(
    Text(
      'the previous key, needed until `npm run admin -- reencrypt-secrets` has re-encrypted every secret with the new one',
      { minLength: 32 },
    ),
  ),
  LOG_LEVEL: Choice(
    ['debug', 'info', 'warning', 'error', 'off'],
    '`debug`, `info`, `warning`, `error` or `off`; one JSON line per request on standard error',
  ),
})
export type SettingName = keyof typeof settingsSchema.properties

/** Values of the settings that are not set, as text of the environment; the others are unset. */
export const defaults = {
  PORT: '3000',
  HOST: '127.0.0.1',
  DATABASE_CONNECTIONS: '24',
  DATA_DIR: '.data',
  SERVICE_REGION: 'us',
  API_GATE_DATE: '2026-11-01',
  JOBS: 'true',
  DELIVERIES: 'true',
  EDI_ARCHIVE_DAYS: '2557',
  WEBHOOK_ALLOW_LOOPBACK: 'false',
  LOG_LEVEL: 'info',
} as const satisfies Partial<Record<SettingName, string>>

/** Defaults that depend on other settings, in words. */
const derivedDefaults: Partial<Record<SettingName, string>> = {
  BASE_URL: '`http://localhost:PORT`',
  DOCS_URL: '`BASE_URL`',
  SECRET_KEY: 'generated once in `DATA_DIR`',
}

function defaultWords(name: SettingName): string {
  if (name in defaults) return `\`${defaults[name as keyof typeof defaults]}\``
  return derivedDefaults[name] ?? ''
}

/** The table of the README. */
export const settingsTable = (): string =>
  [
    '| name | default | meaning |',
    '|---|---|---|',
    ...(Object.keys(settingsSchema.properties) as SettingName[]).map(
      (name) => `| ${[`\`${name}\``, defaultWords(name), settingsSchema.properties[name].description].join(' | ')} |`,
    ),
  ].join('\n')
