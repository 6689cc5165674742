/** What a person has entered and not sent yet outlives a reload of the page, in this tab alone. Secrets are never kept. */
import { useEffect, useRef } from 'preact/hooks'
import { organizationInAddress } from './service'

const prefix = 'draft '
const owner = 'drafts_of'

const keyOf = (name: string): string => `${prefix}${organizationInAddress()} ${name}`

export function readDraft<Draft>(name: string): Draft | null {
  const text = sessionStorage.getItem(keyOf(name))
  return text === null ? null : (JSON.parse(text) as Draft)
}
export const keepDraft = (name: string, draft: unknown): void => sessionStorage.setItem(keyOf(name), JSON.stringify(draft))
export const forgetDraft = (name: string): void => sessionStorage.removeItem(keyOf(name))

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}

/** Drafts of another person who signed in in this tab before are forgotten. */
export function ownDrafts(user_id: string): void {
  if (sessionStorage.getItem(owner) !== user_id) forgetDrafts()
  sessionStorage.setItem(owner, user_id)
}

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const entriesOf = (form: HTMLFormElement): Entry[] =>
  [...form.querySelectorAll<Entry>('input[name], select[name], textarea[name]')].filter(({ type }) => type !== 'password' && type !== 'file')

const isTicked = (entry: Entry): entry is HTMLInputElement => entry.type === 'checkbox' || entry.type === 'radio'

/** Values that the form was opened with are not part of a draft: the record may have changed by the time the form is opened again. */
const isChanged = (entry: Entry): boolean =>
  isTicked(entry) ? entry.checked !== entry.defaultChecked : 'defaultValue' in entry ? entry.value !== entry.defaultValue : true

/** Checkboxes can share a name, so their value is part of the key. */
const nameOf = (entry: Entry): string => (isTicked(entry) ? `${entry.name}=${entry.value}` : entry.name)

function restore(form: HTMLFormElement, draft: Record<string, string | boolean>): void {
  for (const entry of entriesOf(form)) {
    const kept = draft[nameOf(entry)]
    // What was entered before the draft was read holds.
    if (kept === undefined || (!isTicked(entry) && 'defaultValue' in entry && isChanged(entry))) continue
    if (isTicked(entry)) entry.checked = kept === true
    else entry.value = String(kept)
    // What the screen keeps of an entry follows it.
    entry.dispatchEvent(new Event('input', { bubbles: true }))
    entry.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Keeps what is entered in a form under the name, and puts it back when the form appears; without a name nothing is kept. */
export function useDraft(name: string | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const shown = form.current
    if (name === undefined || shown === null) return
    const draft = readDraft<Record<string, string | boolean>>(name)
    if (draft !== null) restore(shown, draft)
    const keep = () => keepDraft(name, Object.fromEntries(entriesOf(shown).filter(isChanged).map((entry) => [nameOf(entry), isTicked(entry) ? entry.checked : entry.value])))
    shown.addEventListener('input', keep)
    shown.addEventListener('change', keep)
    return () => {
      shown.removeEventListener('input', keep)
      shown.removeEventListener('change', keep)
    }
  }, [name, form.current])
  return { form, forget: () => name !== undefined && forgetDraft(name) }
}
