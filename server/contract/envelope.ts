/** The two shapes of JSON responses. Source: the platform contract, 'Envelope'. */
import type { Refusal } from './refusals.ts'

export interface Success {
  data: unknown
  message: { desc: string; service: string; severity: 'INFO' | 'SUCCESS' }
}

export const success = (data: unknown, desc: string, service: string, wrote: boolean): Success => ({
  data,
  message: { desc, service, severity: wrote ? 'SUCCESS' : 'INFO' },
})

export const docUrl = (docsUrl: string, code: string): string => `${docsUrl}/api/guides/errors#${code}`

export const refusalBody = (refusal: Refusal, docsUrl: string, request_id: string) => ({
  code: refusal.code,
  message: {
    code: refusal.code,
    desc: refusal.desc,
    doc_url: docUrl(docsUrl, refusal.code),
    request_id,
    service: 'UNKNOWN',
    severity: 'ERROR',
  },
  ...(refusal.data === undefined ? {} : { data: refusal.data }),
})

/** The 401 of product data reads has data.error instead of the code. */
export const pimRefusalBody = (refusal: Refusal, docsUrl: string, request_id: string) => ({
  data: { error: refusal.code },
  message: {
    desc: refusal.desc,
    doc_url: docUrl(docsUrl, refusal.code),
    request_id,
    service: 'UNKNOWN',
    severity: 'ERROR',
  },
})
