/** Parts that the app's screens share. */
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useDraft } from './drafts'
import { goToSignIn, ServiceRefusal, type Rows } from './service'

/** A sentence of the service with its code and request id, as support needs them. */
export function Trouble({ of }: { of: unknown }) {
  if (of === null || of === undefined) return null
  const refusal = of instanceof ServiceRefusal ? of : null
  return (
    <div class="trouble" role="alert">
      <p>{(of as Error).message}</p>
      {refusal?.code && (
        <p class="quiet">
          {refusal.doc_url ? <a href={refusal.doc_url}>{refusal.code}</a> : refusal.code}
          {refusal.request_id && (
            <>
              {' '}
              in request <code>{refusal.request_id}</code>
            </>
          )}
        </p>
      )}
    </div>
  )
}

/** Whether the session is none any more, so that the sign-in follows. */
const isSignedOut = (error: unknown): boolean => error instanceof ServiceRefusal && error.code === 'session_invalid'

/** The element that the focus was on before a dialog took it, and which gets it back when the last dialog has gone. */
let opener: HTMLElement | null = null

function rememberOpener(): void {
  const at = document.activeElement
  if (at instanceof HTMLElement && at !== document.body && at.closest('dialog') === null) opener = at
}

function giveFocusBack(): void {
  if (document.querySelector('dialog[open]') !== null) return
  opener?.focus()
  keepFocus()
}

/** What opened a dialog can go with what the dialog did, or with the next read: then the heading of the screen has the focus. */
function keepFocus(): void {
  if (opener === null || opener.isConnected || document.activeElement !== document.body) return
  opener = null
  document.querySelector<HTMLElement>('main h1')?.focus()
}

export interface Read<Data> {
  data: Data | null
  trouble: unknown
  isLoading: boolean
  again: () => void
}

/** Reads when the screen opens and when `again` is called. Without a session, the sign-in follows. */
export function useRead<Data>(read: () => Promise<Data>, depends: readonly unknown[]): Read<Data> {
  const [state, setState] = useState<{ data: Data | null; trouble: unknown }>({ data: null, trouble: null })
  const [isLoading, setLoading] = useState(true)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setLoading(true)
    read()
      .then((data) => isCurrent && setState({ data, trouble: null }))
      .catch((trouble: unknown) => {
        if (isSignedOut(trouble)) goToSignIn()
        else if (isCurrent) setState(({ data }) => ({ data, trouble }))
      })
      .finally(() => isCurrent && setLoading(false))
    return () => {
      isCurrent = false
    }
  }, [...depends, times])
  useEffect(keepFocus, [state])
  return { ...state, isLoading, again: useCallback(() => setTimes((count) => count + 1), []) }
}

/** Runs one write at a time and keeps what the service said of it; what a person entered stays as it is. */
export function useWrite(): { isRunning: boolean; trouble: unknown; run: (write: () => Promise<void>) => Promise<void> } {
  const [isRunning, setRunning] = useState(false)
  const [trouble, setTrouble] = useState<unknown>(null)
  const busy = useRef(false)
  const run = async (write: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    setTrouble(null)
    try {
      await write()
    } catch (error) {
      if (isSignedOut(error)) goToSignIn()
      setTrouble(error)
    } finally {
      busy.current = false
      setRunning(false)
    }
  }
  return { isRunning, trouble, run }
}

/** A dialog that traps the focus and closes with Escape, as browsers have it. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const label = useId()
  useLayoutEffect(() => {
    rememberOpener()
    dialog.current?.showModal()
    // A further dialog may take the place of this one.
    return () => void setTimeout(giveFocusBack)
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={label} onClose={close}>
      <h2 id={label}>{title}</h2>
      {children}
    </dialog>
  )
}

export function Field({ label, hint, children }: { label: string; hint?: ComponentChildren; children: (ids: { id: string; describedby: string | undefined }) => ComponentChildren }) {
  const id = useId()
  const described = `${id}-hint`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, describedby: hint === undefined ? undefined : described })}
      {hint !== undefined && (
        <p class="quiet" id={described}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Hands over what a person entered in a form, in place of the browser's own request. */
