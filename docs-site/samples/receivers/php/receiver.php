<?php

require __DIR__ . '/verify.php';

$body = file_get_contents('php://input');

if (!verify($body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, [getenv('WEBHOOK_SECRET') ?: ''])) {
    http_response_code(400);
    exit;
}

// Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
$deliveryId = $_SERVER['HTTP_X_SERVICE_DELIVERY_ID'] ?? '';
$event = $_SERVER['HTTP_X_SERVICE_EVENT'] ?? '';
$record = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
error_log("$event $deliveryId " . count($record));
http_response_code(204);
