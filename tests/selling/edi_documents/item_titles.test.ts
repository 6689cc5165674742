/** An 856 describes its items in words (PID) only where the profile of the account requires it. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { write856 } from '../../../server/edi/documents/shipping_notice_856.ts'
import { acceptAll, openEdiShop, order850 } from '../edi_orders/edi_shop.ts'

setDefaultTimeout(60_000)

test('an 856 has no PID unless the profile requires one of its items', async () => {
  const shop = await openEdiShop()
  const draft = await shop.drafted(...order850('PO-1', 'PO1*1*6*EA*25.00*PE*SK*771-S', 'PID*F****Jumper'))
  const order = (await shop.act(draft, 'confirm', acceptAll(draft))).body.data
  await shop.ship(order, { cartons: [{ lines: [{ sku: 'J-S', quantity: 6 }] }] })
  const { sql } = shop.tenant.service.database
  const descriptions = async (requirements: object[]) => {
    await sql`
      update account_edi_profiles set requirements = ${JSON.stringify(requirements)}::text::jsonb
      where organization_id = ${shop.tenant.organization_id}`
    await sql`
      delete from edi_documents where organization_id = ${shop.tenant.organization_id} and document_type = '856'`
    const sent = await shop.act(order, 'shipping-notice')
    expect(sent.status).toBe(200)
    const [notice] = await shop.queued('856')
    return write856(notice!.record).segments.filter(([tag]) => tag === 'PID')
  }
  const needs = (document_type: string, level: string, segment: string) => ({
    document_type,
    level,
    segment,
    qualifier: null,
    element: null,
  })
  expect(await descriptions([])).toEqual([])
  const others = [needs('856', 'item', 'LIN'), needs('856', 'order', 'PID'), needs('810', 'item', 'PID')]
  expect(await descriptions(others)).toEqual([])
  expect(await descriptions([needs('856', 'item', 'PID')])).toEqual([['PID', 'F', '', '', '', 'Jumper']])
})
