/** Verifies a captured request step by step, continuing where a receiver would stop, to find the cause. */
import { parseSignatureHeader, type SignatureHeader } from '../header.ts'
import { hmac } from '../hmac.ts'
import { equalInConstantTime } from '../hmac.ts'
import { verifyServiceSignature } from '../verify.ts'

export interface Step {
  name: string
  ok: boolean
  detail: string
}

export interface Diagnosis {
  ok: boolean
  steps: Step[]
  /** How to fix the step, if it failed. */
  cause: string | null
}

export interface DiagnoseOptions {
  header: string | string[] | undefined
  body: Uint8Array
  secrets: string[]
  now: number
  tolerance_seconds: number
}

export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { body, secrets, now, tolerance_seconds } = options
  const header = parseSignatureHeader(options.header)
  if ('reason' in header) {
    return { ok: false, steps: [{ name: 'header', ok: false, detail: header.reason }], cause: header.message }
  }
  const form = {
    name: 'header',
    ok: true,
    detail: `t=${header.t}, ${counted(header.signatures.length, 'v1 signature')}`,
  }
  const time = timeStep(header, now, tolerance_seconds)
  const text = `t=${header.t},${header.signatures.map((bytes) => `v1=${Buffer.from(bytes).toString('hex')}`).join(',')}`
  const verification = await verifyServiceSignature({
    body,
    header: text,
    secret: secrets,
    now: () => header.timestamp,
  })
  const signature = {
    name: 'signature',
    ok: verification.ok,
    detail: verification.ok ? `matches over ${counted(body.length, 'byte')}` : verification.reason,
  }
  const steps = [form, time, signature]
  if (verification.ok) return { ok: time.ok, steps, cause: time.ok ? null : timeCause(header, now) }
  return { ok: false, steps, cause: (await changedBody(header, body, secrets)) ?? verification.message }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

function timeStep({ timestamp }: SignatureHeader, now: number, tolerance_seconds: number): Step {
  const age_seconds = Math.floor(now) - timestamp
  const signed = new Date(timestamp * 1000)
  const instant = Number.isNaN(signed.getTime()) ? 'far in the future' : signed.toISOString()
  const distance = age_seconds >= 0 ? `${age_seconds} s ago` : `${-age_seconds} s ahead`
  const ok = Math.abs(age_seconds) <= tolerance_seconds
  return { name: 'time', ok, detail: `signed ${instant}, ${distance}; ${tolerance_seconds} s are allowed` }
}

const timeCause = ({ timestamp }: SignatureHeader, now: number): string =>
  timestamp > now
    ? "The signature is valid, but its time is in this machine's future: the clock here is slow."
    : `The signature is valid; only its time is too old. If this is an old capture, verify it as of its own time with --now ${timestamp}. If it was just received, the clock here is fast, or a queue held the request.`

// The usual ways in which a body is altered after signing, each tried with each secret.
async function changedBody(header: SignatureHeader, body: Uint8Array, secrets: string[]): Promise<string | null> {
  const text = new TextDecoder().decode(body)
  const variants: [string, string | null][] = [
    [
      'A line ending was added to the body. Save it without one (an editor or echo adds it).',
      text.replace(/\r?\n$/, ''),
    ],
    ['The final line ending of the body is missing.', `${text}\n`],
    ['The body has CRLF line endings where LF was signed.', text.replaceAll('\r\n', '\n')],
    ['The body has LF line endings where CRLF was signed.', text.replaceAll(/\r?\n/g, '\r\n')],
    ['The body was parsed and serialised again: only its white space differs. Verify the raw bytes.', rewritten(text)],
  ]
  for (const [cause, variant] of variants) {
    if (variant === null || variant === text) continue
    for (const secret of secrets) {
      const expected = await hmac(secret, `${header.t}.`, variant)
      if (header.signatures.some((signature) => equalInConstantTime(expected, signature))) return cause
    }
  }
  return null
}

function rewritten(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return null
  }
}
