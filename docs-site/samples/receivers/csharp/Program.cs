using System.Text.Json;

var app = WebApplication.CreateBuilder(args).Build();
var secrets = new[] { Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "" };

app.MapPost("/", async (HttpRequest request, ILogger<Program> log) =>
{
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var body = buffer.ToArray();

    var header = request.Headers["X-Service-Signature"];
    var signature = header.Count == 1 ? header[0] ?? "" : "";
    if (!Signature.Verify(body, signature, secrets, 300, DateTimeOffset.UtcNow.ToUnixTimeSeconds()))
        return Results.StatusCode(400);

    // Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
    var deliveryId = request.Headers["X-Service-Delivery-Id"].ToString();
    var eventName = request.Headers["X-Service-Event"].ToString();
    using var record = JsonDocument.Parse(body);
    log.LogInformation("{Event} {DeliveryId} {Kind}", eventName, deliveryId, record.RootElement.ValueKind);
    return Results.NoContent();
});

app.Run();
