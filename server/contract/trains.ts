/** Version trains, named by date. A published train never receives a breaking change. */
export const trains = ['2026-11'] as const
export type Train = (typeof trains)[number]
export const current_train: Train = '2026-11'
/** Before the current train is public, a breaking change may land on it with a changelog entry of that kind. */
export const isTrainPublic = false as boolean