export const entered = (submit: (entries: FormData, form: HTMLFormElement) => void) => (event: SubmitEvent) => {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  submit(new FormData(form), form)
}

/** A form that sends one write; what was entered stays as it is if the service refuses it, and over a reload under the name of its draft. */
export function Form({ action, draft, cancel, submit, children }: { action: string; draft?: string | undefined; cancel?: () => void; submit: (entries: FormData) => Promise<void>; children: ComponentChildren }) {
  const write = useWrite()
  const { form, forget } = useDraft(draft)
  const send = (entries: FormData) =>
    write.run(async () => {
      await submit(entries)
      forget()
    })
  return (
    <form ref={form} onSubmit={entered((entries) => void send(entries))}>
      {children}
      <Trouble of={write.trouble} />
      <p class="buttons">
        <button type="submit" class="first" disabled={write.isRunning}>
          {action}
        </button>
        {cancel !== undefined && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </p>
    </form>
  )
}

/** A dialog that only shows something. */
export const ReadDialog = ({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) => (
  <Dialog title={title} close={close}>
    {children}
    <p class="buttons">
      <button type="button" onClick={close}>
        Close
      </button>
    </p>
  </Dialog>
)

/** A table of records, whose rows end with their actions where they have some; a narrow window scrolls it alone. The heads of figures stand above them. */
export const Records = ({ label, columns, figures = [], hasActions = true, children }: { label: string; columns: readonly string[]; figures?: readonly string[]; hasActions?: boolean; children: ComponentChildren }) => (
  <div class="wide" tabIndex={0} role="region" aria-label={label}>
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column} class={figures.includes(column) ? 'figure' : undefined}>
              {column}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <span class="hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** The way to further pages; nothing where one page has all. */
export function Pages({ offset, size, of, go, words, children }: { offset: number; size: number; of: number; go: (offset: number) => void; words: readonly [back: string, on: string]; children?: ComponentChildren }) {
  if (offset === 0 && of <= size) return null
  return (
    <nav class="buttons" aria-label="Pages">
      <button type="button" disabled={offset === 0} onClick={() => go(Math.max(0, offset - size))}>
        {words[0]}
      </button>
      {children}
      <button type="button" disabled={offset + size >= of} onClick={() => go(offset + size)}>
        {words[1]}
      </button>
    </nav>
  )
}

/** Pages of rows that come newest first, with where one is. */
export const NewestPages = (page: { offset: number; size: number; of: number; go: (offset: number) => void }) => (
  <Pages {...page} words={['Newer', 'Older']}>
    <span class="quiet">
      {page.offset + 1} to {Math.min(page.of, page.offset + page.size)} of {page.of}
    </span>
  </Pages>
)

/** Rows of a list whose address says from which one on it is shown. */
export const pageSize = 25

/** The first row of the page, from 0. */
export const fromInAddress = (): number => Number(new URLSearchParams(location.search).get('from') ?? 0) || 0

interface PageOfRows<Row> {
  of: Pick<ReturnType<typeof useRead<Rows<Row>>>, 'data' | 'trouble'>
  /** What is said where there is no row. */
  empty: string
  label: string
  columns: readonly string[]
  figures?: readonly string[]
  hasActions?: boolean
  go: (from: string) => void
  children: (row: Row) => ComponentChildren
}

/** The rows of a page, or why there are none, and the way to further pages. */
export const PagedRows = <Row,>({ of: { data, trouble }, empty, go, hasActions = false, children, ...table }: PageOfRows<Row>) => (
  <>
    <Trouble of={trouble} />
    {data === null && trouble === null && <p role="status">Loading…</p>}
    {data !== null && data.rows.length === 0 && <p>{empty}</p>}
    {data !== null && data.rows.length > 0 && (
      <Records {...table} hasActions={hasActions}>
        {data.rows.map(children)}
      </Records>
    )}
    <NewestPages offset={fromInAddress()} size={pageSize} of={data?.filtered_max_size ?? 0} go={(offset) => go(String(offset))} />
  </>
)

/** A question before what cannot be undone; it says what follows. `run` closes it, or shows in its place what there is to show. */
export function Confirm({ title, consequence, action, run, close }: { title: string; consequence: string; action: string; run: () => Promise<void>; close: () => void }) {
  const write = useWrite()
  return (
    <Dialog title={title} close={close}>
      <p>{consequence}</p>
      <Trouble of={write.trouble} />
      <p class="buttons">
        <button type="button" class="danger" disabled={write.isRunning} onClick={() => write.run(run)}>
          {action}
        </button>
        <button type="button" onClick={close}>
          Keep it
        </button>
      </p>
    </Dialog>
  )
}

/** A secret that is shown once: it can be copied, and is gone when the dialog closes. */
export function ShownOnce({ title, what, secret, close }: { title: string; what: string; secret: string; close: () => void }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog title={title} close={close}>
      <p>This is the only time that {what} is shown. Store it where your integration reads it, and nowhere else.</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <p class="buttons">
        <button type="button" class="first" onClick={copy}>
          Copy
        </button>
        <button type="button" onClick={close}>
          I have stored it
        </button>
      </p>
      <p role="status" class="quiet">
        {copied === true ? 'Copied.' : copied === false ? 'The browser did not allow copying: select the text and copy it.' : ''}
      </p>
    </Dialog>
  )
}

/** An instant in the organisation's time zone and the reader's language. */
export function When({ at, zone }: { at: string | null; zone: string }) {
  if (at === null) return <>never</>
  const text = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(at))
  return <time dateTime={at}>{text}</time>
}

