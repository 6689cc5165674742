/** Data, Imports: a file to drop, the imports so far, and the saved profiles; one import has a page of its own. */
import { useState } from 'preact/hooks'
import { Frame } from '../frame'
import { Badge, Confirm, entered, Field, NewestPages, Records, Trouble, useRead, useWrite, When } from '../parts'
import { appAddress, get, type Organization, post, remove, type Rows, send } from '../service'
import { KindField } from './kind_field'
import { type Import, type ImportRow, type Kind, states } from './model'
import { ImportRecord } from './record'

const size = 25

export const Imports = () => (
  <Frame title="Imports" within="Data">
    {(organization) => {
      const import_id = new URLSearchParams(location.search).get('import')
      return import_id === null ? <All organization={organization} /> : <ImportRecord import_id={import_id} organization={organization} />
    }}
  </Frame>
)

function All({ organization }: { organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const { data, trouble } = useRead(() => get<Rows<ImportRow>>('/imports', { offset, limit: size }), [offset])
  const kinds = useRead(() => get<{ kinds: Kind[] }>('/imports/kinds').then(({ kinds }) => kinds), [])
  const titleOf = (kind: string) => kinds.data?.find((one) => one.kind === kind)?.title ?? kind
  return (
    <>
      <p>A file is read and compared first; nothing is written before you have seen what would change. A run can be undone.</p>
      <Trouble of={trouble ?? kinds.trouble} />
      {organization.role !== 'viewer' && kinds.data !== null && <Drop kinds={kinds.data} />}
      <h2>Imports so far</h2>
      {data !== null && data.rows.length === 0 && <p>No file has been imported yet.</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Imports" columns={['File', 'Records', 'State', 'Begun']}>
          {data.rows.map((one) => (
            <tr key={one.import_id}>
              <th scope="row">{one.file_name}</th>
              <td>
                {titleOf(one.kind)}
                {one.profile !== null && <p class="quiet">{one.profile}</p>}
              </td>
              <td>
                <Badge tone={states[one.state]?.tone ?? 'plain'}>{states[one.state]?.words ?? one.state}</Badge>
              </td>
              <td>
                <When at={one.created_at} zone={organization.time_zone} />
              </td>
              <td class="actions">
                <a href={appAddress('/data/imports', { import: one.import_id })} aria-label={`Open the import of ${one.file_name}`}>
                  Open
                </a>
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={size} of={data?.filtered_max_size ?? 0} go={setOffset} />
      <Profiles organization={organization} titleOf={titleOf} />
    </>
  )
}

/** Uploads the file and begins its import, of the chosen kind or of the one that the file suggests. */
function Drop({ kinds }: { kinds: readonly Kind[] }) {
  const [isOver, setOver] = useState(false)
  const [kind, setKind] = useState('')
  const [named, setNamed] = useState('')
  const write = useWrite()
  const begin = (file: File | undefined) => {
    if (file === undefined) return
    setNamed(file.name)
    void write.run(async () => {
      const uploaded = await send('POST', '/v1/files', { query: { file_name: file.name }, body: file })
      const created = await post<Import>('/imports', { file_key: uploaded.data.file_key, ...(kind === '' ? {} : { kind }) })
      location.assign(appAddress('/data/imports', { import: created.import_id }))
    })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    begin(event.dataTransfer?.files[0])
  }
  return (
    <form
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onSubmit={entered((entries) => {
        const file = entries.get('file')
        begin(file instanceof File && file.name !== '' ? file : undefined)
      })}
    >
      <Field label="File" hint="CSV, XLSX or JSON Lines, also as other systems export it. Drop it here, or choose it.">
        {({ id, describedby }) => <input id={id} name="file" type="file" required aria-describedby={describedby} />}
      </Field>
      <KindField kinds={kinds} value={kind} unstated="as the file suggests" choose={setKind} />
      <Trouble of={write.trouble} />
      <p class="buttons">
        <button type="submit" class="first" disabled={write.isRunning}>
          Read the file
        </button>
        <span role="status" class="quiet">
          {write.isRunning ? `Reading ${named}…` : ''}
        </span>
      </p>
    </form>
  )
}

interface Profile {
  profile_id: string | null
  name: string
  title: string
  version: number | null
  kind: string
}

/** Mappings that were saved here; the built-in ones need no care. */
function Profiles({ organization, titleOf }: { organization: Organization; titleOf: (kind: string) => string }) {
  const { data, trouble, again } = useRead(() => get<{ profiles: Profile[] }>('/import-profiles'), [])
  const [deleting, setDeleting] = useState<Profile | null>(null)
  const saved = data?.profiles.filter(({ profile_id }) => profile_id !== null) ?? []
  if (trouble !== null) return <Trouble of={trouble} />
  if (saved.length === 0) return null
  return (
    <>
      <h2>Saved profiles</h2>
      <p>A file with the headers of a profile is read with its mapping, and asks for no confirmation.</p>
      <Records label="Saved profiles" columns={['Profile', 'Records']}>
        {saved.map((one) => (
          <tr key={one.profile_id}>
            <th scope="row">{one.title}</th>
            <td>{titleOf(one.kind)}</td>
            <td class="actions">
              {organization.role !== 'viewer' && (
                <button type="button" aria-label={`Delete the profile ${one.title}`} onClick={() => setDeleting(one)}>
                  Delete
                </button>
              )}
            </td>
          </tr>
        ))}
      </Records>
      {deleting !== null && (
        <Confirm
          title={`Delete the profile ${deleting.title}`}
          consequence="Files with its headers are asked about again. Imports that used it stay as they are."
          action="Delete the profile"
          close={() => setDeleting(null)}
          run={async () => {
            await remove(`/import-profiles/${deleting.profile_id}`)
            setDeleting(null)
            again()
          }}
        />
      )}
    </>
  )
}
