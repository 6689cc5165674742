/** Settings: the organisation, and the people in it. */
import { useState } from 'preact/hooks'
import { useDraft } from './drafts'
import { Frame } from './frame'
import { Badge, Confirm, Dialog, entered, Field, Form, ReadDialog, Records, Trouble, useRead, useWrite, When } from './parts'
import { get, type Organization, patch, post, remove } from './service'

type Role = Organization['role']
const roles: readonly { role: Role; about: string }[] = [
  { role: 'viewer', about: 'reads' },
  { role: 'member', about: 'also writes' },
  { role: 'admin', about: 'also manages people, keys, webhooks and settings' },
]

interface Settings extends Organization {
  books_from: string | null
  address: string | null
  tax_id: string | null
  edi_qualifier: string | null
  edi_id: string | null
  edi_verified_at: string | null
  gs1_company_prefix: string | null
  allocation_horizon_days: number | null
  require_two_factor: boolean
}

export const OrganizationScreen = () => <Frame title="Organisation">{(organization) => <Edit organization={organization} />}</Frame>

/** The entries of the form that differ from what is stored; an empty one is null. */
function changesOf(entries: FormData, stored: Settings): Partial<Settings> {
  // Forms state the ends of lines as CR LF.
  const text = (name: string) => String(entries.get(name)).trim().replaceAll('\r\n', '\n')
  const textOrNull = (name: string) => (text(name) === '' ? null : text(name))
  const days = textOrNull('allocation_horizon_days')
  const all = {
    name: text('name'),
    time_zone: text('time_zone'),
    books_from: textOrNull('books_from'),
    address: textOrNull('address'),
    tax_id: textOrNull('tax_id'),
    gs1_company_prefix: textOrNull('gs1_company_prefix'),
    allocation_horizon_days: days === null ? null : Number(days),
    require_two_factor: entries.get('require_two_factor') !== null,
  }
  // The service takes both parts of the EDI identity together.
  const identity = { edi_qualifier: textOrNull('edi_qualifier'), edi_id: textOrNull('edi_id') }
  const isOther = identity.edi_qualifier !== stored.edi_qualifier || identity.edi_id !== stored.edi_id
  const changed = Object.entries(all).filter(([name, value]) => value !== stored[name as keyof Settings])
  return { ...Object.fromEntries(changed), ...(isOther ? identity : {}) }
}

/** A browser need not list the zone that is stored, such as an older name of one. */
const zonesWith = (stored: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored])].sort()

/** Documents are traded once the operator has verified the identity. */
const EdiState = ({ of: { edi_id, edi_verified_at }, zone }: { of: Settings; zone: string }) =>
  edi_id === null ? (
    <>Accounts address their EDI documents to it.</>
  ) : edi_verified_at === null ? (
    <>Not verified yet.</>
  ) : (
    <>
      Verified <When at={edi_verified_at} zone={zone} />. A change has to be verified again.
    </>
  )

