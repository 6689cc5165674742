/** Sessions of the app in a browser: how long they last, and what of a response no script may read. */
import { describe, expect, test } from 'bun:test'
import {
  isInUse,
  isToBeRenewed,
  pathBehind,
  sessionIn,
  takeSecrets,
} from '../../../server/platform/app/app_session.rules.ts'

const minute = 60_000
const seen_at = Date.UTC(2026, 10, 29, 12)
const session = { token: 't', seen_at }

describe('a session', () => {
  test('is in use until the browser was idle for an hour', () => {
    expect(isInUse(session, seen_at)).toBe(true)
    expect(isInUse(session, seen_at + 60 * minute - 1)).toBe(true)
    expect(isInUse(session, seen_at + 60 * minute)).toBe(false)
  })

  test('may be a minute ahead, as clocks of two processes differ, and no more', () => {
    expect(isInUse(session, seen_at - minute)).toBe(true)
    expect(isInUse(session, seen_at - minute - 1)).toBe(false)
  })

  test('is renewed once a minute', () => {
    expect(isToBeRenewed(session, seen_at + minute - 1)).toBe(false)
    expect(isToBeRenewed(session, seen_at + minute)).toBe(true)
  })

  test.each(['null', '{}', '{"token":"t"}', '{"seen_at":1}', '{"token":1,"seen_at":1}', '{"token":"t","seen_at":"1"}'])(
    'is none in %s',
    (text) => {
      expect(sessionIn(text)).toBeNull()
    },
  )

  test('is read as it was written, and no more of it', () => {
    expect(sessionIn(JSON.stringify({ ...session, more: 1 }))).toEqual(session)
  })
})

describe('secrets of a response', () => {
  test('are taken out where /auth puts them, and the rest stays', () => {
    const body = {
      token: 'a',
      user: { token: 'mine' },
      session: { id: 1, token: 'b' },
      data: { twoFactorToken: 'c', methods: ['totp'] },
    }
    expect(takeSecrets(body)).toEqual({ token: 'a', two_factor_token: 'c' })
    expect(body as object).toEqual({ user: { token: 'mine' }, session: { id: 1 }, data: { methods: ['totp'] } })
  })

  test('are none in anything else', () => {
    for (const body of [null, [], 'text', {}, { token: null, data: null, session: 'x' }, { data: [] }]) {
      const before = JSON.stringify(body)
      expect(takeSecrets(body)).toEqual({ token: null, two_factor_token: null })
      expect(JSON.stringify(body)).toBe(before)
    }
  })
})

test.each([
  ['/app/api/v1/organizations', '/api/v1/organizations'],
  ['/app/api/auth/sign-out', '/auth/sign-out'],
  ['/app/api/v1/', null],
  ['/app/api/metrics', null],
  ['/app/api/auth', null],
  ['/app/api', null],
  ['/x/app/api/v1/organizations', null],
])('behind %s is %p', (path, behind) => {
  expect(pathBehind(path)).toBe(behind)
})
