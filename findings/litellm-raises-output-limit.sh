#!/bin/sh
# LiteLLM 1.108.7 in front of a server that is compatible with OpenAI's API. The server is a stub that records what it is sent.
#
# Input: `litellm.responses(max_output_tokens=5)` and `litellm.completion(max_tokens=5)` to the same server.
# Expected before the first run: the server gets 5 both times.
# Seen: as a chat completion it gets 5; as a response it gets 16, OpenAI's minimum, although it isn't OpenAI. No warning and
# no member of the answer says so.
#
# Needs Python 3.10 to 3.13 with venv, and 400 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check litellm==1.108.7
cat > "$work/check.py" <<'PYTHON'
import json, threading, warnings
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version

sent = {}

class Server(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        path = self.path.removeprefix("/v1")
        sent[path] = {name: value for name, value in body.items() if "tokens" in name}
        text = "Hello."
        usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
        message = {"role": "assistant", "content": text}
        part = {"type": "output_text", "text": text, "annotations": []}
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
        answers = {
            "/chat/completions": {"id": "1", "object": "chat.completion", "created": 1, "model": "demo",
                                  "choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage},
            "/responses": {"id": "resp_1", "object": "response", "created_at": 1, "model": "demo", "status": "completed",
                           "output": [item], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
                           "usage": {"input_tokens": 3, "output_tokens": 2, "total_tokens": 5}},
        }
        answer = json.dumps(answers[path]).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
import litellm
base = {"model": "openai/demo", "api_base": f"http://127.0.0.1:{server.server_port}/v1", "api_key": "none"}
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    litellm.completion(**base, messages=[{"role": "user", "content": "Hello"}], max_tokens=5)
    litellm.responses(**base, input="Hello", max_output_tokens=5)
seen = {
    "litellm": version("litellm"),
    **sent,
    "warnings about the limit": [str(one.message) for one in warned if "max_output_tokens" in str(one.message)],
}
print(json.dumps(seen, indent=1))
assert seen == {
    "litellm": "1.108.7",
    "/chat/completions": {"max_tokens": 5},
    "/responses": {"max_output_tokens": 16},
    "warnings about the limit": [],
}
PYTHON
LITELLM_LOCAL_MODEL_COST_MAP=True "$work/venv/bin/python" "$work/check.py"
echo 'As described.'
