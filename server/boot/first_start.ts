/** On an empty database: a sandbox organisation, its administrator and a key, so that the first request can be sent. */
import type { Database } from '../../db/client/database.ts'
import type { Sql } from '../contract/call.ts'
import { limits } from '../contract/limits.ts'
import { scopes } from '../contract/resources.ts'
import { insertKey } from '../platform/keys/store.ts'
import { insertMembership, insertOrganization } from '../platform/organizations/store.ts'
import { hashPassword, insertUser, issueToken, makePassword } from '../platform/sign_in/store.ts'

export interface FirstStart {
  organization_id: string
  email: string
  password: string
  user_token: string
  api_key: string
}

export interface Found {
  organizations: number
}

/** An arbitrary lock id, the same in every build, so that of several concurrent first starts only one creates anything. */
const advisoryLock = 7_240_912

/** Creates the first organisation, or returns how many exist. The returned password and tokens are stored only as hashes. */
export async function firstStart(db: Database, region: 'us' | 'eu'): Promise<FirstStart | Found> {
  const organizations = await countOrganizations(db.reads)
  if (organizations > 0) return { organizations }
  const password = makePassword()
  const password_hash = await hashPassword(password)
  return db.write(async (sql) => {
    await sql`select pg_advisory_xact_lock(${advisoryLock})`
    const madeMeanwhile = await countOrganizations(sql)
    if (madeMeanwhile > 0) return { organizations: madeMeanwhile }
    const organization_id = await insertOrganization(sql, { name: 'Sandbox', region, plan: 'pro', sandbox: true })
    const { user_id, email } = await insertAdministrator(sql, organization_id, password_hash)
    await insertMembership(sql, organization_id, user_id, 'admin')
    const { api_key } = await insertKey(sql, {
      organization_id,
      region,
      label: 'First start',
      scopes,
      expires_in_days: limits.key_days_default,
      minted_by: user_id,
    })
    return { organization_id, email, password, user_token: await issueToken(sql, user_id), api_key }
  })
}

async function countOrganizations(sql: Sql): Promise<number> {
  const [row] = await sql<{ organizations: number }[]>`select count(*)::int as organizations from organizations`
  return row!.organizations
}

/** A database may contain people and no organisation; then the usual address may be taken. */
async function insertAdministrator(sql: Sql, organization_id: string, password_hash: string) {
  for (const email of ['admin@example.com', `admin-${organization_id.slice(-12)}@example.com`]) {
    const user_id = await insertUser(sql, { name: 'Administrator', email, password_hash })
    if (user_id !== null) return { user_id, email }
  }
  throw new Error('no address is left for the administrator')
}
