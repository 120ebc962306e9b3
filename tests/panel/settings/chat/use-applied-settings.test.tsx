// @document
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useAppliedSettings } from '@/src/panel/settings/chat/use-applied-settings';
import { withRendering } from '../../with-rendering';

interface Settings {
  a: boolean;
  b: boolean;
  c: boolean;
}

const OFF: Settings = { a: false, b: false, c: false };
const rendering = withRendering();
/** The changes that were sent. */
let sent: Partial<Settings>[];
/** Ends each write that was begun, in order: true if it is taken. */
let ends: ((isTaken: boolean) => Promise<void>)[];
let shown: Settings;
let change: (changes: Partial<Settings>) => void;

beforeEach(() => {
  sent = [];
  ends = [];
});

const store = (changed: Partial<Settings>) => {
  sent.push(changed);
  return new Promise<void>((resolve, reject) => {
    ends.push((isTaken) => act(async () => (isTaken ? resolve() : reject(new Error('Refused.')))));
  });
};

function Fields({ stored }: { stored: Settings }) {
  ({ shown, change } = useAppliedSettings(stored, store));
  return null;
}

/** Renders what was read. */
const read = (stored: Partial<Settings>) =>
  act(async () => rendering.render(<Fields stored={{ ...OFF, ...stored }} />));
const choose = (changes: Partial<Settings>) => act(async () => change(changes));

it('a setting keeps its choice while others are stored, and a third change sends only itself', async () => {
  await read({});
  await choose({ a: true });
  await choose({ b: true });
  await ends[0]?.(true);
  await read({ a: true });
  expect(shown).toEqual({ a: true, b: true, c: false });
  await choose({ c: true });
  expect(sent).toEqual([{ a: true }, { b: true }, { c: true }]);
  await ends[1]?.(true);
  await read({ a: true, b: true });
  expect(shown).toEqual({ a: true, b: true, c: true });
});

it('a choice is shown until it is read, also if the reply comes first', async () => {
  await read({});
  await choose({ a: true });
  await ends[0]?.(true);
  expect(shown.a).toBe(true);
  await read({ a: true });
  expect(shown.a).toBe(true);
});

it('a choice that was stored gives way to one from another window, even to the earlier value', async () => {
  await read({});
  await choose({ a: true });
  await ends[0]?.(true);
  await read({ a: true });
  await read({});
  expect(shown.a).toBe(false);
});

it('a rejected choice is taken back, and no other', async () => {
  await read({});
  await choose({ a: true });
  await choose({ b: true });
  await ends[0]?.(false);
  expect(shown).toEqual({ a: false, b: true, c: false });
});

it('the newest choice of a setting stays when an earlier one of it ends', async () => {
  await read({});
  await choose({ a: true });
  await choose({ a: false });
  await ends[0]?.(true);
  await read({ a: true });
  expect(shown.a).toBe(false);
  await ends[1]?.(true);
  await read({});
  expect(shown.a).toBe(false);
});
