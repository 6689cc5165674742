import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from verify import verify

secrets = [os.environ.get("WEBHOOK_SECRET", "")]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))

        if not verify(body, self.headers.get("X-Service-Signature"), secrets):
            return self.respond(400)

        # Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
        delivery_id = self.headers["X-Service-Delivery-Id"]
        event = self.headers["X-Service-Event"]
        record = json.loads(body)
        print(event, delivery_id, len(record), flush=True)
        self.respond(204)

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Receiver).serve_forever()
