/** A service that can send, a worker on connections of its own, and the mail server and the gateway that it sends to. */
import { type Database, openDatabase } from '../../db/client/database.ts'
import { openChannels } from '../../server/documents/channels.ts'
import type { Sql } from '../../server/contract/call.ts'
import type { Outgoing } from '../../server/documents/channel.ts'
import type { ChannelName } from '../../server/documents/queue.ts'
import { claimDocuments, findDueGroups } from '../../server/documents/store.ts'
import { startOutbound } from '../../server/documents/worker.ts'
import type { Worker } from '../../server/queue/worker.ts'
import { testDatabase } from '../support/database.ts'
import { startService, type TestService } from '../support/service.ts'

/** Claims what is due of these channels, at most four papers of one concurrency key. */
export const claimAll = async (sql: Sql, channels: ChannelName[]): Promise<readonly Outgoing[]> =>
  claimDocuments(
    sql,
    (await findDueGroups(sql, channels)).map((group) => ({ ...group, jobs_max: 4 })),
  )

export interface Hand {
  worker: Worker
  stop: () => Promise<void>
}

export interface DocumentRig {
  service: TestService
  readonly worker: Worker
  /** Who works; a fresh one takes its place after it was stopped. */
  hand: Hand
  /** Sends what is due, lets what then waits come due, as time would, and sends it. */
  pass: (seconds: number) => Promise<void>
  /** Another worker, with connections of its own. */
  another: () => Hand
  stop: () => Promise<void>
}

export async function startDocumentRig(settings: Record<string, string>): Promise<DocumentRig> {
  const database = await testDatabase()
  // Warehouses of other tests have names that nobody knows, and each takes seconds to be looked up: they are not asked.
  await database.sql`
    update outbound_documents set state = 'stored', next_attempt_at = null, ended_at = now()
    where state = 'queued' and channel = 'warehouse'`
  const service = await startService(settings)
  const another = (): Hand => {
    // A claim that nobody waited for holds its paper for the length of a lease; here it is waited for.
    const db: Database = openDatabase(database.url, { door_connections: 4, acquire_ms: 20_000 })
    const worker = startOutbound(db, openChannels(service.settings, db.door))
    const stop = async () => {
      await worker.stop()
      await db.close()
    }
    return { worker, stop }
  }
  const rig: DocumentRig = {
    service,
    get worker() {
      return rig.hand.worker
    },
    hand: another(),
    another,
    pass: async (seconds) => {
      // What is under way has a lease, which time must not end.
      await rig.worker.settle()
      await database.sql`
        update outbound_documents set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
          leased_until = leased_until - make_interval(secs => ${seconds})
        where state = 'queued'`
      await rig.worker.settle()
    },
    stop: async () => {
      await rig.hand.stop()
      await service.stop()
    },
  }
  return rig
}
