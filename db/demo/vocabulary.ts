/** Reference data of a fashion merchandiser: category profiles, families and attributes, and names to pick from. */
export interface CategoryProfile {
  name: string
  code: string
  subcategories: readonly string[]
  sizes: readonly string[]
  materials: readonly string[]
  /** Full prices in whole dollars. */
  price: readonly [number, number]
  /** Share of all products. */
  weight: number
  /** Amplitude of the season, and the calendar week of its peak. */
  season: readonly [strength: number, peak_week: number]
  /** Price elasticity: the percentage by which units fall when the price rises by 1%. */
  elasticity: number
  return_rate: number
  hs_code: string
  family: string
}

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

export const categories: readonly CategoryProfile[] = [
  {
    name: 'Knitwear',
    code: 'KN',
    subcategories: ['Jumper', 'Cardigan', 'Roll neck', 'Slipover'],
    sizes: letters,
    materials: ['Merino', 'Cashmere', 'Lambswool', 'Cotton', 'Alpaca'],
    price: [59, 189],
    weight: 0.15,
    season: [0.7, 48],
    elasticity: 1.6,
    return_rate: 0.16,
    hs_code: '611011',
    family: 'Tops',
  },
  {
    name: 'Outerwear',
    code: 'OW',
    subcategories: ['Coat', 'Parka', 'Puffer', 'Trench', 'Blazer'],
    sizes: letters,
    materials: ['Wool', 'Down', 'Cotton', 'Technical', 'Waxed'],
    price: [129, 399],
    weight: 0.1,
    season: [0.85, 45],
    elasticity: 1.9,
    return_rate: 0.22,
    hs_code: '620211',
    family: 'Outerwear',
  },
  {
    name: 'Shirts',
    code: 'SH',
    subcategories: ['Shirt', 'Blouse', 'Overshirt', 'Polo'],
    sizes: letters,
    materials: ['Linen', 'Poplin', 'Flannel', 'Oxford', 'Silk'],
    price: [39, 129],
    weight: 0.17,
    season: [0.3, 22],
    elasticity: 1.4,
    return_rate: 0.14,
    hs_code: '620520',
    family: 'Tops',
  },
  {
    name: 'T-shirts',
    code: 'TS',
    subcategories: ['Crew tee', 'Long sleeve', 'Tank', 'Graphic tee'],
    sizes: letters,
    materials: ['Cotton', 'Organic cotton', 'Slub', 'Pima', 'Jersey'],
    price: [19, 49],
    weight: 0.18,
    season: [0.45, 26],
    elasticity: 2.1,
    return_rate: 0.08,
    hs_code: '610910',
    family: 'Tops',
  },
  {
    name: 'Trousers',
    code: 'TR',
    subcategories: ['Jeans', 'Chinos', 'Wide leg', 'Cargo'],
    sizes: ['26', '28', '30', '32', '34', '36'],
    materials: ['Denim', 'Twill', 'Corduroy', 'Linen', 'Wool'],
    price: [59, 159],
    weight: 0.15,
    season: [0.2, 38],
    elasticity: 1.3,
    return_rate: 0.2,
    hs_code: '620342',
    family: 'Bottoms',
  },
  {
    name: 'Dresses',
    code: 'DR',
    subcategories: ['Midi dress', 'Maxi dress', 'Shirt dress', 'Slip dress'],
    sizes: ['6', '8', '10', '12', '14', '16'],
    materials: ['Viscose', 'Linen', 'Silk', 'Cotton', 'Jersey'],
    price: [69, 229],
    weight: 0.12,
    season: [0.6, 24],
    elasticity: 1.8,
    return_rate: 0.26,
    hs_code: '620442',
    family: 'Dresses',
  },
  {
    name: 'Footwear',
    code: 'FW',
    subcategories: ['Sneaker', 'Boot', 'Loafer', 'Sandal'],
    sizes: ['37', '38', '39', '40', '41', '42', '43', '44'],
    materials: ['Leather', 'Suede', 'Canvas', 'Nubuck', 'Knit'],
    price: [79, 249],
    weight: 0.08,
    season: [0.35, 40],
    elasticity: 1.2,
    return_rate: 0.24,
    hs_code: '640399',
    family: 'Footwear',
  },
  {
    name: 'Accessories',
    code: 'AC',
    subcategories: ['Scarf', 'Beanie', 'Belt', 'Tote', 'Gloves'],
    sizes: ['One size'],
    materials: ['Wool', 'Leather', 'Cotton', 'Cashmere', 'Recycled'],
    price: [19, 119],
    weight: 0.05,
    season: [0.5, 50],
    elasticity: 0.9,
    return_rate: 0.05,
    hs_code: '621410',
    family: 'Accessories',
  },
]

export const families: readonly {
  name: string
  attributes: readonly (readonly [name: string, group: string, required: boolean])[]
}[] = ['Tops', 'Outerwear', 'Bottoms', 'Dresses', 'Footwear', 'Accessories'].map((name) => ({
  name,
  attributes: [
    ['material', 'Composition', true],
    ['care', 'Composition', true],
    ['fit', 'Shape', name !== 'Accessories'],
    ['length', 'Shape', false],
    ['season', 'Merchandising', true],
    ['gender', 'Merchandising', true],
    ['sustainability', 'Merchandising', false],
  ],
}))

export const attributeValues: Record<string, readonly string[]> = {
  care: ['Machine wash cold', 'Hand wash', 'Dry clean only'],
  fit: ['Slim', 'Regular', 'Relaxed', 'Oversized'],
  length: ['Cropped', 'Regular', 'Long'],
  season: ['Spring/Summer', 'Autumn/Winter', 'Carry-over'],
  gender: ['Women', 'Men', 'Unisex'],
  sustainability: ['Recycled', 'Organic', 'Traceable'],
}

export const adjectives = [
  'Ribbed',
  'Relaxed',
  'Classic',
  'Cropped',
  'Boxy',
  'Brushed',
  'Textured',
  'Striped',
  'Fine-gauge',
  'Heavyweight',
  'Everyday',
  'Tailored',
  'Pleated',
  'Quilted',
  'Washed',
  'Soft',
  'Structured',
  'Panelled',
  'Checked',
  'Minimal',
]
export const colours = ['Black', 'Navy', 'Ecru', 'Olive', 'Camel', 'Grey', 'Burgundy', 'Sky', 'White', 'Rust']
export const vendors = ['Harbour', 'Northside', 'Linden', 'Atelier Nord', 'Fieldhouse', 'Maison Claire']
export const tags = ['bestseller', 'new', 'essentials', 'sale', 'limited', 'organic', 'gift', 'travel']
export const supplierPlaces = [
  ['PT', 'Porto'],
  ['TR', 'Izmir'],
  ['IT', 'Prato'],
  ['CN', 'Ningbo'],
  ['VN', 'Hanoi'],
  ['IN', 'Tiruppur'],
  ['BD', 'Dhaka'],
  ['MA', 'Tangier'],
  ['RO', 'Bacau'],
  ['PE', 'Lima'],
] as const
export const supplierTrades = ['Knits', 'Textiles', 'Garments', 'Mills', 'Apparel', 'Weavers']

export const firstNames = ['Ines', 'Emre', 'Giulia', 'Wei', 'Linh', 'Kavya', 'Farhan', 'Salma', 'Andrei', 'Rosa', 'Tom']
export const lastNames = ['Almeida', 'Demir', 'Ricci', 'Zhou', 'Pham', 'Raman', 'Rahman', 'Idrissi', 'Popa', 'Quispe']
