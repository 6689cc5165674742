/** The starter data of a sandbox. */
const sized = (stem: string, price_cents: number, unit_cost: string, sizes: readonly string[]) =>
  sizes.map((size) => ({
    sku: `${stem}-${size.toUpperCase()}`,
    barcode: null,
    title: size,
    option_values: { Size: size },
    price_cents,
    unit_cost,
    weight_kg: '0.3500',
  }))

export const starter = {
  locations: [
    { name: 'Main warehouse', kind: 'warehouse', country_code: 'US' },
    { name: 'City store', kind: 'store', country_code: 'US' },
  ],
  sales_channels: [
    { name: 'Online store', channel_type: 'online' },
    { name: 'City store', channel_type: 'store' },
  ],
  suppliers: [
    { name: 'Harbour Knitwear', country_code: 'PT', lead_time_days: 30, review_period_days: 7 },
    { name: 'Northside Denim', country_code: 'TR', lead_time_days: 45, review_period_days: 14 },
  ],
  accounts: [{ name: 'Lakeside Stores' }],
  /** No product is in it: guides put the jumper into it. */
  category: 'Knitwear',
  products: [
    {
      title: 'Merino crew jumper',
      description: 'Fine-gauge merino jumper with a crew neck.',
      vendor: 'Harbour',
      class: 'core',
      country_of_origin: 'PT',
      hs_code: '611011',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      tags: ['knitwear', 'winter'],
      variants: sized('JUMPER', 8900, '31.5000', ['S', 'M']),
    },
    {
      title: 'Straight jeans',
      description: 'Straight-leg jeans in rigid denim.',
      vendor: 'Northside',
      class: 'core',
      country_of_origin: 'TR',
      hs_code: '620342',
      options: [{ name: 'Size', values: ['30', '32'] }],
      tags: ['denim'],
      variants: sized('JEANS', 7500, '24.2500', ['30', '32']),
    },
    {
      title: 'Linen shirt',
      description: 'Lightweight linen shirt with a soft collar.',
      vendor: 'Harbour',
      class: 'seasonal',
      country_of_origin: 'PT',
      hs_code: '620520',
      options: [{ name: 'Size', values: ['M', 'L'] }],
      tags: ['linen', 'summer'],
      variants: sized('SHIRT', 6900, '19.8000', ['M', 'L']),
    },
  ],
  opening_units: [40, 25, 60, 12, 80],
}
