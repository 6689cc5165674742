/** Starts, cancels and undoes the tasks of an import. */
import { type Operation, sessionOperation } from '../../contract/operation.ts'
import { refuse } from '../../contract/refusals.ts'
import type { ImportCatalogue } from '../../imports/kind.ts'
import { actorOf } from '../../ledger/actor.ts'
import { ImportId, ImportShape, service } from './model.ts'
import { findImport, forgetReading, lockImport, queueTask } from './store.ts'

const common = { service, params: ImportId, answer: ImportShape } as const

export const previewImport: Operation = sessionOperation({
  ...common,
  id: 'session.preview_import',
  route: 'POST /api/v1/imports/{import_id}/preview',
  summary: 'Preview an import',
  desc: 'Preview queued.',
  description:
    'Queues a preview: the whole file is read, and every record is compared with what the organisation has. Nothing is written. When the state is previewed, `preview` has the numbers of records that a run would create, change, leave unchanged and refuse, with the first ones of each; the report has every row. When the state is needs_answer, a column has two readings: answer the questions and preview again. Refused with `conflict` unless the state is ready or previewed.',
  refusals: ['not_found', 'conflict'],
  conflict: 'The state of the import is neither `ready` nor `previewed`.',
  async run({ sql, caller, params: { import_id } }) {
    const { organization_id } = caller
    const { state, is_read } = await lockImport(sql, organization_id, import_id, ['ready', 'previewed'])
    // After an answer the file need not be read through again.
    if (state === 'previewed' || !is_read) await forgetReading(sql, organization_id, import_id)
    await queueTask(sql, organization_id, import_id, 'preview', actorOf(caller))
    return findImport(sql, organization_id, import_id)
  },
})

export const runImport: Operation = sessionOperation({
  ...common,
  id: 'session.run_import',
  route: 'POST /api/v1/imports/{import_id}/run',
  summary: 'Run an import',
  desc: 'Run queued.',
  description:
    'Queues the run of a previewed import. Records are checked again and written in batches, each in one transaction; refused records are skipped and reported. Imports of one organisation run one after the other. A run survives a restart of the service. Records that already have the values of the file are unchanged, so running the same file again changes nothing. The import fails if its file was replaced. A failed run can be run again and continues behind its last batch. Refused with `conflict` unless the state is previewed, or failed after a preview.',
  refusals: ['not_found', 'conflict'],
  conflict: 'The state of the import is not `previewed`, and it did not fail during a run.',
  async run({ sql, caller, params: { import_id } }) {
    const { organization_id } = caller
    const { state, task } = await lockImport(sql, organization_id, import_id, ['previewed', 'failed'])
    if (state === 'failed' && task !== 'run')
      refuse('conflict', { desc: 'The preview of the import failed; start another import.', data: { state } })
    await queueTask(sql, organization_id, import_id, 'run', actorOf(caller))
    return findImport(sql, organization_id, import_id)
  },
})

export const cancelImport: Operation = sessionOperation({
  ...common,
  id: 'session.cancel_import',
  route: 'POST /api/v1/imports/{import_id}/cancel',
  summary: 'Cancel an import',
  desc: ({ state }) => (state === 'cancelled' ? 'Import cancelled.' : 'Undo stopped.'),
  description:
    'Cancels an import that has not ended. Batches of a run that were written stay, are reported, and can be undone. Cancelling an undo leaves the state partly_undone. Refused with `conflict` if the import has ended.',
  refusals: ['not_found', 'conflict'],
  conflict: 'The import has ended.',
  async run({ sql, caller: { organization_id }, params: { import_id } }) {
    const { state } = await lockImport(sql, organization_id, import_id, [
      'needs_mapping',
      'ready',
      'previewing',
      'needs_answer',
      'previewed',
      'running',
      'undoing',
    ])
    // A worker's batch in progress finds its lease gone and is rolled back.
    await sql`
      update imports set state = ${state === 'undoing' ? 'partly_undone' : 'cancelled'}, next_attempt_at = null,
        leased_until = null, ended_at = now(), questions = '[]', updated_at = now()
      where organization_id = ${organization_id} and import_id = ${import_id}`
    return findImport(sql, organization_id, import_id)
  },
})

export const undoImport = (catalogue: ImportCatalogue): Operation =>
  sessionOperation({
    ...common,
    id: 'session.undo_import',
    route: 'POST /api/v1/imports/{import_id}/undo',
    summary: 'Undo an import',
    desc: 'Undo queued.',
    description:
      'Queues the undoing of everything that the import wrote, in reverse order. A record on which something depends, or which changed since, is kept, and the report states why; the state is then partly_undone, and the undo can be repeated. Refused with `conflict` if the import wrote nothing, if it is not completed, cancelled, failed or partly_undone, or if its kind cannot be undone.',
    refusals: ['not_found', 'conflict'],
    conflict:
      'The import has written nothing; its state is not `completed`, `cancelled`, `failed` or `partly_undone`; or its kind cannot be undone.',
    async run({ sql, caller, params: { import_id } }) {
      const { organization_id } = caller
      const states = ['completed', 'cancelled', 'failed', 'partly_undone'] as const
      const { kind, result } = await lockImport(sql, organization_id, import_id, states)
      if (result === null) refuse('conflict', { desc: 'The import has written nothing.' })
      if (catalogue.kinds.find(({ name }) => name === kind)?.undo === undefined)
        refuse('conflict', { desc: `Imports of the kind ${kind} cannot be undone.` })
      await sql`
        update import_batches set undo_entries = null
        where organization_id = ${organization_id} and import_id = ${import_id} and undo_entries is not null`
      await sql`
        update imports set undo_result = null
        where organization_id = ${organization_id} and import_id = ${import_id}`
      await queueTask(sql, organization_id, import_id, 'undo', actorOf(caller))
      return findImport(sql, organization_id, import_id)
    },
  })
