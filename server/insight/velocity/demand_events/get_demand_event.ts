import { operation } from '../../../contract/operation.ts'
import { DemandEvent, EventPath } from './demand_event.model.ts'
import { readEvent } from './demand_events.store.ts'

export const getDemandEvent = operation({
  id: 'sales.get_demand_event',
  route: 'GET /api/v1/sales/velocity/events/{event_id}',
  summary: 'Get a demand event',
  description: 'Returns a period that changed demand with what it concerns, also when it is archived.',
  account: 'aggregate',
  params: EventPath,
  answer: DemandEvent,
  refusals: ['not_found'],
  run: ({ sql, caller, params }) => readEvent(sql, caller.organization_id, params.event_id),
})
