/** The channels that this process is configured for. Without its settings a channel is missing and documents are stored. */
import type { Sql } from '../contract/call.ts'
import { addressRules } from '../outbox/webhook_tools.ts'
import { secretBox } from '../secrets/secret_key.ts'
import { ediSettings, mailSettings, type Settings } from '../boot/settings.ts'
import type { Channels } from './channel.ts'
import { ediChannel } from './channels/edi.ts'
import { emailChannel } from './channels/email.ts'
import { warehouseChannel } from './channels/warehouse.ts'

/** `sql` lets a channel read the warehouse's current address and token when it sends. */
export function openChannels(settings: Settings, sql: Sql): Channels {
  const mail = mailSettings(settings)
  const edi = ediSettings(settings)
  return {
    warehouse: warehouseChannel(sql, secretBox(settings), addressRules(settings)),
    ...(mail === null ? {} : { email: emailChannel(mail) }),
    ...(edi === null ? {} : { edi: ediChannel(edi, addressRules(settings)) }),
  }
}
