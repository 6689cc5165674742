import { expect, test } from 'bun:test'
import { newLocation } from '../support/fixtures/locations.ts'
import { type CallOptions, newTenant, type Tenant } from '../support/service/tenant.ts'

let count = 0
const send = (tenant: Tenant, options: CallOptions) => {
  const headers = { 'Idempotency-Key': `body-${++count}`, 'Content-Type': 'application/json', ...options.headers }
  return tenant.post('/api/v1/tests/required', undefined, { ...options, headers })
}
const megabyte = 1_048_576

/** A valid body padded with spaces to exactly `bytes`. */
const padded = (location_id: string, bytes: number) => JSON.stringify({ location_id, note: 'x' }).padEnd(bytes, ' ')

/** The same bytes in chunks, without a Content-Length. */
const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      const bytes = new TextEncoder().encode(text)
      for (let at = 0; at < bytes.length; at += 100_000) controller.enqueue(bytes.slice(at, at + 100_000))
      controller.close()
    },
  })

test('1,048,576 bytes are accepted and one more is refused with 413 in the envelope, with or without a Content-Length', async () => {
  const tenant = await newTenant()
  const place = await newLocation(tenant)
  expect((await send(tenant, { raw: padded(place.location_id, megabyte) })).status).toBe(200)
  expect((await send(tenant, { raw: chunked(padded(place.location_id, megabyte)) })).status).toBe(200)
  for (const raw of [padded(place.location_id, megabyte + 1), chunked(padded(place.location_id, megabyte + 1))]) {
    const refused = await send(tenant, { raw })
    expect(refused.status).toBe(413)
    expect(refused.body.message.code).toBe('body_too_large')
  }
  expect(await place.name()).toBe('xx')
})

test('an unknown key is refused before the body is read, whatever the body', async () => {
  const tenant = await newTenant()
  const answer = await send(tenant, { key: 'svc_us_nobody', raw: '{"broken' })
  expect(answer.status).toBe(401)
})

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([
  ['broken JSON', '{"location_id": ', 'body', 'is not valid JSON'],
  ['an empty body', '', 'body', 'is required, as JSON'],
  ['65 levels', nested(65), 'body', 'is nested deeper than 64 levels'],
  ['200 KB of brackets', '['.repeat(200_000), 'body', 'is nested deeper than 64 levels'],
  ['64 levels of the wrong shape', nested(64), 'body', 'must be an object'],
  [
    'U+0000',
    '{"location_id": "a", "note": "a\\u0000b"}',
    'note',
    'contains the character U+0000, which is not allowed',
  ],
  [
    'half a surrogate pair',
    '{"location_id": "a", "note": "\\ud800"}',
    'note',
    'contains half of a surrogate pair, which is not Unicode text',
  ],
  ['__proto__', '{"__proto__": {"note": "x"}, "location_id": "a", "note": "x"}', 'body.__proto__', 'is not a field'],
  [
    'an unknown field',
    '{"location_id": "a", "note": "x", "organization_id": "b"}',
    'organization_id',
    'is not a known field',
  ],
  ['a missing field', '{"location_id": "a"}', 'note', 'is required'],
  ['a wrong type', '{"location_id": "a", "note": 7}', 'note', 'must be text of at most 200 characters'],
  ['null for text', '{"location_id": "a", "note": null}', 'note', 'must be text of at most 200 characters'],
])('%s is refused with the field and the rule, and nothing is written', async (_what, raw, field, rule) => {
  const tenant = await newTenant()
  const answer = await send(tenant, { raw })
  expect(answer.status).toBe(400)
  expect(answer.body.data).toMatchObject({ field, rule })
})

test('bytes that are not UTF-8 are refused', async () => {
  const tenant = await newTenant()
  const answer = await send(tenant, { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]) })
  expect(answer.body.data).toEqual({ field: 'body', rule: 'is not valid UTF-8' })
})

test('a JSON body needs a JSON content type', async () => {
  const tenant = await newTenant()
  const { location_id } = await newLocation(tenant)
  const raw = JSON.stringify({ location_id, note: 'x' })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
    const answer = await send(tenant, { raw, headers: { 'Content-Type': type } })
    expect(answer.body.data).toMatchObject({ field: 'Content-Type', allowed: ['application/json'] })
  }
  for (const type of ['application/json; charset=utf-8', 'application/vnd.shop+json', 'APPLICATION/JSON']) {
    expect((await send(tenant, { raw, headers: { 'Content-Type': type } })).status).toBe(200)
  }
})

test('an operation without a body refuses one', async () => {
  const tenant = await newTenant()
  const answer = await tenant.post('/api/v1/sandbox/seed', { again: true })
  expect(answer.status).toBe(400)
  expect(answer.body.data.field).toBe('body')
})
