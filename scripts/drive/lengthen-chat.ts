import type { Page } from 'playwright';

/**
 * Adds turns to the chat in the panel's database that has messages, as copies of its first question and answer: `Question 0`,
 * `Answer 0` and so on. Every tenth answer is long. The panel has to be reloaded afterwards.
 *
 * @param page a page of the extension
 * @throws if no chat has an answered question
 */
export async function lengthenChat(page: Page, turns: number): Promise<void> {
  await page.evaluate(async (number) => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await settled(indexedDB.open('steward'));
    const store = db.transaction('messages', 'readwrite').objectStore('messages');
    const rows = await settled(store.getAll());
    const question = rows.find(({ role }) => role === 'user');
    const answer = rows.find(({ role, content }) => role === 'assistant' && content !== '');
    if (question === undefined || answer === undefined) throw new Error('There is no answered question.');
    const last = Math.max(...rows.map(({ position }) => position));
    const more = 'The rule hides *ten* models, and `gpt-4o` stays visible. '.repeat(20);
    for (let turn = 0; turn < number; turn += 1) {
      const position = Math.floor(last) + 1 + 2 * turn;
      store.put({ ...question, id: `question-${turn}`, position, content: `Question ${turn}` });
      const content = turn % 10 === 0 ? `Answer ${turn}\n\n${more}` : `Answer ${turn}`;
      store.put({ ...answer, id: `answer-${turn}`, position: position + 1, content });
    }
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve;
    });
    db.close();
  }, turns);
}
