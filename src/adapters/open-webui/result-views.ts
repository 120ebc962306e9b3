import type { NamesView, ResultViews } from '@/src/core/adapter/result-view';
import { LIST_MODELS } from './tools';

/** The models with a changed flag; `key` is also the verb of the line, e.g. `5 models disabled`. */
const changed = (key: string, sign: NamesView['sign']): NamesView => ({
  kind: 'names',
  path: [key],
  noun: { one: `model ${key}`, many: `models ${key}` },
  sign,
  totalKey: `${key}_total`,
});

/** Views of the results of the tools. */
export const resultViews: ResultViews = {
  set_models_enabled: [changed('disabled', 'removed'), changed('enabled', 'added')],
  set_models_hidden: [changed('hidden', 'removed'), changed('shown', 'added')],
  [LIST_MODELS]: [
    {
      kind: 'table',
      path: ['models'],
      noun: { one: 'model', many: 'models' },
      columns: [
        { key: 'id', title: 'Model' },
        { key: 'enabled', title: 'Enabled' },
        { key: 'hidden', title: 'Hidden' },
        { key: 'access', title: 'For' },
      ],
      totalKey: 'total',
    },
  ],
};
