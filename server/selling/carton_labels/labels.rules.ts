/** What the labels of a shipment's cartons state: what its notice (856) states of them. Pure. */
import type { Address, Party } from '../../edi/documents/record.ts'
import type { PrintedCartonLabels } from '../../documents/printing/printed_carton_labels.ts'
import type { PrintedParty } from '../../documents/printing/printed_order.ts'
import { type Noticed, noticeOf } from '../edi_orders/outbound/shipping_notice.rules.ts'

/** `Columbus, OH 43215` where there is a region, `20095 Hamburg` elsewhere. */
function placeOf({ city, region, postal_code }: Address): string {
  const parts = region === null ? [postal_code, city] : [city === null ? null : `${city},`, region, postal_code]
  return parts.filter((part) => part !== null).join(' ')
}

const detailsOf = (address: Address | null): string[] =>
  address === null ? [] : [...address.lines, placeOf(address), address.country ?? ''].filter((line) => line !== '')

/** The name of a place, which is on file where a document states its number alone; empty if it is not. */
const nameOf = ({ name, code }: Party, { doors }: Noticed): string =>
  name === '' && code !== null ? (doors.get(code.toLowerCase()) ?? '') : name

function shipToOf(party: Party, noticed: Noticed): PrintedParty {
  const { more_names = [], code, address } = party
  const name = nameOf(party, noticed)
  return {
    name: name === '' ? noticed.parties.buyer.name : name,
    details: [...more_names, ...(code === null ? [] : [code]), ...detailsOf(address)],
  }
}

export function labelsOf(noticed: Noticed): PrintedCartonLabels {
  const { shipment, order, parties } = noticed
  const notice = noticeOf(noticed)
  const numbers = shipment.cartons.map(({ carton_number }) => carton_number).toSorted((a, b) => a - b)
  const placeOfCarton = new Map(
    shipment.cartons.map(({ sscc, carton_number }) => [sscc, numbers.indexOf(carton_number) + 1]),
  )
  const carrier = [notice.carrier_name, notice.carrier_scac].filter((part) => part !== null)
  const labels = notice.orders.flatMap(({ door, cartons }) =>
    cartons.map(({ sscc, tracking_number, weight }) => ({
      sscc: sscc!,
      place: placeOfCarton.get(sscc)!,
      store: door === null ? null : { name: nameOf(door, noticed), code: door.code },
      tracking_number: tracking_number ?? notice.pro_number,
      weight: weight === null ? null : `${weight} ${notice.weight_unit!.toLowerCase()}`,
    })),
  )
  const { name, address } = notice.ship_from!
  return {
    kind: 'carton_labels',
    name: shipment.name,
    shipped_on: shipment.shipped_on,
    ship_from: { name: parties.supplier.name, details: [name, ...detailsOf(address)].filter((line) => line !== '') },
    ship_to: shipToOf(notice.ship_to!, noticed),
    order_number: notice.orders[0]!.number,
    department: order.header?.department ?? null,
    carrier: carrier.length === 0 ? null : carrier.join(', '),
    bill_of_lading: notice.bill_of_lading,
    carton_count: shipment.cartons.length,
    labels: labels.toSorted((one, other) => one.place - other.place),
  }
}
