import { describe, expect, it } from 'vitest';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { commandSchema } from '@/src/messages/commands';

const choices = (count: number, leftOut: string[] = []) =>
  Array.from({ length: count }, (_, index) => ({
    executionId: `e${index}`,
    verdict: 'approve',
    args: null,
    leftOut,
  }));
const rows = (count: number) => Array.from({ length: count }, (_, index) => `openai ignore rule-${index}`);

describe('a decision', () => {
  it.each<[string, number, string[], boolean]>([
    ['all calls that a response may hold', MAX_CALLS, [], true],
    ['more calls than a response may hold', MAX_CALLS + 1, [], false],
    ['one call with 50,000 excluded rows', 1, rows(50_000), true],
    ['one call with more', 1, rows(50_001), false],
  ])('on %s → accepted or refused as a whole', (_, count, leftOut, isTaken) => {
    const preview = { type: 'preview-approval', approvalId: 'a', choices: choices(count, leftOut) };
    const decision = {
      ...preview,
      type: 'decide-approval',
      digest: 'd'.repeat(64),
      allowTools: [],
      choices: preview.choices.map((choice) => ({ ...choice, note: '' })),
    };
    expect(commandSchema.safeParse(preview).success).toBe(isTaken);
    expect(commandSchema.safeParse(decision).success).toBe(isTaken);
  });

  const nested = (levels: number) => JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
  it.each<[string, unknown, boolean]>([
    ['a key __proto__', JSON.parse('{"__proto__":{"a":1}}'), true],
    ['as many levels as a model’s may have', nested(63), true],
    ['a level more', nested(64), false],
    ['5,000 levels', nested(5_000), false],
    ['more text than all calls of an answer may have', { a: 'x'.repeat(2_000_000) }, false],
    ['a value that is not JSON', { a: new Date(0) }, false],
    ['a list instead', [], false],
  ])('on edited arguments with %s → accepted unchanged, or refused', (_, args, isTaken) => {
    const [choice] = choices(1);
    const preview = { type: 'preview-approval', approvalId: 'a', choices: [{ ...choice, args }] };
    const { data, success } = commandSchema.safeParse(preview);
    expect(success).toBe(isTaken);
    if (isTaken) expect(JSON.stringify(data)).toBe(JSON.stringify(preview));
  });
});

describe('an image', () => {
  const image = {
    type: 'add-image',
    chatId: 'c',
    name: 'dot.gif',
    mediaType: 'image/gif',
    width: 1,
    height: 1,
    data: 'R0lGODlhAQABAAAAACw=',
  };
  it.each<[string, object, boolean]>([
    ['as it is', {}, true],
    ['of the largest size', { data: 'A'.repeat(2_000_000), width: 2_048 }, true],
    ['that is larger', { data: 'A'.repeat(2_000_004) }, false],
    ['with a longer side', { height: 2_049 }, false],
    ['without a height', { height: 0 }, false],
    ['without a name', { name: '' }, false],
    ['with a long name', { name: 'n'.repeat(201) }, false],
    ['of a type that can hold scripts', { mediaType: 'image/svg+xml' }, false],
    ['at an address', { data: 'https://a.test/x.gif' }, false],
    ['that is no whole base64', { data: 'AAAAA' }, false],
  ])('%s → accepted or refused', (_, changed, isTaken) => {
    expect(commandSchema.safeParse({ ...image, ...changed }).success).toBe(isTaken);
  });

  it('more of them than a message may have are accepted: the store refuses them, with the reason', () => {
    const imageIds = Array.from({ length: 6 }, (_, index) => `i${index}`);
    const message = { type: 'send-message', chatId: 'c', text: 'See', imageIds };
    expect(commandSchema.safeParse(message).success).toBe(true);
  });
});

describe('a choice of sites', () => {
  const site = (origin: string, instanceId = 'i') => ({ origin, instanceId });
  it.each<[string, object[], boolean]>([
    ['one site', [site('https://a.test')], true],
    ['two pages of one site', [site('https://a.test'), site('https://a.test', 'j')], true],
    ['a site twice', [site('https://a.test'), site('https://b.test'), site('https://a.test')], false],
    ['no site', [], false],
  ])('of %s → accepted or refused', (_, sites, isTaken) => {
    expect(commandSchema.safeParse({ type: 'choose-sites', chatId: 'c', sites }).success).toBe(isTaken);
  });
});
