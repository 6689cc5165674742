/** Stocktakes: those that are open and posted, a new one, and the page of one, on which stock is counted. */
import { useEffect, useState } from 'preact/hooks'
import { dayIn } from '../amounts'
import { Cell, moneyText } from '../cells'
import { Frame } from '../frame'
import { Effects, useKept } from '../effects'
import { Badge, Day, Dialog, Field, Form, fromInAddress, PagedRows, pageSize, Records, Trouble, useRead } from '../parts'
import { appAddress, get, type Organization, post, type Rows } from '../service'
import { type FoundVariant, VariantSearch } from '../variant_search'
import { Counter } from './counter'
import { type CountLine, isDifferent, isUncounted, readLines, type Stocktake } from './model'

export const Counts = () => <Frame title="Stocktakes" within="Stock">{(organization) => <Place organization={organization} />}</Frame>

function Place({ organization }: { organization: Organization }) {
  const stated = new URLSearchParams(location.search)
  const stocktake_id = stated.get('stocktake')
  if (organization.role !== 'viewer' && stated.has('new')) return <NewCount organization={organization} />
  return stocktake_id === null ? <List organization={organization} /> : <Count stocktake_id={stocktake_id} organization={organization} />
}

const text = (units: number): string => new Intl.NumberFormat().format(units)
const signed = (units: number): string => new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }).format(units)

/** The value of a difference, or why it is not known. */
const valueText = ({ variance_value_total, variance_value_reason, currency }: Stocktake): string => moneyText({ amount: variance_value_total, currency, reason: variance_value_reason })

function List({ organization }: { organization: Organization }) {
  const { data, trouble } = useRead(() => get<Rows<Stocktake>>('/stocktakes/table', { offset: fromInAddress(), limit: pageSize }), [])
  return (
    <>
      {organization.role !== 'viewer' && (
        <p class="buttons">
          <a class="first" href={appAddress('/stock/counts', { new: 'true' })}>
            Start a stocktake
          </a>
        </p>
      )}
      <PagedRows of={{ data, trouble }} empty="No stock has been counted yet." label="Stocktakes" columns={['Stocktake', 'State', 'Counted on', 'Locations', 'Lines counted', 'Difference', 'Value']} figures={['Lines counted', 'Difference', 'Value']} go={(from) => location.assign(appAddress('/stock/counts', { from }))}>
        {(one) => (
          <tr key={one.id}>
            <td class="long">
              <a href={appAddress('/stock/counts', { stocktake: one.id })}>{one.name}</a>
            </td>
            <td>
              <State of={one} />
            </td>
            <td>
              <Day on={one.counted_on} />
            </td>
            <td>{one.location_names.join(', ')}</td>
            <td class="figure">
              {text(one.counted_line_count)} of {text(one.line_count)}
            </td>
            <td class="figure">{signed(one.variance_total)}</td>
            <td class="figure">{valueText(one)}</td>
          </tr>
        )}
      </PagedRows>
    </>
  )
}

const State = ({ of: { status } }: { of: Stocktake }) => <Badge tone={status === 'posted' ? 'good' : 'wait'}>{status}</Badge>

