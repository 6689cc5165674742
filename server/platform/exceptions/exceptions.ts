/** Reads and resolves exceptions: events that require a decision by a person. */
import { exceptionKinds, exceptionSeverities } from '../../exceptions/known_values.ts'
import { ExceptionRow } from '../../exceptions/model.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Id, Shape, Text, Type } from '../../contract/schema.ts'
import { readException, readExceptions, resolveException } from '../../exceptions/queue.ts'
import { actorOf } from '../../ledger/actor.ts'
import { Page, pagingQuery } from '../../tables/table.ts'

const service = 'exceptions'
const ExceptionId = Shape({ exception_id: Id('The row.') })

export const listExceptions = sessionOperation({
  id: 'session.list_exceptions',
  route: 'GET /api/v1/exceptions',
  summary: 'List exceptions',
  description:
    'Returns open and resolved exceptions, newest first. Use `is_open` to list only one of the two, and `subject_id` to list the exceptions of one order or other resource.',
  service,
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      is_open: Type.Optional(Flag('true returns only open exceptions, false only resolved ones.')),
      kind: Type.Optional(Choice(exceptionKinds, 'Returns only exceptions of this kind.')),
      severity: Type.Optional(Choice(exceptionSeverities, 'Returns only exceptions of this severity.')),
      subject_type: Type.Optional(
        Text('Returns only exceptions about a record of this type.', {
          minLength: 1,
          maxLength: 100,
          examples: ['purchase_order'],
        }),
      ),
      subject_id: Type.Optional(
        Text('Returns only exceptions about the record with this id.', { minLength: 1, maxLength: 200 }),
      ),
    },
    { additionalProperties: false },
  ),
  answer: Page(ExceptionRow),
  async run({ sql, caller, query: { offset = 0, limit = limits.page_limit_common_max, ...filter } }) {
    return readExceptions(sql, caller.organization_id, filter, limit, offset)
  },
})

export const getException = sessionOperation({
  id: 'session.get_exception',
  route: 'GET /api/v1/exceptions/{exception_id}',
  summary: 'Get an exception',
  description: 'Returns an exception.',
  service,
  params: ExceptionId,
  answer: ExceptionRow,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readException(sql, caller.organization_id, params.exception_id),
})

export const resolveExceptionOperation = sessionOperation({
  id: 'session.resolve_exception',
  route: 'POST /api/v1/exceptions/{exception_id}/resolve',
  summary: 'Resolve an exception',
  desc: ({ sentence }) => `Resolved: ${sentence}`,
  description:
    'Records the resolution and who decided it, and sends exception.resolved. Resolving does not change the subject: act on it first. An exception that is already resolved, by a person or automatically, is refused with `conflict`.',
  service,
  params: ExceptionId,
  body: Shape({
    resolution: Text('Resolution; must not be blank.', {
      minLength: 1,
      maxLength: 500,
      examples: ['The surplus is kept and paid.'],
    }),
  }),
  answer: ExceptionRow,
  refusals: ['not_found', 'conflict'],
  conflict: 'The exception is already resolved, by a person or automatically.',
  emits: ['exception.resolved'],
  async run({ sql, caller, params: { exception_id }, body, now }) {
    const { organization_id } = caller
    const resolution = body.resolution.trim()
    if (resolution === '') refuseField('resolution', 'must not be blank')
    const by = actorOf(caller)
    const resolved = await resolveException(sql, organization_id, now, exception_id, resolution, by)
    if (resolved !== null) return resolved
    const row = await readException(sql, organization_id, exception_id)
    return refuse('conflict', {
      desc: `The exception is already resolved by ${row.resolved_by}: ${row.resolution}`,
      data: { resolved_at: row.resolved_at, resolution: row.resolution, resolved_by: row.resolved_by },
    })
  },
})
