/** A service that sends documents, with a worker on its own connections. */
import { type ChannelName } from '../../server/documents/known_values.ts'
import { type Database, openDatabase } from '../../db/client/database.ts'
import { openChannels } from '../../server/documents/channels.ts'
import type { Sql } from '../../server/contract/call.ts'
import type { Outgoing } from '../../server/documents/channel.ts'
import { claimOutboundDocuments, findDueGroups } from '../../server/documents/store.ts'
import { startOutbound } from '../../server/documents/worker.ts'
import type { Worker } from '../../server/queue/worker.ts'
import { testDatabase } from '../support/database.ts'
import { startService, type TestService } from '../support/service/service.ts'

/** Claims due documents of these channels, at most four per concurrency key. */
export const claimAll = async (sql: Sql, channels: ChannelName[]): Promise<readonly Outgoing[]> =>
  claimOutboundDocuments(
    sql,
    (await findDueGroups(sql, channels)).map((group) => ({ ...group, jobs_max: 4 })),
  )

export interface RunningWorker {
  worker: Worker
  stop: () => Promise<void>
}

export interface DocumentRig {
  service: TestService
  readonly worker: Worker
  /** The current worker; replaced by a new one after it was stopped. */
  running: RunningWorker
  /** Sends what is due, advances the waiting documents by so many seconds, and sends what is then due. */
  advance: (seconds: number) => Promise<void>
  /** Starts another worker with its own connections. */
  startWorker: () => RunningWorker
  stop: () => Promise<void>
}

export async function startDocumentRig(settings: Record<string, string>): Promise<DocumentRig> {
  const database = await testDatabase()
  // Warehouses of other tests have unknown host names, and each lookup takes seconds, so they are excluded.
  await database.sql`
    update outbound_documents set state = 'stored', next_attempt_at = null, ended_at = now()
    where state = 'queued' and channel = 'warehouse'`
  const service = await startService(settings)
  const startWorker = (): RunningWorker => {
    // An abandoned claim would hold its document for the length of a lease, so this waits long enough.
    const db: Database = openDatabase(database.url, { autocommit_connections: 4, acquire_ms: 20_000 })
    const worker = startOutbound(db, openChannels(service.settings, db.autocommit))
    const stop = async () => {
      await worker.stop()
      await db.close()
    }
    return { worker, stop }
  }
  const rig: DocumentRig = {
    service,
    get worker() {
      return rig.running.worker
    },
    running: startWorker(),
    startWorker,
    advance: async (seconds) => {
      // Documents being sent have a lease, which must not expire by advancing the time.
      await rig.worker.settle()
      await database.sql`
        update outbound_documents set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
          leased_until = leased_until - make_interval(secs => ${seconds})
        where state = 'queued'`
      await rig.worker.settle()
    },
    stop: async () => {
      await rig.running.stop()
      await service.stop()
    },
  }
  return rig
}
