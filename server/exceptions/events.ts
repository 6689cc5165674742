/** Events of the exception queue. */
import type { Events } from '../contract/events.ts'
import { ExceptionRow } from './model.ts'

const exception = { record: ExceptionRow, read: 'GET /api/v1/exceptions/{exception_id}' } as const

export const exceptionEvents = {
  'exception.opened': { sent_when: 'An exception is opened that a person must resolve.', ...exception },
  'exception.resolved': { sent_when: 'An exception is resolved.', ...exception },
} satisfies Events
