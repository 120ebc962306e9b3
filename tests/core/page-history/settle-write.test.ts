import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { StewardError } from '@/src/core/errors';
import {
  NEVER_RECEIVED,
  NO_ANSWER,
  type PageReply,
  settleWrite,
  verdictOf,
  type WriteAnswer,
  type WriteVerdict,
} from '@/src/core/page-history/settle-write';
import type { PageReading, RecalledExecution } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { PageHashes } from '@/src/schema/page-hashes';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { Json } from '@/src/schema/values/json';
import { notesAdapter } from '../../fakes/notes-adapter';

const hashes = (state: string, saved = 's'): PageHashes => ({ stateHash: state, savedHash: saved });
type Write = Parameters<typeof verdictOf>[0];
const WRITE: Write = { before: hashes('before'), after: hashes('after'), effect: 'write' };
const COMMIT: Write = { before: hashes('x', 'old'), after: hashes('x', 'new'), effect: 'commit' };
const UNPLANNED: Write = { before: hashes('before'), after: null, effect: 'write' };
const UNPLANNED_COMMIT: Write = { ...UNPLANNED, effect: 'commit' };

describe('the verdict on a write', () => {
  it.each<[string, Write, PageHashes | null, PageReply, WriteVerdict]>([
    ['no answer, and the expected state', WRITE, hashes('after'), 'none', 'applied'],
    ['no answer, and the state before', WRITE, hashes('before'), 'none', 'refused'],
    ['no answer, and another state', WRITE, hashes('other'), 'none', 'uncertain'],
    ['no answer, and no reading', WRITE, null, 'none', 'uncertain'],
    ['a refusal, but the expected state', WRITE, hashes('after'), 'refused', 'applied'],
    ['a refusal, and the state before', WRITE, hashes('before'), 'refused', 'refused'],
    ['a refusal, and another state', WRITE, hashes('other'), 'refused', 'partly'],
    ['success, but the state before', WRITE, hashes('before'), 'done', 'refused'],
    ['success, and another state', WRITE, hashes('other'), 'done', 'partly'],
    ['success, and no reading', WRITE, null, 'done', 'applied'],
    ['no answer, and others saved meanwhile', WRITE, hashes('after', 'other'), 'none', 'applied'],
    ['no answer to a save, and the intended file', COMMIT, hashes('x', 'new'), 'none', 'applied'],
    ['no answer to a save, and the file as before', COMMIT, hashes('x', 'old'), 'none', 'refused'],
    ['a refused save, and another file', COMMIT, hashes('x', 'third'), 'refused', 'refused'],
    ['no answer to a save, and another file', COMMIT, hashes('x', 'third'), 'none', 'uncertain'],
    ['no dry run, success', UNPLANNED, hashes('any'), 'done', 'applied'],
    ['no dry run, no answer, and the state before', UNPLANNED, hashes('before'), 'none', 'refused'],
    [
      'no dry run, no answer to a commit, and the state before, which may not show it',
      UNPLANNED_COMMIT,
      hashes('before'),
      'none',
      'uncertain',
    ],
    [
      'no dry run, a refused commit, and the state before',
      UNPLANNED_COMMIT,
      hashes('before'),
      'refused',
      'refused',
    ],
    ['no dry run, no answer, and another file', UNPLANNED, hashes('before', 'other'), 'none', 'uncertain'],
    ['no dry run, a refusal, and another state', UNPLANNED, hashes('other'), 'refused', 'partly'],
  ])('with %s', (_, write, now, word, verdict) => {
    expect(verdictOf(write, now, { reply: word, stateHashAfter: null })).toBe(verdict);
  });
});

describe('the verdict on a write whose answer contains the state after it', () => {
  it.each<[string, Write, PageHashes | null, PageReply, string, WriteVerdict]>([
    [
      'success in the expected state, and another one now',
      WRITE,
      hashes('other'),
      'done',
      'after',
      'applied',
    ],
    ['success in the expected state, reverted since', WRITE, hashes('before'), 'done', 'after', 'applied'],
    ['success in a state that wasn’t expected', WRITE, hashes('other'), 'done', 'other', 'partly'],
    [
      'a refusal in the state before, and another one now',
      WRITE,
      hashes('other'),
      'refused',
      'before',
      'refused',
    ],
    [
      'a refusal in the state before, and the same change by others',
      WRITE,
      hashes('after'),
      'refused',
      'before',
      'refused',
    ],
    [
      'a save that the file shows, on a page that was changed since',
      COMMIT,
      hashes('y', 'new'),
      'done',
      'x',
      'applied',
    ],
    [
      'a save that the file shows, on a page that was changed before it answered',
      COMMIT,
      hashes('y', 'new'),
      'done',
      'y',
      'applied',
    ],
    [
      'a failure reported in the expected state, reverted since',
      WRITE,
      hashes('before'),
      'refused',
      'after',
      'applied',
    ],
    ['a save that the file doesn’t show', COMMIT, hashes('y', 'third'), 'done', 'x', 'partly'],
    ['a failure after a part, on a page that can’t be read', WRITE, null, 'refused', 'third', 'partly'],
    ['a failure without a change, on a page that can’t be read', WRITE, null, 'refused', 'before', 'refused'],
  ])('with %s', (_, write, now, word, stateHashAfter, verdict) => {
    expect(verdictOf(write, now, { reply: word, stateHashAfter })).toBe(verdict);
  });
});

