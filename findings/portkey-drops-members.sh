#!/bin/sh
# Portkey's gateway 1.15.2 (npm) in front of a server that is compatible with OpenAI's API, named by `x-portkey-custom-host`. The
# server is a stub that records what it is sent.
#
# Input: a chat completion with `max_tokens`, and with members that servers of open models read, and OpenAI doesn't:
# `top_k`, `min_p`, `chat_template_kwargs`.
# Expected before the first run: the server gets all of them, since only the server can know which it reads; or the request
# is refused.
# Seen: the answer is 200, and the server gets `max_tokens` alone. Nothing in the answer or its headers says that the others
# were dropped. A member that the server adds to its answer, `reasoning_content`, does come back.
#
# Needs Node 20 and npm, and 25 MB. The gateway runs on a free port for a few seconds. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts @portkey-ai/gateway@1.15.2
cat > "$work/check.mjs" <<'NODE'
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const serve = (answer) =>
  new Promise((resolve) => {
    const server = createServer(answer).listen(0, '127.0.0.1', () => resolve(server));
  });

let sent = null;
const server = await serve(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  sent = JSON.parse(text);
  const message = { role: 'assistant', content: 'Hello.', reasoning_content: 'Hm.' };
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'demo', choices, usage }));
});
const free = await serve(() => undefined);
const { port } = free.address();
await new Promise((resolve) => free.close(resolve));
const folder = `${import.meta.dirname}/node_modules/@portkey-ai/gateway`;
const gateway = spawn(process.execPath, [`${folder}/build/start-server.js`, `--port=${port}`, '--headless'], {
  env: { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
});
try {
  const body = {
    model: 'demo',
    messages: [{ role: 'user', content: 'Hello' }],
    max_tokens: 7,
    top_k: 5,
    min_p: 0.1,
    chat_template_kwargs: { enable_thinking: false },
  };
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer none',
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `http://127.0.0.1:${server.address().port}/v1`,
      },
      body: JSON.stringify(body),
    });
  let answer = null;
  for (let tries = 0; answer === null; tries += 1) {
    // It starts within a second or two.
    answer = await ask().catch((error) => {
      if (tries === 60) throw error;
      return new Promise((resolve) => setTimeout(resolve, 250, null));
    });
  }
  const { choices } = await answer.json();
  const seen = {
    gateway: JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version,
    status: answer.status,
    'reasoning in the answer': choices[0].message.reasoning_content,
    'members of the request': Object.keys(body),
    'members that the server got': Object.keys(sent).sort(),
  };
  console.log(JSON.stringify(seen, null, 1));
  assert.deepEqual(seen, {
    gateway: '1.15.2',
    status: 200,
    'reasoning in the answer': 'Hm.',
    'members of the request': ['model', 'messages', 'max_tokens', 'top_k', 'min_p', 'chat_template_kwargs'],
    'members that the server got': ['max_tokens', 'messages', 'model'],
  });
} finally {
  gateway.kill();
  server.close();
}
NODE
node "$work/check.mjs"
echo 'As described.'
