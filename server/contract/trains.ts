/** A version train: the date name of one published interface. A breaking change never lands on a published one. */
export const trains = ['2026-11'] as const
export type Train = (typeof trains)[number]
export const current_train: Train = '2026-11'
/** Until the current train is released to the public, a breaking change may land on it, told by an entry that says so. */
export const isTrainPublic = false as boolean
