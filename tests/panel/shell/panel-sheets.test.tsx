// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { ModelListProvider } from '@/src/panel/data/model-list-provider';
import { ChatSettingsSheet, PolicySheet, SettingsSheet } from '@/src/panel/settings/parts';
import type { OpenSheet } from '@/src/panel/shell/open-sheet';
import { PanelSheets } from '@/src/panel/shell/panel-sheets';
import type { PanelConnections } from '@/src/panel/shell/use-panel-connections';
import { copiedChat } from '../../fakes/copied-chat';
import { wholeView } from '../../fakes/whole-view';
import { inShownChat } from '../in-shown-chat';
import { storedRun } from '../stored-run';
import { stubDialogs } from '../stub-dialogs';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const onClose = vi.fn();
const CONNECTIONS: PanelConnections = {
  list: [],
  inUse: {
    usedId: null,
    usedLabel: '',
    chosenModel: null,
    isFirstRun: false,
    answeredAtMs: null,
    use: () => undefined,
    forget: () => undefined,
  },
  listedId: null,
  isModelChosen: false,
  needsFirst: false,
  isRead: true,
};

beforeAll(() => Promise.all([SettingsSheet, ChatSettingsSheet, PolicySheet].map(({ load }) => load())));
beforeEach(() => {
  onClose.mockReset();
  stubDialogs();
  const event = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.permissions, { onAdded: event, onRemoved: event, contains: async () => false });
  Object.assign(browser, { commands: { getAll: async () => [] } });
});

/** Shows a sheet in a panel with this chat, which has a run; null while the panel is attached again. */
const show = (open: OpenSheet, chatId: string | null) =>
  act(async () =>
    rendering.render(
      inShownChat(
        { chatId, view: chatId === null ? null : viewOf(chatId) },
        <ModelListProvider connectionId={null} answeredAtMs={null}>
          <PanelSheets
            sheets={{
              open,
              checkpointId: null,
              connectionField: null,
              show: onClose,
              showCheckpoints: onClose,
              editConnection: onClose,
              close: onClose,
            }}
            connections={CONNECTIONS}
            onAdoptConnection={() => undefined}
            onShowChat={() => undefined}
            onContinueIn={() => undefined}
            onRolledBack={() => undefined}
            onNewChat={() => undefined}
            onDetach={async () => undefined}
          />
        </ModelListProvider>,
      ),
    ),
  );
const isShown = () => rendering.shown.queryByRole('dialog') !== null;

function viewOf(id: string) {
  return wholeView({
    chat: { ...copiedChat(), id },
    messages: [],
    executions: [],
    run: storedRun({ state: 'processing' }),
    pendingApproval: null,
  });
}

it('a sheet about a chat closes when the panel shows another one', async () => {
  await show('policy', 'a');
  expect(isShown()).toBe(true);
  await show('policy', null);
  await show('policy', 'a');
  expect([isShown(), onClose.mock.calls.length]).toEqual([true, 0]);
  await show('policy', 'b');
  expect(isShown()).toBe(false);
  expect(onClose).toHaveBeenCalled();
});

it('a sheet about no chat stays', async () => {
  await show('connections', 'a');
  await show('connections', 'b');
  expect([isShown(), onClose.mock.calls.length]).toEqual([true, 0]);
});

it.each([
  ['Connections', 'button', 'Connect'],
  ['Sites', 'checkbox', /^Steward is on/],
  ['Appearance', 'radio', 'Dark'],
  ['Notifications', 'checkbox', /^Notify me/],
  ['Voice input', 'checkbox', /^Microphone/],
] as const)('the settings have %s in a fold, which is folded at first', async (name, role, control) => {
  await show('settings', 'a');
  const fold = rendering.shown.getByRole<HTMLDetailsElement>('group', { name });
  expect(fold.open).toBe(false);
  await rendering.user.click(within(fold).getByText(name));
  expect(fold.open).toBe(true);
  expect(within(fold).getByRole(role, { name: control })).toBeDefined();
});

it.each<[OpenSheet, string, OpenSheet]>([
  ['settings', 'This chat', 'chat'],
  ['chat-limits', 'Context and costs', 'costs'],
])('the sheet %s leads by “%s” to the sheet %s, which replaces it', async (open, name, next) => {
  await show(open, 'a');
  await rendering.user.click(rendering.shown.getByRole('button', { name: new RegExp(`^${name}`) }));
  expect(onClose).toHaveBeenCalledExactlyOnceWith(next);
});
