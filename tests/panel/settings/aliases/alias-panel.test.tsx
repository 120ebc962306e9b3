// @document
import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { AliasPanel } from '@/src/panel/settings/aliases/alias-panel';
import type { Connection } from '@/src/schema/connection';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { HOME } from '../../home-connection';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const NAME = 'Alias';
const MODEL = 'Model of the connection';
const writer = createDatabase(DATABASE_NAME);
let sent: Command[];
let reply: unknown;

beforeEach(async () => {
  await Promise.all(writer.tables.map((table) => table.clear()));
  await writer.connections.add(HOME);
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

async function show(connections: readonly Connection[]) {
  rendering.render(<AliasPanel connections={connections} />);
  await listed(await writer.modelAliases.count());
}

/** Waits until the database was read, and that many aliases are listed. */
async function listed(count: number) {
  const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
  for (let turns = 0; turns < 10; turns += 1) await turn();
  while (rendering.shown.queryAllByRole('listitem').length !== count) await turn();
}

const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);
const entered = () => [field(NAME).value, field(MODEL).value];

async function fill(label: string, value: string) {
  await rendering.enter(field(label), value);
}

describe('the aliases', () => {
  it('are added with a name, a connection and a model', async () => {
    await show([HOME]);
    expect(rendering.button('Add alias').disabled).toBe(true);
    await fill(NAME, 'smart');
    await fill(MODEL, 'demo/one');
    await rendering.press('Add alias');
    expect(sent).toEqual([
      { type: 'save-alias', isNew: true, name: 'smart', connectionId: 'k', model: 'demo/one' },
    ]);
  });

  it('are added once by a double press', async () => {
    await show([HOME]);
    await fill(NAME, 'smart');
    await fill(MODEL, 'demo/one');
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
    await fill(NAME, 'smart');
    await fill(MODEL, 'demo/nine');
    await rendering.press('Add alias');
    expect(rendering.shown.getByText('No such model.')).toBeDefined();
    expect(entered()).toEqual(['smart', 'demo/nine']);
  });

  it('are given another model under the same name', async () => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME]);
    await rendering.press('Edit');
    expect(field(NAME).readOnly).toBe(true);
    await fill(MODEL, 'demo/two');
    await rendering.press('Save alias');
    expect(sent).toEqual([
      { type: 'save-alias', isNew: false, name: 'smart', connectionId: 'k', model: 'demo/two' },
    ]);
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
      await fill(NAME, 'fast');
      await fill(MODEL, 'demo/nine');
      await rendering.press('Edit');
      expect(entered()).toEqual(['smart', 'demo/one']);
      await rendering.press(end);
      expect(entered()).toEqual(['fast', 'demo/nine']);
      expect(rendering.button('Add alias').disabled).toBe(false);
    },
  );

  it('are listed with the address that they lead to, which a label alone could hide', async () => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME]);
    expect(rendering.shown.getByRole('listitem').textContent).toContain(HOME.baseUrl);
    expect(rendering.shown.getByRole('option').textContent).toContain(HOME.baseUrl);
  });

  it('are deleted, and one whose connection was deleted says so', async () => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'gone', model: 'demo/one' });
    await show([HOME]);
    expect(rendering.shown.getByText('Its connection was deleted. Give it another model.')).toBeDefined();
    await rendering.press('Delete');
    expect(rendering.shown.getByText(/^Delete “smart”\? Chats that use it keep the model/)).toBeDefined();
    await rendering.press('Keep');
    expect(sent).toEqual([]);
    await rendering.press('Delete');
    await rendering.press('Delete alias');
    expect(sent).toEqual([{ type: 'delete-alias', name: 'smart' }]);
  });

  it('hand the focus to the name of the next one when one is added', async () => {
    await show([HOME]);
    await fill(NAME, 'smart');
    await fill(MODEL, 'demo/one');
    await rendering.press('Add alias');
    expect(document.activeElement).toBe(field(NAME));
  });

  it.each(['Save alias', 'Cancel'])('return the focus to Edit at %s', async (name) => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show([HOME]);
    await rendering.press('Edit');
    await rendering.press(name);
    expect(document.activeElement).toBe(rendering.button('Edit'));
    await rendering.press('Edit');
    await rendering.press(name);
    expect(document.activeElement).toBe(rendering.button('Edit'));
  });

  it.each([
    ['the name of a new one', [HOME], () => field(NAME)],
    ['the part of the page, if there is no connection', [], () => rendering.place.querySelector('.aliases')],
  ])('hand the focus to %s when one is deleted', async (_, connections, taker) => {
    await writer.modelAliases.add({ name: 'smart', connectionId: 'k', model: 'demo/one' });
    await show(connections);
    await rendering.press('Delete');
    await rendering.press('Delete alias');
    await writer.modelAliases.clear();
    await listed(0);
    expect(document.activeElement).toBe(taker());
  });

  it('need a connection first', async () => {
    await show([]);
    expect(rendering.shown.getByText('Add a connection first.')).toBeDefined();
  });
});
