/** Sends papers: a kind of the queue (queue/kind.ts), tried again after a minute, ten and an hour. */
import { type Database, DatabaseUnavailable, isConnectionError } from '../../db/client.ts'
import { limits } from '../contract/limits.ts'
import type { Caps, Kind } from '../queue/kind.ts'
import { startQueue, type Worker } from '../queue/worker.ts'
import type { Channels, Outgoing, Sending } from './channel.ts'
import { type ChannelName, outbound_channel } from './queue.ts'
import { claimDocuments, findDueGroups, finishDocuments } from './store.ts'

/** Every organisation's mails leave through one mail server, and its interchanges through one gateway. */
const caps: Caps = { total: 64, organization: 16, destination: 16, organization_destination: 4, timed_out: 8 }
const asked_most = 5
const ask_again_ms = 200

/** What our own database did not answer is nobody else's failure: it is asked again before an attempt is spent. */
async function send(document: Outgoing, channels: Channels): Promise<Sending> {
  for (let asked = 1; ; asked++) {
    try {
      return await channels[document.channel]!.send(document)
    } catch (error) {
      if (asked === asked_most || !isDatabaseAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, ask_again_ms))
    }
  }
}

const isDatabaseAway = (error: unknown) => error instanceof DatabaseUnavailable || isConnectionError(error)

/** The channels are those that this process can send on. */
const documents = (db: Database, channels: Channels): Kind<Outgoing, Sending> => ({
  name: 'documents',
  channel: outbound_channel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueGroups(db.door, Object.keys(channels) as ChannelName[]),
  claim: (allotments) => claimDocuments(db.door, allotments),
  run: (document) => send(document, channels),
  failed: (reason) => ({ is_sent: false, status: null, detail: reason === 'timed_out' ? reason : reason.message }),
  evaluate: ({ is_sent, is_final, status, detail }) => ({
    is_done: is_sent,
    is_final,
    is_timed_out: status === null && detail === 'timed_out',
  }),
  finish: (ended) => db.write((sql) => finishDocuments(sql, ended)),
})

export const startOutbound = (db: Database, channels: Channels): Worker => startQueue(db, documents(db, channels))
