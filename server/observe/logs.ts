/** Structured logs, one JSON line per request. They never contain keys, bodies or statement parameters. */
import { configureSync, getLogger, jsonLinesFormatter, type LogLevel } from '@logtape/logtape'
import type { Exchange } from '../pipeline/exchange.ts'
import type { Answered } from './answered.ts'

const flushMilliseconds = 100

/** Lines are buffered and written together, so that logging costs a request no system call. */
function gatherLines(write: (text: string) => void) {
  let lines: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) write(lines.join(''))
    lines = []
  }
  process.on('exit', flush)
  const add = (line: string) => {
    lines.push(line)
    timer ??= setTimeout(flush, flushMilliseconds)
  }
  return {
    add,
    sink: (record: Parameters<typeof jsonLinesFormatter>[0]) => {
      add(jsonLinesFormatter(record))
      if (record.level === 'error' || record.level === 'fatal') flush()
    },
  }
}

/** Destination of a request's line; null if the log level excludes it. */
let addRequestLine: ((line: string) => void) | null = null

export function configureLogs(
  level: LogLevel | 'off',
  write: (text: string) => void = (text) => void process.stderr.write(text),
): void {
  const { add, sink } = gatherLines(write)
  configureSync({
    reset: true,
    sinks: { lines: sink },
    loggers: [
      { category: ['logtape', 'meta'], sinks: [], lowestLevel: 'fatal' },
      { category: 'service', sinks: level === 'off' ? [] : ['lines'], lowestLevel: level === 'off' ? 'fatal' : level },
    ],
  })
  addRequestLine = logger.isEnabledFor('info') ? add : null
}

export const logger = getLogger('service')

const quoted = (text: string | null | undefined) => (text == null ? 'null' : JSON.stringify(text))

/** Writes the logger's format directly: its records and formatters would take half of the pipeline's time per request. */
export function logExchange({ exchange, path, at, duration_ms }: Answered): void {
  if (addRequestLine === null) return
  const { request_id, request, operation, status, code, caller } = exchange
  // Ids, codes, methods and instants need no escaping.
  addRequestLine(
    `{"@timestamp":"${at}","level":"INFO","message":"request","logger":"service","properties":{` +
      `"request_id":"${request_id}","method":"${request.method}","path":${JSON.stringify(path)},` +
      `"operation":${quoted(operation?.id)},"status":${status},"code":${quoted(code)},` +
      `"duration_ms":${Math.round(duration_ms * 10) / 10},"organization_id":${quoted(caller?.organization_id)},` +
      `"api_key_id":${caller?.kind === 'key' ? `"${caller.api_key_id}"` : 'null'}}}\n`,
  )
}

/** Keeps only code, constraint and message of a database error: its parameters may be a caller's data. */
export function logFault(exchange: Pick<Exchange, 'request_id' | 'operation'>, error: unknown): void {
  const fault = error as { name?: string; code?: string; constraint_name?: string; message?: string; stack?: string }
  const fromDatabase = fault?.name === 'PostgresError'
  logger.error('fault', {
    request_id: exchange.request_id,
    operation: exchange.operation?.id ?? null,
    code: fault?.code ?? null,
    constraint: fault?.constraint_name ?? null,
    message: fault?.message ?? String(error),
    stack: fromDatabase ? null : (fault?.stack ?? null),
  })
}
