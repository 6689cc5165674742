/** Settings, Scheduled reports: what is mailed to whom and when, and how each run ended. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { OperationDialog } from './operation'
import { Badge, Confirm, NewestPages, Records, Trouble, useRead, useWrite, When, wordsOf } from './parts'
import { appAddress, get, type Organization, patch, post, type Rows, saveFile } from './service'

interface Schedule {
  schedule_id: string
  name: string
  report: string
  formats: string[]
  recipients: string[]
  weekdays: string[] | null
  days_of_month: number[] | null
  time: string
  time_zone: string
  state: 'active' | 'paused' | 'archived'
  next_run_at: string | null
}

interface Receipt {
  receipt_id: string
  schedule_name: string
  report: string
  period: string
  status: string
  due_at: string
  failure: string | null
  files: { file_id: string; format: string; file_name: string }[]
  outcomes: { recipient: string; outcome: string; reason: string | null }[]
}

const size = 50

export const Schedules = () => (
  <Frame title="Scheduled reports">
    {(organization) => (
      <>
        <All organization={organization} />
        <Runs organization={organization} />
      </>
    )}
  </Frame>
)

const timesOf = ({ weekdays, days_of_month, time, time_zone }: Schedule): string => {
  const days = [weekdays?.map((day) => day.slice(0, 1).toUpperCase() + day.slice(1)).join(', '), days_of_month === null || days_of_month.length === 0 ? undefined : `day ${days_of_month.join(', ')} of the month`]
  return `${days.filter((text) => text !== undefined && text !== '').join('; ')} at ${time} (${time_zone})`
}

type Open = { kind: 'create' } | { kind: 'change'; schedule: Schedule } | { kind: 'archive'; schedule: Schedule } | { kind: 'send'; schedule: Schedule } | null

const tones: Record<string, 'good' | 'wait' | 'plain'> = { active: 'good', paused: 'wait', archived: 'plain' }

function All({ organization }: { organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const { data, trouble, again } = useRead(() => get<Rows<Schedule>>('/finance/report-schedules', { offset, limit: size }), [offset])
  const [open, setOpen] = useState<Open>(null)
  const write = useWrite()
  const mayChange = organization.role === 'admin'
  const close = () => setOpen(null)
  const done = () => {
    close()
    again()
  }
  const set = ({ schedule_id }: Schedule, state: string) =>
    void write.run(async () => {
      await patch(`/finance/report-schedules/${schedule_id}`, { state })
      again()
    })
  return (
    <>
      <p>Reports that are mailed on days of the week or of the month. Recipients need no account.</p>
      <Trouble of={trouble ?? write.trouble} />
      {mayChange && (
        <p class="buttons">
          <button type="button" class="first" onClick={() => setOpen({ kind: 'create' })}>
            Schedule a report
          </button>
        </p>
      )}
      {data?.rows.length === 0 && <p>No report is scheduled.</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Schedules" columns={['Name', 'Report', 'When', 'Recipients', 'State']}>
          {data.rows.map((one) => (
            <tr key={one.schedule_id}>
              <th scope="row">{one.name}</th>
              <td>
                {wordsOf(one.report.replaceAll('-', ' '))}
                <p class="quiet">{one.formats.join(', ')}</p>
              </td>
              <td>
                {timesOf(one)}
                {one.next_run_at !== null && (
                  <p class="quiet">
                    Next: <When at={one.next_run_at} zone={organization.time_zone} />
                  </p>
                )}
              </td>
              <td class="long">{one.recipients.join(', ')}</td>
              <td>
                <Badge tone={tones[one.state] ?? 'plain'}>{one.state}</Badge>
              </td>
              <td class="actions">{mayChange && one.state !== 'archived' && <Acts of={one} open={setOpen} set={set} isRunning={write.isRunning} />}</td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={size} of={data?.filtered_max_size ?? 0} go={setOffset} />
      {open?.kind === 'create' && (
        <OperationDialog operation="session.create_report_schedule" effect="State days of the week or of the month, one recipient in a line." known={{}} organization={organization} close={close} done={done} />
      )}
      {open?.kind === 'change' && (
        <OperationDialog
          operation="session.change_report_schedule"
          effect="What you change holds from the next run on."
          known={{ schedule_id: open.schedule.schedule_id }}
          record={open.schedule}
          organization={organization}
          close={close}
          done={done}
        />
      )}
      {open?.kind === 'archive' && (
        <Confirm
          title={`Archive ${open.schedule.name}?`}
          consequence="It is not sent any more and cannot be brought back. Its runs stay listed."
          action="Archive the schedule"
          close={close}
          run={async () => {
            await post(`/finance/report-schedules/${open.schedule.schedule_id}/archive`)
            done()
          }}
        />
      )}
      {open?.kind === 'send' && (
        <Confirm
          title={`Send ${open.schedule.name} now?`}
          consequence={`The report is mailed at once to ${open.schedule.recipients.join(', ')}. The next run stays as it is.`}
          action="Send it now"
          close={close}
          run={async () => {
            await post(`/finance/report-schedules/${open.schedule.schedule_id}/send`)
            location.assign(appAddress('/settings/schedules'))
          }}
        />
      )}
    </>
  )
}

function Acts({ of: one, open, set, isRunning }: { of: Schedule; open: (open: Open) => void; set: (schedule: Schedule, state: string) => void; isRunning: boolean }) {
  const other = one.state === 'active' ? { state: 'paused', word: 'Pause' } : { state: 'active', word: 'Resume' }
  return (
    <>
      <button type="button" aria-label={`Change ${one.name}`} onClick={() => open({ kind: 'change', schedule: one })}>
        Change
      </button>
      <button type="button" aria-label={`${other.word} ${one.name}`} disabled={isRunning} onClick={() => set(one, other.state)}>
        {other.word}
      </button>
      <button type="button" aria-label={`Send now: ${one.name}`} onClick={() => open({ kind: 'send', schedule: one })}>
        Send now
      </button>
      <button type="button" class="danger" aria-label={`Archive ${one.name}`} onClick={() => open({ kind: 'archive', schedule: one })}>
        Archive
      </button>
    </>
  )
}

const runTones: Record<string, 'good' | 'wait' | 'bad'> = { delivered: 'good', failed: 'bad' }

function Runs({ organization }: { organization: Organization }) {
  const isFailed = new URLSearchParams(location.search).get('status') === 'failed'
  const [offset, setOffset] = useState(0)
  const { data, trouble } = useRead(() => get<Rows<Receipt>>('/finance/report-deliveries', { offset, limit: 25, ...(isFailed ? { status: 'failed' } : {}) }), [offset])
  const write = useWrite()
  const save = (receipt_id: string, file_id: string) => void write.run(() => saveFile(`/finance/report-deliveries/${receipt_id}/files/${file_id}`))
  return (
    <section aria-labelledby="report-runs">
      <h2 id="report-runs">Runs</h2>
      <nav class="buttons" aria-label="Which runs">
        <a href={appAddress('/settings/schedules')} aria-current={isFailed ? undefined : 'page'}>
          All
        </a>
        <a href={appAddress('/settings/schedules', { status: 'failed' })} aria-current={isFailed ? 'page' : undefined}>
          Failed
        </a>
      </nav>
      <Trouble of={trouble ?? write.trouble} />
      {data?.rows.length === 0 && <p>{isFailed ? 'No run failed.' : 'Nothing was sent yet.'}</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Runs of reports" columns={['Due', 'Report', 'Status', 'Recipients']}>
          {data.rows.map((one) => (
            <tr key={one.receipt_id}>
              <th scope="row">
                <When at={one.due_at} zone={organization.time_zone} />
              </th>
              <td>
                {one.schedule_name}
                <p class="quiet">{one.period}</p>
              </td>
              <td>
                <Badge tone={runTones[one.status] ?? 'wait'}>{one.status}</Badge>
                {one.failure !== null && <p class="quiet">{one.failure}</p>}
              </td>
              <td class="long">
                {one.outcomes.map(({ recipient, outcome, reason }) => (
                  <p class="quiet" key={recipient}>
                    {recipient}: {outcome}
                    {reason === null ? '' : `, ${reason}`}
                  </p>
                ))}
              </td>
              <td class="actions">
                {one.files.map(({ file_id, format, file_name }) => (
                  <button type="button" key={file_id} disabled={write.isRunning} aria-label={`Save ${file_name}`} onClick={() => save(one.receipt_id, file_id)}>
                    Save {format}
                  </button>
                ))}
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={25} of={data?.filtered_max_size ?? 0} go={setOffset} />
    </section>
  )
}
