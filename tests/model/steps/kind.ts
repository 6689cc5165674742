/** A kind of steps: how they are drawn, and how they are played. */
import type fc from 'fast-check'
import type { Order } from '../truth/orders.ts'
import type { Sale } from '../truth/selling/sale.ts'
import type { World } from '../world.ts'

/** What a step concerned. */
export interface Touched {
  order?: Order | undefined
  sale?: Sale | undefined
}

export interface Kind<S extends { does: string }> {
  does: readonly S['does'][]
  steps: readonly { weight: number; arbitrary: fc.Arbitrary<S> }[]
  play: (world: World, step: S) => Promise<Touched>
}
