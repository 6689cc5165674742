/** Validates the scopes and addresses of a key. Pure. */
import ipaddr from 'ipaddr.js'
import { refuseField } from '../../contract/refusals.ts'
import { isScope, scopes } from '../../contract/resources.ts'

function refuseRepeated(values: readonly string[], field: string): void {
  for (const [at, value] of values.entries())
    if (values.indexOf(value) !== at) refuseField(`${field}[${at}]`, `repeats ${value}`)
}

/** Every scope is in the scope matrix and listed once. */
export function checkScopes(named: readonly string[]): void {
  const at = named.findIndex((scope) => !isScope(scope))
  if (at >= 0) refuseField(`scopes[${at}]`, `names "${named[at]}", which is not a scope`, scopes)
  refuseRepeated(named, 'scopes')
}

/** Dotted decimal or IPv6 only: other notations of IPv4 (2130706433, 0x7f.1) are more likely mistakes. */
function isPlainAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'))
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || !isPlainAddress(address)) return false
  if (bits === undefined) return true
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (address.includes(':') ? 128 : 32)
}

/** Every entry is an address or a range, and listed once. */
export function checkAddresses(named: readonly string[]): void {
  const at = named.findIndex((range) => !isRange(range))
  if (at >= 0) {
    refuseField(
      `allowed_addresses[${at}]`,
      'must be an IPv4 or IPv6 address, or a range such as 203.0.113.0/24 or 2001:db8::/32',
    )
  }
  refuseRepeated(named, 'allowed_addresses')
}
