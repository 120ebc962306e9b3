// @document
import { act, type ComponentProps } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { EmptyState } from '@/src/panel/shell/start/empty-state';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import { CONNECTED, type ConnectedPage } from '../../connected-page';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();

const PAGE: ConnectedPage = {
  ...CONNECTED,
  line: { title: 'Model filter', name: null, facts: [], unsaved: false },
  suggestions: ['Hide 2 preview models'],
};
const onSuggest = vi.fn<ComponentProps<typeof EmptyState>['onSuggest']>();

const UNSAVED = 'Show me how you work: plan one small change that I can undo, and don’t save it';
const DRY_RUN = 'Show me how you work: plan one small change, and don’t make it';

function show(page: ConnectedPage, approvalPolicy: ApprovalPolicy, isAboutSeveral = false) {
  const onChoosePolicy = vi.fn();
  rendering.render(
    <EmptyState
      page={page}
      approvalPolicy={approvalPolicy}
      onChoosePolicy={onChoosePolicy}
      onSuggest={onSuggest}
      isAboutSeveral={isAboutSeveral}
      offer={null}
    />,
  );
  return onChoosePolicy;
}

it.each([
  ['writes', 'The model receives this page’s data. Clients get only the changes that you save.'],
  [
    'changes at once',
    'The model receives this page’s data. Changes to the page take effect at once, so Steward asks before each one.',
  ],
  ['reads', 'The model receives this page’s data. Steward changes nothing on the page.'],
  [
    'offers tools',
    'The model receives this page’s data. Steward asks before it uses one of the page’s own tools, and can’t undo what such a tool does.',
  ],
])('introduces a page that Steward %s in one line, without what the header says', (use, text) => {
  const page: ConnectedPage = {
    ...PAGE,
    line: { title: 'Model filter', name: 'openai', facts: ['45 models'], unsaved: false },
    goesLive: use === 'changes at once',
    isReadOnly: use === 'reads',
    offersTools: use === 'offers tools',
  };
  show(page, 'default');
  expect(rendering.shown.getByText(text)).toBeDefined();
  expect(rendering.place.textContent).not.toContain('45 models');
  const start = use === 'reads' ? [] : ['Start read-only'];
  const rehearsal = { writes: [UNSAVED], 'changes at once': [DRY_RUN] }[use] ?? [];
  const others = ['Hide 2 preview models', 'Summarize this page'];
  expect(rendering.buttonNames()).toEqual([...start, ...rehearsal, ...others]);
});

it('a click starts without changes, and another one allows them again', async () => {
  let changed = show(PAGE, 'default');
  await rendering.press('Start read-only');
  expect(changed).toHaveBeenCalledWith('read-only');

  changed = show(PAGE, 'read-only');
  expect(rendering.shown.getByText(/This chat changes nothing/)).toBeDefined();
  expect(rendering.place.textContent).not.toContain('what you save');
  expect(rendering.buttonNames()).not.toContain(UNSAVED);
  await rendering.press('Allow changes');
  expect(changed).toHaveBeenCalledWith('default');
});

it.each([
  ['asks before every change', 'ask-every-change', 'Allow changes', 'ask-every-change'],
  ['only reads', 'read-only', null, null],
] as const)(
  'in an organisation in which an assistant %s, no more can be allowed',
  async (_, mostPermission, button, allowed) => {
    onTestFinished(() => browser.storage.local.remove(MANAGED_POLICY_KEY));
    await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, mostPermission } });
    const changed = show(PAGE, 'read-only');
    await act(async () => undefined);
    if (button === null) {
      expect(rendering.shown.getByText('Set by your organisation')).toBeDefined();
      expect(rendering.shown.queryByText('Allow changes')).toBeNull();
    } else {
      await rendering.press(button);
      expect(changed).toHaveBeenCalledWith(allowed);
    }
  },
);

it('a click sends a suggestion, and a second one only after the first has been taken', async () => {
  let end = () => {};
  onSuggest.mockImplementation(() => new Promise<void>((resolve) => (end = resolve)));
  show(PAGE, 'default');
  await rendering.press('Hide 2 preview models');
  await rendering.press('Hide 2 preview models');
  expect(onSuggest.mock.calls).toEqual([['Hide 2 preview models', false]]);
  await act(async () => end());
  await rendering.press('Hide 2 preview models');
  expect(onSuggest).toHaveBeenCalledTimes(2);
});

it('the first suggestion starts a rehearsal', async () => {
  onSuggest.mockReset().mockResolvedValue(undefined);
  show(PAGE, 'default');
  await rendering.press(UNSAVED);
  expect(onSuggest.mock.calls).toEqual([[UNSAVED, true]]);
});

it('no rehearsal is offered in a chat about several sites', () => {
  show(PAGE, 'default', true);
  expect(rendering.buttonNames()).toEqual([
    'Start read-only',
    'Hide 2 preview models',
    'Summarize this page',
  ]);
});
