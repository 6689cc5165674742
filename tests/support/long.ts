/** Tests whose size is a matter of time run short in the suite; `npm run test:long` runs them at their full size. */
const isLong = process.env.LONG_TESTS === 'true'

/** The size in the suite, or in the long run. */
export const sized = <T>(short: T, long: T): T => (isLong ? long : short)
