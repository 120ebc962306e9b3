import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedModel, type ScriptStep, startScriptedModel } from './scripted-model';

const KEY = 'key-of-the-test';
let model: ScriptedModel | null = null;

afterEach(async () => {
  await model?.close();
  model = null;
});

async function ask(script: readonly ScriptStep[], key = KEY): Promise<Response> {
  model ??= await startScriptedModel(KEY, script);
  return fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'x', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
  });
}

describe('the scripted model', () => {
  it('repeats the id of its calls and splits their arguments', async () => {
    const script: ScriptStep[] = [
      () => ({
        kind: 'response',
        calls: [
          { name: 'first', arguments: { pattern: '*[é-]preview*' } },
          { name: 'second', arguments: {} },
        ],
      }),
    ];
    const parts = (await (await ask(script)).text())
      .split('\n\n')
      .filter((event) => event.includes('tool_calls":[{'))
      .map((event) => JSON.parse(event.slice('data: '.length)).choices[0].delta.tool_calls[0]);
    expect(parts.flatMap(({ id }) => id ?? [])).toEqual(['call_0', 'call_0']);
    const firstParts = parts.filter(({ index }) => index === 0).map((part) => part.function.arguments);
    expect(firstParts.length).toBeGreaterThan(1);
    expect(JSON.parse(firstParts.join(''))).toEqual({ pattern: '*[é-]preview*' });
  });

  it('splits multi-byte characters across packets', async () => {
    const response = await ask([() => ({ kind: 'response', content: 'größer – 模型' })]);
    const packets: Uint8Array[] = [];
    for await (const packet of response.body ?? []) packets.push(packet);
    const continuesCharacter = (packet: Uint8Array) => ((packet[0] ?? 0) & 0b1100_0000) === 0b1000_0000;
    expect(packets.some(continuesCharacter)).toBe(true);
  });

  it('reports a failing step and a request after the end of the script', async () => {
    const script: ScriptStep[] = [
      () => {
        throw new Error('a tool is missing');
      },
    ];
    expect((await ask(script)).status).toBe(500);
    expect((await ask(script)).status).toBe(500);
    expect(model?.failures).toEqual([
      'Error: a tool is missing',
      'Error: There is a request after the end of the script.',
    ]);
  });

  it('rejects a request without the key', async () => {
    expect((await ask([], 'another')).status).toBe(401);
    expect(model?.requests).toEqual([]);
  });

  it('detects a client that disconnects in mid-stream', async () => {
    const response = await ask([() => ({ kind: 'stall', content: 'Once' })]);
    await response.body?.cancel();
    await expect(model?.requests[0]?.brokenOff).resolves.toBeUndefined();
  });
});
