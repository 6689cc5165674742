/** One worker for each kind of queued work. A new kind adds its line here. */
import { openServiceDatabase } from './database.ts'
import { startOrganizationExports } from '../platform/organization_export/worker.ts'
import { openMail } from '../mail/mail.ts'
import { startMails } from '../mail/worker.ts'
import { startReports } from '../planning/report_schedules/worker.ts'
import { startOutbound } from '../documents/worker.ts'
import { openChannels } from '../documents/channels.ts'
import { addressRules } from '../outbox/webhook_tools.ts'
import { startWorker } from '../outbox/worker.ts'
import { secretBox } from '../secrets/secret_key.ts'
import { mailSettings, type Settings } from '../settings/settings.ts'
import { together, type Worker } from '../queue/worker.ts'
import { startEdiInterchanges } from '../interchanges/inbound/worker.ts'
import { startEdiDocuments, type Tools as EdiTools } from '../interchanges/outbound/worker.ts'
import { startEdiConnections } from '../interchanges/polling/worker.ts'
import { openTransports } from '../interchanges/transports/transports.ts'
import { openFiles } from '../files/files.ts'
import { startImportQueue } from '../imports/work/worker.ts'
import { startCreditPostings } from '../selling/credit_notes/accounting/worker.ts'
import { startPostings } from '../selling/invoices/accounting/worker.ts'
import { startPaymentFeeds } from '../selling/payments/accounting/worker.ts'
import { startReadings } from '../selling/order_documents/worker.ts'
import { startRequests } from '../selling/warehouse_requests/worker.ts'
import { ediHandlers } from './edi_handlers.ts'
import { openFileStore } from './file_store.ts'
import { openImportThread } from './import_thread/import_thread.ts'
import { mailHandlers } from './mail_handlers.ts'

/** Documents to accounts, what arrives from them, and the connections that are polled. */
export const startEdi = (tools: EdiTools): Worker[] => [
  startEdiDocuments(tools),
  startEdiInterchanges({ ...tools, handlers: ediHandlers }),
  startEdiConnections(tools),
]

/** Workers have their own connections, so that queued work does not compete with requests. */
export function startWorkers(settings: Settings, databaseUrl: string): Worker {
  const db = openServiceDatabase(databaseUrl, {
    autocommit_connections: 3,
    application_name: 'merchant-api deliveries',
  })
  const mail = mailSettings(settings)
  const files = openFiles(openFileStore(settings), db)
  const importThread = openImportThread({ settings, database_url: databaseUrl })
  const workers = together([
    startWorker({ db, secrets: secretBox(settings), rules: addressRules(settings) }),
    startPostings(db, { secrets: secretBox(settings), rules: addressRules(settings) }),
    startCreditPostings(db, { secrets: secretBox(settings), rules: addressRules(settings) }),
    startPaymentFeeds(db, { secrets: secretBox(settings), rules: addressRules(settings) }),
    startOutbound(db, openChannels(settings, db.autocommit)),
    startRequests({ db, secrets: secretBox(settings), rules: addressRules(settings) }),
    startReadings({ db, files }),
    startImportQueue({ db }, importThread.run),
    ...startEdi({
      db,
      secrets: secretBox(settings),
      transports: openTransports(settings.DATA_DIR, addressRules(settings)),
    }),
    startOrganizationExports({ db, files }),
    startReports({ db, files, mail: openMail(settings) }),
    ...(mail === null
      ? []
      : [startMails({ db, files, secrets: secretBox(settings), server: mail, handlers: mailHandlers })]),
  ])
  return {
    settle: workers.settle,
    stop: async () => {
      await workers.stop()
      await importThread.stop()
      await db.close()
    },
  }
}
