/** The two shapes that every JSON answer has. Source: the platform contract, 'Envelope'. */
import type { Refusal } from './refusals.ts'

export interface Success {
  data: unknown
  message: { desc: string; service: string; severity: 'INFO' | 'SUCCESS' }
}

export const success = (data: unknown, desc: string, service: string, wrote: boolean): Success => ({
  data,
  message: { desc, service, severity: wrote ? 'SUCCESS' : 'INFO' },
})

export const docUrl = (docs_url: string, code: string): string => `${docs_url}/api/guides/errors#${code}`

export const refusalBody = (refusal: Refusal, docs_url: string, request_id: string) => ({
  code: refusal.code,
  message: {
    code: refusal.code,
    desc: refusal.desc,
    doc_url: docUrl(docs_url, refusal.code),
    request_id,
    service: 'UNKNOWN',
    severity: 'ERROR',
  },
  ...(refusal.data === undefined ? {} : { data: refusal.data }),
})

/** Product data reads resolve the key themselves: their 401 carries data.error in place of the code. */
export const pimRefusalBody = (refusal: Refusal, docs_url: string, request_id: string) => ({
  data: { error: refusal.code },
  message: {
    desc: refusal.desc,
    doc_url: docUrl(docs_url, refusal.code),
    request_id,
    service: 'UNKNOWN',
    severity: 'ERROR',
  },
})
