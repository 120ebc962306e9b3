#!/bin/sh
# LiteLLM 1.108.7 translates `responses` to chat completions for providers without that API. The provider is a stub that
# records what it is sent.
#
# Input: a response, then a second one with `previous_response_id` of the first; then one with an id that never existed. All
# are streamed.
# Expected before the first run: the provider gets the first question and its answer with the second question, or the request
# is refused; the unknown id is refused.
# Seen: both are answered with success, and the provider gets the last question alone. So the model answers without the
# conversation, and nothing says so. The answer even repeats the unknown id as its `previous_response_id`.
#
# Needs Python 3.10 to 3.13 with venv, and 400 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check litellm==1.108.7
cat > "$work/check.py" <<'PYTHON'
import json, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version

sent = []

class Provider(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        sent.append([self.path, [message["content"] for message in body["messages"]]])
        usage = {"prompt_tokens": 3, "completion_tokens": 1, "total_tokens": 4}
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "demo"}
        piece = {"index": 0, "delta": {"role": "assistant", "content": "Noted."}, "finish_reason": None}
        last = {"index": 0, "delta": {}, "finish_reason": "stop"}
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for choices in ([piece], [last]):
            self.wfile.write(f"data: {json.dumps({**chunk, 'choices': choices})}\n\n".encode())
        self.wfile.write(f"data: {json.dumps({**chunk, 'choices': [], 'usage': usage})}\n\ndata: [DONE]\n\n".encode())

    def log_message(self, *_):
        pass

provider = HTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=provider.serve_forever, daemon=True).start()
import litellm
base = {"model": "deepseek/demo", "api_base": f"http://127.0.0.1:{provider.server_port}", "api_key": "none", "stream": True}

def ask(question, **more):
    last = [event for event in litellm.responses(**base, input=question, **more)][-1]
    return str(getattr(last.type, "value", last.type)), last.response

first_end, first = ask("My name is Ada.")
second_end, _ = ask("What is my name?", previous_response_id=first.id)
third_end, third = ask("And now?", previous_response_id="resp_that_never_existed")
seen = {
    "litellm": version("litellm"),
    "ends": [first_end, second_end, third_end],
    "sent": [messages for _, messages in sent],
    "repeated id": third.previous_response_id,
}
print(json.dumps(seen, indent=1))
assert seen == {
    "litellm": "1.108.7",
    "ends": ["response.completed"] * 3,
    "sent": [["My name is Ada."], ["What is my name?"], ["And now?"]],
    "repeated id": "resp_that_never_existed",
}
PYTHON
LITELLM_LOCAL_MODEL_COST_MAP=True "$work/venv/bin/python" "$work/check.py"
echo 'As described.'
