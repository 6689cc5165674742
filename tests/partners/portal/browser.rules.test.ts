/** What a browser sends with a request to the portal: its cookie, and where a form came from. */
import { describe, expect, test } from 'bun:test'
import { fieldOf, seatCookie, tokenOf } from '../../../server/partners/portal/browser.rules.ts'
import { isOwnOrigin } from '../../../server/pipeline/browser/browser.rules.ts'

const secure = { BASE_URL: 'https://api.shop.example/base' }
const plain = { BASE_URL: 'http://localhost:3000' }

describe('the cookie', () => {
  test('over https belongs to the host alone', () => {
    expect(seatCookie.set('t', secure)).toBe(
      '__Host-portal_seat=t; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
    )
    expect(seatCookie.set('t', plain)).toBe('portal_seat=t; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax')
  })

  test('ends at once without a token', () => {
    expect(seatCookie.end(secure)).toBe('__Host-portal_seat=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure')
  })

  test('is read from among others, by its whole name', () => {
    expect(seatCookie.read('a=1; __Host-portal_seat=t=; b=2', secure)).toBe('t=')
    expect(seatCookie.read('__Host-portal_seat=t', plain)).toBeNull()
    expect(seatCookie.read('my_portal_seat=x; portal_seat=t', plain)).toBe('t')
    expect(seatCookie.read('portal_seat2=x', plain)).toBeNull()
    expect(seatCookie.read(null, plain)).toBeNull()
  })
})

describe('a form', () => {
  const own = (headers: Record<string, string>, settings = secure) => isOwnOrigin(new Headers(headers), settings)

  test('is of this service by its origin, or by the host it was sent to', () => {
    expect(own({ origin: 'https://api.shop.example' })).toBe(true)
    expect(own({ origin: 'https://api.shop.example', 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(own({ origin: 'https://inner.example:8443', host: 'inner.example:8443' })).toBe(true)
  })

  test('of another site, or without an origin, is refused', () => {
    expect(own({ origin: 'https://api.shop.example', 'sec-fetch-site': 'same-site' })).toBe(false)
    expect(own({ origin: 'https://evil.example', host: 'api.shop.example' })).toBe(false)
    expect(own({ origin: 'https://evil.example' })).toBe(false)
    expect(own({ origin: 'null' })).toBe(false)
    expect(own({ host: 'api.shop.example' })).toBe(false)
    expect(own({ origin: 'http://api.shop.example' })).toBe(false)
  })
})

describe('a field of a form', () => {
  const body = new TextEncoder().encode('name=Ada+L&token=x')
  const type = 'application/x-www-form-urlencoded'

  test('is read from the fields that browsers send', () => {
    expect(fieldOf(body, type, 'name')).toBe('Ada L')
    expect(fieldOf(body, ` ${type.toUpperCase()} ; charset=utf-8`, 'name')).toBe('Ada L')
    expect(fieldOf(body, type, 'other')).toBeNull()
    expect(fieldOf(body, 'text/plain', 'name')).toBeNull()
    expect(fieldOf(body, null, 'name')).toBeNull()
  })

  test('has the token, alone or in its link', () => {
    const token = `prt_${'a'.repeat(42)}-`
    const sent = (text: string) => tokenOf(new TextEncoder().encode(`token=${encodeURIComponent(text)}`), type)
    expect(sent(token)).toBe(token)
    expect(sent(` https://api.shop.example/portal#${token} `)).toBe(token)
    expect(sent(token.slice(1))).toBeNull()
    expect(sent(token.slice(0, -1))).toBeNull()
    expect(tokenOf(new TextEncoder().encode('name=x'), type)).toBeNull()
  })
})
