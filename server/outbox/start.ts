import { openDatabase } from '../../db/client.ts'
import { openLanes } from '../outbound/lanes.ts'
import { startOutbound } from '../outbound/worker.ts'
import { startMails } from '../mail/worker.ts'
import { secretBox } from '../secret_key.ts'
import { mailSettings, type Settings } from '../settings.ts'
import type { Worker } from './runner.ts'
import { addressRules } from './tools.ts'
import { startWorker } from './worker.ts'

/** The deliverers of webhooks and of papers, on connections of their own: neither waits for a request's turn. */
export function startDeliveries(settings: Settings, database_url: string): Worker {
  const db = openDatabase(database_url, { door_connections: 3, application_name: 'merchant-api deliveries' })
  const webhooks = startWorker({ db, secrets: secretBox(settings), rules: addressRules(settings) })
  const papers = startOutbound(db, openLanes(settings, db.door))
  const mail = mailSettings(settings)
  const mails = mail && startMails(db, mail, secretBox(settings))
  return {
    settle: async () => {
      await Promise.all([webhooks.settle(), papers.settle(), mails?.settle()])
    },
    stop: async () => {
      await Promise.all([webhooks.stop(), papers.stop(), mails?.stop()])
      await db.close()
    },
  }
}
