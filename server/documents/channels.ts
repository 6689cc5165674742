/** What this process can send papers with. A lane without its settings is not there, and its papers are stored. */
import type { Sql } from '../contract/call.ts'
import { addressRules } from '../outbox/webhook_tools.ts'
import { secretBox } from '../secrets/secret_key.ts'
import { ediSettings, mailSettings, type Settings } from '../boot/settings.ts'
import type { Lanes } from './channel.ts'
import { ediLane } from './channels/edi.ts'
import { emailLane } from './channels/email.ts'
import { warehouseLane } from './channels/warehouse.ts'

/** `sql` reads what a lane must know when it sends: the warehouse's address and token as they then are. */
export function openLanes(settings: Settings, sql: Sql): Lanes {
  const mail = mailSettings(settings)
  const edi = ediSettings(settings)
  return {
    warehouse: warehouseLane(sql, secretBox(settings), addressRules(settings)),
    ...(mail === null ? {} : { email: emailLane(mail) }),
    ...(edi === null ? {} : { edi: ediLane(edi, addressRules(settings)) }),
  }
}
