import { hasEnded } from '@/src/core/records/transition';
import type { RunStatus } from '@/src/schema/run-status';
import { says } from '@/tests/fakes/chat-answers';
import { PROVIDER } from '../chaos-stage';
import { checkIdle } from '../check-idle';
import type { RoundFindings } from '../check-round';
import type { EndState } from '../fault-matrix';
import { rulesAfter } from '../page-log';
import type { PlayedSitesRound } from './play-sites-round';
import { savedRules } from './site-faults';
import { SITE_NAMES, type SiteName, type SitesStage } from './sites-stage';

interface StoredMessage {
  id: string;
  chatId: string;
  role: string;
  discardedBy: string | null;
  content?: string;
  executionId?: string;
  name?: string;
  result?: StoredResult;
  toolCalls?: { executionId: string; name: string }[];
}

interface StoredResult {
  success: boolean;
  message: string;
  error_code?: string;
  data?: { sites?: { site: string; outcome: string; error_code?: string }[] };
}

interface Leading {
  id: string;
  targets: { name: SiteName; chatId: string }[];
}

/** A call on one site, as its own chat has recorded it, and how often its page was asked for it and made it. */
interface SiteCall {
  site: SiteName;
  tool: string;
  result: StoredResult | undefined;
  requested: number;
  made: number;
}

/** Result codes of calls that were not run. */
const NOT_RUN = ['cancelled', 'rejected', 'denied'];
/** Result codes that don't say if the call was made. */
const UNKNOWN = ['outcome_unknown', 'partly_applied'];
const IDLE_LIMIT_MS = 15_000;

/** Compares what each page received, shows and has saved with the record of its site, and that with what the chat says. */
export async function checkSitesRound(stage: SitesStage, played: PlayedSitesRound): Promise<RoundFindings> {
  const violations: string[] = [];
  const require = (isSo: boolean, complaint: string) => {
    if (!isSo) violations.push(complaint);
  };
  require(played.isSettled, 'The chat did not become idle.');
  const [leading] = (await stage.rows('chats')).filter(
    ({ targets }) => targets !== undefined,
  ) as unknown as Leading[];
  if (leading === undefined) throw new Error('There is no chat about the sites.');
  const members = new Map(leading.targets.map(({ name, chatId }) => [name, chatId]));
  const chatIds: readonly string[] = [leading.id, ...members.values()];
  const runs = await endedRuns(stage, leading.id, chatIds);
  violations.push(...(await checkIdle(stage, runs.left, stage.pageLog.errors)));

  const all = (await stage.rows('messages')) as unknown as StoredMessage[];
  const fresh = all.filter(({ id, chatId }) => !played.known.has(id) && chatIds.includes(chatId));
  const ofUser = fresh.filter(({ role, content }) => role === 'user' && content?.includes(played.message));
  const elsewhere = all
    .filter(({ content }) => content?.includes(played.message))
    .map(({ chatId }) => chatId);
  require(ofUser.length ===
    1, `The user’s message is in the chats ${ofUser.length} times (in ${elsewhere}; chats ${chatIds}; field: ${await stage.panel().message.inputValue()}).`);
  for (const { name, executionId } of fresh.flatMap(({ toolCalls }) => toolCalls ?? [])) {
    const results = fresh.filter((one) => one.role === 'tool' && one.executionId === executionId);
    require(results.length === 1, `A call of ${name} has ${results.length} results.`);
  }

  const made = SITE_NAMES.flatMap((site) =>
    callsOf(stage, played, site, fresh, members.get(site) ?? '', violations),
  );
  for (const { site, tool, result, ...page } of made) {
    const code = result?.success ? 'done' : (result?.error_code ?? 'no result');
    const told = `${site}, ${tool}: the page was asked ${page.requested} times and did it ${page.made} times, and the record says ${code}: ${result?.message.slice(0, 200)}`;
    require(page.requested <= 1, told);
    if (code === 'done') require(page.made === 1, told);
    else if (NOT_RUN.includes(code)) require(page.requested === 0, told);
    else if (!UNKNOWN.includes(code)) require(page.made === 0, told);
  }
  violations.push(...toldOtherwise(fresh, leading.id, made));
  for (const site of SITE_NAMES) violations.push(...(await checkPage(stage, played, site)));
  violations.push(...(await checkAudit(stage, members, made)));

  stage.endpoint.behave(says(`Here after sites-${played.number}.`));
  const next = stage.panel().converse(`Still there, ${played.number}?`, `Here after sites-${played.number}.`);
  await next.catch((error) => violations.push(`The next message has no answer: ${error}`));
  return { state: stateOf(made, played), isResumed: runs.isResumed, violations };
}

