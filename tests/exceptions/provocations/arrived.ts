/** Exceptions about what an account sends. */
import type { Database } from '../../../db/client/database.ts'
import { runWhenDue } from '../../../server/jobs/job.ts'
import { reportDeadlinesJob } from '../../../server/partners/edi/deadlines/report_deadlines.ts'
import { documentsPath, type EdiRig, interchangesPath } from '../../interchanges/rig.ts'
import { type Brand, fileOf, openBrand } from '../../selling/partner_files/shop.ts'
import { path } from '../../selling/support/orders.ts'
import { declared } from '../../partners/sell_out/retail.ts'
import type { Provocation, Provocations, Provoked } from './provocation.ts'

const about = (brand: Brand, order_id: string): Pick<Provoked, 'session' | 'subject' | 'state'> => ({
  session: brand.admin,
  subject: { type: 'sales_order', id: order_id },
  state: async () => (await brand.tenant.get(`${path}/${order_id}`)).body.data,
})

const documentState = (brand: Brand, document_id: number) => async () =>
  (await brand.tenant.get(`${documentsPath}?limit=100`)).body.data.rows.find(
    (one: any) => one.document_id === document_id,
  )

const ofDocument = (brand: Brand, document_id: number): Pick<Provoked, 'session' | 'subject' | 'state'> => ({
  session: brand.admin,
  subject: { type: 'edi_document', id: document_id },
  state: documentState(brand, document_id),
})

const order850 = (number: string, ...segments: string[]) => fileOf('850', `BEG*00*SA*${number}**20261120`, ...segments)
const lines = ['PO1*1*4*EA*24**SK*JUMPER-M', 'CTT*1']

/** A draft that `confirm` ends, whatever is open about it. */
const drafted =
  (rig: EdiRig, ...segments: string[]): Provocation =>
  async () => {
    const brand = await openBrand(rig)
    const { order_id, line_items } = await brand.drafted(order850('P-1', ...segments))
    const verdicts = line_items.map(({ line_item_id, unit_price }: any) => ({
      line_item_id,
      verdict: 'accepted',
      ...(unit_price.cents === null ? { unit_price_cents: 2400 } : {}),
    }))
    return {
      ...about(brand, order_id),
      action: 'orders.confirm',
      end: () => brand.tenant.post(`${path}/${order_id}/confirm`, { lines: verdicts }),
    }
  }

const interchangeState = (brand: Brand, id: string) => async () =>
  (await brand.admin.get(`${interchangesPath}?limit=100`)).body.data.rows.find((one: any) => one.interchange_id === id)

const ofInterchange = (brand: Brand, id: string): Pick<Provoked, 'session' | 'subject' | 'state'> => ({
  session: brand.admin,
  subject: { type: 'edi_interchange', id },
  state: interchangeState(brand, id),
})

const decided = (brand: Brand, document_id: number, decision: string) =>
  brand.admin.post(`${documentsPath}/${document_id}/decision`, { decision })

const reportDeadlines = async (brand: Brand, db: Database) => {
  await brand.tenant.service.database.sql`delete from job_runs where job = ${reportDeadlinesJob.name}`
  await runWhenDue(db, reportDeadlinesJob)
}

