/** Settings, Developer, API keys. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { KeyUsage } from './key_usage'
import { lookupOf } from './lookups'
import { LookupSelect } from './operation_fields'
import { Badge, Confirm, Dialog, Field, Form, NewestPages, Records, ShownOnce, Trouble, useRead, When } from './parts'
import { appAddress, get, type Organization, post, type Rows } from './service'

interface Key {
  api_key_id: string
  name: string
  hint: string
  scopes: string[]
  state: 'active' | 'stopping' | 'stopped' | 'expired' | 'revoked'
  allowed_addresses: string[]
  account: { name: string } | null
  expires_at: string
  stops_at: string | null
  last_used_at: string | null
}

interface Scopes {
  plan: string
  resources: {
    resource: string
    word: string
    scopes: string[]
    included: boolean
    gate: { sentence: string; included: boolean } | null
  }[]
}

const tones = { active: 'good', stopping: 'wait', stopped: 'plain', expired: 'bad', revoked: 'plain' } as const
const works = ({ state }: Key) => state === 'active' || state === 'stopping'

type Open = { kind: 'mint' } | { kind: 'replace' | 'revoke' | 'end'; key: Key } | { kind: 'shown'; secret: string } | null

export const Keys = () => (
  <Frame title="API keys" within="Settings, Developer">
    {(organization) => {
      const api_key_id = new URLSearchParams(location.search).get('key')
      return api_key_id === null ? <List organization={organization} /> : <KeyUsage api_key_id={api_key_id} organization={organization} />
    }}
  </Frame>
)

function List({ organization }: { organization: Organization }) {
  const [offset, setOffset] = useState(0)
  const keys = useRead(() => get<Rows<Key>>('/developer/keys', { offset, limit: 50 }), [offset])
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const shown = (secret: string) => {
    setOpen({ kind: 'shown', secret })
    keys.again()
  }
  const zone = organization.time_zone
  const mayChange = keys.data !== null
  return (
    <>
      <p>
        A key identifies your organisation to the API. Give each integration a key of its own, with the scopes that it needs and no others.
      </p>
      <Trouble of={keys.trouble} />
      {mayChange && (
        <p class="buttons">
          <button type="button" class="first" onClick={() => setOpen({ kind: 'mint' })}>
            Create a key
          </button>
        </p>
      )}
      {keys.data !== null && keys.data.rows.length === 0 && <p>There is no key yet. Create one for your first integration.</p>}
      {keys.data !== null && keys.data.rows.length > 0 && (
        <Records label="API keys" columns={['Name', 'State', 'Scopes', 'Last use', 'Expires']}>
          {keys.data.rows.map((key) => (
            <tr key={key.api_key_id}>
              <th scope="row">
                {key.name}
                <br />
                <code>{key.hint}</code>
                {key.account !== null && <p class="quiet">only for {key.account.name}</p>}
                {key.allowed_addresses.length > 0 && <p class="quiet">only from {key.allowed_addresses.join(', ')}</p>}
              </th>
              <td>
                <Badge tone={tones[key.state]}>{key.state}</Badge>
                {key.state === 'stopping' && (
                  <p class="quiet">
                    until <When at={key.stops_at} zone={zone} />
                  </p>
                )}
              </td>
              <td>
                <details>
                  <summary>{key.scopes.length === 1 ? key.scopes[0] : `${key.scopes.length} scopes`}</summary>
                  {key.scopes.join(', ')}
                </details>
              </td>
              <td>{key.last_used_at === null ? 'not in the last 30 days' : <When at={key.last_used_at} zone={zone} />}</td>
              <td>
                <When at={key.expires_at} zone={zone} />
              </td>
              <td class="actions">
                <a href={appAddress('/settings/developer/keys', { key: key.api_key_id })} aria-label={`Requests of ${key.name}`}>
                  Requests
                </a>
                {key.state === 'active' && (
                  <button type="button" aria-label={`Replace ${key.name}`} onClick={() => setOpen({ kind: 'replace', key })}>
                    Replace
                  </button>
                )}
                {key.state === 'stopping' && (
                  <button type="button" aria-label={`End the overlap of ${key.name}`} onClick={() => setOpen({ kind: 'end', key })}>
                    End overlap
                  </button>
                )}
                {works(key) && (
                  <button type="button" class="danger" aria-label={`Revoke ${key.name}`} onClick={() => setOpen({ kind: 'revoke', key })}>
                    Revoke
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
      <NewestPages offset={offset} size={50} of={keys.data?.filtered_max_size ?? 0} go={setOffset} />
      {open?.kind === 'mint' && <Mint close={close} shown={shown} />}
      {open?.kind === 'replace' && <Replace of={open.key} close={close} shown={shown} />}
      {open?.kind === 'shown' && <ShownOnce title="Your new key" what="the key" secret={open.secret} close={close} />}
      {open?.kind === 'revoke' && (
        <Confirm
          title={`Revoke ${open.key.name}?`}
          consequence="The key stops working at once, for every integration that uses it. It cannot be made to work again."
          action="Revoke the key"
          run={async () => {
            await post(`/developer/keys/${open.key.api_key_id}/revoke`)
            close()
            keys.again()
          }}
          close={close}
        />
      )}
      {open?.kind === 'end' && (
        <Confirm
          title={`End the overlap of ${open.key.name}?`}
          consequence="The replaced key stops working at once. Integrations that do not use the new one yet are refused."
          action="End the overlap"
          run={async () => {
            await post(`/developer/keys/${open.key.api_key_id}/end-overlap`)
            close()
            keys.again()
          }}
          close={close}
        />
      )}
    </>
  )
}

const listOf = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')

function Mint({ close, shown }: { close: () => void; shown: (secret: string) => void }) {
  const scopes = useRead(() => get<Scopes>('/developer/scopes'), [])
  const [account, setAccount] = useState('')
  const submit = async (entries: FormData) => {
    const { api_key } = await post<{ api_key: string }>('/developer/keys', {
      name: entries.get('name'),
      scopes: entries.getAll('scope'),
      expires_in_days: Number(entries.get('days')),
      allowed_addresses: listOf(String(entries.get('addresses'))),
      ...(account === '' ? {} : { trading_partner_id: account }),
    })
    shown(api_key)
  }
  return (
    <Dialog title="Create a key" close={close}>
      <Form action="Create the key" draft={scopes.data === null ? undefined : 'key'} cancel={close} submit={submit}>
        <Field label="Name" hint="What uses it, such as Warehouse sync.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="name" required maxLength={120} />}
        </Field>
        <fieldset>
          <legend>Scopes</legend>
          <Trouble of={scopes.trouble} />
          {scopes.data?.resources.map(({ resource, word, scopes: own, included, gate }) => (
            <div class="scopes" key={resource}>
              <span>
                {word}
                {!included && gate !== null && <span class="quiet"> {gate.sentence}</span>}
              </span>
              <span>
                {own.map((scope) => (
                  <label>
                    <input type="checkbox" name="scope" value={scope} /> {scope.split(':')[1]}
                    <span class="hidden"> {word}</span>
                  </label>
                ))}
              </span>
            </div>
          ))}
        </fieldset>
        <Field label="Expires after days">
          {({ id }) => <input id={id} name="days" type="number" min={1} defaultValue="365" required />}
        </Field>
        <Field label="Trading account" hint="The key then names only that account.">
          {({ id }) => <LookupSelect id={id} lookup={lookupOf('trading_partner_id', {})!} value={account} choose={setAccount} none="Every account" />}
        </Field>
        <Field label="Allowed addresses" hint="IP addresses or networks, one a line. Empty allows every address.">
          {({ id, describedby }) => <textarea id={id} aria-describedby={describedby} name="addresses" rows={2} />}
        </Field>
      </Form>
    </Dialog>
  )
}

function Replace({ of, close, shown }: { of: Key; close: () => void; shown: (secret: string) => void }) {
  const submit = async (entries: FormData) => {
    const overlap_hours = Number(entries.get('hours'))
    const { key } = await post<{ key: { api_key: string } }>(`/developer/keys/${of.api_key_id}/replace`, { overlap_hours })
    shown(key.api_key)
  }
  return (
    <Dialog title={`Replace ${of.name}`} close={close}>
      <Form action="Create the new key" cancel={close} submit={submit}>
        <p>The new key has the same name, scopes and addresses. The present one works on for the overlap, so that integrations can change over.</p>
        <Field label="Overlap in hours" hint="0 stops the present key at once; at most 720.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="hours" type="number" min={0} max={720} defaultValue="24" required />}
        </Field>
      </Form>
    </Dialog>
  )
}

