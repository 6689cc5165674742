/** The requests of one API key: what was called, what it was answered, and one of them by its id. */
import { useState } from 'preact/hooks'
import { Badge, entered, Field, NewestPages, Records, Trouble, useRead, When } from './parts'
import { appAddress, get, type Organization, root, type Rows } from './service'

interface Call {
  request_id: string
  at: string
  method: string
  path: string
  status: number
  code: string | null
  duration_ms: number
  address: string | null
}

const size = 50
const names = ['request_id', 'status', 'code'] as const

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'wait' : 'bad')

export function KeyUsage({ api_key_id, organization }: { api_key_id: string; organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const filter = Object.fromEntries(names.map((name) => [name, stated.get(name) ?? undefined]))
  const [offset, setOffset] = useState(0)
  const { data, trouble } = useRead(() => get<Rows<Call>>(`/developer/keys/${api_key_id}/usage`, { ...filter, offset, limit: size }), [offset])
  const isFiltered = names.some((name) => filter[name] !== undefined)
  return (
    <>
      <p>
        <a href={appAddress('/settings/developer/keys')}>All keys</a>
      </p>
      <p>The requests of the last 30 days, newest first. A request appears within about a second.</p>
      <Find api_key_id={api_key_id} filter={filter} />
      <Trouble of={trouble} />
      {data?.rows.length === 0 && <p>{isFiltered ? 'No request of this key is so.' : 'The key made no request in the last 30 days.'}</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Requests" columns={['Request', 'Response', 'At', 'Took', 'From', 'Request id']} hasActions={false}>
          {data.rows.map((call) => (
            <tr key={call.request_id}>
              <th scope="row">
                {call.method} {call.path}
              </th>
              <td>
                <Badge tone={toneOf(call.status)}>{call.status}</Badge>
                {call.code !== null && (
                  <p>
                    <a href={`${root()}/api/guides/errors#${call.code}`}>{call.code}</a>
                  </p>
                )}
              </td>
              <td>
                <When at={call.at} zone={organization.time_zone} />
              </td>
              <td>{call.duration_ms} ms</td>
              <td>{call.address ?? '–'}</td>
              <td>
                <code>{call.request_id}</code>
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={size} of={data?.filtered_max_size ?? 0} go={setOffset} />
    </>
  )
}

/** What is looked for is in the address, so that a link shows a colleague the same requests. */
function Find({ api_key_id, filter }: { api_key_id: string; filter: Record<string, string | undefined> }) {
  const find = entered((entries) => {
    const chosen = names.flatMap((name) => {
      const value = String(entries.get(name)).trim()
      return value === '' ? [] : [[name, value]]
    })
    location.assign(appAddress('/settings/developer/keys', { key: api_key_id, ...Object.fromEntries(chosen) }))
  })
  return (
    <form class="controls" onSubmit={find}>
      <Field label="Request id">{({ id }) => <input id={id} name="request_id" defaultValue={filter.request_id} />}</Field>
      <Field label="Status">{({ id }) => <input id={id} name="status" inputMode="numeric" defaultValue={filter.status} placeholder="429" />}</Field>
      <Field label="Code">{({ id }) => <input id={id} name="code" defaultValue={filter.code} placeholder="scope_missing" />}</Field>
      <button type="submit">Find</button>
    </form>
  )
}
