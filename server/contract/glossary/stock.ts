/** Words of the catalogue and of stock. */
import type { TermGroup } from './term.ts'

export const catalogueTerms: TermGroup = {
  group: 'catalogue',
  title: 'Catalogue',
  terms: [
    {
      term: 'product',
      meaning:
        'What is designed, bought and shown as one item: it has one or more variants, and wholesale calls it a style.',
      names: ['product_id', '/product/{product_id}', 'products:read'],
    },
    {
      term: 'variant',
      meaning: 'One size, colour or other choice of a product, which is what is stocked, ordered and sold.',
      names: ['variant_id', '/variants/{variant_id}'],
      not: ['SKU: a SKU is the code of a variant'],
    },
    {
      term: 'SKU',
      meaning: 'The code of a variant in its own organisation, unique there in any case.',
      names: ['sku'],
      not: ['buyer SKU: the code that a trading account uses for the same variant'],
    },
    {
      term: 'buyer SKU',
      meaning: 'The code that a trading account uses for a variant on its orders and reports.',
      names: ['buyer_sku'],
    },
    {
      term: 'category',
      meaning: 'The level of the catalogue at which buying is planned, such as Knitwear; a subcategory divides it.',
      names: ['category_id', 'subcategory_id', '/product-subcategories'],
    },
    {
      term: 'family',
      meaning: 'The template that lists the attributes that the product data of a product must and may have.',
      names: ['family_id', 'pim:read'],
      not: ['category: a family is about product data, a category about buying'],
    },
    {
      term: 'product data',
      meaning: 'The descriptive attributes of a product, each with an owner, measured against its family.',
      names: ['pim:read', '/pim/v1/products', 'missing_required'],
    },
    {
      term: 'bundle',
      meaning: 'A variant that is sold as one item and shipped as its components, which hold the stock.',
      names: ['bundle_variant_id', '/bundle-contributions'],
      not: ['bill of materials: the components from which a manufacturing order makes a variant'],
    },
    {
      term: 'bill of materials',
      meaning: 'The components, with quantities, from which a manufacturing order makes a variant.',
      names: ['bom_id'],
      not: ['bundle: nothing is made when a bundle is sold'],
    },
    {
      term: 'timeline',
      meaning: 'The recorded changes of a product or variant: what changed, when, by whom and to which value.',
      names: ['/variants/{variant_id}/events', '/variants/events'],
      not: ['event in prose: webhook events and demand events are other things'],
    },
    {
      term: 'price sensitivity',
      meaning: 'How strongly the sales of a variant followed its price in the past.',
      names: ['price_sensitivity', '/variants/{variant_id}/price-sensitivity'],
    },
  ],
}

export const stockTerms: TermGroup = {
  group: 'stock-and-ledger',
  title: 'Stock and ledger',
  terms: [
    {
      term: 'stock',
      meaning: 'The units that an organisation has, by variant and location.',
      names: ['inventory:read', '/inventory/table', 'inventory_value'],
      not: ['inventory, except in published names'],
    },
    {
      term: 'location',
      meaning: 'A warehouse or store of the organisation that holds its stock.',
      names: ['location_id', 'location_name'],
      not: ['door: a store of a trading account'],
    },
    {
      term: 'stock level',
      meaning: 'The units of one variant at one location: on hand, committed, available and incoming.',
      names: ['on_hand_qty', 'committed_qty', 'available_qty', 'incoming_qty'],
    },
    {
      term: 'on hand',
      meaning: 'The units that are physically at a location, which only movements change.',
      names: ['on_hand', 'on_hand_qty'],
    },
    {
      term: 'committed',
      meaning: 'The units on hand that are held for orders.',
      names: ['committed_qty', 'reserved'],
      not: ['commitment: a budget of a season that purchase orders draw from'],
    },
    {
      term: 'available',
      meaning: 'The units on hand minus those committed.',
      names: ['available_qty'],
      not: ['available to promise: that adds the expected inbound'],
    },
    {
      term: 'available to promise',
      meaning: 'The units that can be promised now or later: on hand minus committed plus expected inbound.',
      names: ['atp', '/inventory/position'],
      not: ['available: that counts only what is here now'],
    },
    {
      term: 'incoming',
      meaning: 'The units that open purchase, manufacturing and transfer orders still bring to a location.',
      names: ['incoming_qty', 'incoming_stock', '/product/{product_id}/incoming-pos'],
    },
    {
      term: 'weeks of cover',
      meaning:
        'How many weeks the available units last at the expected or recent rate of sale; days of cover are the same in days.',
      names: ['weeks_of_cover', 'days_of_cover', 'health'],
    },
    {
      term: 'movement',
      meaning:
        'One immutable entry of the ledger: a signed number of units of a variant at a location, with its cause and cost.',
      names: ['movements:read', '/inventory/movements', 'movement.recorded', 'quantity_delta'],
    },
    {
      term: 'ledger',
      meaning:
        'The append-only record of all stock movements, numbered without gaps, of which stock levels are the sums.',
      names: ['/inventory/movements', 'sequence'],
      not: ['accounting system: the ledger field of an invoice names one, and there alone'],
    },
    {
      term: 'stocktake',
      meaning: 'A count of stock that is created from a selection, counted, and posted to the ledger once.',
      names: ['stocktake_id', 'stocktakes:write', '/stocktakes/{stocktake_id}/post'],
    },
    {
      term: 'variance',
      meaning: 'The counted quantity of a stocktake minus the quantity that the system had when it was counted.',
      names: ['variance_total', '/stocktakes/variance/by-supplier'],
    },
    {
      term: 'landed cost',
      meaning: 'The cost of a unit including freight and duty.',
      names: ['landed_unit_cost', 'unit_cost'],
    },
    {
      term: 'cost basis',
      meaning:
        'Where the cost of a movement comes from: stated by its document, the cost at which the units left, or the average.',
      names: ['cost_basis', 'left_at'],
    },
  ],
}
