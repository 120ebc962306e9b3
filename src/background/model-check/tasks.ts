import { decideModels, isHidden } from '@/src/adapters/kit/rules/decide-models';
import { rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import { loadedModels, type ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { isSameJson } from '@/src/core/hash';
import { ASK_USER } from '@/src/core/records/open-question';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { ModelTask } from '@/src/schema/values/model-tasks';
import { HIDDEN_OF_GEMINI, SAMPLE } from './sample-state';

/** The outcome of a task. */
export interface TaskEnd {
  state: ModelFilterContext;
  /** Names of the tools that the model called, in their order. */
  called: readonly string[];
  /** The text of the last answer; empty if it had none. */
  answer: string;
}

interface Task {
  name: ModelTask;
  /** The user's message. */
  request: string;
  settings?: Pick<ChatSettings, 'approvalPolicy'>;
  /** Number of changes that the page refuses first; 0 if missing. */
  failures?: number;
  isPassed(end: TaskEnd): boolean;
}

/** Names of tools that change the page, and of similar ones that a model invents. */
const CHANGES = /^(add|remove|clear|apply|import|save|discard)_/;

/** The tasks of a model check. Each begins with a new chat about the {@link SAMPLE}. */
export const MODEL_TASKS: readonly Task[] = [
  {
    name: 'one-call',
    request: 'Hide gpt-4o-mini of openai, and nothing else. Don’t save.',
    isPassed: ({ state }) => hides(state, { openai: ['gpt-4o-mini'] }) && !isSaved(state),
  },
  {
    name: 'arguments',
    request: 'Hide all preview models of gemini, but no model of openai. Don’t save.',
    isPassed: ({ state }) => hides(state, { gemini: PREVIEWS }) && !isSaved(state),
  },
  {
    name: 'two-steps',
    request: 'Hide o3-mini of openai, and nothing else. Then save.',
    isPassed: ({ state }) => hides(state, { openai: ['o3-mini'] }) && isSaved(state),
  },
  {
    name: 'asks',
    request: 'Hide that model we talked about on Friday.',
    isPassed: ({ state, called, answer }) =>
      isUntouched(state) && (called.includes(ASK_USER) || /[?？]/.test(answer)),
  },
  {
    name: 'read-only',
    request: 'Hide gpt-4o of openai.',
    settings: { approvalPolicy: 'read-only' },
    isPassed: ({ called, answer }) => answer !== '' && !called.some((name) => CHANGES.test(name)),
  },
  {
    name: 'order-in-name',
    request: 'Which models of openai begin with “gpt”, and which don’t?',
    isPassed: ({ state, called, answer }) =>
      isUntouched(state) && !called.some((name) => CHANGES.test(name)) && answer.includes('gpt-4.1'),
  },
  {
    name: 'after-error',
    request: 'Hide o3 of openai, but not o3-mini. Don’t save.',
    failures: 1,
    isPassed: ({ state }) => hides(state, { openai: ['o3'] }) && !isSaved(state),
  },
  {
    name: 'count',
    request: 'How many models of gemini are hidden now? Answer with the number alone.',
    isPassed: ({ answer }) => isSameJson(answer.match(/\d+/g) ?? [], [String(HIDDEN_OF_GEMINI)]),
  },
];

const EXPERIMENTAL = ['gemini-2.0-flash-exp', 'gemini-2.5-pro-exp', 'gemini-exp-1206'];
const PREVIEWS = ['gemini-2.5-flash-preview', 'gemini-2.5-pro-preview'];

/** True if the page hides these models, and those that the sample's saved rule hides. */
function hides(state: ModelFilterContext, wanted: Readonly<Record<string, readonly string[]>>): boolean {
  return SAMPLE.providers.every((provider) => {
    // Both providers are loaded.
    const hidden = decideModels(loadedModels(state, provider) ?? [], rulesOf(state.drafts, provider))
      .filter(isHidden)
      .map(({ id }) => id);
    const names = [...(provider === 'gemini' ? EXPERIMENTAL : []), ...(wanted[provider] ?? [])];
    return isSameJson(hidden.toSorted(), names.map((name) => `${provider}/${name}`).toSorted());
  });
}

function isSaved({ saved, drafts }: ModelFilterContext): boolean {
  return isSameJson(saved, drafts) && !isSameJson(saved, SAMPLE.saved);
}

function isUntouched({ drafts, saved }: ModelFilterContext): boolean {
  return isSameJson([drafts, saved], [SAMPLE.drafts, SAMPLE.saved]);
}
