/** Profiles of the customer exports of shop systems. */
import type { ImportProfile } from '../../imports/profile.ts'

/** https://help.shopify.com/en/manual/customers/import-export-customers: the columns of the customer CSV file. */
const shopify: ImportProfile = {
  name: 'shopify_customers',
  title: 'Shopify customer export',
  kind: 'customers',
  recognised_by: ['First Name', 'Last Name', 'Email', 'Accepts Email Marketing', 'Default Address Country Code'],
  columns: [
    { header: 'Customer ID', field: 'external_id', remove_prefix: "'" },
    { header: 'Email', field: 'email' },
    { header: 'First Name', field: 'first_name' },
    { header: 'Last Name', field: 'last_name' },
    { header: 'Default Address Country Code', field: 'country_code' },
    { header: 'Default Address Province Code', field: 'region' },
    { header: 'Default Address Zip', field: 'postcode', remove_prefix: "'" },
  ],
  fixed_values: { source_system: 'Shopify' },
}

/** https://woocommerce.com/document/woocommerce-analytics/customers-report: the download of the customers report. */
const woocommerce: ImportProfile = {
  name: 'woocommerce_customers',
  title: 'WooCommerce customers report',
  kind: 'customers',
  recognised_by: ['Name', 'Username', 'Last Active', 'Sign Up', 'Email', 'Country / Region', 'Postal Code'],
  columns: [
    { header: 'Email', field: 'email' },
    { header: 'Name', field: 'name' },
    { header: 'Country / Region', field: 'country_code' },
    { header: 'Region', field: 'region' },
    { header: 'Postal Code', field: 'postcode' },
  ],
  fixed_values: { source_system: 'WooCommerce' },
}

export const customerProfiles: readonly ImportProfile[] = [shopify, woocommerce]
