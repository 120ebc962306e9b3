import assert from 'node:assert/strict';
import type { RecordedRequest, ScriptStep, WireMessage } from '@/tests/fakes/scripted-model';

/**
 * Hides the preview models. Its set contains a two-byte character, which the endpoint splits between packets.
 */
const PREVIEW_RULE = '*[é-]preview*';

const TOOLS = ['add_ignore_rule', 'add_whitelist_rule', 'save_changes', 'get_models_matching_pattern'];

/**
 * The responses of a scripted model to "Block preview models", "Save the changes" and a question: two calls
 * with one id in one response, and other difficulties for clients. `keptId` is whitelisted.
 */
export function previewScript({ keptId }: { keptId: string }): ScriptStep[] {
  const keptName = keptId.slice(keptId.indexOf('/') + 1);
  return [
    (request) => {
      expectPageAndTools(request, keptName);
      return {
        kind: 'response',
        reasoning: 'Die Namen tragen »-preview«; eine Regel genügt – 一条规则。',
        content: 'Ich füge zwei Regeln hinzu …',
        calls: [
          { name: 'add_ignore_rule', arguments: { pattern: PREVIEW_RULE } },
          { name: 'add_whitelist_rule', arguments: { pattern: keptName } },
        ],
      };
    },
    (request) => {
      expectResults(request, 2);
      return { kind: 'response', content: 'Erledigt ✓ – noch nicht gespeichert.' };
    },
    (request) => {
      assert.match(lastOf(request, 'user').content ?? '', /^Save the changes/);
      return { kind: 'response', calls: [{ name: 'save_changes', arguments: {} }] };
    },
    (request) => {
      expectResults(request, 1);
      return { kind: 'response', content: 'Gespeichert ✓' };
    },
    (request) => {
      assert.match(lastOf(request, 'user').content ?? '', /^Which models are hidden\?/);
      return { kind: 'response', content: 'None: the page has no rules.' };
    },
  ];
}

function expectPageAndTools(request: RecordedRequest, modelName: string): void {
  const offered = (request.body.tools ?? []).map((tool) => tool.function.name);
  for (const name of TOOLS) assert.ok(offered.includes(name), `the tool ${name} is not offered`);
  const text = lastOf(request, 'user').content ?? '';
  assert.match(text, /^Block preview models/);
  assert.match(text, /\nprovider: openai\n/);
  assert.ok(linesOf(text).includes(modelName), `the page's state doesn't list ${modelName}`);
}

/** The lines of a text; a line like `a{b,c}` counts as the lines `ab` and `ac`. */
function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, beginning = '', endings] = /^([^{}]*)\{([^{}]*)\}$/.exec(line) ?? [];
    return endings?.split(',').map((ending) => beginning + ending) ?? [line];
  });
}

function expectResults(request: RecordedRequest, count: number): void {
  const results = request.body.messages.slice(-count);
  assert.deepEqual(
    results.map(({ role }) => role),
    Array(count).fill('tool'),
  );
  for (const { content } of results) assert.match(content ?? '', /^\{"success":true,/);
}

function lastOf(request: RecordedRequest, role: string): WireMessage {
  const message = request.body.messages.findLast((candidate) => candidate.role === role);
  assert.ok(message !== undefined, `the request has no message of role ${role}`);
  return message;
}