export const arrivedProvoked = (rig: () => EdiRig, db: () => Database): Provocations => ({
  edi_deadline: async () => {
    const brand = await openBrand(rig())
    await brand.profile({ acknowledge_within_hours: 2 })
    const { order_id, line_items } = await brand.drafted(order850('P-1', ...lines))
    await reportDeadlines(brand, db())
    const verdicts = line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
    return {
      ...about(brand, order_id),
      action: 'orders.confirm',
      end: () => brand.tenant.post(`${path}/${order_id}/confirm`, { lines: verdicts }),
      async settle() {
        await rig().worker.settle()
        const { rows } = (await brand.tenant.get(`${documentsPath}?document_type=855`)).body.data
        const file = await brand.admin.post(`${documentsPath}/${rows[0].document_id}/download`)
        if (file.status !== 200) throw new Error(file.text)
        await reportDeadlines(brand, db())
      },
    }
  },
  unknown_sku: async () => {
    const brand = await openBrand(rig())
    const { order_id } = await brand.drafted(order850('P-1', lines[0]!, 'PO1*2*3*EA*24**SK*NO-SUCH', 'CTT*2'))
    const variant_id = (await brand.tenant.get(`${path}/${order_id}`)).body.data.line_items[0].variant_id
    return {
      ...about(brand, order_id),
      action: 'session.match_edi_line',
      end: () => brand.admin.post(`${path}/${order_id}/unmatched-lines/2/match`, { variant_id }),
    }
  },
  identifiers_disagree: async () => {
    const brand = await openBrand(rig())
    const { sql } = brand.tenant.service.database
    await sql`
      update variants set barcode = '4006381333931'
      where organization_id = ${brand.tenant.organization_id} and sku = 'JUMPER-L'`
    const line = 'PO1*2*3*EA*24**SK*JUMPER-M*EN*4006381333931'
    const { order_id } = await brand.drafted(order850('P-1', lines[0]!, line, 'CTT*2'))
    const variant_id = (await brand.tenant.get(`${path}/${order_id}`)).body.data.line_items[0].variant_id
    return {
      ...about(brand, order_id),
      action: 'session.match_edi_line',
      end: () => brand.admin.post(`${path}/${order_id}/unmatched-lines/2/match`, { variant_id }),
    }
  },
  price_mismatch: () => drafted(rig(), 'PO1*1*4*EA*23**SK*JUMPER-M', 'CTT*1')(),
  quantity_not_in_packs: () => drafted(rig(), 'PO1*1*10*EA*24**SK*JUMPER-M', 'PO4*6', 'CTT*1')(),
  unknown_door: () => drafted(rig(), 'N1*ST*Nowhere*92*7777', ...lines)(),
  not_understood: () => drafted(rig(), 'DTM*118*20261201', ...lines)(),
  order_change: async () => {
    const brand = await openBrand(rig())
    const { order_id, line_items } = await brand.drafted(order850('P-1', ...lines))
    const verdicts = line_items.map(({ line_item_id }: any) => ({ line_item_id, verdict: 'accepted' }))
    const confirmed = await brand.tenant.post(`${path}/${order_id}/confirm`, { lines: verdicts })
    if (confirmed.status !== 200) throw new Error(confirmed.text)
    const { document_id } = await brand.send(
      fileOf('860', 'BCH*04*SA*P-1**2*20261121', 'POC*1*QD*2*2*EA*24**SK*JUMPER-M', 'CTT*1'),
      '860',
    )
    return {
      ...about(brand, order_id),
      action: 'session.decide_edi_document',
      end: () => decided(brand, document_id, 'take'),
    }
  },
  order_not_taken: async () => {
    const brand = await openBrand(rig())
    const { document_id } = await brand.send(fileOf('850', 'BEG*00*BK*P-1**20261120', ...lines))
    return {
      ...ofDocument(brand, document_id),
      action: 'session.decide_edi_document',
      end: () => decided(brand, document_id, 'decline'),
    }
  },
  'duplicate_order of an account over EDI': async () => {
    const brand = await openBrand(rig())
    const { order_id } = await brand.drafted(order850('P-1', ...lines))
    const { document_id } = await brand.send(order850('P-1', 'PO1*1*5*EA*24**SK*JUMPER-M', 'CTT*1'))
    return {
      ...about(brand, order_id),
      state: documentState(brand, document_id),
      action: 'session.decide_edi_document',
      end: () => decided(brand, document_id, 'decline'),
    }
  },
  document_unreadable: async () => {
    const brand = await openBrand(rig())
    await brand.send(Buffer.from('Dear all'))
    const id = await onlyInterchange(brand)
    return {
      ...ofInterchange(brand, id),
      action: 'session.discard_edi_interchange',
      end: () => brand.admin.post(`${interchangesPath}/${id}/discard`, { reason: 'A letter.' }),
    }
  },
  'document_unreadable of a file that is replaced': async () => {
    const brand = await openBrand(rig())
    const whole = order850('P-1', ...lines).toString('latin1')
    await brand.send(Buffer.from(whole.slice(0, whole.indexOf('IEA*'))))
    const id = await onlyInterchange(brand)
    return {
      ...ofInterchange(brand, id),
      action: 'session.receive_edi_interchanges',
      end: () =>
        brand.admin.post(`${interchangesPath}?replaces=${id}`, undefined, {
          raw: Buffer.from(whole, 'latin1') as never,
          headers: { 'Content-Type': 'application/edi-x12' },
        }),
      settle: () => rig().worker.settle(),
    }
  },
  'document_unreadable of a document': async () => {
    const brand = await openBrand(rig())
    const { document_id } = await brand.send(order850('P-1', 'PO1*1*many*EA*24**SK*JUMPER-M', 'CTT*1'))
    return {
      ...ofDocument(brand, document_id),
      action: 'session.discard_edi_document',
      end: () => brand.admin.post(`${documentsPath}/${document_id}/discard`, { reason: 'It was sent again.' }),
    }
  },
  edi_held: async () => {
    const brand = await openBrand(rig(), 2400, false)
    const file = order850('P-1', ...lines)
      .toString('latin1')
      .replace('*0*P*>', '*0*T*>')
    await brand.send(Buffer.from(file, 'latin1'))
    const id = await onlyInterchange(brand)
    return {
      ...ofInterchange(brand, id),
      action: 'session.release_edi_interchange',
      end: () => brand.admin.post(`${interchangesPath}/${id}/release`),
      settle: () => rig().worker.settle(),
    }
  },
  'edi_held of a report that its profile explains': async () => {
    const brand = await openBrand(rig())
    await brand.tenant.post(`/api/v1/sell-out/declaration?account_id=${brand.account_id}`, declared)
    const mixture = ['N1*RL**92*0101', 'LIN**SK*JUMPER-M', 'ZA*QS*1*EA', 'N1*RL**92*0102', 'ZA*QS*2*EA']
    const { document_id } = await brand.send(fileOf('852', 'XQ*H*20261109*20261115', ...mixture), '852')
    await brand.profile({ store_layout: 'before' })
    return {
      ...ofDocument(brand, document_id),
      action: 'session.read_edi_document_again',
      end: () => brand.admin.post(`${documentsPath}/${document_id}/read-again`),
      settle: () => rig().worker.settle(),
    }
  },
})

async function onlyInterchange(brand: Brand): Promise<string> {
  const { rows } = (await brand.admin.get(`${interchangesPath}?direction=inbound`)).body.data
  return rows[0].interchange_id
}
