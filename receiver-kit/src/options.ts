import { isEventName } from './events.ts'
import type { HandlerOptions } from './handler.ts'
import { checkTolerance, listSecrets } from './verify.ts'

/** Throws a TypeError for an invalid option, so that it shows when the receiver starts. */
export function checkOptions<Transaction>(options: HandlerOptions<Transaction>): void {
  const { lease_seconds = 45, tolerance_seconds = 0, body_bytes_max = 1 } = options
  checkHandlers(options)
  checkSecrets(options)
  checkStore(options.store)
  if (!Number.isFinite(lease_seconds) || lease_seconds <= 0) throw fault('lease_seconds must be more than 0')
  checkTolerance(tolerance_seconds)
  if (!(body_bytes_max > 0)) throw fault('body_bytes_max must be more than 0')
}

function checkHandlers<Transaction>({ on, onUnhandled, onError }: HandlerOptions<Transaction>): void {
  if (!isObject(on)) throw fault('on must be an object with one function per event')
  for (const [name, handler] of Object.entries(on)) {
    if (!isEventName(name)) throw fault(`on: there is no event ${JSON.stringify(name)}`)
    if (typeof handler !== 'function') throw fault(`on[${JSON.stringify(name)}] is not a function`)
  }
  for (const [name, hook] of Object.entries({ onUnhandled, onError }))
    if (hook !== undefined && typeof hook !== 'function') throw fault(`${name} is not a function`)
  if (Object.keys(on).length === 0 && !onUnhandled)
    throw fault('on is empty and there is no onUnhandled, so every delivery would be dropped')
}

function checkSecrets<Transaction>({ secret, on }: HandlerOptions<Transaction>): void {
  if (typeof secret === 'function') return
  if (ArrayBuffer.isView(secret)) {
    throw fault(
      'secret is bytes. Pass the string as the service showed it, including whsec_; it is not base64, so do not decode it',
    )
  }
  if (!isObject(secret) || Array.isArray(secret)) {
    if (listSecrets(secret as string).length > 0) return
    throw fault('secret is empty. Check that the setting that contains it is set')
  }
  for (const name of Object.keys(secret))
    if (!isEventName(name)) throw fault(`secret: there is no event ${JSON.stringify(name)}`)
  const incomplete = Object.keys(on).filter(
    (name) => listSecrets((secret as Record<string, string>)[name]).length === 0,
  )
  if (incomplete.length > 0) throw fault(`secret has none for ${incomplete.join(', ')}, but on has a handler for it`)
  if (Object.keys(secret).length === 0) throw fault('secret names no event')
}

function checkStore(store: unknown): void {
  const missing = ['claim', 'finish', 'release'].filter(
    (method) => typeof (store as Record<string, unknown> | null | undefined)?.[method] !== 'function',
  )
  if (missing.length > 0)
    throw fault(
      `store has no ${missing.join(', ')}. Pass the return value of createMemoryStore or another create…Store`,
    )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const fault = (message: string): TypeError => new TypeError(`createWebhookHandler: ${message}.`)
