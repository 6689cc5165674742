/** What the door needs of the process; every context that is handed to an engine has at least this. */
import type { Database } from '../../db/client/database.ts'
import type { ExportRequest, Files, MailTools, DocumentTools, WebhookTools } from '../contract/call.ts'
import type { Train } from '../contract/trains.ts'
import type { Settings } from '../settings/settings.ts'
import type { Exchange } from './exchange.ts'

export interface DoorContext {
  settings: Settings
  db: Database
  files: Files
  webhooks: WebhookTools
  documents: DocumentTools
  mail: MailTools
  current_train: Train
  exportUrl: (request: ExportRequest) => string
  /** Called once for every answered call, off the caller's path. */
  observe: (exchange: Exchange) => void
  /** Called for every fault that is answered 500. */
  logFault: (exchange: Exchange, error: unknown) => void
}
