/** Imports one file: create, mapping, preview, answers, confirmation, run. What is not run is cancelled. */
import type { Database } from '../../../db/client/database.ts'
import { Refusal } from '../../contract/refusals.ts'
import type { ReportStep } from '../../imports/report/report_table.ts'
import type { ImportShape } from '../../platform/imports/model.ts'
import { outcomesText, recognisedText } from './layout.ts'
import type { ImportOptions } from './options.ts'
import { patiently } from './patience.ts'
import { writeReport } from './report_file.ts'
import { Interrupted, type Screen } from './screen.ts'
import { type ImportSession, jsonBytes } from './session.ts'

export interface Ended {
  /** previewed: not run. needs_mapping, needs_answer: stopped before the preview. */
  state: 'completed' | 'previewed' | 'needs_mapping' | 'needs_answer' | 'failed' | 'cancelled'
  found: ImportShape
  report: string | null
  /** Why a mapping is needed. */
  reason?: string
}

interface Work {
  db: Database
  session: ImportSession
  options: ImportOptions
  screen: Screen
}

export async function importFile(work: Work): Promise<Ended> {
  const { session, options, screen } = work
  const { file_key } = await session.upload(options.path, options.file_name)
  let created: ImportShape
  try {
    created = await createFrom(work, file_key)
  } catch (error) {
    await session.deleteFile(file_key)
    throw error
  }
  try {
    const ended = await proceed(work, created)
    if (ended.state !== 'completed' && ended.state !== 'failed') await discard(session, created)
    return ended
  } catch (error) {
    if (!(error instanceof Interrupted || screen.signal.aborted)) {
      await discard(session, created).catch(() => {})
      throw error
    }
    await discard(session, created)
    const importRecord = await session.get(created.import_id)
    return {
      state: 'cancelled',
      found: importRecord,
      report: importRecord.result === null ? null : await report(work, importRecord, 'run'),
    }
  }
}

/** Cancels what has not ended, and deletes the file where nothing was written from it. */
async function discard(session: ImportSession, { import_id, file_key }: ImportShape): Promise<void> {
  try {
    await session.cancel(import_id)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
  if ((await session.get(import_id)).result === null) await session.deleteFile(file_key)
}

async function createFrom({ session, options }: Work, file_key: string): Promise<ImportShape> {
  const { kind, profile, kind_options } = options
  return session.create({
    file_key,
    ...(kind === undefined ? {} : { kind }),
    ...(profile === undefined ? {} : { profile }),
    ...(Object.keys(kind_options).length === 0 ? {} : { kind_options }),
  })
}

async function proceed(work: Work, created: ImportShape): Promise<Ended> {
  const { session, options, screen } = work
  const mapped = await settleMapping(work, created)
  if ('state' in mapped) return mapped
  const previewed = await previewFile(work, mapped.found)
  if ('state' in previewed) return previewed
  const { found } = previewed
  const ofPreview = await report(work, found, 'preview')
  screen.show(outcomesText('Preview', found.preview!))
  const { created: added, changed } = found.preview!.records
  const hasWork = added + changed > 0
  if (options.is_dry_run || !(hasWork || options.is_confirmed)) return { state: 'previewed', found, report: ofPreview }
  if (!options.is_confirmed && !(await screen.confirm('Import these records?')))
    return { state: 'previewed', found, report: ofPreview }
  await session.run(found.import_id)
  const run = await wait(work, found.import_id, 'Importing ')
  if (run.result !== null) screen.show(outcomesText('Imported', run.result))
  return {
    state: run.state === 'completed' ? 'completed' : run.state === 'cancelled' ? 'cancelled' : 'failed',
    found: run,
    report: run.result === null ? ofPreview : await report(work, run, 'run'),
  }
}

const proposalOf = ({ mapping, columns }: ImportShape) =>
  mapping ?? {
    columns: columns.flatMap(({ header, field }) => (field === null ? [] : { header, field })),
  }

/** The mapping of the file of the options, of the profile, or the proposal, which must be confirmed. */
async function settleMapping(work: Work, created: ImportShape): Promise<Ended | { found: ImportShape }> {
  const { session, options, screen } = work
  const { import_id } = created
  if (options.mapping !== undefined) {
    const importRecord = await session.setMapping(import_id, options.mapping)
    screen.show(recognisedText(importRecord, session.organization.name))
    return { found: importRecord }
  }
  screen.show(recognisedText(created, session.organization.name))
  if (created.state === 'ready') return { found: created }
  const unmapped = { state: 'needs_mapping' as const, found: created, report: null }
  try {
    const isUsed = options.is_confirmed || options.is_dry_run || (await screen.confirm('Use this mapping?'))
    if (!isUsed) return { ...unmapped, reason: 'The mapping is a proposal that has not been confirmed.' }
    return { found: await session.setMapping(import_id, jsonBytes({ mapping: proposalOf(created) })) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'bad_request') throw error
    return { ...unmapped, reason: error.desc }
  }
}

async function previewFile(work: Work, { import_id }: ImportShape): Promise<Ended | { found: ImportShape }> {
  for (;;) {
    await work.session.preview(import_id)
    const importRecord = await wait(work, import_id, 'Previewing')
    if (importRecord.state === 'previewed') return { found: importRecord }
    if (importRecord.state !== 'needs_answer')
      return { state: importRecord.state === 'cancelled' ? 'cancelled' : 'failed', found: importRecord, report: null }
    const answers = await answersTo(work, importRecord.questions)
    if (answers === null) return { state: 'needs_answer', found: importRecord, report: null }
    await work.session.answer(import_id, answers)
  }
}

async function answersTo({ options, screen }: Work, questions: ImportShape['questions']) {
  const answers: { field: string; choice: string }[] = []
  for (const { field, header, choices, samples } of questions) {
    const answerText = options.answers[field]
    const seen = samples.map(({ value, row_number }) => `${value} (row ${row_number})`).join(', ')
    const place =
      answerText === undefined
        ? await screen.choose(`How is the column "${header}" to be read? Values: ${seen}`, choices)
        : null
    const choice = answerText ?? (place === null ? undefined : choices[place])
    if (choice === undefined) return null
    answers.push({ field, choice })
  }
  return answers
}

const lookMs = 150

async function wait({ session, screen }: Work, import_id: string, label: string): Promise<ImportShape> {
  for (;;) {
    if (screen.signal.aborted) throw new Interrupted()
    const importRecord = await session.get(import_id)
    screen.progress(label, importRecord)
    if (!importRecord.progress.is_queued) return importRecord
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

async function report({ db, session, options }: Work, { import_id }: ImportShape, step: ReportStep): Promise<string> {
  const { organization_id } = session.organization
  await patiently(() => writeReport(db, { organization_id, import_id, step }, options.report_path))
  return options.report_path
}
