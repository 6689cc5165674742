/** What a step will do, as far as the page knows before it is sent, and what it keeps of entries until then. */
import { useState } from 'preact/hooks'
import { forgetDraft, keepDraft, readDraft } from './drafts'

/** Sentences on what follows; the service settles it when it takes the step. */
export function Effects({ of, kind = 'step' }: { of: readonly (string | false)[]; kind?: string }) {
  const sentences = of.filter((one) => one !== false)
  return (
    <section class="effects" aria-label={`What this ${kind} will do`}>
      <h3>What this {kind} will do</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p class="quiet">As of what this page has read. The service decides when it takes the {kind}.</p>
    </section>
  )
}

/** Entries of a form that outlive a reload until they are sent. */
export function useKept<Entries extends object>(name: string, initial: Entries) {
  const [entries, setEntries] = useState<Entries>(() => ({ ...initial, ...readDraft<Partial<Entries>>(name) }))
  const set = (changed: Partial<Entries>) => {
    const all = { ...entries, ...changed }
    // What was not touched may have changed by the time the form is opened again.
    keepDraft(name, Object.fromEntries(Object.entries(all).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(initial[key as keyof Entries]))))
    setEntries(all)
  }
  return { entries, set, forget: () => forgetDraft(name) }
}

/** What is left empty is not sent. */
export const stated = (text: string | undefined): string | undefined => (text === undefined || text.trim() === '' ? undefined : text.trim())
