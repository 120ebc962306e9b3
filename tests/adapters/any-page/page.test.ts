// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAnyPage, NOTICE_PAUSE_MS } from '@/src/adapters/any-page/page';
import { LOADED_MS } from '@/src/adapters/kit/page-sign';
import { pageReplySchemas } from '@/src/messages/page-answers';

const { signal } = new AbortController();
const plain = createAnyPage(document);

describe('a page', () => {
  it('is taken by its title, but not if it announces the page protocol', async () => {
    document.title = 'Users';
    expect(await plain.detect(signal)).toEqual({ instanceId: 'site', title: 'Users', canShow: true });
    document.title = '';
    expect(await plain.detect(signal)).toMatchObject({ title: document.location.host });
    const announcement = document.createElement('meta');
    announcement.name = 'steward-page-protocol';
    announcement.content = '1';
    document.head.append(announcement);
    expect(await plain.detect(signal)).toBeNull();
    announcement.remove();
  });

  it('is taken however long its title is', async () => {
    document.title = 'A long title. '.repeat(100);
    const reply = { ok: true, value: { adapterId: 'any-page', identity: await plain.detect(signal) } };
    expect(pageReplySchemas.identify.safeParse(reply).success).toBe(true);
  });

  it.each<[DocumentReadyState, number, boolean]>([
    ['loading', LOADED_MS, false],
    ['interactive', 0, false],
    ['interactive', LOADED_MS, true],
    ['complete', 0, true],
  ])('that is %s after %d ms is taken: %s', async (readyState, age, isTaken) => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState);
    vi.spyOn(performance, 'now').mockReturnValue(age);
    expect((await plain.detect(signal)) !== null).toBe(isTaken);
  });

  it('is never changed but by its own tools', async () => {
    const refusal = { code: 'state-refused' };
    await expect(plain.applyState({}, signal)).rejects.toMatchObject(refusal);
    await expect(plain.query('x', {}, signal)).rejects.toMatchObject(refusal);
  });
});

describe('notices', () => {
  const watching = new AbortController();
  const notice = vi.fn();
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<p>x</p><input>';
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('come at once, then at most once in each pause, and end with the signal', async () => {
    plain.subscribe(notice, watching.signal);
    const change = async (text: string) => {
      document.body.append(text);
      await vi.advanceTimersByTimeAsync(0);
    };
    await change('one');
    expect(notice).toHaveBeenCalledTimes(1);
    await change('two');
    await change('three');
    expect(notice).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(NOTICE_PAUSE_MS);
    expect(notice).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(NOTICE_PAUSE_MS);
    expect(notice).toHaveBeenCalledTimes(2);
    document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }));
    expect(notice).toHaveBeenCalledTimes(3);
    await change('four');
    watching.abort();
    await vi.advanceTimersByTimeAsync(5 * NOTICE_PAUSE_MS);
    await change('five');
    expect(notice).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  });
});