function Edit({ organization }: { organization: Organization }) {
  const path = `/organizations/${organization.organization_id}`
  const { data, trouble, again } = useRead(() => get<Settings>(path), [])
  const write = useWrite()
  const { form, forget } = useDraft(data === null ? undefined : 'organisation')
  const [said, setSaid] = useState('')
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const mayChange = data.role === 'admin'
  const submit = (entries: FormData) =>
    void write.run(async () => {
      const changes = changesOf(entries, data)
      setSaid('')
      if (Object.keys(changes).length > 0) await patch(path, changes)
      forget()
      setSaid(Object.keys(changes).length === 0 ? 'Nothing was changed.' : 'Saved.')
      again()
    })
  return (
    <form ref={form} onSubmit={entered(submit)}>
      <fieldset class="bare" disabled={!mayChange || write.isRunning}>
        <legend class="hidden">Settings of the organisation</legend>
        <Field label="Name">{({ id }) => <input id={id} name="name" defaultValue={data.name} required maxLength={120} />}</Field>
        <Field label="Time zone" hint="Its days begin at midnight there.">
          {({ id, describedby }) => (
            <select key={data.time_zone} id={id} aria-describedby={describedby} name="time_zone">
              {zonesWith(data.time_zone).map((zone) => (
                <option key={zone} selected={zone === data.time_zone}>
                  {zone}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Lock date (books from)" hint="The lock date: the first day that entries may have, not in the future. Empty: 400 days back.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="books_from" type="date" defaultValue={data.books_from ?? ''} />}
        </Field>
        <Field label="Allocation horizon in days" hint="Orders whose ship window opens later than that hold no stock yet. Empty: all do.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="allocation_horizon_days" type="number" min={0} max={730} defaultValue={data.allocation_horizon_days ?? ''} />}
        </Field>
        <Field label="Address" hint="Printed on invoices and other documents.">
          {({ id, describedby }) => <textarea id={id} aria-describedby={describedby} name="address" rows={4} defaultValue={data.address ?? ''} />}
        </Field>
        <Field label="EDI qualifier" hint="Such as 01 for a D-U-N-S number, 12 for a telephone number, ZZ for one agreed with the account.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="edi_qualifier" maxLength={2} defaultValue={data.edi_qualifier ?? ''} />}
        </Field>
        <Field label="EDI id" hint={<EdiState of={data} zone={organization.time_zone} />}>
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="edi_id" maxLength={15} defaultValue={data.edi_id ?? ''} />}
        </Field>
        <Field label="Tax id">{({ id }) => <input id={id} name="tax_id" defaultValue={data.tax_id ?? ''} />}</Field>
        <Field label="GS1 company prefix" hint="Cartons get their SSCC from it.">
          {({ id, describedby }) => <input id={id} aria-describedby={describedby} name="gs1_company_prefix" inputMode="numeric" defaultValue={data.gs1_company_prefix ?? ''} />}
        </Field>
        <p>
          <label>
            <input type="checkbox" name="require_two_factor" defaultChecked={data.require_two_factor} /> Everybody signs in with a second factor
          </label>
        </p>
      </fieldset>
      <p class="quiet">
        Currency {data.currency}, fixed since the organisation was created.
      </p>
      <Trouble of={write.trouble} />
      {mayChange && (
        <p class="buttons">
          <button type="submit" class="first" disabled={write.isRunning}>
            Save
          </button>
        </p>
      )}
      <p role="status" class="quiet">
        {said}
      </p>
    </form>
  )
}

interface Member {
  user_id: string
  name: string
  email: string
  role: Role
  two_factor: boolean
  last_signed_in_at: string | null
}

interface Invitation {
  invitation_id: string
  email: string
  role: Role
  state: string
  mail_state: string | null
  expires_at: string
}

export const Members = () => <Frame title="Members">{(organization) => <People organization={organization} />}</Frame>

type Open = { kind: 'invite' } | { kind: 'remove'; member: Member } | { kind: 'revoke'; invitation: Invitation } | { kind: 'mail'; invitation: Invitation } | null

function People({ organization }: { organization: Organization }) {
  const path = `/organizations/${organization.organization_id}`
  const isAdmin = organization.role === 'admin'
  const members = useRead(() => get<Member[]>(`${path}/memberships`), [])
  const invitations = useRead(() => (isAdmin ? get<Invitation[]>(`${path}/invitations`) : Promise.resolve([])), [])
  const [open, setOpen] = useState<Open>(null)
  const write = useWrite()
  const close = () => setOpen(null)
  const changeRole = ({ user_id }: Member, select: HTMLSelectElement, before: Role) =>
    void write.run(async () => {
      try {
        await patch(`${path}/memberships/${user_id}`, { role: select.value })
      } catch (error) {
        select.value = before
        throw error
      }
      members.again()
    })
  const pending = (invitations.data ?? []).filter(({ state }) => state === 'pending')
  return (
    <>
      <Trouble of={members.trouble ?? invitations.trouble ?? write.trouble} />
      {isAdmin && (
        <p class="buttons">
          <button type="button" class="first" onClick={() => setOpen({ kind: 'invite' })}>
            Invite a person
          </button>
        </p>
      )}
      {members.data !== null && (
        <Records label="Members" columns={['Name', 'Role', 'Second factor', 'Last sign-in']}>
          {members.data.map((member) => (
            <tr key={member.user_id}>
              <th scope="row">
                {member.name}
                <p class="quiet">{member.email}</p>
              </th>
              <td>
                {isAdmin ? (
                  <select key={member.role} aria-label={`Role of ${member.name}`} disabled={write.isRunning} onChange={({ currentTarget }) => changeRole(member, currentTarget, member.role)}>
                    {roles.map(({ role }) => (
                      <option key={role} selected={role === member.role}>
                        {role}
                      </option>
                    ))}
                  </select>
                ) : (
                  member.role
                )}
              </td>
              <td>
                <Badge tone={member.two_factor ? 'good' : 'plain'}>{member.two_factor ? 'in force' : 'none'}</Badge>
              </td>
              <td>
                <When at={member.last_signed_in_at} zone={organization.time_zone} />
              </td>
              <td class="actions">
                {isAdmin && (
                  <button type="button" class="danger" aria-label={`Remove ${member.name}`} onClick={() => setOpen({ kind: 'remove', member })}>
                    Remove
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Records>
      )}
      {pending.length > 0 && (
        <>
          <h2>Open invitations</h2>
          <ul class="queue">
            {pending.map((invitation) => (
              <li key={invitation.invitation_id}>
                <p>
                  {invitation.email}, as {invitation.role}, until <When at={invitation.expires_at} zone={organization.time_zone} />
                </p>
                <p class="buttons">
                  {invitation.mail_state === 'stored' && (
                    <button type="button" onClick={() => setOpen({ kind: 'mail', invitation })}>
                      Show the mail
                    </button>
                  )}
                  <button type="button" class="danger" aria-label={`Withdraw the invitation of ${invitation.email}`} onClick={() => setOpen({ kind: 'revoke', invitation })}>
                    Withdraw
                  </button>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {open?.kind === 'invite' && (
        <Invite
          path={path}
          close={close}
          done={() => {
            close()
            invitations.again()
          }}
        />
      )}
      {open?.kind === 'mail' && <Mail path={`${path}/invitations/${open.invitation.invitation_id}/mail`} close={close} />}
      {open?.kind === 'remove' && (
        <Confirm
          title={`Remove ${open.member.name}?`}
          consequence={`${open.member.email} can no longer see or do anything in ${organization.name}, from the next request on. An invitation brings the person back.`}
          action="Remove the person"
          run={async () => {
            await remove(`${path}/memberships/${open.member.user_id}`)
            close()
            members.again()
          }}
          close={close}
        />
      )}
      {open?.kind === 'revoke' && (
        <Confirm
          title={`Withdraw the invitation of ${open.invitation.email}?`}
          consequence="Its link no longer works."
          action="Withdraw the invitation"
          run={async () => {
            await remove(`${path}/invitations/${open.invitation.invitation_id}`)
            close()
            invitations.again()
          }}
          close={close}
        />
      )}
    </>
  )
}

function Invite({ path, close, done }: { path: string; close: () => void; done: () => void }) {
  const submit = async (entries: FormData) => {
    await post(`${path}/invitations`, { email: String(entries.get('email')).trim(), role: entries.get('role') })
    done()
  }
  return (
    <Dialog title="Invite a person" close={close}>
      <Form action="Send the invitation" draft="invitation" cancel={close} submit={submit}>
        <Field label="E-mail address">{({ id }) => <input id={id} name="email" type="email" required />}</Field>
        <fieldset>
          <legend>Role</legend>
          {roles.map(({ role, about }) => (
            <p>
              <label>
                <input type="radio" name="role" value={role} defaultChecked={role === 'viewer'} /> {role} <span class="quiet">{about}</span>
              </label>
            </p>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  )
}

function Mail({ path, close }: { path: string; close: () => void }) {
  const { data, trouble } = useRead(() => get<{ recipient: string; subject: string; text: string }>(path), [path])
  return (
    <ReadDialog title="The mail of the invitation" close={close}>
      <p>No mail server is configured, so the mail was not sent. Pass its text on to the person yourself.</p>
      <Trouble of={trouble} />
      {data !== null && <pre tabIndex={0}>{data.text}</pre>}
    </ReadDialog>
  )
}

