/**
 * The data that the forecast engine is proven on: the demo's sales for seeds that the engine was never tuned on, frozen
 * before the engine was written. The digests change when the demo generator does; then the proof needs new numbers.
 */
export const heldOut = { seeds: [101, 102, 103], variants: 6_000, today: '2026-11-23' } as const
