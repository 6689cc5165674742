/** Counting, on a phone as well: a code is scanned or typed, then its units, and the next one follows. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { unitsIn } from '../amounts'
import { useKept } from '../effects'
import { entered, Field, Trouble, useRead, useWrite } from '../parts'
import { get, send } from '../service'
import { Camera, hasCamera } from './camera'
import { type CountLine, lineOf } from './model'

interface Shown {
  stocktake_id: string
  location_names: readonly string[]
  /** Called after each count. */
  counted: () => void
}

interface Place {
  location_id: string
  name: string
}

/** Units that were entered for a line and are not recorded yet. */
interface Waiting {
  line: CountLine | null
  units: string
  code: string
}

const nothing: Waiting = { line: null, units: '', code: '' }

const titleOf = ({ product_title, variant_title }: CountLine): string => [product_title, variant_title].filter((word) => word !== '').join(', ')

export function Counter({ stocktake_id, location_names, counted }: Shown) {
  const { entries: waiting, set, forget } = useKept<Waiting>(`count ${stocktake_id}`, nothing)
  const { entries: how, set: setHow } = useKept(`counting ${stocktake_id}`, { location_id: '', is_each: false })
  const [said, setSaid] = useState('')
  const [isLooking, setLooking] = useState(false)
  const [missing, setMissing] = useState<string | null>(null)
  const code = useRef<HTMLInputElement>(null)
  const units = useRef<HTMLInputElement>(null)
  const write = useWrite()
  useEffect(() => (waiting.line === null ? code : units).current?.focus(), [waiting.line?.variant_id, waiting.line?.location_id])
  const record = async (line: CountLine, counted_quantity: number) => {
    const { variant_id, location_id } = line
    await send('PATCH', `/v1/stocktakes/${stocktake_id}/counts`, { body: { counts: [{ variant_id, location_id, counted_quantity }] } })
    forget()
    set(nothing)
    setSaid(`${line.sku} at ${line.location_name}: ${new Intl.NumberFormat().format(counted_quantity)} counted.`)
    code.current?.focus()
    counted()
  }
  const find = (typed: string) =>
    write.run(async (): Promise<void> => {
      setSaid('')
      setMissing(null)
      const line = await lineOf(stocktake_id, typed, how.location_id)
      if (line === null) {
        setMissing(typed)
        // The next scan takes its place.
        return code.current?.select()
      }
      if (how.is_each) return record(line, (line.counted_quantity ?? 0) + 1)
      set({ line, units: line.counted_quantity === null ? '' : String(line.counted_quantity), code: '' })
    })
  const save = () =>
    write.run(async () => {
      const number = unitsIn(waiting.units)
      if (waiting.line !== null && number !== null) await record(waiting.line, number)
    })
  return (
    <section aria-label="Count">
      {location_names.length > 1 && <WhichLocation names={location_names} value={how.location_id} choose={(location_id) => setHow({ location_id })} />}
      <form
        class="count"
        onSubmit={entered(() => {
          if (waiting.code.trim() !== '') void find(waiting.code.trim())
        })}
      >
        <Field label="Barcode or SKU">
          {({ id }) => <input ref={code} id={id} autocomplete="off" autocapitalize="none" enterkeyhint="go" value={waiting.code} onInput={({ currentTarget }) => set({ code: currentTarget.value })} />}
        </Field>
        <button type="submit" disabled={write.isRunning}>
          Find
        </button>
        {hasCamera() && (
          <button type="button" onClick={() => setLooking(!isLooking)}>
            {isLooking ? 'Close the camera' : 'Scan with the camera'}
          </button>
        )}
      </form>
      <p>
        <label class="choice">
          <input type="checkbox" checked={how.is_each} onChange={() => setHow({ is_each: !how.is_each })} /> Each scan counts one unit
        </label>
      </p>
      {/* A line whose units are being entered is not replaced by what the camera sees next. */}
      {isLooking && <Camera read={(one) => waiting.line === null && void find(one)} />}
      <Trouble of={write.trouble} />
      {missing !== null && (
        <p role="alert" class="trouble">
          The stocktake has no line with the code “{missing}”{how.location_id === '' ? '' : ' at this location'}. Check the code, or count what it is of in another stocktake.
        </p>
      )}
      {waiting.line !== null && (
        <form class="counting" onSubmit={entered(() => void save())}>
          <p>
            <strong>{waiting.line.sku}</strong> {titleOf(waiting.line)} <span class="quiet">at {waiting.line.location_name}</span>
          </p>
          <Field label="Units counted" hint={waiting.line.counted_quantity === null ? 'Not counted yet.' : `Counted before: ${waiting.line.counted_quantity}. The new number takes its place.`}>
            {({ id, describedby }) => (
              <input ref={units} id={id} aria-describedby={describedby} inputMode="numeric" pattern="[0-9]+" required autocomplete="off" enterkeyhint="done" value={waiting.units} onInput={({ currentTarget }) => set({ units: currentTarget.value })} />
            )}
          </Field>
          <p class="buttons">
            <button type="submit" class="first" disabled={write.isRunning}>
              Record the count
            </button>
            <button type="button" onClick={() => set(nothing)}>
              Skip
            </button>
          </p>
        </form>
      )}
      <p role="status" class="quiet">
        {said}
      </p>
    </section>
  )
}

/** One of several locations is counted at a time. */
function WhichLocation({ names, value, choose }: { names: readonly string[]; value: string; choose: (location_id: string) => void }) {
  const { data, trouble } = useRead(() => get<{ rows: Place[] }>('/locations').then(({ rows }) => rows.filter(({ name }) => names.includes(name))), [])
  return (
    <>
      <Trouble of={trouble} />
      <Field label="Location that you count">
        {({ id }) => (
          <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            <option value="">The first that has the line</option>
            {(data ?? []).map(({ location_id, name }) => (
              <option key={location_id} value={location_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
