/** Random histories compared with the model after every step. The same seed gives the same histories. */
import fc from 'fast-check'
import { compareStep, compareWhole } from './compare.ts'
import { newWorld, play } from './play.ts'
import { type Step, step } from './steps.ts'

export interface Played {
  histories: number
  steps: number
  /** How often each action succeeded, and how often both refused it. */
  acts: Map<string, { taken: number; refused: number }>
}

async function playHistory(steps: readonly Step[], played: Played): Promise<void> {
  const world = await newWorld((act, isTaken) => {
    const { taken, refused } = played.acts.get(act) ?? { taken: 0, refused: 0 }
    played.acts.set(act, isTaken ? { taken: taken + 1, refused } : { taken, refused: refused + 1 })
  })
  for (const [i, one] of steps.entries()) {
    try {
      await compareStep(world, one, await play(world, one))
      for (const act of world.model.counting.offsets.splice(0)) world.note(act, true)
    } catch (error) {
      throw new Error(`step ${i + 1} of ${steps.length}, ${JSON.stringify(one)}: ${(error as Error).message}`)
    }
    played.steps++
  }
  await compareWhole(world)
  played.histories++
}

interface Options {
  seed: number
  histories: number
  steps_max: number
  /** Shrinking ends at this time. */
  seconds_max: number
  onHistory?: (played: Played) => void
  /** Called immediately with the first history that diverges; shrinking it takes a while. */
  onDivergence?: (message: string) => void
}

/** Throws with the smallest diverging history that was found. */
export async function playHistories(options: Options): Promise<Played> {
  const { seed, histories, steps_max, seconds_max, onHistory, onDivergence } = options
  const played: Played = { histories: 0, steps: 0, acts: new Map() }
  const steps = fc.array(step, { minLength: Math.ceil(steps_max / 2), maxLength: steps_max, size: 'max' })
  let hasDiverged = false
  const property = fc.asyncProperty(steps, async (one) => {
    try {
      await playHistory(one, played)
    } catch (error) {
      if (!hasDiverged) onDivergence?.(`${(error as Error).message}\n${JSON.stringify(one)}`)
      hasDiverged = true
      throw error
    }
    onHistory?.(played)
  })
  const bounds = { seed, numRuns: histories, interruptAfterTimeLimit: seconds_max * 1000 }
  await fc.assert(property, { ...bounds, includeErrorInReport: true })
  return played
}
