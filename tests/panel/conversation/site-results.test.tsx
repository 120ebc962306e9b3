// @document
import { beforeAll, describe, expect, it } from 'vitest';
import { joinedResult } from '@/src/core/targets/site-parts';
import { SiteResults } from '@/src/panel/conversation/parts';
import { ToolCard } from '@/src/panel/conversation/tool-card';
import { storedToolCard } from '@/src/panel/conversation/tool-card-model';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';
import { inShownChat } from '../in-shown-chat';
import { toolMessage } from '../stored-messages';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
beforeAll(async () => void (await SiteResults.load()));

const done = (more: Partial<ToolResult> = {}): ToolResult => ({ success: true, message: 'Added.', ...more });
const failed = (error_code: string): ToolResult => ({ success: false, message: 'No.', error_code });

function cardOf(results: Record<string, ToolResult>) {
  const result = joinedResult(Object.entries(results).map(([site, each]) => ({ site, result: each })));
  return storedToolCard({
    call: { executionId: 'x', modelCallId: 'c', name: 'add_rule', argumentsText: '{"targets":["all"]}' },
    execution: null,
    result: toolMessage({ name: 'add_rule', result }),
    runIsActive: false,
    runAsks: false,
    attempts: [],
  });
}

const show = (results: Record<string, ToolResult>) =>
  rendering.render(inShownChat({}, <ToolCard card={cardOf(results)} />));
const lines = () => rendering.shown.getAllByRole('listitem').map(({ textContent }) => textContent);

describe('a call on several sites', () => {
  it.each<[string, ToolResult[], string]>([
    ['where it was done', [done(), failed('boom'), done()], 'done on 2 of 3'],
  ])('says %s', (_, results, words) => {
    const { outcome } = cardOf(Object.fromEntries(results.map((result, index) => [`s${index}`, result])));
    expect(wordsOf(outcome ?? '')).toBe(words);
  });

  it.each<[string, ToolResult[], string]>([
    ['failed if one site failed', [done(), failed('already_hidden'), failed('boom')], 'failed'],
    ['had nothing to do if a site lacks what it names', [failed('rule_not_found'), done()], 'nothing-to-do'],
    ['is done if all sites did it', [done(), done()], 'done'],
  ])('%s', (_, results, state) => {
    expect(cardOf(Object.fromEntries(results.map((result, index) => [`s${index}`, result]))).state).toBe(
      state,
    );
  });

  it('lists what each site answered, failures first', () => {
    show({
      north: done(),
      south: done(),
      west: failed('rejected_by_user'),
      east: { ...failed('boom'), forUser: say('conversation.reason.denied') },
    });
    expect(lines()).toEqual([
      expect.stringMatching(/^Failed: .?east/),
      expect.stringMatching(/^Not run: .?west.?: .?No\./),
      expect.stringMatching(/^Done: .?north.*Added\..?$/),
      expect.stringMatching(/^Done: .?south/),
    ]);
  });

  it('says why a site had nothing to do', () => {
    show({ north: done(), south: failed('rule_not_found') });
    expect(lines()[0]).toMatch(/^Nothing to do: .?south.?: .?No\./);
  });

  it.each<[string, Json]>([
    ['no list', 'all'],
    ['other rows', [{ site: 'north' }]],
    ['unknown outcomes', [{ site: 'north', outcome: 'odd' }]],
  ])('is shown as usual if its data has %s under that name', (_, sites) => {
    const card = storedToolCard({
      call: { executionId: 'x', modelCallId: 'c', name: 'add_rule', argumentsText: '{}' },
      execution: null,
      result: toolMessage({ name: 'add_rule', result: done({ data: { sites } }) }),
      runIsActive: false,
      runAsks: false,
      attempts: [],
    });
    expect(card.sites).toBeNull();
  });
});
