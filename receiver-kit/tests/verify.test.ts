import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { signTestDelivery } from '../src/testing.ts'
import {
  assertServiceSignature,
  type RefusalReason,
  ServiceSignatureError,
  type Verification,
  verifyServiceSignature,
  type VerifyOptions,
} from '../src/index.ts'

const secret = 'whsec_tests_own_secret'
const body = '{"id":1}'
const t = 1_793_613_600
const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
const header = `t=${t},v1=${v1}`
const verify = (parts: Partial<Record<keyof VerifyOptions, unknown>> = {}): Promise<Verification> =>
  verifyServiceSignature({ body, header, secret, now: () => t, ...parts } as VerifyOptions)
const reasonOf = async (parts: Partial<Record<keyof VerifyOptions, unknown>>): Promise<RefusalReason | 'ok'> => {
  const verification = await verify(parts)
  return verification.ok ? 'ok' : verification.reason
}

test('a current signature is valid, and the result has its time', async () => {
  expect(await verify()).toEqual({ ok: true, timestamp: t })
})

test('the tolerance is 300 seconds, before and after, ignoring fractions of a second', async () => {
  for (const away of [-300, -299, 0, 299, 300]) expect(await reasonOf({ now: () => t + away })).toBe('ok')
  expect(await reasonOf({ now: () => t + 301 })).toBe('timestamp_too_old')
  expect(await reasonOf({ now: () => t - 301 })).toBe('timestamp_too_new')
  expect(await reasonOf({ now: () => t + 300.999 })).toBe('ok')
})

test("the machine's clock is used by default", async () => {
  const seconds = Math.floor(Date.now() / 1000)
  const fresh = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  expect((await verifyServiceSignature({ body, secret, header: `t=${seconds},v1=${fresh}` })).ok).toBe(true)
  expect(await verifyServiceSignature({ body, secret, header: `t=${seconds - 400},v1=${fresh}` })).toMatchObject({
    reason: 'timestamp_too_old',
  })
})

test('the body may be text, bytes, a Buffer, an ArrayBuffer or a view into a longer buffer', async () => {
  const bytes = new TextEncoder().encode(body)
  const longer = new Uint8Array([9, 9, ...bytes, 9])
  for (const form of [bytes, Buffer.from(body), bytes.buffer, new DataView(bytes.buffer), longer.subarray(2, -1)]) {
    expect(await reasonOf({ body: form })).toBe('ok')
  }
  expect(await reasonOf({ body: longer })).toBe('signature_mismatch')
})

test('a parsed body is refused with the fix for each framework, and never stringified', async () => {
  for (const parsed of [{ id: 1 }, [], 7, true, Symbol.iterator, () => body, new String(body)]) {
    expect(await reasonOf({ body: parsed })).toBe('body_parsed')
  }
  expect(await verify({ body: { id: 1 } })).toMatchObject({
    message: expect.stringMatching(/express\.raw.*express\.json.*Fastify.*parseAs.*request\.text/s),
  })
  for (const none of [undefined, null]) expect(await reasonOf({ body: none })).toBe('body_missing')
})

test('during a rotation both secrets are valid; afterwards only the new one', async () => {
  expect(await reasonOf({ secret: ['whsec_new', secret] })).toBe('ok')
  expect(await reasonOf({ secret: [secret, 'whsec_new'] })).toBe('ok')
  expect(await reasonOf({ secret: ['whsec_new'] })).toBe('signature_mismatch')
})

test('without a secret nothing verifies, not even a signature with an empty one', async () => {
  const unsigned = `t=${t},v1=${createHmac('sha256', '').update(`${t}.${body}`).digest('hex')}`
  for (const none of ['', '  ', [], [''], undefined, null, 7, [undefined]]) {
    expect(await reasonOf({ secret: none, header: unsigned })).toBe('secret_missing')
  }
})

test('a secret with surrounding white space or quotes is distinguished from a wrong one, and not accepted', async () => {
  for (const wrapped of [`${secret}\n`, ` ${secret}`, `"${secret}"`, `'${secret}' `]) {
    expect(await reasonOf({ secret: wrapped })).toBe('secret_malformed')
  }
  expect(await reasonOf({ secret: 'whsec_other\n' })).toBe('signature_mismatch')
})

