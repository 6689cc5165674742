/** Every screen and list by a few letters: opened with Ctrl K, ⌘ K or a slash. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog, Field } from './parts'
import { appAddress } from './service'

export interface Way {
  path: string
  label: string
}

const shownMax = 12

/** The lists, as the build wrote them into the page. */
function listsOfPage(): Way[] {
  const text = document.getElementById('lists')?.textContent
  return text === undefined || text === null ? [] : (JSON.parse(text) as Way[])
}

/** Ways that have every word of what was typed; those that begin with it first. */
export function found(ways: readonly Way[], typed: string): Way[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const begins = ({ label }: Way) => (label.toLowerCase().startsWith(words.join(' ')) ? 0 : 1)
  return ways
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
    .toSorted((one, other) => begins(one) - begins(other))
    .slice(0, shownMax)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

export function Palette({ screens }: { screens: readonly Way[] }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const asks = (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isTyping(event.target))
      if (!asks || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} title="Ctrl K, ⌘ K or /">
        Go to…
      </button>
      {isOpen && <Finder screens={screens} close={() => setOpen(false)} />}
    </>
  )
}

function Finder({ screens, close }: { screens: readonly Way[]; close: () => void }) {
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const [all] = useState(() => [...screens, ...listsOfPage()])
  const ways = found(all, typed)
  const links = () => [...(list.current?.querySelectorAll('a') ?? [])]
  /** The arrows go through what was found, and up from its first to the entry. */
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const at = links().indexOf(document.activeElement as HTMLAnchorElement) + by
    if (at < 0) (event.currentTarget as HTMLElement).querySelector('input')?.focus()
    else links()[at]?.focus()
  }
  return (
    <Dialog title="Go to" close={close}>
      <div onKeyDown={move}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            links()[0]?.click()
          }}
        >
          <Field label="Screen or list">{({ id }) => <input id={id} value={typed} autocomplete="off" onInput={({ currentTarget }) => setTyped(currentTarget.value)} />}</Field>
        </form>
        <ul class="plain-list" ref={list}>
          {ways.map(({ path, label }) => (
            <li key={path}>
              <a href={appAddress(path)}>{label}</a>
            </li>
          ))}
        </ul>
        <p role="status" class="quiet">
          {ways.length === 0 ? 'Nothing has these words.' : ''}
        </p>
      </div>
    </Dialog>
  )
}
