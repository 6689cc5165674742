# config.ru: run it with any Rack server, for example `rackup`.
require "json"
require_relative "verify"

secrets = [ENV.fetch("WEBHOOK_SECRET", "")]

run(lambda do |env|
  body = env["rack.input"]&.read.to_s

  next [400, {}, []] unless verify(body, env["HTTP_X_SERVICE_SIGNATURE"], secrets)

  # Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
  delivery_id = env["HTTP_X_SERVICE_DELIVERY_ID"]
  event = env["HTTP_X_SERVICE_EVENT"]
  record = JSON.parse(body)
  puts [event, delivery_id, record.length].join(" ")
  [204, {}, []]
end)
