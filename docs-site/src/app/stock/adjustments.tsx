/** Stock adjusted by hand: what was adjusted, and the form of a new adjustment, which says what stock becomes. */
import { useState } from 'preact/hooks'
import { sumOf, unitsText } from '../amounts'
import { Frame } from '../frame'
import { lookupOf } from '../lookups'
import { LookupSelect } from '../operation_fields'
import { Effects, stated, useKept } from '../effects'
import { readLevels } from '../orders/model'
import { Badge, Confirm, Field, Form, fromInAddress, PagedRows, pageSize, Trouble, useRead, When, wordsOf } from '../parts'
import { appAddress, get, type Organization, post, type Rows } from '../service'
import { nameOfVariant, VariantSearch } from '../variant_search'

interface Adjustment {
  adjustment_id: string
  name: string
  reason: string
  note: string | null
  units_added: number
  units_removed: number
  created_by: string
  created_at: string
  undone_at: string | null
  undone_by: string | null
}

export const Adjustments = () => (
  <Frame title="Adjustments" within="Stock">
    {(organization) => (organization.role !== 'viewer' && new URLSearchParams(location.search).has('new') ? <NewAdjustment /> : <OnFile organization={organization} />)}
  </Frame>
)

const text = new Intl.NumberFormat()

function OnFile({ organization }: { organization: Organization }) {
  const { data, trouble, again } = useRead(() => get<Rows<Adjustment>>('/stock-adjustments', { offset: fromInAddress(), limit: pageSize }), [])
  const [undoing, setUndoing] = useState<Adjustment | null>(null)
  const mayChange = organization.role !== 'viewer'
  return (
    <>
      {mayChange && (
        <p class="buttons">
          <a class="first" href={appAddress('/stock/adjustments', { new: 'true' })}>
            Adjust stock
          </a>
          <a href={appAddress('/orders/purchases', { new: 'transfer' })}>Move stock between locations</a>
        </p>
      )}
      <PagedRows of={{ data, trouble }} empty="No stock has been adjusted by hand." label="Adjustments" columns={['Adjustment', 'Reason', 'Note', 'Added', 'Removed', 'By', 'When']} figures={['Added', 'Removed']} hasActions={mayChange} go={(from) => location.assign(appAddress('/stock/adjustments', { from }))}>
        {(one) => (
          <tr key={one.adjustment_id}>
            <td class="whole">
              <a href={appAddress('/records/session/get_stock_adjustment', { id: one.adjustment_id })}>{one.name}</a>
            </td>
            <td>{wordsOf(one.reason)}</td>
            <td class="long">{one.note ?? '–'}</td>
            <td class="figure">{text.format(one.units_added)}</td>
            <td class="figure">{text.format(one.units_removed)}</td>
            <td>{one.created_by}</td>
            <td>
              <When at={one.created_at} zone={organization.time_zone} />
            </td>
            {mayChange && (
              <td class="actions">
                {one.undone_at === null ? (
                  <button type="button" class="danger" aria-label={`Undo ${one.name}`} onClick={() => setUndoing(one)}>
                    Undo
                  </button>
                ) : (
                  <Badge tone="plain">undone</Badge>
                )}
              </td>
            )}
          </tr>
        )}
      </PagedRows>
      {undoing !== null && (
        <Confirm
          title={`Undo ${undoing.name}`}
          consequence={`Takes ${unitsText(undoing.units_added)} out again and puts ${unitsText(undoing.units_removed)} back, by movements that reverse those of the adjustment. It appears on no past day any more.`}
          action="Undo the adjustment"
          run={async () => {
            await post(`/stock-adjustments/${undoing.adjustment_id}/undo`, {})
            setUndoing(null)
            again()
          }}
          close={() => setUndoing(null)}
        />
      )}
    </>
  )
}

/** Reasons with what they can do: only take units out, only put units in, or both. */
const reasons: readonly (readonly [reason: string, direction: 'out' | 'in' | 'both'])[] = [
  ['damaged', 'out'],
  ['expired', 'out'],
  ['lost', 'out'],
  ['theft', 'out'],
  ['found', 'in'],
  ['sample', 'both'],
  ['promotion', 'both'],
  ['donation', 'out'],
  ['internal_use', 'out'],
  ['write_off', 'out'],
  ['initial_count', 'in'],
  ['correction', 'both'],
  ['other', 'both'],
]
const directions = { out: 'removes units', in: 'adds units', both: 'adds or removes units' } as const

