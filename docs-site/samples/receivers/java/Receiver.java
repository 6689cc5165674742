import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;

final class Receiver {
    private static final List<String> SECRETS = List.of(System.getenv().getOrDefault("WEBHOOK_SECRET", ""));

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", Receiver::receive);
        server.start();
    }

    private static void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String header = exchange.getRequestHeaders().getFirst("X-Service-Signature");
            boolean signed = Signature.verify(body, header, SECRETS, 300, Instant.now().getEpochSecond());
            if (signed) {
                // Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
                String deliveryId = exchange.getRequestHeaders().getFirst("X-Service-Delivery-Id");
                String event = exchange.getRequestHeaders().getFirst("X-Service-Event");
                System.out.println(event + " " + deliveryId + " " + body.length + " bytes of JSON");
            }
            exchange.sendResponseHeaders(signed ? 204 : 400, -1);
        } catch (GeneralSecurityException missing) {
            throw new IOException(missing);
        }
    }
}
