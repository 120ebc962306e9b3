// @own-modules: startSteward replaces Dexie's IndexedDB in the whole process
import { afterEach, describe, expect, it } from 'vitest';
import type { RecipeCall } from '@/src/schema/recipe';
import { modelFilterState } from '../fakes/model-filter-page';
import { approveAsShown } from './approvals';
import { type StewardInMemory, startSteward } from './steward-in-memory';
import { answersWith } from './wire-in-memory';

const hide = (pattern: string): RecipeCall => ({ name: 'add_ignore_rule', args: { pattern } });

let steward: StewardInMemory;
afterEach(() => steward.close());

async function start() {
  steward = await startSteward({ context: modelFilterState(), endpoint: answersWith([]), hasTitle: false });
}

const run = (calls: RecipeCall[]) =>
  steward.command({
    type: 'run-recipe',
    chatId: steward.chatId,
    name: 'Tidy',
    recipe: { adapterId: 'model-filter', calls },
  });

const ignored = () => steward.page.fake.state.drafts.openai?.ignore;

describe('a recipe', () => {
  it.each(['default', 'ask-every-change'] as const)(
    'is run after one approval, whatever is allowed (%s), without a request to the model',
    async (approvalPolicy) => {
      await start();
      const policy = { approvalPolicy, permissions: { add_ignore_rule: 'allow' as const }, planMode: false };
      await steward.command({ type: 'set-policy', chatId: steward.chatId, ...policy });
      const before = steward.wire.sent.length;
      await run([hide('*audio*'), hide('o1*')]);
      await steward.settled();
      expect(ignored()).toBeUndefined();
      await approveAsShown(steward, steward.chatId);
      await steward.settled();
      expect(ignored()).toEqual(['*audio*', 'o1*']);
      expect(steward.wire.sent).toHaveLength(before);
      const [said] = await steward.db.messages.orderBy('[chatId+position]').toArray();
      expect(said).toMatchObject({
        content: 'Run the recipe “Tidy”: Hide *audio* and Hide o1*.',
        isProposal: true,
      });
      const [run_] = await steward.db.runs.toArray();
      expect(run_).toMatchObject({ status: { state: 'done' }, proposes: [hide('*audio*'), hide('o1*')] });
      expect(await steward.db.checkpoints.filter(({ reason }) => reason === 'before-changes').count()).toBe(
        1,
      );
    },
  );

  it('does nothing in a chat that may only read', async () => {
    await start();
    const policy = { approvalPolicy: 'read-only' as const, permissions: {}, planMode: false };
    await steward.command({ type: 'set-policy', chatId: steward.chatId, ...policy });
    await run([hide('*audio*')]);
    await steward.settled();
    expect(ignored()).toBeUndefined();
    expect(await steward.db.approvals.count()).toBe(0);
  });

  it.each<[string, RecipeCall[]]>([
    ['a tool that is gone', [hide('*'), { name: 'hide_by_age', args: {} }]],
    ['an empty value', [hide('')]],
  ])('is refused before anything is done if it has %s', async (_, calls) => {
    await start();
    await expect(run(calls)).rejects.toMatchObject({ code: 'invalid-message' });
    expect(await steward.db.runs.count()).toBe(0);
    expect(await steward.db.messages.count()).toBe(0);
  });
});
