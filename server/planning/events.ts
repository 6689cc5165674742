/** Events of planning: reports that were sent, and the steps of a planning cycle. */
import type { Events } from '../contract/events.ts'
import { Cycle, CycleStep } from './cycles/model.ts'
import { ReportDelivery } from './reports/model.ts'

const report = { record: ReportDelivery, read: 'GET /api/v1/finance/report-deliveries/{receipt_id}' } as const

export const planningEvents = {
  'report.delivered': { sent_when: 'A scheduled trade report went out.', ...report },
  'report.failed': { sent_when: 'A scheduled trade report did not go out.', ...report },
  'cycle.step_closed': {
    sent_when: "A planning cycle's step closes.",
    record: CycleStep,
    read: 'GET /api/v1/planning/cycles/{cycle_id}/steps/{step_id}',
  },
  'cycle.signed': {
    sent_when: 'A planning cycle is signed.',
    record: Cycle,
    read: 'GET /api/v1/planning/cycles/{cycle_id}',
  },
} satisfies Events
