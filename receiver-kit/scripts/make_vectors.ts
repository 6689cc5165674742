/**
 * Writes vectors/signature-vectors.json: what any receiver of these webhooks must accept and refuse, in any language.
 * Nothing of this package is imported: signatures come from node:crypto, expectations are written by hand.
 */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'

interface Vector {
  name: string
  secrets: string[]
  header: string | null
  body_utf8?: string
  body_base64?: string
  now: number
  tolerance_seconds: number
  ok: boolean
  reason?: string
}

const now = 1_793_613_600
const secret = 'whsec_9VbQ4n2LkXz7Rt0sJw5YcH8mPd3GfA6e'
const old_secret = 'whsec_A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6'
const body = '{"id":"0190f5a2-7c3e-7b1a-9d44-5e6f70819203","status":"open"}'

const sign = (t: number | string, signed: string | Buffer = body, key = secret): string =>
  createHmac('sha256', Buffer.from(key))
    .update(Buffer.from(`${t}.`))
    .update(Buffer.from(signed))
    .digest('hex')
const header = (t: number | string = now, signed: string | Buffer = body, key = secret): string =>
  `t=${t},v1=${sign(t, signed, key)}`

const vectors: Vector[] = []
const add = (name: string, reason: string | null, parts: Partial<Vector> = {}): void => {
  const sent = parts.body_base64 === undefined ? { body_utf8: body } : {}
  const base = { secrets: [secret], header: header(), ...sent, now, tolerance_seconds: 300 }
  vectors.push({ name, ...base, ...parts, ok: reason === null, ...(reason !== null && { reason }) })
}

function accepted(): void {
  add('signed just now', null)
  add('an empty body', null, { header: header(now, ''), body_utf8: '' })
  const wide = '{"name":"Größe 38 – naïve 日本語 👗 \u2028"}'
  add('text beyond ASCII', null, { header: header(now, wide), body_utf8: wide })
  const composed = '{"name":"e\u0301"}'
  add('text that no one may normalise', null, { header: header(now, composed), body_utf8: composed })
  const spaced = '{ "b" : 1.0,\r\n\t"a" : "\\u00e9" }\n'
  add('white space, key order and escapes stay as sent', null, { header: header(now, spaced), body_utf8: spaced })
  const marked = Buffer.from('\uFEFF{"a":1}')
  add('a byte order mark is part of the body', null, {
    header: header(now, marked),
    body_base64: marked.toString('base64'),
  })
  const bytes = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0a, 0xc3, 0x28])
  add('bytes that are not UTF-8', null, { header: header(now, bytes), body_base64: bytes.toString('base64') })
  const long = Buffer.alloc(10_000, 0x61)
  add('10,000 bytes', null, { header: header(now, long), body_base64: long.toString('base64') })
  add('300 seconds old', null, { header: header(now - 300) })
  add('299 seconds old', null, { header: header(now - 299) })
  add('300 seconds ahead', null, { header: header(now + 300) })
  add('299 seconds ahead', null, { header: header(now + 299) })
  add('a tolerance of 0, the very second', null, { tolerance_seconds: 0 })
  add('a tolerance of an hour', null, { header: header(now - 3600), tolerance_seconds: 3600 })
  add('the second of two secrets', null, { secrets: [old_secret, secret] })
  add('two v1, the second matches', null, { header: `t=${now},v1=${sign(now, body, old_secret)},v1=${sign(now)}` })
  add('v1 before t', null, { header: `v1=${sign(now)},t=${now}` })
  add('unknown schemes are passed over', null, { header: `t=${now},v0=abc,v1=${sign(now)},v2=AbC+/==` })
  add('upper-case hex', null, { header: `t=${now},v1=${sign(now).toUpperCase()}` })
  add('t with leading zeros is signed as it is written', null, { header: header(`00${now}`) })
  add('a secret beyond ASCII', null, { secrets: ['geheim-ß-🔑'], header: header(now, body, 'geheim-ß-🔑') })
}

