/** Sends papers, on the runner that webhooks have too: leased, fenced, tried again after a minute, ten and an hour. */
import { type Database, DatabaseUnavailable, isConnectionError } from '../../db/client.ts'
import { limits } from '../contract/limits.ts'
import { startQueue, type Worker } from '../outbox/runner.ts'
import type { Lanes, Outgoing, Sending } from './lane.ts'
import { type LaneName, outbound_channel } from './queue.ts'
import { claimDocuments, finishDocuments } from './store.ts'

/** Papers are written as they are sent, which costs more than posting bytes: a few at a time suffice. */
const concurrency = 16
const per_room = 4
const asked_most = 5
const ask_again_ms = 200

/** What our own database did not answer is nobody else's failure: it is asked again before an attempt is spent. */
async function send(document: Outgoing, lanes: Lanes): Promise<Sending> {
  for (let asked = 1; ; asked++) {
    try {
      return await lanes[document.lane]!.send(document)
    } catch (error) {
      if (asked === asked_most || !isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, ask_again_ms))
    }
  }
}

const isDatabaseAway = (error: unknown) => error instanceof DatabaseUnavailable || isConnectionError(error)

/** One attempt within its time; whatever a lane throws is written down as what went wrong. */
async function attempt(document: Outgoing, lanes: Lanes): Promise<Sending> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Sending>((resolve) => {
    const settle = () => resolve({ is_sent: false, status: null, detail: 'timed_out' })
    timer = setTimeout(settle, limits.outbound_timeout_seconds * 1_000)
  })
  try {
    return await Promise.race([send(document, lanes), late])
  } catch (error) {
    return { is_sent: false, status: null, detail: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}

/** The lanes are those that this process can send on. */
export function startOutbound(db: Database, lanes: Lanes): Worker {
  const names = Object.keys(lanes) as LaneName[]
  return startQueue<Outgoing, Sending>(db, {
    name: 'papers',
    channel: outbound_channel,
    concurrency,
    per_room,
    claim: (most, busy) => claimDocuments(db.door, names, most, busy, per_room),
    roomOf: ({ room }) => room,
    attempt: (document) => attempt(document, lanes),
    finish: (ended) => db.write((sql) => finishDocuments(sql, ended)),
  })
}
