/**
 * Where a webhook may go. An address is judged when a subscription is made and again at every attempt: all that the
 * name resolves to must be public, and the very address that was judged is the one that is dialled.
 */
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface AddressRules {
  /** Lets http and this machine's own addresses through, for development and tests. */
  allow_loopback: boolean
  resolve?: Resolve
}

export interface Target {
  url: URL
  address: string
  family: 4 | 6
}

/** Why an address is not dialled, as data: it stands on the attempt. */
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

/** The address family that bytes really belong to: ::ffff:127.0.0.1 is 127.0.0.1. */
function isDialable(text: string, allow_loopback: boolean): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  return range === 'unicast' ? !isTranslated(address) : allow_loopback && range === 'loopback'
}

/** IPv6 ranges that carry an IPv4 address which some gateway would dial in our place. */
const translated = ['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32', '::/96', 'fec0::/10', '100::/64']
function isTranslated(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv6 && translated.some((range) => address.match(ipaddr.IPv6.parseCIDR(range)))
}

/** Judges the words of a hook_url; answers it parsed. Nothing is looked up yet. */
export function readHookUrl(hook_url: string, { allow_loopback }: AddressRules): URL {
  if (!URL.canParse(hook_url)) refuse('url_unreadable', 'must be a web address')
  const url = new URL(hook_url)
  const schemes = allow_loopback ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) refuse('scheme_not_allowed', 'must begin with https://')
  if (url.username !== '' || url.password !== '')
    refuse('userinfo_not_allowed', 'must not carry a user name or password')
  if (url.hash !== '') refuse('fragment_not_allowed', 'must not carry a fragment')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // A literal never reaches the resolver, so it is judged here. URL has already spelled 0x7f.1 as 127.0.0.1.
  if (ipaddr.isValid(host) && !isDialable(host, allow_loopback))
    refuse('address_not_public', 'must lead to a public address')
  if (!allow_loopback && (host === 'localhost' || host.endsWith('.localhost') || !/[.:]/.test(host)))
    refuse('address_not_public', 'must lead to a public address')
  return url
}

const resolveAll: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true })

/** Judges a hook_url whole and chooses the address that is dialled. */
export async function chooseTarget(hook_url: string, rules: AddressRules): Promise<Target> {
  const url = readHookUrl(hook_url, rules)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return { url, address: host, family: host.includes(':') ? 6 : 4 }
  const found = await (rules.resolve ?? resolveAll)(host).catch(() =>
    refuse('dns_lookup_failed', 'must resolve to an address'),
  )
  if (found.length === 0) refuse('dns_lookup_failed', 'must resolve to an address')
  // One private address among public ones is enough to refuse: which one is dialled must not be a matter of luck.
  if (found.some(({ address }) => !isDialable(address, rules.allow_loopback)))
    refuse('address_not_public', 'must lead to a public address')
  const first = found[0]!
  return { url, address: first.address, family: first.family === 6 ? 6 : 4 }
}

/** What is capped together: everything behind one origin. */
export const endpointOf = (url: URL): string => url.origin
