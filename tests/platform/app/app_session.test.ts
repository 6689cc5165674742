/** The app's session in a browser: the cookie, and what it admits. */
import { expect, test } from 'bun:test'
import { limits } from '../../../server/contract/limits.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import { startService } from '../../support/service/service.ts'
import { newTenant } from '../../support/service/tenant.ts'
import { codeOf } from '../sign_in/authenticator.ts'
import { newPerson, password, send, type Sent, signedIn, signIn, stored } from './browser.ts'

test('sign-in stores the session in a cookie that no script reads, and answers without a token', async () => {
  const tenant = await newTenant()
  const { email } = await newPerson(tenant)
  const { status, body, cookies, headers } = await signIn(tenant.service, email)
  expect(status).toBe(200)
  expect(body.user.email).toBe(email)
  expect(body).not.toHaveProperty('token')
  expect(cookies).toEqual([
    expect.stringMatching(/^app_session=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/),
    'app_sign_in=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ])
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')

  const cookie = stored(cookies)
  const session = await send(tenant.service, 'GET', '/app/api/auth/get-session', { cookie })
  expect(session.body.user.email).toBe(email)
  expect(session.body.session).not.toHaveProperty('token')
  const organizations = await send(tenant.service, 'GET', '/app/api/v1/organizations', { cookie })
  expect(organizations.body.data).toMatchObject([{ organization_id: tenant.organization_id }])
  const { organization_id } = tenant
  const keys = await send(tenant.service, 'GET', '/app/api/v1/developer/keys?limit=1', { cookie, organization_id })
  expect(keys.body.data.rows).toHaveLength(1)
})

test('over https the cookie is of the host alone', async () => {
  const service = await startService({ BASE_URL: 'https://shop.example' })
  try {
    const tenant = await newTenant({ service })
    const { email } = await newPerson(tenant)
    const { cookies } = await signIn(service, email, { origin: 'https://shop.example' })
    expect(cookies[0]).toMatch(/^__Host-app_session=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict; Secure$/)
  } finally {
    await service.stop()
  }
})

test('the API itself reads no cookie, and the app no Authorization header', async () => {
  const tenant = await newTenant()
  const { organization_id, service, api_key } = tenant
  const { cookie } = await signedIn(tenant)
  for (const path of ['/api/v1/developer/keys', '/api/v1/variants/table', '/auth/get-session']) {
    const answer = await send(service, 'GET', path, { cookie, organization_id })
    expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'bad_request'])
  }
  const headers = { Authorization: `Bearer ${api_key}` }
  const withoutCookie = await send(service, 'GET', '/app/api/v1/variants/table', { organization_id, headers })
  expect([withoutCookie.status, withoutCookie.body.code]).toEqual([401, 'session_invalid'])
  // /auth refuses a key; here it never arrives.
  expect((await signIn(service, (await newPerson(tenant)).email, { headers })).status).toBe(200)
  const both = await send(service, 'GET', '/app/api/v1/developer/keys', { cookie, organization_id, headers })
  expect(both.status).toBe(200)
})

test('a write of another site, of no site and of another host is refused and changes nothing', async () => {
  const tenant = await newTenant()
  const { organization_id, service } = tenant
  const { cookie } = await signedIn(tenant)
  const body = { name: 'From elsewhere', scopes: ['inventory:read'] }
  const mint = (sent: Sent) =>
    send(service, 'POST', '/app/api/v1/developer/keys', { cookie, organization_id, body, ...sent })
  const refused = await Promise.all([
    mint({ origin: 'https://evil.example', site: 'cross-site' }),
    mint({ origin: 'https://evil.example' }),
    mint({ origin: 'http://app.localhost:3000', site: 'same-site' }),
    mint({ origin: null }),
    mint({ origin: 'null' }),
    mint({ site: 'none' }),
  ])
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(refused.map(() => [400, 'bad_request']))
  const read = (site: string) => send(service, 'GET', '/app/api/v1/developer/keys', { cookie, organization_id, site })
  expect((await read('cross-site')).status).toBe(400)
  expect((await read('same-site')).status).toBe(400)
  expect((await read('none')).status).toBe(200)
  const keys = await read('same-origin')
  expect(keys.body.data.rows.map(({ name }: { name: string }) => name)).toEqual(['test'])
  expect((await mint({})).status).toBe(201)
})

