// @document
import { Blob } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileTexts } from '@/scripts/texts/build-texts';
import { readLanguages, readTexts } from '@/scripts/texts/read-texts';
import { adapters } from '@/src/adapters';
import { serviceAdapters, toolRunners } from '@/src/adapters/background';
import { pageAdapters } from '@/src/adapters/page-halves';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { createWording } from '@/src/core/text/wording';
import type { ToolResult } from '@/src/schema/tool-result';
import { isSaidText, type Said, type SaidText } from '@/src/schema/values/said';
import type { AdapterCall, AdapterCase } from '@/tests/conformance/adapter-case';
import { createFakeModelFilterPage, modelFilterState } from '@/tests/fakes/model-filter-page';
import { startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { serviceHalfAt } from '@/tests/fakes/service-half';

const { signal } = new AbortController();

const cases = import.meta.glob<{ conformance: AdapterCase }>('../../src/adapters/*/conformance.ts', {
  eager: true,
});
const caseOf = (id: string) =>
  cases[`../../src/adapters/${id}/conformance.ts`]?.conformance ?? expect.fail(`${id} has no conformance.ts`);

// The document's own has no `text`, which the worker uses.
beforeEach(() => void vi.stubGlobal('Blob', Blob));

let close: () => unknown = () => undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await close();
});

/** The adapter's half in this document, with the fixture's elements. */
async function halfInPage(id: string): Promise<StateHalf> {
  const load = pageAdapters.find((adapter) => adapter.id === id)?.load ?? expect.fail(id);
  const half = (await load())(document);
  return 'getContext' in half ? half : expect.fail(`${id} reads nothing in its page`);
}

const serviceOf = (id: string) => serviceAdapters.find((service) => service.id === id);

const MODELS = {
  openai: ['gpt-4o', 'gpt-4o-mini', 'gpt-4o-preview', 'o1-preview'].map((name) => `openai/${name}`),
};

/** Opens a page of the adapter as its fixture is: in memory where the fixture needs a browser. */
async function openHalf(id: string): Promise<StateHalf> {
  const service = serviceOf(id);
  if (id === 'model-filter') {
    const rules = { openai: { ignore: ['*-preview*'], whitelist: ['gpt-4o-preview'] } };
    const page = createFakeModelFilterPage(
      document,
      modelFilterState({ models: MODELS, saved: rules, drafts: rules }),
    );
    close = page.remove;
    return halfInPage(id);
  }
  if (id === 'new-api' && service !== undefined) {
    const double = await startNewApiDouble();
    close = double.close;
    return serviceHalfAt(service, double.origin, double.session.accessToken);
  }
  const site = await caseOf(id).open(null);
  close = site.close;
  if (service !== undefined && site.key !== null)
    return serviceHalfAt(service, new URL(site.url).origin, site.key);
  const html = site.answer?.({ method: 'GET', path: '/', headers: {}, body: null });
  document.body.innerHTML = typeof html === 'string' ? html : expect.fail(`${id} has no page`);
  return halfInPage(id);
}

/** Makes a call of the fixture on a newly opened page, with the parts of the background that do so. */
async function resultOf(id: string, { tool, args, startsUnsaved }: AdapterCall): Promise<ToolResult> {
  const definition = adapters.find((adapter) => adapter.id === id) ?? expect.fail(id);
  const runner = toolRunners.find((one) => one.id === id) ?? expect.fail(`${id} runs no tools`);
  const half = await openHalf(id);
  const read = async () => definition.contextSchema.parse(await half.getContext(signal));
  if (startsUnsaved === true) {
    const context = await read();
    const [state] = caseOf(id).states(definition.restorableState(context), context);
    await half.applyState(state ?? expect.fail(`${id} has no sample state`), signal);
  }
  return runner.run(tool, args, {
    read,
    look: (operation) => half.query(tool, operation, signal),
    change: async (step) => (await half.execute(tool, step, signal, () => undefined)).result,
  });
}

const WORDINGS = readLanguages('.').map((language) => {
  const { messages } = compileTexts(readTexts('.', language));
  return createWording(messages, language, [language]);
});

const inEnglish = (said: Said) =>
  (WORDINGS.find(({ language }) => language === 'en') ?? expect.fail('no English')).text(said);

/** Words that only a model can follow: orders about the user, names of tools and parameters, requests to look or try again. */
const ORDER =
  /\b(?:tell|ask|remind|inform) the user\b|\b[a-z]+_[a-z_]+\b|\b(?:try|look|check|read) (?:it )?again\b|\bbefore going on\b|\bUse \w+ to\b/i;

/** The sentences that a text consists of, in English; none if it is no row of sentences. */
function sentencesIn({ id, values: { sentences } }: SaidText): string[] {
  const isRow = id === 'said.sentences' && typeof sentences === 'object' && 'inTurn' in sentences;
  return isRow ? sentences.inTurn.map(inEnglish) : [];
}

/** Letters that a text has in these languages. The words of the others can be as in English. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  'zh-CN': /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
};

const effectOf = (id: string, { tool }: AdapterCall) =>
  adapters.find((adapter) => adapter.id === id)?.tools.find(({ name }) => name === tool)?.effect;

const ALL = adapters.flatMap(({ id }) =>
  caseOf(id).calls.map((call) => [`${id}: ${call.tool}`, id, call] as const),
);

it('each tool of each adapter has a call', () => {
  const missing = adapters.flatMap(({ id, tools }) =>
    tools.filter(({ name }) => !ALL.some(([, of, { tool }]) => of === id && tool === name)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describe('the line that the user reads of a successful call', () => {
  it.each(ALL)(
    'is a text of the catalogue in each language, and no order to the model: %s',
    async (_, id, call) => {
      const { success, message, forUser } = await resultOf(id, call);
      expect({ success, message }).toEqual({ success: true, message: expect.any(String) });
      if (!isSaidText(forUser)) return expect.fail(`“${message}” has no text for the user`);
      const text = inEnglish(forUser);
      expect(text).not.toMatch(ORDER);
      // Without a full stop, a fact and the sentence after it would be read as one sentence.
      expect(sentencesIn(forUser).filter((one) => !/[.!?]$/.test(one))).toEqual([]);
      // A sentence among facts would end in the middle of the line.
      expect(text).not.toMatch(/[.!?] · /);
      if (effectOf(id, call) === 'write') expect(text).toMatch(/\d|\bno\b/i);
      for (const wording of WORDINGS) {
        const parts = wording.parts(forUser.id, forUser.values);
        expect(parts.filter((part) => typeof part === 'object' && part.isMissing)).toEqual([]);
        expect(wording.text(forUser)).toMatch(LETTERS[wording.language] ?? /\p{Script=Latin}/u);
      }
    },
  );
});
