// @document
import { beforeEach, describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { TokenLimitsForm } from '@/src/panel/settings/chat/chat-settings-sheet';
import type { ChatSettings } from '@/src/schema/chat-settings';
import { withRendering } from '../../with-rendering';

type Limits = Pick<ChatSettings, 'contextWindowTokens' | 'tokenBudget'>;

const rendering = withRendering();
let sent: Limits[];
let failure: StewardError | null;

beforeEach(() => {
  sent = [];
  failure = null;
});

const form = (limits: Limits) => (
  <TokenLimitsForm
    settings={limits}
    endpointSizeTokens={10_000}
    onSave={async (entered) => {
      if (failure !== null) throw failure;
      sent.push(entered);
    }}
  >
    <span />
  </TokenLimitsForm>
);
const show = () => rendering.render(form({ contextWindowTokens: null, tokenBudget: null }));
const status = () => rendering.shown.getByRole('status').textContent;
const problems = () => rendering.shown.getAllByRole('alert').map(({ textContent }) => textContent);

async function enter(label: string, value: string) {
  await rendering.enter(rendering.shown.getByLabelText(label), value);
}

describe('the limits of tokens', () => {
  it('saves the limits of the chat', async () => {
    show();
    await enter('Size of the context window', '128,000');
    await enter('Token budget', '500000');
    await rendering.press('Save limits');
    expect(sent).toEqual([{ contextWindowTokens: 128_000, tokenBudget: 500_000 }]);
    expect(status()).toBe('Saved.');
    await enter('Token budget', '');
    expect(status()).toBe('');
  });

  it('keeps a limit that another window sets meanwhile, also after an own save', async () => {
    const showStored = (limits: Limits) => rendering.render(form(limits));
    show();
    await enter('Token budget', '500000');
    showStored({ contextWindowTokens: 128_000, tokenBudget: null });
    await rendering.press('Save limits');
    showStored({ contextWindowTokens: 128_000, tokenBudget: 500_000 });
    showStored({ contextWindowTokens: 64_000, tokenBudget: 400_000 });
    await rendering.press('Save limits');
    expect(sent).toMatchObject([
      { contextWindowTokens: 128_000, tokenBudget: 500_000 },
      { contextWindowTokens: 64_000, tokenBudget: 400_000 },
    ]);
  });

  it('sends nothing that is no limit, and names the field', async () => {
    show();
    await enter('Token budget', 'much');
    await rendering.press('Save limits');
    expect(sent).toEqual([]);
    expect(problems()).toEqual(['', 'A whole number from 1 to 1,000,000,000,000, or nothing.']);
    // Until the field is changed.
    await rendering.press('Reset: Token budget');
    expect(problems()).toEqual(['', '']);
  });

  it('shows why limits could not be saved', async () => {
    failure = new StewardError('storage', 'Refused.', { remedy: 'Try again.' });
    show();
    await rendering.press('Save limits');
    expect(rendering.shown.getByText('Refused.')).toBeDefined();
    expect(status()).toBe('');
  });
});
