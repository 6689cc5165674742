/** Starts the service from its parts: database, files, observers, pipeline. Used by main.ts and the tests. */
import { openServiceDatabase } from './database.ts'
import { createService, type Service } from './app.ts'
import { events } from './events.ts'
import { exports } from './exports.ts'
import { publicOperations, sessionOperations } from './operations.ts'
import type { Operation } from '../contract/operation.ts'
import { current_train } from '../contract/trains.ts'
import { openFiles } from '../files/files.ts'
import type { AppContext } from './context.ts'
import { openFileStore } from './file_store.ts'
import { startJobs } from './jobs.ts'
import { openMail } from '../mail/mail.ts'
import { answeredNow } from '../observe/answered.ts'
import { configureLogs, logExchange, logFault } from '../observe/logs.ts'
import { countExchange, startMetrics } from '../observe/metrics.ts'
import { startUsage } from '../observe/usage.ts'
import { startWorkers } from './workers.ts'
import { addressRules, openWebhookTools } from '../outbox/webhook_tools.ts'
import { openChannels } from '../documents/channels.ts'
import { openDocumentLinks } from '../documents/links.ts'
import { secretBox, secretKey } from '../secrets/secret_key.ts'
import { authKeys } from '../platform/sign_in/auth_keys.ts'
import { openSignIn } from '../platform/sign_in/mount.ts'
import { type Settings } from '../settings/settings.ts'
import { openExportLinks } from '../tables/export_link.ts'

export interface Running extends Service {
  context: AppContext
  /** Writes the usage rows still in memory and closes the database. */
  stop: () => Promise<void>
}

/** Half of the connections are for writes, a third for reads, the rest for the pipeline's one statement per request. */
export const shareConnections = (connections: number) => ({
  write_slots: Math.floor(connections / 2),
  read_connections: Math.floor(connections / 3),
  autocommit_connections: Math.max(1, Math.ceil(connections / 6)),
})

export function startApp(settings: Settings, databaseUrl: string, extraOperations: readonly Operation[] = []): Running {
  configureLogs(settings.LOG_LEVEL)
  startMetrics()
  const db = openServiceDatabase(databaseUrl, shareConnections(settings.DATABASE_CONNECTIONS))
  const usage = startUsage(db)
  const exportLinks = openExportLinks(secretKey(settings), settings.BASE_URL)
  const documentLinks = openDocumentLinks(secretKey(settings), settings.BASE_URL)
  const channels = openChannels(settings, db.autocommit)
  const context: AppContext = {
    settings,
    db,
    files: openFiles(openFileStore(settings), db),
    webhooks: openWebhookTools(secretBox(settings), addressRules(settings), events),
    documents: { sends: (channel) => channel in channels, documentUrl: documentLinks.url },
    mail: openMail(settings),
    secrets: secretBox(settings),
    readDocumentToken: documentLinks.read,
    current_train,
    exportUrl: exportLinks.url,
    exports,
    readExport: exportLinks.read,
    observe: (exchange) => {
      const answered = answeredNow(exchange)
      logExchange(answered)
      countExchange(answered)
      usage.record(answered)
    },
    logFault,
  }
  const service = createService(
    context,
    [...publicOperations, ...sessionOperations, ...extraOperations],
    openSignIn(context, authKeys(settings)),
  )
  const jobs = startJobs(context)
  const deliveries = settings.DELIVERIES ? startWorkers(settings, databaseUrl) : null
  return {
    ...service,
    context,
    stop: async () => {
      await Promise.all([jobs.stop(), deliveries?.stop()])
      await usage.stop()
      await db.close()
    },
  }
}
