import { openDatabase } from '../../db/client.ts'
import { secretKey } from '../secret_key.ts'
import type { Settings } from '../settings.ts'
import { openSecretBox } from './secret.ts'
import { addressRules } from './tools.ts'
import { startWorker, type Worker } from './worker.ts'

/** The deliverer, on connections of its own: a delivery waits for no request's turn, nor the other way round. */
export function startDeliveries(settings: Settings, database_url: string): Worker {
  const db = openDatabase(database_url, { door_connections: 2, application_name: 'merchant-api deliveries' })
  const worker = startWorker({ db, secrets: openSecretBox(secretKey(settings)), rules: addressRules(settings) })
  const stop = async () => {
    await worker.stop()
    await db.close()
  }
  return { ...worker, stop }
}
