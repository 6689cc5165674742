/** Exceptions about what is sent to accounts, suppliers, warehouses and accounting. */
import type { EdiRig } from '../../interchanges/rig.ts'
import { documentsPath } from '../../interchanges/rig.ts'
import type { Correspondence } from '../../documents/correspondence.ts'
import { startReceiver } from '../../outbox/receiver.ts'
import { approvedOrder, documents, issue } from '../../purchasing/issuing.ts'
import { type Brand, fileOf, openBrand } from '../../selling/partner_files/shop.ts'
import { connectionsPath, openBooks } from '../../selling/payments/accounting_books.ts'
import { daysFromNow, openPaidShop, paymentsPath } from '../../selling/payments/paid_shop.ts'
import { invoicesPath, openInvoicedShop } from '../../selling/invoices/invoiced_shop.ts'
import { path } from '../../selling/support/orders.ts'
import { openWarehouseShop, type RequestWorker, type WarehouseShop } from '../../selling/support/warehouse.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { afterEachFile as atEnd } from '../../support/at_end.ts'
import { newSession } from '../../support/service/session.ts'
import type { Provocations, Provoked } from './provocation.ts'

export interface Senders {
  rig: EdiRig
  requests: RequestWorker
  postings: Worker
  payments: Worker
  correspondence: Correspondence
}

/** The confirmed order's acknowledgement (855) as the list of documents shows it. */
async function acknowledged(brand: Brand) {
  const { order_id, line_items } = await brand.drafted(
    fileOf('850', 'BEG*00*SA*P-1**20261120', 'PO1*1*4*EA*24**SK*JUMPER-M', 'CTT*1'),
  )
  const verdicts = line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
  await brand.tenant.post(`${path}/${order_id}/confirm`, { lines: verdicts })
  await brand.rig.worker.settle()
  return answerOf(brand)
}

const answerOf = async (brand: Brand) =>
  (await brand.tenant.get(`${documentsPath}?document_type=855`)).body.data.rows[0]

const aboutAnswer = (brand: Brand, document_id: number): Pick<Provoked, 'session' | 'subject' | 'state'> => ({
  session: brand.admin,
  subject: { type: 'edi_document', id: document_id },
  state: () => answerOf(brand),
})

async function released(shop: WarehouseShop, quantity: number) {
  atEnd(() => shop.stop())
  const lines = [{ sku: 'J-S', quantity }]
  const order = await shop.placed({ trading_partner_id: shop.account_id, lifecycle: 'open', lines })
  await shop.act(order, 'allocate')
  const request = (await shop.release(order)).body.data
  return { order, request_id: request.request_id }
}

const aboutOrder = (shop: WarehouseShop, order: { order_id: string }): Pick<Provoked, 'session' | 'subject'> => ({
  session: shop.admin,
  subject: { type: 'sales_order', id: order.order_id },
})

/** A shop with an accounting system that states a payment. */
async function withBooks(stated?: (external_id: string) => object) {
  const [shop, books] = [await openPaidShop(), await openBooks()]
  atEnd(() => books.stop())
  const subject = `PMT-${shop.tenant.organization_id}`
  if (stated !== undefined) books.state(stated(subject))
  return { shop, books, subject, connection_id: await books.connect(shop) }
}

