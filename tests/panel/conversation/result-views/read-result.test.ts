// @document

import { afterEach, describe, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { openWebui } from '@/src/adapters/open-webui/definition';
import type { ListedModel } from '@/src/adapters/open-webui/model-flags';
import { computeCall } from '@/src/adapters/open-webui/tools';
import type { NamesView, ResultView } from '@/src/core/adapter/result-view';
import { shownResults } from '@/src/panel/conversation/result-views/read-result';
import type { JsonObject } from '@/src/schema/values/json';
import { createToolBench, openai } from '../../../adapters/model-filter/tools/tool-bench';
import { inWords } from '../../in-words';

const HIDDEN: NamesView = {
  kind: 'names',
  path: ['hidden'],
  heading: 'model-filter.result.hidden',
  sign: 'removed',
  totalKey: 'hidden_total',
};

describe('the names of a result', () => {
  it.each<[string, JsonObject, NamesView, [heading: string, names: string[]] | null]>([
    ['are counted', { hidden: ['a', 'b'] }, HIDDEN, ['2 models hidden', ['a', 'b']]],
    ['have a singular', { hidden: ['a'] }, HIDDEN, ['1 model hidden', ['a']]],
    [
      'are counted with those that the list leaves out',
      { hidden: ['a'], hidden_total: 205 },
      HIDDEN,
      ['205 models hidden', ['a']],
    ],
    [
      'are collected from every entry of a list on the way, with their totals',
      { sets: [{ hidden: ['a'] }, { hidden: ['b', 'c'], hidden_total: 7 }, 'odd', null, {}] },
      { ...HIDDEN, path: ['sets', 'hidden'] },
      ['8 models hidden', ['a', 'b', 'c']],
    ],
    ['are nothing if there are none', { hidden: [] }, HIDDEN, null],
    ['are nothing if they are missing', {}, HIDDEN, null],
    ['are nothing if they are no list', { hidden: 'many' }, HIDDEN, null],
    ['are own keys only', {}, { ...HIDDEN, path: ['constructor', 'name'] }, null],
    [
      'are shown as JSON if they are no texts',
      { hidden: [1, null] },
      HIDDEN,
      ['2 models hidden', ['1', 'null']],
    ],
  ])('%s', (_, data, view, expected) => {
    const [shown = null] = shownResults(data, [view]);
    expect(shown?.kind === 'names' ? [shown.heading, shown.names] : shown).toEqual(expected);
  });

  it('are not read from data that are nested too deep', () => {
    let data: JsonObject = { hidden: ['a'] };
    for (let level = 0; level < 10_000; level += 1) data = { hidden: ['a'], deeper: data };
    expect(shownResults(data, [HIDDEN])).toEqual([]);
  });
});

it('a table has a cell for each column, empty where a value is missing', () => {
  const view: ResultView = {
    kind: 'table',
    path: ['models'],
    heading: 'kit.result.models',
    columns: [
      { key: 'id', title: 'open-webui.result.model' },
      { key: 'on', title: 'open-webui.result.columnEnabled' },
      { key: 'toString', title: 'open-webui.result.columnHidden' },
    ],
  };
  expect(
    inWords(shownResults({ models: [{ id: 'a', on: true }, { id: 'b', on: false }, 'c'] }, [view])),
  ).toEqual([
    {
      kind: 'table',
      heading: '3 models',
      titles: ['Model', 'Enabled', 'Hidden'],
      rows: [
        ['a', 'yes', ''],
        ['b', 'no', ''],
        ['', '', ''],
      ],
    },
  ]);
});

it('a difference has what was removed before what was added', () => {
  const view: ResultView = {
    kind: 'diff',
    removed: ['gone'],
    added: ['new'],
    heading: 'model-filter.result.rules',
    keys: ['type', 'pattern'],
  };
  expect(shownResults({ new: [{ type: 'ignore', pattern: '*' }], gone: ['a'] }, [view])).toEqual([
    {
      kind: 'diff',
      heading: '2 rules changed',
      differences: [
        { kind: 'removed', text: 'a' },
        { kind: 'added', text: 'ignore *' },
      ],
    },
  ]);
});

describe('results of the model filter’s tools', () => {
  const { open, run, close } = createToolBench(document);
  afterEach(close);

  it.each<[string, JsonObject, string[]]>([
    ['add_ignore_rule', { pattern: 'o1' }, ['1 model hidden']],
    ['clear_all_ignore_rules', {}, ['1 rule changed']],
    ['import_rules', { ignore: ['o1'], whitelist: [], mode: 'merge' }, ['1 model hidden']],
    [
      'apply_rules',
      { rule_sets: [{ provider: 'openai', ignore: ['o1'], whitelist: [] }] },
      ['1 model hidden', '3 rules changed'],
    ],
    ['get_models_matching_pattern', { pattern: 'o1' }, ['1 model matches']],
  ])('%s are shown by what they led to', async (tool, args, headings) => {
    open({ drafts: openai(['a'], ['b']) });
    const { data = {} } = await run(tool, args);
    const shown = shownResults(data, modelFilter.resultViews?.[tool] ?? []);
    expect(shown.map(({ heading }) => heading)).toEqual(headings);
  });

  it('list_models is a table', async () => {
    open();
    const { data = {} } = await run('list_models');
    const [shown] = shownResults(data, modelFilter.resultViews?.list_models ?? []);
    expect(shown).toMatchObject({ kind: 'table', titles: ['Model', 'Status'] });
    expect(
      shown?.kind === 'table' && shown.rows.every(([name, status]) => name !== '' && status !== ''),
    ).toBe(true);
  });
});

describe('results of Open WebUI’s tools', () => {
  const model = (id: string): ListedModel => ({ id, name: id, kind: 'base', base: null, access: 'everyone' });
  const models = Array.from({ length: 150 }, (_, index) => model(`a/${index}`));
  it.each<[string, JsonObject, string]>([
    ['set_models_enabled', { ids: ['a/1', 'a/2'], enabled: false }, '2 models disabled'],
    ['set_models_enabled', { ids: ['a/0'], enabled: true }, '1 model enabled'],
    ['set_models_hidden', { pattern: 'a/*', hidden: true }, '149 models hidden'],
    ['set_models_hidden', { ids: ['a/3'], hidden: false }, '1 model shown'],
  ])('%s with %j are shown as “%s”', (tool, args, heading) => {
    const computed = computeCall({ disabled: ['a/0'], hidden: ['a/3'], models }, tool, args);
    const shown = shownResults(computed.data ?? {}, openWebui.resultViews?.[tool] ?? []);
    expect(shown.map((each) => each.heading)).toEqual([heading]);
  });
});
