// @document
import { within } from '@testing-library/react/pure';
import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { PolicyChange } from '@/src/core/policy/change-policy';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { Command } from '@/src/messages/commands';
import { loadDefinition } from '@/src/panel/data/load-definition';
import { PolicySheet } from '@/src/panel/settings/policy/policy-sheet';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { stubDialogs } from '../../stub-dialogs';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const REFUSED = {
  ok: false,
  error: { code: 'storage', message: 'The database refused it.', remedy: 'Try again.', details: null },
};

let sent: Command[];
let reply: unknown;

beforeEach(() => {
  stubDialogs();
  reply = ACCEPTED;
  sent = stubBackground(() => reply);
});

function chatWith(policy: Partial<PolicySettings>): Chat {
  const settings = { ...newChatSettings(), ...policy };
  const binding = { adapterId: 'model-filter', origin: 'http://x', instanceId: 'i', title: 'Model filter' };
  return newChat({ id: 'c', title: 'Filter', atMs: 0, binding, settings, lastStateHash: null });
}

async function show(policy: Partial<PolicySettings> = {}, goesLive = false) {
  await showChat(chatWith(policy), goesLive);
}

async function showChat(chat: Chat, goesLive: boolean) {
  await act(async () => {
    rendering.render(<PolicySheet chat={chat} goesLive={goesLive} onClose={() => undefined} />);
  });
  await act(async () => {
    // Loaded asynchronously, like stored values.
    await loadDefinition('model-filter', []);
    await settled();
  });
}

const radio = (label: string) =>
  rendering.shown.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${label}`) });
const choose = (label: string) =>
  act(async () => {
    await rendering.user.click(radio(label));
    await settled();
  });
/** Waits until stored values are read again after a click. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const select = (tool: string) =>
  rendering.shown.getByRole<HTMLSelectElement>('combobox', { name: new RegExp(`\\(${tool}\\)$`) });
const rowOf = (tool: string) => select(tool).closest('li')?.textContent ?? '';
const setTool = (tool: string, label: string) => rendering.user.selectOptions(select(tool), label);

const policyCommand = (change: Partial<PolicyChange>) => ({
  type: 'set-policy',
  chatId: 'c',
  approvalPolicy: null,
  planMode: null,
  permissions: {},
  ...change,
});

describe('the policy sheet', () => {
  it('lists all tools of the page by effect, with their rules', async () => {
    await show();
    const groups = rendering.shown.getAllByRole('region').map((region) => [
      within(region).getByRole('heading').textContent,
      within(region)
        .getAllByTitle(/^/)
        .map(({ title }) => title),
    ]);
    expect(groups).toEqual([
      ['Takes effect outside the page, can’t be undone', ['save_changes']],
      [
        'Changes the page, can be undone',
        [
          ...['add_ignore_rule', 'remove_ignore_rule', 'add_whitelist_rule', 'remove_whitelist_rule'],
          ...['clear_all_ignore_rules', 'clear_all_whitelist_rules', 'import_rules', 'apply_rules'],
          'discard_changes',
        ],
      ],
      ['Changes the view', ['switch_provider', 'refresh_models']],
      [
        'Reads the page',
        [
          ...['preview_rules', 'get_models_matching_pattern', 'get_model_details', 'explain_model_status'],
          ...['list_models', 'list_rules'],
        ],
      ],
    ]);
    expect(rowOf('save_changes')).toMatch(/^SaveAsks first/);
    expect(rowOf('add_ignore_rule')).toContain('Runs at once');
    expect(radio('Ask if risky').checked).toBe(true);
    expect(sent).toEqual([]);
  });

  it('sends what each choice changes, and shows it at once', async () => {
    await show({ permissions: { save_changes: 'deny' } });
    await choose('Ask before every change');
    expect(radio('Ask before every change').checked).toBe(true);
    expect(rowOf('add_ignore_rule')).toContain('Asks first');
    await choose('Plan first');
    expect(rowOf('add_ignore_rule')).toContain('Waits in the plan');
    expect(sent).toEqual([
      policyCommand({ approvalPolicy: 'ask-every-change' }),
      policyCommand({ planMode: true }),
    ]);
  });

  it('lets the user set, see and remove a rule', async () => {
    await show();
    await setTool('save_changes', 'Run');
    expect(rowOf('save_changes')).toContain('Runs at once · your rule');
    expect(rowOf('save_changes')).toContain('Runs without asking, and Steward can’t undo it.');
    await rendering.press('Save: reset to the default');
    expect(rowOf('save_changes')).not.toContain('your rule');
    expect(select('save_changes').value).toBe('policy');
    expect(document.activeElement).toBe(select('save_changes'));
    await setTool('add_ignore_rule', 'Never');
    await setTool('add_ignore_rule', 'Default: run');
    expect(sent).toEqual([
      policyCommand({ permissions: { save_changes: 'allow' } }),
      policyCommand({ permissions: { save_changes: null } }),
      policyCommand({ permissions: { add_ignore_rule: 'deny' } }),
      policyCommand({ permissions: { add_ignore_rule: null } }),
    ]);
  });

  it('shows a newer stored policy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await show();
    await choose('Plan first');
    await act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));
    await show({ approvalPolicy: 'ask-every-change' });
    expect(radio('Plan first').checked).toBe(false);
    expect(radio('Ask before every change').checked).toBe(true);
    // Restored to the policy before the choice, which discards the choice.
    await show();
    expect(radio('Plan first').checked).toBe(false);
  });

  it('shows why a choice was rejected, and the effective policy', async () => {
    await show();
    reply = REFUSED;
    await choose('Plan first');
    expect(rendering.shown.getByText('The database refused it.')).toBeDefined();
    expect(radio('Plan first').checked).toBe(false);
  });

  it('warns that every change needs approval if changes take effect at once', async () => {
    await show({}, true);
    expect(rendering.shown.getByText(/^Changes on this page take effect at once/)).toBeDefined();
    expect(rowOf('add_ignore_rule')).toContain('Asks first');
    expect(rowOf('list_models')).toContain('Runs at once');
  });
});

it.each([
  ['at once', 'cli-proxy-api', 'reload it before you save there. Every change needs your approval'],
  ['later', 'llm-api-key-proxy', 'the proxy applies them after a restart. Every change needs your approval'],
])('says why every change needs approval if changes take effect %s', async (_, adapterId, text) => {
  const chat = chatWith({});
  if (chat.binding === null) throw new Error('The chat has a page.');
  await showChat({ ...chat, binding: { ...chat.binding, adapterId } }, true);
  expect(rendering.place.textContent).toContain(text);
});

it('a rule that the organisation has set isn’t called the user’s, and can’t be removed', async () => {
  onTestFinished(() => browser.storage.local.remove(MANAGED_POLICY_KEY));
  await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, askTools: ['save_changes'] } });
  await show({ permissions: { save_changes: 'ask', add_ignore_rule: 'ask' } });
  expect(rowOf('save_changes')).not.toContain('your rule');
  expect(rowOf('add_ignore_rule')).toContain('your rule');
  expect(rendering.shown.getAllByRole('button', { name: /reset to the default$/ })).toHaveLength(1);
});

it.each([
  ['one page doesn’t mention sites', undefined, false],
  ['several sites says how it counts “Plan first”', ['a', 'b'], true],
])('the sheet of a chat about %s', async (_, names, isSaid) => {
  const targets = names?.map((name) => ({ name, chatId: name }));
  await showChat({ ...chatWith({}), ...(targets && { targets }) }, false);
  expect(rendering.place.textContent?.includes('“Plan first” counts as “Ask before every change”')).toBe(
    isSaid,
  );
});
