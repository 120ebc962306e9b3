import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { savedSinceCut } from '@/src/core/checkpoints/saved-since';
import { hashJson } from '@/src/core/hash';
import type { PageReading } from '@/src/core/ports/page-port';
import type { AssistantMessage, Message, ToolMessage } from '@/src/core/records/message';
import type { ChatRecord } from '@/src/core/records/record-access';
import type { Execution } from '@/src/core/records/run';
import type { ToolResult } from '@/src/core/records/tool-result';
import { notesAdapter } from '../../fakes/notes-adapter';

const adapter: AdapterDefinition = {
  ...(notesAdapter as unknown as AdapterDefinition),
  savedState: (context) => context,
};

/** What its result says of a save; `lost` for a save that has none. */
type Word = 'done' | 'uncertain' | 'partly' | 'not-applied' | 'refused' | 'lost';
interface Save {
  word: Word;
  before: string;
  /** What it was to save; null where nobody knew beforehand. */
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

/** Which save a rollback past all of them names, by its index, while the page reports `saved`. */
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
    { setAside: messages, bringBack: [], composerText: null },
    { context: saved } as PageReading,
  );
  if (since === null) return null;
  expect(since.savedHash).toBe(hashJson(saved));
  return Number(since.executionId.split('-')[1]);
}

const save = (word: Word, before: string, after: string | null): Save => ({ word, before, after });

it.each<[string, Save[], string, number | null]>([
  ['one that is certain', [save('done', 'a', 'b')], 'b', 0],
  ['none where others saved since', [save('done', 'a', 'b')], 'z', null],
  ['none where what was saved before is saved again', [save('done', 'a', 'b')], 'a', null],
  ['one that is uncertain, and shows', [save('uncertain', 'a', 'b')], 'b', 0],
  ['one that was applied in part, and shows', [save('partly', 'a', 'b')], 'b', 0],
  ['one without a result, and shows', [save('lost', 'a', 'b')], 'b', 0],
  ['one without effect that landed after all', [save('not-applied', 'a', 'b')], 'b', 0],
  ['none that is uncertain, and does not show', [save('uncertain', 'a', 'b')], 'a', null],
  ['none that is uncertain where others saved', [save('uncertain', 'a', 'b')], 'z', null],
  ['one of unknown effect that may have', [save('uncertain', 'a', null)], 'b', 0],
  ['none of unknown effect that was refused', [save('refused', 'a', null)], 'b', null],
  ['the uncertain one before', [save('uncertain', 'a', 'b'), save('done', 'b', 'c')], 'c', 0],
  ['not one before that never landed', [save('uncertain', 'a', 'b'), save('done', 'a', 'c')], 'c', 1],
  [
    'the certain one, where the uncertain one failed',
    [save('done', 'a', 'b'), save('lost', 'b', 'c')],
    'b',
    0,
  ],
  ['the certain one, where both happened', [save('done', 'a', 'b'), save('uncertain', 'b', 'c')], 'c', 0],
  [
    'none where the second took the first back',
    [save('done', 'a', 'b'), save('partly', 'b', 'a')],
    'a',
    null,
  ],
  ['the certain one behind a refused one', [save('refused', 'a', 'b'), save('done', 'a', 'c')], 'c', 1],
  ['the certain one before a refused one', [save('done', 'a', 'b'), save('refused', 'b', 'c')], 'b', 0],
  ['one that landed behind a later one', [save('uncertain', 'a', 'b'), save('done', 'a', 'c')], 'b', 1],
  ['none that was overwritten by others', [save('uncertain', 'a', 'b'), save('done', 'b', 'c')], 'b', null],
])('a rollback past saves names %s', async (_, saves, saved, index) => {
  expect(await named(saves, saved)).toBe(index);
});

/** When an open save lands, in saves that follow it; null for never. `isFirst`: before the save that is sent then. */
const landing = fc.option(fc.record({ behind: fc.nat({ max: 3 }), isFirst: fc.boolean() }));
const words = fc.constantFrom<Word>('done', 'uncertain', 'partly', 'not-applied', 'refused', 'lost');

it('names what is saved, and what was saved before it all, whichever saves land when', async () => {
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
