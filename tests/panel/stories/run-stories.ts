import type { RunOutcome, RunStatus, UserInputReason } from '@/src/schema/run-status';
import { ERROR_CODES, type ErrorCode } from '@/src/schema/values/error-code';
import { type Said, say } from '@/src/schema/values/said';
import {
  askedCall,
  changeDryRun,
  changePreview,
  question,
  questionPreview,
} from '../approval/approval-requests';
import { ended, WAITING } from '../stored-run';
import { idOf, OPEN_CALLS } from './conversation-stories';
import { asks, messagesOf, responds, rowsOf, type StoryRows } from './story-rows';

const ASKED = messagesOf(asks('Hide all preview models'));
const ANSWERED = messagesOf(asks('Which models are hidden?'), responds('Five models of openai are hidden.'));

const withStatus = (status: RunStatus) => rowsOf(ASKED, { status });

/** A story of a run in each state; the compiler demands one for a new state. */
export const RUN_STORIES: Record<RunStatus['state'], StoryRows> = {
  'waiting-for-all-actors-ready': withStatus({ state: 'waiting-for-all-actors-ready' }),
  'waiting-for-endpoint': withStatus({ state: 'waiting-for-endpoint' }),
  'waiting-for-system-input': rowsOf(ANSWERED, { status: ended('completed') }),
  'waiting-for-user-input': withStatus({ state: 'waiting-for-user-input', reason: 'round-limit' }),
  'waiting-for-agent-coordination': withStatus({ ...WAITING, untilMs: Date.now() + 3_600_000 }),
  'waiting-for-tools': {
    ...OPEN_CALLS,
    run: OPEN_CALLS.run && { ...OPEN_CALLS.run, status: { state: 'waiting-for-tools' } },
  },
  'waiting-for-approval': approval(),
  processing: withStatus({ state: 'processing' }),
  paused: withStatus({ state: 'paused', before: { state: 'processing' } }),
  done: rowsOf(ANSWERED, { status: { state: 'done' } }),
};

function approval(): StoryRows {
  const asked = [
    askedCall('e1', 'add_ignore_rule', { pattern: '*-preview*' }),
    askedCall('e2', 'save_changes', {}, { question: say('model-filter.question.save') }),
  ];
  const preview = changePreview(
    say('model-filter.preview.clients', { lost: 5, gained: 0, providers: ['openai'] }),
    {
      effects: [
        {
          kind: 'loss',
          title: say('model-filter.preview.hiddenFromClients'),
          names: ['gpt-4o-preview', 'o1-preview'].map((name) => ({ name, detail: null })),
          total: 5,
        },
      ],
      differences: [
        {
          kind: 'added',
          text: say('kit.rules.ignoreRule', { provider: 'openai', rule: '"*-preview*"' }),
        },
      ],
    },
  );
  const dryRuns = asked.map((call) => changeDryRun(call, preview));
  return {
    ...OPEN_CALLS,
    approval: {
      ...question(asked, questionPreview(dryRuns, { net: preview })),
      messageId: idOf(OPEN_CALLS.messages, 'e1'),
    },
  };
}

/** A story for each reason to wait for the user. */
export const REASON_STORIES: Record<UserInputReason, StoryRows> = {
  'round-limit': withStatus({ state: 'waiting-for-user-input', reason: 'round-limit' }),
  'rolled-back': withStatus({ state: 'waiting-for-user-input', reason: 'rolled-back' }),
  'loop-detected': withStatus({ state: 'waiting-for-user-input', reason: 'loop-detected' }),
  'cut-off': withStatus({ state: 'waiting-for-user-input', reason: 'cut-off' }),
  question: withStatus({ state: 'waiting-for-user-input', reason: 'question' }),
  requested: withStatus({ state: 'waiting-for-user-input', reason: 'requested' }),
};

/** A story for each outcome of a run. */
export const OUTCOME_STORIES: Record<RunOutcome, StoryRows> = {
  completed: rowsOf(ANSWERED, { status: ended('completed') }),
  stopped: rowsOf(ASKED, { status: ended('stopped') }),
  error: failedWith('network'),
};

/** A run that failed with an error of this class. */
export function failedWith(
  code: ErrorCode,
  message: Said = 'The endpoint did not answer.',
  remedy: Said = 'See whether it runs, then retry.',
): StoryRows {
  const error = { code, message, remedy, details: 'POST http://127.0.0.1:8787/v1/chat/completions' };
  return rowsOf(ASKED, { status: ended('error'), error });
}

/** A story for each class of errors. */
export const ERROR_STORIES: readonly (readonly [ErrorCode, StoryRows])[] = ERROR_CODES.map(
  (code) => [code, failedWith(code)] as const,
);
