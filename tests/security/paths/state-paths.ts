import '@/tests/world/before-all';
import { IDBObjectStore } from 'fake-indexeddb';
import type { ShownBasis } from '@/src/core/checkpoints/rollback-inputs';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import type { CommandOf } from '@/src/messages/commands';
import type { PreviewedReversal } from '@/src/messages/reversal-commands';
import { TAB_ID } from '@/tests/world/steward-in-memory';
import type { PagePath } from './page-path';
import { codeOf, forgedConsent, type PathWorld, type ScriptedCall } from './path-world';

const ADD: ScriptedCall[] = [['add_ignore_rule', { pattern: 'gpt-4*' }]];

type StateCommand = CommandOf<'reverse'>;

/** A change of the page's whole state by the user's command, and the same without the user's consent. */
function byClick(
  name: string,
  {
    reaches,
    prepare,
    command,
  }: {
    reaches: readonly string[];
    prepare(world: PathWorld): Promise<unknown>;
    command(world: PathWorld): Promise<StateCommand>;
  },
): PagePath {
  return {
    name,
    calls: ADD,
    reaches,
    async authorized(world) {
      await prepare(world);
      await world.command(await command(world));
    },
    async unauthorized(world) {
      await prepare(world);
      const given = await command(world);
      // Requests before this moment were authorized; only later ones count.
      world.page.fake.requests.length = 0;
      const { handlers, context } = world.backgroundParts().server;
      const handler = handlers[given.type] as (
        command: StateCommand,
        used: typeof context,
        consent: unknown,
      ) => Promise<unknown>;
      const act = (command: StateCommand, consent: unknown) => handler(command, context, consent);
      const codes = [
        await codeOf(act(given, forgedConsent(world.chatId))),
        await codeOf(act(given, undefined)),
        await codeOf(act(given, JSON.parse(JSON.stringify(forgedConsent(world.chatId))))),
      ];
      return codes.join();
    },
    refusal: /^write-refused,write-refused,write-refused$/,
  };
}

/** A rollback to the newest checkpoint with this reason, on the page's current state. */
async function rollbackTo(world: PathWorld, reason: string): Promise<CommandOf<'reverse'>> {
  const { chatId, db } = world;
  const checkpoint = (await db.checkpoints.toArray())
    .filter((candidate) => candidate.reason === reason)
    .sort((left, right) => left.sequence - right.sequence)
    .at(-1);
  if (checkpoint === undefined) throw new Error(`There is no checkpoint ${reason}.`);
  const checkpointId = checkpoint.id;
  const shown = await previewed(world, { kind: 'rollback', checkpointId });
  const target = { kind: 'rollback', checkpointId, strategy: { strategy: 'replace' } } as const;
  return { type: 'reverse', chatId, target, shown };
}

function basisOf(preview: ShownBasis | null): ShownBasis {
  if (preview === null) throw new Error('There is no preview.');
  return { stateHash: preview.stateHash, position: preview.position };
}

/** The basis of the preview of this target. */
async function previewed(world: PathWorld, target: PreviewedReversal): Promise<ShownBasis> {
  const { chatId } = world;
  const preview = await world.command({ type: 'preview-reversal', chatId, target });
  return basisOf(preview);
}

async function rollBack(world: PathWorld): Promise<void> {
  await world.runTask();
  await world.command(await rollbackTo(world, 'before-changes'));
}

/** The page is reloaded, and has lost its unsaved changes. */
async function reload(world: PathWorld): Promise<void> {
  await world.runTask();
  world.page.fake.change((state) => {
    state.drafts = structuredClone(state.saved);
  });
  world.browser.loadTab(TAB_ID);
  for (let look = 0; look < 200; look += 1) {
    if ((await lostDrafts(world)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The panel shows no offer.');
}

async function lostDrafts({ browser, chatId }: PathWorld): Promise<ShownBasis | null> {
  const key = LOST_CHANGES_PREFIX + chatId;
  return ((await browser.session.get(key))[key] as ShownBasis | undefined) ?? null;
}

/** From now on nothing can be added to the conversation. */
function breakJournal(): () => void {
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args: Parameters<typeof add>) {
    if (this.name === 'messages') throw new DOMException('The disk is full.', 'QuotaExceededError');
    return add.apply(this, args);
  };
  return () => {
    IDBObjectStore.prototype.add = add;
  };
}

/** Every path from a whole state to the page. */
export const STATE_PATHS: readonly PagePath[] = [
  byClick('a rollback', {
    reaches: ['apply-state', 'apply-state'],
    prepare: (world) => world.runTask(),
    command: (world) => rollbackTo(world, 'before-changes'),
  }),
  byClick('a redo', {
    reaches: ['apply-state', 'apply-state', 'apply-state'],
    prepare: rollBack,
    command: (world) => rollbackTo(world, 'before-rollback'),
  }),
  byClick('an undo', {
    reaches: ['apply-state', 'apply-state'],
    prepare: (world) => world.runTask(),
    async command(world) {
      const { chatId, target: rolled } = await rollbackTo(world, 'before-changes');
      if (rolled.kind !== 'rollback') throw new Error('This is no rollback.');
      const target = { kind: 'undo', checkpointId: rolled.checkpointId } as const;
      return { type: 'reverse', chatId, target, shown: await previewed(world, target) };
    },
  }),
  byClick('unsaved changes restored after a reload', {
    reaches: ['apply-state', 'apply-state'],
    prepare: reload,
    async command(world) {
      const lost = await lostDrafts(world);
      const target = { kind: 'restore-unsaved' } as const;
      return { type: 'reverse', chatId: world.chatId, target, shown: basisOf(lost) };
    },
  }),
  {
    ...byClick('an earlier save restored', {
      reaches: ['apply-state', 'save', 'apply-state', 'apply-state'],
      async prepare(world) {
        await world.setPolicy({ permissions: { save_changes: 'allow' } });
        await rollBack(world);
      },
      async command(world) {
        const { chatId } = world;
        const target = { kind: 'restore-saved' } as const;
        return { type: 'reverse', chatId, target, shown: await previewed(world, target) };
      },
    }),
    calls: [...ADD, ['save_changes', {}]],
  },
  {
    ...byClick('a page restored after a rollback that failed', {
      reaches: [],
      prepare: (world) => world.runTask(),
      command: (world) => rollbackTo(world, 'before-changes'),
    }),
    reaches: ['apply-state', 'apply-state', 'apply-state'],
    async authorized(world) {
      await world.runTask();
      const command = await rollbackTo(world, 'before-changes');
      const mend = breakJournal();
      const code = await codeOf(world.command(command));
      mend();
      if (code !== 'storage-full') throw new Error(`The rollback ended with ${code}.`);
    },
  },
];
