import type { PageHalf, PageIdentity } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import { type PageProtocolClient, PROTOCOL_VERSION } from '../page-protocol-client';
import { discardChanges, saveChanges } from './file-tools';
import { restorableState } from './model-filter-context';
import { createPageAccess } from './page-access';
import { explainModelStatus, modelDetails, modelsMatchingPattern } from './query-tools';
import { addRuleToPage, removeRuleFromPage } from './rule-tools';
import { failure } from './tool-results';

/** Waits for the page to answer `hello`, one attempt after another: 2,000 ms in all. A page that loads answers late. */
const HELLO_TIMEOUTS_MS = [100, 200, 500, 1_200];
const SUBSCRIBE_TIMEOUT_MS = 10_000;
/** Bounds of the messages in which an identity travels. */
const MAX_IDENTITY_LENGTH = 200;

type RunTool = (args: JsonObject, signal: AbortSignal) => Promise<ToolResult>;

/** The model-filter page's half in the content script: it speaks the page protocol and computes on the page's state. */
export function createModelFilterPage(client: PageProtocolClient): PageHalf {
  const page = createPageAccess(client);
  const withPattern =
    (run: (pattern: string, signal: AbortSignal) => Promise<ToolResult>): RunTool =>
    (args, signal) =>
      typeof args.pattern === 'string' ? run(args.pattern, signal) : missingText('pattern');

  const tools: Readonly<Record<string, RunTool>> = {
    add_ignore_rule: withPattern((pattern, signal) => addRuleToPage(page, 'ignore', pattern, signal)),
    remove_ignore_rule: withPattern((pattern, signal) => removeRuleFromPage(page, 'ignore', pattern, signal)),
    add_whitelist_rule: withPattern((pattern, signal) => addRuleToPage(page, 'whitelist', pattern, signal)),
    remove_whitelist_rule: withPattern((pattern, signal) =>
      removeRuleFromPage(page, 'whitelist', pattern, signal),
    ),
    get_models_matching_pattern: withPattern((pattern, signal) =>
      modelsMatchingPattern(page, pattern, signal),
    ),
    explain_model_status: ({ model_id }, signal) =>
      typeof model_id === 'string' ? explainModelStatus(page, model_id, signal) : missingText('model_id'),
    get_model_details: ({ model_id }, signal) =>
      modelDetails(page, typeof model_id === 'string' ? model_id : null, signal),
    save_changes: (_args, signal) => saveChanges(page, signal),
    discard_changes: (_args, signal) => discardChanges(page, signal),
  };

  return {
    id: 'model-filter',
    detect: (signal) => detectPage(client, signal),
    getContext: async (signal) => (await page.read(signal)).context,
    captureState: async (signal) => restorableState((await page.read(signal)).context),
    applyState: (state, signal) => page.restore(state, signal),
    execute(tool, args, signal) {
      const run = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
      if (run === undefined) {
        return Promise.resolve(failure('unknown_tool', `This page has no tool ${JSON.stringify(tool)}.`));
      }
      return run(args, signal);
    },
    subscribe(onChange, signal) {
      client.onNotice(onChange, signal);
      const warn = ({ message }: { message: string }) =>
        console.warn(`Steward: this page sends no notices. ${message}`);
      client.request('subscribe', {}, { timeoutMs: SUBSCRIBE_TIMEOUT_MS, signal }).then((answer) => {
        if (!answer.ok) warn(answer);
      }, warn);
    },
  };
}

async function missingText(name: string): Promise<ToolResult> {
  return failure('invalid_parameters', `"${name}" has to be a text.`);
}

async function detectPage(client: PageProtocolClient, signal: AbortSignal): Promise<PageIdentity | null> {
  const announced = client.announcedVersion();
  if (announced === null) return null;
  if (announced !== PROTOCOL_VERSION) throw otherVersion(`It announces version ${announced}.`);
  for (const timeoutMs of HELLO_TIMEOUTS_MS) {
    const attemptOver = new Promise((done) => setTimeout(done, timeoutMs));
    const answer = await client.request('hello', {}, { timeoutMs, signal }).catch((error: StewardError) => {
      if (error.code === 'timeout') return null;
      throw error;
    });
    if (answer?.ok) return readIdentity(answer.result);
    if (answer?.code === 'unsupported-version') throw otherVersion(answer.message);
    if (answer !== null && answer.code !== 'not-ready') return null;
    // A page that is not ready says so at once: the next attempt is made when this one's time is over.
    await attemptOver;
  }
  return null;
}

/** What `hello` told, or null if this is another type of page. */
function readIdentity(result: unknown): PageIdentity | null {
  if (typeof result !== 'object' || result === null) throw unreadableIdentity();
  const { pageType, instanceId, title }: { pageType?: unknown; instanceId?: unknown; title?: unknown } =
    result;
  if (pageType !== 'model-filter') return null;
  if (typeof instanceId !== 'string' || typeof title !== 'string') throw unreadableIdentity();
  if (instanceId === '' || instanceId.length > MAX_IDENTITY_LENGTH) throw unreadableIdentity();
  return { instanceId, title: title.slice(0, MAX_IDENTITY_LENGTH) };
}

function otherVersion(details: string): StewardError {
  return new StewardError(
    'page-protocol',
    `This page speaks another version of the page protocol than this Steward, which speaks version ${PROTOCOL_VERSION}.`,
    { remedy: 'Update Steward or the page, whichever is older, then look again.', details },
  );
}

function unreadableIdentity(): StewardError {
  return new StewardError('page-protocol', 'The page doesn’t say what it is.', {
    remedy: 'Reload the page; if it happens again, its page protocol needs mending.',
  });
}
