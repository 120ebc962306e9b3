// @document
import 'fake-indexeddb/auto';
import { fireEvent, waitFor } from '@testing-library/react/pure';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FindBar } from '@/src/panel/conversation/find/find-bar';
import { useFind } from '@/src/panel/conversation/find/use-find';
import { loadStore } from '@/src/panel/data/stored-data';
import { MESSAGE_FIELD_ID } from '@/src/panel/kit/panel-frame';
import type { UserMessage } from '@/src/schema/message';
import { DATABASE_NAME } from '@/src/store/db';
import { createDatabase } from '@/src/store/upgrades';
import { withRendering } from '../../with-rendering';

const page = withRendering();
const db = createDatabase(DATABASE_NAME);
const shownAt = vi.fn();
/** The marks by name, as a browser has them; jsdom has none. */
const marks = new Map<string, Set<Range>>();

const message = (position: number, content: string): UserMessage =>
  ({
    id: `m${position}`,
    chatId: 'c',
    position,
    discardedBy: null,
    role: 'user',
    content,
  }) as unknown as UserMessage;

const MESSAGES = [
  message(0, 'Models of a provider'),
  message(1, 'no hit'),
  message(2, 'a model, and models'),
];

// A panel that is open has loaded the database's code.
beforeAll(async () => void (await loadStore()));
beforeAll(() => {
  Object.assign(globalThis, {
    CSS: { highlights: marks },
    Highlight: class extends Set<Range> {
      constructor(...ranges: Range[]) {
        super(ranges);
      }
    },
  });
});
beforeEach(async () => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 0, 1));
  Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
  shownAt.mockReset();
  marks.clear();
  await db.messages.bulkAdd([...MESSAGES, { ...message(3, 'set aside: models'), discardedBy: 'x' }]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.messages.clear();
});

interface StageProps {
  shown: readonly UserMessage[];
  chatId?: string;
  newest?: number;
}

/** The bar above the entries of messages, opened by its keys. */
function Stage({ shown, chatId = 'c', newest = 3 }: StageProps) {
  const find = useFind(chatId);
  const scroller = { current: document.querySelector<HTMLDivElement>('#entries') };
  return (
    <>
      <button type="button">Before</button>
      <textarea id={MESSAGE_FIELD_ID} />
      {find.isOpen && (
        <FindBar
          key={chatId}
          chatId={chatId}
          find={find}
          scroller={scroller}
          messages={shown}
          showsTechnical={true}
          newest={newest}
          onShowAt={shownAt}
        />
      )}
      <div id="entries">
        {shown.map(({ id, content }) => (
          <div key={id} data-entry={id}>
            <p>{content}</p>
          </div>
        ))}
      </div>
    </>
  );
}

const field = () => page.shown.queryByRole('textbox', { name: 'Find' });
const status = () => page.shown.getByRole('status').textContent;
/** The entry of the current hit. */
const marked = () =>
  [...(marks.get('found-current') ?? [])].map(
    ({ startContainer }) => startContainer.parentElement?.closest<HTMLElement>('[data-entry]')?.dataset.entry,
  );
const waitForHit = (shown: string, entries: string[]) =>
  waitFor(() => expect([status(), marked()]).toEqual([shown, entries]));
const openBar = () => page.user.keyboard('{Control>}F{/Control}');

async function open(shown: readonly UserMessage[], query: string) {
  page.render(<Stage shown={shown} />);
  page.render(<Stage shown={shown} />);
  page.button('Before').focus();
  await openBar();
  await page.user.keyboard(query);
}

describe('the find bar', () => {
  it('counts the hits in all messages, and Enter goes on from one to the next, around the end', async () => {
    await open(MESSAGES, 'MODEL');
    await waitForHit('1 of 3', ['m0']);
    await page.user.keyboard('{Enter}');
    await waitForHit('2 of 3', ['m2']);
    await page.user.keyboard('{Enter}{Enter}');
    await waitForHit('1 of 3', ['m0']);
    await page.user.keyboard('{Shift>}{Enter}{/Shift}');
    await waitForHit('3 of 3', ['m2']);
  });

  it('asks for the message of a hit that isn’t loaded', async () => {
    await open(MESSAGES.slice(2), 'provider');
    await waitFor(() => expect(shownAt).toHaveBeenCalledWith(0));
  });

  it('says that nothing was found', async () => {
    await open(MESSAGES, 'nothing');
    await waitForHit('Not found', []);
  });

  it('is closed by Escape, which gives the focus back and removes the marks', async () => {
    await open(MESSAGES, 'model');
    await waitForHit('1 of 3', ['m0']);
    expect(document.activeElement).toBe(field());
    await page.user.keyboard('{Escape}');
    expect(field()).toBeNull();
    expect(marked()).toEqual([]);
    expect(document.activeElement).toBe(page.button('Before'));
  });

  it('leaves the focus to the message field if what opened it is gone', async () => {
    page.render(<Stage shown={MESSAGES} />);
    const entry = document.body.appendChild(document.createElement('button'));
    entry.focus();
    await openBar();
    expect(document.activeElement).toBe(field());
    entry.remove();
    await page.user.keyboard('{Escape}');
    expect(document.activeElement?.id).toBe(MESSAGE_FIELD_ID);
  });

  it('goes to the first hit that a new message brings', async () => {
    const late = [message(4, 'arrives: late'), message(5, 'late')];
    await open(MESSAGES, 'late');
    await waitForHit('Not found', []);
    await db.messages.bulkAdd(late);
    page.render(<Stage shown={[...MESSAGES, ...late]} newest={5} />);
    await waitForHit('1 of 2', ['m4']);
  });

  it('is closed by another chat, and leaves the focus there', async () => {
    await open(MESSAGES, 'model');
    await waitForHit('1 of 3', ['m0']);
    page.button('Before').focus();
    page.render(<Stage shown={MESSAGES} chatId="d" />);
    expect([field(), document.activeElement]).toEqual([null, page.button('Before')]);
    page.render(<Stage shown={MESSAGES} />);
    expect([field(), document.activeElement]).toEqual([null, page.button('Before')]);
  });

  it('leaves Enter and Escape to an input method', async () => {
    await open(MESSAGES, 'model');
    await waitForHit('1 of 3', ['m0']);
    const input = page.shown.getByRole('textbox', { name: 'Find' });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(input, { key: 'Escape', isComposing: true });
    expect(field()).toBe(input);
    expect(status()).toBe('1 of 3');
  });

  it('leaves its keys to the browser in a sheet', async () => {
    page.render(
      <>
        <Stage shown={MESSAGES} />
        <dialog open />
      </>,
    );
    await page.user.keyboard('{Control>}f{/Control}');
    expect(field()).toBeNull();
  });
});
