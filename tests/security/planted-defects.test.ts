// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import type { AnyPageContext } from '@/src/adapters/any-page/any-page-context';
import type { BackupRows } from '@/src/background/storage/backup-rows';
import type { StateHalf } from '@/src/core/adapter/page-half';
import { english } from '@/src/core/text/english';
import type { CallDryRun, ChangePreview } from '@/src/schema/dry-run';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { APPROVE } from '@/tests/drive/approve-button';
import { CHANNEL_SECRETS } from '@/tests/fakes/new-api/double-channels';
import { CANARY_KEY } from '@/tests/world/addresses';
import { tryCards } from './cards/try-cards';
import { tryFiles } from './files/try-files';
import { tryInjections } from './injection/try-injections';
import { itReports, messagesOf } from './it-reports';
import type { PagePath } from './paths/page-path';
import { pageToolPaths } from './paths/page-tool-paths';
import { tryPaths } from './paths/try-paths';

const seed = 6;

/** Defects of modules, by which a test replaces their parts. */
const planted = vi.hoisted(() => ({
  allowsPageTools: false,
  quotesNothing: false,
  marksNoClaims: false,
  comparesNothing: false,
  spellsNothing: false,
  spoil: (_preview: ChangePreview): void => undefined,
  keeps: [] as (keyof BackupRows)[],
}));
const NO_DEFECT = { ...planted };
afterEach(() => Object.assign(planted, NO_DEFECT));
const plant = (defect: Partial<typeof planted>) => () => void Object.assign(planted, defect);

vi.mock('@/src/core/policy/permission-for', async (original) => {
  const real = await original<typeof import('@/src/core/policy/permission-for')>();
  return {
    ...real,
    permissionFor: (...[settings, tool, isLive]: Parameters<typeof real.permissionFor>) =>
      planted.allowsPageTools && tool.pageTool !== undefined
        ? 'allow'
        : real.permissionFor(settings, tool, isLive),
  };
});
vi.mock('@/src/core/text/visible-json', async (original) => {
  const real = await original<typeof import('@/src/core/text/visible-json')>();
  return { visibleJson: (value: Json) => (planted.quotesNothing ? String(value) : real.visibleJson(value)) };
});
vi.mock('@/src/core/tools/checkable-schema', async (original) => {
  const real = await original<typeof import('@/src/core/tools/checkable-schema')>();
  return {
    checkableSchema: (schema: JsonObject) =>
      planted.marksNoClaims ? { ...schema, type: 'object' } : real.checkableSchema(schema),
  };
});
vi.mock('@/src/adapters/any-page/page-state', async (original) => {
  const real = await original<typeof import('@/src/adapters/any-page/page-state')>();
  const NOTHING = { visit: '', address: '', title: '', sections: [] };
  return {
    ...real,
    stateOfPage: (context: AnyPageContext) => (planted.comparesNothing ? NOTHING : real.stateOfPage(context)),
  };
});
vi.mock('@/src/core/policy/page-tool-dry-run', async (original) => {
  const real = await original<typeof import('@/src/core/policy/page-tool-dry-run')>();
  return {
    pageToolDryRun(...given: Parameters<typeof real.pageToolDryRun>): CallDryRun {
      const dryRun = real.pageToolDryRun(...given);
      if (dryRun.kind === 'change') planted.spoil(dryRun.preview);
      return dryRun;
    },
  };
});
vi.mock('@/src/core/text/foreign-text', async (original) => {
  const real = await original<typeof import('@/src/core/text/foreign-text')>();
  return {
    ...real,
    spellOutLines: (text: string) => (planted.spellsNothing ? text : real.spellOutLines(text)),
  };
});
vi.mock('@/src/background/storage/foreign-rows', async (original) => {
  const real = await original<typeof import('@/src/background/storage/foreign-rows')>();
  return {
    ...real,
    foreignRows(...given: Parameters<typeof real.foreignRows>): BackupRows {
      const kept = Object.fromEntries(planted.keeps.map((table) => [table, given[0][table]]));
      return { ...real.foreignRows(...given), ...kept };
    },
  };
});

const cards = (weaken: (document: Document) => void) => tryCards({ runs: 30, seed }, { weaken });
const toolCards = () => cards(() => undefined);
const pageTools = () => tryInjections({ runs: 220, seed });
/** Injections beside a chat that allows these tools, whatever its settings were. */
const allowing = (runs: number, tools: readonly string[]) =>
  tryInjections(
    { runs, seed },
    {
      async weaken({ db }) {
        const permissions = Object.fromEntries(tools.map((tool) => [tool, 'allow' as const]));
        const policy = { permissions, approvalPolicy: 'default', planMode: false };
        await db.chats.toCollection().modify((chat) => void Object.assign(chat.settings, policy));
      },
    },
  );
const toolPaths = (weaken: Parameters<typeof pageToolPaths>[0]) => tryPaths({ seed }, pageToolPaths(weaken));
const files = () => tryFiles({ runs: 60, seed: 2 });
const changingNotes = (change: (text: string) => string) => (preview: ChangePreview) => {
  preview.notes = preview.notes.map((note) => ({ ...note, text: change(english(note.text)) }));
};
const SAYS = 'The page says: ';
const NAVIGATED =
  'on a page that navigates right before it runs: without authorization it requested delete_item';

/** A page half that checks calls against the page as it was first read, and not once more right before the tool. */
function unbound({ stateOf, execute }: StateHalf): Partial<StateHalf> {
  let first: ReturnType<StateHalf['stateOf']> | null = null;
  return {
    stateOf(context) {
      first ??= stateOf(context);
      return first;
    },
    execute: (tool, args, signal) => execute(tool, args, signal, () => undefined),
  };
}

