import { tradeReasons } from './reasons_trade.ts'

/** Survivors that change nothing, with the reason why. A reason that fits no survivor any more fails the run. */
export interface Reason {
  file: string
  original: string
  replacement: string
  why: string
}

export const reasons: readonly Reason[] = [...tradeReasons]
