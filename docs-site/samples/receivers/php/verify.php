<?php

/** Whether the service signed these bytes with one of these secrets, within the tolerance. $body is the raw body. */
function verify(string $body, ?string $header, array $secrets, int $toleranceSeconds = 300, ?int $now = null): bool
{
    if ($header === null || strlen($header) > 4096) {
        return false;
    }
    $times = [];
    $signatures = [];
    foreach (explode(',', $header) as $element) {
        if (preg_match('/^([\w-]+)=(.*\S|)$/sD', $element, $match) !== 1) {
            return false;
        }
        [, $key, $value] = $match;
        if ($key === 't') {
            $times[] = $value;
        }
        if ($key === 'v1') {
            if (preg_match('/^[0-9a-f]{64}$/iD', $value) !== 1) {
                return false;
            }
            $signatures[] = hex2bin($value);
        }
    }
    if (count($times) !== 1 || preg_match('/^[0-9]{1,15}$/D', $times[0]) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $times[0]) > $toleranceSeconds) {
        return false;
    }
    foreach ($secrets as $secret) {
        if ($secret === '') {
            continue;
        }
        $expected = hash_hmac('sha256', $times[0] . '.' . $body, $secret, true);
        foreach ($signatures as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}
