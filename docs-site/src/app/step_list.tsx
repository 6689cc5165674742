/** Steps of a record side by side: what is done, what is next, and what waits. */
import { Badge } from './parts'

export interface ShownStep<Name extends string> {
  name: Name
  title: string
  /** next: what to do now; possible: can be done, too; later: something comes before it. */
  state: 'done' | 'next' | 'possible' | 'later'
  says: string
}

const words = { done: 'done', next: 'next', possible: 'can be done', later: 'later' } as const
const tones = { done: 'good', next: 'wait', possible: 'plain', later: 'plain' } as const

export function StepList<Name extends string>({ of, steps, buttons, mayChange, begin }: { of: string; steps: readonly ShownStep<Name>[]; buttons: Record<Name, string>; mayChange: boolean; begin: (step: Name) => void }) {
  return (
    <ol class="steps" aria-label={`Steps of ${of}`}>
      {steps.map(({ name, title, state, says }) => (
        <li key={name} class={state} aria-current={state === 'next' ? 'step' : undefined}>
          <h3>
            {title} <Badge tone={tones[state]}>{words[state]}</Badge>
          </h3>
          <p>{says}</p>
          {mayChange && (state === 'next' || state === 'possible') && (
            <button type="button" class={state === 'next' ? 'first' : undefined} onClick={() => begin(name)}>
              {buttons[name]}
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
