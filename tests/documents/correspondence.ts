/** A mail server, an EDI gateway, and a service that sends documents to them. */
import type { ServerResponse } from 'node:http'
import { setSupplier } from '../purchasing/issuing.ts'
import { type OrderFixture, orderFixture } from '../purchasing/order_fixture.ts'
import { type Receiver, startReceiver } from '../outbox/receiver.ts'
import { type MailServer, startMailServer } from './mail_server.ts'
import { type DocumentRig, startDocumentRig } from './rig.ts'

export const login = { user: 'merchant', password: 'p@ss/word' }

export interface Correspondence {
  mail: MailServer
  gateway: Receiver
  rig: DocumentRig
  /** Clears what was received and returns a fresh organisation whose supplier Mill has e-mail and EDI. */
  begin: () => Promise<OrderFixture>
  stop: () => Promise<void>
}

export async function openCorrespondence(answerGateway: (response: ServerResponse) => void): Promise<Correspondence> {
  const mail = await startMailServer(login)
  const gateway = await startReceiver(answerGateway)
  const rig = await startDocumentRig({
    SMTP_URL: `smtp://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'orders@merchant.example',
    EDI_URL: gateway.url,
    EDI_TOKEN: 'gateway-token',
  })
  return {
    mail,
    gateway,
    rig,
    async begin() {
      await rig.worker.settle()
      mail.mails.length = 0
      gateway.received.length = 0
      const fixture = await orderFixture({ service: rig.service })
      await setSupplier(fixture, 'Mill', { order_email: 'orders@mill.example', edi_qualifier: 'ZZ', edi_id: 'MILL' })
      return fixture
    },
    async stop() {
      await rig.stop()
      await mail.stop()
      await gateway.stop()
    },
  }
}
