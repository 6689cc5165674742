/** The writes beside a list or a record, as far as the person's role allows them. */
import { useState } from 'preact/hooks'
import { OperationDialog } from './operation'
import type { Organization } from './service'
import type { Write } from './writes'

/** So many stand side by side; what is more is found under one button. */
const shownMax = 4

interface Shown {
  writes: readonly Write[]
  known: Record<string, string>
  organization: Organization
  /** Whether the screen has what is done first, so that these stand behind one button. */
  areSecond?: boolean
  /** Takes what was done and the data of the response. */
  done: (write: Write, data: any) => void
}

export const allowed = (writes: readonly Write[], { role }: Organization): Write[] => writes.filter(({ needs }) => role === 'admin' || (role === 'member' && needs === 'member'))

export function WriteButtons({ writes, known, organization, areSecond = false, done }: Shown) {
  const [open, setOpen] = useState<Write | null>(null)
  const own = allowed(writes, organization)
  if (own.length === 0) return null
  const shown = areSecond ? 0 : shownMax
  const one = (write: Write, at: number) => (
    <button type="button" key={write.operation} class={write.is_grave ? 'danger' : at === 0 ? 'first' : undefined} title={write.effect} onClick={() => setOpen(write)}>
      {write.words}
    </button>
  )
  return (
    <>
      {shown > 0 && <p class="buttons">{own.slice(0, shown).map(one)}</p>}
      {own.length > shown && (
        <details class="more">
          <summary>More actions</summary>
          <p class="buttons">{own.slice(shown).map((write) => one(write, 1))}</p>
        </details>
      )}
      {open !== null && (
        <OperationDialog
          operation={open.operation}
          effect={open.effect}
          known={known}
          reads={open.reads}
          organization={organization}
          close={() => setOpen(null)}
          done={(data) => {
            setOpen(null)
            done(open, data)
          }}
        />
      )}
    </>
  )
}
