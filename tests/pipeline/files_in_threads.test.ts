/** Files that are read in a thread are read on every runtime that the service runs on. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { interchangesPath, orderSet, shop, written } from '../interchanges/rig.ts'

setDefaultTimeout(60_000)

test('a large EDI file is read in a thread', async () => {
  const merchant = await shop()
  const partner = await merchant.account('Meridian')
  const files = Array.from({ length: 200 }, (_, i) =>
    written(merchant, partner, [orderSet(`A${i}`, ['N9*L1*NOTES', `MSG*${'x'.repeat(240)}`])]),
  )
  const bytes = Buffer.from(files.join('\n'), 'latin1')
  expect(bytes.length).toBeGreaterThan(65_536)
  const answer = await merchant.member.post(`${interchangesPath}?file_name=po.edi`, undefined, {
    raw: bytes,
    headers: { 'Content-Type': 'application/edi-x12' },
  })
  expect([answer.status, answer.body.data?.interchanges?.length]).toEqual([201, 200])
})
