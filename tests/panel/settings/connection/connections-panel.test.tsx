// @document
import { within } from '@testing-library/react/pure';
import { act, type ComponentProps } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '@/src/messages/commands';
import { ConnectionsPanel } from '@/src/panel/settings/connection/connections-panel';
import type { Connection } from '@/src/schema/connection';
import { HOME } from '../../home-connection';
import { stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const AWAY: Connection = { ...HOME, id: 'l', label: 'Away', baseUrl: 'http://away/v1' };
let sent: Command[];

beforeEach(() => {
  sent = stubBackground((command) => {
    const result = { checks: [], addedPath: '', listed: 1, model: 'm' };
    return { ok: true, value: command.type === 'test-connection' ? result : { connectionId: 'k' } };
  });
  Object.assign(browser, { permissions: { contains: async () => true, request: async () => true } });
});

const show = (
  connections: readonly Connection[],
  edited: Partial<ComponentProps<typeof ConnectionsPanel>> = {},
) =>
  act(async () =>
    rendering.render(
      <ConnectionsPanel
        connections={connections}
        usedId={null}
        chatId={null}
        chosenModel={null}
        proposal={null}
        loadModels={async () => undefined}
        onUse={null}
        onDeleted={() => undefined}
        editedField={null}
        {...edited}
      />,
    ),
  );

const { press } = rendering;
const focused = () => document.activeElement;
const field = (label: string) => rendering.shown.getByLabelText<HTMLInputElement>(label);
const address = () => field('Address');
const ofHome = () => within(rendering.shown.getByRole('listitem', { name: 'Home' }));

async function type(label: string, value: string) {
  await rendering.enter(field(label), value);
}

describe('the focus', () => {
  it.each(['key', 'baseUrl'] as const)(
    'is in the field %s of the connection in use if that is to be edited',
    async (editedField) => {
      await show([HOME, AWAY], { usedId: AWAY.id, editedField });
      expect(focused()).toBe(field(editedField === 'key' ? 'Key' : 'Address'));
      expect(address()).toHaveProperty('value', AWAY.baseUrl);
    },
  );

  it('is left alone at first', async () => {
    await show([]);
    expect(focused()).toBe(document.body);
  });

  it.each(['Edit', 'Add connection'])(
    'moves into the form at %s, and returns with All connections',
    async (name) => {
      await show([HOME]);
      await press(name);
      expect(focused()).toBe(address());
      await press('‹ All connections');
      expect(focused()).toBe(rendering.button(name));
    },
  );

  it('returns to the list after a save', async () => {
    await show([HOME]);
    await press('Edit');
    await type('Key', 'sk-new');
    await press('Save connection');
    expect(focused()).toBe(rendering.button('Edit'));
  });

  it('moves to Keep at Delete…, and back to Delete… at Keep', async () => {
    await show([HOME]);
    await press('Delete…');
    expect(focused()).toBe(rendering.button('Keep'));
    await press('Keep');
    expect(focused()).toBe(rendering.button('Delete…'));
    expect(sent).toEqual([]);
  });

  it('stays in the list after a deletion', async () => {
    await show([HOME, AWAY]);
    await rendering.user.click(ofHome().getByRole('button', { name: 'Delete…' }));
    await press('Delete connection');
    await show([AWAY]);
    expect(sent).toEqual([{ type: 'delete-connection', connectionId: 'k' }]);
    expect(focused()).toBe(rendering.button('Add connection'));
  });

  it('moves into the form that takes the place of an empty list', async () => {
    await show([HOME]);
    await press('Delete…');
    await press('Delete connection');
    await show([]);
    expect(focused()).toBe(address());
  });

  it('stays in the form when a header is removed', async () => {
    await show([{ ...HOME, headerNames: ['X-Team'] }]);
    await press('Edit');
    await press('Remove X-Team');
    expect(focused()).toBe(rendering.button('Add header'));
  });
});

it('the form of a connection that another window deleted leads back to the list', async () => {
  await show([HOME]);
  await press('Edit');
  await show([]);
  expect(rendering.shown.getByText(/was deleted in another window/)).toBeDefined();
  await press('‹ All connections');
  expect(rendering.shown.queryByText(/was deleted in another window/)).toBeNull();
  expect(address()).toHaveProperty('value', '');
});

it('the first connection’s form stays until its endpoint has answered', async () => {
  await show([]);
  await type('Address', 'http://home/v1');
  await show([HOME]);
  expect(address()).toHaveProperty('value', 'http://home/v1');
  await press('Connect');
  expect(focused()).toBe(rendering.button('Add connection'));
});
