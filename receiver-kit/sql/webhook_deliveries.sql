create table if not exists webhook_deliveries (
  delivery_id text primary key,
  token text not null,
  lease_expires_at timestamptz not null,
  done_at timestamptz
);