describe('reading the page again', () => {
  const adapter = notesAdapter as unknown as AdapterDefinition;
  const context = (notes: string[]): Json => ({ notes, published: [] });
  const write = {
    before: pageHashesOf(adapter, context(['a'])),
    after: pageHashesOf(adapter, context(['a', 'b'])),
    executionId: 'e',
  };
  const chat = newChat({
    id: 'c',
    title: '',
    atMs: 0,
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId: 'i', title: '' },
    settings: newChatSettings(),
    lastStateHash: null,
  });
  const unreadable = new StewardError('page-protocol', 'Garbled.', { remedy: '' });
  const gone = new StewardError('page-gone', 'Closed.', { remedy: '' });
  const signedOut = new StewardError('page-key', 'Signed out.', { remedy: '' });
  const silent = new StewardError('timeout', 'Silent.', { remedy: '' });

  const reading = (notes: string[]): PageReading => {
    const held = context(notes);
    const source = { page: 't', document: 'd', order: 1, askedAtMs: 1 };
    return { context: held, stateHash: pageHashesOf(adapter, held).stateHash, source };
  };
  const UNKNOWN: RecalledExecution = { kind: 'unknown' };
  /** A page as before the write, which it doesn't know. */
  const UNCHANGED = { readContext: async () => reading(['a']), recall: async () => UNKNOWN };
  const failedWith = (code: ErrorCode): RecalledExecution => ({
    kind: 'failed',
    error: { code, message: '', remedy: '', details: null },
  });
  const ended = (success: boolean): RecalledExecution => ({
    kind: 'done',
    outcome: {
      result: { success, message: '' },
      stateHashBefore: '',
      stateHashAfter: '',
      document: 'd',
      order: 1,
    },
  });

  /** Settles a write on a page in memory, without waiting. */
  const settleOn = (
    page: Parameters<typeof settleWrite>[0]['page'],
    sent: Parameters<typeof settleWrite>[2],
    answer: WriteAnswer,
  ) => {
    const timer = { sleep: async () => undefined };
    const deps = { page, timer, adapters: { definitionOf: () => adapter } };
    return settleWrite(deps, chat, sent, answer, new AbortController().signal);
  };

  /** Settles a write on a page that returns these readings one after the other, and then always the last one. */
  async function settle(
    answers: (string[] | StewardError)[],
    word: PageReply,
    mayArriveLate: boolean,
    recalled: RecalledExecution | StewardError = UNKNOWN,
  ) {
    const delays: number[] = [];
    let readings = 0;
    const page = {
      async recall() {
        if (recalled instanceof StewardError) throw recalled;
        return recalled;
      },
      async readContext(): Promise<PageReading> {
        const answer = answers[Math.min(readings, answers.length - 1)];
        readings += 1;
        if (answer === undefined || answer instanceof StewardError) throw answer;
        return reading(answer);
      },
    };
    const timer = { sleep: async (ms: number) => void delays.push(ms) };
    const deps = { page, timer, adapters: { definitionOf: () => adapter } };
    const { signal } = new AbortController();
    const { verdict } = await settleWrite(
      deps,
      chat,
      write,
      { reply: word, stateHashAfter: null, mayArriveLate },
      signal,
    );
    return { verdict, readings, waitedMs: delays.reduce((sum, ms) => sum + ms, 0) };
  }

  it.each<[string, (string[] | StewardError)[], PageReply, boolean, object]>([
    ['stops at the expected state', [['a', 'b']], 'none', true, { verdict: 'applied', readings: 1 }],
    [
      'waits for a change that arrives late',
      [['a'], ['a'], ['a', 'b']],
      'none',
      true,
      { verdict: 'applied', readings: 3 },
    ],
    [
      'ends after the last reading, and one more of the page that doesn’t know the write',
      [['a']],
      'none',
      true,
      { verdict: 'refused', readings: 7, waitedMs: 7_750 },
    ],
    ['reads once if nothing can arrive late', [['a']], 'none', false, { verdict: 'refused', readings: 1 }],
    [
      'reads again if the page was unreadable once',
      [unreadable, ['a', 'b']],
      'done',
      false,
      { verdict: 'applied', readings: 2 },
    ],
    [
      'is uncertain if the page stays unreadable',
      [unreadable],
      'none',
      true,
      { verdict: 'uncertain', readings: 6 },
    ],
    [
      'reads an unresponsive page only once',
      [silent, ['a', 'b']],
      'none',
      true,
      { verdict: 'uncertain', readings: 1 },
    ],
    [
      'uses the page’s answer if its session ended afterwards',
      [signedOut],
      'refused',
      false,
      { verdict: 'refused', readings: 1 },
    ],
    [
      'uses the page’s answer if it went away afterwards',
      [gone],
      'done',
      false,
      { verdict: 'applied', readings: 1 },
    ],
  ])('%s', async (_, answers, word, mayArriveLate, expected) => {
    expect(await settle(answers, word, mayArriveLate)).toMatchObject(expected);
  });

  it.each<[string, (string[] | StewardError)[], RecalledExecution | StewardError, WriteVerdict]>([
    ['never got it', [['a']], UNKNOWN, 'refused'],
    ['is still at it', [['a']], { kind: 'running' }, 'uncertain'],
    ['timed out on it', [['a']], failedWith('timeout'), 'uncertain'],
    ['got it too late', [['a']], failedWith('aborted'), 'refused'],
    ['was changed before it received it', [['c']], failedWith('page-changed'), 'refused'],
    ['can’t be queried', [['a']], unreadable, 'uncertain'],
    ['has ended it by now', [['a'], ['a'], ['a'], ['a'], ['a'], ['a'], ['a', 'b']], ended(true), 'applied'],
    ['has refused it by now', [['a']], ended(false), 'refused'],
    ['stopped responding after a reading', [['a'], silent], UNKNOWN, 'uncertain'],
    ['went away after a reading', [['a'], gone], UNKNOWN, 'uncertain'],
    ['is still at it, and was changed by others', [['c']], { kind: 'running' }, 'uncertain'],
  ])(
    'asks a page that doesn’t show the write, and one that %s decides it',
    async (_, answers, recalled, verdict) => {
      expect(await settle(answers, 'none', true, recalled)).toMatchObject({ verdict });
    },
  );

  it.each<[string, (string[] | StewardError)[], WriteVerdict]>([
    ['shows the state before, is uncertain about a commit', [['a']], 'uncertain'],
    ['shows the commit, returns applied', [['a', 'b']], 'applied'],
    ['is unreadable, is uncertain', [unreadable], 'uncertain'],
  ])('from a document that was loaded after the last reading, and %s', async (_, later, verdict) => {
    const answers = [...later];
    let isLoadedAgain = false;
    const page = {
      async recall() {
        isLoadedAgain = true;
        return UNKNOWN;
      },
      async readContext(): Promise<PageReading> {
        if (!isLoadedAgain) return reading(['a']);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer === undefined || answer instanceof StewardError) throw answer;
        const read = reading(answer);
        return { ...read, source: { ...read.source, document: 'loaded again' } };
      },
    };
    const commit = { ...write, effect: 'commit' as const, document: 'd' };
    expect(await settleOn(page, commit, NO_ANSWER)).toMatchObject({ verdict });
  });

  it('returns refused for a write without an effect that the page never received', async () => {
    const nothing = { ...write, after: write.before };
    expect(await settleOn(UNCHANGED, nothing, NEVER_RECEIVED)).toMatchObject({
      verdict: 'refused',
    });
  });

  it.each([
    ['a write to an earlier document was lost with it', 'write', 'before', 'refused'],
    ['a commit to this document never reached it', 'commit', 'd', 'refused'],
    ['a commit to an earlier document may still take effect', 'commit', 'before', 'uncertain'],
  ] as const)('of an unchanged page that doesn’t know the write: %s', async (_, effect, sentTo, verdict) => {
    const sent = { ...write, effect, document: sentTo };
    expect(await settleOn(UNCHANGED, sent, NEVER_RECEIVED)).toMatchObject({ verdict });
  });

  it('returns refused if the page refused and then stopped responding', async () => {
    expect(await settle([silent], 'refused', false)).toMatchObject({ verdict: 'refused' });
  });

  it('rejects while the page is unreachable', async () => {
    await expect(settle([gone], 'none', true)).rejects.toMatchObject({ code: 'page-gone' });
  });

  it('returns uncertain if the page was still as before when the wait was aborted', async () => {
    const controller = new AbortController();
    const timer = {
      async sleep() {
        controller.abort(new Error('stopped'));
        throw controller.signal.reason;
      },
    };
    const deps = { page: UNCHANGED, timer, adapters: { definitionOf: () => adapter } };
    expect(await settleWrite(deps, chat, write, NO_ANSWER, controller.signal)).toMatchObject({
      verdict: 'uncertain',
    });
  });
});
