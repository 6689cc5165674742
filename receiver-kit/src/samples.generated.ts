// Made from the OpenAPI document by scripts/generate_events.ts; not to be edited.
import type { ServiceEventBodies } from './events.generated.ts'

/** A body of each event, from the examples of the document. */
export const sample_bodies: ServiceEventBodies = {
  "order.created": {
    "order_id": "019a9f3e-7c10-7a52-8f0e-8985aa168165",
    "name": "SO-2041",
    "reference": "PO 77120",
    "external_id": null,
    "origin": "api",
    "lifecycle": "open",
    "lifecycle_updated_at": "2026-11-20T09:30:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "is_wholesale": true,
    "account": {
      "name": "Northgate Stores",
      "trading_partner_id": "019a9f3e-7c10-7a52-8f0e-6fb41c7606e9"
    },
    "channel": {
      "name": "Online store",
      "sales_channel_id": "019a9f3e-7c10-7a52-8f0e-857fa95cf669"
    },
    "customer": null,
    "location": {
      "name": "Main warehouse",
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716"
    },
    "commitment_id": null,
    "requested_ship_date": null,
    "ship_window_start": null,
    "ship_window_end": null,
    "cancel_date": null,
    "units": 24,
    "allocated_units": 0,
    "fulfilled_units": 0,
    "cancelled_units": 0,
    "invoiced_units": 0,
    "exceptions_open": 0,
    "total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "grand_total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "imported": true,
    "ordered_at": "2026-11-20T09:30:00+00:00",
    "created_at": "2026-11-20T09:30:00+00:00",
    "currency": "USD",
    "door_reference": null,
    "shipping_method": null,
    "terms": null,
    "freight": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "freight_tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "lines_without_goods": [],
    "notes": null,
    "confirmed_at": null,
    "fulfilled_at": null,
    "cancelled_at": null,
    "cancel_reason": null,
    "hold": null,
    "related_orders": [],
    "exchanged_return_id": null,
    "is_allocated_on_request": false,
    "line_items": [
      {
        "line_item_id": "019a9f3e-7c10-7a52-8f0e-75f3c95ca145",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "ordered_quantity": 24,
        "quantity": 24,
        "allocated_quantity": 0,
        "fulfilled_quantity": 0,
        "cancelled_quantity": 0,
        "over_shipped_quantity": 0,
        "invoiced_quantity": 0,
        "returned_quantity": 0,
        "returnable_quantity": 0,
        "unit_price": {
          "cents": 8900,
          "currency": "USD",
          "reason": null,
          "usd": 89
        },
        "requested_unit_price": {
          "cents": null,
          "currency": "USD",
          "reason": "The customer stated no price.",
          "usd": null
        },
        "discount": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "tax": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "verdict": null,
        "verdict_reason": null,
        "requested_ship_date": null,
        "cancel_date": null,
        "door_reference": null,
        "buyer_sku": null,
        "buyer_line_reference": null,
        "instead_of_line_item_id": null,
        "cover": null
      }
    ],
    "unmatched_lines": [],
    "allowances_apart": [],
    "shipments": [],
    "voided_shipments": [],
    "invoices": [],
    "returns": [],
    "document": null
  },
  "order.updated": {
    "order_id": "019a9f3e-7c10-7a52-8f0e-8985aa168165",
    "name": "SO-2041",
    "reference": "PO 77120",
    "external_id": null,
    "origin": "api",
    "lifecycle": "allocated",
    "lifecycle_updated_at": "2026-11-21T09:30:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "is_wholesale": true,
    "account": {
      "name": "Northgate Stores",
      "trading_partner_id": "019a9f3e-7c10-7a52-8f0e-6fb41c7606e9"
    },
    "channel": {
      "name": "Online store",
      "sales_channel_id": "019a9f3e-7c10-7a52-8f0e-857fa95cf669"
    },
    "customer": null,
    "location": {
      "name": "Main warehouse",
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716"
    },
    "commitment_id": null,
    "requested_ship_date": null,
    "ship_window_start": null,
    "ship_window_end": null,
    "cancel_date": null,
    "units": 24,
    "allocated_units": 24,
    "fulfilled_units": 0,
    "cancelled_units": 0,
    "invoiced_units": 0,
    "exceptions_open": 0,
    "total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "grand_total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "imported": true,
    "ordered_at": "2026-11-20T09:30:00+00:00",
    "created_at": "2026-11-20T09:30:00+00:00",
    "currency": "USD",
    "door_reference": null,
    "shipping_method": null,
    "terms": null,
    "freight": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "freight_tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "lines_without_goods": [],
    "notes": null,
    "confirmed_at": null,
    "fulfilled_at": null,
    "cancelled_at": null,
    "cancel_reason": null,
    "hold": null,
    "related_orders": [],
    "exchanged_return_id": null,
    "is_allocated_on_request": false,
    "line_items": [
      {
        "line_item_id": "019a9f3e-7c10-7a52-8f0e-75f3c95ca145",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "ordered_quantity": 24,
        "quantity": 24,
        "allocated_quantity": 24,
        "fulfilled_quantity": 0,
        "cancelled_quantity": 0,
        "over_shipped_quantity": 0,
        "invoiced_quantity": 0,
        "returned_quantity": 0,
        "returnable_quantity": 0,
        "unit_price": {
          "cents": 8900,
          "currency": "USD",
          "reason": null,
          "usd": 89
        },
        "requested_unit_price": {
          "cents": null,
          "currency": "USD",
          "reason": "The customer stated no price.",
          "usd": null
        },
        "discount": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "tax": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "verdict": null,
        "verdict_reason": null,
        "requested_ship_date": null,
        "cancel_date": null,
        "door_reference": null,
        "buyer_sku": null,
        "buyer_line_reference": null,
        "instead_of_line_item_id": null,
        "cover": null
      }
    ],
    "unmatched_lines": [],
    "allowances_apart": [],
    "shipments": [],
    "voided_shipments": [],
    "invoices": [],
    "returns": [],
    "document": null
  },
  "order.fulfilled": {
    "order_id": "019a9f3e-7c10-7a52-8f0e-8985aa168165",
    "name": "SO-2041",
    "reference": "PO 77120",
    "external_id": null,
    "origin": "api",
    "lifecycle": "fulfilled",
    "lifecycle_updated_at": "2026-11-21T09:30:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "is_wholesale": true,
    "account": {
      "name": "Northgate Stores",
      "trading_partner_id": "019a9f3e-7c10-7a52-8f0e-6fb41c7606e9"
    },
    "channel": {
      "name": "Online store",
      "sales_channel_id": "019a9f3e-7c10-7a52-8f0e-857fa95cf669"
    },
    "customer": null,
    "location": {
      "name": "Main warehouse",
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716"
    },
    "commitment_id": null,
    "requested_ship_date": null,
    "ship_window_start": null,
    "ship_window_end": null,
    "cancel_date": null,
    "units": 24,
    "allocated_units": 0,
    "fulfilled_units": 24,
    "cancelled_units": 0,
    "invoiced_units": 0,
    "exceptions_open": 0,
    "total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "grand_total": {
      "cents": 213600,
      "currency": "USD",
      "reason": null,
      "usd": 2136
    },
    "imported": true,
    "ordered_at": "2026-11-20T09:30:00+00:00",
    "created_at": "2026-11-20T09:30:00+00:00",
    "currency": "USD",
    "door_reference": null,
    "shipping_method": null,
    "terms": null,
    "freight": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "freight_tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "lines_without_goods": [],
    "notes": null,
    "confirmed_at": null,
    "fulfilled_at": "2026-11-21T09:30:00+00:00",
    "cancelled_at": null,
    "cancel_reason": null,
    "hold": null,
    "related_orders": [],
    "exchanged_return_id": null,
    "is_allocated_on_request": false,
    "line_items": [
      {
        "line_item_id": "019a9f3e-7c10-7a52-8f0e-75f3c95ca145",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "ordered_quantity": 24,
        "quantity": 24,
        "allocated_quantity": 0,
        "fulfilled_quantity": 24,
        "cancelled_quantity": 0,
        "over_shipped_quantity": 0,
        "invoiced_quantity": 0,
        "returned_quantity": 0,
        "returnable_quantity": 24,
        "unit_price": {
          "cents": 8900,
          "currency": "USD",
          "reason": null,
          "usd": 89
        },
        "requested_unit_price": {
          "cents": null,
          "currency": "USD",
          "reason": "The customer stated no price.",
          "usd": null
        },
        "discount": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "tax": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "verdict": null,
        "verdict_reason": null,
        "requested_ship_date": null,
        "cancel_date": null,
        "door_reference": null,
        "buyer_sku": null,
        "buyer_line_reference": null,
        "instead_of_line_item_id": null,
        "cover": null
      }
    ],
    "unmatched_lines": [],
    "allowances_apart": [],
    "shipments": [
      {
        "shipment_id": "019a9f3e-7c10-7a52-8f0e-5c09d1d54e99",
        "name": "SO-2041-1",
        "location": {
          "name": "Main warehouse",
          "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716"
        },
        "shipped_at": "2026-11-21T09:30:00+00:00",
        "shipped_on": "2026-11-21",
        "carrier": "UPS",
        "tracking_number": null,
        "recorded_by": "user:Ada Merchant",
        "cartons": [],
        "lines": [
          {
            "line_item_id": "019a9f3e-7c10-7a52-8f0e-75f3c95ca145",
            "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
            "sku": "JUMPER-M",
            "carton_number": null,
            "quantity": 24
          }
        ],
        "corrects": null
      }
    ],
    "voided_shipments": [],
    "invoices": [],
    "returns": [],
    "document": null
  },
  "order.cancelled": {
    "order_id": "019a9f3e-7c10-7a52-8f0e-8985aa168165",
    "name": "SO-2041",
    "reference": "PO 77120",
    "external_id": null,
    "origin": "api",
    "lifecycle": "cancelled",
    "lifecycle_updated_at": "2026-11-21T09:30:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "is_wholesale": true,
    "account": {
      "name": "Northgate Stores",
      "trading_partner_id": "019a9f3e-7c10-7a52-8f0e-6fb41c7606e9"
    },
    "channel": {
      "name": "Online store",
      "sales_channel_id": "019a9f3e-7c10-7a52-8f0e-857fa95cf669"
    },
    "customer": null,
    "location": {
      "name": "Main warehouse",
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716"
    },
    "commitment_id": null,
    "requested_ship_date": null,
    "ship_window_start": null,
    "ship_window_end": null,
    "cancel_date": null,
    "units": 0,
    "allocated_units": 0,
    "fulfilled_units": 0,
    "cancelled_units": 24,
    "invoiced_units": 0,
    "exceptions_open": 0,
    "total": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "grand_total": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "imported": true,
    "ordered_at": "2026-11-20T09:30:00+00:00",
    "created_at": "2026-11-20T09:30:00+00:00",
    "currency": "USD",
    "door_reference": null,
    "shipping_method": null,
    "terms": null,
    "freight": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "freight_tax": {
      "cents": 0,
      "currency": "USD",
      "reason": null,
      "usd": 0
    },
    "lines_without_goods": [],
    "notes": null,
    "confirmed_at": null,
    "fulfilled_at": null,
    "cancelled_at": "2026-11-21T09:30:00+00:00",
    "cancel_reason": "Customer changed their mind",
    "hold": null,
    "related_orders": [],
    "exchanged_return_id": null,
    "is_allocated_on_request": false,
    "line_items": [
      {
        "line_item_id": "019a9f3e-7c10-7a52-8f0e-75f3c95ca145",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "ordered_quantity": 24,
        "quantity": 24,
        "allocated_quantity": 0,
        "fulfilled_quantity": 0,
        "cancelled_quantity": 24,
        "over_shipped_quantity": 0,
        "invoiced_quantity": 0,
        "returned_quantity": 0,
        "returnable_quantity": 0,
        "unit_price": {
          "cents": 8900,
          "currency": "USD",
          "reason": null,
          "usd": 89
        },
        "requested_unit_price": {
          "cents": null,
          "currency": "USD",
          "reason": "The customer stated no price.",
          "usd": null
        },
        "discount": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "tax": {
          "cents": 0,
          "currency": "USD",
          "reason": null,
          "usd": 0
        },
        "verdict": null,
        "verdict_reason": null,
        "requested_ship_date": null,
        "cancel_date": null,
        "door_reference": null,
        "buyer_sku": null,
        "buyer_line_reference": null,
        "instead_of_line_item_id": null,
        "cover": null
      }
    ],
    "unmatched_lines": [],
    "allowances_apart": [],
    "shipments": [],
    "voided_shipments": [],
    "invoices": [],
    "returns": [],
    "document": null
  },
  "return.created": {
    "id": 311,
    "name": "RET-311",
    "state": "expected",
    "origin": "manual",
    "reason": "wrong_size",
    "refund_status": "none",
    "expected_on": null,
    "received_at": null,
    "closed_at": null,
    "ledger_written_at": null,
    "units_expected": 1,
    "units_received": 0,
    "units_restocked": 0,
    "units_missing": 0,
    "external_id": null,
    "source_system": null,
    "location": {
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
      "name": "Main warehouse"
    },
    "order": null,
    "refund": {
      "status": "none",
      "is_stated": false,
      "is_paid_out": null,
      "cents": null,
      "currency": null,
      "reason": "No refund was stated for this return.",
      "usd": null
    },
    "credit": {
      "is_due": false,
      "credit_notes": [
        {
          "credit_note_id": "019a9f3e-7c10-7a52-8f0e-74abffa08fbf",
          "name": "CN-2026-0007",
          "state": "issued",
          "total": {
            "cents": 8900,
            "currency": "USD",
            "reason": null,
            "usd": 89
          }
        }
      ]
    },
    "exchanges": [],
    "exceptions": [],
    "movements": [],
    "lines": [
      {
        "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
        "order_line_item_id": null,
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "expected_quantity": 1,
        "received_quantity": 0,
        "restocked_quantity": 0,
        "missing_quantity": 0,
        "disposition": null,
        "refund_line_item_id": null,
        "receipts": []
      }
    ]
  },
  "return.received": {
    "id": 311,
    "name": "RET-311",
    "state": "partially_received",
    "origin": "manual",
    "reason": "wrong_size",
    "refund_status": "none",
    "expected_on": null,
    "received_at": "2026-11-21T09:30:00+00:00",
    "closed_at": null,
    "ledger_written_at": "2026-11-21T09:30:00+00:00",
    "units_expected": 2,
    "units_received": 1,
    "units_restocked": 1,
    "units_missing": 0,
    "external_id": null,
    "source_system": null,
    "location": {
      "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
      "name": "Main warehouse"
    },
    "order": null,
    "refund": {
      "status": "none",
      "is_stated": false,
      "is_paid_out": null,
      "cents": null,
      "currency": null,
      "reason": "No refund was stated for this return.",
      "usd": null
    },
    "credit": {
      "is_due": false,
      "credit_notes": [
        {
          "credit_note_id": "019a9f3e-7c10-7a52-8f0e-74abffa08fbf",
          "name": "CN-2026-0007",
          "state": "issued",
          "total": {
            "cents": 8900,
            "currency": "USD",
            "reason": null,
            "usd": 89
          }
        }
      ]
    },
    "exchanges": [],
    "exceptions": [],
    "movements": [
      {
        "id": 10482,
        "kind": "return",
        "sequence": 7,
        "occurred_at": "2026-11-21T09:30:00+00:00",
        "recorded_at": "2026-11-21T09:30:00+00:00",
        "quantity_delta": 1,
        "sku": "JUMPER-M",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
        "location_name": "Main warehouse",
        "document": {
          "id": "311",
          "name": "RET-311",
          "type": "return"
        },
        "document_line_id": "019a9f3e-7c10-7a52-8f0e-b692e87418d1",
        "actor": "key:Warehouse link",
        "evidence": null,
        "reverses_movement_id": null,
        "source_system": null,
        "unit_cost": {
          "cents": 3150,
          "currency": "USD",
          "reason": null,
          "usd": 31.5
        },
        "landed_unit_cost": {
          "cents": 3150,
          "currency": "USD",
          "reason": null,
          "usd": 31.5
        },
        "cost_basis": "average",
        "stated_cost": null,
        "cost_adjustment": null
      }
    ],
    "lines": [
      {
        "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
        "order_line_item_id": null,
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "expected_quantity": 2,
        "received_quantity": 1,
        "restocked_quantity": 1,
        "missing_quantity": 0,
        "disposition": "restock",
        "refund_line_item_id": null,
        "receipts": [
          {
            "receipt_number": 1,
            "received_quantity": 1,
            "restocked_quantity": 1,
            "missing_quantity": 0,
            "disposition": "restock",
            "quarantined_quantity": 0,
            "location": {
              "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
              "name": "Main warehouse"
            },
            "received_at": "2026-11-21T09:30:00+00:00",
            "recorded_by": "user:Ada Merchant",
            "inspections": []
          }
        ]
      }
    ]
  },
  "receipt.recorded": {
    "delivery_id": "019a9f3e-7c10-7a52-8f0e-ad5f4771ad23",
    "purchase_order_id": "019a9f3e-7c10-7a52-8f0e-d8786846b2ff",
    "purchase_order_name": "PO-1042",
    "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
    "received_at": "2026-11-21T09:30:00+00:00",
    "recorded_at": "2026-11-21T09:30:00+00:00",
    "reference": "DN 8812",
    "not_in_count": false,
    "units": 24,
    "freight_cents": 7800,
    "freight_basis": "plan",
    "duty_cents": 3024,
    "duty_basis": "plan",
    "line_items": [
      {
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "received_quantity": 24,
        "movement_id": 10482,
        "unit_cost": 31.5,
        "freight_cost": 78,
        "duty_cost": 30.24,
        "landed_unit_cost": 36.01,
        "landed_reason": null,
        "purchase_unit": "EA",
        "purchase_unit_factor": 12,
        "purchase_quantity": 2,
        "purchase_quantity_reason": null,
        "purchase_unit_cost": 378
      }
    ]
  },
  "movement.recorded": {
    "id": 10482,
    "kind": "receipt",
    "sequence": 7,
    "occurred_at": "2026-11-21T09:30:00+00:00",
    "recorded_at": "2026-11-21T09:30:00+00:00",
    "quantity_delta": 24,
    "sku": "JUMPER-M",
    "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
    "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
    "location_name": "Main warehouse",
    "document": {
      "id": "019a9f3e-7c10-7a52-8f0e-ad5f4771ad23",
      "name": "PO-1042",
      "type": "purchase_order_delivery"
    },
    "document_line_id": "019a9f3e-7c10-7a52-8f0e-b692e87418d1",
    "actor": "key:Warehouse link",
    "evidence": "DN 8812",
    "reverses_movement_id": null,
    "source_system": null,
    "unit_cost": {
      "cents": 3150,
      "currency": "USD",
      "reason": null,
      "usd": 31.5
    },
    "landed_unit_cost": {
      "cents": 3601,
      "currency": "USD",
      "reason": null,
      "usd": 36.01
    },
    "cost_basis": "stated",
    "stated_cost": null,
    "cost_adjustment": null
  },
  "exception.opened": {
    "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
    "kind": "over_receipt",
    "severity": "info",
    "subject": {
      "type": "purchase_order_delivery",
      "id": "019a9f3e-7c10-7a52-8f0e-d8786846b2ff"
    },
    "sentence": "12 units more than ordered arrived.",
    "opened_at": "2026-11-21T09:30:00+00:00",
    "resolved_at": null,
    "resolution": null,
    "resolved_by": null
  },
  "exception.resolved": {
    "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
    "kind": "over_receipt",
    "severity": "info",
    "subject": {
      "type": "purchase_order_delivery",
      "id": "019a9f3e-7c10-7a52-8f0e-d8786846b2ff"
    },
    "sentence": "12 units more than ordered arrived.",
    "opened_at": "2026-11-21T09:30:00+00:00",
    "resolved_at": "2026-11-21T09:30:00+00:00",
    "resolution": "accepted",
    "resolved_by": "user:Ada Merchant"
  },
  "report.delivered": {
    "receipt_id": "019a9f3e-7c10-7a52-8f0e-73b32b85e159",
    "schedule_id": "019a9f3e-7c10-7a52-8f0e-946771c1d22c",
    "schedule_name": "Monday trade",
    "report": "weekly-trade",
    "period": "2026-W41",
    "status": "delivered",
    "recipients": [
      "buying@shop.example"
    ],
    "due_at": "2026-11-16T12:00:00+00:00",
    "as_of": "2026-11-16T12:00:01+00:00",
    "delivered_at": "2026-11-16T12:00:03+00:00",
    "failure": null,
    "files": [
      {
        "file_id": "019a9f3e-7c10-7a52-8f0e-5002885726b9",
        "format": "pdf",
        "file_name": "weekly-trade-2026-W41.pdf",
        "byte_count": 48213
      }
    ],
    "outcomes": [
      {
        "recipient": "buying@shop.example",
        "outcome": "sent",
        "reason": null,
        "ended_at": "2026-11-16T12:00:03+00:00"
      }
    ]
  },
  "report.failed": {
    "receipt_id": "019a9f3e-7c10-7a52-8f0e-73b32b85e159",
    "schedule_id": "019a9f3e-7c10-7a52-8f0e-946771c1d22c",
    "schedule_name": "Monday trade",
    "report": "weekly-trade",
    "period": "2026-W41",
    "status": "failed",
    "recipients": [
      "buying@shop.example"
    ],
    "due_at": "2026-11-16T12:00:00+00:00",
    "as_of": "2026-11-16T12:00:01+00:00",
    "delivered_at": null,
    "failure": "The mail to buying@shop.example failed: 550 No such mailbox",
    "files": [
      {
        "file_id": "019a9f3e-7c10-7a52-8f0e-5002885726b9",
        "format": "pdf",
        "file_name": "weekly-trade-2026-W41.pdf",
        "byte_count": 48213
      }
    ],
    "outcomes": [
      {
        "recipient": "buying@shop.example",
        "outcome": "failed",
        "reason": "550 No such mailbox",
        "ended_at": "2026-11-16T12:00:03+00:00"
      }
    ]
  },
  "cycle.step_closed": {
    "step_id": "019a9f3e-7c10-7a52-8f0e-2599c7d4ef4d",
    "name": "Category targets",
    "position": 2,
    "state": "closed",
    "owner": "Buying",
    "due_on": "2026-11-21",
    "closed_at": "2026-11-21T09:30:00+00:00",
    "closed_by": "user:Ada Merchant",
    "cycle_id": "019a9f3e-7c10-7a52-8f0e-65a6a4907ec7",
    "cycle_name": "Spring 2027"
  },
  "cycle.signed": {
    "cycle_id": "019a9f3e-7c10-7a52-8f0e-65a6a4907ec7",
    "name": "Spring 2027",
    "mfp_id": null,
    "state": "signed",
    "opened_at": "2026-11-21T09:30:00+00:00",
    "signed_at": "2026-11-21T09:30:00+00:00",
    "signed_by": "user:Ada Merchant",
    "steps": [
      {
        "step_id": "019a9f3e-7c10-7a52-8f0e-2599c7d4ef4d",
        "name": "Category targets",
        "position": 2,
        "state": "closed",
        "owner": "Buying",
        "due_on": "2026-11-21",
        "closed_at": "2026-11-21T09:30:00+00:00",
        "closed_by": "user:Ada Merchant"
      }
    ]
  },
  "new_purchase_order": {
    "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
    "external_id": null,
    "name": "PO-1042",
    "order_type": "purchase",
    "status": "draft",
    "supplier_id": "019a9f3e-7c10-7a52-8f0e-4cd4f780e10f",
    "supplier_name": "Harbour Knitwear",
    "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
    "source_location_id": null,
    "order_date": "2026-10-21",
    "expected_delivery_date": "2026-11-20",
    "total_cost": 756,
    "total_cost_reason": null,
    "total_line_items": 1,
    "on_hold": false,
    "hold_reason": null,
    "commitment_id": null,
    "created_at": "2026-10-21T08:00:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "currency": "USD",
    "location_name": "Main warehouse",
    "source_location_name": null,
    "cancel_date": null,
    "ship_window_start": null,
    "notes": null,
    "approved_at": "2026-10-21T08:15:00+00:00",
    "billed_freight_cents": null,
    "billed_duty_cents": null,
    "issued_at": "2026-10-21T08:20:00+00:00",
    "ended_at": null,
    "created_by": "user:Ada Merchant",
    "line_items": [
      {
        "line_id": "019a9f3e-7c10-7a52-8f0e-9f51120ec775",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "title": "Merino crew jumper, M",
        "quantity": 24,
        "confirmed_quantity": null,
        "in_transit_quantity": 0,
        "delivered_quantity": 24,
        "outstanding_quantity": 0,
        "unit_cost": 31.5,
        "total_cost": 756,
        "cost_reason": null,
        "purchase_unit": "EA",
        "purchase_unit_factor": 12,
        "purchase_quantity": 2,
        "purchase_quantity_reason": null,
        "purchase_unit_cost": 378,
        "duty_bp": 400,
        "expected_delivery_date": "2026-11-20",
        "cartons": 2,
        "cbm": 0.12,
        "measures_reason": null,
        "hs_code": "611011"
      }
    ],
    "deliveries": [
      {
        "delivery_id": "019a9f3e-7c10-7a52-8f0e-ad5f4771ad23",
        "purchase_order_id": "019a9f3e-7c10-7a52-8f0e-d8786846b2ff",
        "purchase_order_name": "PO-1042",
        "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
        "received_at": "2026-11-21T09:30:00+00:00",
        "recorded_at": "2026-11-21T09:30:00+00:00",
        "reference": "DN 8812",
        "not_in_count": false,
        "units": 24,
        "freight_cents": null,
        "freight_basis": "plan",
        "duty_cents": null,
        "duty_basis": "plan",
        "line_items": [
          {
            "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
            "sku": "JUMPER-M",
            "received_quantity": 24,
            "movement_id": 10482,
            "unit_cost": 31.5,
            "freight_cost": 78,
            "duty_cost": 30.24,
            "landed_unit_cost": 36.01,
            "landed_reason": null,
            "purchase_unit": "EA",
            "purchase_unit_factor": 12,
            "purchase_quantity": 2,
            "purchase_quantity_reason": null,
            "purchase_unit_cost": 378
          }
        ]
      }
    ],
    "components": [],
    "container_plan": {
      "basis": "all_lines",
      "binds": "cube",
      "container_type_id": 1,
      "container_type_name": "20' GP",
      "containers": 1,
      "cube_pct": 0.4,
      "weight_pct": 0.1,
      "usable_cbm_total": 28,
      "total_cbm": 0.12,
      "gross_kg": 9.6,
      "freight_per_container_cents": 7800,
      "freight_total_cents": 7800,
      "freight_reason": null,
      "unmeasured_lines": 0,
      "reason": null,
      "fingerprint": "cf05f6753eceb0a1b804c8a2b284a788bff87be873b7f460dc9069aa0adec5e1",
      "lines": [
        {
          "line_id": "019a9f3e-7c10-7a52-8f0e-9f51120ec775",
          "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
          "cartons": 2,
          "cbm": 0.12,
          "measures_reason": null,
          "hs_code": "611011",
          "kg": 9.6,
          "freight_cents": 7800,
          "duty_cents": 3024,
          "landed_unit_cost": 36.01,
          "landed_reason": null
        }
      ]
    },
    "document": {
      "document_id": "019a9f3e-7c10-7a52-8f0e-e7d16e5f69c4",
      "channel": "email",
      "state": "sent",
      "recipient": "orders@mill.example",
      "revision": 1,
      "created_at": "2026-10-21T08:00:00+00:00",
      "ended_at": null
    }
  },
  "purchase_order_updated": {
    "id": "019a9f3e-7c10-7a52-8f0e-2e07b55c3ac0",
    "external_id": null,
    "name": "PO-1042",
    "order_type": "purchase",
    "status": "delivered",
    "supplier_id": "019a9f3e-7c10-7a52-8f0e-4cd4f780e10f",
    "supplier_name": "Harbour Knitwear",
    "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
    "source_location_id": null,
    "order_date": "2026-10-21",
    "expected_delivery_date": "2026-11-20",
    "total_cost": 756,
    "total_cost_reason": null,
    "total_line_items": 1,
    "on_hold": false,
    "hold_reason": null,
    "commitment_id": null,
    "created_at": "2026-10-21T08:00:00+00:00",
    "updated_at": "2026-11-21T09:30:00+00:00",
    "currency": "USD",
    "location_name": "Main warehouse",
    "source_location_name": null,
    "cancel_date": null,
    "ship_window_start": null,
    "notes": null,
    "approved_at": "2026-10-21T08:15:00+00:00",
    "billed_freight_cents": null,
    "billed_duty_cents": null,
    "issued_at": "2026-10-21T08:20:00+00:00",
    "ended_at": null,
    "created_by": "user:Ada Merchant",
    "line_items": [
      {
        "line_id": "019a9f3e-7c10-7a52-8f0e-9f51120ec775",
        "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
        "sku": "JUMPER-M",
        "title": "Merino crew jumper, M",
        "quantity": 24,
        "confirmed_quantity": null,
        "in_transit_quantity": 0,
        "delivered_quantity": 24,
        "outstanding_quantity": 0,
        "unit_cost": 31.5,
        "total_cost": 756,
        "cost_reason": null,
        "purchase_unit": "EA",
        "purchase_unit_factor": 12,
        "purchase_quantity": 2,
        "purchase_quantity_reason": null,
        "purchase_unit_cost": 378,
        "duty_bp": 400,
        "expected_delivery_date": "2026-11-20",
        "cartons": 2,
        "cbm": 0.12,
        "measures_reason": null,
        "hs_code": "611011"
      }
    ],
    "deliveries": [
      {
        "delivery_id": "019a9f3e-7c10-7a52-8f0e-ad5f4771ad23",
        "purchase_order_id": "019a9f3e-7c10-7a52-8f0e-d8786846b2ff",
        "purchase_order_name": "PO-1042",
        "location_id": "019a9f3e-7c10-7a52-8f0e-bf169b283716",
        "received_at": "2026-11-21T09:30:00+00:00",
        "recorded_at": "2026-11-21T09:30:00+00:00",
        "reference": "DN 8812",
        "not_in_count": false,
        "units": 24,
        "freight_cents": null,
        "freight_basis": "plan",
        "duty_cents": null,
        "duty_basis": "plan",
        "line_items": [
          {
            "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
            "sku": "JUMPER-M",
            "received_quantity": 24,
            "movement_id": 10482,
            "unit_cost": 31.5,
            "freight_cost": 78,
            "duty_cost": 30.24,
            "landed_unit_cost": 36.01,
            "landed_reason": null,
            "purchase_unit": "EA",
            "purchase_unit_factor": 12,
            "purchase_quantity": 2,
            "purchase_quantity_reason": null,
            "purchase_unit_cost": 378
          }
        ]
      }
    ],
    "components": [],
    "container_plan": {
      "basis": "all_lines",
      "binds": "cube",
      "container_type_id": 1,
      "container_type_name": "20' GP",
      "containers": 1,
      "cube_pct": 0.4,
      "weight_pct": 0.1,
      "usable_cbm_total": 28,
      "total_cbm": 0.12,
      "gross_kg": 9.6,
      "freight_per_container_cents": 7800,
      "freight_total_cents": 7800,
      "freight_reason": null,
      "unmeasured_lines": 0,
      "reason": null,
      "fingerprint": "cf05f6753eceb0a1b804c8a2b284a788bff87be873b7f460dc9069aa0adec5e1",
      "lines": [
        {
          "line_id": "019a9f3e-7c10-7a52-8f0e-9f51120ec775",
          "variant_id": "019a9f3e-7c10-7a52-8f0e-36fb7896f496",
          "cartons": 2,
          "cbm": 0.12,
          "measures_reason": null,
          "hs_code": "611011",
          "kg": 9.6,
          "freight_cents": 7800,
          "duty_cents": 3024,
          "landed_unit_cost": 36.01,
          "landed_reason": null
        }
      ]
    },
    "document": {
      "document_id": "019a9f3e-7c10-7a52-8f0e-e7d16e5f69c4",
      "channel": "email",
      "state": "sent",
      "recipient": "orders@mill.example",
      "revision": 1,
      "created_at": "2026-10-21T08:00:00+00:00",
      "ended_at": null
    }
  }
}
