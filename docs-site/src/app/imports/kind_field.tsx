import { Described, Field } from '../parts'
import type { Kind } from './model'

interface Asked {
  kinds: readonly Kind[]
  value: string
  /** What it means that no kind is chosen; left out where one must be. */
  unstated?: string
  choose: (kind: string) => void
}

/** The kind of the records of a file, with what an import of the kind does. */
export function KindField({ kinds, value, unstated, choose }: Asked) {
  const chosen = kinds.find(({ kind }) => kind === value)
  return (
    <Field label="Records" hint={chosen && <Described text={chosen.description} />}>
      {({ id, describedby }) => (
        <select id={id} value={value} aria-describedby={describedby} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {unstated !== undefined && <option value="">{unstated}</option>}
          {kinds.map(({ kind, title }) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
