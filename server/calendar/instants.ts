/** Instants are compared as times: texts of one time may differ by their offset or their decimals. */
export const isBefore = (one: string, other: string): boolean => Date.parse(one) < Date.parse(other)