export const sentProvoked = (senders: () => Senders): Provocations => ({
  async edi_rejected() {
    const brand = await openBrand(senders().rig)
    const { document_id, control_number } = await acknowledged(brand)
    const answer = fileOf('850', `AK1*PR*${control_number}`, 'AK2*855*0001', 'AK5*R*5', 'AK9*R*1*1*0')
    const text = answer.toString('latin1').replace('GS*PO', 'GS*FA').replace('ST*850', 'ST*997')
    await brand.send(Buffer.from(text, 'latin1'), '997')
    return {
      ...aboutAnswer(brand, document_id),
      action: 'session.resend_edi_document',
      end: () => brand.admin.post(`${documentsPath}/${document_id}/resend`),
    }
  },
  async edi_undelivered() {
    const gateway = await startReceiver((response) => response.writeHead(status).end())
    let status = 422
    atEnd(() => gateway.stop())
    const brand = await openBrand(senders().rig)
    const http = { url: `${gateway.url}/edi`, bearer_token: 'gateway-token' }
    await brand.profile({ transport: 'http', connection: { http } })
    const { document_id } = await acknowledged(brand)
    status = 200
    return {
      ...aboutAnswer(brand, document_id),
      action: 'session.resend_edi_document',
      end: () => brand.admin.post(`${documentsPath}/${document_id}/resend`),
      settle: () => senders().rig.worker.settle(),
    }
  },
  async quantity_short() {
    const shop = await openWarehouseShop()
    const { order, request_id } = await released(shop, 3)
    const lines = [{ sku: 'J-S', quantity: 1 }]
    await shop.report('shipments', { report_id: 'S-1', request_id, is_complete: true, lines })
    return {
      ...aboutOrder(shop, order),
      action: 'session.release_order',
      state: () => shop.requests(order),
      end: () => shop.release(order),
    }
  },
  async warehouse_request_undelivered() {
    let status = 422
    const shop = await openWarehouseShop(() => status)
    const { order } = await released(shop, 2)
    await senders().requests.settle()
    status = 200
    return {
      ...aboutOrder(shop, order),
      action: 'session.release_order',
      state: () => shop.requests(order),
      end: () => shop.release(order),
      settle: () => senders().requests.settle(),
    }
  },
  async shipped_on_hold() {
    const shop = await openWarehouseShop()
    const { order } = await released(shop, 4)
    await shop.admin.post(`${path}/${order.order_id}/hold`, { reason: 'fraud' })
    await senders().requests.settle()
    const lines = [{ sku: 'J-S', quantity: 4 }]
    await shop.report('shipments', { report_id: 'S-1', order_id: order.order_id, lines })
    return {
      ...aboutOrder(shop, order),
      action: 'session.release_hold_of_order',
      state: () => shop.get(order),
      end: () => shop.admin.post(`${path}/${order.order_id}/release-hold`, { note: 'Paid' }),
    }
  },
  async mail_undelivered() {
    const { correspondence } = senders()
    const fixture = await correspondence.begin()
    const id = await approvedOrder(fixture)
    correspondence.mail.refusing.push({ code: 550, words: 'No such mailbox' })
    const { document_id } = (await issue(fixture, id)).body.data.document
    await correspondence.rig.worker.settle()
    const session = await newSession(fixture.tenant)
    return {
      session,
      subject: { type: 'purchase_order', id },
      action: 'session.send_document',
      state: () => documents(session),
      end: () => session.post(`/api/v1/outbound/documents/${document_id}/send`),
      settle: () => correspondence.rig.worker.settle(),
    }
  },
  async inbound_undelivered() {
    const { correspondence } = senders()
    const fixture = await correspondence.begin()
    const session = await newSession(fixture.tenant)
    let status = 422
    const warehouse = await startReceiver((response) => response.writeHead(status).end())
    atEnd(() => warehouse.stop())
    await session.post('/api/v1/warehouse-connections', {
      name: 'Main WMS',
      location_id: fixture.ids.locations.Main,
      url: warehouse.url,
      bearer_token: 'wms_5mQ2c8Zr1vK9',
    })
    const id = await approvedOrder(fixture)
    await fixture.tenant.post(fixture.at(`/${id}/push-to-wms`))
    await correspondence.rig.worker.settle()
    const [{ document_id }] = await documents(session)
    status = 204
    return {
      session,
      subject: { type: 'purchase_order', id },
      action: 'session.send_document',
      state: () => documents(session),
      end: () => session.post(`/api/v1/outbound/documents/${document_id}/send`),
      settle: () => correspondence.rig.worker.settle(),
    }
  },
  async 'payment_not_read of a payment'() {
    const { shop, subject } = await withBooks((external_id) => ({ external_id, currency: 'XXXX' }))
    const { admin, account_id } = shop
    const payment = { trading_partner_id: account_id, amount_cents: 700, currency: 'USD', paid_on: daysFromNow(0) }
    await senders().payments.settle()
    return {
      session: admin,
      subject: { type: 'accounting_payment', id: subject },
      action: 'session.record_payment',
      state: async () => (await admin.get(paymentsPath)).body.data.rows,
      end: () => admin.post(paymentsPath, { ...payment, external_id: subject }),
    }
  },
  async 'payment_not_read of any'() {
    const { shop, books, connection_id } = await withBooks()
    books.answer(503)
    const { sql } = shop.tenant.service.database
    for (let failures = 0; failures < 5; failures += 1) {
      await sql`
        update accounting_payment_feeds set next_attempt_at = now()
        where organization_id = ${shop.tenant.organization_id}`
      await senders().payments.settle()
    }
    books.answer()
    return {
      session: shop.admin,
      subject: { type: 'accounting_connection', id: connection_id },
      action: 'session.read_accounting_payments',
      state: async () => (await shop.admin.get(connectionsPath)).body.data.rows,
      end: () => shop.admin.post(`${connectionsPath}/${connection_id}/read-payments`),
      settle: () => senders().payments.settle(),
    }
  },
  async ledger_post_failed() {
    const shop = await openInvoicedShop()
    let status = 422
    const books = await startReceiver((response) => response.writeHead(status).end())
    atEnd(() => books.stop())
    await shop.admin.post('/api/v1/accounting-connections', {
      name: 'Harbour Books',
      url: books.url,
      bearer_token: 'acc_5mQ2c8Zr1vK9',
    })
    const order = await shop.wholesale({ lines: [{ sku: 'J-S', quantity: 1 }] })
    await shop.ship(order, [{ sku: 'J-S', quantity: 1 }])
    const invoice = await shop.invoiced(order)
    await senders().postings.settle()
    status = 200
    return {
      session: shop.admin,
      subject: { type: 'invoice', id: invoice.invoice_id },
      action: 'session.post_invoice',
      state: () => shop.read(invoice),
      end: () => shop.admin.post(`${invoicesPath}/${invoice.invoice_id}/post`),
      settle: () => senders().postings.settle(),
    }
  },
})