test('a preflight of another origin gets no leave', async () => {
  const { service } = await newTenant()
  const answer = await send(service, 'OPTIONS', '/app/api/v1/developer/keys', {
    origin: 'https://evil.example',
    headers: { 'Access-Control-Request-Method': 'POST' },
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('access-control-allow-methods')).toBeNull()
})

test('a session ends with the sign-out, when the browser was idle, and when it was ended elsewhere', async () => {
  const tenant = await newTenant()
  const { service, organization_id } = tenant
  const { cookie } = await signedIn(tenant)
  const read = (withCookie: string) =>
    send(service, 'GET', '/app/api/v1/developer/keys', { cookie: withCookie, organization_id })

  const out = await send(service, 'POST', '/app/api/auth/sign-out', { cookie })
  expect(out.cookies).toEqual(['app_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'])
  const after = await read(cookie)
  expect([after.status, after.body.code]).toEqual([401, 'session_invalid'])
  expect(after.cookies).toEqual([])

  const other = await signedIn(tenant)
  const box = secretBox(service.settings)
  const opened = JSON.parse(
    box.decrypt(Buffer.from(other.cookie.split('=')[1]!, 'base64url'), 'session of the app'),
  ) as { token: string }
  const idleFor = (ms: number) => {
    const text = JSON.stringify({ token: opened.token, seen_at: Date.now() - ms })
    return `app_session=${Buffer.from(box.encrypt(text, 'session of the app')).toString('base64url')}`
  }
  const idleMs = limits.app_idle_minutes * 60_000
  expect((await read(idleFor(idleMs + 1_000))).status).toBe(401)
  const renewed = await read(idleFor(idleMs - 10_000))
  expect(renewed.status).toBe(200)
  expect(stored(renewed.cookies)).toMatch(/^app_session=/)
  expect((await read(stored(renewed.cookies))).status).toBe(200)
  expect((await read(other.cookie)).cookies).toEqual([])
  for (const forged of ['app_session=', 'app_session=abc', `${other.cookie}A`, `app_session=${opened.token}`])
    expect([forged, (await read(forged)).status]).toEqual([forged, 401])
})

test('the second factor: neither the waiting sign-in nor the session is in a response', async () => {
  const tenant = await newTenant()
  const { service } = tenant
  const { cookie, email } = await signedIn(tenant)
  const enabled = await send(service, 'POST', '/app/api/auth/two-factor/enable', { cookie, body: { password } })
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
  const confirmed = await send(service, 'POST', '/app/api/auth/two-factor/confirm', {
    cookie,
    body: { code: codeOf(secret) },
  })
  expect(confirmed.status).toBe(200)
  expect(confirmed.body).not.toHaveProperty('token')
  expect(stored(confirmed.cookies)).toMatch(/^app_session=/)

  const waiting = await signIn(service, email)
  expect([waiting.status, waiting.body.code]).toEqual([401, 'two_factor_code_required'])
  expect(waiting.body.data).not.toHaveProperty('twoFactorToken')
  expect(waiting.cookies).toEqual([
    expect.stringMatching(/^app_sign_in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/),
  ])
  const verify = (withCookie: string | undefined, code: string) =>
    send(service, 'POST', '/app/api/auth/two-factor/verify-totp', {
      ...(withCookie === undefined ? {} : { cookie: withCookie }),
      body: { code },
    })
  expect((await verify(undefined, codeOf(secret, 1))).body.code).toBe('two_factor_failed')
  expect((await verify(stored(waiting.cookies), '000000')).body.code).toBe('two_factor_failed')
  const done = await verify(stored(waiting.cookies), codeOf(secret, 1))
  expect(done.status).toBe(200)
  expect(done.text).not.toContain('token')
  const organizations = await send(service, 'GET', '/app/api/v1/organizations', { cookie: stored(done.cookies) })
  expect(organizations.status).toBe(200)
})

test('a viewer and a stranger are refused as by the API; other addresses are none of the app', async () => {
  const tenant = await newTenant()
  const { service, organization_id } = tenant
  const viewer = await signedIn(tenant, 'viewer')
  const keys = await send(service, 'GET', '/app/api/v1/developer/keys', { cookie: viewer.cookie, organization_id })
  expect([keys.status, keys.body.code]).toEqual([403, 'admin_required'])
  const foreign = (await newTenant({ service })).organization_id
  const strange = await send(service, 'GET', '/app/api/v1/variants/table', {
    cookie: viewer.cookie,
    organization_id: foreign,
  })
  expect([strange.status, strange.body.code]).toEqual([403, 'membership_missing'])
  for (const path of ['/app/api/metrics', '/app/api/v1/%2e%2e/metrics', '/app/api/portal', '/app/api/auth'])
    expect([path, (await send(service, 'GET', path, { cookie: viewer.cookie, organization_id })).status]).toEqual([
      path,
      404,
    ])
})
