import hashlib
import hmac
import re
import time


def verify(body: bytes, header: str | None, secrets: list[str], tolerance_seconds: int = 300, now: float | None = None) -> bool:
    """Whether the service signed these bytes with one of these secrets, within the tolerance. `body` is the raw body."""
    if header is None or len(header) > 4096:
        return False
    times, signatures = [], []
    for element in header.split(","):
        match = re.fullmatch(r"([A-Za-z0-9_-]+)=(.*\S|)", element, re.DOTALL)
        if match is None:
            return False
        key, value = match.groups()
        if key == "t":
            times.append(value)
        if key == "v1":
            if not re.fullmatch(r"[0-9a-fA-F]{64}", value):
                return False
            signatures.append(bytes.fromhex(value))
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,15}", times[0]):
        return False
    present = time.time() if now is None else now
    if abs(int(present) - int(times[0])) > tolerance_seconds:
        return False
    for secret in filter(None, secrets):
        expected = hmac.new(secret.encode(), times[0].encode() + b"." + body, hashlib.sha256).digest()
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return True
    return False
