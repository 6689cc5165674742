/** The request and the response shape that the handlers of the portal's pages share. */
import { isOwnOrigin } from '../../pipeline/browser/browser.rules.ts'
import type { PipelineContext } from '../../pipeline/context.ts'
import type { Exchange } from '../../pipeline/exchange.ts'
import { pageHeaders, plainPage, privateHeaders } from './page.ts'

export interface Answer {
  status: number
  body: string | Uint8Array | null
  headers: Readonly<Record<string, string>>
}

export interface Visit {
  context: PipelineContext
  exchange: Exchange
  /** Path of the service's address, before /portal. */
  root: string
}

export const page = (status: number, html: string, headers: Record<string, string> = {}): Answer => ({
  status,
  body: html,
  headers: { ...pageHeaders, ...headers },
})

export const goTo = (location: string, cookie: string): Answer => ({
  status: 303,
  body: null,
  headers: { ...privateHeaders, Location: location, 'Set-Cookie': cookie },
})

export const isForeignForm = ({ exchange, context }: Visit): boolean =>
  !isOwnOrigin(exchange.request.headers, context.settings)

export const foreignForm = ({ root }: Visit): Answer =>
  page(403, plainPage(root, 'Not sent from this page', ['Open the page again and send its form from there.']))
