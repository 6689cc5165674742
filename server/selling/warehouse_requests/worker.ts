/** Sends requests to warehouses: a kind of the queue (queue/kind.ts), retried after one, ten and sixty minutes. */
import type { Database } from '../../../db/client/database.ts'
import { limits } from '../../contract/limits.ts'
import { sending, type SendResult } from '../../documents/channel.ts'
import { postToWarehouse } from '../../documents/channels/warehouse.ts'
import type { AddressRules } from '../../http_client/address.ts'
import type { Caps, Kind } from '../../queue/kind.ts'
import { startQueue, type Worker } from '../../queue/worker.ts'
import type { SecretBox } from '../../secrets/secret_box.ts'
import { claimRequests, type ClaimedRequest, findDueGroups, finishRequests } from './queue.store.ts'
import { requestsChannel } from './requests.store.ts'

const caps: Caps = { total: 32, organization: 16, destination: 4, organization_destination: 4, timed_out: 8 }

interface Tools {
  db: Database
  secrets: SecretBox
  rules: AddressRules
}

const requests = ({ db, secrets, rules }: Tools): Kind<ClaimedRequest, SendResult> => ({
  name: 'warehouse_requests',
  channel: requestsChannel,
  caps,
  attempt_seconds_max: limits.outbound_timeout_seconds,
  findGroups: () => findDueGroups(db.autocommit),
  claim: (allotments) => claimRequests(db.autocommit, allotments),
  run: ({ organization_id, connection_id, request_id, revision, message }) =>
    postToWarehouse(db.autocommit, secrets, rules, {
      organization_id,
      connection_id,
      to: 'fulfilment_url',
      message_id: `${request_id}-${revision}`,
      body: Buffer.from(JSON.stringify(message), 'utf8'),
    }),
  ...sending,
  finish: (ended) => db.write((sql) => finishRequests(sql, ended)),
})

export const startRequests = (tools: Tools): Worker => startQueue(tools.db, requests(tools))
