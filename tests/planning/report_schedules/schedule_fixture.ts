/** A service that mails, the workers that compute and mail reports, and an organisation with a schedule. */
import { openDatabase } from '../../../db/client/database.ts'
import { openFileStore } from '../../../server/boot/file_store.ts'
import { mailHandlers } from '../../../server/boot/mail_handlers.ts'
import { openFiles } from '../../../server/files/files.ts'
import { openMail } from '../../../server/mail/mail.ts'
import { startMails } from '../../../server/mail/worker.ts'
import { startReports } from '../../../server/planning/report_schedules/worker.ts'
import { together, type Worker } from '../../../server/queue/worker.ts'
import { secretBox } from '../../../server/secrets/secret_key.ts'
import { mailSettings, type Settings } from '../../../server/settings/settings.ts'
import { listenToAll } from '../../support/document/event_reads.ts'
import type { TestService } from '../../support/service/service.ts'
import { newSession, type Session } from '../../support/service/session.ts'
import { newTenant, type Tenant } from '../../support/service/tenant.ts'

export const schedules = '/api/v1/finance/report-schedules'
export const deliveries = '/api/v1/finance/report-deliveries'

export const daily = {
  name: 'Daily cash',
  report: 'cash-from-the-buy',
  recipients: ['buying@shop.example', 'cfo@shop.example'],
  weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  time: '07:00',
  time_zone: 'Europe/London',
}

export interface Office {
  tenant: Tenant
  admin: Session
}

export async function newOffice(service?: TestService, plan: 'pro' | 'essentials' = 'pro'): Promise<Office> {
  const tenant = await newTenant({ plan, ...(service ? { service } : {}) })
  await listenToAll(tenant)
  return { tenant, admin: await newSession(tenant) }
}

export async function create({ admin }: Office, changes: object = {}): Promise<any> {
  const { weekdays, ...rest } = { ...daily, ...changes } as any
  const made = await admin.post(schedules, { ...rest, ...('days_of_month' in changes ? {} : { weekdays }) })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data
}

/** As if the schedule's time had come `hours` ago. */
export const comeDue = ({ tenant }: Office, schedule_id: string, hours = 0) => tenant.service.database.sql`
  update report_schedules set next_run_at = date_trunc('second', now()) - make_interval(hours => ${hours})
  where organization_id = ${tenant.organization_id} and schedule_id = ${schedule_id}`

export async function receiptsOf({ admin }: Office, query = ''): Promise<any[]> {
  const answer = await admin.get(`${deliveries}${query}`)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.rows
}

/** The workers of reports and mail of this process; mail only where the service has a mail server. */
export function startReporting(settings: Settings): Worker {
  const db = openDatabase(settings.DATABASE_URL!, { autocommit_connections: 2 })
  const files = openFiles(openFileStore(settings), db)
  const server = mailSettings(settings)
  const mails =
    server === null ? [] : [startMails({ db, files, secrets: secretBox(settings), server, handlers: mailHandlers })]
  const workers = together([startReports({ db, files, mail: openMail(settings) }), ...mails])
  return {
    settle: async () => {
      await workers.settle()
      await workers.settle()
    },
    stop: async () => {
      await workers.stop()
      await db.close()
    },
  }
}
