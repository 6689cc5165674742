import base64
import sys

from verify import verify


def text(one: str) -> str:
    return base64.b64decode(one[1:]).decode()


for line in sys.stdin:
    body, header, secrets, tolerance, now = line.split()
    listed = [] if secrets == "-" else [text(one) for one in secrets.split(",")]
    answer = verify(base64.b64decode(body[1:]), None if header == "-" else text(header), listed, int(tolerance), int(now))
    print("true" if answer else "false")
