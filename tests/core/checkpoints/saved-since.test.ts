import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { savedSinceCut } from '@/src/core/checkpoints/saved-since';
import { hashJson } from '@/src/core/hash';
import type { PageReading } from '@/src/core/ports/page-port';
import type { ChatRecord } from '@/src/core/records/record-access';
import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, Message, ToolMessage } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import { notesAdapter } from '../../fakes/notes-adapter';

const notes = notesAdapter as unknown as AdapterDefinition;
if (notes.saving === undefined) throw new Error('The notes page has a save.');
const adapter: AdapterDefinition = {
  ...notes,
  saving: { ...notes.saving, savedState: (context) => context ?? '' },
};

/** The stored result of a save; `lost` for a save without one. */
type Word = 'done' | 'uncertain' | 'partly' | 'not-applied' | 'refused' | 'lost';
interface Save {
  word: Word;
  before: string;
  /** The intended saved state; null if it could not be computed. */
  after: string | null;
}

const RESULTS: Readonly<Record<Exclude<Word, 'lost'>, ToolResult>> = {
  done: { success: true, message: 'Saved.' },
  uncertain: { success: false, message: 'Uncertain.', error_code: 'outcome_unknown' },
  partly: { success: false, message: 'Partly.', error_code: 'partly_applied' },
  'not-applied': { success: false, message: 'No effect.', error_code: 'not_applied' },
  refused: { success: false, message: 'Refused.', error_code: 'save_refused' },
};

function messagesOf(saves: readonly Save[]): Message[] {
  return saves.flatMap(({ word }, index): Message[] => {
    const shared = { chatId: 'chat', runId: 'run', createdAtMs: 0, discardedBy: null };
    const call = { executionId: `save-${index}`, modelCallId: 'call', name: 'publish', argumentsText: '{}' };
    const response = {
      ...shared,
      role: 'assistant',
      position: 2 * index,
      id: `a-${index}`,
      toolCalls: [call],
    };
    const made = response as unknown as AssistantMessage;
    if (word === 'lost') return [made];
    const result = { ...shared, ...call, role: 'tool', position: 2 * index + 1, id: `t-${index}` };
    return [made, { ...result, result: RESULTS[word] } as unknown as ToolMessage];
  });
}

/** The index of the save that a rollback past all of them names, while the page reports `saved`. */
async function named(saves: readonly Save[], saved: string): Promise<number | null> {
  const messages = messagesOf(saves);
  const executionById = async (id: string) => {
    const save = saves[Number(id.split('-')[1])];
    if (save === undefined) return null;
    const { before, after } = save;
    const write = {
      before: { stateHash: 'page', savedHash: hashJson(before) },
      after: after === null ? null : { stateHash: 'page', savedHash: hashJson(after) },
      savedBefore: before,
    };
    return { id, write } as unknown as Execution;
  };
  const since = await savedSinceCut(
    { journal: { executionById } as unknown as Parameters<typeof savedSinceCut>[0]['journal'] },
    { adapter, record: { messages } as unknown as ChatRecord },
    { setAside: messages, bringBack: [], givenBack: null },
    { context: saved } as PageReading,
  );
  if (since === null) return null;
  expect(since.savedHash).toBe(hashJson(saved));
  return Number(since.executionId.split('-')[1]);
}

const save = (word: Word, before: string, after: string | null): Save => ({ word, before, after });

it.each<[string, Save[], string, number | null]>([
  ['one that is certain', [save('done', 'a', 'b')], 'b', 0],
  ['none if others saved since', [save('done', 'a', 'b')], 'z', null],
  ['none if the earlier state was saved again', [save('done', 'a', 'b')], 'a', null],
  ['one that is uncertain, and shows', [save('uncertain', 'a', 'b')], 'b', 0],
  ['one that was applied in part, and shows', [save('partly', 'a', 'b')], 'b', 0],
  ['one without a result, and shows', [save('lost', 'a', 'b')], 'b', 0],
  ['one without effect that landed after all', [save('not-applied', 'a', 'b')], 'b', 0],
  ['none that is uncertain, and does not show', [save('uncertain', 'a', 'b')], 'a', null],
  ['no uncertain one if others saved', [save('uncertain', 'a', 'b')], 'z', null],
  ['one of unknown effect that may have', [save('uncertain', 'a', null)], 'b', 0],
  ['none of unknown effect that was refused', [save('refused', 'a', null)], 'b', null],
  ['the uncertain one before', [save('uncertain', 'a', 'b'), save('done', 'b', 'c')], 'c', 0],
  ['not one before that never landed', [save('uncertain', 'a', 'b'), save('done', 'a', 'c')], 'c', 1],
  ['the certain one, if the uncertain one failed', [save('done', 'a', 'b'), save('lost', 'b', 'c')], 'b', 0],
  ['the certain one, if both took effect', [save('done', 'a', 'b'), save('uncertain', 'b', 'c')], 'c', 0],
  ['none if the second reverted the first', [save('done', 'a', 'b'), save('partly', 'b', 'a')], 'a', null],
  ['the certain one after a refused one', [save('refused', 'a', 'b'), save('done', 'a', 'c')], 'c', 1],
  ['the certain one before a refused one', [save('done', 'a', 'b'), save('refused', 'b', 'c')], 'b', 0],
  ['one that took effect after a later one', [save('uncertain', 'a', 'b'), save('done', 'a', 'c')], 'b', 1],
  ['none that was overwritten by others', [save('uncertain', 'a', 'b'), save('done', 'b', 'c')], 'b', null],
])('a rollback past saves names %s', async (_, saves, saved, index) => {
  expect(await named(saves, saved)).toBe(index);
});

/** The number of later saves after which an open save takes effect; null for never. `isFirst`: before the save that is sent then. */
const landing = fc.option(fc.record({ behind: fc.nat({ max: 3 }), isFirst: fc.boolean() }));
const words = fc.constantFrom<Word>('done', 'uncertain', 'partly', 'not-applied', 'refused', 'lost');

it('finds the saved state before the first save in effect, for any order in which saves take effect', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ word: words, landing }), { minLength: 1, maxLength: 5 }),
      async (sent) => {
        let saved = 'v';
        const land = (index: number, isFirst: boolean) => {
          for (const [other, { word, landing: wanted }] of sent.entries()) {
            const isDue = wanted !== null && other + wanted.behind === index && wanted.isFirst === isFirst;
            if (other <= index && isDue && word !== 'done' && word !== 'refused') saved = `v${other}`;
          }
        };
        const saves: Save[] = [];
        for (const [index, { word }] of sent.entries()) {
          saves.push(save(word, saved, `v${index}`));
          land(index, true);
          if (word === 'done') saved = `v${index}`;
          land(index, false);
        }
        const index = await named(saves, saved);
        if (saved === 'v') expect(index).toBeNull();
        else expect(saves[index ?? -1]?.before).toBe('v');
      },
    ),
    { numRuns: 500 },
  );
});