test('a secret without its prefix, or decoded from base64, is distinguished from a wrong one, and not accepted', async () => {
  const issued = `whsec_${Buffer.from(new Uint8Array(32).map((_, i) => 200 + i)).toString('base64url')}`
  const { body: signed, headers } = await signTestDelivery({ event: 'order.created', body: '{}', secret: issued })
  const verify = (given: unknown) =>
    verifyServiceSignature({ body: signed, header: headers['x-service-signature'], secret: given as string })
  const bare = issued.slice('whsec_'.length)
  expect((await verify(issued)).ok).toBe(true)
  for (const misread of [bare, Buffer.from(bare, 'base64url').toString('latin1'), Buffer.from(bare, 'base64url')]) {
    expect(await verify(misread)).toMatchObject({
      reason: 'secret_malformed',
      message: expect.stringMatching(/not base64/),
    })
  }
})

test('an empty body that was not signed as empty is reported as dropped', async () => {
  const verification = await verifyServiceSignature({ body: '', header, secret, now: () => t })
  expect(verification).toMatchObject({ reason: 'signature_mismatch', message: expect.stringMatching(/body is empty/) })
})

test('a header that a framework returns as a list is counted by its length', async () => {
  expect(await reasonOf({ header: [header] })).toBe('ok')
  expect(await reasonOf({ header: [] })).toBe('header_missing')
  expect(await reasonOf({ header: [header, header] })).toBe('header_repeated')
})

test('a header that is not text is refused without throwing', async () => {
  for (const strange of [7, {}, true, Symbol('t'), [7], [null], () => header, new Uint8Array(3)]) {
    expect(['header_malformed', 'header_missing']).toContain(await reasonOf({ header: strange }))
  }
})

test('no modification of the header makes it valid or throws', async () => {
  let seed = 42
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    return seed % below
  }
  const pieces = [
    't=',
    'v1=',
    ',',
    '=',
    ' ',
    '0',
    'f',
    'Z',
    '\u0000',
    '\uD800',
    '٣',
    ', ',
    `t=${t}`,
    `v1=${'0'.repeat(64)}`,
  ]
  let refused = 0
  for (let run = 0; run < 3000; run++) {
    const at = random(header.length)
    const changed = header.slice(0, at) + pieces[random(pieces.length)] + header.slice(at + random(3))
    if (changed === header) continue
    const { ok } = await verify({ header: changed })
    // A second v1 and an unknown scheme next to the valid one are accepted; all other changes are refused.
    const still_right = changed.split(',').includes(`v1=${v1}`) && changed.split(',').includes(`t=${t}`)
    if (!still_right) expect([changed, ok]).toEqual([changed, false])
    if (!ok) refused++
  }
  expect(refused).toBeGreaterThan(2500)
})

test('a tolerance or clock that is not a number throws instead of disabling the check', async () => {
  for (const tolerance_seconds of [Number.NaN, -1, 86_401, 300_000, Infinity, '300s', null]) {
    await expect(verify({ tolerance_seconds })).rejects.toThrow(TypeError)
  }
  for (const now of [() => Number.NaN, () => undefined, () => Infinity])
    await expect(verify({ now })).rejects.toThrow(TypeError)
})

test('a tolerance of undefined is the default', async () => {
  expect(await reasonOf({ tolerance_seconds: undefined, now: () => t + 301 })).toBe('timestamp_too_old')
})

test('no message contains the secret, the signature or the body', async () => {
  const wrong = `t=${t},v1=${'ab'.repeat(32)}`
  const all = [
    await verify({ header: wrong }),
    await verify({ header: `${wrong}zz` }),
    await verify({ header: `${wrong},${wrong}` }),
    await verify({ secret: `${secret}\n` }),
    await verify({ body: { id: 1 } }),
    await verify({ now: () => t + 999 }),
  ]
  for (const verification of all) {
    expect(verification.ok).toBe(false)
    const { message } = verification as { message: string }
    for (const kept of [secret, v1, 'ab'.repeat(8), body]) expect(message).not.toContain(kept)
    expect(message.length).toBeGreaterThan(40)
  }
})

test('the throwing function throws the error that the other one returns', async () => {
  const options = { body, header, secret, now: () => t }
  expect(await assertServiceSignature(options)).toEqual({ ok: true, timestamp: t })
  const failure = await assertServiceSignature({ ...options, secret: 'whsec_other' }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ServiceSignatureError)
  expect(failure).toMatchObject({ name: 'ServiceSignatureError', reason: 'signature_mismatch' })
})
