/** Sends documents: a kind of the queue (queue/kind.ts), retried after one, ten and sixty minutes. */
import { type ChannelName } from './known_values.ts'
import { type Database, isConnectionError } from '../../db/client/database.ts'
import { limits } from '../contract/limits.ts'
import type { Caps, Kind } from '../queue/kind.ts'
import { startQueue, type Worker } from '../queue/worker.ts'
import { type Channels, type Outgoing, sending, type SendResult } from './channel.ts'
import { outboundChannel } from './queue.ts'
import { claimOutboundDocuments, findDueGroups, finishOutboundDocuments } from './store.ts'

/** All organisations share one mail server and one EDI gateway. */
const caps: Caps = { total: 64, organization: 16, destination: 16, organization_destination: 4, timed_out: 8 }
const sendAttemptsMax = 5
const retryDelayMs = 200

/** Our own database being unreachable is not the recipient's failure, so it is retried before an attempt is spent. */
async function send(document: Outgoing, channels: Channels): Promise<SendResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await channels[document.channel]!.send(document)
    } catch (error) {
      if (attempt === sendAttemptsMax || !isConnectionError(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
}

/** `channels`: those configured in this process. */
const documents = (db: Database, channels: Channels): Kind<Outgoing, SendResult> => ({
  name: 'documents',
  channel: outboundChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueGroups(db.autocommit, Object.keys(channels) as ChannelName[]),
  claim: (allotments) => claimOutboundDocuments(db.autocommit, allotments),
  run: (document) => send(document, channels),
  ...sending,
  finish: (ended) => db.write((sql) => finishOutboundDocuments(sql, ended)),
})

export const startOutbound = (db: Database, channels: Channels): Worker => startQueue(db, documents(db, channels))