/** A day as the reader's language writes it; days have no time zone. */
export function Day({ on }: { on: string }) {
  const at = new Date(`${on}T00:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(on) || Number.isNaN(at.getTime())) return <>{on}</>
  return <time dateTime={on}>{new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)}</time>
}

export const Badge = ({ tone, children }: { tone: 'good' | 'wait' | 'bad' | 'plain'; children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
)

const abbreviations = /\b(id|sku|gtin|edi|url|api|vat|hs|sscc|gs1|csv|wms|pim|bom)\b/g

/** Words of the service, such as `on_hand_qty`, as a person reads them. Amounts are drawn with their currency, so no name says cents. */
export const wordsOf = (name: string): string =>
  name
    .replaceAll(/[_.]/g, ' ')
    .replace(/\bqty\b/, 'quantity')
    .replace(/\bpct\b/, '%')
    .replace(/ cents$/, '')
    .replaceAll(abbreviations, (word) => word.toUpperCase())

/** The same as a label of a field, a column or a section. */
export const labelOf = (name: string): string => wordsOf(name).replace(/^./, (letter) => letter.toUpperCase())

/** A word that the service has a list of, such as `not_sent` or `ACTIVE`; units and currencies stay as they are written. */
export const wordOf = (code: string): string => {
  const words = code.replaceAll(/[_.]/g, ' ')
  return code.length > 4 && code === code.toUpperCase() ? words.toLowerCase() : words
}

/** Text of the document, whose names of fields and values stand between backticks. */
export const Described = ({ text }: { text: string }) => (
  <>{text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</>
)

const units = [
  { unit: 'byte', bytes: 1 },
  { unit: 'kilobyte', bytes: 1_000 },
  { unit: 'megabyte', bytes: 1_000_000 },
  { unit: 'gigabyte', bytes: 1_000_000_000 },
] as const

/** A size in the largest unit of which there is one. */
export function bytesInWords(size: number): string {
  const { unit, bytes } = units.findLast((one) => size >= one.bytes) ?? units[0]
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumFractionDigits: 1 }).format(size / bytes)
}
