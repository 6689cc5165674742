/** Maximum length of the header. It fits sixty signatures; the service sends one. */
const header_characters_max = 4096

/** The parsed header. `t` is kept as written, because those characters were signed. */
export interface SignatureHeader {
  t: string
  timestamp: number
  signatures: Uint8Array[]
}

export interface HeaderFault {
  reason: 'header_missing' | 'header_repeated' | 'header_malformed' | 'header_other_scheme'
  message: string
}

const fault = (reason: HeaderFault['reason'], message: string): HeaderFault => ({ reason, message })
const malformed = (what: string): HeaderFault =>
  fault(
    'header_malformed',
    `X-Service-Signature is malformed: ${what}. Its format is t=<unix seconds>,v1=<64 hex digits>.`,
  )

/** Parses `t=<unix seconds>,v1=<hex>`. Strict about `t` and `v1`; other schemes in the list are ignored. */
export function parseSignatureHeader(header: unknown): SignatureHeader | HeaderFault {
  const value = Array.isArray(header) && header.length < 2 ? header[0] : header
  if (value === undefined || value === null || value === '') {
    return fault(
      'header_missing',
      'The X-Service-Signature header is missing. Either the service did not send this request, or a proxy in front of this receiver removes unknown headers.',
    )
  }
  if (Array.isArray(value)) return repeated()
  if (typeof value !== 'string') return malformed('it is not a string')
  if (value.length > header_characters_max) return malformed(`it is longer than ${header_characters_max} characters`)
  if (/^v\d+[a-z]?,/.test(value)) return otherScheme()
  return readItems(value.split(','))
}

function readItems(items: string[]): SignatureHeader | HeaderFault {
  const times: string[] = []
  const signatures: Uint8Array[] = []
  let others = 0
  let wrong: HeaderFault | null = null
  for (const item of items) {
    const [, key, value = ''] = /^\s*([\w-]+)=(.*)$/.exec(item) ?? []
    if (key === 't') times.push(value)
    if (!key || item !== item.trim()) wrong ??= malformed('an element is not of the form key=value')
    else if (key === 'v1' && !/^[0-9a-f]{64}$/i.test(value)) wrong ??= malformed('a v1 is not 64 hex digits')
    else if (key === 'v1') signatures.push(bytesOfHex(value))
    else if (key !== 't') others++
  }
  if (times.length > 1) return repeated()
  if (wrong) return wrong
  const [t] = times
  if (signatures.length === 0) return others > 0 ? otherScheme() : malformed('it contains no v1')
  if (t === undefined) return malformed('it contains no t')
  if (!/^\d{1,15}$/.test(t)) return malformed('t is not an integer number of seconds')
  return { t, timestamp: Number(t), signatures }
}

const repeated = (): HeaderFault =>
  fault(
    'header_repeated',
    'X-Service-Signature was received more than once. The service sends it once: a proxy in front of this receiver duplicates it, or the request is forged.',
  )

const otherScheme = (): HeaderFault =>
  fault(
    'header_other_scheme',
    'X-Service-Signature contains a signature of another scheme and no v1. Check whether another sender set the header, or a proxy that signs requests itself.',
  )

// The value of a hex digit is its code's low four bits, plus 9 for a letter of either case.
function bytesOfHex(hex: string): Uint8Array {
  const digit = (at: number): number => (hex.charCodeAt(at) & 15) + (hex.charCodeAt(at) > 57 ? 9 : 0)
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = 16 * digit(2 * i) + digit(2 * i + 1)
  return bytes
}
