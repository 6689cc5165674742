/** A merchant whose accounts have portal seats, and a browser that keeps its cookie. */
import { type InvoicedShop, openInvoicedShop } from '../../selling/invoices/invoiced_shop.ts'
import type { TestService } from '../../support/service/service.ts'

export const seatsPath = (account_id: string) => `/api/v1/wholesale/accounts/${account_id}/portal-seats`

export interface Page {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
}

export interface Browser {
  cookie: string | null
  get: (path: string, headers?: Record<string, string>) => Promise<Page>
  post: (path: string, form?: Record<string, string>, headers?: Record<string, string>) => Promise<Page>
}

let browsers = Math.floor(Math.random() * 60_000)
const newAddress = () => `198.18.${Math.floor(++browsers / 250) % 250}.${(browsers % 250) + 1}`

/** Follows no redirect. Sends the origin of the service with forms, as browsers do. */
export function openBrowser({ base_url }: TestService, cookie: string | null = null): Browser {
  const address = newAddress()
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Page> => {
    // Attempts are counted per address, so each browser has its own.
    const sent = {
      'X-Forwarded-For': address,
      ...(browser.cookie === null ? {} : { Cookie: browser.cookie }),
      ...headers,
    }
    const response = await fetch(`${base_url}${path}`, { method, headers: sent, redirect: 'manual', body })
    const set = response.headers.get('set-cookie')
    if (set !== null) browser.cookie = /Max-Age=0/.test(set) ? null : set.split(';')[0]!
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }
  const browser: Browser = {
    cookie,
    get: (path, headers = {}) => ask('GET', path, headers),
    post: (path, form = {}, headers = {}) =>
      ask(
        'POST',
        path,
        { Origin: base_url, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        new URLSearchParams(form).toString(),
      ),
  }
  return browser
}

export const tokenIn = (text: string): string => /prt_[\w-]{43}/.exec(text)![0]

/** The token in the stored mail of a seat. */
export async function tokenOf({ admin, account_id }: InvoicedShop, seat_id: string): Promise<string> {
  const mail = await admin.get(`${seatsPath(account_id)}/${seat_id}/mail`)
  if (mail.status !== 200) throw new Error(mail.text)
  return tokenIn(mail.body.data.text)
}

export async function invited(shop: InvoicedShop, email: string): Promise<any> {
  const answer = await shop.admin.post(seatsPath(shop.account_id), { email })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** A browser in which the seat of a new address is open. */
export async function signedIn(shop: InvoicedShop, email: string): Promise<{ browser: Browser; seat_id: string }> {
  const { seat_id } = await invited(shop, email)
  const browser = openBrowser(shop.tenant.service)
  const answer = await browser.post('/portal/accept', { token: await tokenOf(shop, seat_id) })
  if (answer.status !== 303) throw new Error(answer.text)
  return { browser, seat_id }
}

/** A shop with one order that is partly shipped and invoiced. */
export async function openPortalShop() {
  const shop = await openInvoicedShop()
  const order = await shop.wholesale({
    reference: 'PO 77120',
    ship_window_start: '2026-12-01',
    ship_window_end: '2026-12-15',
    lines: [
      { sku: 'J-S', quantity: 6, buyer_sku: '771-S' },
      { sku: 'J-M', quantity: 4, unit_price_cents: 310_050 },
    ],
  })
  await shop.ship(order, [{ sku: 'J-S', quantity: 5 }])
  const invoice = await shop.invoiced(order)
  return { ...shop, order, invoice }
}
export type PortalShop = Awaited<ReturnType<typeof openPortalShop>>
