/** Errors of this folder, and the classification of the driver's and PostgreSQL's error codes. */

const LOST_SOCKET = 'CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED CONNECT_TIMEOUT ECONNREFUSED'
const LOST_NETWORK = 'ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOTCONN'
// Shutting down, crashed, starting up, too many sessions, session ended for idling.
const LOST_SESSION = '57P01 57P02 57P03 57P05 53300 25P03'

const CONNECTION_CODES = new Set(`${LOST_SOCKET} ${LOST_NETWORK} ${LOST_SESSION}`.split(' '))
// ENOSPC and EDQUOT come from the file store. Statement timeout, lock timeout, disk full, out of memory, configured
// limit, transaction timeout; deadlocks and serialization failures that failed every retry.
const BUSY_CODES = new Set('ENOSPC EDQUOT 57014 55P03 53100 53200 53400 25P04 40P01 40001'.split(' '))
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** PostgreSQL did not answer in time, or is not reachable. */
export class DatabaseUnavailable extends Error {
  /** 'no': nothing was written. 'unknown': the outcome could not be determined. */
  readonly attempted: 'no' | 'unknown'
  readonly retry_after_seconds: number
  /** The driver's or PostgreSQL's code, if there was one. */
  readonly code: string | undefined

  constructor(attempted: 'no' | 'unknown', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DatabaseUnavailable'
    this.attempted = attempted
    this.retry_after_seconds = 1
    this.code = errorCode(cause)
  }
}

export class ConnectionLost extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'ConnectionLost'
    this.code = code
  }
}

/** The connection, not the statement, failed. A statement that ran too long is not one of these. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || error instanceof ConnectionLost) return true
  const code = errorCode(error)
  return code !== undefined && (CONNECTION_CODES.has(code) || /^08...$/.test(code))
}

/** The statement hit a limit (statement or lock timeout, memory, disk) or was cancelled. The connection stays usable. */
export function isBusyError(error: unknown): boolean {
  return BUSY_CODES.has(errorCode(error) ?? '')
}

/** The connection or a limit failed, not the work: later it may succeed. */
export const isUnavailable = (error: unknown): boolean => isConnectionError(error) || isBusyError(error)

/** A disk or a quota is full, of the database or of the file store: waiting does not help. */
export const isFullError = (error: unknown): boolean => FULL_CODES.has(errorCode(error) ?? '')

/** A deadlock or a serialization failure: the same work may succeed when run again. */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error) ?? errorCode(error instanceof Error ? error.cause : undefined)
  return code === '40P01' || code === '40001'
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
