/** Limits of portal seats; part of limits.ts. */
export const portalLimits = {
  portal_seats_per_account_max: 200,
  portal_invitation_days: 7,
  portal_invitations_per_organization_and_hour: 100,
  /** Mails to one seat, so that an address cannot be flooded. */
  portal_invitations_per_seat_and_hour: 3,
  /** Links that a person asks for, mailed to one seat; further requests get the same page and no mail. */
  portal_links_per_seat_and_hour: 3,
  /** Seats of one address that a request for a link mails. */
  portal_link_seats_max: 20,
  portal_link_requests_per_minute_and_address: 10,
  portal_session_days: 30,
  /** Browsers in which a seat is open; the oldest is signed out beyond this. */
  portal_sessions_per_seat_max: 5,
  portal_requests_per_minute_and_seat: 60,
  /** Invoices as PDF, which take a thread each. */
  portal_files_per_minute_and_seat: 10,
  portal_body_bytes_max: 4_096,
  portal_orders_shown_max: 100,
  portal_shipments_shown_max: 50,
  /** Newest orders of an account whose shipments are looked through. */
  portal_shipment_orders_max: 500,
} as const
