"""A bot over HTTP in thirty lines: it plays one seat of a table to the end of the match.

Sit down, get the token of your seat, and hand both to the bot:
    python3 over_http.py http://127.0.0.1:8000 TABLE TOKEN
"""

import json
import sys
import urllib.error
import urllib.request

server, table, token = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson", "Content-Type": "application/json"}


def choose(view, legal):
    """`view` is all that this seat may know. Change this."""
    return legal[0]


def act(position, action):
    body = json.dumps({"type": "act", "position": position, "action": action, "key": f"p{position}"}).encode()
    try:
        urllib.request.urlopen(urllib.request.Request(f"{server}/api/tables/{table}", body, headers)).close()
    except urllib.error.HTTPError as error:
        print(error.read().decode(), file=sys.stderr)


with urllib.request.urlopen(urllib.request.Request(f"{server}/api/tables/{table}/events", headers=headers)) as lines:
    for line in lines:
        event = json.loads(line) if line.strip() else {}
        if event.get("state") == "over":
            print(json.dumps(event["result"]))
            break
        if event.get("view") and event["view"]["legal"]:
            act(event["position"], choose(event["view"], event["view"]["legal"]))