interface Entry {
  variant_id: string
  sku: string
  title: string
  change: string
}

/** A change of stock as it was entered: a whole number that is not zero. */
const changeIn = (entered: string): number | null => (/^[+-]?\d+$/.test(entered.trim()) && Number(entered) !== 0 ? Number(entered) : null)

function NewAdjustment() {
  const { entries, set, forget } = useKept('new adjustment', { reason: 'damaged', location_id: '', note: '', below: false, lines: [] as Entry[] })
  const { lines, location_id } = entries
  const ids = lines.map(({ variant_id }) => variant_id)
  const { data: levels, trouble } = useRead(async () => (location_id === '' || ids.length === 0 ? null : readLevels(ids, location_id)), [location_id, ids.join(' ')])
  const back = appAddress('/stock/adjustments')
  const change = (at: number, entered: string) => set({ lines: lines.map((line, place) => (place === at ? { ...line, change: entered } : line)) })
  const submit = async () => {
    await post('/stock-adjustments', {
      reason: entries.reason,
      ...(stated(entries.note) === undefined ? {} : { note: stated(entries.note) }),
      ...(entries.below ? { allow_below_committed: true } : {}),
      lines: lines.map((line) => ({ variant_id: line.variant_id, location_id, quantity: changeIn(line.change) })),
    })
    forget()
    location.assign(back)
  }
  const changes = lines.map((line) => ({ ...line, units: changeIn(line.change) ?? 0, level: levels?.get(line.variant_id) }))
  const committed = changes.filter(({ units, level }) => units < 0 && level !== undefined && -units > (level.available_qty ?? 0))
  return (
    <>
      <p>
        <a href={back}>All adjustments</a>
      </p>
      <Form action="Adjust the stock" submit={submit} cancel={() => location.assign(back)}>
        <h2>New adjustment</h2>
        <div class="beside">
          <Field label="Reason">
            {({ id }) => (
              <select id={id} value={entries.reason} onChange={({ currentTarget }) => set({ reason: currentTarget.value })}>
                {reasons.map(([reason, direction]) => (
                  <option key={reason} value={reason}>
                    {wordsOf(reason)}: {directions[direction]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Location">{({ id }) => <LookupSelect id={id} lookup={lookupOf('location_id', {})!} value={location_id} choose={(chosen) => set({ location_id: chosen })} none="Choose one" />}</Field>
          <Field label="Note (optional)">{({ id }) => <input id={id} value={entries.note} onInput={({ currentTarget }) => set({ note: currentTarget.value })} />}</Field>
        </div>
        <Trouble of={trouble} />
        {lines.map((line, at) => (
          <div class="beside" key={line.variant_id}>
            <Field label={`Change of ${line.sku}`} hint={`${line.title}. Such as -2 or 3.`}>
              {({ id, describedby }) => <input id={id} aria-describedby={describedby} pattern="[+\-]?[0-9]+" required value={line.change} onInput={({ currentTarget }) => change(at, currentTarget.value)} />}
            </Field>
            <button type="button" aria-label={`Take out ${line.sku}`} onClick={() => set({ lines: lines.filter((_, place) => place !== at) })}>
              Take out
            </button>
          </div>
        ))}
        <VariantSearch take={(variant) => set({ lines: ids.includes(variant.variant_id) ? lines : [...lines, { variant_id: variant.variant_id, sku: variant.sku, title: nameOfVariant(variant), change: '' }] })} />
        <p>
          <label class="choice">
            <input type="checkbox" checked={entries.below} onChange={() => set({ below: !entries.below })} /> Let stock fall below what is held for orders
          </label>
        </p>
        <Effects
          kind="adjustment"
          of={[
            `Books one movement for each line: ${unitsText(sumOf(changes, ({ units }) => Math.max(units, 0)))} in, ${unitsText(sumOf(changes, ({ units }) => Math.max(-units, 0)))} out.`,
            levels !== null && changes.length > 0 && changes.map(({ sku, units, level }) => `${sku}: ${level?.on_hand_qty ?? 0} on hand before, ${(level?.on_hand_qty ?? 0) + units} after`).join('; '),
            committed.length > 0 && `Less than is held for orders would be left of ${committed.map(({ sku }) => sku).join(', ')}${entries.below ? '.' : ': refused, unless you let it.'}`,
            'Units that are added take the average cost of the stock there. All lines are booked, or none. An adjustment can be undone.',
          ]}
        />
      </Form>
    </>
  )
}
