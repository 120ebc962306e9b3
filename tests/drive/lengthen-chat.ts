import type { Page } from 'playwright';

/**
 * Adds turns to the chat of this question in the panel's database, as copies of the question and its answer: `Asked 0`,
 * `Answer 0` and so on, with the tokens that they used. Every tenth answer is long. The panel has to read the chat again afterwards.
 *
 * @param page a page of the extension
 * @throws if there is no such question, or it has no answer
 */
export async function lengthenChat(page: Page, asked: string, turns: number): Promise<void> {
  await page.evaluate(
    async ([text, number]) => {
      const settled = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await settled(indexedDB.open('steward'));
      const transaction = db.transaction(['messages', 'usage'], 'readwrite');
      const messages = transaction.objectStore('messages');
      const usage = transaction.objectStore('usage');
      const rows = await settled(messages.getAll());
      const question = rows.find(({ role, content }) => role === 'user' && content === text);
      const own = rows.filter(({ chatId }) => chatId === question?.chatId);
      const answer = own.find(({ role, content }) => role === 'assistant' && content !== '');
      const used = (await settled(usage.getAll())).find(({ messageId }) => messageId === answer?.id);
      if (answer === undefined || used === undefined) throw new Error(`“${text}” has no answer.`);
      const last = Math.max(...own.map(({ position }) => position));
      const more = 'The rule hides *ten* models, and `gpt-4o` stays visible. '.repeat(20);
      for (let turn = 0; turn < number; turn += 1) {
        const position = Math.floor(last) + 1 + 2 * turn;
        const id = `${question.chatId}-${turn}`;
        const content = turn % 10 === 0 ? `Answer ${turn}\n\n${more}` : `Answer ${turn}`;
        messages.put({ ...question, id: `${id}-question`, position, content: `Asked ${turn}` });
        messages.put({ ...answer, id: `${id}-answer`, position: position + 1, content });
        usage.put({ ...used, id: `${id}-usage`, messageId: `${id}-answer`, position: position + 1 });
      }
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      db.close();
    },
    [asked, turns] as const,
  );
}
