/** Units of measure (element 355) that count, and bases of prices (element 639). */

/** Units that say how many single units they are. */
export const singleUnits: Readonly<Record<string, number>> = { EA: 1, UN: 1, PC: 1, PR: 1, DZ: 12 }

/** Single units for which a price is stated; one that depends on the unit that is ordered is none of them. */
export const unitsOfBasis: Readonly<Record<string, number>> = { PE: 1, HP: 100, TP: 1_000, HT: 100_000 }
