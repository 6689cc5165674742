/** Home: what needs a person, and how trade goes. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Figure } from './cells'
import { Bars, type Column, Columns } from './charts'
import type { Exception } from './exceptions'
import { Frame } from './frame'
import { type ImportRow, states, waiting } from './imports/model'
import { labelOf, Trouble, useRead, When } from './parts'
import { appAddress, get, type Organization, post, type Rows, send, ServiceRefusal } from './service'

export const Home = () => (
  <Frame title="Home">
    {(organization) => (
      <>
        <Needs organization={organization} />
        <Sales />
        <Stock />
      </>
    )}
  </Frame>
)

interface Needed {
  exceptions: Rows<Exception>
  /** null where the role may not read them. */
  failing: { webhook_id: string; type: string; hook_url: string; delivered: string }[] | null
  /** How many active webhooks there are beyond those that were read. */
  unread_webhooks: number
  expiring: { api_key_id: string; name: string; expires_at: string }[] | null
  imports: ImportRow[]
  failed_reports: Rows<{ receipt_id: string; schedule_name: string; due_at: string; failure: string | null }>
}

const day_ms = 86_400_000
const soon_days = 14

/** null where the person's role, or the plan, does not allow the read: other troubles are troubles. */
const ifAllowed = <Data,>(reading: Promise<Data>): Promise<Data | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ServiceRefusal && error.status === 403) return null
    throw error
  })

async function readNeeded(): Promise<Needed> {
  const [exceptions, hooks, keys, failed_reports, ...imports] = await Promise.all([
    get<Rows<Exception>>('/exceptions', { is_open: true, limit: 100 }),
    ifAllowed(get<Rows<NonNullable<Needed['failing']>[number]>>('/webhooks', { is_active: true, limit: 100 })),
    ifAllowed(get<Rows<NonNullable<Needed['expiring']>[number]>>('/developer/keys', { state: 'active', limit: 100 })),
    get<Needed['failed_reports']>('/finance/report-deliveries', { status: 'failed', limit: 5 }),
    ...waiting.map((state) => get<Rows<ImportRow>>('/imports', { state, limit: 20 })),
  ])
  const limit = Date.now() + soon_days * day_ms
  return {
    exceptions,
    failing: hooks?.rows.filter(({ delivered }) => delivered.startsWith('failed')) ?? null,
    unread_webhooks: hooks === null ? 0 : hooks.filtered_max_size - hooks.rows.length,
    expiring: keys?.rows.filter(({ expires_at }) => Date.parse(expires_at) < limit) ?? null,
    imports: imports.flatMap(({ rows }) => rows),
    failed_reports,
  }
}

/** Open exceptions by kind, those with most first, with the oldest of each. */
function byKind(rows: readonly Exception[]): { kind: string; count: number; oldest: string }[] {
  const kinds = new Map<string, { kind: string; count: number; oldest: string }>()
  for (const { kind, opened_at } of rows) {
    const known = kinds.get(kind) ?? { kind, count: 0, oldest: opened_at }
    kinds.set(kind, { kind, count: known.count + 1, oldest: opened_at < known.oldest ? opened_at : known.oldest })
  }
  return [...kinds.values()].sort((one, other) => other.count - one.count)
}

