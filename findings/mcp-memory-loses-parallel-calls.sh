#!/bin/sh
# `@modelcontextprotocol/server-memory` 2026.8.31 (npm), the reference server for a memory of entities, over stdio with MCP 2025-11-25.
#
# Input: twenty valid calls of `create_entities`, each for an entity of another name, sent without waiting for the answers, as
# a client does that runs the tool calls of one response of a model side by side; then the same calls one after the other.
# Expected before the first run: an entity whose call answered success is in the graph, in both cases.
# Seen: all twenty answer success in both cases. One after the other, the graph has twenty; side by side it has fewer, in each
# run so far one, and no answer differs. The hints of the tool (`idempotentHint: false`) say nothing of it. So a client has to
# send the calls of one server in turn.
#
# Needs Node 20 and npm, and 25 MB. Fails if any of this changes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work" --silent --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server-memory@2026.8.31
cat > "$work/check.mjs" <<'NODE'
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const ENTITIES = 20;

function start(file) {
  const program = `${import.meta.dirname}/node_modules/@modelcontextprotocol/server-memory/dist/index.js`;
  const server = spawn(process.execPath, [program], {
    env: { ...process.env, MEMORY_FILE_PATH: `${import.meta.dirname}/${file}` },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  return { server, send, ask };
}

/** Creates the entities, and returns how many calls succeeded and how many entities there are. */
async function create(file, isParallel) {
  const { server, send, ask } = start(file);
  try {
    const clientInfo = { name: 'check', version: '1' };
    await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
    const call = (name, args) => ask('tools/call', { name, arguments: args });
    const one = (number) => {
      const entity = { name: `entity ${number}`, entityType: 'proxy', observations: ['works'] };
      return call('create_entities', { entities: [entity] });
    };
    const answers = [];
    if (isParallel) answers.push(...(await Promise.all(Array.from({ length: ENTITIES }, (_, index) => one(index)))));
    else for (let index = 0; index < ENTITIES; index += 1) answers.push(await one(index));
    const graph = await call('read_graph', {});
    return {
      succeeded: answers.filter(({ isError }) => isError !== true).length,
      kept: JSON.parse(graph.content[0].text).entities.length,
    };
  } finally {
    server.kill();
  }
}

const inTurn = await create('in-turn.jsonl', false);
const sideBySide = await create('side-by-side.jsonl', true);
console.log(`in turn: ${inTurn.succeeded} succeeded, ${inTurn.kept} kept`);
console.log(`side by side: ${sideBySide.succeeded} succeeded, ${sideBySide.kept} kept`);
assert.deepEqual(inTurn, { succeeded: ENTITIES, kept: ENTITIES });
assert.equal(sideBySide.succeeded, ENTITIES);
assert.ok(sideBySide.kept < ENTITIES);
NODE
node "$work/check.mjs"
