/** The form of a new purchase order, or of a transfer between two locations, with its lines. */
import { sumOf, unitsIn, unitsText } from '../amounts'
import { moneyText } from '../cells'
import { lookupOf } from '../lookups'
import { LookupSelect } from '../operation_fields'
import { Effects, stated, useKept } from '../effects'
import { Field, Form } from '../parts'
import { appAddress, type Organization, post } from '../service'
import { nameOfVariant, VariantSearch } from '../variant_search'

interface Entry {
  variant_id: string
  sku: string
  title: string
  quantity: string
  unit_cost: string
}

const costIn = (text: string): number | null => (/^\d+(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : null)

export function NewPurchase({ kind, organization }: { kind: 'purchase' | 'transfer'; organization: Organization }) {
  const isTransfer = kind === 'transfer'
  const { entries, set, forget } = useKept(`new ${kind}`, { supplier_id: '', source_location_id: '', location_id: '', expected_delivery_date: '', notes: '', lines: [] as Entry[] })
  const { lines } = entries
  const back = appAddress('/orders/purchases')
  const change = (at: number, changed: Partial<Entry>) => set({ lines: lines.map((line, place) => (place === at ? { ...line, ...changed } : line)) })
  const submit = async () => {
    const { supplier_id, source_location_id, location_id, expected_delivery_date, notes } = entries
    const order = await post<{ id: string }>(`/organizations/${organization.organization_id}/purchase-orders`, {
      order_type: kind,
      location_id,
      ...(isTransfer ? { source_location_id } : { supplier_id }),
      ...(stated(expected_delivery_date) === undefined ? {} : { expected_delivery_date }),
      ...(stated(notes) === undefined ? {} : { notes: stated(notes) }),
      line_items: lines.map(({ variant_id, quantity, unit_cost }) => ({ variant_id, quantity: unitsIn(quantity), ...(isTransfer || costIn(unit_cost) === null ? {} : { unit_cost: costIn(unit_cost) }) })),
    })
    forget()
    location.assign(appAddress('/orders/purchases', { order: order.id }))
  }
  const units = sumOf(lines, ({ quantity }) => unitsIn(quantity) ?? 0)
  const cost = lines.every(({ unit_cost }) => costIn(unit_cost) !== null) ? sumOf(lines, ({ quantity, unit_cost }) => (unitsIn(quantity) ?? 0) * costIn(unit_cost)!) : null
  return (
    <>
      <p>
        <a href={back}>All purchase orders and transfers</a>
      </p>
      <Form action={isTransfer ? 'Create the transfer' : 'Create the purchase order'} submit={submit} cancel={() => location.assign(back)}>
        <h2>{isTransfer ? 'New transfer' : 'New purchase order'}</h2>
        <div class="beside">
          {isTransfer ? (
            <Chosen label="From" name="location_id" value={entries.source_location_id} choose={(source_location_id) => set({ source_location_id })} />
          ) : (
            <Chosen label="Supplier" name="supplier_id" value={entries.supplier_id} choose={(supplier_id) => set({ supplier_id })} />
          )}
          <Chosen label="To" name="location_id" value={entries.location_id} choose={(location_id) => set({ location_id })} />
          <Field label="Expected on (optional)">{({ id }) => <input id={id} type="date" value={entries.expected_delivery_date} onInput={({ currentTarget }) => set({ expected_delivery_date: currentTarget.value })} />}</Field>
          <Field label="Notes (optional)">{({ id }) => <input id={id} value={entries.notes} onInput={({ currentTarget }) => set({ notes: currentTarget.value })} />}</Field>
        </div>
        <h2>Lines</h2>
        {lines.map((line, at) => (
          <fieldset key={`${line.variant_id} ${at}`}>
            <legend>
              {line.sku} <span class="quiet">{line.title}</span>
            </legend>
            <div class="beside">
              <Field label={`Units of ${line.sku}, line ${at + 1}`}>{({ id }) => <input id={id} inputMode="numeric" pattern="[0-9]+" required value={line.quantity} onInput={({ currentTarget }) => change(at, { quantity: currentTarget.value })} />}</Field>
              {!isTransfer && (
                <Field label={`Unit cost of ${line.sku}, line ${at + 1} (optional)`}>
                  {({ id }) => <input id={id} inputMode="decimal" pattern="[0-9]+([.][0-9]{1,4})?" placeholder="of the supplier" value={line.unit_cost} onInput={({ currentTarget }) => change(at, { unit_cost: currentTarget.value })} />}
                </Field>
              )}
              <button type="button" aria-label={`Take out ${line.sku}, line ${at + 1}`} onClick={() => set({ lines: lines.filter((_, place) => place !== at) })}>
                Take out
              </button>
            </div>
          </fieldset>
        ))}
        {lines.length === 0 && <p>The order has no line yet.</p>}
        <VariantSearch take={(variant) => set({ lines: [...lines, { variant_id: variant.variant_id, sku: variant.sku, title: nameOfVariant(variant), quantity: '1', unit_cost: '' }] })} />
        <Effects
          kind="order"
          of={[
            isTransfer
              ? `${unitsText(units)} to move. The draft holds nothing; sending it takes the units out of the source, and receiving it books them in.`
              : `${unitsText(units)}, ${moneyText({ amount: cost, currency: null, reason: cost === null ? "lines without a cost take the supplier's" : null })} in the currency of the supplier. This is the sum of the entries; the service settles the total.`,
            'A draft is created: it is on order once it is approved.',
          ]}
        />
      </Form>
    </>
  )
}

const Chosen = ({ label, name, value, choose }: { label: string; name: string; value: string; choose: (id: string) => void }) => (
  <Field label={label}>{({ id }) => <LookupSelect id={id} lookup={lookupOf(name, {})!} value={value} choose={choose} none="Choose one" />}</Field>
)
