/** Chooses the buy plans that reports count. Pure. */
import type { PlanHead } from '../buy_plans/buy_plans.store.ts'

/** Published and not archived. */
export const isInForce = ({ is_published, archived_at }: PlanHead) => is_published && archived_at === null
