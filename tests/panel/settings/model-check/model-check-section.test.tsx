// @document
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { ModelCheckSection } from '@/src/panel/settings/model-check/model-check-section';
import type { ModelCheck } from '@/src/schema/model-check';
import { MANAGED_POLICY_KEY, NO_POLICY } from '@/src/schema/values/managed-policy';
import { openWriter } from '../../../store/open-writer';
import { HOME } from '../../home-connection';
import { ACCEPTED, stubBackground } from '../../stub-background';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
const writer = openWriter();
let sent: Command[];

const VERSION = '1.2.3';
const TARGET = { connectionId: HOME.id, model: 'demo/one' };
const DONE: ModelCheck = {
  ...TARGET,
  atMs: 0,
  version: VERSION,
  tasks: [
    { task: 'one-call', isPassed: true },
    { task: 'arguments', isPassed: false },
  ],
  firstPieceMs: 3_140,
  tokens: 18_100,
  endedBy: 'user',
};

beforeEach(async () => {
  sent = stubBackground(() => ACCEPTED);
  const manifest = { manifest_version: 3, name: 'Steward', version: VERSION } as const;
  vi.spyOn(browser.runtime, 'getManifest').mockReturnValue(manifest);
  await writer.connections.add(HOME);
});

const render = () => rendering.render(<ModelCheckSection chatId="c" {...TARGET} />);

async function show(check: Partial<ModelCheck> | null) {
  if (check !== null) await writer.modelChecks.add({ ...DONE, ...check });
  render();
  return rendering.shown.findByRole('region', { name: 'Model check' });
}

describe('the check of a model', () => {
  it('says what it takes, and starts', async () => {
    const section = await show(null);
    expect(section.textContent).toContain('A check takes about 55,000 tokens.');
    await rendering.press('Check this model');
    expect(sent).toEqual([{ type: 'check-model', chatId: 'c', ...TARGET }]);
  });

  it('says what it costs at most, with the prices of the endpoint or the user', async () => {
    await writer.connections.update(HOME.id, { prices: [{ model: TARGET.model, input: 2, output: 8 }] });
    const section = await show(null);
    expect(section.textContent).toContain('about 55,000 tokens: at most $0.11 without a cache.');
  });

  it.each<[string, Partial<ModelCheck>, string[]]>([
    [
      'figures of the tasks until a stop',
      {},
      [
        '1 of 2 tasks done right · 3.1 s to the first word · about 9,100 tokens a task',
        'You stopped the check after 2 of 8 tasks.',
      ],
    ],
    ['an endpoint that counts no tokens', { tokens: null }, ['the endpoint reports no token counts']],
    [
      'the error that ended it',
      {
        endedBy: {
          code: 'rate-limit',
          message: 'Too many requests.',
          details: null,
          remedy: 'Wait.',
        },
      },
      ['The check ended after 2 of 8 tasks: Too many requests. Wait.'],
    ],
    [
      'that the browser ended it',
      { endedBy: 'browser' },
      ['The browser stopped Steward after 2 of 8 tasks.'],
    ],
    [
      'that another version’s prompts were used',
      { version: '0.0.1' },
      ['with Steward 0.0.1. Steward’s instructions for models have changed since: check again.'],
    ],
  ])('shows %s', async (_, check, texts) => {
    const section = await show(check);
    for (const text of texts) expect(section.textContent).toContain(text);
    expect(section.querySelector('[data-verdict="failed"]')?.textContent).toBe(
      'Chooses the right arguments: no',
    );
    await rendering.press('Check again');
    expect(sent).toHaveLength(1);
  });

  it('that is running says at which task, and is stopped', async () => {
    await show({ endedBy: null });
    expect(rendering.shown.getByRole('status').textContent).toBe('Task 3 of 8 is running…');
    await rendering.press('Stop the check');
    expect(sent).toEqual([{ type: 'stop-model-check' }]);
  });

  it('isn’t offered where the organisation forbids it', async () => {
    onTestFinished(() => browser.storage.local.remove(MANAGED_POLICY_KEY));
    await browser.storage.local.set({ [MANAGED_POLICY_KEY]: { ...NO_POLICY, modelCheck: false } });
    render();
    await expect.poll(() => rendering.shown.queryByRole('region')).toBeNull();
  });
});
