/** Scopes and addresses of API keys. */
import { expect, test } from 'bun:test'
import { scopes } from '../../../server/contract/resources.ts'
import { checkAddresses, checkScopes } from '../../../server/platform/keys/rules.ts'

/** The field and the sentence of a refusal; null if nothing was refused. */
function refusal(act: () => void) {
  try {
    act()
  } catch (error) {
    const { desc, data } = error as { desc: string; data: { field: string; allowed?: readonly string[] } }
    return { field: data.field, desc, allowed: data.allowed }
  }
  return null
}
const scopeFault = (...named: string[]) => refusal(() => checkScopes(named))
const addressFault = (...named: string[]) => refusal(() => checkAddresses(named))?.field ?? null

test('every scope exists and is listed once', () => {
  const [first, second] = scopes
  expect(scopeFault()).toBeNull()
  expect(scopeFault(...scopes)).toBeNull()
  expect(scopeFault('none:read', first!)).toMatchObject({ field: 'scopes[0]', allowed: scopes })
  expect(scopeFault(first!, 'none:read')!.desc).toStartWith('scopes[1] names "none:read", which is not a scope.')
  expect(scopeFault(first!, second!, first!)).toMatchObject({ field: 'scopes[2]', desc: `scopes[2] repeats ${first}.` })
  expect(scopeFault(first!, first!)!.field).toBe('scopes[1]')
})

test('an address is dotted IPv4 or IPv6, a range has as many bits as its address', () => {
  expect(addressFault()).toBeNull()
  for (const right of [
    '203.0.113.7',
    '203.0.113.0/24',
    '0.0.0.0/0',
    '203.0.113.7/32',
    '2001:db8::1',
    '2001:db8::/32',
    '2001:db8::1/128',
    '::ffff:203.0.113.7',
  ])
    expect([right, addressFault(right)]).toEqual([right, null])
  for (const wrong of [
    '',
    'example.com',
    '2130706433',
    '0x7f.1',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.7/33',
    '203.0.113.7/024',
    '203.0.113.7/-1',
    '203.0.113.7/8x',
    '203.0.113.7/x8',
    '203.0.113.7/',
    '203.0.113.0/24/24',
    '2001:db8::/129',
    '2001:db8::/1000',
    'fe80::1%eth0',
  ])
    expect([wrong, addressFault(wrong)]).toEqual([wrong, 'allowed_addresses[0]'])
})

test('the first wrong address is named, and one that is listed twice', () => {
  expect(addressFault('203.0.113.7', 'x', 'y')).toBe('allowed_addresses[1]')
  expect(addressFault('203.0.113.7', '203.0.113.8', '203.0.113.7')).toBe('allowed_addresses[2]')
  const repeated = refusal(() => checkAddresses(['::1', '::1']))
  expect(repeated!.desc).toBe('allowed_addresses[1] repeats ::1.')
})
