#!/bin/sh
# `@modelcontextprotocol/server-everything` 2026.8.31 (npm), the reference server that shows every part of MCP, over stdio with
# MCP 2025-11-25.
#
# Input: `initialize` without capabilities, and with `sampling`, `elicitation` and `roots`; then `tools/list`, twice.
# Expected before the first run: the same tools for each client, since a tool is the server's; and
# `notifications/tools/list_changed` only if the second list differs from the first.
# Seen: a client without capabilities gets 13 tools, the other one 16. Both are told that the list has changed (once, and
# several times), and both lists stay as they were. So a list of tools that was reviewed with one client holds for clients of
# the same capabilities only, and the notification is no reason to call a reviewed list outdated: the lists have to be compared.
#
# Needs Node 20 and npm, and 40 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server-everything@2026.8.31
cat > "$work/check.mjs" <<'NODE'
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** The names of the tools at first and two seconds later, and the number of notices of a change, for a client with these capabilities. */
async function toolsFor(capabilities) {
  const program = `${import.meta.dirname}/node_modules/@modelcontextprotocol/server-everything/dist/index.js`;
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let notices = 0;
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === 'notifications/tools/list_changed') notices += 1;
    // A request of the server has an id of its own.
    if (message.method === undefined) waiting.get(message.id)?.(message.result);
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const names = async () => (await ask('tools/list', {})).tools.map(({ name }) => name).sort();
  try {
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'check', version: '1' } });
    send({ method: 'notifications/initialized' });
    const first = await names();
    await pause(2_000);
    return { first, second: await names(), notices };
  } finally {
    server.kill();
  }
}

const without = await toolsFor({});
const withAll = await toolsFor({ sampling: {}, elicitation: {}, roots: { listChanged: true } });
console.log(`without capabilities: ${without.first.length} tools, ${without.notices} notices of a change`);
console.log(`with capabilities: ${withAll.first.length} tools, ${withAll.notices} notices of a change`);
const further = withAll.first.filter((name) => !without.first.includes(name));
console.log(`only with them: ${further.join(', ')}`);
assert.equal(without.first.length, 13);
assert.equal(withAll.first.length, 16);
assert.equal(further.length, 3);
for (const { first, second, notices } of [without, withAll]) {
  assert.deepEqual(second, first);
  assert.ok(notices >= 1);
}
NODE
node "$work/check.mjs"
