// @vitest-environment node
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { describe, expect, it } from 'vitest';
import type { SuiteReport } from '@/scripts/suites/suite';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { ExpectedPage } from '@/src/core/records/write-token';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { itReports, messagesOf, TIMEOUT_MS } from './it-reports';
import { tryMessages } from './messages/try-messages';
import { tryNames } from './names/try-names';
import { tryNesting } from './nesting/try-nesting';
import { tryReading } from './reading/try-reading';
import { playScenario } from './saves/play-scenario';
import type { SaveScenario } from './saves/save-scenario';
import { ADMIN_ACTIONS } from './saves/second-admin';
import { trySaves } from './saves/try-saves';
import { TOKEN_ATTACKS } from './tokens/token-attacks';
import { PAGE } from './tokens/token-rig';
import { tryTokens } from './tokens/try-tokens';
import { PANEL_MARKDOWN } from './wire/markdown-cases';
import { tryWire } from './wire/try-wire';

const seed = 6;

/** The attacks that succeeded, without what they attacked. */
const namesOf = (report: SuiteReport) => [
  ...new Set(messagesOf(report).map((message) => message.split(' (')[0])),
];

itReports([
  [
    'a background that accepts every sender as the panel',
    () =>
      tryMessages(
        { runs: 200, seed },
        {
          pass({ browser, panel }) {
            const { send } = browser;
            browser.send = (message) => send(message, panel);
          },
        },
      ),
    [/^\S+ from .*: it was answered with {"ok":true/m, /it wrote to \w+/],
  ],
  [
    'refusals that aren’t logged',
    () =>
      tryMessages(
        { runs: 200, seed },
        { pass: ({ command }) => void command({ type: 'set-log-level', level: 'error' }) },
      ),
    [/^\S+ from .*: it is not in the log$/m],
  ],
  [
    'a renderer that marks nothing, and tools that accept every rule',
    () =>
      tryNames(
        { runs: 60, seed },
        {
          spellOut: (text) => text,
          addRules: async (calls) => calls.map(([, args]) => JSON.stringify(args)).concat('plain-*'),
        },
      ),
    ['it is shown unmarked', 'it became a rule'],
  ],
  [
    'texts that exceed the bounds',
    () => tryNesting({ runs: 12, seed }, { elements: 20, depth: 3, characters: 100, cpuMs: 4_000 }),
    ['elements', 'depth', 'characters'],
  ],
  [
    'a reader that reads hidden text',
    () => tryReading({ runs: 120, seed }, { fault: 'Element.prototype.checkVisibility = undefined' }),
    [/no opacity in a [^:]+: sent/],
  ],
  [
    'a reader that reads inputs’ text in labels',
    () => {
      // As if a label were its whole text.
      const fault = `const read = window.stewardRead; window.stewardRead = () => {
        const page = read();
        for (const label of document.querySelectorAll('label')) page.sections[0].text.push(label.textContent);
        return page;
      }`;
      return tryReading({ runs: 120, seed }, { fault });
    },
    [/a text area in its label: sent/],
  ],
  [
    'a page that hides and overwrites the saves of others',
    () => {
      const bodies = { 'read-saved': { ok: true, result: { revision: 1, result: { changed: [] } } } };
      return trySaves({ runs: 24, seed }, { overwritesAnything: true, bodies });
    },
    ['a save'],
  ],
  [
    'a renderer without Steward’s links and images',
    () => {
      const render = (text: string) => renderToStaticMarkup(createElement(Markdown, null, text));
      return tryWire({ runs: 500, seed }, { createService: createOpenAIService, render });
    },
    ['there is an element <img>', 'there is an element <a>'],
  ],
  [
    'a fetch that follows redirects',
    () =>
      tryWire(
        { runs: 500, seed },
        {
          ...PANEL_MARKDOWN,
          createService: (deps) =>
            createOpenAIService({
              ...deps,
              async fetch(input, init) {
                const response = await deps.fetch(input, init);
                const location = response.headers.get('location');
                return location?.startsWith('http') ? deps.fetch(location, init) : response;
              },
            }),
        },
      ),
    ['a request went to http://leak.example'],
  ],
]);

describe('a check of write tokens', () => {
  const attacks = { runs: 2 * TOKEN_ATTACKS.length, seed };

  it('is reported if it consumes no token', async () => {
    const report = await tryTokens(attacks, {
      createTokens: (deps) => ({ ...createWriteTokens(deps), checker: { consume: () => PAGE } }),
    });
    // Every attack except the one that begins with a refusal by this very check.
    expect(namesOf(report).length).toBeGreaterThanOrEqual(TOKEN_ATTACKS.length - 6);
  });

  it('is reported if it doesn’t consume a refused token', async () => {
    const report = await tryTokens(attacks, {
      createTokens(deps) {
        const { issuer, checker } = createWriteTokens(deps);
        const seen = new Map<unknown, ExpectedPage>();
        return {
          issuer,
          checker: {
            consume(token, facts) {
              const expected = seen.get(token) ?? checker.consume(token, facts);
              seen.set(token, expected);
              return expected;
            },
          },
        };
      },
    });
    expect(namesOf(report)).toEqual(['replayed', 'replayed at the same moment']);
  });
});

describe.each([
  ['an approval', {}, 'a save replaced what its card did not show: openai: ignore rule "admin-*"'],
  ['a permission', { save_changes: 'allow' }, 'which its run had not read'],
] as const)('a save with %s', (_, permissions, problem) => {
  const scenario: SaveScenario = {
    context: modelFilterState({
      saved: { openai: { ignore: ['gpt-3*'], whitelist: [] } },
      drafts: { openai: { ignore: ['o1*'], whitelist: [] } },
    }),
    policy: { approvalPolicy: 'default', permissions, planMode: false },
    runs: [[[['save_changes', {}]]]],
    allowsFurtherSaves: false,
    decidesSingly: false,
    restartsAtCard: false,
  };

  it(
    'is reported if it overwrites another admin’s save right before it, on a page that allows that',
    async () => {
      // By its name: how often the page is read before, after its own notices, depends on timing.
      const at = 'page request: save';
      const schedule = [{ at, action: ADMIN_ACTIONS[0] ?? expect.fail() }];
      expect(await playScenario(scenario, [], {})).toMatchObject({ saves: 1, problems: [] });
      expect(await playScenario(scenario, schedule, {})).toMatchObject({ saves: 0, problems: [] });
      const { problems } = await playScenario(scenario, schedule, { overwritesAnything: true });
      expect(problems.join('\n')).toContain(problem);
    },
    TIMEOUT_MS,
  );
});
