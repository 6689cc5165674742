/** Requests as a browser sends them from the pages of the app. */
import { randomInt } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { hashPassword, insertUser } from '../../../server/platform/sign_in/store.ts'
import type { TestService } from '../../support/service/service.ts'
import type { Tenant } from '../../support/service/tenant.ts'

export const password = 'correct horse battery staple'
const own = 'http://localhost:3000'

export interface Sent {
  cookie?: string
  origin?: string | null
  site?: string
  body?: unknown
  organization_id?: string
  headers?: Record<string, string>
}

/** A request as a browser sends it from a page of the service, unless told otherwise. */
export async function send(service: TestService, method: string, path: string, sent: Sent = {}) {
  const { cookie, origin = own, site = 'same-origin', body, organization_id } = sent
  const headers: Record<string, string> = {
    'Sec-Fetch-Site': site,
    'X-Forwarded-For': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(cookie === undefined ? {} : { Cookie: cookie }),
    ...(origin === null || method === 'GET' ? {} : { Origin: origin }),
    ...(organization_id === undefined ? {} : { 'X-Organization-ID': organization_id }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...sent.headers,
  }
  const response = await fetch(service.base_url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : null,
    cookies: response.headers.getSetCookie(),
  }
}

/** The pairs of the cookies that a response stores. */
export const stored = (cookies: readonly string[]): string =>
  cookies
    .filter((cookie) => !cookie.includes('Max-Age=0'))
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')

export async function newPerson({ service, organization_id }: Tenant, role = 'admin') {
  const email = `person-${uuidv7()}@example.com`
  const { sql } = service.database
  const user_id = await insertUser(sql, { name: 'Grace Buyer', email, password_hash: await hashPassword(password) })
  await sql`insert into memberships (organization_id, user_id, role) values (${organization_id}, ${user_id!}, ${role})`
  return { email, user_id: user_id! }
}

export const signIn = (service: TestService, email: string, sent: Sent = {}) =>
  send(service, 'POST', '/app/api/auth/sign-in/email', { body: { email, password }, ...sent })

export async function signedIn(tenant: Tenant, role?: string) {
  const person = await newPerson(tenant, role)
  const { cookies } = await signIn(tenant.service, person.email)
  return { ...person, cookie: stored(cookies) }
}
