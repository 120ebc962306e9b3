import { z } from 'zod';
import { templateAdapter } from '@/scripts/adapter/templates/definition';
import { conformance } from '@/scripts/adapter/templates/dom/conformance';
import { createTemplateAdapterPage } from '@/scripts/adapter/templates/dom/page';
import { templateAdapterService } from '@/scripts/adapter/templates/rule-list/service';
import type { AdapterDefinition, ComputedCall } from '@/src/core/adapter/adapter-definition';
import type { StateHalf } from '@/src/core/adapter/page-half';
import type { ServiceAdapter } from '@/src/core/adapter/service-adapter';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { type AdapterCase, reply } from '../adapter-case';
import { withBusyPage } from './busy-page';
import { computeLimitCall, type Limit, type Limits, limitsAdapter } from './limits-adapter';
import { limitsCase, openLimits, SHOWN_AGAIN, SHOWN_ONCE } from './limits-case';

interface Changes {
  /** True if the adapter for limits differs, not the DOM template. */
  ofLimits?: true;
  /** The name of the page half, if it isn't the defect's. */
  half?: string;
  definition?: Partial<AdapterDefinition>;
  adapterCase?: Partial<AdapterCase>;
  service?: ServiceAdapter;
}

/** An adapter that breaks one rule of the kit. */
export interface BrokenAdapter extends Changes {
  /** Its defect in words; also the name of its page half, unless `half` is given. */
  name: string;
  half: string;
  /** The rule whose check has to find it. */
  rule: string;
  /** A part of the problem that the check reports. */
  finds: string;
}

const intact = templateAdapter as unknown as AdapterDefinition;
const [setSwitch, ...otherTools] = templateAdapter.tools;

function withTool(changes: Partial<ToolDefinition>): Partial<AdapterDefinition> {
  if (setSwitch === undefined) throw new Error('The template has no tool.');
  return { tools: [{ ...setSwitch, ...changes }, ...otherTools] };
}

/** The template with one part that can be named and shown. */
function withNamedPart(name: string): Partial<AdapterDefinition> {
  return { namedParts: { part: { list: () => [{ name }], text: () => name } }, shownBy: () => name };
}

/** The site of a page that sends each change to its server at once, as the page's own script has it in a comment. */
const openLive: AdapterCase['open'] = async (entries) => {
  const site = await conformance.open(entries);
  return {
    ...site,
    answer(request) {
      const answered = site.answer?.(request) ?? null;
      return typeof answered === 'string' ? answered.replace('// live| ', '') : answered;
    },
  };
};

/** The template's site, which serves what its switches are. */
const openSwitches: AdapterCase['open'] = async (entries) => ({
  ...(await conformance.open(entries)),
  served: async () => ({}),
});

const openWithKey: AdapterCase['open'] = async (entries) => ({
  ...(await conformance.open(entries)),
  key: 'key-of-the-fixture',
});

const serviceOf = (createHalf: ServiceAdapter['createHalf']): ServiceAdapter => ({
  ...templateAdapterService,
  createHalf,
});

/** A state half that confirms every change and makes none. */
const unchanging: StateHalf = {
  id: 'template-adapter',
  getContext: async () => ({ switches: { beta: false }, saved: { beta: false }, locked: [] }),
  stateOf: (context) => intact.restorableState(context),
  applyState: async (state) => state,
  query: async () => ({ success: true, message: 'Nothing.' }),
  execute: async () => ({
    result: { success: true, message: 'Done.' },
    state: { switches: { beta: false } },
  }),
};

