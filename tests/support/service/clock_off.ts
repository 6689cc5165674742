/** Loaded before the service: shifts its clock by CLOCK_OFF_SECONDS, however it is read. Its speed is unchanged. */
const offMs = Number(process.env.CLOCK_OFF_SECONDS) * 1_000
const Real = Date
const now = () => Real.now() + offMs

globalThis.Date = new Proxy(Real, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as object,
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
const { timeOrigin } = performance
Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + offMs })

const temporal = (globalThis as { Temporal?: { Now: { instant: () => { add: (by: object) => unknown } } } }).Temporal
if (temporal) {
  const instant = temporal.Now.instant.bind(temporal.Now)
  temporal.Now.instant = () => instant().add({ milliseconds: offMs }) as never
}
