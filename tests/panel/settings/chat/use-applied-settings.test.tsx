// @document
import { act } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
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
/** The pending commands, oldest first. Each function answers one: true if the background accepts it. */
let replies: ((isTaken: boolean) => void)[];
const reply = (isTaken: boolean) => act(async () => replies.shift()?.(isTaken));
let shown: Settings;
let change: (changes: Partial<Settings>) => void;

beforeEach(async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  sent = [];
  replies = [];
  await read({});
});

const store = (changed: Partial<Settings>) => {
  sent.push(changed);
  return new Promise<void>((resolve, reject) => {
    replies.push((isTaken) => (isTaken ? resolve() : reject(new Error('Refused.'))));
  });
};

function Fields({ stored }: { stored: Settings }) {
  ({ shown, change } = useAppliedSettings(stored, store));
  return null;
}

/** Renders what was read. */
const read = (stored: Partial<Settings>) =>
  act(async () => rendering.render(<Fields stored={{ ...OFF, ...stored }} />));
/** Lets the time pass in which a stored change is read. */
const passTime = () => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));
const choose = (changes: Partial<Settings>) => act(async () => change(changes));

it('a setting keeps its choice while others are stored, and a third change sends only itself', async () => {
  await choose({ a: true });
  await choose({ b: true });
  await reply(true);
  await read({ a: true });
  expect(shown).toEqual({ a: true, b: true, c: false });
  await choose({ c: true });
  expect(sent).toEqual([{ a: true }, { b: true }, { c: true }]);
  await reply(true);
  await read({ a: true, b: true });
  expect(shown).toEqual({ a: true, b: true, c: true });
});

it('a choice is shown until it is read, also if the reply comes first, and gives way to one from another window, even to the earlier value', async () => {
  await choose({ a: true });
  await reply(true);
  expect(shown.a).toBe(true);
  await read({ a: true });
  await passTime();
  expect(shown.a).toBe(true);
  await read({});
  expect(shown.a).toBe(false);
});

it('a rejected choice is taken back, and no other', async () => {
  await choose({ a: true });
  await choose({ b: true });
  await reply(false);
  expect(shown).toEqual({ a: false, b: true, c: false });
});

it('the newest choice of a setting stays when an earlier one of it ends', async () => {
  await choose({ a: true });
  await choose({ a: false });
  await reply(true);
  await read({ a: true });
  expect(shown.a).toBe(false);
  await reply(true);
  await read({});
  expect(shown.a).toBe(false);
});

it('two quick changes of a setting that end where they began don’t show a late reading of the first', async () => {
  await choose({ a: true });
  await choose({ a: false });
  await reply(true);
  await reply(true);
  await read({ a: true });
  expect(shown.a).toBe(false);
  await read({});
  expect(shown.a).toBe(false);
});
