<?php

$text = fn (string $given): string => base64_decode(substr($given, 1));

require __DIR__ . '/verify.php';

while (($line = fgets(STDIN)) !== false) {
    [$body, $header, $secrets, $tolerance, $now] = explode(' ', rtrim($line, "\n"));
    $listed = $secrets === '-' ? [] : array_map($text, explode(',', $secrets));
    $given = $header === '-' ? null : $text($header);
    $answer = verify($text($body), $given, $listed, (int) $tolerance, (int) $now);
    echo $answer ? 'true' : 'false', "\n";
}
