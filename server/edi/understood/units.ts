/** Units of measure (element 355) that count, and bases of prices (element 639). */

/** Units that say how many single units they are. */
export const singleUnits: Readonly<Record<string, number>> = { EA: 1, UN: 1, PC: 1, PR: 1, DZ: 12 }

/** Single units for which a price is stated; one that depends on the unit that is ordered is none of them. */
export const unitsOfBasis: Readonly<Record<string, number>> = {
  PE: 1,
  WE: 1,
  TE: 1,
  QE: 1,
  LE: 1,
  PD: 12,
  WD: 12,
  TD: 12,
  HP: 100,
  WC: 100,
  TC: 100,
  QH: 100,
  TP: 1_000,
  WM: 1_000,
  TM: 1_000,
  QS: 1_000,
  TT: 10_000,
  HT: 100_000,
}

/** Prices of one of the unit that is ordered: plain, net, contract, quoted and wholesale. */
const ofOrderedUnit = ['UM', 'NT', 'CT', 'QT', 'WH']

export const isOfOrderedUnit = (basis: string): boolean => basis === '' || ofOrderedUnit.includes(basis)

/** All that are understood. Retail prices, and others such as not to exceed (NE), leave the price open. */
export const knownBases = [...ofOrderedUnit, ...Object.keys(unitsOfBasis)]