/** The runs of the chats that still go on after a while. A run of the leading chat may wait for the next message. */
async function endedRuns(stage: SitesStage, leadingId: string, chatIds: readonly string[]) {
  const deadline = Date.now() + IDLE_LIMIT_MS;
  for (;;) {
    const runs = (await stage.rows('runs')).filter(({ chatId }) => chatIds.includes(String(chatId)));
    const left = runs.filter(({ chatId, status }) => {
      const of = status as RunStatus;
      return !(hasEnded(of) || (chatId === leadingId && of.state === 'waiting-for-user-input'));
    });
    const isResumed = runs.some(({ resumes }) => Number(resumes) > 0);
    if (left.length === 0 || Date.now() > deadline) return { left, isResumed };
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** The calls of a site's own chat in the round. A change of the page that no call has is a complaint. */
function callsOf(
  { pageLog, sites }: SitesStage,
  { from, pattern }: PlayedSitesRound,
  site: SiteName,
  fresh: readonly StoredMessage[],
  memberId: string,
  violations: string[],
): SiteCall[] {
  const { origin } = sites[site];
  const own = pageLog.steps.flatMap((step, index) => (step.origin === origin ? [{ ...step, index }] : []));
  const changes = own.filter(({ kind, rules, index }, at) => {
    if (index < from || kind !== 'apply') return false;
    return rules.includes(pattern) && !rulesAfter(own.slice(0, at)).shown.includes(pattern);
  });
  const saves = own.filter(({ kind, index }) => index >= from && kind === 'save');
  const ofSite = fresh.filter(({ chatId }) => chatId === memberId);
  const calls = ofSite.flatMap(({ toolCalls }) => toolCalls ?? []);
  const stepsOf = { add_ignore_rule: changes, save_changes: saves };
  return Object.entries(stepsOf).flatMap(([tool, steps]) => {
    const ids = calls.filter(({ name }) => name === tool).map(({ executionId }) => executionId);
    if (ids.length > 1) violations.push(`${site} got ${ids.length} calls of ${tool}.`);
    if (ids.length === 0 && steps.length > 0)
      violations.push(`${site} changed by ${tool}, and its chat has no such call.`);
    const result = ofSite.find(({ executionId, role }) => role === 'tool' && executionId === ids[0])?.result;
    if (ids.length === 0) return [];
    return [
      {
        site,
        tool,
        result,
        requested: steps.filter(({ isRefused }) => !isRefused).length,
        made: steps.filter(({ isMade }) => isMade).length,
      },
    ];
  });
}

/** Complaints where the chat about the sites says something else of a site than the site's own chat. */
function toldOtherwise(
  fresh: readonly StoredMessage[],
  leadingId: string,
  made: readonly SiteCall[],
): string[] {
  return fresh
    .filter(({ chatId, role }) => chatId === leadingId && role === 'tool')
    .flatMap(({ name, result }) =>
      (result?.data?.sites ?? []).flatMap(({ site, outcome, error_code }) => {
        const own = made.find((call) => call.site === site && call.tool === name);
        const isDone = own?.result?.success === true || own?.made === 1;
        // Only a site that says itself that it doesn't know may have done what the chat doesn't call done.
        if (isDone === (outcome === 'done') || UNKNOWN.includes(error_code ?? '')) return [];
        return [
          `The chat says ${outcome} of ${name} on ${site}, whose page did it ${own?.made ?? 0} times, and whose chat says ${own?.result?.message ?? 'nothing'}.`,
        ];
      }),
    );
}

/** Complaints if a page, or its file, has the round's rule other than its log says. */
async function checkPage(
  { pageLog, sites }: SitesStage,
  { pattern }: PlayedSitesRound,
  name: SiteName,
): Promise<string[]> {
  const site = sites[name];
  const { shown, saved } = rulesAfter(pageLog.steps.filter(({ origin }) => origin === site.origin));
  const { drafts } = await site.filterPage.readState();
  const count = (rules: readonly string[]) => rules.filter((rule) => rule === pattern).length;
  const places = [
    ['shows', count(drafts[PROVIDER]?.ignore ?? []), count(shown)],
    ['has saved', count(await savedRules(site)), count(saved)],
  ] as const;
  return places.flatMap(([does, is, logged]) =>
    is === logged ? [] : [`${name} ${does} the rule ${is} times, and was asked for it ${logged} times.`],
  );
}

/** Complaints about changes that the audit has not, or more than once. */
async function checkAudit(
  stage: SitesStage,
  members: ReadonlyMap<SiteName, string>,
  made: readonly SiteCall[],
): Promise<string[]> {
  const audit = (await stage.rows('audit')).filter(({ action }) => action === 'call');
  const executions = await stage.rows('executions');
  return [...members].flatMap(([site, memberId]) => {
    const ofSite = audit.filter(({ chatId }) => chatId === memberId);
    const changes = executions.filter(
      ({ chatId, effect, startedAtMs }) =>
        chatId === memberId && (effect === 'write' || effect === 'commit') && startedAtMs !== null,
    );
    const wrong = changes.flatMap(({ id, name }) => {
      const times = ofSite.filter(({ executionId }) => executionId === id).length;
      return times === 1 ? [] : [`The audit has ${name} on ${site} ${times} times.`];
    });
    const ids = new Set(ofSite.map(({ executionId }) => executionId));
    if (ids.size < ofSite.length) wrong.push(`The audit has a call on ${site} twice.`);
    const count = made.filter((call) => call.site === site && call.made > 0).length;
    if (changes.length < count) wrong.push(`${site} has ${changes.length} started calls of ${count}.`);
    return wrong;
  });
}

function stateOf(made: readonly SiteCall[], { targets, saves }: PlayedSitesRound): EndState {
  if (made.some(({ result }) => UNKNOWN.includes(result?.error_code ?? ''))) return 'uncertain';
  const done = made.filter(({ result }) => result?.success).length;
  if (done === targets.length * (saves ? 2 : 1)) return 'succeeded';
  return done === 0 ? 'refused' : 'partial';
}
