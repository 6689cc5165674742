/** The headers of responses that callers may read, in servers and in pages of other origins. */
import { limits } from '../limits.ts'
import { regions } from '../resources.ts'
import { trains } from '../trains.ts'
import type { JsonSchema } from './json.ts'

const headerOf = (description: string, schema: JsonSchema, required = true) => ({ description, required, schema })
const whole = (example: number): JsonSchema => ({ type: 'integer', minimum: 0, examples: [example] })

export const responseHeaders = {
  'X-Request-Id': headerOf('Id of the request; include it when you contact support.', {
    type: 'string',
    format: 'uuid',
  }),
  'X-Service-Region': headerOf('Region of the service.', { type: 'string', enum: [...regions] }),
  'X-RateLimit-Limit': headerOf(
    `Rate limit that applies to this request, per minute: ${limits.reads_per_minute} for a GET, ${limits.writes_per_minute} for other methods. A user session has ${limits.session_reads_per_minute.toLocaleString('en-US')} and ${limits.session_writes_per_minute}, over all sessions of the user. Absent if no key or session was found.`,
    whole(limits.reads_per_minute),
    false,
  ),
  'X-RateLimit-Remaining': headerOf('Requests left in this minute.', whole(599), false),
  'X-RateLimit-Reset': headerOf(
    'End of the minute, in Unix seconds.',
    { ...whole(1_795_254_660), format: 'int64' },
    false,
  ),
  'Service-Version': headerOf(
    'Version train of the response. Absent if the request was refused before a train was chosen.',
    { type: 'string', enum: [...trains] },
    false,
  ),
  'Retry-After': headerOf('Seconds to wait before resending the request.', whole(2), false),
  'Idempotency-Replayed': headerOf(
    'Present if the response is that of an earlier request with the same Idempotency-Key.',
    { type: 'string', enum: ['true'] },
    false,
  ),
}