itReports([
  ['no defect of cards', toolCards, []],
  ['no defect on pages', pageTools, []],
  ['no defect of a page’s tools', () => toolPaths(() => ({})), []],
  [
    'a shortcut that approves wherever the focus is',
    () =>
      cards((document) =>
        document.addEventListener('keydown', ({ key, ctrlKey }) => {
          const buttons = [...document.querySelectorAll<HTMLElement>('[aria-label=Approval] button')];
          if (key === 'Enter' && ctrlKey)
            buttons.find(({ textContent }) => APPROVE.test(textContent))?.click();
        }),
      ),
    ['before the user moved into the card'],
  ],
  [
    'a request that can be approved at once',
    () =>
      cards(() => {
        const real = globalThis.setTimeout;
        const hasty = (work: () => void, delayMs: number) => real(work, delayMs === 600 ? 50 : delayMs);
        Object.assign(globalThis, { setTimeout: hasty });
      }),
    [/\d ms after it was shown, changed, or got an unexpected key/],
  ],
  [
    'a card that cuts the arguments of a page’s tool',
    toolCards,
    ['it doesn’t show all arguments'],
    plant({
      spoil: (preview) => {
        preview.quoted = preview.quoted?.slice(0, 60) ?? '';
      },
    }),
  ],
  [
    'a card without the page’s claim',
    toolCards,
    ['it doesn’t show what the page says as its claim'],
    plant({
      spoil: (preview) => {
        preview.notes = preview.notes.filter(({ text }) => !english(text).startsWith(SAYS));
      },
    }),
  ],
  [
    'a page’s claim that isn’t marked as one',
    toolCards,
    ['it doesn’t show what the page says as its claim'],
    plant({ spoil: changingNotes((text) => text.replace(SAYS, '')) }),
  ],
  [
    'a card that doesn’t name the page',
    toolCards,
    ['it doesn’t name the tool and its page'],
    plant({
      spoil: changingNotes((text) => text.replace(/^Only the page .* knows/s, 'Only the page knows')),
    }),
  ],
  [
    'a card that doesn’t say that nothing takes the call back',
    toolCards,
    ['it doesn’t say that nothing takes the call back'],
    plant({ spoil: (preview) => void Reflect.deleteProperty(preview, 'warning') }),
  ],
  [
    'a page’s words in Steward’s own sentences',
    toolCards,
    ['words of the page that are not quoted'],
    plant({ quotesNothing: true }),
  ],
  [
    'invisible characters on a card',
    toolCards,
    ['it has invisible characters'],
    plant({ spellsNothing: true }),
  ],
  [
    'page’s tools that settings allow, in a run',
    pageTools,
    ['page_delete_item ran without authorization'],
    plant({ allowsPageTools: true }),
  ],
  [
    'descriptions of a page’s tools that are not quoted',
    pageTools,
    ['the tools, not as its claim'],
    plant({ quotesNothing: true }),
  ],
  [
    'schemas of a page’s tools that are sent as they are',
    pageTools,
    ['the tools, not as its claim'],
    plant({ marksNoClaims: true }),
  ],
  [
    'a policy that allows every call',
    () =>
      allowing(40, [
        'save_changes',
        'discard_changes',
        'clear_all_ignore_rules',
        'import_rules',
        'apply_rules',
      ]),
    [/: \w+ ran without authorization/, /the page’s rules were changed|the proxy’s file was changed/],
  ],
  [
    'a policy that allows every change of channels',
    () => allowing(60, ['disable_channels', 'enable_channels', 'add_models', 'set_mapping', 'set_groups']),
    [/: \w+_channels ran without authorization/, 'channels were changed without an approval'],
  ],
  ...[CANARY_KEY, CHANNEL_SECRETS.key].map((key): Parameters<typeof itReports>[0][number] => [
    `a key that is stored outside its table: ${key}`,
    () =>
      tryInjections(
        { runs: 5, seed },
        {
          async weaken({ db }) {
            await db.sites.add({ origin: `http://${key}.example`, addedAtMs: 0, isOn: true });
          },
        },
      ),
    ['a key is in the table sites'],
  ]),
  [
    'a page’s tool that settings allow',
    () => toolPaths(() => ({})),
    ['allowed by the settings: without authorization it requested delete_item'],
    plant({ allowsPageTools: true }),
  ],
  [
    'an approval without the page that it is for',
    () => toolPaths(() => ({})),
    [NAVIGATED],
    plant({ comparesNothing: true }),
  ],
  ['a page that isn’t compared right before a call', () => toolPaths(unbound), [NAVIGATED]],
  [
    'a restore that takes approvals of a file as they are',
    files,
    ['a decision came with it'],
    plant({ keeps: ['approvals'] }),
  ],
  [
    'a restore that takes chats as they are',
    files,
    ['a tool runs without asking'],
    plant({ keeps: ['chats'] }),
  ],
  ['a restore that takes runs as they are', files, ['a run continues'], plant({ keeps: ['runs'] })],
  ['a restore that takes calls as they are', files, ['a call is open'], plant({ keeps: ['executions'] })],
  [
    'a restore that takes sites as they are',
    files,
    ['a site has lasting access'],
    plant({ keeps: ['sites'] }),
  ],
]);

it('reports a path that needs no authorization and one that has no effect', async () => {
  const open: PagePath = {
    name: 'open',
    calls: [['add_ignore_rule', { pattern: 'gpt-4*' }]],
    reaches: ['save'],
    authorized: async () => undefined,
    async unauthorized(world) {
      await world.runTask();
      return 'nothing';
    },
    refusal: /denied/,
  };
  expect(messagesOf(await tryPaths({ seed }, [open]))).toEqual([
    'open: with authorization it requested nothing, not save: ',
    'open: without authorization it requested apply-state',
    'open: without authorization it ended with “nothing”',
  ]);
});
