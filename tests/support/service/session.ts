/** A signed-in user in a tenant's organisation, as after sign-in: a user, a session, a membership. */
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Role } from '../../../server/contract/resources.ts'
import { sessionTokenHash } from '../../../server/pipeline/admit_session.ts'
import { type Answer, call, type CallOptions, type Tenant } from './tenant.ts'

export interface SessionOptions {
  role?: Role
  name?: string
  email?: string
  /** How long the session lasts; a negative one has expired. */
  expires_in_seconds?: number
  /** false: the user is signed in but is not a member of the organisation. */
  joins?: boolean
}

export interface Session {
  user_id: string
  user_token: string
  email: string
  get: (path: string, options?: CallOptions) => Promise<Answer>
  post: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  put: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  patch: (path: string, body?: unknown, options?: CallOptions) => Promise<Answer>
  delete: (path: string, options?: CallOptions) => Promise<Answer>
}

export async function newSession(tenant: Tenant, options: SessionOptions = {}): Promise<Session> {
  const { sql } = tenant.service.database
  const user_id = uuidv7()
  const user_token = randomBytes(24).toString('base64url')
  const email = options.email ?? `${user_id}@example.com`
  await sql`
    insert into "user" (id, name, email, "emailVerified")
    values (${user_id}, ${options.name ?? 'Ada Merchant'}, ${email}, true)`
  await sql`
    insert into session (id, token, "userId", "expiresAt")
    values (${uuidv7()}, ${sessionTokenHash(user_token)}, ${user_id},
      now() + make_interval(secs => ${options.expires_in_seconds ?? 3600}))`
  if (options.joins !== false) {
    await sql`
      insert into memberships (organization_id, user_id, role)
      values (${tenant.organization_id}, ${user_id}, ${options.role ?? 'admin'})`
  }
  const as =
    (method: string) =>
    (path: string, rest: CallOptions = {}) =>
      call(tenant.service, method, path, {
        ...rest,
        headers: {
          Authorization: `Bearer ${user_token}`,
          'X-Organization-ID': tenant.organization_id,
          ...rest.headers,
        },
      })
  return {
    user_id,
    user_token,
    email,
    get: as('GET'),
    delete: as('DELETE'),
    post: (path, body, rest) => as('POST')(path, { body, ...rest }),
    put: (path, body, rest) => as('PUT')(path, { body, ...rest }),
    patch: (path, body, rest) => as('PATCH')(path, { body, ...rest }),
  }
}
