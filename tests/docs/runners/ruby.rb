require "base64"
require_relative "verify"

text = ->(one) { Base64.decode64(one[1..]).force_encoding("UTF-8") }
$stdin.each_line(chomp: true) do |line|
  body, header, secrets, tolerance, now = line.split(" ")
  listed = secrets == "-" ? [] : secrets.split(",", -1).map(&text)
  given = header == "-" ? nil : text.call(header)
  puts verify(Base64.decode64(body[1..]), given, listed, tolerance_seconds: tolerance.to_i, now: now.to_i)
end
