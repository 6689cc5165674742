/** Which paper an issue makes: its number, and whether it takes the place of one that its recipient has. Pure. */
import type { DocumentState, LaneName } from '../../documents/queue.ts'

/** A paper that went before. */
export interface PaperBefore {
  lane: LaneName
  recipient: string | null
  fingerprint: string
  revision: number
  state: DocumentState
  attempts: number
  /** Its signed address has stopped working. */
  is_expired: boolean
}

export interface PaperToSend {
  lane: LaneName
  recipient: string | null
  fingerprint: string
}

/** A failed paper reached nobody; one that was tried once may have arrived, and two originals would be two orders. */
const mayHaveArrived = ({ state, attempts }: PaperBefore): boolean =>
  state === 'sent' || state === 'stored' || (state !== 'failed' && attempts > 0)

/** A way by which the order, or some version of it, may have got to somebody. */
export interface ReachedBy {
  lane: 'email' | 'edi'
  recipient: string
}

/** Who is told that an order is cancelled: everybody who may have it, once. A link tells whoever opens it by itself. */
export function planCancellation(before: readonly PaperBefore[]): { revision: number; reached: ReachedBy[] } {
  const reached = new Map<string, ReachedBy>()
  for (const paper of before) {
    const { lane, recipient } = paper
    if ((lane === 'email' || lane === 'edi') && recipient !== null && mayHaveArrived(paper))
      reached.set(`${lane} ${recipient}`, { lane, recipient })
  }
  return { revision: newestOf(before) + 1, reached: [...reached.values()] }
}

const newestOf = (before: readonly PaperBefore[]) => before.reduce((most, { revision }) => Math.max(most, revision), 0)

/** null where the same paper went the same way and stands: there is nothing to send again. `before` is newest first. */
export function planPaper(
  before: readonly PaperBefore[],
  next: PaperToSend,
): { revision: number; is_replacement: boolean } | null {
  const same_way = before.filter(({ lane, recipient }) => lane === next.lane && recipient === next.recipient)
  const [latest] = same_way
  const stands = latest?.fingerprint === next.fingerprint && latest.state !== 'failed' && !latest.is_expired
  if (stands) return null
  const [last] = before
  return {
    revision: last?.fingerprint === next.fingerprint ? last.revision : newestOf(before) + 1,
    is_replacement: same_way.some(mayHaveArrived),
  }
}
