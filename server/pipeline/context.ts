/** The process as the pipeline needs it; every engine's context includes at least this. */
import type { Database } from '../../db/client/database.ts'
import type { ExportRequest, Files, MailTools, DocumentTools, SecretTools, WebhookTools } from '../contract/call.ts'
import type { Train } from '../contract/trains.ts'
import type { Settings } from '../settings/settings.ts'
import type { Exchange } from './exchange.ts'

export interface PipelineContext {
  settings: Settings
  db: Database
  files: Files
  webhooks: WebhookTools
  documents: DocumentTools
  mail: MailTools
  secrets: SecretTools
  current_train: Train
  exportUrl: (request: ExportRequest) => string
  /** Called once after every answered call; the caller does not wait for it. */
  observe: (exchange: Exchange) => void
  /** Called for every fault that is answered with 500. */
  logFault: (exchange: Exchange, error: unknown) => void
}