function refusedByTimeOrSignature(): void {
  add('301 seconds old', 'timestamp_too_old', { header: header(now - 301) })
  add('301 seconds ahead', 'timestamp_too_new', { header: header(now + 301) })
  add('t of 0', 'timestamp_too_old', { header: header(0) })
  add('t in milliseconds', 'timestamp_too_new', { header: header(now * 1000) })
  add('a tolerance of 0, a second late', 'timestamp_too_old', { header: header(now - 1), tolerance_seconds: 0 })
  add('another secret', 'signature_mismatch', { secrets: [old_secret] })
  add('a replaced secret is no longer good', 'signature_mismatch', { header: header(now, body, old_secret) })
  add('one byte of the body changed', 'signature_mismatch', { body_utf8: body.replace('open', 'opeN') })
  add('a line end added to the body', 'signature_mismatch', { body_utf8: `${body}\n` })
  add('the body taken away', 'signature_mismatch', { body_utf8: '' })
  add('t changed under the signature', 'signature_mismatch', { header: `t=${now - 1},v1=${sign(now)}` })
  add('t signed without its dot', 'signature_mismatch', {
    header: `t=${now},v1=${createHmac('sha256', secret).update(`${now}${body}`).digest('hex')}`,
  })
  add('the body signed without t', 'signature_mismatch', {
    header: `t=${now},v1=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })
  add('one digit of the signature changed', 'signature_mismatch', {
    header: header().replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
  })
  add('a signature of zeros', 'signature_mismatch', { header: `t=${now},v1=${'0'.repeat(64)}` })
  add('a secret with a line end', 'secret_malformed', { secrets: [`${secret}\n`] })
  add('a secret in quotes', 'secret_malformed', { secrets: [`"${secret}"`] })
  add('no secret', 'secret_missing', { secrets: [] })
  add('an empty secret', 'secret_missing', { secrets: [''], header: header(now, body, '') })
}

function refusedByHeader(): void {
  const v1 = sign(now)
  add('no header', 'header_missing', { header: null })
  add('an empty header', 'header_missing', { header: '' })
  add('the header twice, joined with a comma and a space', 'header_repeated', { header: `${header()}, ${header()}` })
  add('the header twice, joined with a comma', 'header_repeated', { header: `${header()},${header()}` })
  add('t twice', 'header_repeated', { header: `t=${now},t=${now},v1=${v1}` })
  add('another scheme alone', 'header_other_scheme', { header: `t=${now},v0=${v1}` })
  add('a scheme of another service', 'header_other_scheme', { header: `sha256=${v1}` })
  add('the form of Standard Webhooks', 'header_other_scheme', {
    header: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  })
  const malformed: Record<string, string> = {
    'no t': `v1=${v1}`,
    'no v1': `t=${now}`,
    'an empty t': `t=,v1=${v1}`,
    'a t with a sign': `t=+${now},v1=${v1}`,
    'a negative t': `t=-${now},v1=${v1}`,
    'a t with a fraction': `t=${now}.0,v1=${v1}`,
    'a t in hex': `t=0x6ae8,v1=${v1}`,
    'a t in exponent form': `t=1e9,v1=${v1}`,
    'a t of 16 digits': `t=${'9'.repeat(16)},v1=${v1}`,
    'a t of other digits': `t=١٧٩٣,v1=${v1}`,
    'a t of nothing but NaN': `t=NaN,v1=${v1}`,
    'an upper-case T': `T=${now},v1=${v1}`,
    'a v1 of 63 digits': `t=${now},v1=${v1.slice(1)}`,
    'a v1 of 65 digits': `t=${now},v1=${v1}0`,
    'an empty v1': `t=${now},v1=`,
    'a v1 that is not hex': `t=${now},v1=${'g'.repeat(64)}`,
    'a v1 in base64': `t=${now},v1=${Buffer.from(v1, 'hex').toString('base64')}`,
    'a good v1 beside a bad one': `t=${now},v1=${v1},v1=zz`,
    'a space after the comma': `t=${now}, v1=${v1}`,
    'a space around the equals sign': `t = ${now},v1=${v1}`,
    'a space before everything': ` t=${now},v1=${v1}`,
    'a comma at the end': `t=${now},v1=${v1},`,
    'a comma alone': ',',
    'no equals sign': 'nonsense',
    'a semicolon for a comma': `t=${now};v1=${v1}`,
    'a NUL in it': `t=${now}\u0000,v1=${v1}`,
    'longer than 4,096 characters': `t=${now},v1=${v1},v0=${'a'.repeat(4096)}`,
  }
  for (const [name, value] of Object.entries(malformed)) add(name, 'header_malformed', { header: value })
}

accepted()
refusedByTimeOrSignature()
refusedByHeader()

const file = {
  about: [
    'What a receiver of these webhooks must accept and refuse. For each vector: verify `header` (X-Service-Signature; null',
    'if the request has none) over the body (`body_utf8` as UTF-8, or `body_base64`) with `secrets` (any one may match;',
    'each is used as its UTF-8 bytes), at `now` (unix seconds), allowing `tolerance_seconds` before or after. The result must',
    "be `ok`; if `ok` is false, `reason` is this package's name of the step that refused. Scheme: the header is",
    't=<unix seconds>,v1=<hex>, and v1 is the HMAC-SHA256 of "<t>.<raw body>".',
  ],
  vectors,
}
const target = process.argv[2] ?? new URL('../vectors/signature-vectors.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(file, null, 2)}\n`)
