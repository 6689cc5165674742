/**
 * Configuration of better-auth: e-mail and password, bearer tokens instead of cookies, hashed at rest, on the pipeline's
 * connections or in the transaction of a request. Its mail, rate limits and sign-up are off: pipeline/attempts.ts limits attempts across processes, and users are
 * created by invitation or by the operator.
 */
import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { account, session, twoFactor as two_factor, user, verification } from '../../../db/schema/sign_in.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { logger } from '../../observe/logs.ts'
import type { AuthKey } from './auth_keys.ts'
import { onDatabaseClock } from './database_clock.ts'
import { hashSessionTokens } from './hashed_tokens.ts'

/** Origin of the rebuilt requests; no cookie or URL depends on it. */
export const authOrigin = 'http://sign-in.localhost'
/** Passes the caller's IP address as determined by the pipeline. */
export const addressHeader = 'x-caller-address'

const daySeconds = 86_400

/** A code of the authenticator app is valid in its 30 seconds and in those before and after. */
const secondFactor = twoFactor({
  issuer: 'Merchant API',
  skipVerificationOnEnable: false,
  twoFactorCookieMaxAge: limits.two_factor_minutes * 60,
  backupCodeOptions: { amount: limits.recovery_codes, storeBackupCodes: 'encrypted' },
  accountLockout: {
    enabled: true,
    maxFailedAttempts: limits.two_factor_failures_max,
    durationSeconds: limits.two_factor_lock_minutes * 60,
  },
})

/** The handler of requests whose statements run on `sql`. */
export function openAuth(sql: Sql, keys: readonly AuthKey[]): (request: Request) => Promise<Response> {
  // Drizzle expects the driver's type; every `sql` of db/ has the parts that it calls.
  const driver = sql as unknown as postgres.Sql
  const schema = { user, session, account, verification, twoFactor: two_factor }
  const adapter = drizzleAdapter(drizzle(driver), { provider: 'pg', schema })
  const auth = betterAuth({
    baseURL: authOrigin,
    basePath: '/auth',
    secrets: [...keys],
    database: (options) => onDatabaseClock(hashSessionTokens(adapter(options)), sql),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: limits.password_length_min,
      maxPasswordLength: limits.password_length_max,
    },
    session: {
      expiresIn: limits.session_days * daySeconds,
      updateAge: limits.session_refresh_days * daySeconds,
      cookieCache: { enabled: false },
    },
    plugins: [bearer(), secondFactor],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Cookies are neither read nor set, so cross-site requests carry no credential.
    advanced: {
      disableCSRFCheck: true,
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    // Errors are thrown to the pipeline, since the message of a database error would contain parameters.
    onAPIError: { throw: true },
    logger: { level: 'error', log: (_, message) => logger.warning('sign-in', { message: firstLine(message) }) },
  })
  return auth.handler
}

/** Drizzle's messages contain statement parameters from the second line on. */
const firstLine = (message: unknown) => String(message).split('\n', 1)[0]!.slice(0, 200)
