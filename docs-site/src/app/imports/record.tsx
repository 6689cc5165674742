/** One import: what the service read, what it asks, what would change, and what was written. Its state says what comes next. */
import { useEffect, useState } from 'preact/hooks'
import { Badge, bytesInWords, Confirm, Trouble, useRead, useWrite, When } from '../parts'
import { appAddress, get, type Organization, post, saveFile } from '../service'
import { MappingForm } from './mapping'
import { type Import, type Kind, states } from './model'
import { OutcomesTable } from './outcomes'
import { Questions } from './questions'

const poll_ms = 700

const useImport = (import_id: string) => {
  const read = useRead(() => get<Import>(`/imports/${import_id}`), [import_id])
  const isQueued = read.data?.progress.is_queued ?? false
  useEffect(() => {
    if (!isQueued) return
    const timer = setTimeout(read.again, poll_ms)
    return () => clearTimeout(timer)
  }, [read.data])
  return read
}

export function ImportRecord({ import_id, organization }: { import_id: string; organization: Organization }) {
  const { data, trouble, again } = useImport(import_id)
  const kinds = useRead(() => get<{ kinds: Kind[] }>('/imports/kinds').then((answer) => answer.kinds), [])
  const [isMapping, setMapping] = useState(false)
  if (data === null || kinds.data === null) {
    const failed = trouble ?? kinds.trouble
    return failed === null ? <p role="status">Loading…</p> : <Trouble of={failed} />
  }
  const kind = kinds.data.find((one) => one.kind === data.kind)
  const mayChange = organization.role !== 'viewer'
  const next = () => {
    setMapping(false)
    again()
  }
  const asksMapping = mayChange && (data.state === 'needs_mapping' || isMapping)
  return (
    <>
      <p>
        <a href={appAddress('/data/imports')}>All imports</a>
      </p>
      <h2>{data.file_name}</h2>
      <p>
        <Badge tone={states[data.state]?.tone ?? 'plain'}>{states[data.state]?.words ?? data.state}</Badge> {kind?.title ?? data.kind}
        {data.profile === null ? '' : `, read as ${data.profile}`}
      </p>
      <p class="quiet">
        {bytesInWords(data.byte_count)}. Kept until <When at={data.expires_at} zone={organization.time_zone} />.
      </p>
      <Trouble of={trouble} />
      {data.fault !== null && <Fault of={data.fault} />}
      {data.progress.is_queued && <Progress of={data.progress} />}
      {asksMapping && <MappingForm of={data} kinds={kinds.data} done={next} />}
      {mayChange && data.state === 'needs_answer' && <Questions of={data} done={next} />}
      {!asksMapping && <Steps of={data} kind={kind} mayChange={mayChange} changed={next} map={() => setMapping(true)} />}
      {data.undo_result !== null && <OutcomesTable title="Undone" of={data.undo_result} />}
      {data.result !== null && <OutcomesTable title="Written" of={data.result} />}
      {data.result === null && data.preview !== null && <OutcomesTable title="What would change" of={data.preview} />}
    </>
  )
}

const Fault = ({ of: { rule, row_number, column, value } }: { of: NonNullable<Import['fault']> }) => (
  <div class="trouble" role="alert">
    <p>The file {rule}.</p>
    <p class="quiet">
      {[row_number === null ? '' : `row ${row_number}`, column === null ? '' : `column “${column}”`, value === null ? '' : `value “${value}”`].filter((part) => part !== '').join(', ')}
    </p>
  </div>
)

const tasks: Record<string, string> = { preview: 'Comparing', run: 'Writing', undo: 'Undoing' }

function Progress({ of: { task, rows_total, batches_total, batches_done } }: { of: Import['progress'] }) {
  const label = `${tasks[task] ?? task}, ${new Intl.NumberFormat().format(rows_total)} rows`
  return (
    <p>
      <label>
        {label}
        <progress value={batches_total === 0 ? undefined : batches_done} max={batches_total === 0 ? undefined : batches_total} />
      </label>
    </p>
  )
}

type Step = 'preview' | 'run' | 'cancel' | 'undo'

/** What the service does in each state, as the operations allow it. */
const stepsOf = ({ state, result, progress }: Import, kind: Kind | undefined): Step[] => {
  const undo: Step[] = result !== null && kind?.can_be_undone === true ? ['undo'] : []
  if (state === 'ready') return ['preview', 'cancel']
  if (state === 'previewed') return ['run', 'preview', 'cancel']
  if (['needs_mapping', 'previewing', 'needs_answer', 'running', 'undoing'].includes(state)) return ['cancel']
  if (state === 'failed') return progress.task === 'run' ? ['run', ...undo] : undo
  return ['completed', 'cancelled', 'partly_undone'].includes(state) ? undo : []
}

function Steps({ of, kind, mayChange, changed, map }: { of: Import; kind: Kind | undefined; mayChange: boolean; changed: () => void; map: () => void }) {
  const write = useWrite()
  const [undoing, setUndoing] = useState(false)
  const steps = mayChange ? stepsOf(of, kind) : []
  const has = (step: Step) => steps.includes(step)
  const take = (step: Step) => async () => {
    await post(`/imports/${of.import_id}/${step}`)
    setUndoing(false)
    changed()
  }
  const save = () => write.run(() => saveFile(`/imports/${of.import_id}/report`))
  const { created = 0, changed: changes = 0 } = of.preview?.records ?? {}
  const hasReport = of.preview !== null || of.result !== null
  const canMap = mayChange && ['ready', 'needs_answer', 'previewed'].includes(of.state)
  return (
    <>
      <Trouble of={write.trouble} />
      <p class="buttons">
        {has('run') && (
          <button type="button" class="first" disabled={write.isRunning || (of.state === 'previewed' && created + changes === 0)} onClick={() => write.run(take('run'))}>
            {of.state === 'failed' ? 'Continue' : `Write ${created + changes} ${created + changes === 1 ? 'record' : 'records'}`}
          </button>
        )}
        {has('preview') && (
          <button type="button" class={of.state === 'ready' ? 'first' : undefined} disabled={write.isRunning} onClick={() => write.run(take('preview'))}>
            {of.state === 'ready' ? 'Show what would change' : 'Compare again'}
          </button>
        )}
        {canMap && (
          <button type="button" onClick={map}>
            Change the columns
          </button>
        )}
        {hasReport && (
          <button type="button" disabled={write.isRunning} onClick={save}>
            Save the report of every row
          </button>
        )}
        {has('undo') && (
          <button type="button" class="danger" onClick={() => setUndoing(true)}>
            Undo
          </button>
        )}
        {has('cancel') && (
          <button type="button" class="danger" disabled={write.isRunning} onClick={() => write.run(take('cancel'))}>
            {of.state === 'running' || of.state === 'undoing' ? 'Stop' : 'Cancel the import'}
          </button>
        )}
      </p>
      {undoing && (
        <Confirm
          title={`Undo the import of ${of.file_name}`}
          consequence={`What the import wrote is taken back (${of.result?.sentence ?? ''}). A record that something depends on, or that was changed since, stays, and the report says why.`}
          action="Undo the import"
          run={take('undo')}
          close={() => setUndoing(false)}
        />
      )}
    </>
  )
}
