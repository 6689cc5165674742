/** Structured logs, one JSON line a request. Keys, bodies and statement parameters never reach a line. */
import { configureSync, getLogger, jsonLinesFormatter, type LogLevel } from '@logtape/logtape'
import { type Exchange, pathOf } from '../door/exchange.ts'

const flush_milliseconds = 100

/** Lines are gathered and written together, so that a log costs a request no system call. */
function gatheringSink(write: (text: string) => void) {
  let lines: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) write(lines.join(''))
    lines = []
  }
  process.on('exit', flush)
  return (record: Parameters<typeof jsonLinesFormatter>[0]) => {
    lines.push(jsonLinesFormatter(record))
    if (record.level === 'error' || record.level === 'fatal') return flush()
    timer ??= setTimeout(flush, flush_milliseconds)
  }
}

export function configureLogs(
  level: LogLevel | 'off',
  write: (text: string) => void = (text) => void process.stderr.write(text),
): void {
  configureSync({
    reset: true,
    sinks: { lines: gatheringSink(write) },
    loggers: [
      { category: ['logtape', 'meta'], sinks: [], lowestLevel: 'fatal' },
      { category: 'service', sinks: level === 'off' ? [] : ['lines'], lowestLevel: level === 'off' ? 'fatal' : level },
    ],
  })
}

export const logger = getLogger('service')

export function logExchange(exchange: Exchange, duration_ms: number): void {
  if (!logger.isEnabledFor('info')) return
  logger.info('request', {
    request_id: exchange.request_id,
    method: exchange.request.method,
    path: pathOf(exchange.request),
    operation: exchange.operation?.id ?? null,
    status: exchange.status,
    code: exchange.code,
    duration_ms: Math.round(duration_ms * 10) / 10,
    organization_id: exchange.caller?.organization_id ?? null,
    api_key_id: exchange.caller?.kind === 'key' ? exchange.caller.api_key_id : null,
  })
}

/** Of a database's error only its code, constraint and own sentence are kept: parameters would be somebody's data. */
export function logFault(exchange: Pick<Exchange, 'request_id' | 'operation'>, error: unknown): void {
  const fault = error as { name?: string; code?: string; constraint_name?: string; message?: string; stack?: string }
  const from_database = fault?.name === 'PostgresError'
  logger.error('fault', {
    request_id: exchange.request_id,
    operation: exchange.operation?.id ?? null,
    code: fault?.code ?? null,
    constraint: fault?.constraint_name ?? null,
    message: fault?.message ?? String(error),
    stack: from_database ? null : (fault?.stack ?? null),
  })
}
