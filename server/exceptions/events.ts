/** What the exception queue announces. */
import type { Events } from '../contract/events.ts'
import { ExceptionRow } from './model.ts'

const exception = { record: ExceptionRow, read: 'GET /api/v1/exceptions/{exception_id}' } as const

export const exceptionEvents = {
  'exception.opened': { sent_when: 'The queue has something a person must decide.', ...exception },
  'exception.resolved': { sent_when: 'Somebody resolves a queue row.', ...exception },
} satisfies Events
