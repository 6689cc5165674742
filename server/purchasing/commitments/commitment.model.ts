/** How far a commitment has come; orders are stamped with one that is declared or approved. */
export const commitment_statuses = ['declared', 'approved', 'closed', 'retired'] as const
