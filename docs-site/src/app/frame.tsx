/** The frame of every screen: who is signed in, the organisation, the ways to the other screens, and the sign-out. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { forgetDrafts, ownDrafts } from './drafts'
import { forgetOwn, keepOrganization } from './own'
import { Palette } from './palette'
import { Trouble, useRead, useWrite } from './parts'
import { appAddress, type Organization, organizationInAddress, root, send, ServiceRefusal } from './service'

interface Visit {
  user: { id: string; name: string; email: string }
  organizations: Organization[]
}

const ways = [
  { path: '', label: 'Home' },
  { path: '/exceptions', label: 'Exceptions' },
  { path: '/orders/sales', label: 'Orders' },
  { path: '/stock/counts', label: 'Stock' },
  { path: '/data/imports', label: 'Data' },
  { path: '/lists', label: 'Lists' },
  { path: '/settings/organization', label: 'Settings' },
]

const orderScreens = [
  { path: '/orders/sales', label: 'Sales orders' },
  { path: '/orders/purchases', label: 'Purchase orders and transfers' },
  { path: '/orders/returns', label: 'Returns' },
]

const stockScreens = [
  { path: '/stock/counts', label: 'Stocktakes' },
  { path: '/stock/adjustments', label: 'Adjustments' },
]

const dataScreens = [
  { path: '/data/imports', label: 'Imports' },
  { path: '/data/exports', label: 'Exports' },
  { path: '/data/uploads', label: 'Uploads' },
]

const settings = [
  { path: '/settings/organization', label: 'Organisation' },
  { path: '/settings/members', label: 'Members' },
  { path: '/settings/connections', label: 'Connections' },
  { path: '/settings/schedules', label: 'Scheduled reports' },
  { path: '/settings/developer/keys', label: 'Developer: API keys' },
  { path: '/settings/developer/webhooks', label: 'Developer: webhooks' },
  { path: '/settings/developer/sandbox', label: 'Developer: sandbox' },
  { path: '/lists/session/list_audit_events', label: 'Audit log' },
]

/** Parts of the app with screens beside each other. */
const withParts = [
  { path: '/orders/', label: 'Orders', screens: orderScreens },
  { path: '/stock/', label: 'Stock', screens: stockScreens },
  { path: '/data/', label: 'Data', screens: dataScreens },
  { path: '/settings/', label: 'Settings', screens: settings },
]

/** What can be gone to: the screens of a part stand in place of the way to it. */
const everyScreen = [
  ...ways.filter(({ path }) => !withParts.some((part) => path.startsWith(part.path))),
  ...withParts.flatMap(({ screens }) => screens),
  { path: '/account', label: 'My sign-in' },
]

async function readVisit(): Promise<Visit> {
  const [session, organizations] = await Promise.all([
    send('GET', '/auth/get-session', { organization: false }),
    send('GET', '/v1/organizations', { organization: false }),
  ])
  if (session === null) throw new ServiceRefusal(401, { code: 'session_invalid' }, null)
  ownDrafts(session.user.id)
  return { user: session.user, organizations: organizations.data }
}

function choose(organization_id: string): void {
  const address = new URL(location.href)
  // What a page shows of one organisation is no address in another, unless none was chosen yet.
  const stated = organizationInAddress() === null ? new URLSearchParams(address.search) : new URLSearchParams()
  stated.set('organization', organization_id)
  address.search = stated.toString()
  location.assign(address)
}

/** Whether a page belongs to the part of the app that a way leads to. */
const isWithin = (here: string, path: string): boolean => path !== '' && (here.split('/')[1] === path.split('/')[1] || (path === '/lists' && here.startsWith('/records/')))

export function Frame({ title, within, children }: { title: string; within?: string; children: (organization: Organization) => ComponentChildren }) {
  const { data, trouble } = useRead(readVisit, [])
  const write = useWrite()
  const named = organizationInAddress()
  const organization = data?.organizations.find(({ organization_id }) => organization_id === named)
  // Of several, a person chooses.
  const only = data?.organizations.length === 1 ? data.organizations[0] : undefined
  useEffect(() => {
    if (organization !== undefined) keepOrganization(organization.organization_id)
    document.title = organization === undefined ? title : `${title} · ${organization.name}`
  }, [organization])
  useEffect(() => {
    if (named === null && only !== undefined) {
      const stated = new URLSearchParams(location.search)
      stated.set('organization', only.organization_id)
      location.replace(`${location.pathname}?${stated}${location.hash}`)
    }
  }, [only])
  const signOut = () =>
    write.run(async () => {
      await send('POST', '/auth/sign-out', { organization: false })
      forgetDrafts()
      forgetOwn()
      location.assign(`${root()}/app/sign-in`)
    })
  const here = location.pathname.slice(`${root()}/app`.length).replace(/\/$/, '')
  const parts = withParts.find(({ path }) => here.startsWith(path))
  return (
    <>
      <a class="skip" href="#screen">
        Skip to the screen
      </a>
      <header>
        <a class="mark" href={appAddress('')}>
          Merchant
        </a>
        <nav aria-label="Screens">
          {ways.map(({ path, label }) => (
            <a href={appAddress(path)} aria-current={here === path ? 'page' : isWithin(here, path) ? 'true' : undefined}>
              {label}
            </a>
          ))}
          <a href={`${root()}/`}>Docs</a>
        </nav>
        {data !== null && (
          <div class="who">
            {organization !== undefined && <Palette screens={everyScreen} />}
            <label>
              <span class="hidden">Organisation</span>
              <select value={organization?.organization_id ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
                {organization === undefined && <option value="">Choose an organisation</option>}
                {data.organizations.map((one) => (
                  <option value={one.organization_id}>
                    {one.name}
                    {one.sandbox ? ' (sandbox)' : ''}
                  </option>
                ))}
              </select>
            </label>
            <a href={appAddress('/account')} aria-current={here === '/account' ? 'page' : undefined} title={`Signed in as ${data.user.email}`}>
              My sign-in
            </a>
            <button type="button" onClick={signOut} disabled={write.isRunning}>
              Sign out
            </button>
          </div>
        )}
      </header>
      {parts !== undefined && (
        <nav class="within" aria-label={parts.label}>
          {parts.screens.map(({ path, label }) => (
            <a href={appAddress(path)} aria-current={here === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      )}
      <main id="screen" tabIndex={-1}>
        {within !== undefined && <p class="eyebrow">{within}</p>}
        <h1 tabIndex={-1}>{title}</h1>
        <Trouble of={trouble ?? write.trouble} />
        {data === null ? (
          trouble === null && <p role="status">Loading…</p>
        ) : organization === undefined ? (
          <p>
            {data.organizations.length === 0
              ? 'You belong to no organisation yet. Ask an administrator for an invitation.'
              : named === null
                ? data.organizations.length === 1
                  ? 'Loading…'
                  : 'Choose an organisation above.'
                : 'You do not belong to the organisation of this address. Choose one of yours above.'}
          </p>
        ) : (
          children(organization)
        )}
      </main>
    </>
  )
}

