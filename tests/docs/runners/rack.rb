# As much of a Rack server as a receiver needs, so that one runs where no gem is: one request a connection.
require "socket"
require "stringio"

def run(app) = $app = app
load ARGV.fetch(0)

server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
loop do
  connection = server.accept
  method, path, = connection.gets.to_s.split
  headers = {}
  while (line = connection.gets.to_s.chomp) != ""
    name, value = line.split(/:\s*/, 2)
    headers["HTTP_#{name.upcase.tr("-", "_")}"] = value
  end
  body = connection.read(headers.fetch("HTTP_CONTENT_LENGTH", "0").to_i)
  env = headers.merge("REQUEST_METHOD" => method, "PATH_INFO" => path, "rack.input" => StringIO.new(body))
  status, = $app.call(env)
  connection.write("HTTP/1.1 #{status} \r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  connection.close
end
