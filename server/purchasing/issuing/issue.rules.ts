/** Decides which document an issue creates: its revision, and whether it replaces one that the recipient has. Pure. */
import type { EarlierDocument } from './issue.store.ts'

export type DocumentToSend = Pick<EarlierDocument, 'channel' | 'recipient' | 'fingerprint'>

/** A failed document did not arrive; one with an attempt may have arrived, and a second original would be a second order. */
const mayHaveArrived = ({ state, attempts }: EarlierDocument): boolean =>
  state === 'sent' || state === 'stored' || (state !== 'failed' && attempts > 0)

/** A channel and recipient that some version of the order may have reached. */
export interface ReachedBy {
  channel: 'email' | 'edi'
  recipient: string
}

/** Recipients to notify of a cancellation: all who may have the order, once each. A link shows the cancellation itself. */
export function nextCancellation(before: readonly EarlierDocument[]): { revision: number; reached: ReachedBy[] } {
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

/** null if the same document was already issued to the same recipient and is still valid. `before` is newest first. */
export function nextDocument(
  before: readonly EarlierDocument[],
  next: DocumentToSend,
): { revision: number; is_replacement: boolean } | null {
  const toRecipient = before.filter(
    ({ channel, recipient }) => channel === next.channel && recipient === next.recipient,
  )
  const [latest] = toRecipient
  const isCurrent = latest?.fingerprint === next.fingerprint && latest.state !== 'failed' && !latest.is_expired
  if (isCurrent) return null
  const [last] = before
  return {
    revision: last?.fingerprint === next.fingerprint ? last.revision : newestOf(before) + 1,
    is_replacement: toRecipient.some(mayHaveArrived),
  }
}
