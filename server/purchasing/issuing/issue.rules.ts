/** Which paper an issue makes: its number, and whether it takes the place of one that its recipient has. Pure. */
import type { DocumentState, ChannelName } from '../../documents/queue.ts'

/** A paper that went before. */
export interface EarlierDocument {
  channel: ChannelName
  recipient: string | null
  fingerprint: string
  revision: number
  state: DocumentState
  attempts: number
  /** Its signed address has stopped working. */
  is_expired: boolean
}

export interface DocumentToSend {
  channel: ChannelName
  recipient: string | null
  fingerprint: string
}

/** A failed paper reached nobody; one that was tried once may have arrived, and two originals would be two orders. */
const mayHaveArrived = ({ state, attempts }: EarlierDocument): boolean =>
  state === 'sent' || state === 'stored' || (state !== 'failed' && attempts > 0)

/** A way by which the order, or some version of it, may have got to somebody. */
export interface ReachedBy {
  channel: 'email' | 'edi'
  recipient: string
}

/** Who is told that an order is cancelled: everybody who may have it, once. A link tells whoever opens it by itself. */
export function planCancellation(before: readonly EarlierDocument[]): { revision: number; reached: ReachedBy[] } {
  const reached = new Map<string, ReachedBy>()
  for (const document of before) {
    const { channel, recipient } = document
    if ((channel === 'email' || channel === 'edi') && recipient !== null && mayHaveArrived(document))
      reached.set(`${channel} ${recipient}`, { channel, recipient })
  }
  return { revision: newestOf(before) + 1, reached: [...reached.values()] }
}

const newestOf = (before: readonly EarlierDocument[]) =>
  before.reduce((most, { revision }) => Math.max(most, revision), 0)

/** null where the same paper went the same way and stands: there is nothing to send again. `before` is newest first. */
export function planDocument(
  before: readonly EarlierDocument[],
  next: DocumentToSend,
): { revision: number; is_replacement: boolean } | null {
  const same_way = before.filter(({ channel, recipient }) => channel === next.channel && recipient === next.recipient)
  const [latest] = same_way
  const stands = latest?.fingerprint === next.fingerprint && latest.state !== 'failed' && !latest.is_expired
  if (stands) return null
  const [last] = before
  return {
    revision: last?.fingerprint === next.fingerprint ? last.revision : newestOf(before) + 1,
    is_replacement: same_way.some(mayHaveArrived),
  }
}
