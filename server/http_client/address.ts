/**
 * Checks where outgoing requests may go, when a webhook is subscribed and again at every attempt. Every address that
 * the name resolves to must be public, and the connection uses the address that was checked.
 */
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface AddressRules {
  /** Allows http and loopback addresses, for development and tests. */
  allow_loopback: boolean
  resolve?: Resolve
}

export interface Target {
  url: URL
  address: string
  family: 4 | 6
}

/** Why an address is refused, as data for the attempt. */
export class AddressRefused extends Error {
  constructor(
    readonly failure: string,
    readonly rule: string,
  ) {
    super(failure)
  }
}

const refuse = (failure: string, rule: string): never => {
  throw new AddressRefused(failure, rule)
}

/** Unwraps mapped addresses: ::ffff:127.0.0.1 is 127.0.0.1. */
function isDialable(text: string, allow_loopback: boolean): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  return range === 'unicast' ? !isTranslated(address) : allow_loopback && range === 'loopback'
}

/** IPv6 ranges that embed an IPv4 address, to which a gateway would connect. */
const translated = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '::/96', 'fec0::/10', '100::/64']
function isTranslated(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && translated.some((range) => address.match(ipaddr.IPv6.parseCIDR(range)))
}

/** Checks the text of a hook_url and returns it parsed, without resolving it. */
export function readHookUrl(hook_url: string, { allow_loopback }: AddressRules): URL {
  if (!URL.canParse(hook_url)) refuse('url_unreadable', 'must be a web address')
  const url = new URL(hook_url)
  const schemes = allow_loopback ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) refuse('scheme_not_allowed', 'must begin with https://')
  if (url.username !== '' || url.password !== '')
    refuse('userinfo_not_allowed', 'must not carry a user name or password')
  if (url.hash !== '') refuse('fragment_not_allowed', 'must not carry a fragment')
  if (url.port === '0') refuse('url_unreadable', 'must have a port from 1 to 65535')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Literal addresses are not resolved, so they are checked here. URL has already normalised 0x7f.1 to 127.0.0.1.
  if (ipaddr.isValid(host) && !isDialable(host, allow_loopback))
    refuse('address_not_public', 'must lead to a public address')
  if (!allow_loopback && (host === 'localhost' || host.endsWith('.localhost') || !/[.:]/.test(host)))
    refuse('address_not_public', 'must lead to a public address')
  return url
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/** Checks and resolves a hook_url, and chooses the address to connect to. */
export async function chooseTarget(hook_url: string, rules: AddressRules): Promise<Target> {
  const url = readHookUrl(hook_url, rules)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return { url, address: host, family: host.includes(':') ? 6 : 4 }
  const addresses = await (rules.resolve ?? resolveAll)(host).catch(() =>
    refuse('dns_lookup_failed', 'must resolve to an address'),
  )
  if (addresses.length === 0) refuse('dns_lookup_failed', 'must resolve to an address')
  // One private address among public ones is refused, since any of them might be chosen.
  if (addresses.some(({ address }) => !isDialable(address, rules.allow_loopback)))
    refuse('address_not_public', 'must lead to a public address')
  const first = addresses[0]!
  return { url, address: first.address, family: first.family === 6 ? 6 : 4 }
}

/** Caps per destination count by origin. */
export const endpointOf = (url: URL): string => url.origin
