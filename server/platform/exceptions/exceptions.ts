/** The queue of things that a person must decide, and the decision. */
import { exception_kinds, exception_severities } from '../../exceptions/known_values.ts'
import { ExceptionRow } from '../../exceptions/model.ts'
import { limits } from '../../contract/limits.ts'
import { sessionOperation } from '../../contract/operation.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { Choice, Flag, Id, Shape, Text, Type } from '../../contract/schema.ts'
import { findException, readExceptions, resolveException } from '../../exceptions/queue.ts'
import { actorOf } from '../../ledger/actor.ts'
import { Page, pagingQuery } from '../../tables/table.ts'

const service = 'exceptions'
const ExceptionId = Shape({ exception_id: Id('The row.') })
const no_row = 'No row of the queue has that id.'

export const listExceptions = sessionOperation({
  id: 'session.list_exceptions',
  route: 'GET /api/v1/exceptions',
  summary: 'List the exceptions queue',
  description:
    'What a person must decide and what was decided, newest first. `is_open` leaves one of the two; `subject_id` asks what is about one order or other thing.',
  service,
  needs: 'member',
  query: Type.Object(
    {
      ...pagingQuery(limits.page_limit_common_max),
      is_open: Type.Optional(Flag('Only what waits for a decision, or only what was decided.')),
      kind: Type.Optional(Choice(exception_kinds, 'Only this kind.')),
      severity: Type.Optional(Choice(exception_severities, 'Only what holds up this much.')),
      subject_type: Type.Optional(
        Text('Only about this kind of thing.', { minLength: 1, maxLength: 100, examples: ['purchase_order'] }),
      ),
      subject_id: Type.Optional(Text('Only about the thing of this id.', { minLength: 1, maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  answer: Page(ExceptionRow),
  async run({ sql, caller, query: { offset = 0, limit = limits.page_limit_common_max, ...filter } }) {
    const { rows, filtered } = await readExceptions(sql, caller.organization_id, filter, limit, offset)
    return { rows, size: rows.length, offset, filtered_max_size: filtered }
  },
})

export const getException = sessionOperation({
  id: 'session.get_exception',
  route: 'GET /api/v1/exceptions/{exception_id}',
  summary: 'Get a row of the exceptions queue',
  description: 'One row as it stands.',
  service,
  needs: 'member',
  params: ExceptionId,
  answer: ExceptionRow,
  refusals: ['not_found'],
  async run({ sql, caller, params }) {
    return (
      (await findException(sql, caller.organization_id, params.exception_id)) ?? refuse('not_found', { desc: no_row })
    )
  },
})

export const resolveExceptionOperation = sessionOperation({
  id: 'session.resolve_exception',
  route: 'POST /api/v1/exceptions/{exception_id}/resolve',
  summary: 'Resolve a row of the exceptions queue',
  desc: ({ sentence }) => `Resolved: ${sentence}`,
  description:
    'Writes down what was decided and by whom, and announces it. What the row is about does not change by that: act on it first. One that was resolved before, by a person or by itself, is refused `conflict`.',
  service,
  needs: 'member',
  params: ExceptionId,
  body: Shape({
    resolution: Text('What was decided.', {
      minLength: 1,
      maxLength: 500,
      examples: ['The surplus is kept and paid.'],
    }),
  }),
  answer: ExceptionRow,
  refusals: ['not_found', 'conflict'],
  emits: ['exception.resolved'],
  async run({ sql, caller, params: { exception_id }, body, now }) {
    const { organization_id } = caller
    const resolution = body.resolution.trim()
    if (resolution === '') refuseField('resolution', 'must not be blank')
    const by = actorOf(caller)
    const resolved = await resolveException(sql, organization_id, now, exception_id, resolution, by)
    if (resolved !== null) return resolved
    const row = await findException(sql, organization_id, exception_id)
    if (row === undefined) refuse('not_found', { desc: no_row })
    return refuse('conflict', {
      desc: `It was resolved before, by ${row.resolved_by}: ${row.resolution}`,
      data: { resolved_at: row.resolved_at, resolution: row.resolution, resolved_by: row.resolved_by },
    })
  },
})
