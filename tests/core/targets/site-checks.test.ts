import { describe, expect, it } from 'vitest';
import type { InForce } from '@/src/schema/values/in-force';
import { calls, says } from '../../fakes/loop-harness';
import { createSitesHarness, type SitesHarness } from '../../fakes/sites-harness';

const TWINS = { north: ['milk'], south: ['milk', 'eggs'] };
const ALL = { targets: ['all'] };
const ADD_TEA = calls(['add_note', { text: 'tea', ...ALL }]);
const END = says('Done.');
const NOT_SAVED = expect.stringMatching(/^In force: no\. .*publish/i);
const LOST = expect.stringMatching(/^In force: no\. .*no longer has/);
const SAVED = 'In force: yes. What the page shows is saved.';

/** The answers of a site’s readings in turn; the last one stays. */
function answers(...values: InForce['value'][]) {
  let reads = 0;
  const inForce = async () => {
    const value = values[Math.min(reads, values.length - 1)] ?? 'unknown';
    reads += 1;
    return { value, evidence: `Reading ${reads}.` };
  };
  return { inForce, reads: () => reads };
}

describe('after a change of several sites', () => {
  it('each is checked, and the outcome is in its audit', async () => {
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END]);
    await sites.send('Add tea everywhere.');
    expect(await sites.checks()).toEqual({ north: [NOT_SAVED], south: [NOT_SAVED] });
  });

  it('a site is read again until the change is in force', async () => {
    const { inForce, reads } = answers('no', 'unknown', 'yes', 'no');
    const sites = await createSitesHarness({ north: ['milk'], south: ['milk'] }, [ADD_TEA, END], { inForce });
    await sites.send('Add tea everywhere.');
    await sites.h.time.pass(4_000);
    await sites.settled();
    expect(await sites.checks()).toEqual({ north: ['In force: yes. Reading 3.'], south: [] });
    for (let passes = 0; passes < 6; passes += 1) {
      await sites.settled();
      await sites.h.time.pass(4_000);
    }
    expect(await sites.checks()).toMatchObject({ south: [`In force: no. Reading ${reads()}.`] });
    expect(reads()).toBeLessThan(12);
  });

  it('a site that doesn’t answer keeps no other one waiting', async () => {
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END], {
      inForce: (_, now) =>
        JSON.stringify(now).includes('eggs')
          ? Promise.resolve({ value: 'yes', evidence: 'Seen.' })
          : new Promise(() => {}),
    });
    await sites.send('Add tea everywhere.');
    expect(await sites.checks()).toEqual({ north: [], south: ['In force: yes. Seen.'] });
  });

  it.each<[string, (sites: SitesHarness) => PromiseLike<unknown>]>([
    ['has been removed from the chat', ({ h }) => h.db.chats.update(h.chatId, { targets: [] })],
    ['was in a chat that has been deleted', ({ h }) => h.db.chats.update(h.chatId, { deletedAtMs: 1 })],
    ['is unknown since all data was deleted', ({ h }) => h.db.chats.clear()],
  ])('a site that %s is not read again, and gets no audit', async (_, remove) => {
    const { inForce, reads } = answers('no');
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END], { inForce });
    await sites.send('Add tea everywhere.');
    await remove(sites);
    const before = reads();
    for (let passes = 0; passes < 6; passes += 1) {
      await sites.h.time.pass(4_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(reads()).toBe(before);
    expect(await sites.checks()).toEqual({ north: [], south: [] });
  });

  it('nothing is checked if the calls only read, or were refused', async () => {
    const sites = await createSitesHarness(TWINS, [calls(['count_notes', {}]), ADD_TEA, END], {
      settings: { approvalPolicy: 'ask-every-change' },
    });
    await sites.send('How many?');
    await sites.decide({ north: 'reject', south: 'reject' });
    expect(await sites.checks()).toEqual({ north: [], south: [] });
  });
});

describe('the user checks again', () => {
  it('and each site has the outcome that holds then', async () => {
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END]);
    await sites.send('Add tea everywhere.');
    const { page } = sites.page('north');
    page.published = [...page.notes];
    sites.page('south').close();
    await sites.check();
    expect(await sites.checks()).toEqual({
      north: [NOT_SAVED, SAVED],
      south: [NOT_SAVED, expect.stringMatching(/^In force: unknown\. ./)],
    });
  });

  it.each<[string, string[], unknown]>([
    ['lost the unsaved change', ['milk'], LOST],
    ['has the change, and another one besides', ['milk', 'jam', 'tea'], SAVED],
  ])('and a page that %s is judged by that', async (_, notes, outcome) => {
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END]);
    await sites.send('Add tea everywhere.');
    Object.assign(sites.page('north').page, { notes, published: notes });
    await sites.check();
    expect(await sites.checks()).toMatchObject({ north: [NOT_SAVED, outcome] });
  });

  it('and a change that a second admin took back is in force nowhere', async () => {
    const sites = await createSitesHarness(TWINS, [ADD_TEA, END], { inForce: answers('yes').inForce });
    await sites.send('Add tea everywhere.');
    sites.page('north').page.notes = ['milk'];
    await sites.check();
    expect(await sites.checks()).toEqual({
      north: ['In force: yes. Reading 1.', LOST],
      south: ['In force: yes. Reading 2.', 'In force: yes. Reading 3.'],
    });
  });

  it('and sites whose newest calls are those of a later response have no further outcome', async () => {
    const { inForce } = answers('yes');
    const more = calls(['add_note', { text: 'jam', targets: ['north'] }]);
    const sites = await createSitesHarness(TWINS, [ADD_TEA, more, END], { inForce });
    await sites.send('Add tea everywhere, and jam in the north.');
    expect(await sites.checks()).toMatchObject({
      north: [expect.any(String), expect.any(String)],
      south: [expect.any(String)],
    });
  });
});
