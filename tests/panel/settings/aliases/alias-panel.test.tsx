// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { type Command, commandSchema } from '@/src/messages/commands';
import { AliasPanel } from '@/src/panel/settings/aliases/alias-panel';
import type { Connection } from '@/src/schema/connection';
import { DATABASE_NAME, StewardDatabase } from '@/src/store/db';
import { HOME } from '../../home-connection';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = new StewardDatabase(DATABASE_NAME);
let sent: Command[];
let reply: unknown;

beforeEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
  await writer.connections.add(HOME);
  sent = [];
  reply = { ok: true, value: null };
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return reply;
  };
  Object.assign(browser.runtime, { sendMessage });
});

async function show(connections: readonly Connection[]) {
  rendering.render(<AliasPanel connections={connections} />);
  await listed(await writer.modelAliases.count());
}

/** Waits until the database was read, and that many aliases are listed. */
async function listed(count: number) {
  const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  while (rendering.place.querySelectorAll('li').length !== count) await turn();
}

/** Presses a button as the keyboard does: it has the focus. */
async function pressFocused(name: string) {
  rendering.button(name).focus();
  await rendering.press(name);
}

const text = () => rendering.place.textContent ?? '';
const inputs = () => [...rendering.place.querySelectorAll('input')];

async function fill(index: number, value: string) {
  const input = inputs()[index];
  if (input === undefined) throw new Error(`There is no field ${index}.`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the aliases', () => {
  it('are added with a name, a connection and a model', async () => {
    await show([HOME]);
    expect(rendering.button('Add alias').disabled).toBe(true);
    await fill(0, 'smart');
    await fill(1, 'demo/one');
    await rendering.press('Add alias');
    expect(sent).toEqual([
      { type: 'save-alias', isNew: true, name: 'smart', connectionId: 'k', model: 'demo/one' },
    ]);
    expect(commandSchema.safeParse(sent[0]).success).toBe(true);
  });

  it('are added once by a double press', async () => {
    await show([HOME]);
    await fill(0, 'smart');
    await fill(1, 'demo/one');
    let settle = () => {};
    reply = new Promise((resolve) => (settle = () => resolve({ ok: true, value: null })));
    await rendering.press('Add alias');
    expect(rendering.button('Add alias').getAttribute('aria-disabled')).toBe('true');
    await rendering.press('Add alias');
    expect(sent).toHaveLength(1);
    await act(async () => settle());
    expect(rendering.button('Add alias').disabled).toBe(true);
  });

  it('keep what was typed, with the reason, if one can’t be saved', async () => {
    const error = { code: 'invalid-message', message: 'No such model.', remedy: 'Choose.', details: null };
    reply = { ok: false, error };
    await show([HOME]);
    await fill(0, 'smart');
    await fill(1, 'demo/nine');
    await rendering.press('Add alias');
    expect(text()).toContain('No such model.');
    expect(inputs().map(({ value }) => value)).toEqual(['smart', 'demo/nine']);
  });

  it('are given another model under the same name, by a command that fits its schema', async () => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME]);
    await rendering.press('Edit');
    expect(inputs()[0]?.readOnly).toBe(true);
    await fill(1, 'demo/two');
    await rendering.press('Save alias');
    expect(sent).toEqual([
      { type: 'save-alias', isNew: false, name: 'smart', connectionId: 'k', model: 'demo/two' },
    ]);
    expect(commandSchema.safeParse(sent[0]).success).toBe(true);
  });

  it('keep what another window has changed while the form was open', async () => {
    await writer.connections.add({ ...HOME, id: 'l', label: 'Work' });
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME, { ...HOME, id: 'l', label: 'Work' }]);
    await rendering.press('Edit');
    await writer.modelAliases.put({ name: 'smart', connectionId: 'l', model: 'demo/two' });
    await listed(1);
    await rendering.press('Save alias');
    expect(sent).toEqual([
      { type: 'save-alias', isNew: false, name: 'smart', connectionId: 'l', model: 'demo/two' },
    ]);
  });

  it.each(['Cancel', 'Save alias'])(
    'keep what is typed for a new one while another is edited: %s',
    async (end) => {
      await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
      await show([HOME]);
      await fill(0, 'fast');
      await fill(1, 'demo/nine');
      await rendering.press('Edit');
      expect(inputs().map(({ value }) => value)).toEqual(['smart', 'demo/one']);
      await rendering.press(end);
      expect(inputs().map(({ value }) => value)).toEqual(['fast', 'demo/nine']);
      expect(rendering.button('Add alias').disabled).toBe(false);
    },
  );

  it('are deleted, and one whose connection was deleted says so', async () => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'gone', model: 'demo/one' });
    await show([HOME]);
    expect(text()).toContain('Its connection was deleted. Give it another model.');
    await rendering.press('Delete');
    expect(text()).toContain('Delete “smart”? Chats that use it keep the model');
    await rendering.press('Keep');
    expect(sent).toEqual([]);
    await rendering.press('Delete');
    await rendering.press('Delete alias');
    expect(sent).toEqual([{ type: 'delete-alias', name: 'smart' }]);
  });

  it('hand the focus to the name of the next one when one is added', async () => {
    await show([HOME]);
    await fill(0, 'smart');
    await fill(1, 'demo/one');
    await pressFocused('Add alias');
    expect(document.activeElement).toBe(inputs()[0]);
  });

  it.each(['Save alias', 'Cancel'])('return the focus to Edit at %s', async (name) => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME]);
    await pressFocused('Edit');
    await pressFocused(name);
    expect(document.activeElement).toBe(rendering.button('Edit'));
    await pressFocused('Edit');
    await pressFocused(name);
    expect(document.activeElement).toBe(rendering.button('Edit'));
  });

  it.each([
    ['the name of a new one', [HOME], () => inputs()[0]],
    ['the part of the page, if there is no connection', [], () => rendering.place.querySelector('.aliases')],
  ])('hand the focus to %s when one is deleted', async (_, connections, taker) => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show(connections);
    await pressFocused('Delete');
    await pressFocused('Delete alias');
    await writer.modelAliases.clear();
    await listed(0);
    expect(document.activeElement).toBe(taker());
  });

  it('need a connection first', async () => {
    await show([]);
    expect(text()).toContain('Add a connection first.');
  });
});
