require "openssl"

# Whether the service signed these bytes with one of these secrets, within the tolerance. `body` is the raw body.
def verify(body, header, secrets, tolerance_seconds: 300, now: Time.now.to_i)
  return false if header.nil? || header.empty? || header.length > 4096

  times = []
  signatures = []
  header.split(",", -1).each do |element|
    match = /\A([A-Za-z0-9_-]+)=(.*\S|)\z/m.match(element)
    return false if match.nil?

    key, value = match.captures
    times << value if key == "t"
    next unless key == "v1"
    return false unless value.match?(/\A[0-9a-fA-F]{64}\z/)

    signatures << [value].pack("H*")
  end
  return false unless times.length == 1 && times[0].match?(/\A[0-9]{1,15}\z/)
  return false if (now - times[0].to_i).abs > tolerance_seconds

  secrets.reject(&:empty?).any? do |secret|
    expected = OpenSSL::HMAC.digest("SHA256", secret, "#{times[0]}.".b + body.b)
    signatures.any? { |signature| OpenSSL.fixed_length_secure_compare(expected, signature) }
  end
end
