/** Sends papers: a kind of the queue (queue/kind.ts), tried again after a minute, ten and an hour. */
import { type Database, DatabaseUnavailable, isConnectionError } from '../../db/client.ts'
import { limits } from '../contract/limits.ts'
import type { Caps, Kind } from '../queue/kind.ts'
import { startQueue, type Worker } from '../queue/worker.ts'
import type { Lanes, Outgoing, Sending } from './channel.ts'
import { type LaneName, outbound_channel } from './queue.ts'
import { claimDocuments, findDueRooms, finishDocuments } from './store.ts'

/** Every organisation's mails leave through one mail server, and its interchanges through one gateway. */
const caps: Caps = { total: 64, organization: 16, destination: 16, organization_destination: 4, timed_out: 8 }
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

/** The lanes are those that this process can send on. */
const documents = (db: Database, lanes: Lanes): Kind<Outgoing, Sending> => ({
  name: 'documents',
  channel: outbound_channel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueRooms(db.door, Object.keys(lanes) as LaneName[]),
  claim: (allotments) => claimDocuments(db.door, allotments),
  run: (document) => send(document, lanes),
  failed: (reason) => ({ is_sent: false, status: null, detail: reason === 'timed_out' ? reason : reason.message }),
  judge: ({ is_sent, is_final, status, detail }) => ({
    is_done: is_sent,
    is_final,
    is_timed_out: status === null && detail === 'timed_out',
  }),
  finish: (ended) => db.write((sql) => finishDocuments(sql, ended)),
})

export const startOutbound = (db: Database, lanes: Lanes): Worker => startQueue(db, documents(db, lanes))
