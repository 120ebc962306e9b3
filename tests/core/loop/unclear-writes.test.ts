import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { atNextCall } from './interruptions';
import { add } from './made-calls';

/** A response with two writes; `during` prepares what happens during the first one. */
async function carriedOut(hasDryRuns: boolean, during: (h: LoopHarness) => void): Promise<LoopHarness> {
  const h = await createLoopHarness([calls(add('a'), add('b')), says('I see.')], { hasDryRuns });
  during(h);
  await h.send('Add both');
  for (let second = 0; second < 32; second += 4) await h.pass(4_000);
  return h;
}

/** The user edits the page during the first write, so that it leads to another state than the dry run. */
function editBeforeWrite(h: LoopHarness): void {
  atNextCall(h, 'beforeExecute', () => {
    h.notes.editByHand(['milk', 'user']);
  });
}

/** The user edits the page after the first write, before the page is read. */
function editAfterWrite(h: LoopHarness): void {
  atNextCall(h, 'afterExecute', () => {
    h.notes.editByHand(['milk', 'a', 'user']);
  });
}

/** The page refuses the first write after the user has edited the page. */
function refuseAfterEdit(h: LoopHarness): void {
  const { execute } = h.deps.page;
  h.deps.page.execute = async () => {
    h.deps.page.execute = execute;
    h.notes.editByHand(['milk', 'user']);
    const result = { success: false, message: 'The server said no.', error_code: 'page_refused' };
    return {
      result,
      stateHashBefore: '',
      stateHashAfter: h.notes.hash(),
      document: 'document-1',
      order: 1_000,
    };
  };
}

describe('a page that may hold changes by others besides those of a write', () => {
  it.each<[string, boolean, (h: LoopHarness) => void, RegExp]>([
    ['an edit got into a computed write', true, editBeforeWrite, /^partly_applied/],
    ['an edit followed a write without a dry run', false, editAfterWrite, /^ok/],
    ['an edit came with a refusal', true, refuseAfterEdit, /^partly_applied/],
  ])(
    'takes no further write of the response, and is reported with the user’s edit: %s',
    async (_what, hasDryRuns, during, first) => {
      const h = await carriedOut(hasDryRuns, during);
      expect(await h.results()).toEqual([
        expect.stringMatching(first),
        expect.stringMatching(/^page_changed/),
      ]);
      expect(h.notes.page.notes).toContain('user');
      expect(h.notes.page.notes).not.toContain('b');
      expect(JSON.stringify(h.requests.at(-1)?.messages)).toMatch(/note_added \{[^}]*user/);
    },
  );
});
