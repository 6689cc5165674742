/** Which buy plans reports count. Pure. */
import type { StoredPlan } from '../buy_plans/buy_plans.store.ts'

/** Published and not archived. */
export const isInForce = ({ is_published, archived_at }: StoredPlan) => is_published && archived_at === null
