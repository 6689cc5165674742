/**
 * The kinds of steps. Numbers in steps select among what exists by then, so that any part of a history can be played. A
 * new kind is one file with a `Kind`, and one line here.
 */
import fc from 'fast-check'
import type { Kind, Touched } from './kind.ts'
import { adjusting } from './kind_adjusting.ts'
import { billing } from './kind_billing.ts'
import { changing } from './kind_changing.ts'
import { crediting } from './kind_crediting.ts'
import { exchanging } from './kind_exchanging.ts'
import { invoicing } from './kind_invoicing.ts'
import { paying } from './kind_paying.ts'
import { rating } from './kind_rates.ts'
import { stating } from './kind_stating.ts'
import { ordering } from './play.ts'
import { delivered } from './steps.ts'
import {
  billedBySuppliers,
  changedAndVoided,
  correctedAndUndone,
  exchangedAndCancelled,
  madeAndInvoiced,
  returnedAndCredited,
  returnedAndRefunded,
  splitAndMerged,
} from './usual_steps.ts'
import { statedLate } from './stated_steps.ts'
import { selling } from './play_sales.ts'
import type { World } from '../world.ts'

export interface Step {
  does: string
}

const kinds = [
  ordering,
  selling,
  billing,
  rating,
  adjusting,
  changing,
  crediting,
  exchanging,
  invoicing,
  paying,
  stating,
] as unknown as readonly Kind<Step>[]

const step: fc.Arbitrary<Step> = fc.oneof(...kinds.flatMap(({ steps }) => [...steps]))

const firstSteps = 5
const usual: readonly (readonly Step[])[] = [
  [],
  madeAndInvoiced,
  correctedAndUndone,
  changedAndVoided,
  returnedAndCredited,
  returnedAndRefunded,
  billedBySuppliers,
  exchangedAndCancelled,
  splitAndMerged,
  statedLate,
]
/**
 * Some orders come first; without them most steps would find nothing to do. Then come usual steps, so that as many seeds in
 * a row as there are such sequences play each of them.
 */
export const stepsOf = (seed: number, most: number): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      fc.array<Step>(delivered, { minLength: firstSteps, maxLength: firstSteps }),
      fc.constant(usual[seed % usual.length]!),
      fc.array(step, { minLength: Math.ceil(most / 2), maxLength: Math.max(most - firstSteps, 1), size: 'max' }),
    )
    .map((parts) => parts.flat())

const kindOf = new Map(kinds.flatMap((kind) => kind.does.map((does) => [does, kind] as const)))

/** Everything in a step happens at one moment of the model, later than all before. */
export const play = (world: World, one: Step): Promise<Touched> => kindOf.get(one.does)!.play(world, one)