function NewCount({ organization }: { organization: Organization }) {
  const today = dayIn(organization.time_zone)
  const { entries, set, forget } = useKept('new stocktake', { name: '', counted_on: today, location_ids: [] as string[], is_whole: true, variants: [] as Pick<FoundVariant, 'variant_id' | 'sku'>[] })
  const locations = useRead(() => get<{ rows: { location_id: string; name: string }[] }>('/locations').then(({ rows }) => rows), [])
  const { location_ids, variants } = entries
  const toggle = (id: string) => set({ location_ids: location_ids.includes(id) ? location_ids.filter((one) => one !== id) : [...location_ids, id] })
  const submit = async () => {
    const { name, counted_on, is_whole } = entries
    const what = is_whole ? { include_all_variants: true } : { variant_ids: variants.map(({ variant_id }) => variant_id) }
    const stocktake = await post<Stocktake>('/stocktakes', { name: name.trim(), counted_on, location_ids, ...what })
    forget()
    location.assign(appAddress('/stock/counts', { stocktake: stocktake.id }))
  }
  return (
    <>
      <p>
        <a href={appAddress('/stock/counts')}>All stocktakes</a>
      </p>
      <Form action="Start the stocktake" submit={submit} cancel={() => location.assign(appAddress('/stock/counts'))}>
        <h2>New stocktake</h2>
        <div class="beside">
          <Field label="Name">{({ id }) => <input id={id} required value={entries.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />}</Field>
          <Field label="Day of the count">{({ id }) => <input id={id} type="date" max={today} required value={entries.counted_on} onInput={({ currentTarget }) => set({ counted_on: currentTarget.value })} />}</Field>
        </div>
        <Trouble of={locations.trouble} />
        <fieldset>
          <legend>Locations</legend>
          {(locations.data ?? []).map(({ location_id, name }) => (
            <label key={location_id} class="choice">
              <input type="checkbox" checked={location_ids.includes(location_id)} onChange={() => toggle(location_id)} /> {name}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Variants</legend>
          <label class="choice">
            <input type="radio" name="what" checked={entries.is_whole} onChange={() => set({ is_whole: true })} /> Every variant
          </label>
          <label class="choice">
            <input type="radio" name="what" checked={!entries.is_whole} onChange={() => set({ is_whole: false })} /> Only these
          </label>
          {!entries.is_whole && (
            <>
              <ul class="chips">
                {variants.map(({ variant_id, sku }) => (
                  <li key={variant_id}>
                    {sku}
                    <button type="button" class="plain" aria-label={`Take out ${sku}`} onClick={() => set({ variants: variants.filter((one) => one.variant_id !== variant_id) })}>
                      Take out
                    </button>
                  </li>
                ))}
              </ul>
              <VariantSearch take={({ variant_id, sku }) => set({ variants: variants.some((one) => one.variant_id === variant_id) ? variants : [...variants, { variant_id, sku }] })} />
            </>
          )}
        </fieldset>
        <p class="quiet">One line for each variant at each location. No stock moves until the stocktake is posted.</p>
      </Form>
    </>
  )
}

function Count({ stocktake_id, organization }: { stocktake_id: string; organization: Organization }) {
  const { data, trouble, again } = useRead(() => get<Stocktake>(`/stocktakes/${stocktake_id}`), [stocktake_id])
  const [times, setTimes] = useState(0)
  const [isPosting, setPosting] = useState(false)
  useEffect(() => {
    if (data !== null) document.title = `${data.name} · Stocktakes · ${organization.name}`
  }, [data])
  const next = () => {
    setTimes(times + 1)
    again()
  }
  if (data === null) return trouble === null ? <p role="status">Loading…</p> : <Trouble of={trouble} />
  const mayCount = organization.role !== 'viewer' && data.status === 'open'
  return (
    <>
      <p>
        <a href={appAddress('/stock/counts')}>All stocktakes</a>
      </p>
      <h2 class="name">{data.name}</h2>
      <p>
        <State of={data} /> <Day on={data.counted_on} />, {data.location_names.join(', ')}
      </p>
      <Trouble of={trouble} />
      {mayCount && <Counter stocktake_id={stocktake_id} location_names={data.location_names} counted={next} />}
      <p>
        <label>
          {text(data.counted_line_count)} of {text(data.line_count)} lines counted
          <progress value={data.counted_line_count} max={Math.max(data.line_count, 1)} />
        </label>
      </p>
      <p>
        Counted {text(data.counted_total)} units; difference {signed(data.variance_total)}, at cost {valueText(data)}.
      </p>
      <Differences key={times} of={data} zone={organization.time_zone} />
      {data.status === 'open' && <Uncounted key={`uncounted ${times}`} of={data} />}
      {mayCount && (
        <p class="buttons">
          <button type="button" class="first" disabled={data.counted_line_count === 0} onClick={() => setPosting(true)}>
            Post the stocktake…
          </button>
        </p>
      )}
      {isPosting && (
        <PostCount
          of={data}
          close={() => setPosting(false)}
          done={() => {
            setPosting(false)
            next()
          }}
        />
      )}
      <p class="foot">
        <a href={appAddress('/records/stocktakes/get', { id: stocktake_id })}>Every line of the stocktake</a>
      </p>
    </>
  )
}

const shownMax = 50

const titleOf = ({ product_title, variant_title }: CountLine): string => [product_title, variant_title].filter((word) => word !== '').join(', ')

const rest = (all: number) => all > shownMax && <p class="quiet">The first {shownMax} of {text(all)}.</p>

function Differences({ of, zone }: { of: Stocktake; zone: string }) {
  const { data, trouble } = useRead(() => readLines(of.id, isDifferent, { limit: shownMax, sort_args: 'variance_value' }), [of.id])
  return (
    <section>
      <h2>Differences</h2>
      <Trouble of={trouble} />
      {data !== null && data.rows.length === 0 && <p>{of.counted_line_count === 0 ? 'Nothing has been counted yet.' : 'What was counted is what the system has.'}</p>}
      {data !== null && data.rows.length > 0 && (
        <Records label="Differences" columns={['SKU', 'Item', 'Location', 'In the system', 'Counted', 'Difference', 'Moved since', 'Value']} figures={['In the system', 'Counted', 'Difference', 'Moved since', 'Value']} hasActions={false}>
          {data.rows.map((line) => (
            <tr key={`${line.variant_id} ${line.location_id}`}>
              <td class="whole">{line.sku}</td>
              <td class="long">{titleOf(line)}</td>
              <td>{line.location_name}</td>
              <td class="figure">{text(line.system_quantity)}</td>
              <td class="figure">
                <Cell value={line.counted_quantity} kind="number" zone={zone} />
              </td>
              <td class="figure">{line.variance_quantity === null ? '–' : signed(line.variance_quantity)}</td>
              <td class="figure">{line.moved_quantity === null ? '–' : signed(line.moved_quantity)}</td>
              <td class="figure">
                <Cell value={line.variance_value} kind="money" zone={zone} />
              </td>
            </tr>
          ))}
        </Records>
      )}
      {data !== null && rest(data.filtered_max_size)}
    </section>
  )
}

function Uncounted({ of }: { of: Stocktake }) {
  const { data, trouble } = useRead(() => readLines(of.id, isUncounted, { limit: shownMax }), [of.id])
  if (data === null || data.rows.length === 0) return <Trouble of={trouble} />
  return (
    <details>
      <summary>Not counted yet: {text(data.filtered_max_size)}</summary>
      <ul class="plain-list">
        {data.rows.map((line) => (
          <li key={`${line.variant_id} ${line.location_id}`}>
            {line.sku} <span class="quiet">{titleOf(line)}, {line.location_name}</span>
          </li>
        ))}
      </ul>
      {rest(data.filtered_max_size)}
    </details>
  )
}

function PostCount({ of, close, done }: { of: Stocktake; close: () => void; done: () => void }) {
  const { data, trouble } = useRead(() => readLines(of.id, isDifferent, { limit: 1 }), [of.id])
  const submit = async () => {
    await post(`/stocktakes/${of.id}/post`)
    done()
  }
  const left = of.line_count - of.counted_line_count
  return (
    <Dialog title={`Post ${of.name}`} close={close}>
      <Form action="Post the stocktake" cancel={close} submit={submit}>
        <Trouble of={trouble} />
        <Effects
          kind="count"
          of={[
            data !== null && `Books a movement for each of ${text(data.filtered_max_size)} ${data.filtered_max_size === 1 ? 'line that differs' : 'lines that differ'}: ${signed(of.variance_total)} units in all, at cost ${valueText(of)}.`,
            'Stock becomes what was counted, plus what has moved since each line was counted.',
            left > 0 && `${text(left)} uncounted ${left === 1 ? 'line stays' : 'lines stay'} unchanged.`,
            'The stocktake is then closed. This cannot be undone; an adjustment corrects what was counted wrongly.',
          ]}
        />
      </Form>
    </Dialog>
  )
}
