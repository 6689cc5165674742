/** A place to ship to that has no number: its name and address are not stored, and nothing goes out in their place. */
import { expect, test } from 'bun:test'
import { writeParty } from '../../../server/edi/documents/parties.ts'
import { write855 } from '../../../server/edi/documents/acknowledgement_855.ts'
import { redact } from '../../../server/interchanges/inbound/reading/redaction.rules.ts'
import { acceptAll, openEdiShop, order850 } from './edi_shop.ts'

const sentence = (number: string) =>
  `Order ${number}, ship to: the place to ship to has no number; its name and address are not stored, as they may be those of a person, so state the door of the order before it ships.`

/** Segments as they are stored. */
const stored = (...segments: string[]): string[] => {
  const isa = `ISA*00*          *00*          *ZZ*NORDHAUS       *ZZ*MERCHANT       *261121*0930*U*00401*000000001*0*P*>`
  return redact([isa, ...segments].map((one) => `${one}~`).join('\n'))
    .split('~')
    .map((one) => one.trim())
    .slice(1, -1)
}

test('the draft says that it lacks the place, and no answer names it', async () => {
  const shop = await openEdiShop()
  const place = stored('N1*ST*MERIDIAN OSLO', 'N2*Dock 4', 'N3*Storgata 1', 'N4*Oslo**0155*NO')
  const order = await shop.drafted(...order850('PO-61', ...place, 'PO1*1*1*EA*25.00*PE*SK*771-S'))
  expect(await shop.exceptions(order.order_id)).toEqual([['unknown_door', sentence('PO-61')]])
  expect((await shop.act(order, 'confirm', acceptAll(order))).status).toBe(200)
  const [answer] = await shop.queued('855')
  expect(answer!.record.ship_to).toMatchObject({ name: '', code: null })
  expect(JSON.stringify(answer!.record)).not.toContain('REDACTED')
  const written = write855(answer!.record)
  expect(written.segments.filter(([tag, code]) => tag === 'N1' && code === 'ST')).toEqual([])
})

test('a place with a number, and an order without a place, say nothing of it', async () => {
  const shop = await openEdiShop()
  const item = 'PO1*1*1*EA*25.00*PE*SK*771-S'
  const numbered = await shop.drafted(...order850('PO-62', ...stored('N1*ST*STORE 1*92*0101', 'N3*Street 1'), item))
  const without = await shop.drafted(...order850('PO-63', item))
  for (const { order_id } of [numbered, without]) expect(await shop.exceptions(order_id)).toEqual([])
})

test('a party without a name and a number is written as none; with either it is', () => {
  const party = { name: '', code: null, code_qualifier: null, address: null }
  expect(writeParty('ST', party)).toEqual([])
  expect(writeParty('ST', { ...party, name: 'Hub' })).toHaveLength(1)
  expect(writeParty('ST', { ...party, code: '9', code_qualifier: '92' })).toHaveLength(1)
})
