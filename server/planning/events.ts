/** What planning announces: reports that went out, and the steps of a planning cycle. */
import type { Events } from '../contract/events.ts'
import { Cycle, CycleStep } from './cycles/model.ts'
import { ReportDelivery } from './reports/model.ts'

const report = { record: ReportDelivery, read: null } as const

export const planningEvents = {
  'report.delivered': { sent_when: 'A scheduled trade report went out.', ...report },
  'report.failed': { sent_when: 'A scheduled trade report did not go out.', ...report },
  'cycle.step_closed': { sent_when: "A planning cycle's step closes.", record: CycleStep, read: null },
  'cycle.signed': { sent_when: 'A planning cycle is signed.', record: Cycle, read: null },
} satisfies Events
