/** What goes to accounts over EDI: notices, corrections, profiles and deadlines. */
import type { ChangelogEntry } from '../entry.ts'

export const ediOut: readonly ChangelogEntry[] = [
  {
    id: 'edi-transport-of-shipments',
    date: '2026-11-29',
    train: '2026-11',
    kind: 'additive',
    areas: ['accounts', 'sales', 'inventory'],
    title: 'Shipping notices state carrier code, bill of lading, arrival, addresses, pallets and pounds',
    detail: `A shipment takes \`carrier_scac\`, \`bill_of_lading\` and \`deliver_on\`, and a carton \`pallet_sscc\`, when a person or a warehouse reports
    it; corrections change them, and \`session.get_shipment_transport\` reads them, also of a voided shipment. The 856 states them, with the
    addresses of the place to ship to and of the location, which has a new \`address\`. Without \`deliver_on\` it counts the account's days in transit.
    The profile's new \`weight_unit\` and \`has_pallet_level\` say whether weights are in pounds and whether pallets are named. The 855, 865,
    856 and 810 repeat every reference (REF) of the order, the 855 and 865 also the customer's order reference, and the 810 the bill of lading.`,
    action_required: null,
    covers: [
      'session.record_shipment',
      'session.correct_shipment',
      'session.get_shipment_transport',
      'session.set_account_edi_profile',
      'session.*_location*',
      'session.list_locations',
      'warehouses.*',
    ],
  },
]
