/** Charts of what the service answered. What is not known is drawn as unknown, with its reason, and never as 0. */
import { amountOf, type Figure, moneyText } from './cells'

export interface Column {
  name: string
  value: Figure
  /** The same weeks of last year, where it is compared. */
  before: Figure | null
  isForecast: boolean
}

const share = (amount: number, top: number): string => `${top === 0 ? 0 : Math.max(0, (amount / top) * 100)}%`

const inWords = ({ name, value, before, isForecast }: Column): string =>
  [`${name}: ${moneyText(value)}${isForecast ? ' forecast' : ''}`, before === null ? '' : `last year ${moneyText(before)}`].filter((part) => part !== '').join(', ')

/** A column for each period, and across it a line at the value of the year before. */
export function Columns({ label, columns }: { label: string; columns: readonly Column[] }) {
  const amounts = columns.flatMap(({ value, before }) => [amountOf(value) ?? 0, before === null ? 0 : (amountOf(before) ?? 0)])
  const top = Math.max(0, ...amounts)
  const currency = columns[0]?.value.currency ?? null
  const reasons = [...new Set(columns.flatMap(({ value }) => (amountOf(value) === null && value.reason !== null ? [value.reason] : [])))]
  return (
    <figure class="chart" aria-label={label}>
      <figcaption class="quiet">
        {top > 0 && `The tallest is ${moneyText({ amount: top, currency, reason: null })}. `}
        <span class="key now" /> this year <span class="key before" /> last year <span class="key forecast" /> forecast <span class="key unknown" /> unknown
      </figcaption>
      <ol class="columns">
        {columns.map((column) => (
          <li key={`${column.name}${column.isForecast}`} title={inWords(column)}>
            <Bar of={column} top={top} />
            <span class="hidden">{inWords(column)}</span>
            <span class="tick" aria-hidden="true">
              {column.name}
            </span>
          </li>
        ))}
      </ol>
      {reasons.length > 0 && <p class="unknown">Unknown: {reasons.join(' ')}</p>}
    </figure>
  )
}

function Bar({ of: { value, before, isForecast }, top }: { of: Column; top: number }) {
  const amount = amountOf(value)
  const earlier = before === null ? null : amountOf(before)
  return (
    <span class="slot" aria-hidden="true">
      {amount === null ? <span class="bar unknown" /> : <span class={`bar${isForecast ? ' forecast' : ''}${amount < 0 ? ' negative' : ''}`} style={{ height: share(amount, top) }} />}
      {earlier !== null && <span class="before" style={{ bottom: share(earlier, top) }} />}
    </span>
  )
}

/** A bar for each name, the longest for the largest. */
export function Bars({ label, rows }: { label: string; rows: readonly { name: string; value: Figure }[] }) {
  const top = Math.max(0, ...rows.map(({ value }) => amountOf(value) ?? 0))
  return (
    <figure class="chart" aria-label={label}>
      <ul class="bars">
        {rows.map(({ name, value }) => {
          const amount = amountOf(value)
          return (
            <li key={name}>
              <span class="long">{name}</span>
              <span class="track" aria-hidden="true">
                {amount === null ? <span class="bar unknown" /> : <span class="bar" style={{ width: share(amount, top) }} />}
              </span>
              <span class="figure">{moneyText(value)}</span>
            </li>
          )
        })}
      </ul>
    </figure>
  )
}
