/** Lifecycle states of a commitment. Orders can be assigned to one that is declared or approved. */
export const commitment_statuses = ['declared', 'approved', 'closed', 'retired'] as const
