// @vitest-environment node

import { afterEach, expect, it, vi } from 'vitest';
import { english } from '@/src/core/text/english';
import type { CallDryRun, ChangePreview } from '@/src/schema/dry-run';
import type { Json } from '@/src/schema/values/json';
import { APPROVE } from '@/tests/drive/approve-button';
import { tryCards } from './try-cards';

const options = { runs: 30, seed: 6 };
const found = async (weaken: (document: Document) => void) =>
  (await tryCards(options, { weaken })).failures.map(({ message }) => message).join('\n');

const approveButton = (document: Document) =>
  [...document.querySelectorAll<HTMLElement>('[aria-label=Approval] button')].find(({ textContent }) =>
    APPROVE.test(textContent),
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

const planted = vi.hoisted(() => ({
  spoil: (_preview: ChangePreview): void => undefined,
  quotesNothing: false,
  spellsNothing: false,
}));
const SAYS = 'The page says: ';
const NO_DEFECT = { ...planted };
afterEach(() => Object.assign(planted, NO_DEFECT));

vi.mock('@/src/core/policy/page-tool-dry-run', async (original) => {
  const real = await original<typeof import('@/src/core/policy/page-tool-dry-run')>();
  return {
    pageToolDryRun(...given: Parameters<typeof real.pageToolDryRun>): CallDryRun {
      const dryRun = real.pageToolDryRun(...given);
      if (dryRun.kind === 'change') planted.spoil(dryRun.preview);
      return dryRun;
    },
  };
});
vi.mock('@/src/core/text/visible-json', async (original) => {
  const real = await original<typeof import('@/src/core/text/visible-json')>();
  return {
    visibleJson: (value: Json) => (planted.quotesNothing ? String(value) : real.visibleJson(value)),
  };
});
vi.mock('@/src/core/text/foreign-text', async (original) => {
  const real = await original<typeof import('@/src/core/text/foreign-text')>();
  return {
    ...real,
    spellOutLines: (text: string) => (planted.spellsNothing ? text : real.spellOutLines(text)),
  };
});

it.each<[string, Partial<typeof planted>, string]>([
  ['nothing', {}, ''],
  [
    'a card that cuts the arguments of a page’s tool',
    {
      spoil: (preview) => {
        preview.quoted = preview.quoted?.slice(0, 60) ?? '';
      },
    },
    'it doesn’t show all arguments',
  ],
  [
    'a card without the page’s claim',
    {
      spoil: (preview) => {
        preview.notes = preview.notes.filter(({ text }) => !english(text).startsWith(SAYS));
      },
    },
    'it doesn’t show what the page says as its claim',
  ],
  [
    'a page’s claim that isn’t marked as one',
    {
      spoil: (preview) => {
        preview.notes = preview.notes.map((note) => ({
          ...note,
          text: english(note.text).replace(SAYS, ''),
        }));
      },
    },
    'it doesn’t show what the page says as its claim',
  ],
  [
    'a card that doesn’t name the page',
    {
      spoil: (preview) => {
        preview.notes = preview.notes.map((note) => ({
          ...note,
          text: english(note.text).replace(/^Only the page .* knows/s, 'Only the page knows'),
        }));
      },
    },
    'it doesn’t name the tool and its page',
  ],
  [
    'a card that doesn’t say that nothing takes the call back',
    {
      spoil: (preview) => {
        delete preview.warning;
      },
    },
    'it doesn’t say that nothing takes the call back',
  ],
  [
    'a page’s words in Steward’s own sentences',
    { quotesNothing: true },
    'words of the page that are not quoted',
  ],
  ['invisible characters', { spellsNothing: true }, 'it has invisible characters'],
])(
  'reports %s',
  async (_what, defect, expected) => {
    Object.assign(planted, defect);
    const problems = await found(() => undefined);
    if (expected === '') expect(problems).toBe('');
    else expect(problems).toContain(expected);
  },
  60_000,
);
