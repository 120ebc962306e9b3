import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import type { ResultViews } from '@/src/core/adapter/result-view';
import { visibleJson } from '@/src/core/text/visible-json';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { linesWithin } from '../kit/lines-within';
import { promptText } from '../kit/prompt-text';
import { counted, countOf, effectSentences, LIST_MODELS, listedView } from '../kit/tool-results';
import { without } from '../kit/without';
import { consequences } from './consequences';
import {
  contextSchema,
  diffContext,
  diffState,
  type Flag,
  LIST_CHANGED,
  type ListedModel,
  type OpenWebuiContext,
  type OpenWebuiState,
  restorableState,
  sorted,
  stateSchema,
} from './model-flags';
import { CHANGE_TIMEOUT_MS, tools } from './tools';

/** System prompt parts for Open WebUI's models page. */
const contributions = [
  promptText(
    'open-webui:domain',
    'Context',
    500,
    'The page lists the models of an Open WebUI server. Each has two flags. A disabled model can’t be chosen or called by anybody. A hidden one is missing from the lists that users choose from, but calls by its id still work. Access is a third thing, which Steward only reads: while a model is enabled, everyone, some users and groups, or administrators alone may choose it; without a remark, administrators alone. A custom model is made from another one; while that one is disabled, the custom model is still listed, but can’t be called.',
  ),
  promptText(
    'open-webui:effect',
    'Guidelines',
    500,
    'Every change takes effect for all users at once; nothing is saved separately. Say how many models it concerns and which of them users could choose. The page doesn’t show a change that Steward made until its tab Models is opened again, and its switches flip what the server has: tell the user to open the tab again before using them.',
  ),
];

/** Encodes the page's models as lines within `budgetTokens`, disabled and hidden ones first. */
function encodeContext(context: OpenWebuiContext, budgetTokens: number): string {
  const disabled = new Set(context.disabled);
  const hidden = new Set(context.hidden);
  const isFlagged = ({ id }: ListedModel) => disabled.has(id) || hidden.has(id);
  const lineOf = (model: ListedModel) => {
    const marks = [
      ...(disabled.has(model.id) ? ['disabled'] : []),
      ...(hidden.has(model.id) ? ['hidden'] : []),
      ...(model.access === 'administrators' ? [] : [`for ${model.access}`]),
      ...(model.kind === 'unavailable' ? ['unavailable'] : []),
      ...(model.base === null ? [] : [`made from ${visibleJson(model.base)}`]),
      ...(model.name === model.id ? [] : [`named ${visibleJson(model.name)}`]),
    ];
    return `${visibleJson(model.id)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
  };
  const ordered = [
    ...context.models.filter(isFlagged),
    ...context.models.filter((model) => !isFlagged(model)),
  ];
  const head = `${countOf(context.models.length, 'model')}, ${disabled.size} disabled, ${hidden.size} hidden. Without a remark, a model is enabled, visible, and for administrators alone.`;
  return linesWithin(
    [head, ...ordered.map(lineOf)],
    budgetTokens,
    (leftOut) => `and ${leftOut} more lines: ${LIST_MODELS} lists the models.`,
  );
}

const resultViews: ResultViews = {
  set_models_enabled: [
    listedView(['disabled'], 'open-webui.result.disabled', 'removed'),
    listedView(['enabled'], 'open-webui.result.enabled', 'added'),
  ],
  set_models_hidden: [
    listedView(['hidden'], 'open-webui.result.hidden', 'removed'),
    listedView(['shown'], 'open-webui.result.shown', 'added'),
  ],
  [LIST_MODELS]: [
    {
      kind: 'table',
      path: ['models'],
      heading: 'kit.result.models',
      columns: [
        { key: 'id', title: 'open-webui.result.model' },
        { key: 'enabled', title: 'open-webui.result.columnEnabled' },
        { key: 'hidden', title: 'open-webui.result.columnHidden' },
        { key: 'access', title: 'open-webui.result.columnAccess' },
      ],
      totalKey: 'total',
    },
  ],
};

function suggestions({ models, disabled }: OpenWebuiContext): Said[] {
  const off = new Set(disabled);
  const count = models.filter(({ id }) => id.toLowerCase().includes('preview') && !off.has(id)).length;
  return counted(
    [count, say('open-webui.suggestion.previews', { count })],
    [models.length, say('open-webui.suggestion.chosen', { count: models.length })],
  );
}

/** The definition for Open WebUI's list of models. Changes go live at once, so it has no separate saved state. */
export const openWebui = defineAdapter<OpenWebuiContext, OpenWebuiState>({
  id: 'open-webui',
  title: 'Open WebUI models',
  isShared: true,
  contextSchema,
  stateSchema,
  tools,
  contributions,
  restorableState,
  portableState(from, now) {
    const known = new Set(now.models.map(({ id }) => id));
    const both = new Set(from.models.flatMap(({ id }) => (known.has(id) ? [id] : [])));
    const part = (ids: string[], isOnBoth: boolean) => ids.filter((id) => both.has(id) === isOnBoth);
    const take = (flag: Flag) => sorted([...part(now[flag], false), ...part(from[flag], true)]);
    return {
      state: { disabled: take('disabled'), hidden: take('hidden') },
      left: part(sorted([...from.disabled, ...from.hidden]), false),
    };
  },
  takeable(_now, { disabled, hidden }, { models }) {
    // The server has nothing of a model that no connection offers and that has no settings.
    const gone = without(
      sorted([...disabled, ...hidden]),
      models.map(({ id }) => id),
    );
    return {
      state: { disabled: without(disabled, gone), hidden: without(hidden, gone) },
      left: counted([gone.length, say('open-webui.left.gone', { models: gone })]),
    };
  },
  effectNote: say('open-webui.effectNote'),
  ownChangeTypes: [LIST_CHANGED],
  diffContext,
  diffState,
  stateEffect: async (before, after) => sentences(...effectSentences(consequences(before, after))),
  changeGroup: () => ({ fields: {}, readWith: LIST_MODELS }),
  encodeContext,
  pageLine: ({ models, disabled, hidden }) => ({
    title: 'Open WebUI',
    name: null,
    facts: [
      say('open-webui.pageLine.disabled', { count: disabled.length }),
      say('open-webui.pageLine.hidden', { count: hidden.length }),
      say('kit.result.models', { count: models.length }),
    ],
    unsaved: false,
  }),
  resultViews,
  suggestions,
  applyTimeoutMs: CHANGE_TIMEOUT_MS,
  // Neutral greys, since the page itself is black and white.
  accent: { light: '#3a3f42', dark: '#5a6165' },
  proposedBaseUrl: (pageOrigin) => `${pageOrigin}/api`,
});
