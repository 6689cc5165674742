create table if not exists webhook_deliveries (
  delivery_id text primary key,
  token text not null,
  lease_expires_at real not null,
  done_at real
);
