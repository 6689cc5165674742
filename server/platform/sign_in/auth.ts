/**
 * better-auth, set up as this service uses it: e-mail and password, tokens instead of cookies, hashed at rest, on the
 * door's own connections. It sends nothing anywhere, keeps no limits of its own (attempts.ts does, for all processes)
 * and makes no users: administrators do.
 */
import { betterAuth } from 'better-auth/minimal'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { bearer } from 'better-auth/plugins/bearer'
import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { uuidv7 } from 'uuidv7'
import { account, session, user, verification } from '../../../db/schema/sign_in.ts'
import type { Sql } from '../../contract/call.ts'
import { limits } from '../../contract/limits.ts'
import { logger } from '../../observe/logs.ts'
import { onDatabaseClock } from './database_clock.ts'
import { hashSessionTokens } from './hashed_tokens.ts'

/** What requests are rebuilt for: no cookie or address of ours depends on it. */
export const authOrigin = 'http://sign-in.localhost'
/** Carries the caller's address as the door worked it out. */
export const addressHeader = 'x-caller-address'

const daySeconds = 86_400

export function openAuth(sql: Sql, secret: string): (request: Request) => Promise<Response> {
  // Drizzle asks for the driver's own type; what it calls of it, every `sql` of db/ has.
  const driver = sql as unknown as postgres.Sql
  const adapter = drizzleAdapter(drizzle(driver), { provider: 'pg', schema: { user, session, account, verification } })
  const auth = betterAuth({
    baseURL: authOrigin,
    basePath: '/auth',
    secret,
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
    plugins: [bearer()],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Cookies are neither read nor set, so there is nothing that another site could ride on.
    advanced: {
      disableCSRFCheck: true,
      database: { generateId: () => uuidv7() },
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
    },
    // What is thrown reaches our own door; a database error's words would carry parameters.
    onAPIError: { throw: true },
    logger: { level: 'error', log: (_, message) => logger.warning('sign-in', { message: firstLine(message) }) },
  })
  return auth.handler
}

/** Statements of drizzle name their parameters from the second line on. */
const firstLine = (message: unknown) => String(message).split('\n', 1)[0]!.slice(0, 200)