function Needs({ organization }: { organization: Organization }) {
  const { data, trouble } = useRead(readNeeded, [])
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const { exceptions, failing, unread_webhooks, expiring, imports, failed_reports } = data
  const zone = organization.time_zone
  const isPart = exceptions.filtered_max_size > exceptions.rows.length
  return (
    <div class="needs">
      <Trouble of={trouble} />
      <section aria-labelledby="home-exceptions">
        <h2 id="home-exceptions">Open exceptions: {exceptions.filtered_max_size}</h2>
        {exceptions.rows.length === 0 ? (
          <p>Nothing needs a decision.</p>
        ) : (
          <ul class="counts">
            {byKind(exceptions.rows).map(({ kind, count, oldest }) => (
              <li key={kind}>
                <a href={appAddress('/exceptions', { kind })}>{labelOf(kind)}</a>: {count}, the oldest since <When at={oldest} zone={zone} />
              </li>
            ))}
          </ul>
        )}
        {isPart && <p class="quiet">Counted by kind among the newest {exceptions.rows.length}.</p>}
      </section>
      {imports.length > 0 && (
        <section aria-labelledby="home-imports">
          <h2 id="home-imports">Imports that wait: {imports.length}</h2>
          <ul>
            {imports.map(({ import_id, file_name, state }) => (
              <li key={import_id}>
                <a href={appAddress('/data/imports', { import: import_id })}>{file_name}</a>: {states[state]?.words}
              </li>
            ))}
          </ul>
        </section>
      )}
      {failing !== null && (
        <section aria-labelledby="home-webhooks">
          <h2 id="home-webhooks">Failing webhooks: {failing.length}</h2>
          {failing.length === 0 && <p>No webhook's last delivery failed.</p>}
          {unread_webhooks > 0 && <p class="quiet">Counted among the newest 100; {unread_webhooks} more are under Settings, Developer.</p>}
          <ul>
            {failing.map(({ webhook_id, type, hook_url, delivered }) => (
              <li key={webhook_id}>
                <a href={appAddress('/settings/developer/webhooks', { webhook: webhook_id })}>{type}</a> to <span class="long">{hook_url}</span>: {delivered}
              </li>
            ))}
          </ul>
        </section>
      )}
      {expiring !== null && (
        <section aria-labelledby="home-keys">
          <h2 id="home-keys">
            Keys that expire within {soon_days} days: {expiring.length}
          </h2>
          {expiring.length === 0 && <p>None.</p>}
          <ul>
            {expiring.map(({ api_key_id, name, expires_at }) => (
              <li key={api_key_id}>
                <a href={appAddress('/settings/developer/keys')}>{name}</a>: <When at={expires_at} zone={zone} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {failed_reports.rows.length > 0 && (
        <section aria-labelledby="home-reports">
          <h2 id="home-reports">Reports that failed: {failed_reports.filtered_max_size}</h2>
          <ul>
            {failed_reports.rows.map(({ receipt_id, schedule_name, due_at, failure }) => (
              <li key={receipt_id}>
                <a href={appAddress('/settings/schedules', { status: 'failed' })}>{schedule_name}</a>, due <When at={due_at} zone={zone} />
                {failure === null ? '' : `: ${failure}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

interface Overview {
  charts: {
    revenue: Figure
    historical: { date: string; value: Figure }[]
    last_year: { date: string; value: Figure }[]
    forecast: { date: string; value: Figure }[] | null
    forecast_reason: string | null
  }
  window: { start_date: string; end_date: string }
  coverage: { sales_begin_on: string | null; recorded_through: string | null }
  basis_note: string
}

interface StockValues {
  rows: { category_name: string | null; inventory_value: Figure }[]
  total_row_count: number
}

const shownCategories = 8

// The overview has its figures at the top level of the response.
const readSales = () => send<Overview>('GET', '/v1/sales/new-overview', { query: { period: 'last_90_days', cards: 'net_sales', charts: 'revenue' } })

const readStock = () =>
  post<StockValues>('/metrics/query', {
    query: {
      domain: 'inventory',
      measures: ['inventory_value'],
      dimensions: ['category'],
      order_by: { key: 'inventory_value', direction: 'descending' },
      limit: shownCategories,
    },
  })

/** A day as the reader's language writes it; days have no time zone. */
const dayText = (day: string): string => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const columnsOf = ({ historical, last_year, forecast }: Overview['charts']): Column[] => [
  ...historical.map(({ date, value }, at) => ({ name: dayText(date), value, before: last_year[at]?.value ?? null, isForecast: false })),
  ...(forecast ?? []).map(({ date, value }) => ({ name: dayText(date), value, before: null, isForecast: true })),
]

/** A section of figures that are read apart from the others, so that a refused one hides none of them. */
function Section<Data>({ title, read, children }: { title: string; read: () => Promise<Data>; children: (data: Data) => ComponentChildren }) {
  const { data, trouble } = useRead(read, [])
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Trouble of={trouble} />
      {data === null && trouble === null && <p role="status">Loading…</p>}
      {data !== null && children(data)}
    </section>
  )
}

const salesTitle = 'Net sales by week'
const Sales = () => (
  <Section title={salesTitle} read={readSales}>
    {({ charts, window, coverage, basis_note }) =>
      coverage.sales_begin_on === null ? (
        <p>
          No sales have been recorded yet. <a href={appAddress('/data/imports')}>Import those of your shop</a>, or create orders through the API.
        </p>
      ) : (
        <>
          <Columns label={salesTitle} columns={columnsOf(charts)} />
          <p class="quiet">
            {dayText(window.start_date)} to {dayText(window.end_date)}
            {coverage.recorded_through === null ? '' : `, recorded up to ${dayText(coverage.recorded_through)}`}. {basis_note} {charts.forecast_reason ?? ''}
          </p>
        </>
      )
    }
  </Section>
)

const stockTitle = 'Stock value by category'
const Stock = () => (
  <Section title={stockTitle} read={readStock}>
    {({ rows, total_row_count }) =>
      rows.length === 0 ? (
        <p>There is no stock yet.</p>
      ) : (
        <>
          <Bars label={stockTitle} rows={rows.map(({ category_name, inventory_value }) => ({ name: category_name ?? 'No category', value: inventory_value }))} />
          {total_row_count > rows.length && (
            <p class="quiet">
              The {rows.length} with most value, of {total_row_count}.
            </p>
          )}
        </>
      )
    }
  </Section>
)
