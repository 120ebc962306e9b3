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
import { ACCEPTED, refusal, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const { button, press } = rendering;
const expectText = (text: string | RegExp) => expect(rendering.shown.getByText(text)).toBeDefined();
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

const fill = (label: string, value: string) => rendering.enter(field(label), value);
const SMART = { name: 'smart', connectionId: 'k', model: 'demo/one' };
/** Shows an alias that is stored. */
async function showStored(connections: readonly Connection[]) {
  await writer.modelAliases.add(SMART);
  await show(connections);
}
/** Adds an alias for this model. */
async function add(model: string) {
  await show([HOME]);
  await fill(NAME, 'smart');
  await fill(MODEL, model);
  await press('Add alias');
}

describe('the aliases', () => {
  it('are added with a name, a connection and a model, and the focus is in the name of the next one', async () => {
    await add('demo/one');
    expect(sent).toEqual([{ type: 'save-alias', isNew: true, ...SMART }]);
    expect(document.activeElement).toBe(field(NAME));
    expect(button('Add alias').disabled).toBe(true);
  });

  it('are added once by a double press', async () => {
    let settle = () => {};
    reply = new Promise((resolve) => (settle = () => resolve(ACCEPTED)));
    await add('demo/one');
    expect(button('Add alias').getAttribute('aria-disabled')).toBe('true');
    await press('Add alias');
    expect(sent).toHaveLength(1);
    await act(async () => settle());
    expect(button('Add alias').disabled).toBe(true);
  });

  it('keep what was typed, with the reason, if one can’t be saved', async () => {
    reply = refusal('invalid-message');
    await add('demo/nine');
    expectText('No.');
    expect(entered()).toEqual(['smart', 'demo/nine']);
  });

  it('are given another model under the same name', async () => {
    await showStored([HOME]);
    await press('Edit');
    expect(field(NAME).readOnly).toBe(true);
    await fill(MODEL, 'demo/two');
    await press('Save alias');
    expect(sent).toEqual([{ type: 'save-alias', isNew: false, ...SMART, model: 'demo/two' }]);
  });

  it('keep what another window has changed while the form was open', async () => {
    const work = { ...HOME, id: 'l', label: 'Work' };
    const changed = { ...SMART, connectionId: 'l', model: 'demo/two' };
    await writer.connections.add(work);
    await showStored([HOME, work]);
    await press('Edit');
    await writer.modelAliases.put(changed);
    await listed(1);
    await press('Save alias');
    expect(sent).toEqual([{ type: 'save-alias', isNew: false, ...changed }]);
  });

  it.each(['Cancel', 'Save alias'])(
    'keep what is typed for a new one while another is edited: %s',
    async (end) => {
      await showStored([HOME]);
      await fill(NAME, 'fast');
      await fill(MODEL, 'demo/nine');
      await press('Edit');
      expect(entered()).toEqual(['smart', 'demo/one']);
      await press(end);
      expect(entered()).toEqual(['fast', 'demo/nine']);
      expect(button('Add alias').disabled).toBe(false);
    },
  );

  it('are listed with the address that they lead to, which a label alone could hide', async () => {
    await showStored([HOME]);
    expect(rendering.shown.getByRole('listitem').textContent).toContain(HOME.baseUrl);
    expect(rendering.shown.getByRole('option').textContent).toContain(HOME.baseUrl);
  });

  it('are deleted, and one whose connection was deleted says so', async () => {
    await writer.modelAliases.add({ ...SMART, connectionId: 'gone' });
    await show([HOME]);
    expectText('Its connection was deleted. Give it another model.');
    await press('Delete');
    expectText(/^Delete “smart”\? Chats that use it keep the model/);
    await press('Keep');
    expect(sent).toEqual([]);
    await press('Delete');
    await press('Delete alias');
    expect(sent).toEqual([{ type: 'delete-alias', name: 'smart' }]);
  });

  it.each(['Save alias', 'Cancel'])('return the focus to Edit at %s', async (name) => {
    await showStored([HOME]);
    for (const _ of ['first', 'second']) {
      await press('Edit');
      await press(name);
      expect(document.activeElement).toBe(button('Edit'));
    }
  });

  it.each([
    ['the name of a new one', [HOME], () => field(NAME)],
    ['the part of the page, if there is no connection', [], () => rendering.place.querySelector('.aliases')],
  ])('hand the focus to %s when one is deleted', async (_, connections, taker) => {
    await showStored(connections);
    await press('Delete');
    await press('Delete alias');
    await writer.modelAliases.clear();
    await listed(0);
    expect(document.activeElement).toBe(taker());
  });

  it('need a connection first', async () => {
    await show([]);
    expectText('Add a connection first.');
  });
});
