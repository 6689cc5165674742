/** What a step will do, as far as the page knows before it is sent, and what it keeps of entries until then. */
import { useState } from 'preact/hooks'
import { forgetDraft, keepDraft, readDraft } from '../drafts'

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

/** A whole number of units as it was entered; null where it is none. */
export function unitsIn(text: string | undefined): number | null {
  const trimmed = (text ?? '').trim()
  return /^\d+$/.test(trimmed) ? Number(trimmed) : null
}

/** An amount as people write it, in hundredths; null where it is none. */
export function centsIn(text: string | undefined): number | null {
  const parts = /^(\d+)(?:\.(\d{1,2}))?$/.exec((text ?? '').trim())
  return parts === null ? null : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

export const amountIn = (cents: number): string => (cents / 100).toFixed(2)

/** What is left empty is not sent. */
export const stated = (text: string | undefined): string | undefined => (text === undefined || text.trim() === '' ? undefined : text.trim())
