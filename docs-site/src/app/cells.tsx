/** Values of rows as a person reads them. What is not known is drawn as such, with the reason, and never as 0. */
import type { Kind } from './lists'
import { When } from './parts'

/** Words of the service, such as `on_hand_qty`, as a person reads them. */
export const wordsOf = (name: string): string => name.replaceAll(/[_.]/g, ' ').replace(/\bqty\b/, 'quantity').replace(/\bid\b/, 'ID')

interface Figure {
  cents?: number | null
  amount?: number | null
  currency: string | null
  reason: string | null
}

/** In a table the reason is told to the pointer and to readers of the screen; in a whole row, to everybody. */
const Unknown = ({ reason, isWhole }: { reason: string | null; isWhole: boolean }) => (
  <span class="unknown" title={reason ?? undefined}>
    unknown
    {reason !== null && <span class={isWhole ? undefined : 'hidden'}>: {reason}</span>}
  </span>
)

function MoneyValue({ value, isWhole }: { value: Figure; isWhole: boolean }) {
  const amount = value.cents === undefined ? value.amount : value.cents === null ? null : value.cents / 100
  if (amount === null || amount === undefined) return <Unknown reason={value.reason} isWhole={isWhole} />
  if (value.currency === null) return <>{new Intl.NumberFormat().format(amount)}</>
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 10 }
  return <>{new Intl.NumberFormat(undefined, { style: 'currency', currency: value.currency, ...digits }).format(amount)}</>
}

const Json = ({ value }: { value: unknown }) => <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>

const short = (value: unknown): string => (Array.isArray(value) ? (value.length === 1 ? '1 entry' : `${value.length} entries`) : 'Show the row')

export function Cell({ value, kind, zone, isWhole = false }: { value: unknown; kind: Kind; zone: string; isWhole?: boolean }) {
  if (value === null || value === undefined) return <span class="quiet">–</span>
  if (kind === 'money' && typeof value === 'object') return <MoneyValue value={value as Figure} isWhole={isWhole} />
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