/** By the rule whose check has to find it: each defect, a part of the problem that the check reports, and what differs from the template. */
const DEFECTS: Readonly<Record<string, readonly [name: string, finds: string, changes?: Changes][]>> = {
  declarations: [
    [
      'a name with capitals',
      'lower-case letters and _ only',
      { definition: withTool({ name: 'setSwitch' }) },
    ],
    [
      'a description without a stop',
      'end with a full stop',
      { definition: withTool({ description: 'Sets' }) },
    ],
    ['a question without asking', 'needs a question', { definition: withTool({ defaultPermission: 'ask' }) }],
    [
      'a parameter without a description',
      'parameter name needs a description',
      {
        definition: withTool({ input: z.strictObject({ name: z.string() }), line: 'any-page.call.readPage' }),
      },
    ],
    [
      'an input that accepts anything',
      'has to be a z.strictObject',
      { definition: withTool({ input: z.object({ name: z.string().describe('Its name.') }) }) },
    ],
    [
      'an effect of its own',
      'can’t have the effect message',
      { definition: withTool({ effect: 'message' }) },
    ],
    [
      'a commit tool that runs unasked',
      'a commit tool asks by default',
      { definition: withTool({ effect: 'commit' }) },
    ],
    ['a tool that is never called', 'add a sample call', { adapterCase: { calls: [] } }],
  ],
  identity: [
    ['detects-every-page', 'claims a page'],
    ['names-each-load', 'differs after a reload'],
  ],
  hash: [
    ['hashes-more', 'stateOf {'],
    [
      'a state that holds more than the page half reads',
      'restorableState gives',
      { definition: { restorableState: (context) => ({ context }) } },
    ],
  ],
  'missing-element': [
    ['missing-is-off', 'is false'],
    ['missing-list-is-empty', 'without <ul>: .switches is empty'],
  ],
  'reads-only': [
    ['reads-by-click', 'caused the events click'],
    ['reads-by-post', 'sent PATCH'],
    ['query-writes', 'the state differs after the reads'],
    [
      'a request of the adapter among those of its page',
      'sent PATCH /api/switches',
      { half: 'reads-by-post', adapterCase: { open: withBusyPage(conformance.open) } },
    ],
    ['reads-by-xhr', 'a reading sent PATCH'],
  ],
  shows: [
    ['shows-nothing', 'show finds nothing for “Widget”', { definition: withNamedPart('Widget') }],
    ['shows-by-click', 'the state differs after show', { definition: withNamedPart('Widget') }],
    [
      'names that are never buttons',
      'shownBy knows none',
      { definition: { ...withNamedPart('Widget'), shownBy: () => null } },
    ],
  ],
  apply: [
    [
      'a state that its context doesn’t have',
      'can’t be put into a context: give the definition withState',
      { definition: { restorableState: (context) => ({ kept: intact.restorableState(context) }) } },
    ],
    ['applies-nothing', 'applied {'],
    [
      'a sample state that its server refuses',
      'sample state 2 was refused: PUT /api/limits/ada answered 400 {"message":"ada is in use."}. Choose a state that the server takes',
      {
        ofLimits: true,
        adapterCase: { states: (initial) => [initial, withAda(initial, { limit: 1, note: '', on: false })] },
      },
    ],
  ],
  atomic: [
    ['applies-by-half', 'step 2 of 3 failed: rejected'],
    ['resolves-after-failure', 'step 1 of 3 failed: resolved'],
  ],
  'writes-as-said': [
    ['writes-more', 'preview search = false, page true'],
    ['reports-computed-state', 'another state than the page shows'],
    ['tells-more', 'the result names ["team ops"]'],
    [
      'a dry run of something else',
      'preview beta = false, page true',
      { definition: { computeCall: (context) => ({ after: context, message: 'Nothing.' }) } },
    ],
    [
      'a server that rounds',
      'set_limit {"name":"ada","limit":1237}: preview ada.limit = 1237, page 1230. Does the server round or limit it?',
      ofServer((value) => ({ ...value, limit: Math.floor(value.limit / 10) * 10 })),
    ],
    [
      'a server that limits',
      'preview ada.limit = 10000, page 5000.',
      ofServer((value) => ({ ...value, limit: Math.min(value.limit, 5_000) })),
    ],
    [
      'a server that trims',
      'Does the server remove spaces?',
      ofServer((value) => ({ ...value, note: value.note.trim() })),
    ],
    [
      'a server that changes the case',
      'Does the server change its case?',
      ofServer((value) => ({ ...value, note: value.note.toLowerCase() })),
    ],
    [
      'a server that cuts',
      'Does the server cut it?',
      ofServer((value) => ({ ...value, note: value.note.slice(0, 50) })),
    ],
    [
      'a server that ignores a change',
      'turn_on: preview bob.on = true, page false',
      ofServer((value) => ({ ...value, on: false })),
    ],
    ['no dry run', 'give the definition computeCall', { definition: { computeCall: () => uncomputed() } }],
  ],
  served: [
    ['serves-calls-only', 'set_limit: the state before the call is restored, but', { ofLimits: true }],
    ['says-yes-unread', 'the result’s in_force is yes, not unknown', { ofLimits: true }],
    ['says-no-unread', 'the result’s in_force is no, not unknown', { ofLimits: true }],
    [
      'a result that says nothing of what is served',
      'in_force is undefined: use inForce',
      { adapterCase: { open: openSwitches } },
    ],
  ],
  'without-page': [
    [
      'a state half that needs its page',
      'document is not defined',
      { adapterCase: { open: openWithKey }, service: serviceOf(() => createTemplateAdapterPage(document)) },
    ],
    ['a state half whose fixture has no key', 'return key from open', { service: templateAdapterService }],
    [
      'a state half that changes nothing',
      'is applied,',
      { adapterCase: { open: openWithKey }, service: serviceOf(() => unchanging) },
    ],
  ],
  'refused-early': [
    [
      'a preview of what its server refuses',
      'turn_on {"name":"ada","on":false}: the preview shows a change, but it was refused: PUT /api/limits/ada answered 400 {"message":"ada is in use."}',
      { ofLimits: true, definition: { computeCall: refusesNothing } },
    ],
    [
      'a preview of a declared refusal',
      'one of refusedCalls, but the preview shows a change',
      {
        ofLimits: true,
        adapterCase: { refusedCalls: [{ tool: 'set_limit', args: { name: 'bob', limit: 666 } }] },
      },
    ],
  ],
  'refused-write': [
    ['ignores-refusals', 'although the server answered 500'],
    [
      'a save that fails among the requests of its page',
      'although the server answered 500',
      { half: 'ignores-refusals', adapterCase: { open: withBusyPage(conformance.open) } },
    ],
  ],
  complete: [['reads-first-part', '10,000 entries were opened, the page half read 500', { ofLimits: true }]],
  'signed-out': [
    ['says-nothing-of-signing-in', 'reads as an answer 500 does', { ofLimits: true }],
    [
      'parses-anything',
      'a reading rejects with SyntaxError',
      { ofLimits: true, adapterCase: { signedOut: () => reply(200, '<h1>Sign in</h1>') } },
    ],
    [
      'a login page that reads as a failure',
      'reads as an answer 500 does',
      {
        ofLimits: true,
        half: 'says-nothing-of-signing-in',
        adapterCase: { signedOut: () => reply(403, { error: 'login required' }) },
      },
    ],
  ],
  reasons: [
    ['hides-reasons', 'put the reason into the error’s text', { ofLimits: true }],
    [
      'ignores-error-members',
      'the user reads “The page did not show the change afterwards.”',
      { ofLimits: true, adapterCase: { refusal: (error) => reply(200, { error }) } },
    ],
  ],
  takeable: [
    [
      'a page that is said to take every state',
      'give the definition takeable',
      { ofLimits: true, definition: { takeable: undefined } as never },
    ],
    [
      'a rollback that foresees nothing',
      'takeable leaves out nothing',
      { ofLimits: true, definition: { takeable: (_now, wanted) => ({ state: wanted, left: [] }) } },
    ],
    [
      'a rollback that leaves out something without a word',
      'doesn’t say so in left',
      { ofLimits: true, definition: { takeable: (now) => ({ state: now, left: [] }) } },
    ],
  ],
  follows: [
    [
      'an outdated page',
      'declare isOutdatedByChanges',
      { ofLimits: true, adapterCase: { open: openLimits({ html: SHOWN_ONCE }) } },
    ],
    [
      'a page declared outdated that follows',
      'leave out isOutdatedByChanges',
      {
        ofLimits: true,
        definition: { isOutdatedByChanges: true },
        adapterCase: { open: openLimits({ html: SHOWN_AGAIN }) },
      },
    ],
  ],
  verdicts: [['reads-differently-each-time', 'changed in the meantime']],
  live: [['changes that go live undeclared', 'outlives a reload', { adapterCase: { open: openLive } }]],
  'script-changes': [['listens-to-input', 'did not call back']],
  budget: [
    [
      'a context without bounds',
      'with a budget of 1000',
      { definition: { encodeContext: (context) => JSON.stringify(context) } },
    ],
    [
      'a schema that the large page exceeds',
      'does not fit contextSchema',
      {
        definition: {
          contextSchema: intact.contextSchema.refine((context) => JSON.stringify(context).length < 10_000),
        },
      },
    ],
  ],
  diff: [
    [
      'differences in everything',
      'equal contexts have',
      { definition: { diffState: () => [{ kind: 'modified', text: 'Something' }] } },
    ],
    ['no differences', 'finds no difference', { definition: { diffState: () => [] } }],
  ],
  texts: [
    [
      'a fact in English alone',
      'pageLine has “2 switches”, which is no text with an id',
      { definition: { pageLine: (context) => ({ ...intact.pageLine(context), facts: ['2 switches'] }) } },
    ],
    [
      'a difference in English alone',
      'the preview has “switch beta”',
      { definition: { diffState: () => [{ kind: 'modified', text: 'switch beta' }] } },
    ],
    [
      'a text that the catalogue lacks',
      'effectNote has the text template-adapter.late, which no texts.en.yml has',
      { definition: { effectNote: { id: 'template-adapter.late', values: {} } } },
    ],
    [
      'a text without its value',
      'effectNote has the text any-page.call.readPart without its value part',
      { definition: { effectNote: { id: 'any-page.call.readPart', values: {} } } },
    ],
  ],
  detach: [
    ['leaves-listener', 'listener of change'],
    ['leaves-timer', 'interval'],
    ['leaves-observer', 'MutationObserver'],
    ['leaves-performance-observer', 'PerformanceObserver'],
  ],
};

