/** Step 5: where the caller is, and whether its key may be used from there. */
import ipaddr from 'ipaddr.js'
import { refuse } from '../contract/refusals.ts'

/** Some proxies write the caller's port too: 203.0.113.7:50122, [2001:db8::5]:50122. */
const parse = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, range: string): boolean {
  const [base, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : wholeAddress(range)
  // ::ffff:10.0.0.0/104 means the IPv4 range; addresses are compared in the family they really have.
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96) {
    return address instanceof ipaddr.IPv4 && address.match(base.toIPv4Address(), bits - 96)
  }
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits)
  return base instanceof ipaddr.IPv6 && address.match(base, bits)
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text)
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128]
}

export const isAddressIn = (address: string, ranges: readonly string[]): boolean => {
  const parsed = parse(address)
  return parsed !== null && ranges.some((range) => isWithin(parsed, range))
}

/** A hop that is not an address is cut to the length of the longest address. */
const unreadableLengthMax = 45

/**
 * The socket's peer, or, if that is a trusted proxy, the rightmost address of X-Forwarded-For that is not one itself,
 * normalised. Addresses further left were written by the caller and cannot be trusted.
 */
export function callerAddress(request: Request, peer_address: string, trustedProxies: readonly string[]): string {
  if (trustedProxies.length === 0 || !isAddressIn(peer_address, trustedProxies)) return peer_address
  const hops = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  for (const hop of hops.toReversed())
    if (!isAddressIn(hop, trustedProxies)) return parse(hop)?.toString() ?? hop.slice(0, unreadableLengthMax)
  return peer_address
}

export function checkAddress(address: string, allowed_addresses: readonly string[]): void {
  if (allowed_addresses.length === 0 || isAddressIn(address, allowed_addresses)) return
  refuse('ip_not_allowed', { desc: `This key may not be used from ${parse(address)?.toString() ?? 'this address'}.` })
}
