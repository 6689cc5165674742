/** Values of rows as a person reads them. What is null is never drawn as 0: where the row gives a reason it is unknown, with the reason; otherwise a dash. */
import type { Kind } from './lists'
import { Day, When, wordOf } from './parts'

export interface Figure {
  cents?: number | null
  amount?: number | null
  currency: string | null
  reason: string | null
}

/** In units of the currency; null if it is unknown. */
export const amountOf = ({ cents, amount }: Figure): number | null =>
  cents === undefined ? (amount ?? null) : cents === null ? null : cents / 100

const amountText = (amount: number, currency: string | null): string =>
  // The currency says how many decimals it has at least; a unit cost may have more.
  new Intl.NumberFormat(undefined, currency === null ? {} : { style: 'currency', currency, maximumFractionDigits: 10 }).format(amount)

export function moneyText(value: Figure): string {
  const amount = amountOf(value)
  if (amount === null) return value.reason === null ? 'unknown' : `unknown: ${value.reason}`
  return amountText(amount, value.currency)
}

/** In a table the reason is told to the pointer and to readers of the screen; in a whole row, to everybody. */
const Unknown = ({ reason, isWhole }: { reason: string | null; isWhole: boolean }) => (
  <span class="unknown" title={reason ?? undefined}>
    unknown
    {reason !== null && <span class={isWhole ? undefined : 'hidden'}>: {reason}</span>}
  </span>
)

function MoneyValue({ value, isWhole }: { value: Figure; isWhole: boolean }) {
  const amount = amountOf(value)
  return amount === null ? <Unknown reason={value.reason} isWhole={isWhole} /> : <>{amountText(amount, value.currency)}</>
}

/** Why a figure is null, where the row or record says it beside the figure. */
export const reasonOf = (of: Record<string, unknown>, name: string): string | null => {
  const reason = of[`${name}_reason`]
  return typeof reason === 'string' ? reason : null
}

const Json = ({ value }: { value: unknown }) => <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>

const short = (value: unknown): string => (Array.isArray(value) ? (value.length === 1 ? '1 entry' : `${value.length} entries`) : 'Show the row')

/** Text without a place to break would widen a table without end. */
const longest_word = 24
export const isLong = (value: unknown): boolean => typeof value === 'string' && value.split(/\s/).some((word) => word.length > longest_word)

/** A SKU is read as one word. */
export const isWhole = (name: string): boolean => /(^|_)sku$/.test(name)

interface Drawn {
  value: unknown
  reason?: string | null
  kind: Kind
  zone: string
  /** Of amounts that state none. */
  currency?: string | null
  isWhole?: boolean
}

export function Cell({ value, reason = null, kind, zone, currency = null, isWhole = false }: Drawn) {
  if ((value === null || value === undefined) && reason !== null) return <Unknown reason={reason} isWhole={isWhole} />
  if (value === null || value === undefined) return <span class="quiet">–</span>
  if (kind === 'money' && typeof value === 'object') return <MoneyValue value={value as Figure} isWhole={isWhole} />
  if (kind === 'cents' && typeof value === 'number') return <>{amountText(value / 100, currency)}</>
  if (kind === 'code' && typeof value === 'string') return <>{wordOf(value)}</>
  if (kind === 'date' && typeof value === 'string') return <Day on={value} />
  if (kind === 'instant' && typeof value === 'string') return <When at={value} zone={zone} />
  if (kind === 'number' && typeof value === 'number') return <>{new Intl.NumberFormat(undefined, { maximumFractionDigits: 10 }).format(value)}</>
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  if (kind === 'texts' && Array.isArray(value)) return <>{value.length === 0 ? '–' : value.join(', ')}</>
  if (typeof value === 'object') {
    const { name, title } = value as { name?: unknown; title?: unknown }
    const called = name ?? title
    if (!isWhole && typeof called === 'string') return <>{called}</>
    return isWhole ? <Json value={value} /> : <span class="quiet">{short(value)}</span>
  }
  return <>{String(value)}</>
}
