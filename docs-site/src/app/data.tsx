/** Data: what leaves the service as files, and the files that were uploaded to it. */
import { useEffect, useState } from 'preact/hooks'
import { Frame } from './frame'
import type { List } from './lists'
import { Badge, bytesInWords, Confirm, NewestPages, Records, Trouble, useRead, useWrite, When } from './parts'
import { appAddress, get, type Organization, openFile, pathWith, post, remove, saveFile } from './service'

type Exportable = Pick<List, 'id' | 'title' | 'area' | 'path'>

export const Exports = ({ lists }: { lists: Exportable[] }) => (
  <Frame title="Exports" within="Data">
    {(organization) => (
      <>
        <WholeOrganization organization={organization} />
        <Tables lists={lists} organization={organization} />
      </>
    )}
  </Frame>
)

interface WholeExport {
  export_id: string
  state: string
  taken_at: string | null
  row_count: number | null
  byte_count: number | null
  requested_by: string
  created_at: string
  expires_at: string
}

const tones: Record<string, 'good' | 'wait' | 'bad'> = { queued: 'wait', ready: 'good', failed: 'bad' }
const poll_ms = 2_000

/** Every record of the organisation in one archive; administrators alone may have it. */
function WholeOrganization({ organization }: { organization: Organization }) {
  const isAdmin = organization.role === 'admin'
  const { data, trouble, again } = useRead(() => (isAdmin ? get<{ exports: WholeExport[] }>('/organization-exports') : Promise.resolve(null)), [])
  const write = useWrite()
  const isQueued = data?.exports.some(({ state }) => state === 'queued') ?? false
  useEffect(() => {
    if (!isQueued) return
    const timer = setTimeout(again, poll_ms)
    return () => clearTimeout(timer)
  }, [data])
  const begin = () =>
    void write.run(async () => {
      await post('/organization-exports')
      again()
    })
  const save = (export_id: string) =>
    void write.run(async () => {
      const { export_url } = await get<{ export_url: string }>(`/organization-exports/${export_id}`)
      openFile(export_url)
    })
  return (
    <section aria-labelledby="whole-export">
      <h2 id="whole-export">The whole organisation</h2>
      <p>Every record of one moment in an archive, with JSON lines for each table and checksums. Keys, secrets and users are left out. Ready files are deleted on the day that is shown.</p>
      {!isAdmin && <p>Administrators request it.</p>}
      <Trouble of={trouble ?? write.trouble} />
      {isAdmin && (
        <p class="buttons">
          <button type="button" class="first" disabled={write.isRunning || isQueued} onClick={begin}>
            Export the organisation
          </button>
          <span role="status" class="quiet">
            {isQueued ? 'The file is being written…' : ''}
          </span>
        </p>
      )}
      {data !== null && data.exports.length > 0 && (
        <Records label="Exports of the organisation" columns={['Requested', 'State', 'Rows', 'Size', 'Deleted on']}>
          {data.exports.map(({ export_id, state, row_count, byte_count, requested_by, created_at, expires_at }) => (
            <tr key={export_id}>
              <th scope="row">
                <When at={created_at} zone={organization.time_zone} />
                <p class="quiet">{requested_by}</p>
              </th>
              <td>
                <Badge tone={tones[state] ?? 'wait'}>{state}</Badge>
              </td>
              <td>{row_count === null ? '' : row_count.toLocaleString()}</td>
              <td>{byte_count === null ? '' : bytesInWords(byte_count)}</td>
              <td>
                <When at={expires_at} zone={organization.time_zone} />
              </td>
              <td class="actions">
                {state === 'ready' && (
                  <button type="button" disabled={write.isRunning} onClick={() => save(export_id)}>
                    Save the file
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
    </section>
  )
}

/** Every table that the API exports, whole; a list narrows it first. */
function Tables({ lists, organization }: { lists: Exportable[]; organization: Organization }) {
  const write = useWrite()
  const [saving, setSaving] = useState('')
  const save = ({ title, path }: Exportable) => {
    setSaving(title)
    void write.run(() => saveFile(pathWith(path, { ...organization }), { export: true }))
  }
  return (
    <section aria-labelledby="table-exports">
      <h2 id="table-exports">Tables as CSV</h2>
      <p>All rows of a table. Open the list to search, filter and sort first: its file then has those rows.</p>
      <Trouble of={write.trouble} />
      <p role="status" class="quiet">
        {write.isRunning ? `Preparing ${saving}…` : ''}
      </p>
      <Records label="Tables" columns={['Table', 'Area']}>
        {lists.map((list) => (
          <tr key={list.id}>
            <th scope="row">
              <a href={appAddress(`/lists/${list.id}`)}>{list.title}</a>
            </th>
            <td>{list.area}</td>
            <td class="actions">
              <button type="button" disabled={write.isRunning} aria-label={`Save as CSV: ${list.title}`} onClick={() => save(list)}>
                Save as CSV
              </button>
            </td>
          </tr>
        ))}
      </Records>
    </section>
  )
}

interface Upload {
  file_key: string
  file_name: string
  content_type: string
  byte_count: number
  uploaded_at: string
  expires_at: string
}

interface Uploaded {
  rows: Upload[]
  filtered_max_size: number
  used_bytes: number
  space_bytes: number
}

const size = 50

export const Uploads = () => <Frame title="Uploads" within="Data">{(organization) => <Files organization={organization} />}</Frame>

function Files({ organization }: { organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const { data, trouble, again } = useRead(() => get<Uploaded>('/files', { offset, limit: size }), [offset])
  const [deleting, setDeleting] = useState<Upload | null>(null)
  const zone = organization.time_zone
  return (
    <>
      <p>
        Files that wait to be read by an import or an operation. They are deleted on the day that is shown; <a href={appAddress('/data/imports')}>an import</a> uploads its own.
      </p>
      <Trouble of={trouble} />
      {data !== null && (
        <p class="quiet">
          {bytesInWords(data.used_bytes)} of {bytesInWords(data.space_bytes)} are used.
        </p>
      )}
      {data !== null && data.rows.length === 0 && <p>No file is kept.</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Uploads" columns={['File', 'Size', 'Uploaded', 'Deleted on']}>
          {data.rows.map((file) => (
            <tr key={file.file_key}>
              <th scope="row">
                {file.file_name}
                <p class="quiet">{file.content_type}</p>
              </th>
              <td>{bytesInWords(file.byte_count)}</td>
              <td>
                <When at={file.uploaded_at} zone={zone} />
              </td>
              <td>
                <When at={file.expires_at} zone={zone} />
              </td>
              <td class="actions">
                {organization.role !== 'viewer' && (
                  <button type="button" class="danger" aria-label={`Delete ${file.file_name}`} onClick={() => setDeleting(file)}>
                    Delete
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={size} of={data?.filtered_max_size ?? 0} go={setOffset} />
      {deleting !== null && (
        <Confirm
          title={`Delete ${deleting.file_name}?`}
          consequence="Operations that name it are refused from then on. What was already read from it stays."
          action="Delete the file"
          close={() => setDeleting(null)}
          run={async () => {
            await remove(`/files?${new URLSearchParams({ file_key: deleting.file_key })}`)
            setDeleting(null)
            again()
          }}
        />
      )}
    </>
  )
}
