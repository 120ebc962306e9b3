// @vitest-environment node
import { expect, it } from 'vitest';
import { tryCards } from './try-cards';

const options = { runs: 30, seed: 6 };
const found = async (weaken: (document: Document) => void) =>
  (await tryCards(options, { weaken })).failures.map(({ message }) => message).join('\n');

const approveButton = (document: Document) =>
  [...document.querySelectorAll<HTMLElement>('[aria-label=Approval] button')].find(({ textContent }) =>
    textContent?.startsWith('Approve'),
  );

it('reports a shortcut that approves wherever the focus is', async () => {
  const problems = await found((document) =>
    document.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (key === 'Enter' && ctrlKey) approveButton(document)?.click();
    }),
  );
  expect(problems).toContain('before the user moved into the card');
}, 60_000);

it('reports a request that can be approved at once', async () => {
  const problems = await found(() => {
    const real = globalThis.setTimeout;
    const hasty = (work: () => void, delayMs: number) => real(work, delayMs === 600 ? 50 : delayMs);
    Object.assign(globalThis, { setTimeout: hasty });
  });
  expect(problems).toMatch(/\d ms after it was shown, changed, or got an unexpected key/);
}, 60_000);
