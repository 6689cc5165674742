/** Reads the cookie of a portal request and the fields of a form. Pure. */
import { limits } from '../../contract/limits.ts'
import { openCookie } from '../../pipeline/browser/browser.rules.ts'

/** Lax: the link in an invitation's mail opens the portal signed in. */
export const seatCookie = openCookie('portal_seat', limits.portal_session_days * 86_400, 'Lax')

/** A field of a form as browsers send it; null without it. */
export function fieldOf(body: Uint8Array, content_type: string | null, name: string): string | null {
  const [type] = (content_type ?? '').split(';')
  if (type!.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null
  return new URLSearchParams(new TextDecoder().decode(body)).get(name)
}

/** The token in a form, pasted alone or with its link; null if there is none. */
export const tokenOf = (body: Uint8Array, content_type: string | null): string | null =>
  /prt_[\w-]{43}/.exec(fieldOf(body, content_type, 'token') ?? '')?.[0] ?? null