export const BROKEN_ADAPTERS: readonly BrokenAdapter[] = Object.entries(DEFECTS).flatMap(([rule, defects]) =>
  defects.map(([name, finds, changes]) => ({ name, half: name, rule, finds, ...changes })),
);

/** The DOM template or the adapter for limits, with the changes that break it. */
export function applyBreak({ ofLimits, definition, adapterCase, service }: BrokenAdapter): TestedTemplate {
  const [whole, ofWhole] = ofLimits ? [limitsAdapter, limitsCase] : [intact, conformance];
  return {
    definition: { ...whole, ...definition },
    adapterCase: { ...ofWhole, ...adapterCase },
    ...(service && { service }),
  };
}

/** The adapter for limits with a server that stores values in its own way. */
function ofServer(store: (value: Limit) => Limit): Changes {
  return { ofLimits: true, adapterCase: { open: openLimits({ store }) } };
}

/** The call of an adapter that doesn't know what its server refuses. */
function refusesNothing(context: Json, tool: string, args: JsonObject): ComputedCall {
  return computeLimitCall(context as unknown as Limits, tool, args, null) as ComputedCall;
}

function withAda(state: Json, ada: Limit): Json {
  return { limits: { ...(state as unknown as Limits).limits, ada } };
}

/** A definition with its case. */
export interface TestedTemplate {
  definition: AdapterDefinition;
  adapterCase: AdapterCase;
  service?: ServiceAdapter;
}

function uncomputed(): never {
  throw new Error('not computed');
}
